"""All that sends requests to the engine, built and connected to the window."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.models.library import Library
from app.requests.chat_models import ChatModels
from app.requests.client import RequestClient
from app.requests.idle_models import IdleModels
from app.requests.media_costs import MediaCosts
from app.requests.model_loads import ModelLoads
from app.requests.profile_sender import ProfileSender
from app.requests.prompt_counts import PromptCounts
from app.requests.replies import Replies
from app.requests.start_loads import StartLoads
from app.requests.titles import Titles
from app.requests.tool_calls import ToolCalls
from app.settings.preferences import Preferences
from ui.state.workspace import Workspace


class EngineRequests(QObject):
    """The models, replies, prompt counts, media costs and titles share one client."""

    def __init__(
        self,
        workspace: Workspace,
        client: RequestClient,
        library: Library,
        preferences: Preferences,
        calls: ToolCalls,
        when_saved: Callable[[Callable[[], None]], None],
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._preferences = preferences
        self.client = client
        self.models = ChatModels(workspace, client, library)
        self.profiles = ProfileSender(workspace, client, self.models, library.trashed)
        ModelLoads(workspace, client)
        IdleModels(workspace, client, self.models)
        StartLoads(workspace.library, self.models)
        MediaCosts(workspace.conversations, client, self.models)
        self.replies = Replies(client, self.models, preferences, calls, when_saved, self)
        self.counts = PromptCounts(client, self.models.in_memory, self)
        self.titles = Titles(workspace, client, self.models, self.replies, preferences)
        calls.servers_changed.connect(self.counts.refresh)
        self._connect()

    def _connect(self) -> None:
        self.client.stats_arrived.connect(self._workspace.engine.set_stats)
        self.models.became_ready.connect(self._show_formats)
        self.models.became_ready.connect(self.counts.refresh)
        self.models.unloaded.connect(self.counts.refresh)
        self.replies.noticed.connect(self._workspace.notices.show)
        self.replies.named.connect(self._workspace.engine.name_request)
        self.replies.ended.connect(self.counts.refresh)
        self._preferences.changed.connect(self._show_formats)
        self._preferences.changed.connect(self.counts.refresh)
        self._workspace.model_requests.chosen.connect(self.counts.refresh)

    def _show_formats(self) -> None:
        model = self.models.current
        names = list(model.channel_formats) if model else []
        self._workspace.engine.set_formats(names, dict(self._preferences.value.formats))
