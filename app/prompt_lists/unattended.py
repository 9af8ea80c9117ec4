"""A list of prompts that is asked one after the other, with nobody there."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engine.sentences import say
from ui.state.attachment import Attachment
from ui.state.compared import AnswerState
from ui.state.comparison import Comparison
from ui.state.listed_prompt import ListedPrompt
from ui.state.prompt_progress import PromptProgress, RunState
from ui.state.question import Question

# Asks all panes, which begins a new round of the comparison.
Ask = Callable[[Question], object]
# Hands over the attachments of some files, or a sentence why not.
Taken = Callable[[tuple[Attachment, ...], str], None]
Read = Callable[[ListedPrompt, Taken], None]

NO_PANE = say("There was no pane to ask. Add one and run the list again.")


class PromptRun(QObject):
    """The next prompt is asked once no answer to the former grows any more, whatever became of
    them. `progressed` has a PromptProgress."""

    progressed = Signal(object)

    def __init__(
        self,
        comparison: Comparison,
        prompts: Sequence[ListedPrompt],
        read: Read,
        ask: Ask,
        stop: Callable[[], None],
        busy: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._prompts = list(prompts)
        self._read, self._ask, self._stop, self._busy = read, ask, stop, busy
        self._state = RunState.RUNNING
        self._done = 0
        self._failed = 0
        self._problems: list[str] = []
        self._round: int | None = None
        self._reading = False
        # not at once: a round ends while its panes are still being told of it, and an answer that
        # called a tool which is not there goes on
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._go_on)
        comparison.round_ended.connect(self.wake)

    @property
    def progress(self) -> PromptProgress:
        at = self._done if self._done < len(self._prompts) else -1
        return PromptProgress(
            self._state,
            self._done,
            len(self._prompts),
            self._failed,
            tuple(self._problems),
            "" if at < 0 else self._prompts[at].text,
        )

    def wake(self) -> None:
        """What it may have waited for is over."""
        if not self._state.ended:
            self._soon.start()

    def start(self) -> None:
        self._soon.start()
        self.progressed.emit(self.progress)

    def toggle_pause(self) -> None:
        """What is being answered ends first."""
        if self._state is RunState.RUNNING:
            self.pause()
        elif self._state in (RunState.PAUSING, RunState.PAUSED):
            paused = self._state is RunState.PAUSED
            self._set(RunState.RUNNING)
            if paused:
                self._soon.start()

    def pause(self) -> None:
        if self._state is RunState.RUNNING:
            self._set(RunState.PAUSING if self._at_work else RunState.PAUSED)

    def stop(self) -> None:
        """Its answers too; what they have said stays."""
        if self._state.ended:
            return
        self._set(RunState.STOPPED)
        if self._round is not None:
            self._round = None
            self._stop()

    @property
    def _at_work(self) -> bool:
        return self._round is not None or self._reading

    def _go_on(self) -> None:
        """The next step of whatever is due."""
        if self._round is not None and self._comparison.rounds[self._round].ended:
            self._count_round(self._round)
        if self._state.ended or self._at_work or self._busy():
            # what a person asked meanwhile ends first, also what belongs to no round
            return
        if self._done == len(self._prompts):
            self._set(RunState.DONE)
        elif self._state is RunState.PAUSING:
            self._set(RunState.PAUSED)
        elif self._state is RunState.RUNNING:
            self._begin(self._prompts[self._done])

    def _begin(self, prompt: ListedPrompt) -> None:
        self.progressed.emit(self.progress)
        if prompt.files:
            self._reading = True
            self._read(prompt, self._have_read)
        else:
            self._put(prompt, ())

    def _have_read(self, attachments: tuple[Attachment, ...], problem: str) -> None:
        self._reading = False
        if self._state.ended:
            return
        prompt = self._prompts[self._done]
        if problem:
            self._leave_out(say("Line {line:,}: {problem}", line=prompt.line, problem=problem))
        else:
            self._put(prompt, attachments)

    def _put(self, prompt: ListedPrompt, attachments: tuple[Attachment, ...]) -> None:
        rounds = self._comparison.rounds
        before = len(rounds)
        self._ask(Question(prompt.text, attachments))
        if len(rounds) == before or not rounds[-1].answers:
            self._problems.append(NO_PANE)
            self._set(RunState.STOPPED)
            return
        self._round = len(rounds) - 1
        # each pane may have failed already
        self._soon.start()

    def _count_round(self, index: int) -> None:
        self._round = None
        answers = self._comparison.rounds[index].answers
        self._failed += any(answer.state is AnswerState.FAILED for answer in answers)
        self._done += 1
        self.progressed.emit(self.progress)

    def _leave_out(self, problem: str) -> None:
        self._problems.append(problem)
        self._done += 1
        self.progressed.emit(self.progress)
        self._soon.start()

    def _set(self, state: RunState) -> None:
        self._state = state
        self.progressed.emit(self.progress)
