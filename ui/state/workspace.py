"""All that a window shows, without the window: it can be closed and opened again."""

from collections.abc import Sequence
from dataclasses import field

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from ui.state.about import About
from ui.state.conversions import Conversions
from ui.state.crash_reports import CrashReports
from ui.state.downloads import Downloads
from ui.state.engine_state import EngineState
from ui.state.history_state import HistoryState
from ui.state.hub_state import HubState
from ui.state.library_state import LibraryState
from ui.state.machines_state import MachinesState
from ui.state.model_entry import Sample
from ui.state.notice import Notices
from ui.state.open_conversations import OpenConversations
from ui.state.preset import Presets
from ui.state.reading import Reading
from ui.state.remote_servers import RemoteServers
from ui.state.requests import (
    AboutRequests,
    ConversationRequests,
    ConversionRequests,
    DataRequests,
    DownloadRequests,
    HistoryRequests,
    HubRequests,
    LibraryRequests,
    ModelRequests,
    ProfileRequests,
    ReadingRequests,
    SettingsRequests,
    TransferRequests,
    UpdateRequests,
)
from ui.state.server_state import ServerState
from ui.state.settings_state import SettingsState
from ui.state.stored_prompts import StoredPrompts
from ui.state.tool_entry import ToolChoices
from ui.state.transfers import Transfers
from ui.state.updates import Updates


@frozen
class BuiltIn:
    """The model that comes with the program: a note about it, and questions to try with it."""

    model_id: str = ""
    note: str = ""
    samples: Sequence[Sample] = field(default=())


class Workspace(QObject):
    """The open conversations, what can be chosen in them, notices, and what a person asks for.
    `link_opened` has the address of a link in the manual. `views_restored` comes when lost images
    of attachments can be painted again."""

    link_opened = Signal(str)
    views_restored = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.conversations = OpenConversations(self)
        self.engine = EngineState(self)
        self.history = HistoryState(self)
        self.notices = Notices(self)
        self.tools = ToolChoices(self)
        self.presets = Presets(parent=self)
        self.prompts = StoredPrompts(self)
        self.settings = SettingsState(self)
        self.server = ServerState(self)
        self.machines = MachinesState(self)
        self.remote = RemoteServers(self)
        self.transfers = Transfers(self)
        self.library = LibraryState(self)
        self.hub = HubState(self)
        self.downloads = Downloads(self)
        self.conversions = Conversions(self)
        self.about = About(self)
        self.crash_reports = CrashReports(self)
        self.updates = Updates(self)
        self.reading = Reading(self)
        self.built_in = BuiltIn()
        self.requests = ConversationRequests(self)
        self.history_requests = HistoryRequests(self)
        self.model_requests = ModelRequests(self)
        self.library_requests = LibraryRequests(self)
        self.profile_requests = ProfileRequests(self)
        self.hub_requests = HubRequests(self)
        self.download_requests = DownloadRequests(self)
        self.conversion_requests = ConversionRequests(self)
        self.data_requests = DataRequests(self)
        self.settings_requests = SettingsRequests(self)
        self.about_requests = AboutRequests(self)
        self.update_requests = UpdateRequests(self)
        self.reading_requests = ReadingRequests(self)
        self.tool_requests = self.tools.requests
        self.transfer_requests = TransferRequests(self)
