"""The file into which the running process writes its faults, even as it dies.

Imported before everything else, so only the standard library is.
"""

import faulthandler
import logging
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from app.program.fault_text import fault_text

log = logging.getLogger(__name__)

FOLDER = "crashes"
RUNNING = ".running"
# Lines with these words begin a fault: the first is Python's own, from its handler of signals.
FATAL = "Fatal Python error: "
ENDED = "Duologue ended with an exception"
WENT_ON = "An exception was not expected"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
# A fault that is repeated with each paint must not fill the disk.
_MOST_FAULTS = 5


class CrashFile:
    """Records faults while its `with` block runs. The file is removed at the end unless a fault is
    in it. A process that is killed from outside leaves a file without a fault.

    Faults of any thread are written. If the folder cannot be written, none is.
    """

    def __init__(self, home: Path) -> None:
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        self.path = home / FOLDER / f"{stamp}-{os.getpid()}{RUNNING}"
        self._descriptor = -1
        self._faults = 0
        self._hooks = sys.excepthook, threading.excepthook

    def __enter__(self) -> "CrashFile":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._descriptor = os.open(self.path, _FLAGS, 0o600)
        except OSError as error:
            log.warning("faults are not recorded: %s", error)
            return self
        system = os.uname()
        # Not the name of the computer, which is often that of a person.
        self.write(f"Started: {time.strftime('%Y-%m-%d %H:%M:%S')}\n")
        self.write(f"System: {system.sysname} {system.release} {system.machine}\n")
        faulthandler.enable(self._descriptor, all_threads=True)
        sys.excepthook, threading.excepthook = self._on_exception, self._on_thread_exception
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception):
            self._record(ENDED, error)
        self.close()

    def write(self, text: str) -> None:
        """Append to the file; used by any thread."""
        if self._descriptor >= 0:
            with suppress(OSError):
                os.write(self._descriptor, text.encode("utf-8", "replace"))

    def close(self) -> None:
        """End recording. Called before a process leaves without unwinding."""
        if self._descriptor < 0:
            return
        faulthandler.disable()
        sys.excepthook, threading.excepthook = self._hooks
        os.close(self._descriptor)
        self._descriptor = -1
        if not self._faults:
            with suppress(OSError):
                self.path.unlink()

    def _record(self, what: str, error: BaseException) -> None:
        self._faults += 1
        if self._faults <= _MOST_FAULTS:
            thread = threading.current_thread().name
            when = time.strftime("%H:%M:%S")
            self.write(f"\n{what}, in the thread {thread}, at {when}\n{fault_text(error)}")

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        """Record an exception that a slot of Qt let through. The program goes on."""
        if isinstance(error, Exception):
            self._record(WENT_ON, error)
        self._hooks[0](kind, error, trace)

    def _on_thread_exception(self, arguments: threading.ExceptHookArgs) -> None:
        if isinstance(arguments.exc_value, Exception):
            self._record(WENT_ON, arguments.exc_value)
        self._hooks[1](arguments)
