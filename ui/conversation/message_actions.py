"""Actions on a message: edit, regenerate, branch, fork, delete, switch versions."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from ui.look.language import tr
from ui.state.chat import Chat
from ui.state.turn import Turn
from ui.widgets.labels import literal

# Numbers of answers that can be requested at once, besides one.
SEVERAL = (3, 5)


def edits_other() -> str:
    """Return the reason why another message cannot be edited now."""
    return tr("Send or cancel the question being edited first.")


class MessageActions(QObject):
    """The actions on the messages of one chat. None has an effect while a reply grows.

    `acted` follows every action, whose button may be gone. `undo_offered` has a sentence and a
    function that undoes the action. `version_chosen` has the index of a turn and the index of one
    of its versions.

    `busy_changed` is emitted when `ready` may have changed.

    `models` returns the names, by id, of the models that can answer. `alike` returns True if
    several answers to one question would be identical.
    """

    acted = Signal()
    undo_offered = Signal(str, object)
    version_chosen = Signal(int, int)

    def __init__(self, chat: Chat, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chat = chat
        self._transcript = chat.transcript
        self.busy_changed = chat.busy_changed
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
            self.version_chosen.emit(place, which + by)

    def edit(self, turn: Turn) -> None:
        """Write a new version of a question."""
        self._act(turn, lambda place: self._edit(turn))

    def regenerate(self, turn: Turn, count: int = 1, model_id: str = "") -> None:
        """Request `count` new versions of a reply, by the chat's model unless another is named."""
        regenerated = self._chat.message_requests.regenerated
        self._act(turn, lambda place: regenerated.emit(place, count, model_id))

    def branch(self, turn: Turn) -> None:
        """Continue differently from a message; the messages after it stay as another version."""
        self._act(turn, self._branch)

    def rejoin(self, turn: Turn) -> None:
        """Show the messages again that `branch` removed from view."""
        self._act(turn, lambda place: self._transcript.rejoin())

    def fork(self, turn: Turn) -> None:
        """Continue from a message in a new chat."""
        self._act(turn, self._chat.message_requests.forked.emit)

    def compare_drafting(self, turn: Turn) -> None:
        """Ask the question of an answer again, with and without drafting."""
        self._act(turn, self._chat.message_requests.drafting_compared.emit)

    def read_in_full(self, turn: Turn) -> None:
        """Request a new version of an answer whose prompt was skimmed, without that."""
        self._act(turn, self._chat.message_requests.read_in_full.emit)

    def compare_skimming(self, turn: Turn) -> None:
        """Ask the question of a skimmed answer again, skimmed and read in full."""
        self._act(turn, self._chat.message_requests.skimming_compared.emit)

    def delete(self, turn: Turn) -> None:
        """Delete a message and all messages that follow it."""
        self._act(turn, self._delete)

    def pin(self, turn: Turn, which: int, pinned: bool) -> None:
        """Set if an attachment is sent even when its message is omitted."""
        self._transcript.pin(turn, which, pinned)

    def fill(self, turn: Turn, menu: QMenu) -> None:
        """Add all actions on a message to the menu."""
        which, count = self.versions(turn)
        if count > 1:
            _entry(menu, tr("Previous version"), partial(self.step, turn, -1), which > 0)
            _entry(menu, tr("Next version"), partial(self.step, turn, 1), which + 1 < count)
            menu.addSeparator()
        if turn.role == "user":
            self._entry(menu, tr("Edit"), self.edit, turn)
            if turn.content and self._chat.prompts:
                _entry(
                    menu,
                    tr("Save as prompt…"),
                    partial(self._chat.prompts.keep, turn.content),
                    True,
                )
        elif turn.content:
            # also while it grows
            read = partial(self._chat.message_requests.read_aloud.emit, turn)
            _entry(menu, tr("Read aloud"), read, enabled=True)
        last = self._transcript.turns[-1:] == [turn]
        followed = not last or self._transcript.followed
        if turn.role != "user" or last:
            self.fill_again(turn, menu)
        if last and followed:
            self._entry(menu, tr("Show later messages"), self.rejoin, turn)
        elif not last:
            self._entry(menu, tr("Branch from here"), self.branch, turn)
        self._entry(menu, tr("New chat from here"), self.fork, turn)
        if turn.drafts.drafted:
            text = tr("Compare with and without drafting")
            self._entry(menu, text, self.compare_drafting, turn)
        if turn.skim.left_out:
            self._entry(menu, tr("Read in full"), self.read_in_full, turn)
            text = tr("Compare with and without skimming")
            self._entry(menu, text, self.compare_skimming, turn)
        text = tr("Delete this and later messages") if followed else tr("Delete")
        self._entry(menu, text, self.delete, turn)

    def fill_again(self, turn: Turn, menu: QMenu) -> None:
        """Add only the ways to regenerate an answer."""
        self._entry(menu, tr("Regenerate"), self.regenerate, turn)
        models = self.models()
        if len(models) > 1:
            others = menu.addMenu(tr("Regenerate with"))
            for model_id, name in models.items():
                # A single "&" would underline the next letter as a shortcut.
                text = literal(name)
                self._entry(others, text, partial(self.regenerate, model_id=model_id), turn)
            others.setEnabled(self.ready)
        alike = self.alike()
        for count in SEVERAL:
            text = tr("%n answer(s) at once", "", count)
            several = partial(self.regenerate, turn, count=count)
            _entry(menu, text, several, self.ready and not alike)
        if alike:
            # a line of its own: a tooltip needs the mouse
            menu.addAction(tr("At temperature 0 all answers are identical")).setEnabled(False)

    def _act(self, turn: Turn, act: Callable[[int], None]) -> None:
        place = self._transcript.place(turn)
        if place is not None and self.ready:
            act(place)
            self.acted.emit()

    def _edit(self, turn: Turn) -> None:
        if not self._chat.edit(turn):
            self._chat.draft.tell(edits_other())

    def _branch(self, place: int) -> None:
        last = self._transcript.turns[-1]
        self._transcript.branch_after(place)
        sentence = tr("The later messages are kept as another version.")
        self.undo_offered.emit(sentence, partial(self._transcript.show_turn, last))

    def _delete(self, place: int) -> None:
        deleted = self._transcript.delete(place)
        sentence = tr("%n message(s) deleted.", "", len(deleted))
        self.undo_offered.emit(sentence, partial(self._transcript.restore, deleted))

    def _entry(self, menu: QMenu, text: str, act: Callable[[Turn], None], turn: Turn) -> None:
        _entry(menu, text, partial(act, turn), self.ready)


def _entry(menu: QMenu, text: str, act: Callable[[], object], enabled: bool) -> None:
    action = menu.addAction(text)
    action.triggered.connect(lambda: act())
    action.setEnabled(enabled)
