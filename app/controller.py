"""What the user does becomes engine commands; engine events become changes of the views."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QApplication, QMessageBox

from app import calculator
from app.library import Library, samples
from app.paths import DOT
from app.previews import Preview, Previews
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Command,
    EngineStats,
    Event,
    Failed,
    Finished,
    FinishReason,
    Generate,
    LoadModel,
    Media,
    MediaKind,
    ModelInfo,
    ModelReady,
    ModelUnloaded,
    RequestEvent,
    SamplingParams,
    UnloadModel,
)
from ui import theme
from ui.attachment import Attachment
from ui.chat_options import ChatOptions
from ui.chat_tab import ChatTab
from ui.main_window import MainWindow
from ui.welcome import Sample

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
        self._previews = previews
        self._library = library
        self._ids = count(1)
        self.samples = samples()
        self.model: ModelInfo | None = None
        self._model_id = str(DOT)
        self._tabs: dict[int, ChatTab] = {}
        self._loads: dict[int, str] = {}
        self._pending: dict[int, int] = {}
        self._tool_rounds: dict[int, int] = {}
        self._defaults = SamplingParams()
        self._connect(window)
        window.set_models(library.entries())

    def load_first(self) -> None:
        self.load(self._model_id)

    def new_chat(self) -> ChatTab:
        tab = ChatTab(next(self._ids))
        tab.welcome.set_note(DOT_NOTE)
        tab.welcome.set_samples(self.samples)
        tab.submitted.connect(lambda text, attached: self.ask(tab, text, attached))
        tab.stop_pressed.connect(lambda: self._stop(tab))
        tab.files_offered.connect(lambda paths: self._offer(tab, paths))
        tab.image_pasted.connect(lambda image: self._paste(tab, image))
        tab.sample_chosen.connect(lambda sample: self._try_sample(tab, sample))
        tab.link_activated.connect(self._ask_to_open)
        tab.composer.set_model(self.model)
        tab.composer.set_options(ChatOptions(sampling=self._defaults))
        self._window.add_chat(tab)
        tab.composer.take_focus()
        return tab

    @Slot(str)
    def load(self, model_id: str) -> None:
        request_id = next(self._ids)
        self._loads[request_id] = model_id
        # What is asked from now on is for the new model, and waits for it.
        self._model_id = model_id
        self._window.set_model(self.model, f"Loading {_name(model_id)}…")
        self._submit(LoadModel(request_id, model_id))

    def ask(self, tab: ChatTab, text: str, attached: tuple[Attachment, ...]) -> None:
        tab.transcript.add_message("user", text, attached)
        self._tool_rounds[tab.chat_id] = 0
        self._generate(tab)

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, EngineStats):
                self._window.show_stats(event)
            elif isinstance(event, ModelReady):
                self._model_ready(event)
            elif event.request_id in self._loads:
                self._load_ended(event)
            else:
                self._to_chat(event)

    @Slot(list)
    def on_previews(self, previews: list[Preview]) -> None:
        tabs = {tab.chat_id: tab for tab in self._window.chats()}
        for preview in previews:
            tab = tabs.get(preview.chat_id)
            if tab is None:
                continue
            self._pending[tab.chat_id] -= 1
            tab.composer.set_pending(self._pending[tab.chat_id])
            if preview.attachment is None:
                tab.composer.show_problem(preview.problem)
            else:
                tab.composer.add_attachment(preview.attachment)

    def _connect(self, window: MainWindow) -> None:
        window.new_chat_requested.connect(self._new_chat_wanted)
        window.chat_closed.connect(self._close)
        window.model_chosen.connect(self.load)
        window.unload_requested.connect(self._unload)
        window.appearance_toggled.connect(_toggle_appearance)
        window.image_dropped.connect(lambda image: self._paste(window.current_chat(), image))

    def _new_chat_wanted(self) -> None:
        """An empty chat is new enough."""
        empty = [tab for tab in self._window.chats() if not tab.transcript.turns]
        if empty:
            self._window.show_chat(empty[-1].chat_id)
            empty[-1].composer.take_focus()
        else:
            self.new_chat()

    def _generate(self, tab: ChatTab) -> None:
        request_id = next(self._ids)
        options = tab.composer.options()
        history = _without_lost_media(tab.transcript.history())
        if options.system_prompt.strip():
            history = (ChatMessage("system", options.system_prompt.strip()), *history)
        self._tabs[request_id] = tab
        tab.transcript.begin_reply(request_id)
        self._window.set_activity(tab.chat_id, True)
        able = self.model
        # A model that keeps on calling must answer with what it has.
        may_call = options.calculator and self._tool_rounds[tab.chat_id] < MAX_TOOL_ROUNDS
        self._submit(
            Generate(
                request_id,
                self._model_id,
                history,
                options.sampling,
                thinking=options.thinking and (able is None or able.thinking),
                tools=(calculator.SCHEMA,) if may_call and able and able.tools else (),
            )
        )

    def _to_chat(self, event: RequestEvent) -> None:
        tab = self._tabs.get(event.request_id)
        if tab is None:
            return
        tab.transcript.apply(event)
        if isinstance(event, Finished | Failed | Aborted):
            del self._tabs[event.request_id]
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
        """A question that could not be answered goes back where it can be changed."""
        asked = next(turn for turn in reversed(tab.transcript.turns) if turn.role == "user")
        tab.composer.restore(asked.content, asked.attachments)

    def _model_ready(self, event: ModelReady) -> None:
        self._loads.pop(event.request_id, None)
        previous, self._defaults = self._defaults, event.model.sampling
        self.model = event.model
        self._library.used(event.model.model_id)
        self._window.set_models(self._library.entries())
        self._show_model()
        for tab in self._window.chats():
            if tab.composer.options().sampling == previous:
                tab.composer.change_options(sampling=self._defaults)
        if event.model.notice:
            self._window.show_notice(event.model.notice)

    def _load_ended(self, event: RequestEvent) -> None:
        """A load that failed leaves the model as it was; one that worked is ModelReady."""
        model_id = self._loads.pop(event.request_id)
        if isinstance(event, Failed):
            self._window.show_notice(event.message, "error")
            if self._model_id == model_id:
                self._model_id = self.model.model_id if self.model else str(DOT)
        elif isinstance(event, ModelUnloaded) and self.model and self.model.model_id == model_id:
            self.model = None
        self._show_model()

    def _show_model(self) -> None:
        self._window.set_model(self.model)
        for tab in self._window.chats():
            tab.composer.set_model(self.model)

    def _unload(self) -> None:
        if self.model is not None:
            request_id = next(self._ids)
            self._loads[request_id] = self.model.model_id
            self._submit(UnloadModel(request_id, self.model.model_id))

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

    def _offer(self, tab: ChatTab, paths: list[Path]) -> None:
        self._pending[tab.chat_id] = self._pending.get(tab.chat_id, 0) + len(paths)
        tab.composer.set_pending(self._pending[tab.chat_id])
        for path in paths:
            self._previews.request(tab.chat_id, path)

    def _paste(self, tab: ChatTab, image: QImage) -> None:
        folder = self._library.folder / "pasted"
        path = folder / f"Pasted picture {uuid4().hex[:8]}.png"
        folder.mkdir(parents=True, exist_ok=True)
        if image.save(str(path)):
            self._offer(tab, [path])
        else:
            tab.composer.show_problem(f"The pasted picture could not be saved in {folder}.")

    def _try_sample(self, tab: ChatTab, sample: Sample) -> None:
        kind = MediaKind.VIDEO if sample.is_clip else MediaKind.IMAGE
        if sample.thinking:
            tab.composer.change_options(thinking=True)
        attached = Attachment(Media(kind, sample.path), sample.preview, sample.path.name, "sample")
        self.ask(tab, sample.question, (attached,))

    def _ask_to_open(self, link: str) -> None:
        """A link in an answer is a model's word: the address is shown before anything opens."""
        url = QUrl(link)
        buttons = QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Open {url.host()} in the browser?")
        box.setInformativeText(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        box.setStandardButtons(buttons)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.accepted.connect(lambda: QDesktopServices.openUrl(url))
        box.open()


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


def _name(model_id: str) -> str:
    return "Dot" if Path(model_id) == DOT else Path(model_id).name
