"""Writes a document as PDF or prints it. Slow: not for the Qt thread."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QMarginsF, QObject, QRect, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPaintEngine,
    QPainter,
    QPalette,
    QPdfWriter,
    QPyTextObject,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)
from PySide6.QtSvg import QSvgRenderer

from app.base.cancelling import Check, ShowProgress, no_progress
from app.base.disk import replacing
from app.transfer.exporting.document import Document
from app.transfer.exporting.embedded_images import small_image
from app.transfer.exporting.formula_drawings import SIZE, drawn
from app.transfer.exporting.html_writer import HtmlWriter
from engine.frozen import frozen
from ui.charts.chart import Chart
from ui.charts.chart_layout import laid_out
from ui.charts.chart_painter import PAPER, measure, paint
from ui.markdown.math_syntax import Formula
from ui.markdown.safe_html import escaped
from ui.state.attachment import Attachment
from ui.state.export_choice import MARGIN_MM, ExportImages

# Lengths are in CSS pixels, 96 per inch.
_INCH = 96
_TEXT, _FOOTER = 13, 11
# A formula that goes no further below the base line touches nothing in the next line.
_ROOM_BELOW = 6
# Above an author and the heading of a section.
_ABOVE = 22
_LARGEST = 420
_END = b"%%EOF"
_CHART_WIDTH = 560
_IN_THE_MIDDLE = ' style="vertical-align:middle"'
_WITHOUT_OUTLINE = re.compile(r"<(path|rect|line)\b(?![^>]*\bstroke=)")
_STYLE = """
h1 { font-size: 20px; } h2 { font-size: 16px; } h3, h4, h5, h6 { font-size: 13px; }
.who { font-size: 14px; font-weight: bold; }
.about, .numbers, .date { color: #666666; font-size: 11px; font-weight: normal; }
.quiet { color: #666666; white-space: pre-wrap; }
pre, code { font-family: "FONT"; font-size: 12px; }
pre { background-color: #f3f3f5; white-space: pre-wrap; }
a { color: #1d62c4; text-decoration: underline; }
table {
  border-collapse: collapse; border-style: solid; border-color: #b8b8bc;
  margin-top: 8px; margin-bottom: 8px;
}
.chart { margin-top: 10px; margin-bottom: 10px; }
"""

Draw = Callable[[QPainter, QRectF], object]


@frozen
class Fonts:
    """Names of font families; the Qt thread must ask for them."""

    text: str
    code: str


class _Paper(QTextDocument):
    """A text document that shows only the pictures it was given; Qt would open other names as
    files."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures = _Pictures(self)
        kind = QTextFormat.ObjectTypes.ImageObject.value
        self.documentLayout().registerHandler(kind, self.pictures)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        return QByteArray()


class _Pictures(QPyTextObject):
    """Draws each picture anew with the painter of the page, so that a drawing stays sharp at any
    size and many of them do not fill the memory."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._known: dict[str, tuple[QSizeF, Draw]] = {}

    def add(self, size: QSizeF, draw: Draw) -> str:
        """Return the name by which the document's HTML shows the picture."""
        name = f"picture:{len(self._known)}"
        self._known[name] = size, draw
        return name

    def intrinsicSize(self, doc: QTextDocument, posInDocument: int, format: QTextFormat) -> QSizeF:
        known = self._known.get(format.toImageFormat().name())
        return known[0] if known else QSizeF()

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        posInDocument: int,
        format: QTextFormat,
    ) -> None:
        if known := self._known.get(format.toImageFormat().name()):
            painter.save()
            known[1](painter, QRectF(rect))
            painter.restore()


def write_pdf(
    path: Path,
    document: Document,
    images: ExportImages,
    fonts: Fonts,
    check: Check,
    show_progress: ShowProgress = no_progress,
) -> None:
    """Replace `path` as a whole. Raises OSError, or what `check` raises."""
    with replacing(path) as temporary:
        writer = QPdfWriter(str(temporary))
        writer.setTitle(document.title)
        writer.setCreator("Duologue")
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
        writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        print_document(writer, document, images, fonts, check, show_progress)
        del writer
        _check_whole(temporary)


def _check_whole(path: Path) -> None:
    """Raises OSError if the end is missing: Qt does not report failed writes."""
    with path.open("rb+") as file:
        file.seek(max(0, path.stat().st_size - len(_END) - 2))
        if file.read().rstrip().endswith(_END):
            return
        # makes the system raise the reason
        file.write(bytes(1 << 16))
    raise OSError("its end is missing")


def check_printed(device: QPagedPaintDevice, path: Path) -> None:
    """Remove a file that Qt could not write to its end. Raises OSError. A file of macOS's own
    dialog is left to the system."""
    if device.paintEngine().type() is not QPaintEngine.Type.Pdf:
        return
    try:
        _check_whole(path)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def print_document(
    device: QPagedPaintDevice,
    document: Document,
    images: ExportImages,
    fonts: Fonts,
    check: Check,
    show_progress: ShowProgress = no_progress,
) -> None:
    """Raises OSError if the device does not accept pages."""
    painter = QPainter()
    if not painter.begin(device):
        raise OSError("the pages cannot be painted")
    try:
        points = device.pageLayout().paintRectPoints().size()
        page = QSizeF(points.width(), points.height()) * (_INCH / 72)
        share = device.width() / page.width()
        painter.scale(share, share)
        text = QSizeF(page.width(), page.height() - 2 * _FOOTER - 8)
        paper = _laid_out(document, images, fonts, text, check)
        _paint(painter, device.newPage, paper, page, check, show_progress)
    finally:
        painter.end()


def _laid_out(
    document: Document, images: ExportImages, fonts: Fonts, page: QSizeF, check: Check
) -> _Paper:
    paper = _Paper()
    # before the text comes: headings are moved where only the end has to be laid out anew
    paper.setPageSize(page)
    font = QFont(fonts.text)
    font.setPixelSize(_TEXT)
    # the page scales glyphs to the resolution of the device
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # ligatures would change the text for search and copy
    font.setFeature(QFont.Tag("calt"), 0)
    paper.setDefaultFont(font)
    paper.setDocumentMargin(0)
    paper.setDefaultStyleSheet(_STYLE.replace("FONT", fonts.code))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    paper.setDefaultTextOption(option)
    html = HtmlWriter(
        document,
        partial(_image, paper.pictures, images),
        partial(_formula, paper.pictures),
        partial(_chart, paper.pictures, font),
        paper=True,
    )
    cursor = QTextCursor(paper)
    headings: list[QTextBlock] = []
    for piece in html.pieces():
        check()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not paper.isEmpty():
            # or the piece would continue the last paragraph
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        begin = cursor.position()
        cursor.insertHtml(piece)
        first = paper.findBlock(begin)
        if begin and piece.startswith(("<h1", "<article")):
            # Its first line is a heading, or the author. Of that line Qt takes the letters alone.
            form = first.blockFormat()
            form.setTopMargin(_ABOVE)
            QTextCursor(first).setBlockFormat(form)
            headings.append(first)
        _keep_with_text(paper, headings, first)
    return paper


def _keep_with_text(paper: _Paper, headings: list[QTextBlock], block: QTextBlock) -> None:
    """Move headings from the end of a page to the text that they head, from `block` to the end.
    `headings` are those whose text has not come yet."""
    while block.isValid():
        if block.blockFormat().headingLevel():
            headings.append(block)
        elif block not in headings and block.text():
            if headings and _page_of(paper, headings[0]) != _page_of(paper, block):
                form = headings[0].blockFormat()
                form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                QTextCursor(headings[0]).setBlockFormat(form)
            headings.clear()
        block = block.next()


def _page_of(paper: _Paper, block: QTextBlock) -> int:
    """Return the page of the first line of a block."""
    top = paper.documentLayout().blockBoundingRect(block).top()
    # a line that would cross the end of a page is moved within its block
    return int((top + block.layout().lineAt(0).y() + 1) // paper.pageSize().height())


def _image(pictures: _Pictures, images: ExportImages, file: Attachment) -> str:
    if images is ExportImages.NONE or file.is_text:
        return ""
    image = small_image(file)
    if image.isNull():
        return ""
    # Qt has no maximum image size
    image.setDevicePixelRatio(max(1.0, image.width() / _LARGEST, image.height() / _LARGEST))
    return pictures.add(
        image.deviceIndependentSize(), lambda painter, area: painter.drawImage(area, image)
    )


def _formula(pictures: _Pictures, formula: Formula) -> str:
    found = drawn(formula)
    if found is None:
        return f"<code>{escaped(formula.source)}</code>"
    # In a PDF, Qt draws an outline where a shape has none, which makes letters bold.
    shapes = _WITHOUT_OUTLINE.sub(r'<\1 stroke="#000000" stroke-opacity="0"', found.svg)
    svg = QByteArray(shapes.replace("currentColor", "#000000").encode())
    share = _TEXT / SIZE
    width, height, depth = (it * share for it in (found.width, found.height, found.depth))
    # Qt puts a picture on the base line or in the middle of the line.
    on_line = not formula.display and depth <= _ROOM_BELOW
    below = depth if on_line else 0
    name = pictures.add(
        QSizeF(width, height - below),
        lambda painter, area: QSvgRenderer(svg).render(painter, area.adjusted(0, 0, 0, below)),
    )
    return f'<img src="{name}"{"" if on_line else _IN_THE_MIDDLE}>'


def _chart(pictures: _Pictures, font: QFont, chart: Chart) -> str:
    drawing = laid_out(chart, _CHART_WIDTH, measure(font), title=True)

    def draw(painter: QPainter, area: QRectF) -> None:
        painter.translate(area.topLeft())
        paint(painter, drawing, PAPER, font)

    name = pictures.add(QSizeF(drawing.width, drawing.height), draw)
    return f'<img src="{name}">'


def _paint(
    painter: QPainter,
    new_page: Callable[[], bool],
    paper: QTextDocument,
    page: QSizeF,
    check: Check,
    show_progress: ShowProgress,
) -> None:
    height, count = paper.pageSize().height(), paper.pageCount()
    black = QAbstractTextDocumentLayout.PaintContext()
    black.palette.setColor(QPalette.ColorRole.Text, QColor(Qt.GlobalColor.black))
    footer = QFont(paper.defaultFont())
    footer.setPixelSize(_FOOTER)
    for number in range(count):
        check()
        show_progress(number, count)
        if number and not new_page():
            raise OSError("the pages cannot be painted")
        painter.save()
        painter.translate(0, -number * height)
        # smaller than the page, or the next page's first line is written here too, invisibly
        black.clip = QRectF(0, number * height + 1, page.width(), height - 2)
        painter.setClipRect(black.clip)
        paper.documentLayout().draw(painter, black)
        painter.restore()
        painter.setFont(footer)
        painter.setPen(QColor("#666666"))
        line = QRectF(0, page.height() - 2 * _FOOTER, page.width(), 2 * _FOOTER)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, f"{number + 1} / {count}")
