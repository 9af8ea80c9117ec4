"""Draw the first lines of a text as a page, its thumbnail."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from ui.look.colors import ACCENT_COLORS, table
from ui.look.fonts import monospaced

# Paper is light in both color schemes.
PAPER = table(dark=False, accent=ACCENT_COLORS["blue"][0])
# Pixels; a thumbnail shows the page at a fourth of its size.
WIDTH, HEIGHT, MARGIN = 448, 304, 28
LETTER, LINES, COLUMNS = 38, 5, 40


def page(text: str) -> QImage:
    """Return the page; may be called on any thread."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER.card))
    painter = QPainter(image)
    painter.setPen(QColor(PAPER.dim))
    painter.setFont(monospaced(LETTER))
    lines = [line for line in text[: LINES * 2000].splitlines() if line.strip()][:LINES]
    height = (HEIGHT - 2 * MARGIN) / LINES
    for index, line in enumerate(lines):
        rect = QRectF(MARGIN, MARGIN + index * height, WIDTH, height)
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, line.expandtabs(2)[:COLUMNS])
    painter.end()
    return image
