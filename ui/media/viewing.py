"""The large view over the window, and what it needs to know."""

from dataclasses import replace
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from engine.messages import MediaCost
from ui.media.media_view import MediaView
from ui.state.attachment import Attachment
from ui.tabs.tab import Tab


class Viewing(QObject):
    """One view at a time. `media_changed` has a Tab, an Attachment and the Media that shall be
    sent of it; `larger_wanted` a Tab, an Attachment and its longest side in pixels."""

    media_changed = Signal(object, object, object)
    larger_wanted = Signal(object, object, int)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._costs: WeakKeyDictionary[Attachment, MediaCost | str | None] = WeakKeyDictionary()
        self.view: MediaView | None = None

    def open(self, tab: Tab, attachment: Attachment) -> None:
        """Show it among those of the next question or of the one that it went with."""
        self.shut()
        beside, editable = _beside(tab, attachment), attachment in tab.composer.attachments()
        index = beside.index(attachment)
        self.view = view = MediaView(beside, index, self._window, editable=editable)
        for each in beside:
            view.set_cost(each, self._costs.get(each))
        view.span_changed.connect(
            lambda old, span: self.media_changed.emit(tab, old, replace(old.media, span=span))
        )
        view.larger_wanted.connect(lambda of, side: self.larger_wanted.emit(tab, of, side))
        view.closed.connect(self._closed)
        view.shut_at.connect(tab.composer.follow_focus)
        view.open()

    def shut(self) -> None:
        if self.view:
            self.view.shut()

    def replace(self, old: Attachment, new: Attachment) -> None:
        if self.view:
            self.view.replace(old, new)

    def set_cost(self, attachment: Attachment, cost: MediaCost | str | None) -> None:
        self._costs[attachment] = cost
        if self.view:
            self.view.set_cost(attachment, cost)

    def show_larger(self, attachment: Attachment, image: QImage) -> None:
        if self.view:
            self.view.set_larger(attachment, image)

    def _closed(self) -> None:
        self.view = None


def _beside(tab: Tab, attachment: Attachment) -> tuple[Attachment, ...]:
    asked = [turn.attachments for it in tab.transcripts for turn in it.turns]
    for group in (tab.composer.attachments(), *asked):
        if attachment in group:
            return group
    return (attachment,)
