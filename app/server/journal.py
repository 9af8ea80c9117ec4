"""The log of the last requests of clients, without what they said."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

LONGEST = 100
# Refusals have a place of their own: whoever has no token must not push out what others asked.
_REFUSED = 20
_LONGEST_NAME = 60


@dataclass
class Entry:
    """One request: `began` is the time of day, and `seconds` is None while it runs. `code` is that
    of the Problem for which it was refused."""

    client: str
    path: str
    model: str = ""
    status: int = 0
    prompt: int = 0
    cached: int = 0
    generated: int = 0
    seconds: float | None = None
    began: float = field(default_factory=time.time)
    code: str = ""


class Journal:
    """Has the last requests, oldest first. `changed` is called on the server's thread."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._entries: deque[Entry] = deque(maxlen=LONGEST)
        self._refused: deque[Entry] = deque(maxlen=_REFUSED)
        self._changed = changed

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(sorted((*self._entries, *self._refused), key=lambda it: it.began))

    def begin(self, agent: str, path: str) -> Entry:
        """Add a request of a client, by its User-Agent."""
        entry = _entry(agent, path)
        self._entries.append(entry)
        self._changed()
        return entry

    def refuse(self, agent: str, path: str, status: int) -> None:
        """Add a request that was refused before it was read."""
        entry = _entry(agent, path)
        self._refused.append(entry)
        self.end(entry, status)

    def end(self, entry: Entry, status: int) -> None:
        entry.status = status
        entry.seconds = time.time() - entry.began
        self._changed()


def _entry(agent: str, path: str) -> Entry:
    return Entry(_plain(agent).partition(" ")[0] or "unknown", _plain(path))


def _plain(text: str) -> str:
    """Return the beginning of a text that anybody may have sent, as one line."""
    return "".join(it for it in text if it.isprintable())[:_LONGEST_NAME]
