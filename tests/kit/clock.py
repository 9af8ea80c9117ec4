"""A clock that a test sets."""

from dataclasses import dataclass


@dataclass
class Clock:
    """Calling the clock returns `now`, in seconds."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now
