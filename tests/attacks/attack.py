"""The definition of an attack and the bounds that it must not break."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

# Seconds until a hostile folder, file or server has cost its one sentence, and bytes meanwhile.
SECONDS = 10.0
BYTES = 500 << 20
# A request that is stopped, and the program when it is asked to quit, end within these seconds.
STOP_SECONDS = 3.0
QUIT_SECONDS = 10.0


def patience(seconds: float) -> float:
    """Return `seconds` of an idle machine, scaled by the current load up to three times."""
    return seconds * min(3.0, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


@dataclass(frozen=True)
class Outcome:
    """`problems` are the bounds that were broken, as sentences; none where the attack was held."""

    problems: tuple[str, ...] = ()
    seconds: float = 0.0
    peak_mb: float = 0.0
    # The sentence that a person would read, where there was one.
    said: str = ""
    # Why the attack could not be tried on this machine.
    skipped: str = ""


@dataclass(frozen=True)
class Attack:
    """`row` is the row of the findings that the attack repeats, or a word for where it is from;
    `run` makes the hostile thing in an empty folder, lets the program meet it, and judges."""

    name: str
    row: str
    run: Callable[[Path], Outcome]
    quick: bool = False


@dataclass
class Judge:
    """Collects what was broken, and the longest that anything took."""

    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    said: str = ""

    def expect(self, held: bool, problem: str) -> bool:
        if not held:
            self.problems.append(problem)
        return held
