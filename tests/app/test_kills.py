"""The real program, killed, loses no prompt and at most 300 ms of an answer, and damages
nothing."""

from pathlib import Path

from tests.bench.kills import kill_often


def test_a_killed_program_leaves_consistent_data(tmp_path: Path) -> None:
    # With this seed each is killed when it has begun, and none is left to run for long.
    tally = kill_often(3, tmp_path, ("streaming", "editing", "migrating"), seed=47)
    assert (tally.lost_prompts, tally.damaged, tally.unmarked) == (set(), [], set())
    assert tally.accepted
