"""Names by which models call server tools, and cleanup of other untrusted text."""

import hashlib
import re
from collections.abc import Iterable
from urllib.parse import quote

MAX_NAME = 64
HASH_LENGTH = 6


def tool_id(server: str, tool: str) -> str:
    """Return an id that is unique among all tools, including the built-in ones."""
    return f"{quote(server, safe=' ')}/{tool}"


def model_names(tools: Iterable[tuple[str, str]], taken: Iterable[str]) -> dict[str, str]:
    """Return names by tool id, for pairs of server and tool. Each name starts with the server's, so
    that it does not depend on which other servers run; names that would collide get a hash of the
    id."""
    names: dict[str, str] = {}
    used = set(taken)
    for server, tool in tools:
        key = tool_id(server, tool)
        plain = f"{_cleaned(server)}_{_cleaned(tool)}"
        name = plain if len(plain) <= MAX_NAME and plain not in used else _hashed(plain, key)
        used.add(name)
        names[key] = name
    return names


def printable_text(text: str, limit: int) -> str:
    """Return untrusted text without control characters, cut to `limit` characters."""
    shown = "".join(c if c.isprintable() or c == "\n" else " " for c in text[: limit + 1]).strip()
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def _cleaned(text: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]+", "_", text).strip("_") or "tool"


def _hashed(name: str, key: str) -> str:
    ending = hashlib.sha256(key.encode()).hexdigest()[:HASH_LENGTH]
    return f"{name[: MAX_NAME - HASH_LENGTH - 1]}_{ending}"
