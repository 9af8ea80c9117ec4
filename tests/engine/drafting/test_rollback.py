"""Caches of several rows with windows are cut to what each row keeps of a block."""

from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest

from engine.drafting import rollback
from engine.models.adapter import Adapter
from engine.models.loader import examine_model, load_model
from engine.models.prompt import Prompt
from tests.kit.tiny_models import FAMILIES
from tests.kit.tiny_text import WINDOW

# The first row has outgrown its window, and the second has only begun.
ROWS = ([*range(20, 20 + 2 * WINDOW)], [*range(70, 76)])
STEPS = [[30, 40], [31, 41], [32, 42]]
BLOCKS = [[50, 51, 52, 53], [60, 61, 62, 63]]
KEEPS = (1, 3)
LAST = [80, 90]


class Rows:
    """Rows that decode given tokens, each row alone or all together."""

    def __init__(self, adapter: Adapter, rows: tuple[int, ...]) -> None:
        self.rows, self.adapter = rows, adapter
        caches = [adapter.new_cache() for _ in rows]
        for row, cache in zip(rows, caches, strict=True):
            prompt = adapter.prompt(ROWS[row], {})
            adapter.prefill(prompt, 0, len(ROWS[row]), cache)
        self.positions = [len(ROWS[row]) for row in rows]
        pairs = zip(*caches, strict=True)
        one: list[Any] = caches[0]
        self.cache = one if len(rows) == 1 else [type(them[0]).merge(them) for them in pairs]

    def feed(self, tokens: list[list[int]]) -> mx.array:
        fed = mx.array([tokens[row] for row in self.rows])
        prompts = [Prompt([], rope_delta=0) for _ in self.rows]
        logits = self.adapter.decode_block(fed, self.positions, prompts, self.cache)
        mx.eval(logits, [entry.state for entry in self.cache])
        self.positions = [it + fed.shape[1] for it in self.positions]
        return logits


@pytest.mark.parametrize("family", ["gpt_oss", "gemma3"])
def test_each_row_goes_on_after_a_block_as_alone(tmp_path: Path, family: str) -> None:
    FAMILIES[family](tmp_path / family)
    adapter = load_model(examine_model(str(tmp_path / family))).adapter
    together = Rows(adapter, (0, 1))
    for tokens in STEPS:
        together.feed([[token] for token in tokens])
    before = together.positions
    rollback.put_in_order(together.cache)
    verified = together.feed(BLOCKS)
    rollback.cut(together.cache, before, KEEPS, len(BLOCKS[0]))
    together.positions = [it + keep for it, keep in zip(before, KEEPS, strict=True)]
    after = together.feed([[token] for token in LAST])
    for row, keep in enumerate(KEEPS):
        alone = Rows(adapter, (row,))
        fed = [*(tokens[row] for tokens in STEPS), *BLOCKS[row][:keep], LAST[row]]
        logits = [alone.feed([[token], [token]])[0, 0] for token in fed]
        expected = mx.stack(logits[len(STEPS) :])
        mine = mx.concatenate([verified[row, :keep], after[row]])
        assert mx.allclose(mine, expected, atol=1e-4)
