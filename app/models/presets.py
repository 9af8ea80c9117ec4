"""Stores presets in `presets.json` of the data folder, and shares them as files."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.base.disk import read_json, read_text
from app.base.json_values import json_value, parsed, restored
from app.models import lmstudio_preset
from app.models.choices_file import ChoicesFile, FileWords, NewerFile, versioned
from engine.errors import reason
from engine.sentences import Sentence, SentenceTemplate, say
from ui.state.one_line_text import LONGEST_NAME
from ui.state.preset import Preset, preset_of
from ui.state.workspace import Workspace

NAME = "presets.json"
FORMAT, VERSION = "duologue-presets", 1
# Identifies the notice that presets could not be saved.
PRESETS = "presets"
# A larger file is not a preset file.
MAX_BYTES = 4_000_000
_NEWER = SentenceTemplate(
    "These presets were written by a newer Duologue (version {version} of their format). "
    "Update Duologue to read them."
)
_WORDS = FileWords(
    damaged=SentenceTemplate(
        "The presets were damaged and cannot be read. The damaged file is kept as {path}."
    ),
    blocked=SentenceTemplate(
        "The presets in {path} are left as they are, and changes to presets are not saved. {reason}"
    ),
    not_saved=SentenceTemplate(
        "The presets could not be written to {path}: {reason}. Check the disk, then make "
        "the change again."
    ),
)


class PresetFile(QObject):
    """Saves presets whenever they change. A damaged file is set aside as a whole; a file that is
    valid but unreadable here is never overwritten."""

    def __init__(self, folder: Path, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._notices = workspace.notices
        self._file = ChoicesFile(folder / NAME, MAX_BYTES, workspace.notices, PRESETS, _WORDS)
        self._saved = True
        self.presets = workspace.presets
        self.presets.fill(*self._file.load(_presets, ((), {})))
        self.presets.changed.connect(self._save)
        workspace.transfer_requests.presets_imported.connect(self.take)
        workspace.transfer_requests.presets_exported.connect(self.write)

    def take(self, paths: list[str]) -> None:
        """Import presets from these files, and show a notice for each file without any."""
        for path in map(Path, paths):
            try:
                found = self.presets.add(*read_preset_file(path))
            except ValueError as error:
                self._notices.show(error.args[0], "error")
                continue
            names = ", ".join(preset.name for preset in found)
            # Otherwise the reason is already on screen.
            if self._saved:
                self._notices.show(say("Added to the presets: {names}.", names=names))

    def write(self, presets: tuple[Preset, ...], path: str) -> None:
        self._file.export(presets_json(presets), Path(path))

    def _save(self) -> None:
        found = presets_json(self.presets.all()) | {"defaults": self.presets.defaults}
        self._saved = self._file.save(found)


def presets_json(presets: tuple[Preset, ...]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "presets": [_exported(it) for it in presets]}


def read_preset_file(path: Path) -> tuple[Preset, ...]:
    """Read a preset file of Duologue or LM Studio. Raises ValueError with a sentence."""
    try:
        found = parsed(read_text(path, MAX_BYTES))
        if lmstudio_preset.fits(found):
            name = path.name.removesuffix(".json").removesuffix(".preset")
            return (_named(lmstudio_preset.preset(found, name)),)
        presets, _ = _presets(found)
    except OSError as error:
        raise ValueError(
            say(
                "{name} cannot be read: {reason}. Choose another file.",
                name=path.name,
                reason=reason(error),
            )
        ) from error
    except NewerFile:
        raise
    except (ValueError, RecursionError) as error:
        raise ValueError(_unusable(path, error)) from error
    if not presets:
        raise ValueError(_no_presets(path))
    return presets


def read_presets(home: Path) -> tuple[tuple[Preset, ...], dict[str, str]]:
    """Return the saved presets and the default preset of each model. Raises OSError, and ValueError
    or RecursionError for a file that cannot be used; changes nothing."""
    return _presets(read_json(home / NAME, MAX_BYTES)) if (home / NAME).exists() else ((), {})


def _presets(found: Any) -> tuple[tuple[Preset, ...], dict[str, str]]:
    """Return the presets and the default preset of each model. Raises ValueError."""
    found = versioned(found, FORMAT, VERSION, _NEWER)
    listed, defaults = found.get("presets"), found.get("defaults", {})
    if not isinstance(listed, list) or not isinstance(defaults, dict):
        raise ValueError("its presets are not a list")
    presets = {preset.name: preset for preset in (_named(restored(Preset, it)) for it in listed)}
    texts = {
        key: name for key, name in defaults.items() if isinstance(name, str) and name in presets
    }
    return tuple(presets.values()), texts


def _named(preset: Preset) -> Preset:
    """Return the preset with a normalized name. Raises ValueError if it has none."""
    name = " ".join(preset.name.split())[:LONGEST_NAME]
    if not name:
        raise ValueError("a preset has no name")
    return preset_of(name, preset.options, preset.model_id)


def _exported(preset: Preset) -> dict[str, Any]:
    found = json_value(preset)
    # Files and the 8-bit option apply to this computer only.
    del found["options"]["files"], found["options"]["kv_8bit"]
    return found


def _unusable(path: Path, error: Exception) -> Sentence:
    reason = error.args[0] if error.args else ""
    if not isinstance(reason, Sentence):
        return _no_presets(path)
    return say(
        "{name} cannot be used: {reason}. Fix it, or choose another file.",
        name=path.name,
        reason=reason,
    )


def _no_presets(path: Path) -> Sentence:
    return say(
        "{name} contains no presets. Choose a file written by Duologue or LM Studio.",
        name=path.name,
    )
