"""One color for each model, the same in all charts and pane headers."""

from PySide6.QtGui import QColor

from ui.look import theme

# In light and dark colors, each with a contrast of at least 3 to its background.
_COLORS = (
    ("#0a60d8", "#4f9fff"),
    ("#7a5cc4", "#b9a3f2"),
    ("#1a7a33", "#32d74b"),
    ("#b35900", "#ffb340"),
    ("#b0206f", "#ff7ab8"),
    ("#0b6e74", "#4ad3dc"),
    ("#7d6200", "#e6d14a"),
    ("#8c3b2e", "#ff8f7a"),
)
_order: dict[str, int] = {}


def model_color(model_id: str) -> QColor:
    """Return the color of a model; colors are assigned in order of first use and kept."""
    index = _order.setdefault(model_id, len(_order))
    return QColor(_COLORS[index % len(_COLORS)][theme.colors().dark])
