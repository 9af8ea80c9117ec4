"""The log of the last requests of clients, without what they said."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

LONGEST = 100
_LONGEST_NAME = 60


@dataclass
class Entry:
    """One request: `began` is the time of day, and `seconds` is None while it runs."""

    client: str
    path: str
    model: str = ""
    status: int = 0
    prompt: int = 0
    cached: int = 0
    generated: int = 0
    seconds: float | None = None
    began: float = field(default_factory=time.time)


class Journal:
    """Has the last requests, oldest first. `changed` is called on the server's thread."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._entries: deque[Entry] = deque(maxlen=LONGEST)
        self._changed = changed

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    def begin(self, agent: str, path: str) -> Entry:
        """Add a request of a client, by its User-Agent."""
        entry = Entry(_plain(agent).partition(" ")[0] or "unknown", _plain(path))
        self._entries.append(entry)
        self._changed()
        return entry

    def end(self, entry: Entry, status: int) -> None:
        entry.status = status
        entry.seconds = time.time() - entry.began
        self._changed()


def _plain(text: str) -> str:
    """Return the beginning of a text that anybody may have sent, as one line."""
    return "".join(it for it in text if it.isprintable())[:_LONGEST_NAME]
