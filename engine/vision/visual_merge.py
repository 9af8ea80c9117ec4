"""Puts image features into a prompt's embeddings, at the places of its own images only."""

from collections.abc import Iterable

import mlx.core as mx
import numpy as np


def visual_mask(count: int, runs: Iterable[tuple[int, ...]]) -> np.ndarray:
    """True at the places in `runs`, for a prompt of `count` tokens."""
    visual = np.zeros(count, dtype=bool)
    visual[[place for run in runs for place in run]] = True
    return visual


def merged(embeds: mx.array, visual: np.ndarray, features: mx.array) -> mx.array:
    """`embeds` (1, tokens, hidden) with the rows of `features` where `visual` is True."""
    order = mx.array(np.maximum(np.cumsum(visual) - 1, 0))
    rows = features.astype(embeds.dtype)[order][None]
    return mx.where(mx.array(visual)[None, :, None], rows, embeds)
