"""Reads the text that is piped into `ask`."""

import os
import select
import stat
import sys

from app.cli.terminal import write_error
from engine.errors import Refused
from engine.prompts.text_files import MAX_BYTES

# As a question: the piped text is the question.
PIPED = "-"
# Seconds until a question is asked alone. A service may leave a pipe open without ever writing.
FIRST_TEXT_WAIT = 5.0
_CHUNK = 1 << 20


def with_piped_text(question: str, *, complete: bool) -> str:
    """Return the question followed by the text of standard input, if that is a pipe or a file.
    `complete` means that the request needs no text; otherwise the text is waited for. Raises
    Refused."""
    if question == PIPED:
        question, complete = "", False
    text = _text(FIRST_TEXT_WAIT if complete else None)
    return "\n\n".join(filter(str.strip, (question, text)))


def _text(wait: float | None) -> str:
    try:
        data = _read(wait)
    except OSError as error:
        raise Refused(
            "Standard input could not be read: {reason}. Add < /dev/null to ask without it.",
            reason=error.strerror,
        ) from error
    if len(data) > MAX_BYTES:
        raise Refused(
            "The text in standard input is larger than {most:,.0f} MB. Send only the part you "
            "need.",
            most=MAX_BYTES / 1e6,
        )
    try:
        return data.decode("utf-8-sig").rstrip()
    except UnicodeDecodeError as error:
        raise Refused(
            "The text in standard input is not UTF-8. Convert it, or attach an image or a video "
            "with --image or --video."
        ) from error


def _read(wait: float | None) -> bytes:
    """Return what standard input holds, and at most a little more than MAX_BYTES. If the first
    byte does not come in time, say so and return b""."""
    descriptor = _descriptor()
    data = bytearray()
    while descriptor is not None and len(data) <= MAX_BYTES:
        # Standard input may be set not to block.
        if not select.select([descriptor], [], [], None if data else wait)[0]:
            write_error(
                "Nothing came through the pipe, so the question is asked without it. To wait for "
                "a slow command, write its output to a file and add < FILE.\n"
            )
            break
        chunk = os.read(descriptor, _CHUNK)
        if not chunk:
            break
        data += chunk
    return bytes(data)


def _descriptor() -> int | None:
    """Return the descriptor of standard input if it is a pipe or a file: a terminal would wait for
    the keyboard."""
    if sys.stdin is None:
        return None
    try:
        descriptor = sys.stdin.fileno()
        kind = os.fstat(descriptor).st_mode
    except OSError:
        return None
    read = stat.S_ISFIFO(kind) or stat.S_ISREG(kind) or stat.S_ISSOCK(kind)
    return descriptor if read else None
