"""Draw the first lines of a text as a page, its thumbnail."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from ui import theme

# Four times the size of a thumbnail.
WIDTH, HEIGHT, MARGIN = 448, 304, 28
LETTER, LINES, COLUMNS = 38, 5, 40


def page(text: str) -> QImage:
    """Return the page; may be called on any thread."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    # paper is light in both schemes
    image.fill(QColor(theme.LIGHT.card))
    painter = QPainter(image)
    painter.setPen(QColor(theme.LIGHT.dim))
    font = QFont(theme.mono(LETTER))
    # the page is an image: its text does not follow the zoom of the window
    font.setPixelSize(LETTER)
    painter.setFont(font)
    lines = [line for line in text[: LINES * 2000].splitlines() if line.strip()][:LINES]
    height = (HEIGHT - 2 * MARGIN) / LINES
    for index, line in enumerate(lines):
        rect = QRectF(MARGIN, MARGIN + index * height, WIDTH, height)
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, line.expandtabs(2)[:COLUMNS])
    painter.end()
    return image
