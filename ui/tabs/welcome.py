"""The page of a new chat: an introduction, and samples to try."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QWidget,
)

from engine.messages import ModelInfo, is_remote
from ui.look import theme
from ui.look.language import listed, tr, translated
from ui.state.model_entry import Sample
from ui.state.workspace import BuiltIn
from ui.widgets.buttons import KeyButton, LinkButton
from ui.widgets.labels import plain_label
from ui.widgets.layouts import vbox
from ui.widgets.preview import draw_card, draw_play_badge, draw_preview, thumbnail

IMAGE = QSize(140, 105)
CARD_MARGIN = 8
QUESTION = 62
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class SampleCard(KeyButton):
    def __init__(self, sample: Sample) -> None:
        super().__init__()
        self.sample = sample
        # made when it is painted: a chat that is opened again has cards that nobody sees
        self._image: QPixmap | None = None
        theme.set_font(self, 13)
        self._fit()
        theme.look.changed.connect(self._fit)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        about = tr("Ask about a sample image: {question}")
        if sample.is_video:
            about = tr("Ask about a sample video: {question}")
        self.setAccessibleName(about.format(question=sample.question))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._draw_frame(painter)
        image = QRect(QPoint(CARD_MARGIN, CARD_MARGIN), _image_size())
        if self._image is None:
            size = _image_size()
            small = QImage(str(self.sample.card)) if size == IMAGE else self.sample.preview()
            self._image = thumbnail(small, size)
        draw_preview(painter, image, self._image)
        if self.sample.is_video:
            draw_play_badge(painter, image, 17)
        self._draw_question(painter, image)
        painter.end()

    def _fit(self) -> None:
        if self.size() != card_size():
            self._image = None
            self.setFixedSize(card_size())

    def _draw_frame(self, painter: QPainter) -> None:
        colors, focused = theme.colors(), self.hasFocus()
        border = colors.accent if focused else colors.line
        fill = colors.chip if self.underMouse() else colors.card
        draw_card(painter, self.rect(), border, 2 if focused else 1, fill=fill)

    def _draw_question(self, painter: QPainter, image: QRect) -> None:
        left, right = image.left() + 2, image.right() - 2
        below = QRect(left, image.bottom() + 9, right - left, self.height() - image.bottom() - 13)
        painter.setPen(QColor(theme.colors().text))
        painter.drawText(below, _WRAPPED, tr("“{text}”").format(text=self.sample.question))


def card_size() -> QSize:
    return _image_size() + QSize(2 * CARD_MARGIN, 2 * CARD_MARGIN + theme.px(QUESTION))


def _image_size() -> QSize:
    return QSize(theme.px(IMAGE.width()), theme.px(IMAGE.height()))


GAP = 10
MARGIN = 16
MOST_COLUMNS = 4
NOTE_WIDTH = 560


class Welcome(QScrollArea):
    """A heading and a note about the model of the chat. The built-in model has samples below them:
    as many cards in a row as fit; the rest goes below, and scrolls where that is too much.
    `models_wanted` comes when a person wants to get other models."""

    sample_chosen = Signal(object)
    models_wanted = Signal()

    def __init__(self, built_in: BuiltIn) -> None:
        super().__init__()
        self._built_in = built_in
        self._model: ModelInfo | None = None
        self._cards: list[SampleCard] = []
        self._columns = MOST_COLUMNS
        self._heading = _centred("welcome_heading")
        self._note = _centred("welcome_note")
        self.get = LinkButton(tr("Get models…"), tr("Find and download other models"))
        self.get.hide()
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(self._build())
        self.get.clicked.connect(self.models_wanted)
        self.set_model(None)
        theme.look.changed.connect(self._fit)

    def set_model(self, model: ModelInfo | None) -> None:
        """Show what the model of the chat can do. This is called repeatedly."""
        if model == self._model and self._heading.text():
            return
        self._model = model
        built_in = model is not None and model.model_id == self._built_in.model_id
        sees = model is None or model.vision
        self._heading.setText(
            tr("Drop an image or a video, and ask") if sees else tr("Ask anything")
        )
        self._note.setText(translated(self._built_in.note) if built_in else _about(model))
        self._set_samples(self._built_in.samples if built_in else ())

    def offer_models(self, offered: bool) -> None:
        """Show the button that leads to other models, where there are none yet."""
        self.get.setVisible(offered)

    def _set_samples(self, samples: Sequence[Sample]) -> None:
        for card in self._cards:
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = [SampleCard(sample) for sample in samples]
        for card in self._cards:
            card.clicked.connect(lambda _=False, it=card: self.sample_chosen.emit(it.sample))
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # first, so that the content is measured as it will be
        self._wrap(event.size().width() - 2 * MARGIN)
        super().resizeEvent(event)

    def _fit(self) -> None:
        self._wrap(self.viewport().width() - 2 * MARGIN)

    def _wrap(self, room: int) -> None:
        self._note.setFixedWidth(min(room, theme.px(NOTE_WIDTH)))
        columns = min(max((room + GAP) // (card_size().width() + GAP), 1), MOST_COLUMNS)
        # three and one look like a mistake, two and two like a choice
        columns = 2 if columns == 3 else columns
        if columns != self._columns:
            self._columns = columns
            self._place()

    def _place(self) -> None:
        for index, card in enumerate(self._cards):
            self._grid.addWidget(card, index // self._columns, index % self._columns)

    def _build(self) -> QWidget:
        content = QWidget()
        content.setObjectName("welcome")
        column = vbox(content, spacing=8, margins=(MARGIN, MARGIN, MARGIN, MARGIN))
        column.addStretch(1)
        column.addWidget(self._heading)
        # aligned, it would not be asked how high it is at its width
        middle = QHBoxLayout()
        middle.addStretch()
        middle.addWidget(self._note)
        middle.addStretch()
        column.addLayout(middle)
        column.addWidget(self.get, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(18)
        column.addLayout(self._grid)
        column.setAlignment(self._grid, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return content


def _about(model: ModelInfo | None) -> str:
    if model is None:
        return tr("Choose a model from the model menu.")
    # A server may not tell it, and has nothing to load.
    if not model.context and not is_remote(model.model_id):
        return tr("What {name} can do is shown once it is loaded.").format(name=model.name)
    able = [tr("sees images and videos") if model.vision else tr("reads text only")]
    if model.thinking:
        able.append(tr("can think first") if model.thinking_switch else tr("always thinks first"))
    if model.tools:
        able.append(tr("can call tools"))
    return tr("{name} {abilities}.").format(name=model.name, abilities=listed(able))


def _centred(name: str) -> QLabel:
    label = plain_label(name)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label
