"""Texts of faults that can be shared: where the code failed, and nothing that a person wrote."""

import os
import traceback
from collections.abc import Iterator
from opcode import opmap
from pathlib import Path
from types import TracebackType

# Python's own messages of these name parts of the code. Others may quote a chat or a path, also
# those of these kinds that a `raise` in some library makes.
_SAFE = (
    *(AttributeError, ImportError, ModuleNotFoundError, NameError, TypeError, UnboundLocalError),
    *(IndexError, MemoryError, OverflowError, RecursionError, ZeroDivisionError),
)
MOST_CHARACTERS = 16_000
_MOST_CAUSES = 8
_MOST_FRAMES = 60


def fault_text(error: BaseException) -> str:
    """Return where an exception and its causes were raised, the first cause first."""
    chain = list(_chain(error))[:_MOST_CAUSES]
    return "\n".join(map(_one, reversed(chain)))[:MOST_CHARACTERS]


def without_home(text: str) -> str:
    """Return `text` with ~ for the home folder, whose name is often that of a person."""
    given = str(Path.home())
    for folder in sorted({given, os.path.realpath(given)}, key=len, reverse=True):
        if len(folder) > 1:
            text = text.replace(folder, "~")
    return text


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _one(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__, limit=-_MOST_FRAMES)
    return "".join(traceback.format_list(frames)) + f"{_name(error)}\n"


def _is_raised_by_code(trace: TracebackType | None) -> bool:
    """Return True if a `raise` made the exception, not Python itself."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_lasti < 0:
        return True
    return trace.tb_frame.f_code.co_code[trace.tb_lasti] == opmap["RAISE_VARARGS"]


def _name(error: BaseException) -> str:
    name = type(error).__qualname__
    if type(error) in _SAFE and not _is_raised_by_code(error.__traceback__):
        return f"{name}: {error}"
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name}: {os.strerror(error.errno)}"
    return f"{name} (its message is left out, since it may quote a chat)"
