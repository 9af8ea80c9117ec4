"""The tree of heights against plain sums."""

import random

import pytest

from ui.conversation.heights import Heights

pytestmark = pytest.mark.styled


@pytest.mark.parametrize("seed", range(20))
def test_positions_equal_those_of_a_plain_list(seed: int) -> None:
    dice = random.Random(seed)
    plain = [dice.randint(0, 90) for _ in range(dice.randint(0, 40))]
    heights = Heights(plain)
    for _ in range(120):
        if not plain or dice.random() < 0.4:
            plain.append(dice.randint(0, 90))
            heights.append(plain[-1])
        else:
            index = dice.randrange(len(plain))
            plain[index] = dice.randint(0, 90)
            heights.set(index, plain[index])
        assert list(heights) == plain
        assert heights.total == sum(plain)
        index = dice.randrange(len(plain))
        assert heights.top(index) == sum(plain[:index])
        y = dice.randint(-5, sum(plain) + 5)
        tops = [sum(plain[:at]) for at in range(len(plain))]
        inside = [at for at, top in enumerate(tops) if top <= y < top + plain[at]]
        last = len(plain) - 1
        assert heights.at(y) == (inside[0] if inside else (last if y >= 0 else heights.at(0)))


def test_an_empty_conversation_has_no_positions() -> None:
    assert Heights().total == 0
    assert Heights().at(5) == -1
