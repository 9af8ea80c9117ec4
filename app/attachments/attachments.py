"""Turn dropped, chosen and pasted files into attachments of the composer."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QImage

from app.attachments.open_externally import open_in_default_app
from app.attachments.previews import (
    Changed,
    Enlarged,
    Preview,
    Previews,
    Result,
    StripDecoded,
    ViewsRestored,
)
from engine.errors import Refused
from engine.messages import Media, MediaKind
from engine.sentences import say
from ui.media.viewing import Viewing
from ui.state.attachment import Attachment
from ui.state.model_entry import Sample
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow


class Attachments(QObject):
    """Counts the files of each chat that are still being read, and tracks which attachment replaced
    another. Lives on the Qt thread."""

    def __init__(self, window: MainWindow, previews: Previews) -> None:
        super().__init__(window)
        self._window = window
        self._previews = previews
        self._pending: dict[int, int] = {}
        self._replaced: WeakKeyDictionary[Attachment, Attachment] = WeakKeyDictionary()
        self.viewing = Viewing(window)
        self.viewing.media_changed.connect(self._change)
        self.viewing.larger_wanted.connect(self._enlarge)
        window.workspace.conversations.front_changed.connect(self.viewing.shut)

    def follow(self, tab: Tab) -> None:
        requests = tab.conversation.attachment_requests
        requests.files_offered.connect(partial(self.offer, tab))
        requests.image_pasted.connect(partial(self.paste, tab))
        requests.text_pasted.connect(partial(self.paste_text, tab))
        requests.media_changed.connect(partial(self._change, tab))
        requests.opened.connect(partial(self.viewing.open, tab))
        requests.opened_outside.connect(partial(self._open_externally, tab))

    def forget(self, chat_id: int) -> None:
        """Cancel all work for a closed chat."""
        self.viewing.shut()
        self._pending.pop(chat_id, None)
        self._previews.forget(chat_id)

    def offer(self, tab: Tab, paths: list[Path]) -> None:
        self._wait_for(tab, len(paths))
        for path in paths:
            self._previews.request(tab.chat_id, path)

    def paste(self, tab: Tab, image: QImage) -> None:
        self._wait_for(tab, 1)
        self._previews.paste(tab.chat_id, image)

    def paste_text(self, tab: Tab, text: str) -> None:
        """Attach a pasted text that is too long for the input field."""
        self._wait_for(tab, 1)
        self._previews.paste_text(tab.chat_id, text)

    @Slot(list)
    def on_previews(self, results: list[Result]) -> None:
        tabs = {tab.chat_id: tab for tab in self._window.tabs()}
        for result in results:
            if isinstance(result, Enlarged):
                self.viewing.show_larger(result.attachment, result.image)
            elif isinstance(result, ViewsRestored):
                # painting reads the restored views
                self._window.update()
            elif tab := tabs.get(result.chat_id):
                self._apply(tab, result)

    def _apply(self, tab: Tab, result: Preview | Changed | StripDecoded) -> None:
        if isinstance(result, StripDecoded):
            old = self._newest(result.attachment)
            self._replace(tab, old, replace(old, strip=result.strip))
            return
        if result.problem:
            tab.composer.add_problem(result.problem)
        if isinstance(result, Preview):
            for attachment in result.attachments:
                tab.composer.add_attachment(attachment)
        else:
            self._apply_change(tab, result)
        # last: a question that waits for this file is sent now
        self._wait_for(tab, -1)

    def _wait_for(self, tab: Tab, more: int) -> None:
        self._pending[tab.chat_id] = self._pending.get(tab.chat_id, 0) + more
        tab.composer.set_pending(self._pending[tab.chat_id])

    def _change(self, tab: Tab, old: Attachment, media: Media) -> None:
        old = self._newest(old)
        if media == old.media and self._previews.requested_media(old) in (None, media):
            return
        self._wait_for(tab, 1)
        self._previews.change(tab.chat_id, old, media)

    def _apply_change(self, tab: Tab, result: Changed) -> None:
        """Apply the change that was requested last; a refused one leaves the attachment as is."""
        old = self._newest(result.old)
        if self._previews.requested_media(result.old) == result.media:
            self._replace(tab, old, result.new or old)

    def _replace(self, tab: Tab, old: Attachment, new: Attachment) -> None:
        if new is not old:
            if new.media.kind is MediaKind.VIDEO and not new.strip:
                # the strip was decoded while `new` was being made
                new = replace(new, strip=old.strip)
            self._replaced[old] = new
        tab.composer.replace_attachment(old, new)
        self.viewing.replace(old, new)

    def _newest(self, attachment: Attachment) -> Attachment:
        while newer := self._replaced.get(attachment):
            attachment = newer
        return attachment

    def _enlarge(self, tab: Tab, attachment: Attachment, side: int) -> None:
        self._previews.enlarge(tab.chat_id, attachment, side)

    def _open_externally(self, tab: Tab, attachment: Attachment) -> None:
        try:
            open_in_default_app(attachment.media.path)
        except Refused as error:
            tab.composer.show_problem(str(error))


def sample_attachment(sample: Sample) -> Attachment:
    """Return the attachment of a sample that came with the program; no copy is made."""
    kind = MediaKind.VIDEO if sample.is_video else MediaKind.IMAGE
    return Attachment(Media(kind, sample.path), sample.preview, sample.path.name, say("sample"))
