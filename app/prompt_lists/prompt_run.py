"""Asks a list of prompts one after the other, without user input."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engine.sentences import say
from ui.state.attachment import Attachment
from ui.state.compared import AnswerState
from ui.state.comparison import Comparison
from ui.state.prompt_list import ListedPrompt, PromptProgress, RunState
from ui.state.question import Question

# Sends a prompt to all panes, which starts a new round of the comparison.
Ask = Callable[[Question], object]
# Receives the attachments of a prompt, or the sentence that explains a failure.
OnLoaded = Callable[[tuple[Attachment, ...], str], None]
Read = Callable[[ListedPrompt, OnLoaded], None]

NO_PANE = say("There is no pane to ask. Add one, then run the list again.")


class PromptRun(QObject):
    """Sends the next prompt once every answer to the previous one has ended, even if it failed.
    `progressed` carries a PromptProgress."""

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
        # Not at once: a round ends while its panes are still being notified, and an answer that
        # called an unknown tool continues.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._advance)
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
            len(self._prompts) - self._done - (self._round is not None),
        )

    def wake(self) -> None:
        """Continue if the run was waiting for what has just ended."""
        if not self._state.ended:
            self._soon.start()

    def start(self) -> None:
        self._soon.start()
        self.progressed.emit(self.progress)

    def toggle_pause(self) -> None:
        """Pause after the current prompt, or resume."""
        if self._state is RunState.RUNNING:
            self.pause()
        elif self._state in (RunState.PAUSING, RunState.PAUSED):
            paused = self._state is RunState.PAUSED
            self._set(RunState.RUNNING)
            if paused:
                self._soon.start()

    def pause(self) -> None:
        if self._state is RunState.RUNNING:
            self._set(RunState.PAUSING if self._waiting else RunState.PAUSED)

    def stop(self) -> None:
        """Stop the run and its answers. Text generated so far is kept."""
        if self._state.ended:
            return
        self._set(RunState.STOPPED)
        if self._round is not None:
            self._round = None
            self._stop()

    @property
    def _waiting(self) -> bool:
        return self._round is not None or self._reading

    def _advance(self) -> None:
        """Take the next step that is due."""
        if self._round is not None and self._comparison.rounds[self._round].ended:
            self._count_round(self._round)
        if self._state.ended or self._waiting or self._busy():
            # Wait for what the user asked in the meantime, even outside of any round.
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
            self._read(prompt, self._on_files_read)
        else:
            self._send(prompt, ())

    def _on_files_read(self, attachments: tuple[Attachment, ...], problem: str) -> None:
        self._reading = False
        if self._state.ended:
            return
        prompt = self._prompts[self._done]
        if problem:
            self._skip(say("Line {line:,}: {problem}", line=prompt.line, problem=problem))
        else:
            self._send(prompt, attachments)

    def _send(self, prompt: ListedPrompt, attachments: tuple[Attachment, ...]) -> None:
        rounds = self._comparison.rounds
        before = len(rounds)
        self._ask(Question(prompt.text, attachments))
        if len(rounds) == before or not rounds[-1].answers:
            self._problems.append(NO_PANE)
            self._set(RunState.STOPPED)
            return
        self._round = len(rounds) - 1
        self.progressed.emit(self.progress)
        # Each pane may have failed already.
        self._soon.start()

    def _count_round(self, index: int) -> None:
        self._round = None
        answers = self._comparison.rounds[index].answers
        self._failed += any(answer.state is AnswerState.FAILED for answer in answers)
        self._done += 1
        self.progressed.emit(self.progress)

    def _skip(self, problem: str) -> None:
        self._problems.append(problem)
        self._done += 1
        self.progressed.emit(self.progress)
        self._soon.start()

    def _set(self, state: RunState) -> None:
        self._state = state
        self.progressed.emit(self.progress)
