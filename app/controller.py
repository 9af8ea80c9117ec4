"""What the user does becomes engine commands; engine events become changes of the views."""

import logging
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app import calculator
from app.attachments import Attachments
from app.library import Library, samples
from app.links import ask_to_open
from app.models import Models
from app.previews import Previews
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Command,
    Continue,
    EngineStats,
    Event,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Media,
    MediaKind,
    ModelInfo,
    RequestEvent,
)
from ui import theme
from ui.attachment import Attachment
from ui.chat_options import ChatOptions
from ui.chat_tab import ChatTab
from ui.main_window import MainWindow
from ui.turn import TurnState
from ui.welcome import Sample

log = logging.getLogger(__name__)

DOT_NOTE = (
    "Dot, the built-in model, only knows simple shapes and short clips of them. "
    "To chat about anything else, add a model from the model menu."
)
MAX_TOOL_ROUNDS = 5


class Controller(QObject):
    """Knows which chat each request belongs to; holds no text and paints nothing."""

    def __init__(
        self,
        window: MainWindow,
        submit: Callable[[Command], None],
        previews: Previews,
        library: Library,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._submit = submit
        self._ids = count(1)
        self.samples = samples()
        self.models = Models(window, submit, library, self._ids)
        self.attachments = Attachments(window, previews, library.folder / "pasted")
        self._tabs: dict[int, ChatTab] = {}
        self._tool_rounds: dict[int, int] = {}
        self._connect(window)

    @property
    def model(self) -> ModelInfo | None:
        return self.models.current

    def load_first(self) -> None:
        self.models.load(self.models.chosen)

    def new_chat(self) -> ChatTab:
        tab = ChatTab(next(self._ids))
        tab.welcome.set_note(DOT_NOTE)
        tab.welcome.set_samples(self.samples)
        tab.submitted.connect(lambda text, attached: self.ask(tab, text, attached))
        tab.stop_pressed.connect(lambda: self._stop(tab))
        tab.continue_pressed.connect(lambda: self._continue(tab))
        tab.files_offered.connect(lambda paths: self.attachments.offer(tab, paths))
        tab.image_pasted.connect(lambda image: self.attachments.paste(tab, image))
        tab.sample_chosen.connect(lambda sample: self._try_sample(tab, sample))
        tab.link_activated.connect(lambda link: ask_to_open(link, self._window))
        tab.composer.set_model(self.models.current)
        tab.composer.set_options(ChatOptions(sampling=self.models.recommended))
        self._window.add_chat(tab)
        tab.composer.take_focus()
        return tab

    def ask(self, tab: ChatTab, text: str, attached: tuple[Attachment, ...]) -> None:
        tab.transcript.add_message("user", text, attached)
        self._tool_rounds[tab.chat_id] = 0
        self._generate(tab)

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        """A fault of one event must not lose the others: each chat waits for its own end."""
        for event in events:
            try:
                self._take(event)
            except Exception:
                log.exception("%s could not be shown", type(event).__name__)

    def _connect(self, window: MainWindow) -> None:
        window.new_chat_requested.connect(self._new_chat_wanted)
        window.chat_closed.connect(self._close)
        window.model_chosen.connect(self.models.load)
        window.unload_requested.connect(self.models.unload)
        window.appearance_toggled.connect(_toggle_appearance)
        window.image_dropped.connect(
            lambda image: self.attachments.paste(window.current_chat(), image)
        )

    def _image_dropped(self, image: QImage) -> None:
        self.attachments.paste(self._window.current_chat(), image)

    def _new_chat_wanted(self) -> None:
        """An empty chat is new enough."""
        empty = [tab for tab in self._window.chats() if not tab.transcript.turns]
        if empty:
            self._window.show_chat(empty[-1].chat_id)
            empty[-1].composer.take_focus()
        else:
            self.new_chat()

    # --- requests --------------------------------------------------------------------------

    def _generate(self, tab: ChatTab) -> None:
        request_id = next(self._ids)
        options = tab.composer.options()
        history = _without_lost_media(tab.transcript.history())
        if options.system_prompt.strip():
            history = (ChatMessage("system", options.system_prompt.strip()), *history)
        able = self.models.coming
        sampling = options.sampling
        if able is not None and not able.thinking:
            sampling = replace(sampling, thinking=False, thinking_budget=None)
        # A model that keeps on calling must answer with what it has.
        may_call = options.calculator and self._tool_rounds[tab.chat_id] < MAX_TOOL_ROUNDS
        tools = (calculator.SCHEMA,) if may_call and able and able.tools else ()
        model_id = self.models.chosen
        self._tabs[request_id] = tab
        tab.transcript.begin_reply(request_id, model_id)
        self._window.set_activity(tab.chat_id, True)
        self._submit(Generate(request_id, model_id, history, sampling, tools, options.overflow))

    def _continue(self, tab: ChatTab) -> None:
        reply = tab.transcript.resumable
        if reply is None:
            return
        request_id = next(self._ids)
        command = Continue(request_id, reply.request_id)
        self._tabs[request_id] = tab
        tab.transcript.resume_reply(request_id)
        self._window.set_activity(tab.chat_id, True)
        self._submit(command)

    def _take(self, event: Event) -> None:
        if isinstance(event, EngineStats):
            self._window.show_stats(event)
        elif not self.models.take(event):
            self._to_chat(event)

    def _to_chat(self, event: RequestEvent) -> None:
        tab = self._tabs.get(event.request_id)
        if tab is None:
            return
        ended = isinstance(event, Finished | Failed | Aborted)
        if ended:
            del self._tabs[event.request_id]
        tab.transcript.apply(event)
        if ended:
            self._window.set_activity(tab.chat_id, tab.transcript.busy)
        if isinstance(event, Finished) and event.reason is FinishReason.TOOL_CALLS:
            self._answer_tools(tab)
        if isinstance(event, Failed):
            self._give_back(tab)

    def _answer_tools(self, tab: ChatTab) -> None:
        """Run the calls of the reply that has just ended, and let the model go on from them."""
        self._tool_rounds[tab.chat_id] += 1
        for call in tab.transcript.turns[-1].tool_calls:
            tab.transcript.add_message("tool", calculator.call(call.name, call.arguments))
        self._generate(tab)

    def _give_back(self, tab: ChatTab) -> None:
        """A question that got no word of an answer goes back where it can be changed.

        Where some of the answer came, question and text stay in the conversation, as after a stop.
        """
        failed = tab.transcript.turns[-1]
        if failed.state is TurnState.FAILED and failed.unanswered:
            asked = next(turn for turn in reversed(tab.transcript.turns) if turn.role == "user")
            tab.composer.restore(asked.content, asked.attachments)

    def _stop(self, tab: ChatTab) -> None:
        for request_id, owner in self._tabs.items():
            if owner is tab:
                self._submit(Abort(request_id))

    def _close(self, chat_id: int) -> None:
        for request_id, tab in tuple(self._tabs.items()):
            if tab.chat_id == chat_id:
                self._submit(Abort(request_id))
                del self._tabs[request_id]
        self._window.remove_chat(chat_id)
        if not self._window.chats():
            self.new_chat()

    def _try_sample(self, tab: ChatTab, sample: Sample) -> None:
        kind = MediaKind.VIDEO if sample.is_clip else MediaKind.IMAGE
        if sample.thinking:
            tab.composer.set_thinking(True)
        attached = Attachment(Media(kind, sample.path), sample.preview, sample.path.name, "sample")
        self.ask(tab, sample.question, (attached,))


def _without_lost_media(history: tuple[ChatMessage, ...]) -> tuple[ChatMessage, ...]:
    """A file of an earlier question that was moved since must not stop the chat; that of the last
    question stays, so that the engine says what is missing."""
    last = max((i for i, m in enumerate(history) if m.role == "user"), default=0)
    return tuple(
        message if index == last else _kept(message) for index, message in enumerate(history)
    )


def _kept(message: ChatMessage) -> ChatMessage:
    lost = [media.path.name for media in message.media if not media.path.exists()]
    if not lost:
        return message
    media = tuple(media for media in message.media if media.path.exists())
    note = f"(No longer there: {', '.join(lost)}.)"
    return replace(message, media=media, content=f"{note}\n{message.content}")


def _toggle_appearance() -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.toggle(application)
