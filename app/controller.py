"""What the user does becomes engine commands; engine events become changes of the views."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from app.asked import MAX_TOOL_ROUNDS, Asked
from app.attachments import Attachments, of_sample
from app.endings import unsent, without_calls
from app.library import Library, samples
from app.links import ask_to_open
from app.measuring import Measuring
from app.models import Models
from app.preferences import Preferences
from app.previews import Previews
from app.tool_calls import ToolCalls
from engine.messages import (
    Abort,
    Aborted,
    Command,
    Continue,
    EngineStats,
    Event,
    Failed,
    Finished,
    ModelInfo,
    ModelReady,
    RequestEvent,
)
from ui import theme
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.turn import TurnState
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow
from ui.tabs.welcome import Sample

log = logging.getLogger(__name__)

DOT_NOTE = (
    "Dot, the built-in model, only knows simple shapes and short clips of them. "
    "To chat about anything else, add a model from the model menu."
)


class Controller(QObject):
    """Knows which chat each request belongs to; holds no text and paints nothing.

    A request is held here until its model is known: only then is it known whether it takes tools.
    """

    def __init__(
        self,
        window: MainWindow,
        submit: Callable[[Command], None],
        previews: Previews,
        library: Library,
        preferences: Preferences,
        calls: ToolCalls,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._preferences = preferences
        self._calls = calls
        self._submit = submit
        self._ids = count(1)
        self.samples = samples()
        self.models = Models(window, submit, library, self._ids)
        self.attachments = Attachments(window, previews)
        self.measuring = Measuring(window, submit, self._ids, lambda: self.models.current)
        self.measuring.told.connect(self.attachments.viewing.set_cost)
        self._tabs: dict[int, ChatTab] = {}
        self._asked: dict[int, Asked] = {}
        self._held: dict[int, Asked] = {}
        self._never_sent: dict[int, Asked] = {}
        self._stopped: set[int] = set()
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
        tab.submitted.connect(partial(self.ask, tab))
        tab.stop_pressed.connect(lambda: self._stop(tab))
        tab.continue_pressed.connect(lambda: self._continue(tab))
        tab.call_decided.connect(
            lambda call_id, decision, arguments: self._calls.decide(
                tab, call_id, decision, arguments, self._asked[tab.chat_id].options
            )
        )
        self.attachments.follow(tab)
        self.measuring.follow(tab)
        tab.sample_chosen.connect(lambda sample: self._try_sample(tab, sample))
        tab.link_activated.connect(lambda link: ask_to_open(link, self._window))
        tab.composer.set_model(self.models.current)
        tab.composer.set_options(ChatOptions(sampling=self.models.recommended))
        self._window.add_chat(tab)
        tab.composer.take_focus()
        return tab

    def ask(
        self,
        tab: ChatTab,
        text: str,
        attached: tuple[Attachment, ...],
        places: tuple[int, ...] = (),
    ) -> None:
        """`places` are the offsets in `text` at which those that are attached stand."""
        self._calls.stop(tab)
        tab.transcript.add_message("user", text, attached, places)
        self._asked[tab.chat_id] = Asked(
            self.models.chosen, tab.composer.options(), self.models.recommended
        )
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
        window.model_chosen.connect(self.measuring.refresh)
        window.unload_requested.connect(self.models.unload)
        window.appearance_toggled.connect(_toggle_appearance)
        self._calls.answered.connect(self._go_on)
        self._preferences.changed.connect(self._show_formats)

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
        asked = self._asked[tab.chat_id]
        self._tabs[request_id] = tab
        tab.transcript.begin_reply(request_id, asked.model_id)
        self._window.set_activity(tab.chat_id, True)
        self._send_or_hold(request_id, tab, asked)

    def _send_or_hold(self, request_id: int, tab: ChatTab, asked: Asked) -> None:
        if asked.model_id in self.models.known:
            self._send(request_id, tab, asked)
        else:
            self._held[request_id] = asked
            self._tell_awaited()
            self.models.make_known(asked.model_id)

    def _send(self, request_id: int, tab: ChatTab, asked: Asked) -> None:
        model = self.models.known[asked.model_id]
        history = tab.transcript.history()
        offered = self._calls.offered(asked.options)
        formats = dict(self._preferences.value.formats)
        channel_format = formats.get(asked.model_id, "")
        self._submit(asked.request(request_id, model, history, offered, channel_format))

    def _release(self, event: RequestEvent) -> None:
        """Send what was held for a model that is now known; end it where the load has ended."""
        for request_id, asked in tuple(self._held.items()):
            if asked.model_id in self.models.known:
                del self._held[request_id]
                self._send(request_id, self._tabs[request_id], asked)
            elif not self.models.loading(asked.model_id):
                failed = isinstance(event, Failed)
                end = replace(event, request_id=request_id) if failed else unsent(request_id)
                self._to_chat(end)
        self._tell_awaited()

    def _tell_awaited(self) -> None:
        self.models.awaited = {asked.model_id for asked in self._held.values()}

    def _continue(self, tab: ChatTab) -> None:
        reply = tab.transcript.resumable
        if reply is None:
            return
        request_id = next(self._ids)
        former = reply.request_id
        self._tabs[request_id] = tab
        tab.transcript.resume_reply(request_id)
        self._window.set_activity(tab.chat_id, True)
        if asked := self._never_sent.pop(former, None):
            self._send_or_hold(request_id, tab, asked)
        else:
            self._submit(Continue(request_id, former))

    def _take(self, event: Event) -> None:
        if isinstance(event, EngineStats):
            self._window.show_stats(event)
        elif self.models.take(event):
            if isinstance(event, ModelReady):
                self._show_formats()
            self.measuring.take(event)
            self._release(event)
        elif not self.measuring.take(event):
            self._to_chat(event)

    def _to_chat(self, event: RequestEvent) -> None:
        tab = self._tabs.get(event.request_id)
        if tab is None:
            return
        if event.request_id in self._stopped:
            event = without_calls(event)
        ended = isinstance(event, Finished | Failed | Aborted)
        if ended:
            self._forget(event.request_id)
        tab.transcript.apply(event)
        if ended:
            self._window.set_activity(tab.chat_id, tab.transcript.busy)
        if isinstance(event, Finished) and tab.transcript.turns[-1].tool_calls:
            self._calls.begin(tab, self._asked[tab.chat_id].options)
        if isinstance(event, Failed):
            self._give_back(tab)

    def _go_on(self, tab: ChatTab) -> None:
        """The calls of the last reply have results: let the model go on from them."""
        asked = self._asked[tab.chat_id]
        self._asked[tab.chat_id] = asked = replace(asked, rounds=asked.rounds + 1)
        if not asked.may_call:
            self._window.show_notice(
                f"The model called tools {MAX_TOOL_ROUNDS} times for one question. Now it has to "
                "answer without them."
            )
        self._generate(tab)

    def _give_back(self, tab: ChatTab) -> None:
        """A question that got no word of an answer goes back where it can be changed.

        Where some of the answer came, question and text stay in the conversation, as after a stop.
        """
        failed = tab.transcript.turns[-1]
        if failed.state is TurnState.FAILED and failed.unanswered:
            asked = next(turn for turn in reversed(tab.transcript.turns) if turn.role == "user")
            tab.composer.restore(asked.content, asked.attachments, asked.places)

    def _show_formats(self) -> None:
        names = list(self.models.current.channel_formats) if self.models.current else []
        self._window.set_formats(names, dict(self._preferences.value.formats))

    def _forget(self, request_id: int) -> None:
        del self._tabs[request_id]
        self._stopped.discard(request_id)
        if self._held.pop(request_id, None):
            self._tell_awaited()

    def _stop(self, tab: ChatTab) -> None:
        self._calls.stop(tab)
        for request_id, owner in tuple(self._tabs.items()):
            if owner is not tab:
                continue
            if request_id in self._held:
                self._never_sent[request_id] = self._held[request_id]
                self._to_chat(unsent(request_id))
            else:
                self._stopped.add(request_id)
                self._submit(Abort(request_id))

    def _close(self, chat_id: int) -> None:
        self._asked.pop(chat_id, None)
        for tab in self._window.chats():
            if tab.chat_id == chat_id:
                self._calls.stop(tab)
        for request_id, tab in tuple(self._tabs.items()):
            if tab.chat_id == chat_id:
                if request_id not in self._held:
                    self._submit(Abort(request_id))
                self._forget(request_id)
        self._window.remove_chat(chat_id)
        self.attachments.forget(chat_id)
        self.measuring.refresh()
        if not self._window.chats():
            self.new_chat()

    def _try_sample(self, tab: ChatTab, sample: Sample) -> None:
        if sample.thinking:
            tab.composer.set_thinking(True)
        self.ask(tab, sample.question, (of_sample(sample),))


def _toggle_appearance() -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.toggle(application)
