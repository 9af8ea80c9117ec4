"""Decides which addresses in the text of a model can be opened."""

from PySide6.QtCore import QUrl

from ui.state.one_line_text import DIRECTION_MARKS

_WEB = ("http", "https")


def openable(address: str) -> str:
    """Return `address` in the form for a browser; "" unless it is a web or mail address."""
    url = QUrl(address.translate(DIRECTION_MARKS))
    scheme = url.scheme().lower()
    if not url.isValid() or (scheme in _WEB and not url.host()):
        return ""
    if scheme not in _WEB and (scheme != "mailto" or not url.path()):
        return ""
    return bytes(url.toEncoded().data()).decode()
