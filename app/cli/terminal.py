"""Writes model output to streams; on a terminal, control characters are made visible."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from engine.errors import reason
from engine.plain_names import TURNING

# Tabs and newlines are kept.
_CONTROLS = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{TURNING}]")
_CONTROL_PICTURES, _DELETE = 0x2400, 0x7F


class Unwritable(Exception):
    """Standard output does not accept the text. The message is a sentence, or empty if the reader
    has gone."""


def visible_controls(text: str) -> str:
    """Return `text` with visible symbols for characters that control a terminal or reverse its
    text."""
    return _CONTROLS.sub(lambda found: _symbol(ord(found[0])), text)


def write_output(text: str) -> None:
    """Write to standard output immediately. Raises Unwritable."""
    with writing_output() as out:
        _write(out, text)


def write_progress(text: str) -> None:
    """Replace the last line of a terminal, which has no end yet; "" removes it. A file gets no
    progress. Raises Unwritable."""
    with writing_output() as out:
        if out.isatty():
            shown = visible_controls(text)[: shutil.get_terminal_size().columns - 1]
            out.write(f"\r{shown}\033[K")
            out.flush()


@contextmanager
def writing_output() -> Iterator[TextIO]:
    """Yield standard output. Raises Unwritable."""
    out = sys.stdout
    if out is None:
        raise Unwritable("Nothing can be written: standard output is closed.")
    try:
        yield out
    except OSError as error:
        # Otherwise the process would write the rest of the buffer again at exit, and fail.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        if isinstance(error, BrokenPipeError):
            raise Unwritable from error
        raise Unwritable(f"Standard output could not be written: {reason(error)}.") from error


def write_error(text: str) -> None:
    """Write to standard error, if possible."""
    if sys.stderr is not None:
        with suppress(OSError):
            _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    shown = visible_controls(text) if stream.isatty() else text
    # Escape characters that the encoding lacks, and bytes of a file name that are not text.
    encoding = stream.encoding or "utf-8"
    stream.write(shown.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


def _symbol(code: int) -> str:
    if code < 0x20:
        return chr(_CONTROL_PICTURES + code)
    return "␡" if code == _DELETE else f"\\u{code:04x}"
