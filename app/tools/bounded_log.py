"""Limits how much untrusted output is written to the log."""

import logging

MAX_LOGGED = 1_000
MAX_LINE = 300


class BoundedLog:
    """Logs the first MAX_LOGGED lines of a source, then one line saying that the rest is
    omitted."""

    def __init__(self, log: logging.Logger, source: str) -> None:
        self._log = log
        self._source = source
        self._count = 0

    def write(self, line: str) -> None:
        self._count += 1
        if self._count <= MAX_LOGGED:
            self._log.info("%s: %s", self._source, line)
        elif self._count == MAX_LOGGED + 1:
            self._log.info("%s: further output is not logged", self._source)


class LibraryLog(logging.Handler):
    """Replaces the log of a library that logs a traceback for each malformed message."""

    def __init__(self, log: logging.Logger, library: str) -> None:
        super().__init__()
        self._lines = BoundedLog(log, library)
        logger = logging.getLogger(library)
        logger.addHandler(self)
        logger.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.write(f"{record.levelname} {record.getMessage()[:MAX_LINE]}")
