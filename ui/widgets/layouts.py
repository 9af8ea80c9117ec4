"""Helpers for layouts."""

from PySide6.QtWidgets import QWidget


def tell_of_size(widget: QWidget) -> None:
    """Let all layouts around `widget` know now that it wants another size; Qt tells each of them
    with an event of its own, and until then they give heights that are past."""
    while around := widget.parentWidget():
        widget.updateGeometry()
        widget = around
