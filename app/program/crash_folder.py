"""The reports of earlier runs, in the folder of the data folder that keeps the newest few."""

import logging
from contextlib import suppress
from pathlib import Path

from app.base.disk import write_text
from app.program.crash_file import ENDED, FATAL, FOLDER, RUNNING, WENT_ON
from app.program.fault_text import without_home
from engine.system.files import open_file
from ui.state.crash_reports import CrashReport

log = logging.getLogger(__name__)

MOST_REPORTS = 5
MOST_BYTES = 1 << 20
_REPORT = ".txt"


class CrashFolder:
    """Used on worker threads. `own` is the file of the running process."""

    def __init__(self, home: Path, own: Path | None = None) -> None:
        self._folder = home / FOLDER
        self._own = own

    def collect(self) -> tuple[CrashReport, ...]:
        """Make reports of what earlier runs left, and return these new ones, newest first. A run
        that left no fault was ended from outside, about which nothing is known."""
        made: list[CrashReport] = []
        for path in self._files(RUNNING):
            if path == self._own:
                continue
            # Starts that crash again and again must not make the next one slow.
            if len(made) == MOST_REPORTS:
                _remove(path)
            elif report := self._finish(path):
                made.append(report)
        for path in self._files(_REPORT)[MOST_REPORTS:]:
            _remove(path)
        return tuple(made)

    def reports(self) -> tuple[CrashReport, ...]:
        """Return all reports, newest first."""
        found = ((path, _read(path)) for path in self._files(_REPORT)[:MOST_REPORTS])
        return tuple(_report(path, text) for path, text in found if text)

    def delete(self, name: str) -> None:
        for path in (*self._files(_REPORT), *self._files(RUNNING)):
            if path.stem == name and path != self._own:
                _remove(path)

    def _files(self, ending: str) -> list[Path]:
        try:
            found = [it for it in self._folder.iterdir() if it.name.endswith(ending)]
        except OSError:
            return []
        # The names begin with the time.
        return sorted(found, reverse=True)

    def _finish(self, path: Path) -> CrashReport | None:
        text = without_home(_read(path))
        report = None
        if any(f"\n{words}" in text for words in (FATAL, ENDED, WENT_ON)):
            report = _report(path, text)
            try:
                write_text(path.with_suffix(_REPORT), [text])
            except OSError as error:
                # The disk may be full: the next start makes a report of it.
                log.warning("%s is left: %s", path, error)
                return report
        _remove(path)
        return report


def _report(path: Path, text: str) -> CrashReport:
    started = text.partition("Started: ")[2].partition("\n")[0]
    ended = any(f"\n{words}" in text for words in (FATAL, ENDED))
    return CrashReport(path.stem, started, text, ended)


def _read(path: Path) -> str:
    try:
        with open_file(path) as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        log.warning("%s cannot be read: %s", path, error)
        return ""


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
