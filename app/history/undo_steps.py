"""Undoable actions on the history in this run, latest first."""

from collections.abc import Callable, Collection
from dataclasses import replace

from engine.frozen import frozen
from ui.state.history_state import HistoryState


@frozen
class UndoStep:
    """One action on the conversations or the folder `ids`. `undo` is called with those that still
    exist."""

    ids: tuple[int, ...]
    undo: Callable[[tuple[int, ...]], object]


class UndoSteps:
    def __init__(self, history: HistoryState) -> None:
        self._history = history
        self._steps: list[UndoStep] = []

    def add(self, step: UndoStep) -> None:
        self._set([*self._steps, step])

    def undo(self) -> None:
        """Undo the latest step."""
        if self._steps:
            *left, last = self._steps
            self._set(left)
            last.undo(last.ids)

    def forget(self, ids: Collection[int]) -> None:
        """Leave conversations or folders out of all steps: they were purged or restored."""
        gone = set(ids)
        kept: list[UndoStep] = []
        for step in self._steps:
            left = tuple(it for it in step.ids if it not in gone)
            if left:
                kept.append(replace(step, ids=left))
        self._set(kept)

    def clear(self) -> None:
        self._set([])

    def _set(self, steps: list[UndoStep]) -> None:
        self._steps = steps
        self._history.can_undo = bool(steps)
