"""Titles of conversations: at once from the first question and answer, later by the model."""

from functools import partial

from PySide6.QtCore import QObject, QTimer

from app.base.paths import DOT
from app.requests import title_words
from app.requests.chat_models import ChatModels
from app.requests.client import RequestClient
from app.requests.replies import Replies
from app.settings.preferences import Preferences
from engine.frozen import mutable
from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    RequestEvent,
    SamplingParams,
)
from engine.remote_ids import is_remote
from ui.look.language import tr
from ui.state.chat import Chat
from ui.state.conversation import Conversation
from ui.state.transcript import Transcript
from ui.state.turn import TurnState
from ui.state.workspace import Workspace

# After the last answer, so that a follow-up question need not wait for a title.
PAUSE_MS = 1500
MAX_TOKENS = 24
# Characters of the question, and of the answer.
MAX_CHARACTERS = 600
# Prompts of ours are in English.
PROMPT = (
    "Write a title of at most six words for this conversation, in its language. "
    "Answer with the title alone.\n\nQuestion: {question}\n\nAnswer: {answer}"
)


@mutable
class _Wanted:
    """A title that a model shall write. `title` is the chat's title until then, `written` the
    model's answer so far."""

    chat: Chat
    model_id: str
    title: str
    prompt: str
    written: str = ""


class Titles(QObject):
    """A rule titles a conversation at once. If the settings allow it, the model that answered
    writes a better title while no other request runs. A title that a person chose stays."""

    def __init__(
        self,
        workspace: Workspace,
        client: RequestClient,
        models: ChatModels,
        replies: Replies,
        preferences: Preferences,
    ) -> None:
        super().__init__(workspace)
        self._conversations = workspace.conversations
        self._engine = workspace.engine
        self._client = client
        self._models = models
        self._preferences = preferences
        self._wanted: list[_Wanted] = []
        self._requests: dict[int, _Wanted] = {}
        self.pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self.pause.timeout.connect(self._ask_next)
        replies.ended.connect(self._ended)
        replies.busy_changed.connect(self._busy_changed)

    # --- by the rule -----------------------------------------------------------------------

    def _ended(self, transcript: Transcript) -> None:
        chat = self._conversations.owner(transcript)
        if chat is None or chat.named or not _is_first_exchange(chat, transcript):
            return
        question, answer = transcript.turns
        cut = answer.state is not TurnState.DONE or answer.reason is FinishReason.LENGTH
        title = title_words.title_for(question.content, answer.content, cut=cut)
        if title and title != chat.title:
            chat.set_title(title)
        if isinstance(chat, Chat) and self._may_ask(chat) and answer.content:
            prompt = PROMPT.format(
                question=question.content[:MAX_CHARACTERS], answer=answer.content[:MAX_CHARACTERS]
            )
            self._wanted.append(_Wanted(chat, chat.model_id, chat.title, prompt))
            self._start_pause()

    def _may_ask(self, chat: Chat) -> bool:
        """Return True if the settings allow it. Dot was not trained to write titles, and a server
        is sent nothing that a person did not ask."""
        allowed = self._preferences.value.titles_by_model and not chat.temporary
        return allowed and chat.model_id != str(DOT) and not is_remote(chat.model_id)

    # --- by the model ----------------------------------------------------------------------

    def _busy_changed(self, transcript: Transcript) -> None:
        """Let questions go first: a title that is being written starts over later."""
        if not transcript.busy:
            self._start_pause()
            return
        self.pause.stop()
        for request_id, wanted in self._requests.items():
            if wanted not in self._wanted:
                self._wanted.append(wanted)
            self._client.abort(request_id)

    def _start_pause(self) -> None:
        if self._wanted and not self._requests and not self._busy():
            self.pause.start()

    def _busy(self) -> bool:
        return bool(self._conversations.busy)

    def _ask_next(self) -> None:
        while self._wanted and not self._busy():
            wanted = self._wanted.pop(0)
            # no model is loaded for a title
            if self._is_wanted(wanted) and self._models.in_memory(wanted.model_id):
                self._ask(wanted)
                return

    def _ask(self, wanted: _Wanted) -> None:
        wanted.written = ""
        request_id = self._client.send(
            partial(
                Generate,
                model_id=wanted.model_id,
                messages=(ChatMessage("user", wanted.prompt),),
                sampling=SamplingParams(max_tokens=MAX_TOKENS, temperature=0.0, thinking=False),
                channel_format=dict(self._preferences.value.formats).get(wanted.model_id, ""),
            ),
            partial(self._on_event, wanted),
        )
        self._requests[request_id] = wanted
        self._engine.name_request(request_id, tr("Writing a title"))

    def _on_event(self, wanted: _Wanted, event: RequestEvent) -> None:
        if isinstance(event, Delta) and event.channel is Channel.CONTENT:
            wanted.written += event.text
        elif isinstance(event, Finished | Failed | Aborted):
            del self._requests[event.request_id]
            self._engine.name_request(event.request_id, "")
            if isinstance(event, Finished) and event.reason is FinishReason.STOP:
                self._use(wanted)
            self._start_pause()

    def _use(self, wanted: _Wanted) -> None:
        title = title_words.written_title(wanted.written)
        if title and self._is_wanted(wanted):
            wanted.chat.set_title(title)

    def _is_wanted(self, wanted: _Wanted) -> bool:
        """Return False if the chat was closed or got another title meanwhile, or if the settings
        were changed."""
        chat = wanted.chat
        if chat not in list(self._conversations) or not self._preferences.value.titles_by_model:
            return False
        return not chat.named and chat.title == wanted.title


def _is_first_exchange(chat: Conversation, transcript: Transcript) -> bool:
    """Return True if the transcript has its first answer; later versions of it change no title. In
    a comparison only the first pane counts."""
    roles = [turn.role for turn in transcript.turns]
    answers = [turn for turn in transcript.all_turns() if turn.role == "assistant" and turn.content]
    first = roles == ["user", "assistant"] and answers in ([], transcript.turns[1:])
    return first and transcript is chat.transcripts[0]
