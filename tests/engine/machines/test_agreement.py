"""What two ranks share beside the commands, over the connections of one process."""

from multiprocessing.connection import Connection, Pipe
from threading import Thread
from typing import Any

import pytest

from engine.errors import Refused
from engine.machines.group import COMPARED, Group


class Rank:
    """The place of a rank, as MLX tells it."""

    def __init__(self, rank: int) -> None:
        self.rank = lambda: rank
        self.size = lambda: 2


@pytest.fixture
def ranks() -> tuple[Group, Group]:
    first, second = Pipe()
    return group(0, first), group(1, second)


def group(rank: int, plan: Connection) -> Group:
    return Group(Rank(rank), [plan])


def test_the_smallest_value_of_all_ranks_holds(ranks: tuple[Group, Group]) -> None:
    first, second = ranks
    found: list[Any] = []
    other = Thread(target=lambda: found.append(second.least(5)))
    other.start()
    assert first.least(7) == 5
    other.join()
    assert found == [5]


@pytest.mark.parametrize("other", [(1, 10, 4), (1, 11, 3), (2, 10, 3)])
def test_a_rank_that_decodes_otherwise_ends(
    ranks: tuple[Group, Group], other: tuple[int, int, int]
) -> None:
    first, second = ranks
    first.note([(1, 10, 3)])
    second.note([other])
    for _ in range(COMPARED - 1):
        first.plan([])
        assert second.plan([]) == []
    first.plan([])
    with pytest.raises(Refused, match="no longer agree"):
        second.plan([])


def test_ranks_that_decode_the_same_go_on(ranks: tuple[Group, Group]) -> None:
    first, second = ranks
    for step in range(3 * COMPARED):
        for each in ranks:
            each.note([(1, step, 7), (2, step, 9)])
        first.plan([])
        assert second.plan([]) == []
