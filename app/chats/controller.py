"""Chats and comparisons: their parts, built and connected."""

from PySide6.QtCore import QObject

from app.attachments.previews import Previews
from app.chats.chats import Chats
from app.chats.comparisons import Comparisons
from app.chats.conversations import Conversations
from app.chats.next_sender import NextSender
from app.database.store import Store
from app.recording.recorder import Recorder
from app.records.record_places import RecordPlaces
from app.requests.engine_requests import EngineRequests
from engine.plain_names import model_name
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.next_messages import NextMessage
from ui.state.workspace import Workspace


class Controller(QObject):
    def __init__(
        self, workspace: Workspace, requests: EngineRequests, store: Store, previews: Previews
    ) -> None:
        super().__init__(workspace)
        self.places = RecordPlaces(store, previews.files)
        previews.files_of = self.places.files_of
        self.recorder = Recorder(self.places, model_name, self)
        self.chats = Chats(workspace, requests)
        self.comparisons = Comparisons(workspace, requests)
        self.conversations = Conversations(
            workspace,
            self.places,
            lambda files: previews.later(files.remove),
            self.recorder,
            requests,
            self.chats,
            self.comparisons,
        )
        NextSender(workspace, self._ask_next)

    def _ask_next(self, conversation: Conversation, message: NextMessage) -> None:
        if isinstance(conversation, Chat):
            self.chats.ask_next(conversation, message)
        elif isinstance(conversation, ComparedChat):
            self.comparisons.ask(conversation, message.question)
