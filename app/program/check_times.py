"""Remembers when this copy of Duologue first started and last looked for a newer version."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.base.chores import Chores
from app.base.disk import read_json, write_quietly

WEEK = 7 * 24 * 3600.0
FIRST_START, LAST_CHECK = "first_start", "last_check"
_FILE = "updates.json"
_MAX_BYTES = 1 << 12


class CheckTimes:
    """Used on the Qt thread, but for `read`. What cannot be saved is noted for this run alone."""

    def __init__(self, home: Path, now: Callable[[], float]) -> None:
        self._file = home / _FILE
        self._now = now
        self._times: dict[str, float] = {}
        self._chores = Chores("updates")

    def read(self) -> dict[str, float]:
        """Return the times in the file; called on a thread."""
        try:
            found = read_json(self._file, _MAX_BYTES)
        except (OSError, ValueError, RecursionError):
            found = {}
        pairs = found.items() if isinstance(found, dict) else ()
        return {key: value for key, value in pairs if isinstance(value, int | float)}

    def take(self, times: dict[str, float]) -> None:
        """Go on with the times that were read."""
        self._times = times
        if FIRST_START not in times:
            self.note(FIRST_START)

    def note(self, name: str) -> None:
        """Set a time to now, and save it."""
        self._times[name] = self._now()
        self._chores.do(partial(write_quietly, self._file, dict(self._times)))

    def is_due(self, name: str) -> bool:
        """Return True a week after a time, and if the clock has been set back since."""
        return not 0 <= self._now() - self._times.get(name, 0.0) < WEEK
