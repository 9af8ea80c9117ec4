"""Keeps the computer awake while a model works; the display may turn off."""

import os
import shutil
import sys

from PySide6 import QtCore
from PySide6.QtCore import QObject

from app.desktop.mac_awake import MacActivity, mac_activity

_REASON = "A model is working"
# `cat` ends with its standard input, so it cannot outlive this program.
_LINUX = (
    *("systemd-inhibit", "--what=idle:sleep", "--who=Duologue", f"--why={_REASON}"),
    *("--mode=block", "cat"),
)


class Awake(QObject):
    """Prevents sleep: on macOS with an activity, elsewhere with a system command that runs as long
    as needed. If neither exists, nothing happens."""

    def __init__(self, parent: QObject, command: tuple[str, ...] | None = None) -> None:
        super().__init__(parent)
        self._activity: MacActivity | None = None
        if command is None:
            self._activity = mac_activity(_REASON)
        self._command = system_command() if command is None else command
        self._process: QtCore.QProcess | None = None
        self.held = False

    def hold(self, wanted: bool) -> None:
        if wanted == self.held or not (self._activity or self._command):
            return
        self.held = wanted
        if self._activity is not None:
            (self._activity.begin if wanted else self._activity.end)()
        elif wanted:
            self._start()
        else:
            self._stop()

    def _start(self) -> None:
        self._process = process = QtCore.QProcess(self)
        process.setStandardOutputFile(QtCore.QProcess.nullDevice())
        process.setStandardErrorFile(QtCore.QProcess.nullDevice())
        process.start(self._command[0], list(self._command[1:]))

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.state() is QtCore.QProcess.ProcessState.NotRunning:
            # The system refused to start it.
            process.deleteLater()
            return
        process.finished.connect(process.deleteLater)
        process.closeWriteChannel()
        process.terminate()


def system_command() -> tuple[str, ...]:
    found = ("caffeinate", "-i", "-w", str(os.getpid())) if sys.platform == "darwin" else _LINUX
    return found if shutil.which(found[0]) else ()
