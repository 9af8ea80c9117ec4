"""All that sends requests to the engine, built and connected to the window."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.models.library import Library
from app.requests.chat_models import ChatModels
from app.requests.client import RequestClient
from app.requests.media_costs import MediaCosts
from app.requests.prompt_counts import PromptCounts
from app.requests.replies import Replies
from app.requests.titles import Titles
from app.requests.tool_calls import ToolCalls
from app.settings.preferences import Preferences
from ui.state.transcript import Transcript
from ui.window.main_window import MainWindow


class EngineRequests(QObject):
    """The models, replies, prompt counts, media costs and titles share one client."""

    def __init__(
        self,
        window: MainWindow,
        client: RequestClient,
        library: Library,
        preferences: Preferences,
        calls: ToolCalls,
        when_saved: Callable[[Callable[[], None]], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._preferences = preferences
        self.client = client
        self.models = ChatModels(window, client, library)
        self.costs = MediaCosts(client, self.models, self)
        self.replies = Replies(client, self.models, preferences, calls, when_saved, self)
        self.counts = PromptCounts(client, self.models.in_memory, self)
        self.titles = Titles(window, client, self.models, self.replies, preferences)
        self._connect()

    def _connect(self) -> None:
        self.client.stats_arrived.connect(self._window.show_stats)
        self.models.became_ready.connect(self._show_formats)
        self.models.became_ready.connect(self.counts.refresh)
        self.models.unloaded.connect(self.counts.refresh)
        self.replies.busy_changed.connect(self._show_activity)
        self.replies.noticed.connect(self._window.show_notice)
        self.replies.named.connect(self._window.name_request)
        self.replies.ended.connect(self.counts.refresh)
        self._preferences.changed.connect(self._show_formats)
        self._preferences.changed.connect(self.counts.refresh)
        self._window.model_chosen.connect(self.counts.refresh)
        self._window.model_chosen.connect(self.costs.refresh)

    def _show_activity(self, transcript: Transcript) -> None:
        tabs = (it for it in self._window.tabs() if transcript in it.transcripts)
        if tab := next(tabs, None):
            self._window.set_activity(tab.chat_id, tab.busy)

    def _show_formats(self) -> None:
        model = self.models.current
        names = list(model.channel_formats) if model else []
        self._window.set_formats(names, dict(self._preferences.value.formats))
