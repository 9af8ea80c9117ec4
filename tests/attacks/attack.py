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
    """The result of an attack. `problems` has a sentence for each broken bound."""

    problems: tuple[str, ...] = ()
    seconds: float = 0.0
    peak_mb: float = 0.0
    # The sentence that a person would read, or "".
    said: str = ""
    # The reason why the attack could not be tried on this machine, or "".
    skipped: str = ""


@dataclass(frozen=True)
class Attack:
    """A hostile thing to try. `row` is the finding that it repeats, or a word for its source;
    `run` makes the hostile thing in an empty folder, lets the program meet it, and judges."""

    name: str
    row: str
    run: Callable[[Path], Outcome]
    quick: bool = False


@dataclass
class Judge:
    """Collects broken bounds and the longest time that anything took."""

    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    said: str = ""

    def expect(self, held: bool, problem: str) -> bool:
        if not held:
            self.problems.append(problem)
        return held
