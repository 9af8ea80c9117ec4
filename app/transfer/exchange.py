"""Connects exports and imports to what a person asks for, and restores imported settings."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.base.chores import Chores
from app.database.store import Store
from app.models.choices_file import NewerFile
from app.models.download_folder import is_there
from app.models.presets import NAME as PRESETS
from app.models.presets import read_presets
from app.models.stored_prompts_file import NAME as PROMPTS
from app.models.stored_prompts_file import read_saved_prompts
from app.records.record_places import RecordPlaces
from app.settings import settings_file
from app.settings.preferences import Preferences
from app.transfer.exporting.exports import Exports
from app.transfer.importing import recognition
from app.transfer.importing.imports import IMPORT, Imports
from engine.sentences import say, say_all
from ui.look.language import tr
from ui.state.notice import Notice
from ui.state.preset import Preset, Presets
from ui.state.settings import Settings
from ui.state.workspace import Workspace


class Exchange(QObject):
    """The exports and imports of a workspace."""

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        places: RecordPlaces,
        home: Path,
        preferences: Preferences,
        presets: Presets,
        settle: Callable[[], None],
    ) -> None:
        """`settle` hands unsaved changes of open tabs to the store."""
        super().__init__(workspace)
        self._workspace = workspace
        self._preferences = preferences
        self._presets = presets
        self._chores = Chores("imported settings", self)
        self.exports = Exports(workspace, store, places, home, settle)
        self.imports = Imports(workspace, store, places.files, settle, self._restore_settings)
        workspace.transfers.offers_import = self._offer_imports
        workspace.requests.exported.connect(self.exports.offer)
        workspace.requests.printed.connect(self.exports.offer_to_print)

    def close(self, timeout: float) -> bool:
        """Cancel exports and imports. Return True if all have ended within `timeout` seconds."""
        self._chores.close()
        ended = self.exports.close(timeout)
        return self.imports.close(timeout) and ended

    def _offer_imports(self, paths: list[Path]) -> list[Path]:
        """Offer to import those of the dropped or pasted files that have conversations, and return
        the others. The composer's button can still add them as text."""
        found = [it for it in paths if recognition.has_conversations(it)]
        if found:
            if len(found) == 1:
                sentence = say(
                    "{name} contains conversations that can be imported.", name=found[0].name
                )
            else:
                sentence = say(
                    "%n file(s) (contains|contain) conversations that can be imported.",
                    "",
                    len(found),
                )
            import_them = partial(self.imports.take, *found)
            self._workspace.notices.tell(
                Notice(sentence, cause=IMPORT, action=tr("Import"), do=import_them)
            )
        return [it for it in paths if it not in found]

    def _restore_settings(self, values: dict[str, Any]) -> str:
        """Restore settings, presets and prompts of a full export; return a sentence for people."""
        notes: list[str] = []
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file in values.keys() & {settings_file.NAME, PRESETS, PROMPTS}:
                (folder / file).write_text(json.dumps(values[file]), encoding="utf-8")
            if settings_file.NAME in values:
                found = settings_file.read_settings(folder)
                if found.problem:
                    notes.append(say("The settings in the file are damaged and were left out."))
                else:
                    notes.append(self._restore_preferences(found.value))
            if PRESETS in values:
                notes.append(self._add_presets(folder))
            if PROMPTS in values:
                notes.append(self._add_prompts(folder))
        return say_all(notes)

    def _restore_preferences(self, found: Settings) -> str:
        """Replace settings that were never changed. Imported ones start no program, run no tool by
        themselves, and leave strict offline on, as it is too after damage to the settings."""
        offline = self._preferences.value.offline
        if self._preferences.value != Settings(offline=offline):
            return say("Your settings were not changed.") if found != Settings() else ""
        servers = tuple(replace(it, enabled=False) for it in found.servers)
        offline = offline or found.offline
        sound = replace(
            found, servers=servers, permissions=(), terms=(), offline=offline, models_folder=""
        )
        self._preferences.change(**{it.name: getattr(sound, it.name) for it in fields(Settings)})
        if folder := found.models_folder:
            # On a thread: its disk may hang.
            self._chores.do(partial(is_there, folder), partial(self._use_folder, folder))
        if not servers:
            return ""
        return say("Imported tool servers are off until you turn them on in the settings.")

    def _use_folder(self, folder: str, there: bool) -> None:
        """Use the folder for downloads of imported settings, if it is on this computer and nobody
        has chosen another one since."""
        if there and not self._preferences.value.models_folder:
            self._preferences.change(models_folder=folder)

    def _add_presets(self, folder: Path) -> str:
        """Add presets. Existing presets and defaults of models are not changed."""
        try:
            found, defaults = read_presets(folder)
        except NewerFile as error:
            return error.args[0]
        except (OSError, ValueError, RecursionError):
            return say("The presets in the file are damaged and were left out.")
        names = {it.name: self._add_preset(it) for it in found}
        for model_id, name in defaults.items():
            if self._presets.default_of(model_id) is None:
                self._presets.set_default(model_id, names[name])
        return ""

    def _add_prompts(self, folder: Path) -> str:
        """Add prompts. Existing ones are not changed, and those that are there are not doubled."""
        try:
            found = read_saved_prompts(folder)
        except NewerFile as error:
            return say("The prompts in the file were left out. {reason}", reason=error.args[0])
        except (OSError, ValueError, RecursionError):
            return say("The prompts in the file are damaged and were left out.")
        held = {it.text for it in self._workspace.prompts.all()}
        self._workspace.prompts.add(*(it for it in found if it.text not in held))
        return ""

    def _add_preset(self, preset: Preset) -> str:
        """Add a preset unless it exists under a like name, and return its name here."""
        for it in self._presets.all():
            if it == replace(preset, name=it.name) and it.name.startswith(preset.name):
                return it.name
        (added,) = self._presets.add(preset)
        return added.name
