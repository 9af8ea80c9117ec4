"""Addresses that a model wrote: which of them can be opened, and what is shown of them."""

from PySide6.QtCore import QUrl

from ui.state.one_line_text import DIRECTION_MARKS

_WEB = ("http", "https")


def openable(address: str) -> str:
    """`address` as a browser would take it; "" where it is none of the web or of mail."""
    url = QUrl(address.translate(DIRECTION_MARKS))
    scheme = url.scheme().lower()
    if not url.isValid() or (scheme in _WEB and not url.host()):
        return ""
    if scheme not in _WEB and (scheme != "mailto" or not url.path()):
        return ""
    return bytes(url.toEncoded().data()).decode()
