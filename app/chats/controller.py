"""What the user does becomes engine commands; engine events become changes of the views."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Slot

from app.attachments.attachments import Attachments, of_sample
from app.attachments.previews import Previews
from app.base.paths import DOT, model_name
from app.chats.compare_results import CompareResults
from app.chats.conversations import OpenConversations
from app.chats.links import ask_to_open
from app.database.store import Store
from app.models.chat_models import Models
from app.models.library import Library, samples
from app.models.request_options import Asked
from app.recording.recorder import Recorder
from app.requests.announcing import announce
from app.requests.branching import Branching
from app.requests.comparing import Comparing
from app.requests.media_costs import Measuring
from app.requests.prompt_counts import Counting
from app.requests.replies import Replies
from app.requests.titles import Titles
from app.requests.tool_calls import ToolCalls
from app.settings.preferences import Preferences
from engine.messages import (
    Command,
    Counted,
    EngineStats,
    Event,
    Generate,
    ModelInfo,
    ModelReady,
)
from engine.sentences import say
from ui.compare.compare_tab import CompareTab
from ui.state.attachment import Attachment
from ui.state.chat import Chat
from ui.state.question import Question
from ui.state.sample import Sample
from ui.state.transcript import Transcript
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow

log = logging.getLogger(__name__)

DOT_NOTE = say(
    "Dot, the built-in model, only knows simple shapes and short clips of them. To chat "
    "about anything else, add a model from the model menu."
)


class Controller(QObject):
    """Opens and closes tabs, and hands what comes of them and of the engine to those who know."""

    def __init__(
        self,
        window: MainWindow,
        submit: Callable[[Command], None],
        store: Store,
        previews: Previews,
        library: Library,
        preferences: Preferences,
        calls: ToolCalls,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._preferences = preferences
        # one counter for all: what the store keeps, and requests
        self._ids = iter(store.next_id, 0)
        self.samples = samples()
        self.models = Models(window, submit, library, self._ids)
        self.attachments = Attachments(window, previews)
        self.measuring = Measuring(window, submit, self._ids, self.models.of)
        self.measuring.told.connect(self.attachments.viewing.set_cost)
        self.replies = Replies(
            submit, self._ids, self.models, preferences, calls, self, store.when_saved
        )
        self.counting = Counting(submit, self._ids, self.models.in_memory, self)
        self.titles = Titles(window, submit, self._ids, self.models, self.replies, preferences)
        self.recorder = Recorder(store, previews.files, model_name, self)
        self.comparing = Comparing(window, self.replies, self.models, library)
        self.comparing.tab_made.connect(self._follow_comparison)
        self.results = CompareResults(window, self.comparing, previews, self._ids)
        self.branching = Branching(self.replies, self._asked, self.comparing.names, self.fork)
        self.conversations = OpenConversations(
            window,
            store,
            previews.files,
            self.recorder,
            self.models,
            self.replies,
            self.comparing,
            self._make_chat,
            self._open,
            self._dropped,
        )
        self._connect(window)

    @property
    def model(self) -> ModelInfo | None:
        return self.models.current

    def load_first(self) -> None:
        self.models.load_first()

    def new_chat(self) -> ChatTab:
        tab = self._make_chat(next(self._ids))
        self.models.begin(tab)
        self.recorder.follow_chat(tab.chat)
        self._open(tab)
        return tab

    def new_comparison(self) -> CompareTab:
        tab = self.comparing.make(next(self._ids))
        self.comparing.begin(tab)
        self.recorder.follow_comparison(tab.chat)
        self._open(tab)
        return tab

    def open_conversation(self, conversation_id: int, message_id: int = 0) -> Tab | None:
        """Its tab, in front, at a message where that is not 0; None where it is gone."""
        return self.conversations.open(conversation_id, message_id)

    def close(self, conversation_id: int) -> bool:
        """False where it was not open; all of it is kept."""
        closed = self.conversations.close(conversation_id)
        self._keep_one_open()
        return closed

    def fork(self, transcript: Transcript, index: int) -> ChatTab:
        """A new chat with what was said up to the turn at `index`."""
        source = self._owner(transcript)
        tab = self._make_chat(next(self._ids))
        if source is not None:
            asked = self._asked_in(source, transcript)
            self.models.bring_back(tab, asked.model_id, asked.options, asked.recommended)
        else:
            self.models.begin(tab)
        self.recorder.follow_chat(tab.chat)
        tab.transcript.take_over(transcript, index + 1)
        self._open(tab)
        return tab

    def ask(
        self,
        tab: ChatTab,
        text: str,
        attached: tuple[Attachment, ...],
        places: tuple[int, ...] = (),
    ) -> None:
        """`places` are the offsets in `text` at which those that are attached stand."""
        self.replies.ask(tab.transcript, self._asked(tab), text, attached, places)

    def _asked(self, tab: ChatTab) -> Asked:
        return self.models.asked(tab)

    def _asked_in(self, tab: Tab, transcript: Transcript) -> Asked:
        if isinstance(tab, CompareTab):
            return self.comparing.asked(tab, transcript)
        assert isinstance(tab, ChatTab)
        return replace(self.models.asked(tab), options=tab.composer.chosen_options())

    def _would_ask(self, tab: ChatTab, question: Question) -> list[Generate]:
        instead = _edited(tab)
        return self.replies.would_ask(tab.transcript, self._asked(tab), question, instead=instead)

    def _announce(self, tab: ChatTab, counts: Sequence[Counted | str]) -> None:
        announce(tab.transcript, counts, tab.composer.options().overflow, _edited(tab))

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
        window.new_compare_requested.connect(self.new_comparison)
        window.chat_closed.connect(self._close)
        window.model_chosen.connect(self.models.load)
        window.model_chosen.connect(self.measuring.refresh)
        window.unload_requested.connect(self.models.unload)
        self.replies.busy_changed.connect(self._show_activity)
        self.replies.refused.connect(self._give_back)
        self.replies.noticed.connect(window.show_notice)
        self.replies.named.connect(window.name_request)
        self._preferences.changed.connect(self._show_formats)
        self._preferences.changed.connect(self.counting.refresh)
        window.model_chosen.connect(self.counting.refresh)
        self.replies.ended.connect(self.counting.refresh)

    # --- tabs ------------------------------------------------------------------------------

    def _make_chat(self, chat_id: int) -> ChatTab:
        tab = ChatTab(Chat(chat_id))
        tab.welcome.set_built_in(str(DOT), DOT_NOTE, self.samples)
        self.replies.follow(tab.transcript, partial(self._asked, tab))
        self.branching.follow(tab)
        tab.submitted.connect(partial(self.ask, tab))
        tab.stop_pressed.connect(lambda: self.replies.stop(tab.transcript))
        tab.continue_pressed.connect(lambda: self.replies.continue_reply(tab.transcript))
        tab.call_decided.connect(partial(self.replies.decide, tab.transcript))
        tab.sample_chosen.connect(lambda sample: self._try_sample(tab, sample))
        # another reads more, or less: that is known with the next count
        tab.model_changed.connect(tab.transcript.forget_not_told)
        return tab

    def _follow_comparison(self, tab: CompareTab) -> None:
        self.counting.follow(tab.composer, partial(self.comparing.would_ask, tab))

    def _open(self, tab: Tab, at: int = -1, *, front: bool = True) -> None:
        self.attachments.follow(tab)
        self.measuring.follow(tab)
        tab.link_activated.connect(lambda link: ask_to_open(link, self._window))
        self._window.add_chat(tab, at, front=front)
        if front:
            tab.composer.take_focus()
        if isinstance(tab, ChatTab):
            self.counting.follow(
                tab.composer, partial(self._would_ask, tab), partial(self._announce, tab)
            )

    def _new_chat_wanted(self) -> None:
        """An empty chat is new enough."""
        empty = [tab for tab in self._window.chats() if tab.empty]
        if empty:
            self._window.show_chat(empty[-1].chat_id)
            empty[-1].composer.take_focus()
        else:
            self.new_chat()

    def _close(self, chat_id: int) -> None:
        self.conversations.close_for_now(chat_id)
        self._keep_one_open()

    def _keep_one_open(self) -> None:
        if not self._window.tabs():
            self.new_chat()

    def _dropped(self, chat_id: int) -> None:
        self.attachments.forget(chat_id)
        self.measuring.refresh()

    def _try_sample(self, tab: ChatTab, sample: Sample) -> None:
        if sample.thinking:
            tab.composer.set_thinking(True)
        self.ask(tab, sample.question, (of_sample(sample),))

    # --- events ----------------------------------------------------------------------------

    def _take(self, event: Event) -> None:
        if isinstance(event, EngineStats):
            self._window.show_stats(event)
            self.comparing.take_stats(event)
        elif self.models.take(event):
            if isinstance(event, ModelReady):
                self._show_formats()
                self.comparing.learn(event.model)
            self.measuring.take(event)
            self.counting.take(event)
            self.replies.models_changed(event)
        elif not any(it.take(event) for it in (self.measuring, self.counting, self.titles)):
            self.replies.take(event)

    def _show_activity(self, transcript: Transcript) -> None:
        if tab := self._owner(transcript):
            self._window.set_activity(tab.chat_id, tab.busy)

    def _give_back(self, transcript: Transcript) -> None:
        """The question goes back where it can be changed."""
        tab = self._owner(transcript)
        if isinstance(tab, ChatTab):
            asked = next(turn for turn in reversed(transcript.turns) if turn.role == "user")
            tab.composer.restore(asked.content, asked.attachments, asked.places)

    def _owner(self, transcript: Transcript) -> Tab | None:
        return next((tab for tab in self._window.tabs() if transcript in tab.transcripts), None)

    def _show_formats(self) -> None:
        names = list(self.models.current.channel_formats) if self.models.current else []
        self._window.set_formats(names, dict(self._preferences.value.formats))


def _edited(tab: ChatTab) -> int | None:
    """The question whose place the next one takes."""
    return tab.transcript.place(tab.editing) if tab.editing else None
