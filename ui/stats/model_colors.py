"""One color for each model, the same in all charts and pane headers."""

from PySide6.QtGui import QColor

from ui.charts.tones import TONES, model_tone
from ui.look import theme


def model_color(model_id: str) -> QColor:
    return QColor(TONES[model_tone(model_id)][theme.colors().dark])
