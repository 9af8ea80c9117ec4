"""A DFlash drafter: a small model that drafts a block in one pass, from the hidden states of some
layers of the one model that it was made for (Chen et al., DFlash: Block Diffusion for Flash
Speculative Decoding, 2026)."""

from collections.abc import Generator
from dataclasses import replace
from typing import Any, cast

import mlx.core as mx

from engine.checkpoints import guard
from engine.errors import PASSES, Refused
from engine.frozen import frozen
from engine.model_cost import ModelCost
from engine.models.adapter import Adapter
from engine.models.draft_modules import drafter_module
from engine.models.model_source import ModelSource
from engine.models.prompt import Prompt
from engine.models.weights import Progress, read_weights

# Tokens of the trial after loading.
TRIAL = 8


@frozen
class DFlash:
    """A loaded drafter, by mlx-vlm's module, shared by all rows. It embeds and reads out tokens
    with the arrays of its model. `token_bytes` are those of a token in its cache, and
    `state_bytes` those of the states that it reads."""

    module: Any
    nbytes: int
    token_bytes: int = 0
    state_bytes: int = 0

    @property
    def weights(self) -> int:
        return self.nbytes

    def row(self, tokens: int) -> int:
        """Return the bytes to draft for a row of up to `tokens`."""
        return self.token_bytes * tokens

    def counted(self, cost: ModelCost) -> ModelCost:
        """Return the cost of the model with the states that a prompt chunk gives the drafter."""
        # The states of the layers, and all of them together.
        return cost.with_head(0, 2 * self.state_bytes)

    def new_cache(self) -> list[Any]:
        return self.module.make_cache()

    def read(self, states: mx.array, cache: list[Any]) -> None:
        """Read the lazy states (1, count, size) of the tokens that follow those in the cache."""
        # The module has no call for that alone. The block of one token is never computed.
        self.module._hidden(mx.array([[0]]), states, cache)
        mx.async_eval([(entry.keys, entry.values) for entry in cache])

    def draft(self, pending: int, count: int, states: mx.array, cache: list[Any]) -> list[int]:
        """Return up to `count` likely tokens after the `pending` one, and read the states before
        it, as `read`."""
        block = 1 + min(count, int(self.module.config.block_size) - 1)
        found = self.module.draft_block(pending, states, cache, block, _likeliest)
        return cast("list[int]", found[0].tolist())


def dflash_steps(
    source: ModelSource, model: Any, adapter: Adapter, target: ModelSource
) -> Generator[Progress, None, DFlash]:
    """Load the drafter of an examined folder for a `model`, whose adapter keeps the hidden states
    from then on, in bounded steps. Raises Refused."""
    from mlx_vlm.speculative.drafters import qwen3_dflash  # noqa: PLC0415

    with guard.safe_view(source.folder) as view:
        module = drafter_module(qwen3_dflash, source.config, view)
        nbytes = yield from read_weights(module)
    try:
        adapter.keep_layers(module.config.target_layer_ids)
        found = _tried(DFlash(module.bind(model), nbytes), adapter)
    except PASSES:
        raise
    except Exception as error:
        raise Refused(
            "{draft} cannot draft for {model}: it was made for another model. Choose another "
            "draft model on the page of {model}, or none.",
            draft=source.name,
            model=target.name,
        ) from error
    mx.clear_cache()
    return found


def _tried(dflash: DFlash, adapter: Adapter) -> DFlash:
    """Draft once. Return the drafter with the bytes that it was found to take. Raises ValueError if
    it does not fit the model."""
    adapter.decode_block(mx.zeros((1, TRIAL), mx.uint32), [0], [Prompt([])], adapter.new_cache())
    states = adapter.hidden
    if states is None:
        raise ValueError("its layers have other states")
    cache = dflash.new_cache()
    dflash.draft(0, 2, states, cache)
    entries = [it for entry in cache for it in (entry.keys, entry.values)]
    token = sum(it.nbytes // it.shape[2] for it in entries)
    fused = dflash.module._fused_context_kv_weight
    return replace(
        dflash,
        nbytes=dflash.nbytes + (0 if fused is None else fused.nbytes),
        token_bytes=token,
        state_bytes=states.nbytes // TRIAL,
    )


def _likeliest(logits: mx.array) -> mx.array:
    return mx.argmax(logits, axis=-1)
