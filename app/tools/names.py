"""Names under which a model calls the tools of servers, and what else comes from outside."""

import re
from collections.abc import Iterable
from hashlib import sha256
from urllib.parse import quote

MAX_NAME = 64
HASH_LENGTH = 6


def tool_id(server: str, tool: str) -> str:
    """Differs for any two tools, and from the ids of the application's tools."""
    return f"{quote(server, safe=' ')}/{tool}"


def model_names(tools: Iterable[tuple[str, str]], taken: Iterable[str]) -> dict[str, str]:
    """Id to name, for pairs of server and tool. A name has the server's in front, so that it stays
    the same whichever other servers run; a hash of the id tells those apart that would be equal."""
    names: dict[str, str] = {}
    used = set(taken)
    for server, tool in tools:
        key = tool_id(server, tool)
        plain = f"{_cleaned(server)}_{_cleaned(tool)}"
        name = plain if len(plain) <= MAX_NAME and plain not in used else _hashed(plain, key)
        used.add(name)
        names[key] = name
    return names


def plain(text: str, limit: int) -> str:
    """Text of a server without control characters, at most `limit` characters of it."""
    shown = "".join(c if c.isprintable() or c == "\n" else " " for c in text[: limit + 1]).strip()
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def _cleaned(text: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]+", "_", text).strip("_") or "tool"


def _hashed(name: str, key: str) -> str:
    ending = sha256(key.encode()).hexdigest()[:HASH_LENGTH]
    return f"{name[: MAX_NAME - HASH_LENGTH - 1]}_{ending}"
