"""The newest question of a transcript and its answer, without what tells whose that is."""

from dataclasses import fields
from typing import Any

from PySide6.QtCore import QObject

from engine.messages import Timings, Usage, say
from ui.state.transcript import Transcript
from ui.state.turn import Turn

UNTOLD = say("This answer failed. You will see why when the names are shown.")


class NewestRound(Transcript):
    """Has what is in `source` from the turn `start` on: an earlier answer tells whose the newest
    is, and so do numbers, names and tokens."""

    def __init__(self, source: Transcript, start: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._start = start
        for index in range(start, len(source.turns)):
            self._added(index)
        source.turn_added.connect(self._added)
        source.turn_changed.connect(self._changed)
        source.turns_dropped.connect(self._dropped)

    @property
    def busy(self) -> bool:
        return self._source.busy

    def _added(self, index: int) -> None:
        turn = Turn(self._source.turns[index].role)
        _tell(turn, self._source.turns[index])
        self.add(turn)

    def _changed(self, index: int) -> None:
        at = index - self._start
        if at >= 0:
            _tell(self.turns[at], self._source.turns[index])
            self.turn_changed.emit(at)

    def _dropped(self, first: int) -> None:
        start = max(0, first - self._start)
        self._start = min(self._start, first)
        self.branch_after(start - 1)


def _tell(turn: Turn, source: Turn) -> None:
    for each in fields(Turn):
        if each.name != "parent":
            setattr(turn, each.name, getattr(source, each.name))
    for name, value in _untold().items():
        setattr(turn, name, value)
    if source.error:
        # it may name the model, or say what only one of them cannot do
        turn.error = UNTOLD


def _untold() -> dict[str, Any]:
    return {
        "model_id": "",
        "waiting": "",
        "prefill": (0, 0, 0),
        "logprobs": [],
        "traces": (),
        "usage": Usage(),
        "timings": Timings(),
        "read_again": "",
        "earlier": None,
    }
