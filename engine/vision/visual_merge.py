"""Merges image features into the embeddings of a prompt, at the places of its own images only."""

from collections.abc import Iterable

import mlx.core as mx
import numpy as np


def visual_mask(count: int, runs: Iterable[tuple[int, ...]]) -> np.ndarray:
    """Return a mask of `count` tokens that is True at the places in `runs`."""
    visual = np.zeros(count, dtype=bool)
    visual[[place for run in runs for place in run]] = True
    return visual


def merge_features(embeds: mx.array, visual: np.ndarray, features: mx.array) -> mx.array:
    """Return `embeds` (1, tokens, hidden) with the rows of `features` where `visual` is True."""
    order = mx.array(np.maximum(np.cumsum(visual) - 1, 0))
    rows = features.astype(embeds.dtype)[order][None]
    return mx.where(mx.array(visual)[None, :, None], rows, embeds)
