"""Qt's error messages for wrong arguments."""

from typing import Any


def message_of_qt() -> str:
    """Return Qt's error message for a wrong argument, with the accepted signatures."""
    from PySide6.QtCore import QPoint  # noqa: PLC0415  not before the program imports Qt

    given: Any = "left"
    try:
        QPoint(given, 0)
    except TypeError as error:
        return str(error)
    return ""
