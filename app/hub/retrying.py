"""Repeats what may fail for a while, with growing pauses."""

from collections.abc import Callable

from app.hub.halt import Halt
from app.hub.hub_problems import DownloadFailed, TryAgain
from app.hub.patience import Patience
from engine.sentences import say, say_all

# Fresh links to a file that all turned out to be expired.
MAX_EXPIRED = 6


def try_patiently(
    work: Callable[[], None],
    progress: Callable[[], int],
    halt: Halt,
    patience: Patience,
    tell: Callable[[str], None],
) -> None:
    """Call `work` until it raises no TryAgain. `progress` is a number that grows if an attempt was
    not in vain. `tell` is called with a sentence before each pause. Raises Stopped."""
    attempts = expired = 0
    while True:
        before = progress()
        try:
            return work()
        except TryAgain as problem:
            moved = progress() > before
            attempts = 0 if moved else attempts + 1
            expired = expired + 1 if problem.expired and not moved else 0
            if expired > MAX_EXPIRED:
                raise _withheld() from problem
            seconds = patience.pause(attempts, problem.seconds)
            again = say("Trying again in {seconds} s.", seconds=max(1, round(seconds)))
            tell(say_all((problem.sentence, again)))
            halt.wait(seconds)


def _withheld() -> DownloadFailed:
    return DownloadFailed(
        say("The server does not offer the files of this model at the moment. Try again later.")
    )
