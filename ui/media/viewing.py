"""Opening the preview of an attachment over the window."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from ui.media import media_view
from ui.state.attachment import Attachment
from ui.state.conversation import Conversation
from ui.state.open_conversations import OpenConversations


class Viewing(QObject):
    """Opens one view at a time, of an attachment of an open conversation."""

    def __init__(self, conversations: OpenConversations, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._conversations = conversations
        self.view: media_view.MediaView | None = None
        conversations.follow(self._follow)
        conversations.front_changed.connect(self.shut)
        conversations.closed.connect(self.shut)

    def _follow(self, conversation: Conversation) -> None:
        # a bound method, so that a closed window is forgotten
        conversation.attachment_requests.opened.connect(self._open)
        conversation.text_sought.connect(self._show_text)
        conversation.attachment_enlarged.connect(self._show_larger)
        conversation.attachment_played.connect(self._play)
        conversation.attachment_replaced.connect(self._replace)

    def _open(self, attachment: Attachment) -> None:
        if front := self._conversations.front:
            self.open(front, attachment)

    def _show_text(self, attachment: Attachment, span: tuple[int, int]) -> None:
        self._open(attachment)
        if self.view:
            self.view.show_span(*span)

    def open(self, conversation: Conversation, attachment: Attachment) -> None:
        """Show an attachment among those of the draft, or of the question it went with."""
        self.shut()
        draft, beside = conversation.draft, _beside(conversation, attachment)
        self.view = view = media_view.MediaView(
            beside,
            beside.index(attachment),
            self._window,
            conversation.attachment_requests,
            editable=attachment in draft.attachments,
        )
        for each in beside:
            view.set_cost(each, draft.costs.get(each))
        draft.cost_changed.connect(view.set_cost)
        view.closed.connect(self._closed)
        view.open()

    def shut(self) -> None:
        if self.view:
            self.view.shut()

    def _replace(self, old: Attachment, new: Attachment) -> None:
        if self.view:
            self.view.replace(old, new)

    def _show_larger(self, attachment: Attachment, image: QImage) -> None:
        if self.view:
            self.view.set_larger(attachment, image)

    def _play(self, attachment: Attachment, frames: tuple[QImage, ...]) -> None:
        if self.view:
            self.view.play(attachment, frames)

    def _closed(self) -> None:
        self.view = None


def _beside(conversation: Conversation, attachment: Attachment) -> tuple[Attachment, ...]:
    asked = [turn.attachments for it in conversation.transcripts for turn in it.turns]
    for group in (conversation.draft.attachments, *asked):
        if attachment in group:
            return group
    return (attachment,)
