"""Cancellation of long work on threads."""

from collections.abc import Callable

# Called between the steps of long work. What it raises, Cancelled for one, ends the work.
Check = Callable[[], None]
# Called with the pieces of work that are done, and with all; 0 while those are not known.
ShowProgress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """The progress of work that nobody watches."""


class Cancelled(Exception):
    """A person cancelled the work."""
