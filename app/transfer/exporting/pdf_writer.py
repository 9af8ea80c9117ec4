"""A conversation on pages: as PDF, or printed. Slow: not for the Qt thread."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QMarginsF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtSvg import QSvgRenderer

from app.base.cancelling import Check
from app.base.disk import replacing
from app.transfer.exporting.document import Readable
from app.transfer.exporting.embedded_images import small_image
from app.transfer.exporting.formula_drawings import drawn
from app.transfer.exporting.html_writer import ChatHtml
from app.transfer.exporting.safe_html import escaped
from ui.conversation.math_syntax import Formula
from ui.exchange.export_choice import Pictures
from ui.state.attachment import Attachment

# Lengths in the pixels of CSS, 96 to an inch.
_INCH = 96
_TEXT, _FOOT = 13, 11
_LARGEST = 420
_END = b"%%EOF"
_MARGIN_MM = 18
_RATIO = 3
_STYLE = """
h1 { font-size: 20px; } h2 { font-size: 16px; } h3, h4, h5, h6 { font-size: 13px; }
.who { font-size: 14px; font-weight: bold; margin-top: 22px; margin-bottom: 4px; }
.about, .numbers, .date { color: #666666; font-size: 11px; font-weight: normal; }
pre, code { font-family: "FONT"; font-size: 12px; }
pre { background-color: #f3f3f5; white-space: pre-wrap; }
a { color: #1d62c4; text-decoration: underline; }
table { border-collapse: collapse; }
"""


@dataclass(frozen=True)
class Fonts:
    """Families by their names; asked for on the Qt thread."""

    text: str
    code: str


class _Document(QTextDocument):
    """Shows only what it was given: Qt would take any other name for a file to be read."""

    def __init__(self) -> None:
        super().__init__()
        self._images: dict[str, QImage] = {}
        self._nothing = QImage(1, 1, QImage.Format.Format_ARGB32)
        self._nothing.fill(Qt.GlobalColor.transparent)

    def give(self, name: str, image: QImage) -> None:
        self._images[name] = image

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        if kind == QTextDocument.ResourceType.ImageResource.value:
            return self._images.get(QUrl(name).toString(), self._nothing)
        return QByteArray()


def write_pdf(path: Path, chat: Readable, pictures: Pictures, fonts: Fonts, check: Check) -> None:
    """Raises OSError."""
    with replacing(path) as fresh:
        writer = QPdfWriter(str(fresh))
        writer.setTitle(chat.title)
        writer.setCreator("Duologue")
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
        writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        print_chat(writer, chat, pictures, fonts, check)
        del writer
        _check_whole(fresh)


def _check_whole(path: Path) -> None:
    """Qt says nothing of what could not be written. Raises OSError."""
    with path.open("rb+") as file:
        file.seek(max(0, path.stat().st_size - len(_END) - 2))
        if file.read().rstrip().endswith(_END):
            return
        # to be told why
        file.write(bytes(1 << 16))
    raise OSError("its end is missing")


def print_chat(
    device: QPagedPaintDevice, chat: Readable, pictures: Pictures, fonts: Fonts, check: Check
) -> None:
    """Raises OSError where the device takes nothing."""
    painter = QPainter()
    if not painter.begin(device):
        raise OSError("the pages cannot be painted")
    try:
        paper = device.pageLayout().paintRectPoints().size()
        page = QSizeF(paper.width(), paper.height()) * (_INCH / 72)
        share = device.width() / page.width()
        painter.scale(share, share)
        text = QSizeF(page.width(), page.height() - 2 * _FOOT - 8)
        document = _document(chat, pictures, fonts, check)
        document.setPageSize(text)
        _paint(painter, device.newPage, document, page, check)
    finally:
        painter.end()


def _document(chat: Readable, pictures: Pictures, fonts: Fonts, check: Check) -> _Document:
    document = _Document()
    font = QFont(fonts.text)
    font.setPixelSize(_TEXT)
    # it is scaled to the finer dots of the paper
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # else some signs are others to who searches or copies
    font.setFeature(QFont.Tag("calt"), 0)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setDefaultStyleSheet(_STYLE.replace("FONT", fonts.code))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    html = ChatHtml(
        chat,
        partial(_picture, document, pictures),
        partial(_formula, document),
        paper=True,
    )
    cursor = QTextCursor(document)
    for piece in html.pieces():
        check()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not document.isEmpty():
            # else what comes goes on in the last paragraph
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        cursor.insertHtml(piece)
    return document


def _picture(document: _Document, pictures: Pictures, file: Attachment) -> str:
    if pictures is Pictures.NONE or file.is_text:
        return ""
    image = small_image(file)
    if image.isNull():
        return ""
    # Qt knows no largest size of a picture
    image.setDevicePixelRatio(max(1.0, image.width() / _LARGEST, image.height() / _LARGEST))
    name = f"picture:{id(file)}"
    document.give(name, image)
    return name


def _formula(document: _Document, formula: Formula) -> str:
    found = drawn(formula)
    if found is None:
        return f"<code>{escaped(formula.source)}</code>"
    width, height = max(1, round(found.width)), max(1, round(found.height))
    image = QImage(width * _RATIO, height * _RATIO, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    svg = found.svg.replace("currentColor", "#000000")
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(image.rect()))
    painter.end()
    name = f"formula:{abs(hash(formula))}"
    document.give(name, image)
    return f'<img src="{name}" width="{width}" height="{height}" style="vertical-align:middle">'


def _paint(
    painter: QPainter,
    new_page: Callable[[], bool],
    document: QTextDocument,
    page: QSizeF,
    check: Check,
) -> None:
    height, count = document.pageSize().height(), document.pageCount()
    black = QAbstractTextDocumentLayout.PaintContext()
    black.palette.setColor(QPalette.ColorRole.Text, QColor(Qt.GlobalColor.black))
    foot = QFont(document.defaultFont())
    foot.setPixelSize(_FOOT)
    for number in range(count):
        check()
        if number and not new_page():
            raise OSError("the pages cannot be painted")
        painter.save()
        painter.translate(0, -number * height)
        # less than the page, else a line that begins the next one is written here too, unseen
        black.clip = QRectF(0, number * height + 1, page.width(), height - 2)
        painter.setClipRect(black.clip)
        document.documentLayout().draw(painter, black)
        painter.restore()
        painter.setFont(foot)
        painter.setPen(QColor("#666666"))
        line = QRectF(0, page.height() - 2 * _FOOT, page.width(), 2 * _FOOT)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, f"{number + 1} / {count}")
