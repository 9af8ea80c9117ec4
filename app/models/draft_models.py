"""Tells a model's page which other models can draft for it: smaller ones with its vocabulary."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject

from app.base.mailbox import Mailbox
from engine.checkpoints.same_vocabulary import same_vocabulary
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Found:
    model_id: str
    drafters: tuple[str, ...]


class DraftModels(QObject):
    """Compares vocabularies on a thread: they are large files, and their disk may be slow."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._library = workspace.library
        self._found = Mailbox(self, frame_ms=0)
        self._found.arrived.connect(self._on_found)
        workspace.profile_requests.drafters_wanted.connect(self._look)

    def _look(self, model_id: str) -> None:
        library = self._library
        folder = library.profile(model_id).folder or model_id
        size = next((it.size for it in library.models if it.model_id == model_id), 0)
        smaller = [
            it.model_id
            for it in library.models
            if it.size < size
            and it.available
            and not it.problem
            # One with an adapter is the same model again.
            and not library.profile(it.model_id).folder
        ]
        Thread(
            target=self._compare, args=(model_id, folder, smaller), name="drafters", daemon=True
        ).start()

    def _compare(self, model_id: str, folder: str, others: Sequence[str]) -> None:
        found = tuple(it for it in others if _agrees(Path(folder), Path(it)))
        self._found.post(_Found(model_id, found))

    def _on_found(self, answers: list[_Found]) -> None:
        for answer in answers:
            self._library.drafters_found.emit(answer.model_id, answer.drafters)


def _agrees(folder: Path, other: Path) -> bool:
    try:
        return same_vocabulary(folder, other)
    except OSError as error:
        log.info("%s cannot be compared: %s", other, error)
        return False
