"""Bidirectional attention within an image, for prompts that are prefilled in chunks.

In Gemma 4's larger models, the tokens of an image also attend to later tokens of the same image.
mlx-vlm does that only if a prompt is prefilled at once and from its start. Otherwise it silently
uses a causal mask, which gives other text after a cached prefix.
"""

from typing import Any
from weakref import WeakMethod

import mlx.core as mx

HOOK = "_apply_blockwise_bidirectional_overlay"


class BidirectionalMask:
    """Extends a causal mask so that the tokens of an image attend to each other. `window` is the
    range (start, stop) of prompt tokens in the current chunk; no image may cross its ends."""

    def __init__(self, network: Any) -> None:
        self.window: tuple[int, int] = (0, 0)
        # A strong reference would be a cycle with the network, and its weights would outlive the
        # model.
        self._blocks = WeakMethod(network._block_sequence_ids_for_mask)

    def __call__(self, mask: mx.array, types: mx.array | None) -> mx.array:
        """Return the extended mask. `mask` is (..., chunk tokens, cached tokens with the chunk);
        `types` (1, prompt) distinguishes images from text. A sliding window caches only the last of
        the earlier tokens."""
        start, stop = self.window
        if types is None or stop > types.shape[1] or mask.shape[-2] != stop - start:
            return mask
        find_blocks = self._blocks()
        assert find_blocks is not None, "the network calls this"
        blocks = find_blocks(types)
        rows = blocks[:, start:stop, None]
        columns = blocks[:, None, stop - mask.shape[-1] : stop]
        return mask | ((rows == columns) & (rows != -1))[:, None]


def install_bidirectional_mask(language: Any) -> BidirectionalMask | None:
    """Replace the library's mask and return the new one; None for models without such a mask."""
    network = getattr(language, "model", None)
    if not hasattr(network, HOOK):
        return None
    made = BidirectionalMask(network)
    setattr(network, HOOK, made)
    return made
