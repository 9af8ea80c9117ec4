"""The errors whose message is shown to the user, and the handling of all others, called faults."""

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import Any

from engine.sentences import Sentence, say

log = logging.getLogger(__name__)

# Not faults. Everything else is a fault, even if it is not an Exception: a panic of a library in
# Rust, the SystemExit of an imported module.
PASSES = (KeyboardInterrupt, GeneratorExit)

# The reply's state is gone. Its text can still be continued, as the last message of a new request.
GONE = say("This answer can no longer be continued. Ask the question again.")


class FailureKind(StrEnum):
    """What a refused request is refused for, where programs may tell it from all else."""

    REQUEST = "request"
    TOO_LONG = "too_long"
    MEDIA = "media"
    MEMORY = "memory"
    BIAS = "bias"
    SCHEMA = "schema"


class Refused(Exception):
    """Bad input: the message is a sentence that says what is wrong and what to do.

    The arguments are those of `say`; a ready sentence is used unchanged.
    """

    kind = FailureKind.REQUEST

    def __init__(self, text: str, note: str = "", count: int = -1, /, **values: Any) -> None:
        made = text if isinstance(text, Sentence) else say(text, note, count, **values)
        super().__init__(made)


class Lost(OSError):
    """Another process of the group of machines ended, so this one has to end."""


def no_check() -> None:
    """The check of work that nobody can cancel: it is called between steps and raises nothing."""


class TooLong(Refused):
    """A conversation of `tokens`, 0 if they were not counted, is too long for the `context`, 0 if
    it is not known. Its `left_out` oldest messages have to be summarized first, or 0 if that would
    not help."""

    kind = FailureKind.TOO_LONG

    def __init__(
        self, sentence: str, left_out: int = 0, *, tokens: int = 0, context: int = 0
    ) -> None:
        super().__init__(sentence)
        self.left_out, self.tokens, self.context = left_out, tokens, context


class NoMemory(Refused):
    """A request needs more memory than it may have."""

    kind = FailureKind.MEMORY


def reason(error: BaseException) -> str:
    """Return the cause of an error, to stand inside a sentence. That of a system error is given
    without its number and path."""
    if isinstance(error, MemoryError):
        return say("there was not enough memory")
    if isinstance(error, OSError) and isinstance(error.strerror, Sentence):
        return error.strerror
    lines: list[str] = []
    with suppress(Exception):
        # The text of a library's error, whose `__str__` may fail too.
        lines = str(getattr(error, "strerror", None) or error).strip().splitlines()
    return lines[0][:300].rstrip(".") if lines else say("the cause is unknown")


def trace(error: BaseException) -> str:
    """Return the traceback as text, and remove it from the error: its frames hold the arrays of the
    failed step, often in a cycle with the error itself."""
    text = type(error).__name__
    with suppress(Exception):
        # This fails too once memory has run out.
        text = "".join(traceback.format_exception(error))
    found: BaseException | None = error
    while found is not None:
        found.__traceback__ = None
        found = found.__cause__ or found.__context__
    return text


class FaultsHandled:
    """A context that hands a fault inside to `handle`, with the other arguments, and goes on. One
    is entered for every token, so it is a class: a generator takes three times as long."""

    __slots__ = ("_context", "_handle")

    def __init__(self, handle: Callable[..., None], *context: Any) -> None:
        self._handle, self._context = handle, context

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        if error is None or isinstance(error, PASSES):
            return False
        self._handle(error, *self._context)
        return True


@contextmanager
def refused_as(kind: FailureKind) -> Iterator[None]:
    """Give the refusals inside a kind."""
    try:
        yield
    except Refused as error:
        error.kind = kind
        raise


@contextmanager
def faults_logged(what: str) -> Iterator[None]:
    """Log a fault in `what` and continue, for work that no request depends on."""
    try:
        yield
    except PASSES:
        raise
    except BaseException as error:  # noqa: BLE001
        log.error("%s\n%s", what, trace(error))
