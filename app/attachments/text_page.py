"""The first lines of a text, drawn as a page: what is shown of it where pictures are small."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from ui import theme

# The shape of a thumbnail, whose letters are a fourth of these.
WIDTH, HEIGHT, MARGIN = 448, 304, 28
LETTER, LINES, COLUMNS = 38, 5, 40


def page(text: str) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    # paper is light in both schemes
    image.fill(QColor(theme.LIGHT.card))
    painter = QPainter(image)
    painter.setPen(QColor(theme.LIGHT.dim))
    font = QFont(theme.mono(LETTER))
    # it is a picture: it does not grow with the words of the window
    font.setPixelSize(LETTER)
    painter.setFont(font)
    lines = [line for line in text[: LINES * 2000].splitlines() if line.strip()][:LINES]
    height = (HEIGHT - 2 * MARGIN) / LINES
    for index, line in enumerate(lines):
        rect = QRectF(MARGIN, MARGIN + index * height, WIDTH, height)
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, line.expandtabs(2)[:COLUMNS])
    painter.end()
    return image
