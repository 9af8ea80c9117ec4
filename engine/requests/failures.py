"""Failures of the whole engine: the sentence for its requests, and when it stays down."""

import time

from engine.errors import reason
from engine.sentences import say

# Seconds within which a second failure is final.
PROBATION = 60.0


class Failures:
    """Counts failures. `given_up` says why every command fails from now on; "" until then."""

    def __init__(self) -> None:
        self.given_up = ""
        self._last = float("-inf")

    def add(self, error: BaseException) -> str:
        """Note a failure. Return the sentence for the requests that it ends."""
        before, self._last = self._last, time.monotonic()
        if self._last - before >= PROBATION:
            return say(
                "The engine failed and was started again: {reason}. Try again.",
                reason=reason(error),
            )
        self.given_up = say(
            "The engine failed twice within a minute and was not started again: {reason}. "
            "Quit Duologue and open it again.",
            reason=reason(error),
        )
        return self.given_up
