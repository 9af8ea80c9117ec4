"""Addresses that a model wrote: which of them can be opened, and what is shown of them."""

from PySide6.QtCore import QUrl

_WEB = ("http", "https")
# marks that turn the direction of what follows, so that text reads other than it is
_TURNING = dict.fromkeys([0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def openable(address: str) -> str:
    """`address` as a browser would take it; "" where it is none of the web or of mail."""
    url = QUrl(address.translate(_TURNING))
    scheme = url.scheme().lower()
    if not url.isValid() or (scheme in _WEB and not url.host()):
        return ""
    if scheme not in _WEB and (scheme != "mailto" or not url.path()):
        return ""
    return bytes(url.toEncoded().data()).decode()


def unturned(text: str) -> str:
    return text.translate(_TURNING)
