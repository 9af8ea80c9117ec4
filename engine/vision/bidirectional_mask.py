"""Pictures whose tokens see each other, in prompts that are read in parts.

Gemma 4's larger models let the tokens of a picture attend to those after them in it. mlx-vlm does
that only where a prompt is read whole and from its start, and reads causally elsewhere without a
word; after a reused beginning that gives other text.
"""

from typing import Any
from weakref import WeakMethod

import mlx.core as mx

HOOK = "_apply_blockwise_bidirectional_overlay"


class BothWays:
    """Adds to a causal mask that the tokens of a picture see each other. `window` are the prompt's
    tokens (from, to) that are read now; no picture may reach over its ends."""

    def __init__(self, network: Any) -> None:
        self.window: tuple[int, int] = (0, 0)
        # The network holds this: were it held in turn, its weights would not go with the model.
        self._blocks = WeakMethod(network._block_sequence_ids_for_mask)

    def __call__(self, mask: mx.array, types: mx.array | None) -> mx.array:
        """`mask` is (..., tokens read, tokens in the cache with them); `types` (1, prompt) tells
        pictures from text. A sliding window holds only the last of the tokens before."""
        start, stop = self.window
        if types is None or stop > types.shape[1] or mask.shape[-2] != stop - start:
            return mask
        find_blocks = self._blocks()
        assert find_blocks is not None, "the network calls this"
        blocks = find_blocks(types)
        rows = blocks[:, start:stop, None]
        columns = blocks[:, None, stop - mask.shape[-1] : stop]
        return mask | ((rows == columns) & (rows != -1))[:, None]


def see_pictures_both_ways(language: Any) -> BothWays | None:
    """Put it in place of the library's; None for models that have no such thing."""
    network = getattr(language, "model", None)
    if not hasattr(network, HOOK):
        return None
    made = BothWays(network)
    setattr(network, HOOK, made)
    return made
