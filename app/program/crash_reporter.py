"""Tells a person about faults of earlier runs, and does what they ask about the reports."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.base.chores import Chores
from app.base.disk import write_text
from app.program.crash_folder import CrashFolder
from engine.errors import reason
from engine.sentences import say
from ui.look.language import tr
from ui.state.crash_reports import CrashReport
from ui.state.notice import Notice
from ui.state.workspace import Workspace

ENDED = say("Duologue quit unexpectedly last time. What you wrote is kept.")
WENT_ON = say("Something in Duologue failed last time, but it kept running.")
# Identifies the notice.
CRASH = "crash"


class CrashReporter(QObject):
    """Nothing of a report leaves this computer. Used on the Qt thread."""

    def __init__(self, workspace: Workspace, home: Path) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._state = workspace.crash_reports
        self._home = home
        self._folder = CrashFolder(home)
        self._chores = Chores("crash reports", self)
        requests = workspace.about_requests
        requests.report_saved.connect(self._save)
        requests.report_deleted.connect(self._delete)

    def start(self, own: Path | None) -> None:
        """Look for faults of earlier runs. `own` is the file of this run, None if it has none."""
        self._folder = CrashFolder(self._home, own)
        self._chores.do(self._collect, self._on_collected)

    def close(self) -> None:
        self._chores.close()

    def _collect(self) -> tuple[tuple[CrashReport, ...], tuple[CrashReport, ...]]:
        """Return the new reports and all of them; called on a thread."""
        return self._folder.collect(), self._folder.reports()

    def _on_collected(self, found: tuple[tuple[CrashReport, ...], tuple[CrashReport, ...]]) -> None:
        new, reports = found
        # A full disk keeps a new one from being among the others.
        unsaved = (it for it in new if it not in reports)
        self._state.set_reports((*unsaved, *reports))
        if new:
            sentence = ENDED if any(it.ended for it in new) else WENT_ON
            show = self._workspace.about_requests.reports_opened.emit
            notice = Notice(sentence, "info", CRASH, tr("Show report"), show, stays=True)
            self._workspace.notices.tell(notice)

    def _delete(self, name: str) -> None:
        self._chores.do(partial(self._folder.delete, name))
        self._state.set_reports(tuple(it for it in self._state.reports if it.name != name))

    def _save(self, text: str, path: str) -> None:
        self._chores.do(partial(_written, text, Path(path)), self._state.told.emit)


def _written(text: str, path: Path) -> str:
    """Save a report, and return a sentence about that; called on a thread."""
    try:
        write_text(path, [text])
    except OSError as error:
        return say(
            "The report could not be saved: {reason}. Choose another folder.",
            reason=reason(error),
        )
    return say("Saved as {path}.", path=str(path))
