"""Checks the addresses of a mirror of the hub and of a proxy."""

from urllib.parse import urlsplit

HUB = "https://huggingface.co"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
MOST_CHARACTERS = 500


def is_mirror(text: str) -> bool:
    """Return True for the address of a hub that can be trusted with a token: https, or http on this
    computer."""
    parts = _parts(text)
    if parts is None or parts[3]:
        return False
    scheme, host, _, _ = parts
    return scheme == "https" or (scheme == "http" and host in LOOPBACK)


def is_proxy(text: str) -> bool:
    """Return True for the address of an HTTP proxy, with or without a name and a password."""
    parts = _parts(text)
    return parts is not None and parts[0] in ("http", "https") and parts[2] in ("", "/")


def _parts(text: str) -> tuple[str, str, str, bool] | None:
    """Return scheme, host, path and True if there is a user; None for what is no address."""
    if len(text) > MOST_CHARACTERS or not text.isascii() or any(it.isspace() for it in text):
        return None
    try:
        found = urlsplit(text)
        _ = found.port
    except ValueError:
        return None
    if not found.hostname or found.query or found.fragment:
        return None
    return found.scheme, found.hostname, found.path, "@" in found.netloc
