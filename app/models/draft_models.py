"""Tells a model's page which other models can draft for it: smaller ones with its vocabulary, of
which some can do nothing else."""

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.base.chores import Chores
from engine.checkpoints.families import assists, is_dflash
from engine.checkpoints.model_settings import read_model_json
from engine.checkpoints.same_vocabulary import same_vocabulary
from engine.errors import Refused
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)


class DraftModels(QObject):
    """Compares vocabularies on a thread: they are large files, and their disk may be slow."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._library = workspace.library
        self._chores = Chores("drafters", self)
        workspace.profile_requests.drafters_wanted.connect(self._look)

    def _look(self, model_id: str) -> None:
        library = self._library
        folder = library.profile(model_id).folder or model_id
        size = next((it.size for it in library.models if it.model_id == model_id), 0)
        # One with an adapter is the same model again. One that only drafts has a problem.
        smaller = {
            it.model_id: bool(it.problem)
            for it in library.models
            if it.size < size and it.available and not library.profile(it.model_id).folder
        }
        found = partial(library.drafters_found.emit, model_id)
        self._chores.do(partial(_drafters, Path(folder), smaller), found)


def _drafters(folder: Path, others: Mapping[str, bool]) -> tuple[str, ...]:
    return tuple(
        it
        for it, only_drafts in others.items()
        if _agrees(folder, Path(it), only_drafts=only_drafts)
    )


def _agrees(folder: Path, other: Path, *, only_drafts: bool) -> bool:
    try:
        config = _config(other)
        if only_drafts and not assists(config, _config(folder)):
            return False
        # It reads and writes with the arrays of its model, and has no tokenizer.
        if is_dflash(config):
            return True
        return same_vocabulary(folder, other)
    except (OSError, Refused) as error:
        log.info("%s cannot be compared: %s", other, error)
        return False


def _config(folder: Path) -> dict[str, Any]:
    found = read_model_json(folder / "config.json")
    return found if isinstance(found, dict) else {}
