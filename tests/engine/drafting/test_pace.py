"""Drafting goes on only where it was measured to save time."""

from engine.drafting.lookup import Lookup
from engine.drafting.pace import LOSSES, MEASURED, PAUSE, UNCOUNTED, PassTimes, RowPace, is_worth
from engine.drafting.row_drafts import PAUSED, SLOW, RowDrafts


def measured(single: float, wide: float, width: int = 5) -> PassTimes:
    times = PassTimes()
    for _ in range(UNCOUNTED + MEASURED):
        times.of(1, 1).add(single)
        times.of(1, width).add(wide)
    return times


def test_nothing_is_drafted_before_plain_steps_were_measured() -> None:
    assert not PassTimes().is_ready(1)
    assert measured(1.0, 1.0).is_ready(1)


def test_a_pass_must_save_a_tenth() -> None:
    pace = RowPace()
    expected = pace.expected(4)
    assert is_worth(measured(1.0, expected / 1.12), [(pace, 4)])
    assert not is_worth(measured(1.0, expected / 1.08), [(pace, 4)])


def test_rows_without_drafts_count_as_one_token() -> None:
    pace = RowPace()
    times = PassTimes()
    for _ in range(UNCOUNTED + MEASURED):
        times.of(2, 1).add(1.0)
        times.of(2, 5).add(1.8)
    assert not is_worth(times, [(pace, 4), (None, 0)])
    assert is_worth(times, [(pace, 4), (pace, 4)])


def test_the_first_pass_of_a_width_and_other_work_are_not_its_time() -> None:
    times = PassTimes()
    for seconds in (50.0, 1.0, 1.0, 90.0):
        times.of(1, 1).add(seconds)
    assert times.of(1, 1).seconds < 2


def test_a_width_that_was_too_slow_once_is_measured_again() -> None:
    times, pace = measured(1.0, 9.0), RowPace()
    tries = [is_worth(times, [(pace, 4)]) for _ in range(300)]
    assert tries.count(True) and not any(tries[:200])


def test_success_widens_and_failure_narrows() -> None:
    pace = RowPace(width=4)
    pace.took(4, 4, 1.2)
    assert pace.width == 8
    pace.took(8, 2, 1.2)
    assert pace.width == 4


def test_three_losses_pause_and_the_next_pause_is_longer() -> None:
    pace = RowPace()
    for pause in (PAUSE, 2 * PAUSE):
        for _ in range(LOSSES):
            assert not pace.is_paused
            pace.took(4, 0, 1.3)
        for _ in range(pause):
            assert pace.is_paused
            pace.passed()
        assert not pace.is_paused


def test_drafts_that_do_not_pay_are_the_reason_until_they_do() -> None:
    tokens = [1, 2, 3, 4] * 8
    drafts = RowDrafts(tokens, (Lookup(tokens),), frozenset())
    assert drafts.is_promising()
    drafts.took(4, 1, 1.0)
    drafts.pace.weighed(pays=False)
    assert drafts.counts.note == SLOW
    drafts.pace.weighed(pays=True)
    assert drafts.counts.note == ""
    for _ in range(LOSSES):
        drafts.pace.took(4, 0, 1.3)
    assert drafts.counts.note == PAUSED


class Guessing:
    """Drafts the same tokens, any number of times."""

    def __init__(self, name: str, tokens: list[int]) -> None:
        self.name, self._tokens = name, tokens

    def is_promising(self) -> bool:
        return True

    def draft(self, pending: int, count: int) -> list[int]:
        return self._tokens[:count]


def passed(drafts: RowDrafts, accepted: int) -> str:
    """Return the name of the drafter that drafted in a pass."""
    assert drafts.is_promising()
    found = drafts.draft(7, 8, [])
    name = "weak" if found[0] == 1 else "good"
    drafts.took(len(found), accepted, 1.2)
    return name


def test_a_drafter_that_is_often_wrong_pauses_alone() -> None:
    pair = Guessing("weak", [1, 1]), Guessing("good", [2, 2])
    drafts = RowDrafts([1, 2], pair, frozenset())
    names = [passed(drafts, 0) for _ in range(LOSSES)]
    names += [passed(drafts, 2) for _ in range(PAUSE)]
    assert names == ["weak"] * LOSSES + ["good"] * PAUSE
    assert drafts.counts.note == ""
    assert passed(drafts, 0) == "weak"


def test_where_one_drafter_finds_nothing_the_next_one_drafts() -> None:
    drafts = RowDrafts([1, 2], (Guessing("weak", []), Guessing("good", [2])), frozenset())
    assert [passed(drafts, 1) for _ in range(2 * LOSSES)] == ["good"] * 2 * LOSSES
    assert drafts.counts.drafter == "good"


def test_a_pause_without_any_draft_is_not_blamed_on_wrong_drafts() -> None:
    drafts = RowDrafts([1, 2], (Guessing("weak", []),), frozenset())
    for _ in range(LOSSES):
        assert drafts.is_promising()
        assert not drafts.draft(7, 8, [])
        drafts.took_none()
    assert not drafts.is_promising()
    assert (drafts.counts.drafted, drafts.counts.note) == (0, "")


def test_the_reason_why_drafting_ended_is_not_hidden_by_why_it_paused() -> None:
    drafts = RowDrafts([1, 2], (), frozenset())
    drafts.pace.weighed(pays=False)
    drafts.stop("No memory.")
    assert drafts.counts.note == "No memory."
