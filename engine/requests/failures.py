"""Failures of the whole engine: what every request is told, and when it is the last one."""

import time

from engine.errors import reason
from engine.sentences import say

# Seconds; an engine that fails twice within them is not started again.
PROBATION = 60.0


class Failures:
    """`given_up` says why every command fails from now on; it is empty until then."""

    def __init__(self) -> None:
        self.given_up = ""
        self._last = float("-inf")

    def add(self, error: BaseException) -> str:
        """Note a failure; return the sentence for the requests that it ends."""
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
