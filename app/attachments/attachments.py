"""Turn dropped, chosen and pasted files into attachments of drafts."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QImage

from app.attachments import open_externally
from app.attachments.previews import (
    Changed,
    Enlarged,
    Played,
    Preview,
    Previews,
    Result,
    StripDecoded,
    ViewsRestored,
)
from engine.errors import Refused
from engine.messages import Media, MediaKind
from engine.sentences import say
from ui.state.attachment import Attachment
from ui.state.conversation import Conversation
from ui.state.model_entry import Sample
from ui.state.workspace import Workspace


class Attachments(QObject):
    """Reads offered files for the drafts of open conversations, and tracks which attachment
    replaced another. Lives on the Qt thread."""

    def __init__(self, workspace: Workspace, previews: Previews) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._previews = previews
        self._replaced: WeakKeyDictionary[Attachment, Attachment] = WeakKeyDictionary()
        workspace.conversations.opened.connect(self._follow)
        workspace.conversations.closed.connect(self._forget)

    def add_image(self, conversation: Conversation, image: QImage | bytes, name: str) -> None:
        """Attach an image, or the bytes of its file, under a name."""
        conversation.draft.add_pending(1)
        self._previews.paste(conversation.chat_id, image, name)

    def _follow(self, conversation: Conversation) -> None:
        requests = conversation.attachment_requests
        requests.files_offered.connect(partial(self._offer, conversation))
        requests.image_pasted.connect(partial(self._paste, conversation))
        requests.text_pasted.connect(partial(self._paste_text, conversation))
        requests.adding_cancelled.connect(
            partial(self._previews.cancel_adding, conversation.chat_id)
        )
        requests.media_changed.connect(partial(self._change, conversation))
        requests.opened_outside.connect(partial(_open_externally, conversation))
        requests.quick_looked.connect(partial(_quick_look, conversation))
        requests.enlarged.connect(partial(self._previews.enlarge, conversation.chat_id))
        requests.played.connect(partial(self._previews.play, conversation.chat_id))

    def _forget(self, conversation: Conversation) -> None:
        """Cancel all work for a closed conversation."""
        self._previews.forget(conversation.chat_id)

    @Slot(list)
    def on_previews(self, results: list[Result]) -> None:
        for result in results:
            if isinstance(result, ViewsRestored):
                self._workspace.views_restored.emit()
            elif conversation := self._workspace.conversations.find(result.chat_id):
                self._apply(conversation, result)

    def _offer(self, conversation: Conversation, paths: list[Path]) -> None:
        conversation.draft.add_pending(len(paths))
        for path in paths:
            self._previews.request(conversation.chat_id, path)

    def _paste(self, conversation: Conversation, image: QImage) -> None:
        conversation.draft.add_pending(1)
        self._previews.paste(conversation.chat_id, image)

    def _paste_text(self, conversation: Conversation, text: str) -> None:
        """Attach a pasted text that is too long for the input field."""
        conversation.draft.add_pending(1)
        self._previews.paste_text(conversation.chat_id, text)

    def _apply(
        self,
        conversation: Conversation,
        result: Preview | Changed | StripDecoded | Enlarged | Played,
    ) -> None:
        draft = conversation.draft
        if isinstance(result, Played):
            conversation.attachment_played.emit(result.attachment, result.frames)
            return
        if isinstance(result, Enlarged):
            conversation.attachment_enlarged.emit(result.attachment, result.image)
            return
        if isinstance(result, StripDecoded):
            # It may have been sent or queued meanwhile, and can be edited later.
            found = result.found
            result.attachment.take_strip(found.strip)
            old = self._newest(conversation, result.attachment)
            changed = replace(old, strip=found.strip, seconds=found.seconds)
            self._replace(conversation, old, found if old is result.attachment else changed)
            return
        if result.problem:
            draft.add_problem(result.problem)
        if isinstance(result, Preview):
            for attachment in result.attachments:
                draft.add(attachment)
        else:
            self._apply_change(conversation, result)
        # last: a question that waits for this file is sent now
        draft.add_pending(-1)

    def _change(self, conversation: Conversation, old: Attachment, media: Media) -> None:
        old = self._newest(conversation, old)
        if media == old.media and self._previews.requested_media(old) in (None, media):
            return
        conversation.draft.add_pending(1)
        self._previews.change(conversation.chat_id, old, media)

    def _apply_change(self, conversation: Conversation, result: Changed) -> None:
        """Apply the change that was requested last; a refused one leaves the attachment as is."""
        old = self._newest(conversation, result.old)
        if self._previews.requested_media(result.old) != result.media:
            return
        new = result.new or old
        if new.seconds > old.seconds > 0:
            # the strip, decoded while `new` was being made, has shown that the end is missing
            conversation.draft.add_pending(1)
            self._previews.change(conversation.chat_id, old, result.media)
        else:
            self._replace(conversation, old, new)

    def _replace(self, conversation: Conversation, old: Attachment, new: Attachment) -> None:
        if new is not old:
            if new.media.kind is MediaKind.VIDEO and not new.strip:
                # the strip was decoded while `new` was being made
                new = replace(new, strip=old.strip)
            self._replaced[old] = new
        conversation.draft.replace(old, new)
        conversation.attachment_replaced.emit(old, new)

    def _newest(self, conversation: Conversation, attachment: Attachment) -> Attachment:
        """Return what has replaced an attachment. One that is in the draft was replaced only in an
        edit that was cancelled since."""
        draft = conversation.draft
        there = (*draft.attachments, *draft.kept.attachments)
        while attachment not in there and (newer := self._replaced.get(attachment)):
            attachment = newer
        return attachment


def _open_externally(conversation: Conversation, attachment: Attachment) -> None:
    _show(conversation, attachment, open_externally.open_in_default_app)


def _quick_look(conversation: Conversation, attachment: Attachment) -> None:
    _show(conversation, attachment, open_externally.quick_look)


def _show(conversation: Conversation, attachment: Attachment, show: Callable[[Path], None]) -> None:
    try:
        show(attachment.media.path)
    except Refused as error:
        conversation.draft.tell(str(error))


def sample_attachment(sample: Sample) -> Attachment:
    """Return the attachment of a sample that came with the program; no copy is made."""
    kind = MediaKind.VIDEO if sample.is_video else MediaKind.IMAGE
    return Attachment(Media(kind, sample.path), sample.preview(), sample.path.name, say("sample"))
