"""The turns of one conversation. Text grows in one place only: `Transcript.apply` hands each event
to its `Turn`."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.messages import ChatMessage, RequestEvent, Traced
from ui.state.called_tool import CalledTool
from ui.state.question import Question
from ui.state.sent_messages import Omission, SentMessages, text_to_continue
from ui.state.turn import Turn, TurnState
from ui.state.turn_tree import TurnTree

# Characters of prompts kept in memory: each prompt repeats the conversation before it.
KEPT_PROMPTS = 20_000_000


class Transcript(QObject):
    """A tree of turns; `turns` is the path through the tree that is shown. Views read a turn when a
    signal gives its index.

    `turns_dropped` has the first index that is no longer shown. When several turns come or go at
    once, `path_changed` follows, and `changing_path` is True until then. `off_path_changed` has a
    turn that is not shown. The signals of the tree are `node_added` with a new turn, and
    `nodes_removed` and `nodes_restored` with turns and all their descendants, parents first.

    `scroll` is where a view of it stands, as ConversationView.scroll_state returns it: `scrolled`
    comes when that has changed, and `scroll_wanted` asks the view to write it.
    """

    turn_added = Signal(int)
    turn_changed = Signal(int)
    turns_dropped = Signal(int)
    path_changed = Signal()
    off_path_changed = Signal(object)
    node_added = Signal(object)
    nodes_removed = Signal(object)
    nodes_restored = Signal(object)
    omitted_changed = Signal()
    scrolled = Signal()
    scroll_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns: list[Turn] = []
        self.changing_path = False
        self.omitted = 0
        self.omission = Omission.OMITTED
        self.scroll: dict[str, int] = {}
        self._tree = TurnTree()
        self._places: dict[Turn, int] = {}
        self._by_request: dict[int, Turn] = {}
        self._at_work: set[Turn] = set()
        self._begins_anew = False
        self._sent = SentMessages()

    @property
    def busy(self) -> bool:
        """Return True if a reply grows or a tool runs for one, shown or not."""
        return any(turn.growing or turn.running for turn in self._at_work)

    def has(self, request_id: int) -> bool:
        """Return True if a reply of this transcript belongs to the request."""
        return request_id in self._by_request

    def place(self, turn: Turn) -> int | None:
        """Return the index at which a turn is shown, or None."""
        return self._places.get(turn)

    @property
    def reply(self) -> Turn | None:
        """The newest reply that is shown, growing or ended."""
        return next((turn for turn in reversed(self.turns) if turn.role == "assistant"), None)

    @property
    def resumable(self) -> Turn | None:
        """The reply that can be continued: the last turn, when it was cut short."""
        return self.turns[-1] if self.turns and self.turns[-1].resumable else None

    def is_continued(self, index: int) -> bool:
        """Return True if the answer goes on in the next turn, with the results of tools."""
        following = self.turns[index + 1 : index + 2]
        replied = any(turn.role == "assistant" for turn in following)
        return replied and bool(self.turns[index].answered_calls)

    @property
    def last_question(self) -> int | None:
        asked = (at for at in range(len(self.turns) - 1, -1, -1) if self.turns[at].role == "user")
        return next(asked, None)

    # --- messages for the model --------------------------------------------------------------

    @property
    def sent_from(self) -> Turn | None:
        """The first turn that is sent to the model; None if all are."""
        return next((turn for turn in reversed(self.turns) if turn.anew), None)

    def begin_anew(self) -> None:
        """Send only the turns added from here on to the model; the others stay on screen."""
        self._begins_anew = True

    def history(self, *, before: int | None = None) -> tuple[ChatMessage, ...]:
        """Return the messages for the model, without growing replies, unanswered questions and
        calls without a result. With `before`, use the turns before that index, whose question will
        be replaced."""
        if before is None and self._begins_anew:
            return ()
        return self._history(self.turns[:before])

    def history_for(self, turn: Turn) -> tuple[ChatMessage, ...]:
        """Return the messages that a reply answers, in any version; the text of a reply that will
        be continued comes last."""
        begin = text_to_continue(turn)
        return self._history(self._tree.path_to(turn.parent)) + ((begin,) if begin else ())

    def sent_messages_for(self, turn: Turn) -> list[tuple[Turn, tuple[ChatMessage, ...]]]:
        """Return the turns that a reply answers, each with its messages for the model."""
        turns = self._tree.path_to(turn.parent)
        return [(turns[at], said) for at, said in self._sent.by_turn(turns, _begin(turns))]

    def sent_messages(
        self, *, before: int | None = None
    ) -> list[tuple[int, tuple[ChatMessage, ...]]]:
        """Return the indexes of the turns sent to the model, each with its messages."""
        if before is None and self._begins_anew:
            return []
        turns = self.turns[:before]
        return self._sent.by_turn(turns, _begin(turns))

    def set_summary(self, turn: Turn, text: str) -> None:
        """Set the summary of the conversation up to a turn, inclusive."""
        turn.summary = text
        self._signal(turn)

    def pin(self, turn: Turn, which: int, pinned: bool) -> None:
        """Set whether an attachment is sent to the model even if its turn is omitted."""
        turn.pinned = tuple(sorted({*turn.pinned, which} if pinned else {*turn.pinned} - {which}))
        self._signal(turn)

    def forget_omitted(self) -> None:
        self.set_omitted(0, self.omission)

    def set_omitted(self, count: int, how: Omission) -> None:
        """Mark the first `count` shown turns as not sent to the model in full."""
        if (count, how) != (self.omitted, self.omission):
            self.omitted, self.omission = count, how
            self.omitted_changed.emit()

    def _history(self, turns: Sequence[Turn]) -> tuple[ChatMessage, ...]:
        return self._sent.history(turns, _begin(turns))

    # --- growth --------------------------------------------------------------------------

    def add_question(self, question: Question) -> None:
        """Add a question. Attachments that were pinned in its former version are pinned again."""
        attachments = question.attachments
        turn = Turn("user", question.text, attachments=attachments, places=question.places)
        before = self._tree.path_from(self.turns[-1] if self.turns else None)[:1]
        pinned = {it.attachments[which].media for it in before for which in it.pinned}
        turn.pinned = tuple(at for at, it in enumerate(attachments) if it.media in pinned)
        self.add(turn)

    def begin_reply(self, request_id: int, model_id: str = "") -> Turn:
        return self.begin_replies((request_id,), model_id)[0]

    def begin_replies(self, request_ids: Sequence[int], model_id: str = "") -> list[Turn]:
        """Begin several versions of one reply; the first is shown."""
        parent = self.turns[-1] if self.turns else None
        replies = [
            Turn("assistant", request_id=it, model_id=model_id, state=TurnState.WAITING)
            for it in request_ids
        ]
        for reply in replies:
            self._expect(reply.request_id, reply)
        self.add(replies[0])
        for other in replies[1:]:
            self._put(other, parent)
        return replies

    def resume_reply(self, request_id: int) -> Turn:
        """Continue the resumable reply with the events of another request."""
        turn = self.resumable
        assert turn is not None
        self._by_request.pop(turn.request_id, None)
        turn.resume(request_id)
        self._expect(request_id, turn)
        self._signal(turn)
        return turn

    def add(self, turn: Turn) -> None:
        """Add a turn after the last one that is shown."""
        if self._begins_anew:
            turn.anew, self._begins_anew = True, False
        self._put(turn, self.turns[-1] if self.turns else None)
        self._show(turn)

    def take_over(self, other: "Transcript", count: int | None = None) -> None:
        """Copy the turns of another transcript, or its first `count`, without a question whose
        answer still grows."""
        turns = other.turns[:count]
        if any(turn.growing or turn.running for turn in turns):
            turns = turns[: other.last_question]
        for turn in turns:
            self.add(turn.copied())

    def apply(self, event: RequestEvent) -> None:
        """Take one event of a reply's request; others are ignored."""
        turn = self._by_request.get(event.request_id)
        if turn is not None:
            turn.update(event)
            self._signal(turn)
        if isinstance(event, Traced):
            self._forget_prompts()

    # --- versions ----------------------------------------------------------------------------

    def all_turns(self) -> list[Turn]:
        """Return all turns, shown or not, parents first."""
        return self._tree.all()

    def versions(self, index: int) -> tuple[Turn, ...]:
        """Return the versions of a shown turn, itself included, oldest first."""
        return self._tree.versions(self.turns[index])

    @property
    def followed(self) -> bool:
        """Return True if turns that are not shown follow the last shown one."""
        last = self.turns[-1] if self.turns else None
        return bool(self._tree.path_from(last)[:1])

    def rejoin(self) -> None:
        """Show the turns that follow the last shown one."""
        self._go([*self.turns, *self._tree.path_from(self.turns[-1] if self.turns else None)])

    def show_version(self, index: int, which: int) -> None:
        """Show a version with the turns that followed when it was last seen, else the newest."""
        self.show_turn(self.versions(index)[which])

    def show_turn(self, turn: Turn) -> None:
        """Show a turn from anywhere in the tree. A deleted turn is ignored."""
        if turn in self._tree and turn not in self._places:
            self._go([*self._tree.path_to(turn), *self._tree.path_from(turn)])

    def branch_after(self, index: int) -> None:
        """Continue after the turn at `index`, or from the start (-1). The turns that followed stay
        as another version."""
        anew = index + 1 < len(self.turns) and self.turns[index + 1].anew
        self._go(self.turns[: index + 1])
        self._begins_anew = self._begins_anew or anew

    def take_back(self, index: int | None = None) -> None:
        """Hide a question, by default the last, and its answers, so that a new version of it can be
        added."""
        at = self.last_question if index is None else index
        if at is not None:
            self.branch_after(at - 1)

    def delete(self, index: int) -> list[Turn]:
        """Delete a version and its descendants, and show the version beside it. Return the deleted
        turns, for `restore`."""
        turn = self.turns[index]
        versions = self.versions(index)
        gone = self._tree.take_out(turn)
        left = [it for it in versions if it is not turn]
        path = self.turns[:index]
        if left:
            path += [left[max(0, versions.index(turn) - 1)]]
            path += self._tree.path_from(path[-1])
        for it in gone:
            if it.growing or it.running:
                it.cut_short()
        self._by_request = {key: it for key, it in self._by_request.items() if it in self._tree}
        self._at_work.difference_update(gone)
        self.nodes_removed.emit(gone)
        self._go(path)
        return gone

    def restore(self, turns: list[Turn]) -> None:
        """Undelete turns, and show them."""
        for turn in turns:
            self._tree.add(turn)
        self.nodes_restored.emit(turns)
        path = self._tree.path_to(turns[0])
        self._go([*path, *self._tree.path_from(turns[0])])

    def load(self, turns: Iterable[Turn], head: Turn | None, sent_from: Turn | None = None) -> None:
        """Fill an empty transcript with stored turns, parents first. Show the path to `head`, or to
        the newest turn."""
        for turn in turns:
            self._tree.add(turn)
        if sent_from is not None:
            sent_from.anew = True
        self._go(self._tree.path_to(head) if head else self._tree.path_from(None))

    # --- calls -------------------------------------------------------------------------------

    def called(self, call_id: str) -> CalledTool | None:
        """Return the newest call with this id, shown or not."""
        owner = self.caller(call_id)
        calls = owner.tool_calls if owner else ()
        return next((called for called in calls if called.call.call_id == call_id), None)

    def caller(self, call_id: str) -> Turn | None:
        """Return the reply that has the newest call with this id."""
        found = (
            turn
            for turn in reversed(self._tree.all())
            if any(called.call.call_id == call_id for called in turn.tool_calls)
        )
        return next(found, None)

    def change_call(self, call_id: str, **changes: Any) -> None:
        """Set fields of a call. An unknown id is ignored."""
        turn, called = self.caller(call_id), self.called(call_id)
        if turn is None or called is None:
            return
        for name, value in changes.items():
            setattr(called, name, value)
        self._at_work.add(turn)
        self._signal(turn)

    def drop_calls(self) -> None:
        """Drop running calls, and open ones in shown turns. Open calls in other versions wait."""
        for turn in self._tree.all():
            shown = turn in self._places
            if turn.running or (shown and any(called.open for called in turn.tool_calls)):
                turn.drop_calls()
                self._signal(turn)

    def drop_running_calls(self) -> None:
        """Drop the calls whose tools run. Those that wait for a decision still wait."""
        for turn in self._tree.all():
            if turn.running:
                turn.drop_running_calls()
                self._signal(turn)

    # --- inside ------------------------------------------------------------------------------

    def _expect(self, request_id: int, turn: Turn) -> None:
        """Index a reply by its request, as events come for every token."""
        self._by_request[request_id] = turn
        self._at_work = {it for it in self._at_work if it.growing or it.running} | {turn}

    def _put(self, turn: Turn, parent: Turn | None) -> None:
        turn.parent = parent
        self._tree.add(turn)
        self.node_added.emit(turn)

    def _show(self, turn: Turn) -> None:
        self._places[turn] = len(self.turns)
        self.turns.append(turn)
        self._tree.see((turn,))
        self.turn_added.emit(len(self.turns) - 1)

    def _go(self, path: list[Turn]) -> None:
        """Show a path of the tree."""
        same = 0
        while same < min(len(path), len(self.turns)) and path[same] is self.turns[same]:
            same += 1
        if same == len(path) == len(self.turns):
            return
        self.changing_path = True
        self._begins_anew = False
        if same < len(self.turns):
            for turn in self.turns[same:]:
                del self._places[turn]
            del self.turns[same:]
            self.turns_dropped.emit(same)
        for turn in path[same:]:
            self._show(turn)
        self.changing_path = False
        self.path_changed.emit()
        self.forget_omitted()

    def _signal(self, turn: Turn) -> None:
        self._sent.forget(turn)
        place = self._places.get(turn)
        if place is None:
            self.off_path_changed.emit(turn)
        else:
            self.turn_changed.emit(place)

    def _forget_prompts(self) -> None:
        """Drop the oldest prompts beyond `KEPT_PROMPTS`."""
        kept = 0
        for turn in reversed(self._tree.all()):
            kept += turn.prompt_size
            if kept > KEPT_PROMPTS and turn is not self.reply and turn.prompt_size:
                turn.traces = tuple(replace(trace, prompt="") for trace in turn.traces)


def _begin(turns: Sequence[Turn]) -> int:
    """Return the index of the first turn that is sent to the model."""
    anew = (at for at in range(len(turns) - 1, -1, -1) if turns[at].anew)
    return next(anew, 0)
