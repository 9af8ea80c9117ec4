"""Files that are dropped, chosen or pasted: from their paths to what the composer shows."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QImage

from app.attachments.open_externally import open_outside
from app.attachments.previews import Changed, Enlarged, Preview, Previews, Remade, Result, Stripped
from engine.errors import Refused
from engine.messages import Media, MediaKind
from engine.sentences import say
from ui.media.viewing import Viewing
from ui.state.attachment import Attachment
from ui.state.sample import Sample
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow


class Attachments(QObject):
    """Knows how many files of each chat are still being read, and which attachment came in the
    place of another."""

    def __init__(self, window: MainWindow, previews: Previews) -> None:
        super().__init__(window)
        self._window = window
        self._previews = previews
        self._pending: dict[int, int] = {}
        self._replaced: WeakKeyDictionary[Attachment, Attachment] = WeakKeyDictionary()
        self.viewing = Viewing(window)
        self.viewing.media_changed.connect(self._change)
        self.viewing.larger_wanted.connect(self._enlarge)
        window.current_chat_changed.connect(self.viewing.shut)
        window.image_dropped.connect(lambda image: self.paste(window.current_tab(), image))

    def follow(self, tab: Tab) -> None:
        tab.files_offered.connect(partial(self.offer, tab))
        tab.image_pasted.connect(partial(self.paste, tab))
        tab.composer.text_pasted.connect(partial(self.paste_text, tab))
        tab.media_changed.connect(partial(self._change, tab))
        tab.open_requested.connect(partial(self.viewing.open, tab))
        tab.shown_outside.connect(partial(self._open_outside, tab))

    def forget(self, chat_id: int) -> None:
        """The chat is closed: what was being copied for it ends."""
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
        """One that is too long for the field that it was pasted into."""
        self._wait_for(tab, 1)
        self._previews.paste_text(tab.chat_id, text)

    @Slot(list)
    def on_previews(self, results: list[Result]) -> None:
        tabs = {tab.chat_id: tab for tab in self._window.tabs()}
        for result in results:
            if isinstance(result, Enlarged):
                self.viewing.show_larger(result.attachment, result.image)
            elif isinstance(result, Remade):
                # it is read when it is painted
                self._window.update()
            elif tab := tabs.get(result.chat_id):
                self._take(tab, result)

    def _take(self, tab: Tab, result: Preview | Changed | Stripped) -> None:
        if isinstance(result, Stripped):
            old = self._newest(result.attachment)
            self._put(tab, old, replace(old, strip=result.strip))
            return
        if result.problem:
            tab.composer.add_problem(result.problem)
        if isinstance(result, Preview):
            for attachment in result.attachments:
                tab.composer.add_attachment(attachment)
        else:
            self._change_to(tab, result)
        # last: a question that waits for it finds it there
        self._wait_for(tab, -1)

    def _wait_for(self, tab: Tab, more: int) -> None:
        self._pending[tab.chat_id] = self._pending.get(tab.chat_id, 0) + more
        tab.composer.set_pending(self._pending[tab.chat_id])

    def _change(self, tab: Tab, old: Attachment, media: Media) -> None:
        old = self._newest(old)
        if media == old.media and self._previews.wished(old) in (None, media):
            return
        self._wait_for(tab, 1)
        self._previews.change(tab.chat_id, old, media)

    def _change_to(self, tab: Tab, result: Changed) -> None:
        """What was wished for last counts; where that is refused, what there was stays."""
        old = self._newest(result.old)
        if self._previews.wished(result.old) == result.media:
            self._put(tab, old, result.new or old)

    def _put(self, tab: Tab, old: Attachment, new: Attachment) -> None:
        if new is not old:
            if new.media.kind is MediaKind.VIDEO and not new.strip:
                # it came while the other was being made
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

    def _open_outside(self, tab: Tab, attachment: Attachment) -> None:
        try:
            open_outside(attachment.media.path)
        except Refused as error:
            tab.composer.show_problem(str(error))


def of_sample(sample: Sample) -> Attachment:
    """It is ours already: no copy is made of it."""
    kind = MediaKind.VIDEO if sample.is_clip else MediaKind.IMAGE
    return Attachment(Media(kind, sample.path), sample.preview, sample.path.name, say("sample"))
