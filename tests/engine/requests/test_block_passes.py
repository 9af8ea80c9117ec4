"""Looking for drafts in vain costs a row little: it pauses."""

from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.drafting.pace import LOSSES, MEASURED, UNCOUNTED
from engine.drafting.row_drafts import RowDrafts
from engine.models.prompt import Prompt
from engine.requests import block_passes
from engine.requests.block_passes import BlockPasses
from engine.requests.row import Row

if TYPE_CHECKING:
    import mlx.core as mx

    from engine.models.adapter import Adapter
    from engine.sampling.sampler import Sampler

STEPS = 1000


class Promising:
    """A drafter that always has a draft, or only seems to."""

    name = "lookup"

    def __init__(self, found: list[int]) -> None:
        self._found = found

    def is_promising(self) -> bool:
        return True

    def draft(self, pending: int, count: int) -> list[int]:
        return self._found[:count]


class Reader:
    """A draft model that reads a part of the row when it is asked first."""

    name = "model"
    is_behind = True

    def __init__(self) -> None:
        self.has_read = False
        self._asked = False

    def is_promising(self) -> bool:
        self.has_read = self.has_read or not self._asked
        self._asked = True
        return False

    def draft(self, pending: int, count: int) -> list[int]:
        return []


class PendingToken:
    """Counts how often it is read back, for which the device has to wait."""

    read = 0

    def tolist(self) -> list[int]:
        self.read += 1
        return [1]


def passes_of(wide: float) -> BlockPasses:
    made = BlockPasses(cast("Adapter", None))
    for _ in range(UNCOUNTED + MEASURED):
        made.times.of(1, 1).add(1.0)
        for width in (2, 3, 5):
            made.times.of(1, width).add(wide)
    return made


def reads_of(passes: BlockPasses, found: list[int]) -> int:
    """Return how many of many steps wait for their pending token, if none has a draft."""
    drafts = RowDrafts([], [Promising(found)], frozenset())
    row = Row(1, Prompt([]), cast("Sampler", None), 0, [], None, end=STEPS, drafts=drafts)
    token = PendingToken()
    for _ in range(STEPS):
        assert not passes.propose([row], cast("mx.array", token), cast("list[Any]", []))
        passes.stepped([row])
    return token.read


def test_hits_without_a_draft_pause_so_that_few_steps_wait() -> None:
    reads = reads_of(passes_of(wide=1.0), found=[])
    assert LOSSES <= reads <= 0.02 * STEPS


def test_drafts_that_do_not_pay_wait_for_nothing() -> None:
    assert reads_of(passes_of(wide=9.0), found=[5, 6, 7, 8]) == 0


def test_a_replay_is_part_of_the_time_of_its_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(block_passes.time, "perf_counter", lambda: now)
    passes = passes_of(wide=1.5)
    row = Row(1, Prompt([]), cast("Sampler", None), 0, [], None, end=STEPS)
    # A pass of 1.5 whose replay takes as long as one more, instead of a plain step of 1.
    for _ in range(50):
        passes._replayed, passes._began = passes.times.of(1, 5), now
        now += 3.0
        passes.stepped([row], replayed=True)
    assert passes.times.of(1, 5).seconds == pytest.approx(2.0, abs=0.01)
    assert passes.times.of(1, 1).seconds == 1.0


def test_short_drafts_that_do_not_pay_pause() -> None:
    # A full draft would pay (2.8 tokens a pass), a draft of one token does not (1.7).
    assert LOSSES <= reads_of(passes_of(wide=2.0), found=[5]) <= 0.02 * STEPS


class Counted(Reader):
    """Counts in `looks` how often the engine looks if it is behind."""

    looks = 0

    @property
    def is_behind(self) -> bool:
        self.looks += 1
        return True


def test_no_step_finds_anew_which_drafters_read() -> None:
    reader = Counted()
    drafts = RowDrafts([], [reader], frozenset())
    looks = reader.looks
    assert not drafts.is_promising() and drafts.has_read
    assert not drafts.is_promising()
    assert reader.looks == looks


def test_a_step_in_which_a_draft_model_reads_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(block_passes.time, "perf_counter", lambda: now)
    passes = passes_of(wide=9.0)
    # Both have read before the first step, and neither before the others.
    drafts = RowDrafts([], [Reader(), Reader()], frozenset())
    row = Row(1, Prompt([]), cast("Sampler", None), 0, [], None, end=STEPS, drafts=drafts)
    passes.stepped([row])
    seconds: list[float] = []
    for _ in range(2):
        passes.propose([row], cast("mx.array", PendingToken()), [])
        now += 3.0
        passes.stepped([row])
        seconds.append(passes.times.of(1, 1).seconds)
    assert seconds[0] == 1.0 < seconds[1]
