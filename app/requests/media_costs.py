"""Costs of the attachments of drafts, for the models that are asked next."""

from functools import partial

from PySide6.QtCore import QObject

from app.requests.chat_models import ChatModels
from app.requests.client import RequestClient
from engine.messages import (
    Failed,
    Measure,
    Measured,
    Media,
    MediaCost,
    MediaKind,
    RequestEvent,
    TerminalEvent,
)
from ui.state.conversation import Conversation
from ui.state.open_conversations import OpenConversations

# The id of a model, and what it is asked about.
Key = tuple[str, Media]
# A cost, or the sentence why there is none.
Cost = MediaCost | str


class MediaCosts(QObject):
    """Asks each model in memory once about each attachment; a request ends when its attachment is
    in no draft of an open conversation any more."""

    def __init__(
        self, conversations: OpenConversations, client: RequestClient, models: ChatModels
    ) -> None:
        super().__init__(conversations)
        self._conversations = conversations
        self._client = client
        self._models = models
        self._requests: dict[Key, int] = {}
        self._costs: dict[Key, Cost] = {}
        models.became_ready.connect(self.refresh)
        models.unloaded.connect(self._forget)
        conversations.opened.connect(self._follow)
        conversations.closed.connect(self.refresh)

    def _follow(self, conversation: Conversation) -> None:
        conversation.draft.attachments_changed.connect(self.refresh)
        conversation.draft.model_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Set the known costs, and ask the model of each conversation for the others."""
        wanted: set[Key] = set()
        for conversation in self._conversations:
            model = conversation.draft.model
            if model and self._models.in_memory(model.model_id):
                wanted |= {
                    (model.model_id, attachment.media)
                    for attachment in conversation.draft.attachments
                    if model.vision or attachment.media.kind is MediaKind.TEXT
                }
        self._drop_all_but(wanted)
        for key in wanted:
            if key not in self._costs and key not in self._requests:
                self._ask(key)
        self._show()

    def _ask(self, key: Key) -> None:
        model_id, media = key
        self._requests[key] = self._client.send(
            lambda request_id: Measure(request_id, model_id, media), partial(self._on_event, key)
        )

    def _drop_all_but(self, wanted: set[Key]) -> None:
        for key in set(self._requests) - wanted:
            self._client.drop(self._requests.pop(key))
        self._costs = {key: cost for key, cost in self._costs.items() if key in wanted}

    def _on_event(self, key: Key, event: RequestEvent) -> None:
        """Take an event of a measurement; one that is aborted may be asked for again."""
        if isinstance(event, TerminalEvent):
            del self._requests[key]
        if isinstance(event, Measured | Failed):
            self._costs[key] = event.cost if isinstance(event, Measured) else event.message
            self._show()

    def _forget(self, model_id: str) -> None:
        """Drop the costs of a model that left memory: it may be loaded differently."""
        self._costs = {key: cost for key, cost in self._costs.items() if key[0] != model_id}
        for key in [key for key in self._requests if key[0] == model_id]:
            self._client.drop(self._requests.pop(key))
        self.refresh()

    def _show(self) -> None:
        for conversation in self._conversations:
            model, draft = conversation.draft.model, conversation.draft
            for attachment in draft.attachments:
                cost = self._costs.get((model.model_id, attachment.media)) if model else None
                draft.set_cost(attachment, cost)
