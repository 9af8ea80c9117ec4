"""When to draft, and how many tokens: only where a pass over them saves time on this machine."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.frozen import mutable
from engine.model_cost import BLOCK

# The expected tokens of a pass must exceed its time by this factor.
GAIN = 1.1
FIRST_WIDTH, MOST_DRAFTED = 4, BLOCK - 1
LOSSES, PAUSE, LONGEST_PAUSE = 3, 64, 1024
# The first pass of a width compiles kernels and is not counted; then some are measured.
UNCOUNTED, MEASURED = 1, 2
# A width that is too slow is measured again after this many refusals.
MEASURED_AGAIN = 256
# The weight of a new time, and the factor above which a time is that of other work.
WEIGHT, OUTLIER = 0.2, 3.0
# The drafts that a row begins with, as if so many had been tried and accepted.
TRIED, ACCEPTED, MEMORY = 2.0, 1.4, 0.8


@dataclass
class PassTime:
    """The time of passes of one shape, in seconds."""

    seconds: float = 0.0
    count: int = 0
    refused: int = 0

    def add(self, seconds: float) -> None:
        self.count += 1
        self.refused = 0
        measured = self.count - UNCOUNTED
        if measured <= 0:
            return
        # The first times are averaged; a time of other work between two steps is cut.
        weight = max(WEIGHT, 1 / measured)
        seconds = seconds if measured == 1 else min(seconds, OUTLIER * self.seconds)
        self.seconds += weight * (seconds - self.seconds)

    @property
    def is_known(self) -> bool:
        return self.count >= UNCOUNTED + MEASURED


@mutable
class PassTimes:
    """The time of a pass by the number of rows and of tokens in each row."""

    _times: defaultdict[tuple[int, int], PassTime] = field(
        default_factory=lambda: defaultdict(PassTime)
    )

    def of(self, rows: int, width: int) -> PassTime:
        """Widths between two powers of 2 count as one: 1, 2, 3 to 4, 5 to 8, 9 to 16."""
        return self._times[rows, (width - 1).bit_length()]

    def is_ready(self, rows: int) -> bool:
        """Return True if the time to compare with is known."""
        return self.of(rows, 1).is_known

    def is_worth(self, rows: int, width: int, expected: float) -> bool:
        """Return True if a pass of `width` tokens a row pays, from which all rows together expect
        so many tokens; also if it has to be measured."""
        single, wide = self.of(rows, 1), self.of(rows, width)
        if not wide.is_known:
            return True
        if expected / rows > GAIN * wide.seconds / single.seconds:
            return True
        wide.refused += 1
        return wide.refused > MEASURED_AGAIN

    def ratio(self, rows: int, width: int) -> float:
        """Return how often a pass with one token a row fits into one of `width`; at least 1."""
        single, wide = self.of(rows, 1), self.of(rows, width)
        return max(1.0, wide.seconds / single.seconds) if wide.is_known and single.seconds else 1.0


@mutable
class RowPace:
    """How many tokens one drafter is asked for, by what was accepted so far; `drafted` in all."""

    width: int = FIRST_WIDTH
    _tried: float = TRIED
    _accepted: float = ACCEPTED
    _losses: int = 0
    _pause: int = PAUSE
    _paused: int = 0
    # False if the last pass with drafts that was considered would have lost time.
    pays: bool = True
    drafted: int = 0

    @property
    def is_paused(self) -> bool:
        return self._paused > 0

    def expected(self, drafted: int) -> float:
        """Return the expected tokens of a pass: the pending one and those accepted in a row."""
        chance = self._accepted / self._tried
        return sum(chance**count for count in range(drafted + 1))

    def passed(self) -> None:
        """Count a token that was decoded without drafts."""
        if self._paused:
            self._paused -= 1

    def took(self, drafted: int, accepted: int, ratio: float) -> None:
        """Note how many drafts of a pass were accepted, which took `ratio` times that of one."""
        self.drafted += drafted
        self._learn(drafted, accepted)
        if accepted and 1 + accepted > ratio:
            self._losses, self._pause = 0, PAUSE
        else:
            self.lost()

    def missed(self) -> None:
        """Note that a promise brought no draft. The device waited while the pending token was read
        back, so this counts as one wrong draft."""
        self._learn(1, 0)
        self.lost()

    def _learn(self, drafted: int, accepted: int) -> None:
        self._tried = MEMORY * self._tried + accepted + (accepted < drafted)
        self._accepted = MEMORY * self._accepted + accepted
        if accepted == drafted:
            self.width = min(MOST_DRAFTED, self.width * 2)
        elif accepted * 2 < drafted:
            self.width = max(1, self.width // 2)

    def weighed(self, pays: bool) -> None:
        """Note if a pass with drafts of this row pays. A row that goes on looking for drafts that
        do not would lose time at every step."""
        self.pays = pays
        if not pays:
            self.lost()

    def lost(self) -> None:
        """Count a step in which looking for drafts brought nothing; some of them begin a pause."""
        self._losses += 1
        if self._losses >= LOSSES:
            self._losses, self._paused = 0, self._pause
            self._pause = min(LONGEST_PAUSE, 2 * self._pause)
            self._tried, self._accepted, self.width = TRIED, ACCEPTED, FIRST_WIDTH


def is_worth(times: PassTimes, paces: Sequence[tuple[RowPace | None, int]]) -> bool:
    """Return True if a pass with so many drafts of each row pays; a row may draft nothing."""
    expected = sum(pace.expected(count) if pace else 1.0 for pace, count in paces)
    width = 1 + max(count for _, count in paces)
    return times.is_worth(len(paces), width, expected)
