"""Actions on a message: edit, regenerate, fork, delete, switch versions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from ui.look.language import tr
from ui.state.transcript import Transcript
from ui.state.turn import Turn

# how many answers can be asked for at once, besides one
SEVERAL = (3, 5)


class Act(Enum):
    """BRANCH goes on from a message in another way, FORK in another chat; REJOIN shows again what
    followed before that."""

    EDIT = auto()
    AGAIN = auto()
    BRANCH = auto()
    REJOIN = auto()
    FORK = auto()
    DELETE = auto()


@dataclass(frozen=True)
class Wish:
    """`count` answers, by the model `model_id`, or by that of the chat."""

    act: Act
    count: int = 1
    model_id: str = ""


class MessageActions(QObject):
    """The actions of one conversation. `wished` has the index of a turn and a Wish,
    `version_wished` that of a turn and of one of its versions. `models` are those that can answer,
    names by their ids; `alike` tells if several answers to one question would be identical."""

    wished = Signal(int, object)
    version_wished = Signal(int, int)

    def __init__(self, transcript: Transcript, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self.models: Callable[[], Mapping[str, str]] = dict
        self.alike: Callable[[], bool] = lambda: False

    @property
    def ready(self) -> bool:
        """Return True unless a reply grows, which an action could affect."""
        return not self._transcript.busy

    def versions(self, turn: Turn) -> tuple[int, int]:
        """Return the index of a turn among its versions, and their number."""
        place = self._transcript.place(turn)
        found = (turn,) if place is None else self._transcript.versions(place)
        return found.index(turn), len(found)

    def step(self, turn: Turn, by: int) -> None:
        """Show the previous or next version."""
        place = self._transcript.place(turn)
        which, count = self.versions(turn)
        if place is not None and 0 <= which + by < count:
            self.version_wished.emit(place, which + by)

    def wish(self, turn: Turn, wish: Wish) -> None:
        place = self._transcript.place(turn)
        if place is not None and self.ready:
            self.wished.emit(place, wish)

    def pin(self, turn: Turn, which: int, pinned: bool) -> None:
        """Set if an attachment is sent even when its message is omitted."""
        self._transcript.pin(turn, which, pinned)

    def fill(self, turn: Turn, menu: QMenu) -> None:
        """Add all actions on a message to the menu."""
        which, count = self.versions(turn)
        if count > 1:
            self._entry(menu, tr("Previous version"), partial(self.step, turn, -1), which > 0)
            self._entry(menu, tr("Next version"), partial(self.step, turn, 1), which + 1 < count)
            menu.addSeparator()
        if turn.role == "user":
            self._wish(menu, tr("Edit"), turn, Wish(Act.EDIT))
        last = self._transcript.turns[-1:] == [turn]
        followed = not last or self._transcript.followed
        if turn.role != "user" or last:
            self.fill_again(turn, menu)
        if last and followed:
            self._wish(menu, tr("Show what followed"), turn, Wish(Act.REJOIN))
        elif not last:
            self._wish(menu, tr("Branch from here"), turn, Wish(Act.BRANCH))
        self._wish(menu, tr("Copy up to here into a new chat"), turn, Wish(Act.FORK))
        text = tr("Delete this and what follows") if followed else tr("Delete")
        self._wish(menu, text, turn, Wish(Act.DELETE))

    def fill_again(self, turn: Turn, menu: QMenu) -> None:
        """Add only the ways to regenerate an answer."""
        self._wish(menu, tr("Answer again"), turn, Wish(Act.AGAIN))
        models = self.models()
        if len(models) > 1:
            others = menu.addMenu(tr("Answer again with"))
            for model_id, name in models.items():
                # what stands before a letter would be its key
                text = name.replace("&", "&&")
                self._wish(others, text, turn, Wish(Act.AGAIN, model_id=model_id))
            others.setEnabled(self.ready)
        for count in SEVERAL:
            text = tr("%n answer(s) at once", "", count)
            self._wish(menu, text, turn, Wish(Act.AGAIN, count))
        if self.alike():
            menu.addAction(tr("At temperature 0 they are all the same")).setEnabled(False)

    def _wish(self, menu: QMenu, text: str, turn: Turn, wish: Wish) -> None:
        self._entry(menu, text, partial(self.wish, turn, wish), self.ready)

    def _entry(self, menu: QMenu, text: str, do: Callable[[], None], enabled: bool) -> None:
        action = menu.addAction(text)
        action.triggered.connect(lambda: do())
        action.setEnabled(enabled)
