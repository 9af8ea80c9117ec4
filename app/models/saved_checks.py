"""Stores the results of checks of converted models in `checks.json` of the data folder."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.base.json_values import json_value, restored
from app.models.choices_file import ChoicesFile, FileWords, versioned
from engine.messages import PromptDivergence
from engine.sentences import SentenceTemplate
from ui.state.conversions import SavedCheck
from ui.state.workspace import Workspace

NAME = "checks.json"
FORMAT, VERSION = "duologue-checks", 1
# Identifies the notice that results could not be saved.
CHECKS = "checks"
# A result of 20 prompts takes some 10 kB.
MAX_BYTES = 16_000_000
# Characters of a text: a model may have tokens of any length.
MAX_TEXT = 2000
SavedChecks = dict[tuple[str, str], SavedCheck]
_WORDS = FileWords(
    damaged=SentenceTemplate(
        "The results of your checks of converted models were damaged and cannot be read. The "
        "damaged file is kept as {path}. Run the checks again."
    ),
    blocked=SentenceTemplate(
        "The results of checks in {path} are left as they are, and new results are not saved. "
        "{reason}"
    ),
    not_saved=SentenceTemplate(
        "The result of this check could not be written to {path}: {reason}. Check the "
        "disk, then run the check again."
    ),
)


class CheckFile(QObject):
    """Shows the saved results, and saves them whenever they change. A damaged file is set aside as
    a whole; one of a newer version is never overwritten."""

    def __init__(self, home: Path, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._state = workspace.conversions
        self._file = ChoicesFile(home / NAME, MAX_BYTES, workspace.notices, CHECKS, _WORDS)
        self._state.fill_saved_checks(self._file.load(_checks, {}))
        self._state.saved_checks_changed.connect(self._save)

    def _save(self) -> None:
        checks = [json_value(_short(it)) for it in self._state.saved_checks.values()]
        self._file.save({"format": FORMAT, "version": VERSION, "checks": checks})


def _checks(found: Any) -> SavedChecks:
    """Return the results by model and conversion. Raises ValueError."""
    found = versioned(found, FORMAT, VERSION)
    listed = found.get("checks")
    if not isinstance(listed, list):
        raise ValueError("its results are not a list")
    checks = [restored(SavedCheck, it) for it in listed]
    return {(it.divergence.model_id, it.divergence.other_id): it for it in checks}


def _short(check: SavedCheck) -> SavedCheck:
    prompts = tuple(map(_short_prompt, check.divergence.prompts))
    return replace(check, divergence=replace(check.divergence, prompts=prompts))


def _short_prompt(it: PromptDivergence) -> PromptDivergence:
    texts = ("prompt", "expected", "got")
    return replace(it, **{name: getattr(it, name)[:MAX_TEXT] for name in texts})
