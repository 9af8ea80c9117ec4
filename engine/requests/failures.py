"""Failures of a request, and of the whole engine: the sentence for its requests, and when it stays
down."""

import time

from engine.errors import Refused, TooLong, reason
from engine.messages import Failed
from engine.sentences import say

# Seconds within which a second failure is final.
PROBATION = 60.0


def failed(request_id: int, error: Refused) -> Failed:
    """Return the end of a refused request."""
    kind = error.kind
    if not isinstance(error, TooLong):
        return Failed(request_id, str(error), kind=kind)
    return Failed(
        request_id,
        str(error),
        left_out=error.left_out,
        kind=kind,
        tokens=error.tokens,
        context=error.context,
    )


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
