"""The real program, killed, loses no prompt and at most 300 ms of an answer, and damages
nothing."""

from pathlib import Path

from tests.bench.kills import kill_often


def test_a_killed_program_leaves_consistent_data(tmp_path: Path) -> None:
    tally = kill_often(3, tmp_path, ("streaming", "editing", "migrating"))
    assert (tally.lost_prompts, tally.damaged, tally.unmarked) == (set(), [], set())
    assert tally.accepted
