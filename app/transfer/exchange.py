"""Conversations leave this home as files, and come into it."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.attachments.kept_files import Files
from app.database.store import Store
from app.models.presets import NAME as PRESETS
from app.models.presets import read as read_presets
from app.settings import settings
from app.settings.preferences import Preferences
from app.transfer.exporting.exports import Exports
from app.transfer.importing.imports import IMPORT, Imports
from app.transfer.importing.recognized import has_conversations
from engine.sentences import say, say_all
from ui.language import tr
from ui.state.notice import Notice
from ui.state.preset import Preset, Presets
from ui.state.settings import Settings
from ui.window.main_window import MainWindow


class Exchange(QObject):
    def __init__(
        self,
        window: MainWindow,
        store: Store,
        files: Files,
        home: Path,
        preferences: Preferences,
        presets: Presets,
        settle: Callable[[], None],
    ) -> None:
        """`settle` has all that a person sees on its way to the store."""
        super().__init__(window)
        self._preferences = preferences
        self._presets = presets
        self.exports = Exports(window, store, files, home, settle)
        self.imports = Imports(window, store, files, settle, self._take_kept)
        self._window = window
        window.is_no_attachment = self._offered
        window.export_requested.connect(self.exports.choose)
        window.export_all_requested.connect(self.exports.choose_everything)
        window.print_requested.connect(self.exports.print_front)
        window.import_requested.connect(self.imports.choose)

    def close(self, timeout: float) -> bool:
        """End what is under way; whether it has ended."""
        ended = self.exports.close(timeout)
        return self.imports.close(timeout) and ended

    def _offered(self, path: Path) -> bool:
        """Whether a file that is dropped has conversations, which a person may want here. As a text
        it can still be added by the composer's button."""
        if not has_conversations(path):
            return False
        sentence = say("{name} has conversations that can be imported.", name=path.name)
        take = partial(self.imports.take, path)
        self._window.notice.tell(Notice(sentence, cause=IMPORT, action=tr("Import"), do=take))
        return True

    def _take_kept(self, values: dict[str, Any]) -> str:
        """Settings where there are only the usual ones, and presets beside those that are here."""
        notes: list[str] = []
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file in values.keys() & {settings.NAME, PRESETS}:
                (folder / file).write_text(json.dumps(values[file]), encoding="utf-8")
            if settings.NAME in values:
                notes.append(self._take_settings(settings.load(folder)))
            if PRESETS in values:
                notes.append(self._take_presets(folder / PRESETS))
        return say_all(notes)

    def _take_settings(self, found: Settings) -> str:
        """Nothing that came in a file starts a program or runs a tool by itself."""
        if self._preferences.value != Settings():
            return say("Your settings stay as they are.") if found != Settings() else ""
        servers = tuple(replace(it, enabled=False) for it in found.servers)
        sound = replace(found, servers=servers, permissions=(), terms=())
        self._preferences.change(**{it.name: getattr(sound, it.name) for it in fields(Settings)})
        if not servers:
            return ""
        return say("Servers of tools are off until you turn them on in the settings.")

    def _take_presets(self, path: Path) -> str:
        """Those that are here already stay as they are, as do the defaults of models."""
        try:
            found = read_presets(path)
        except (ValueError, TypeError):
            return ""
        names = {it.name: self._take_preset(it) for it in found}
        defaults = json.loads(path.read_text(encoding="utf-8")).get("defaults")
        for model_id, name in (defaults if isinstance(defaults, dict) else {}).items():
            known = names.get(name) if isinstance(name, str) else None
            if known and self._presets.default_of(model_id) is None:
                self._presets.set_default(model_id, known)
        return ""

    def _take_preset(self, preset: Preset) -> str:
        """What it is called here; under another name it may be here already."""
        for it in self._presets.all():
            if it == replace(preset, name=it.name) and it.name.startswith(preset.name):
                return it.name
        (added,) = self._presets.add(preset)
        return added.name
