"""Python's garbage collection, kept out of the time in which rows decode."""

import gc

# New objects after which a collection is due even then: about 20 MB.
MANY = 200_000


class Garbage:
    """Disables automatic collection while rows decode: a full one takes as long as many tokens. A
    process that collects by itself, as the window and `ask` do, is left alone."""

    def __init__(self) -> None:
        self._paused = False

    def pause(self) -> None:
        """Collect nothing from now on, except for new objects if there are very many."""
        if not self._paused and gc.isenabled():
            gc.disable()
            self._paused = True
        if self._paused and gc.get_count()[0] > MANY:
            gc.collect(0)

    def resume(self) -> None:
        """Let Python collect again whenever it finds that due."""
        if self._paused:
            gc.enable()
            self._paused = False
