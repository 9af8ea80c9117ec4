"""The preview: an image, video or text, large, over the window."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from engine.messages import MediaCost, MediaKind
from ui.composer.cost_words import seen_text, span_text
from ui.look import theme
from ui.look.language import number, tr, translated
from ui.media.frame_strip import FrameStrip, Span
from ui.media.media_content import ImageCanvas, text_view
from ui.media.video_player import VideoPlayer
from ui.state.attachment import Attachment
from ui.state.requests import AttachmentRequests
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.labels import ElidedLabel, breakable, plain_label, short_label
from ui.widgets.layouts import hbox
from ui.widgets.preview import draw_card
from ui.widgets.roles import set_role
from ui.widgets.utf16 import utf16_units

# Pixels; the preview of a smaller image is the whole image.
PREVIEW_SIDE = 640
MOST_ENLARGED = 2
MARGIN = 28
_VEIL = QColor(0, 0, 0, 150)
_CLOSING = (Qt.Key.Key_Escape, Qt.Key.Key_Space)
_PLAYING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class MediaView(QWidget):
    """Covers its parent until Escape, Space or a click beside the card. `editable` videos have
    handles for the span."""

    closed = Signal()

    def __init__(
        self,
        attachments: tuple[Attachment, ...],
        index: int,
        parent: QWidget,
        requests: AttachmentRequests,
        *,
        editable: bool,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._requests = requests
        self._attachments = list(attachments)
        self._index = index
        self._editable = editable
        self._open = False
        self._costs: dict[Attachment, MediaCost | str | None] = {}
        self._former = QApplication.focusWidget()
        self.title = ElidedLabel(kind="heading")
        self.caption = short_label(kind="note")
        self.place = short_label(kind="note")
        self.before = IconButton("chevron-left", tr("Previous (Left)"))
        self.after = IconButton("chevron-right", tr("Next (Right)"))
        self.close_button = IconButton("x", tr("Close (Esc)"))
        self.canvas = ImageCanvas()
        self.text = text_view()
        self.strip = FrameStrip()
        self.span = plain_label(kind="note")
        self.whole = push_button(tr("Whole video"), tr("Send all of the video"))
        self.play_button = IconButton("play", tr("Play (Return)"))
        self.player = VideoPlayer(self)
        self.note = plain_label(kind="note")
        self._lay_out()
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_role(self, QAccessible.Role.Dialog)
        self.setGeometry(parent.rect())
        parent.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_went)

    @property
    def attachment(self) -> Attachment:
        return self._attachments[self._index]

    def open(self) -> None:
        self._open = True
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._show_current()

    def shut(self) -> None:
        """Close, and return the focus to the widget that had it."""
        former = self._former
        self._leave()
        if former is not None and isValid(former) and former.isVisible():
            former.setFocus(Qt.FocusReason.PopupFocusReason)
            self._requests.preview_closed.emit(self.attachment)

    def replace(self, old: Attachment, new: Attachment) -> None:
        """Replace `old` if it is shown here."""
        for index, attachment in enumerate(self._attachments):
            if attachment is old:
                self._attachments[index] = new
                if index == self._index:
                    self._show_current()

    def set_cost(self, attachment: Attachment, cost: MediaCost | str | None) -> None:
        self._costs[attachment] = cost
        if attachment is self.attachment:
            self._show_words()

    def set_larger(self, attachment: Attachment, image: QImage) -> None:
        if attachment is self.attachment:
            self.canvas.show_image(image, QSize())

    def play(self, attachment: Attachment, frames: tuple[QImage, ...]) -> None:
        """Play a video with these frames, unless animations are off: then wait for the button."""
        if attachment is not self.attachment:
            return
        start, end = attachment.media.span or (0.0, attachment.seconds)
        self.player.load(frames, start, end - start)
        if theme.motion() and not self.strip.in_hand:
            self.player.play()

    def show_span(self, start: int, end: int) -> None:
        """Select a part of the text, in its characters, and scroll to it."""
        # The view has one character for the end of a line.
        before = (self.attachment.text[:it].replace("\r\n", "\n") for it in (start, end))
        self.text.select(*map(utf16_units, before))

    def step(self, by: int) -> None:
        index = self._index + by
        if 0 <= index < len(self._attachments):
            self._index = index
            self._show_current()

    # --- events --------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._parent and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._parent.rect())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take every key, so that none reaches the window below."""
        key = Qt.Key(event.key())
        if key in _CLOSING:
            if not event.isAutoRepeat():
                self.shut()
        elif key in _STEPS:
            self.step(_STEPS[key])
        elif key in _PLAYING and not event.isAutoRepeat():
            self.player.toggle()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab inside. Qt calls this also for a widget that is being hidden."""
        if not self._open:
            return super().focusNextPrevChild(next)
        stops = [part for part in self._stops() if part.isVisible() and part.isEnabled()]
        focused = QApplication.focusWidget()
        at = stops.index(focused) if focused in stops else (-1 if next else 0)
        reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        stops[(at + (1 if next else -1)) % len(stops)].setFocus(reason)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._card_rect().contains(event.position().toPoint()):
            self.shut()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second click of a double click, whose first one opened the preview."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        margin = min(MARGIN, self.width() // 30)
        self._column.setContentsMargins(margin + 18, margin + 12, margin + 18, margin + 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), _VEIL)
        draw_card(painter, self._card_rect(), theme.colors().line, radius=14)
        painter.end()

    # --- inside --------------------------------------------------------------------------

    def _card_rect(self) -> QRect:
        margin = min(MARGIN, self.width() // 30)
        return self.rect().adjusted(margin, margin, -margin, -margin)

    def _stops(self) -> list[QWidget]:
        strip = self.strip
        buttons = [self.play_button, self.whole, self.before, self.after, self.close_button]
        return [self.text, strip.start, strip.end, *buttons]

    def _show_current(self) -> None:
        attachment, several = self.attachment, len(self._attachments) > 1
        self.setAccessibleName(tr("Preview of {name}").format(name=attachment.title))
        title, caption = attachment.words
        self.title.setText(title)
        self.caption.setText(caption)
        place = tr("{number} of {total}").format(
            number=number(self._index + 1), total=number(len(self._attachments))
        )
        self.place.setText(place if several else "")
        self.before.setVisible(several)
        self.after.setVisible(several)
        self._enable(self.before, self._index > 0)
        self._enable(self.after, self._index + 1 < len(self._attachments))
        self._show_image()
        self._show_strip()
        self._ask_to_play()
        self._show_words()

    def _enable(self, button: QWidget, enabled: bool) -> None:
        """Enable or disable a button. Qt would pass the focus of a disabled one to the window."""
        if button.hasFocus() and not enabled:
            self.setFocus()
        button.setEnabled(enabled)

    def _show_image(self) -> None:
        attachment = self.attachment
        self.text.setVisible(attachment.is_text)
        self.canvas.setHidden(attachment.is_text)
        if attachment.is_text:
            self.text.setPlainText(attachment.text)
            self.text.setAccessibleName(attachment.title)
            return
        most = self._most()
        self.canvas.show_image(self.attachment.preview, most)
        self.canvas.setAccessibleName(self.attachment.title)
        if not most.isValid():
            screen = self.screen().size() * self.devicePixelRatioF()
            self._requests.enlarged.emit(self.attachment, max(screen.width(), screen.height()))

    def _most(self) -> QSize:
        """Return the maximum size of the image; invalid if the file is larger than its preview."""
        size = self.attachment.preview.size()
        whole = max(size.width(), size.height()) < PREVIEW_SIDE
        return size * MOST_ENLARGED if whole else QSize()

    def _show_strip(self) -> None:
        attachment = self.attachment
        video = attachment.media.kind is MediaKind.VIDEO
        shown = video and self._editable and bool(attachment.strip)
        if shown and not self.strip.in_hand:
            self.strip.show_video(attachment.strip, attachment.seconds, attachment.media.span)
        if not shown and self.strip.isAncestorOf(QApplication.focusWidget() or self):
            self.setFocus()
        self.strip.setVisible(shown)
        self.span.setVisible(video)
        self.whole.setVisible(shown)

    def _ask_to_play(self) -> None:
        """Ask for the frames of a video, and take back what was asked for another one."""
        video = self.attachment.media.kind is MediaKind.VIDEO
        self.player.clear()
        self.strip.show_played(-1)
        self._requests.played.emit(self.attachment if video else None)

    def _show_played(self, frame: QImage, seconds: float) -> None:
        self.canvas.show_image(frame, QSize())
        self.strip.show_played(seconds)

    def _show_playing(self) -> None:
        playing = self.player.playing
        self.play_button.setVisible(self.attachment.media.kind is MediaKind.VIDEO)
        self._enable(self.play_button, self.player.loaded)
        self.play_button.set_icon("pause" if playing else "play")
        words = tr("Pause (Return)") if playing else tr("Play (Return)")
        self.play_button.setToolTip(words)
        self.play_button.setAccessibleName(words)

    def _show_words(self) -> None:
        attachment = self.attachment
        media, cost = attachment.media, self._costs.get(attachment)
        if media.kind is MediaKind.VIDEO:
            # The cost of a text has no frames.
            self.span.setText(span_text(media, attachment.seconds, cost))
        self._enable(self.whole, media.span is not None)
        words = [] if cost is None else [seen_text(media.kind, cost)]
        if attachment.is_text and not attachment.whole_text:
            shown = tr("The first {shown} of {all} characters are shown; all are sent.")
            count = number(len(attachment.text))
            words.append(shown.format(shown=count, all=number(attachment.characters)))
        if attachment.over:
            words.append(translated(attachment.over.sentence))
        # a line is reserved for a cost that is not known yet
        self.note.setText(breakable("\n".join(words)) or " ")

    def _handle_moved(self, seconds: float) -> None:
        self.player.stop()
        self.canvas.show_image(self.strip.frame_at(seconds), self._most())
        attachment = self.attachment
        part = replace(attachment.media, span=self.strip.span())
        self.span.setText(span_text(part, attachment.seconds, None))

    def _span_chosen(self, span: Span) -> None:
        media = replace(self.attachment.media, span=span)
        self._requests.media_changed.emit(self.attachment, media)

    def _focus_went(self, old: QWidget | None, new: QWidget | None) -> None:
        """Close if the focus goes below, to something that a shortcut opened."""
        if new is None or new is self or self.isAncestorOf(new):
            return
        if new.window() is self.window():
            self._leave()

    def _leave(self) -> None:
        if self._open:
            self._open = False
            self.player.clear()
            self._requests.played.emit(None)
            self.hide()
            self._parent.removeEventFilter(self)
            self.closed.emit()
            self.deleteLater()

    def _connect(self) -> None:
        self.before.clicked.connect(lambda: self.step(-1))
        self.after.clicked.connect(lambda: self.step(1))
        self.close_button.clicked.connect(self.shut)
        self.strip.moved.connect(self._handle_moved)
        self.strip.span_chosen.connect(self._span_chosen)
        self.whole.clicked.connect(self.strip.choose_all)
        self.play_button.clicked.connect(self.player.toggle)
        self.player.shown.connect(self._show_played)
        self.player.changed.connect(self._show_playing)

    def _lay_out(self) -> None:
        head = hbox(spacing=8)
        head.addWidget(self.title, 1)
        head.addWidget(self.caption)
        # The place is about all files, and the caption about this one.
        head.addSpacing(theme.px(8))
        for part in (self.place, self.before, self.after, self.close_button):
            head.addWidget(part)
        part_row = QHBoxLayout()
        part_row.addWidget(self.play_button)
        part_row.addWidget(self.span, 1)
        part_row.addWidget(self.whole)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(8)
        self._column.addLayout(head)
        self._column.addWidget(self.canvas, 1)
        self._column.addWidget(self.text, 1)
        self._column.addWidget(self.strip)
        self._column.addLayout(part_row)
        self._column.addWidget(self.note)
