"""The computer stays awake while a model works; the display may go dark."""

import os
import shutil
import sys

from PySide6.QtCore import QObject, QProcess

# It ends with its standard input, so that it cannot outlive this program.
_LINUX = (
    *("systemd-inhibit", "--what=idle:sleep", "--who=Duologue", "--why=A model is working"),
    *("--mode=block", "cat"),
)


class Awake(QObject):
    """By a small program of the system, which runs as long as it is wanted. Where there is none,
    nothing happens."""

    def __init__(self, parent: QObject, command: tuple[str, ...] | None = None) -> None:
        super().__init__(parent)
        self._command = system_command() if command is None else command
        self._process: QProcess | None = None

    @property
    def held(self) -> bool:
        return self._process is not None

    def hold(self, wanted: bool) -> None:
        if wanted == self.held or not self._command:
            return
        if wanted:
            self._process = process = QProcess(self)
            process.setStandardOutputFile(QProcess.nullDevice())
            process.setStandardErrorFile(QProcess.nullDevice())
            process.start(self._command[0], list(self._command[1:]))
        elif self._process is not None:
            process, self._process = self._process, None
            process.finished.connect(process.deleteLater)
            process.closeWriteChannel()
            process.terminate()


def system_command() -> tuple[str, ...]:
    found = ("caffeinate", "-i", "-w", str(os.getpid())) if sys.platform == "darwin" else _LINUX
    return found if shutil.which(found[0]) else ()
