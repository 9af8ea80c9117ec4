"""Chats and comparisons of the window: their parts, built and connected."""

from PySide6.QtCore import QObject

from app.attachments.attachments import Attachments
from app.attachments.previews import Previews
from app.base.paths import model_name
from app.chats.chats import Chats
from app.chats.comparisons import Comparisons
from app.chats.conversations import Conversations
from app.database.store import Store
from app.recording.recorder import Recorder
from app.requests.engine_requests import EngineRequests
from ui.window.main_window import MainWindow


class Controller(QObject):
    def __init__(
        self, window: MainWindow, requests: EngineRequests, store: Store, previews: Previews
    ) -> None:
        super().__init__(window)
        self.attachments = Attachments(window, previews)
        self.recorder = Recorder(store, previews.files, model_name, self)
        self.chats = Chats(window, requests)
        self.comparisons = Comparisons(window, requests)
        self.conversations = Conversations(
            window, store, previews.files, self.recorder, requests, self.chats, self.comparisons
        )
        # after the comparisons, whose drafts forget costs when they get a new model
        requests.models.became_ready.connect(requests.costs.model_ready)
        self.conversations.opened.connect(lambda tab: self.attachments.follow(tab.conversation))
        self.conversations.opened.connect(lambda tab: requests.costs.follow(tab.conversation))
        self.conversations.dropped.connect(self.attachments.forget)
        self.conversations.dropped.connect(requests.costs.forget)
