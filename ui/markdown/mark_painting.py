"""Finds and paints code cards, quote bars, rules and the spoken sentence under the text of an
answer."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextDocument, QTextLine

from ui.look import theme
from ui.look.language import tr
from ui.markdown.block_writer import Mark, MarkKind
from ui.markdown.markdown_formats import PARAGRAPH_GAP, code_header, code_padding

_ICON = 13
_BESIDE_ICON = 21
_RADIUS = 9
# Pixels of the width of a quote bar.
_BAR = 3


def above_code() -> int:
    """Return how far above the first line of a code card the paint of a change begins."""
    return code_header() + code_padding() + 2 * PARAGRAPH_GAP


def marks_in(document: QTextDocument, marks: Sequence[Mark], area: QRect) -> Iterator[Mark]:
    """Yield the marks between the top and the bottom of `area`. Marks end in the order of the list.
    A hit test by Qt would go through all blocks of a long text."""
    layout = document.documentLayout()

    def rect(number: int) -> QRectF:
        return layout.blockBoundingRect(document.findBlockByNumber(number))

    def bottom_of(mark: Mark) -> float:
        return layout.blockBoundingRect(document.findBlock(mark.last)).bottom()

    start = bisect_left(marks, area.top() - above_code(), key=bottom_of)
    blocks = range(document.blockCount())
    below = bisect_right(blocks, area.bottom() + above_code(), key=lambda it: rect(it).top())
    block = document.findBlockByNumber(below)
    end = block.position() if block.isValid() else document.characterCount()
    return (marks[i] for i in range(start, len(marks)) if marks[i].first < end)


def copy_area(card: QRectF) -> QRectF:
    """Return the area in which a click copies the code of `card`."""
    letters = QFontMetricsF(_header_font())
    words = max(letters.horizontalAdvance(it) for it in (tr("Copy"), tr("Copied")))
    width = _BESIDE_ICON + words + 12
    return QRectF(card.right() - width, card.top(), width, code_header())


def paint_mark(
    painter: QPainter, mark: Mark, rect: QRectF, copied: bool, focused: bool = False
) -> None:
    match mark.kind:
        case MarkKind.CODE:
            _paint_card(painter, rect)
            _paint_header(painter, mark.label, rect, copied)
            if focused:
                _paint_focus(painter, copy_area(rect))
        case MarkKind.QUOTE:
            _paint_bar(painter, rect, mark.mirrored)
        case MarkKind.RULE:
            _paint_rule(painter, rect)


def line_areas(document: QTextDocument, start: int, end: int) -> Iterator[QRectF]:
    """Yield the area of each line of the text between two positions."""
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        corner = document.documentLayout().blockBoundingRect(block).topLeft()
        first, last = start - block.position(), end - block.position()
        layout = block.layout()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            begins, ends = line.textStart(), line.textStart() + line.textLength()
            if max(first, begins) < min(last, ends):
                left, right = _x(line, max(first, begins)), _x(line, min(last, ends))
                area = QRectF(min(left, right), line.y(), abs(right - left), line.height())
                yield area.translated(corner)
        block = block.next()


def _x(line: QTextLine, position: int) -> float:
    # The stubs do not know that this is a pair.
    return line.cursorToX(position)[0]  # pyright: ignore[reportIndexIssue]


def paint_spoken(painter: QPainter, lines: list[QRectF]) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().accent_soft))
    for line in lines:
        painter.drawRoundedRect(line.adjusted(-2, 0, 2, 0), 4, 4)


def paint_caret(painter: QPainter, center: QPointF, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().accent))
    painter.drawEllipse(center, radius, radius)


def _paint_card(painter: QPainter, rect: QRectF) -> None:
    painter.setPen(QPen(QColor(theme.colors().line), 1))
    painter.setBrush(QColor(theme.colors().code))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    y = rect.top() + code_header() - 0.5
    painter.drawLine(QPointF(rect.left() + 1, y), QPointF(rect.right() - 1, y))


def _paint_header(painter: QPainter, language: str, rect: QRectF, copied: bool) -> None:
    area = copy_area(rect)
    label = QRectF(rect.left() + 12, rect.top(), area.left() - rect.left() - 12, code_header())
    painter.setPen(QColor(theme.colors().dim))
    painter.setFont(_header_font())
    painter.drawText(label, Qt.AlignmentFlag.AlignVCenter, language.partition(" ")[0] or tr("code"))
    icon = theme.pixmap("check" if copied else "copy", size=_ICON)
    painter.drawPixmap(area.topLeft() + QPointF(2, (code_header() - _ICON) / 2), icon)
    text = tr("Copied") if copied else tr("Copy")
    painter.drawText(area.adjusted(_BESIDE_ICON, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)


def _header_font() -> QFont:
    return theme.font(12, QFont.Weight.Medium)


def _paint_focus(painter: QPainter, area: QRectF) -> None:
    painter.setPen(QPen(QColor(theme.colors().accent), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area.adjusted(-5, 4, -5, -4), 6, 6)


def _paint_bar(painter: QPainter, rect: QRectF, mirrored: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().hover))
    left = rect.right() - _BAR if mirrored else rect.left()
    painter.drawRoundedRect(QRectF(left, rect.top(), _BAR, rect.height()), _BAR / 2, _BAR / 2)


def _paint_rule(painter: QPainter, rect: QRectF) -> None:
    y = round(rect.center().y()) + 0.5
    painter.setPen(QPen(QColor(theme.colors().line), 1))
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
