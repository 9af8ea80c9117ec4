"""Titles of conversations, made from their first question and answer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from app.base.paths import DOT
from app.requests.chat_models import Models
from app.requests.replies import Replies
from app.requests.title_words import title_for, written_title
from app.settings.preferences import Preferences
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    ChatMessage,
    Command,
    Delta,
    Event,
    Failed,
    Finished,
    FinishReason,
    Generate,
    RequestEvent,
    SamplingParams,
)
from ui.language import tr
from ui.state.transcript import Transcript
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow

# after the last answer: a follow-up shall not wait
PAUSE_MS = 1500
MOST_TOKENS = 24
# of the question and the answer each
MOST_READ = 600
# what a model is told stays English
ASKED = (
    "Write a title of at most six words for this conversation, in its language. "
    "Answer with the title alone.\n\nQuestion: {question}\n\nAnswer: {answer}"
)


@dataclass(eq=False)
class _Wanted:
    """`title` is the one that it has until then."""

    tab: ChatTab
    model_id: str
    title: str
    text: str
    written: str = ""


class Titles(QObject):
    """At once by a rule; then, where the settings allow it, the model that answered is asked, while
    nobody else asks anything. One that a person chose stays."""

    def __init__(
        self,
        window: MainWindow,
        submit: Callable[[Command], None],
        ids: Iterator[int],
        models: Models,
        replies: Replies,
        preferences: Preferences,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._submit = submit
        self._ids = ids
        self._models = models
        self._preferences = preferences
        self._wanted: list[_Wanted] = []
        self._asked: dict[int, _Wanted] = {}
        self.pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self.pause.timeout.connect(self._ask_next)
        replies.ended.connect(self._ended)
        replies.busy_changed.connect(self._busy_changed)

    def take(self, event: Event) -> bool:
        """Whether it was ours alone."""
        if not isinstance(event, RequestEvent) or event.request_id not in self._asked:
            return False
        wanted = self._asked[event.request_id]
        if isinstance(event, Delta) and event.channel is Channel.CONTENT:
            wanted.written += event.text
        elif isinstance(event, Finished | Failed | Aborted):
            del self._asked[event.request_id]
            self._window.name_request(event.request_id, "")
            if isinstance(event, Finished) and event.reason is FinishReason.STOP:
                self._use(wanted)
            self._begin_pause()
        return True

    # --- by the rule -----------------------------------------------------------------------

    def _ended(self, transcript: Transcript) -> None:
        tab = next((it for it in self._window.tabs() if transcript in it.transcripts), None)
        if tab is None or tab.named or not _is_first(tab, transcript):
            return
        question, answer = transcript.turns
        title = title_for(question.content, answer.content)
        if title and title != tab.title:
            tab.set_title(title)
        if isinstance(tab, ChatTab) and self._may_ask(tab) and answer.content:
            text = ASKED.format(
                question=question.content[:MOST_READ], answer=answer.content[:MOST_READ]
            )
            self._wanted.append(_Wanted(tab, tab.model_id, tab.title, text))
            self._begin_pause()

    def _may_ask(self, tab: ChatTab) -> bool:
        """Dot has not learnt to write titles."""
        return self._preferences.value.titles_by_model and tab.model_id != str(DOT)

    # --- by the model ----------------------------------------------------------------------

    def _busy_changed(self, transcript: Transcript) -> None:
        """People come first: what was begun is begun anew later."""
        if not transcript.busy:
            self._begin_pause()
            return
        self.pause.stop()
        for request_id, wanted in self._asked.items():
            if wanted not in self._wanted:
                self._wanted.append(wanted)
            self._submit(Abort(request_id))

    def _begin_pause(self) -> None:
        if self._wanted and not self._asked and not self._busy():
            self.pause.start()

    def _busy(self) -> bool:
        return any(tab.busy for tab in self._window.tabs())

    def _ask_next(self) -> None:
        while self._wanted and not self._busy():
            wanted = self._wanted.pop(0)
            # none is loaded for this
            if self._is_wanted(wanted) and self._models.in_memory(wanted.model_id):
                self._ask(wanted)
                return

    def _ask(self, wanted: _Wanted) -> None:
        request_id = next(self._ids)
        self._asked[request_id] = wanted
        wanted.written = ""
        self._window.name_request(request_id, tr("A title is written"))
        formats = dict(self._preferences.value.formats)
        sampling = SamplingParams(max_tokens=MOST_TOKENS, temperature=0.0, thinking=False)
        message = ChatMessage("user", wanted.text)
        chosen = formats.get(wanted.model_id, "")
        self._submit(
            Generate(request_id, wanted.model_id, (message,), sampling, channel_format=chosen)
        )

    def _use(self, wanted: _Wanted) -> None:
        title = written_title(wanted.written)
        if title and self._is_wanted(wanted):
            wanted.tab.set_title(title)

    def _is_wanted(self, wanted: _Wanted) -> bool:
        """Nobody has closed it or given it another title meanwhile."""
        tab = wanted.tab
        return tab in self._window.tabs() and not tab.named and tab.title == wanted.title


def _is_first(tab: Tab, transcript: Transcript) -> bool:
    """Of a comparison the first pane's counts; later versions change no title."""
    roles = [turn.role for turn in transcript.turns]
    said = [turn for turn in transcript.all_turns() if turn.role == "assistant" and turn.content]
    first = roles == ["user", "assistant"] and said in ([], transcript.turns[1:])
    return first and transcript is tab.transcripts[0]
