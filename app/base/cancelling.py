"""Cancellation of long work on threads."""

from collections.abc import Callable

# Called between the steps of long work. What it raises, Cancelled for one, ends the work.
Check = Callable[[], None]


class Cancelled(Exception):
    """A person cancelled the work."""
