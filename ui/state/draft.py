"""The question that is being written in a conversation, its files, and what is known about it."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from engine.messages import Counted, MediaCost, ModelInfo
from ui.state.attachment import Attachment
from ui.state.question import Question
from ui.state.turn import Turn

# A cost, the sentence why a file cannot be read, or None if the cost is unknown.
Cost = MediaCost | str | None


class Draft(QObject):
    """The question as written so far, and the asked question that it will replace, if any. No
    widget is needed; a composer shows the draft and writes back what a person types.

    While an asked question is being edited, `kept` is what was being written before, and `edited`
    is the turn that will be replaced; None stands for the last question of all panes.

    `model` is the model that will be asked, in a comparison the first one with vision; None if no
    model can be asked. `costs` are the costs of attachments for it. `counts` are the token counts
    of the prompt, one for each model that will be asked; a sentence stands for a prompt that cannot
    be asked. `pending` is the number of offered files that are still being read; sending waits for
    them. `problems` are sentences about the last action: the next send, paste or offer of files
    ends them. `shown` is True while a composer on the screen shows the draft.

    `changed` comes after every change of the question. Before it, these signals ask the composer to
    show the change: `replaced` to show `question`, with True if undo must not bring the former text
    back; `restored` has a Question to put before what is there, `attachment_added` an Attachment,
    `attachment_replaced` the former one and the new one, or None. The composer writes the result
    back, since only it knows in which order files at the same place stand.

    `editing_changed` comes when editing begins or ends, `cost_changed` has an Attachment and its
    cost, and `status_changed` is about `counts` and `pending`.
    """

    changed = Signal()
    replaced = Signal(bool)
    restored = Signal(object)
    attachment_added = Signal(object)
    attachment_replaced = Signal(object, object)
    attachments_changed = Signal()
    editing_changed = Signal()
    model_changed = Signal()
    cost_changed = Signal(object, object)
    status_changed = Signal()
    problems_changed = Signal()
    shown_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.question = Question()
        self.edited: Turn | None = None
        self._kept: Question | None = None
        # files that were offered for `kept` and are still being read; files come in their order
        self._awaited = 0
        self._last = Question()
        self._begun = Question()
        self._last_turn: Turn | None = None
        self.model: ModelInfo | None = None
        self.costs: WeakKeyDictionary[Attachment, Cost] = WeakKeyDictionary()
        self.counts: tuple[Counted | str, ...] = ()
        self.pending = 0
        self.problems: tuple[str, ...] = ()
        self.shown = False

    # --- the question ----------------------------------------------------------------------

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        return self.question.attachments

    def write(self, question: Question) -> None:
        """Take over what the composer shows."""
        if question != self.question:
            former, self.question = self.question, question
            self._announce(former)

    def put(self, question: Question) -> None:
        """Replace the question for good."""
        self._replace(question, final=True)

    def add(self, attachment: Attachment) -> None:
        """Attach a file, after those that stand before the text. One that was offered before an
        asked question was to be edited goes to what was being written then."""
        if self._awaited and self._kept is not None:
            self._kept = self._kept.adding(attachment)
            self.changed.emit()
            return
        former, self.question = self.question, self.question.adding(attachment)
        self.attachment_added.emit(attachment)
        self._announce(former)

    def replace(self, old: Attachment, new: Attachment | None) -> None:
        """Replace an attachment, or remove it if `new` is None. One that is gone is ignored. With
        `new` the same as `old`, a refused choice about it is taken back in the composer."""
        if self._kept is not None:
            self._kept = self._kept.replacing(old, new)
        if old not in self.attachments:
            return
        former, self.question = self.question, self.question.replacing(old, new)
        self.attachment_replaced.emit(old, new)
        self._announce(former)

    def restore(self, question: Question) -> None:
        """Put a refused question back, before anything begun since; while another one is edited,
        before what was being written until then."""
        if self._kept is not None:
            self._kept = question.before(self._kept)
            self.changed.emit()
            return
        former, self.question = self.question, question.before(self.question)
        self.restored.emit(question)
        self._announce(former)

    def send(self) -> Question:
        """Return the question to be asked, and go on with what was being written before it."""
        question = self.question.stripped()
        self.put(self.end_edit() or Question())
        return question

    # --- editing an asked question ---------------------------------------------------------

    @property
    def editing(self) -> bool:
        return self._kept is not None

    @property
    def rewritten(self) -> bool:
        """Return True if an asked question is being edited and has changes."""
        return self.editing and self.question != self._begun

    @property
    def kept(self) -> Question:
        return self._kept or Question()

    def set_last(self, question: Question, turn: Turn | None = None) -> None:
        """Set the question that `edit_last` brings back, and its turn."""
        self._last, self._last_turn = question, turn

    def edit_last(self) -> None:
        """Bring the last question back, unless there is none or one is being edited already."""
        if not (self.editing or self._last.empty):
            self.edit(self._last, self._last_turn)

    def edit(self, question: Question, edited: Turn | None = None) -> None:
        """Write a new version of an asked question."""
        if self._kept is None:
            self._kept, self._awaited = self.question, self.pending
        self.edited = edited
        self._replace(question, final=False)
        # The composer may have written it with other spaces and ends of lines.
        self._begun = self.question
        self.editing_changed.emit()

    def cancel_edit(self) -> None:
        """Go back to what was being written before."""
        if (kept := self.end_edit()) is not None:
            self._replace(kept, final=False)

    def end_edit(self) -> Question | None:
        """Return what was being written before, or None if nothing was being edited."""
        kept, self._kept, self.edited = self._kept, None, None
        if kept is not None:
            self.editing_changed.emit()
        return kept

    # --- what is known about it ------------------------------------------------------------

    def set_model(self, model: ModelInfo | None) -> None:
        """Set the model that will be asked. The costs for another model are forgotten."""
        if model == self.model:
            return
        former, self.model = self.model, model
        if _model_id(former) != _model_id(model):
            for attachment in self.attachments:
                self.set_cost(attachment, None)
        self.model_changed.emit()

    def set_cost(self, attachment: Attachment, cost: Cost) -> None:
        if cost != self.costs.get(attachment):
            self.costs[attachment] = cost
            self.cost_changed.emit(attachment, cost)

    def set_counts(self, counts: Sequence[Counted | str]) -> None:
        self.counts = tuple(counts)
        self.status_changed.emit()

    def add_pending(self, count: int) -> None:
        """Wait for more files, or for fewer if `count` is negative."""
        self.pending += count
        if count < 0:
            self._awaited = max(0, self._awaited + count)
        self.status_changed.emit()

    def tell(self, *problems: str) -> None:
        """Replace the problems."""
        self.problems = problems
        self.problems_changed.emit()

    def end_problems(self) -> None:
        self.tell()

    def add_problem(self, problem: str) -> None:
        """Add one of several problems of the same action, such as a drop of many files."""
        if problem not in self.problems:
            self.tell(*self.problems, problem)

    def set_shown(self, shown: bool) -> None:
        if shown != self.shown:
            self.shown = shown
            self.shown_changed.emit()

    # --- inside ----------------------------------------------------------------------------

    def _replace(self, question: Question, *, final: bool) -> None:
        former, self.question = self.question, question
        self.replaced.emit(final)
        self._announce(former)

    def _announce(self, former: Question) -> None:
        if former.attachments != self.question.attachments:
            self.attachments_changed.emit()
        self.changed.emit()


def _model_id(model: ModelInfo | None) -> str:
    return model.model_id if model else ""
