"""Times and sizes that control how a download waits and tries again."""

import random

from engine.frozen import frozen


@frozen
class Patience:
    """Times are in seconds. A connection may take `connect`; a server that sends nothing for
    `stall` is asked again. Between attempts without progress the pause grows from `first_pause` to
    `longest_pause`. A server's own wish is heard up to `longest_wish`. `reserve` are bytes of the
    disk that a download leaves free."""

    connect: float = 15.0
    stall: float = 30.0
    first_pause: float = 1.0
    longest_pause: float = 60.0
    longest_wish: float = 600.0
    reserve: int = 1 << 30

    def pause(self, attempts: int, wish: float | None) -> float:
        """Return the pause after so many attempts in a row without progress, 0 if the last had
        some. It varies, so that many downloads do not come back at the same moment."""
        grown = min(self.longest_pause, self.first_pause * 2 ** (min(attempts, 20) - 2))
        grown *= random.uniform(0.7, 1.0)
        if wish is None:
            return grown
        # a server that wishes no pause at all is not asked without end
        return max(grown, min(wish, self.longest_wish) + random.uniform(0, self.first_pause / 2))
