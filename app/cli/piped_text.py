"""Reads the text that is piped into `ask`."""

import os
import select
import stat
import sys

from app.cli.terminal import write_error
from engine.errors import Refused, reason
from engine.prompts.text_files import MAX_BYTES

# A question of this text means that the piped text is the question.
PIPED = "-"
# An option with one of these files reads standard input, which is then no part of the question.
STANDARD_INPUT = frozenset(("/dev/stdin", "/dev/fd/0"))
# After so many seconds of silence, a line says what is waited for.
QUIET_WAIT = 5.0
_CHUNK = 1 << 20


def with_piped_text(question: str, *, complete: bool) -> str:
    """Return the question followed by the text of standard input, if that is a pipe or a file.
    `complete` means that the request needs no text: a socket is then read only if it has some
    already. Raises Refused."""
    if question == PIPED:
        question, complete = "", False
    descriptor = _descriptor(complete=complete)
    text = "" if descriptor is None else _text(descriptor)
    return "\n\n".join(filter(str.strip, (question, text)))


def _text(descriptor: int) -> str:
    try:
        data = _read(descriptor)
    except OSError as error:
        raise Refused(
            "Standard input could not be read: {reason}. Add < /dev/null to ask without it.",
            reason=reason(error),
        ) from error
    if len(data) > MAX_BYTES:
        raise Refused(
            "The text in standard input is larger than {most:,.0f} MB. Send only the part you "
            "need.",
            most=MAX_BYTES // 1_000_000,
        )
    try:
        return data.decode("utf-8-sig").rstrip()
    except UnicodeDecodeError as error:
        raise Refused(
            "The text in standard input is not UTF-8. Convert it, or attach an image or a video "
            "with --image or --video."
        ) from error


def _read(descriptor: int) -> bytes:
    """Return what is piped in until its end, and at most a little more than MAX_BYTES."""
    data = bytearray()
    wait: float | None = QUIET_WAIT
    while len(data) <= MAX_BYTES:
        # Standard input may be set not to block.
        if not select.select([descriptor], [], [], wait)[0]:
            write_error(
                "Waiting for the text of the pipe. To ask without it, press Ctrl+C and add "
                "< /dev/null.\n"
            )
            wait = None
            continue
        chunk = os.read(descriptor, _CHUNK)
        if not chunk:
            break
        data += chunk
    return bytes(data)


def _descriptor(*, complete: bool) -> int | None:
    """Return the descriptor of standard input if it is to be read: a terminal would wait for the
    keyboard."""
    if sys.stdin is None:
        return None
    try:
        descriptor = sys.stdin.fileno()
        kind = os.fstat(descriptor).st_mode
    except OSError:
        return None
    if stat.S_ISSOCK(kind) and complete:
        # A service may leave its socket open without ever writing.
        return descriptor if select.select([descriptor], [], [], 0)[0] else None
    read = stat.S_ISFIFO(kind) or stat.S_ISREG(kind) or stat.S_ISSOCK(kind)
    return descriptor if read else None
