"""The blocks that follow one: which of them begins with most of the wanted tokens."""

import random

from engine.disk_cache.block_file import BlockName
from engine.disk_cache.followers import Followers, Node, in_order

MANY = 10_000


def node(number: int, tokens: list[int]) -> Node:
    name = BlockName("before", f"{number:032x}", len(tokens), "sum")
    return Node(name, 100, 0.0, in_order(tokens))


def common(left: list[int], right: list[int]) -> int:
    pairs = enumerate(zip(left, right, strict=True))
    return next((at for at, (one, other) in pairs if one != other), len(left))


def test_the_best_of_many_is_that_which_a_look_at_all_finds() -> None:
    chance = random.Random(1)
    blocks = [[chance.choice((-9, 1, 2, 300)) for _ in range(9)] for _ in range(MANY)]
    followers = Followers()
    for number, tokens in enumerate(blocks):
        followers.add(node(number, tokens))
    for _ in range(50):
        wanted = [chance.choice((-9, 1, 2, 300, 4000)) for _ in range(9)]
        best, same = followers.longest(wanted)
        assert same == max(common(wanted, tokens) for tokens in blocks)
        if best is not None:
            assert common(wanted, blocks[int(best.name.own, 16)]) == same


def test_a_block_that_was_removed_is_not_found() -> None:
    followers, gone, there = Followers(), node(1, [1, 2, 3]), node(2, [1, 2, 9])
    followers.add(gone)
    followers.add(there)
    followers.remove(gone)
    assert followers.longest([1, 2, 3]) == (there, 2)


def test_nothing_is_found_where_the_first_token_differs() -> None:
    followers = Followers()
    followers.add(node(1, [1, 2]))
    assert followers.longest([2, 2]) == (None, 0)
    assert followers.longest([]) == (None, 0)
