"""The colors of tones, and one tone for each model, the same in all charts and pane headers."""

from PySide6.QtGui import QColor

from ui.charts.tones import TONES, model_tone
from ui.look import theme


def tone_color(tone: int) -> QColor:
    return QColor(TONES[tone][theme.colors().dark])


def model_color(model_id: str) -> QColor:
    return tone_color(model_tone(model_id))
