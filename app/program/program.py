"""The program as a whole: its facts, its faults and its updates, in the order of a start."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.program.about_facts import AboutReader
from app.program.build import PROGRAM
from app.program.crash_file import CrashFile
from app.program.crash_reporter import CrashReporter
from app.program.updater import Updater
from engine.sentences import say
from ui.state.about import AboutFacts
from ui.state.notice import Notice
from ui.state.workspace import Workspace

MOVE = say(
    "Duologue is running from a temporary location and cannot be updated there. Quit Duologue, "
    "move it to the Applications folder, and open it from there."
)
# Identifies the notice.
PLACE = "place"


class Program(QObject):
    """Used on the Qt thread. Nothing is read before `start`, which follows the first paint."""

    def __init__(self, workspace: Workspace, home: Path, crash_file: CrashFile | None) -> None:
        """`crash_file` has the faults of this run, which describes it once it is known; None if
        none are recorded."""
        super().__init__(workspace)
        self._workspace = workspace
        self._about = AboutReader(workspace, self._on_facts)
        self._reporter = CrashReporter(workspace, home)
        self._updater = Updater(workspace, home)
        self._crash_file = crash_file

    def start(self) -> None:
        if is_temporary(PROGRAM):
            self._workspace.notices.tell(Notice(MOVE, cause=PLACE, stays=True))
        self._reporter.start(self._crash_file.path if self._crash_file else None)
        self._about.start()

    def close(self) -> None:
        self._reporter.close()
        self._about.close()
        self._updater.close()

    def _on_facts(self, facts: AboutFacts) -> None:
        if self._crash_file:
            libraries = ", ".join(f"{name} {version}" for name, version in facts.libraries)
            build = facts.build or "from source"
            self._crash_file.write(f"Version: {facts.version}, {build}\n")
            self._crash_file.write(f"Runs on: {facts.system}\nLibraries: {libraries}\n")
        self._updater.start()


def is_read_only(place: Path) -> bool:
    """Return True if the volume of a file cannot be written, False if that cannot be told."""
    try:
        return bool(os.statvfs(place).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def is_temporary(program: Path, read_only: Callable[[Path], bool] = is_read_only) -> bool:
    """Return True if macOS runs the program from a copy of its own, as it does with one that was
    opened where it was downloaded, or from a disk image. An external disk is no such place: unlike
    an image, it can be written."""
    apps = [it for it in program.parents if it.suffix == ".app"]
    if not apps:
        return False
    app = apps[0]
    return "AppTranslocation" in app.parts or (app.parts[1] == "Volumes" and read_only(app))
