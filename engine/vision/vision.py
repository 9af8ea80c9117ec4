"""The vision part of a model: its tower, and the caches before and behind the tower."""

from collections.abc import Mapping, Sequence
from typing import Any

import mlx.core as mx

from engine.vision.item_cache import ItemCache
from engine.vision.towers import Tower, VisionPiece, tower_for
from engine.vision.vision_cache import Features, VisionCache


class Vision:
    """Encodes images and frame groups one by one. `items` are the images and videos as the
    processor made them, `features` those that the tower made of them."""

    def __init__(self, tower: Tower) -> None:
        self.items = ItemCache()
        self.features = VisionCache()
        self._tower = tower
        # the bytes of one of the tower's numbers
        self.width = tower.width

    def pieces(self, tokens: list[int], arrays: dict[str, Any]) -> list[VisionPiece]:
        """Return the pieces of a prompt in the order of their placeholders. Raises ValueError if
        pixels and placeholders do not match."""
        return self._tower.pieces(tokens, arrays)

    def is_encoded(self, piece: VisionPiece) -> bool:
        """Return True if the features of the piece are cached."""
        return piece.key in self.features

    def encode(self, piece: VisionPiece) -> Features:
        """Return the evaluated features of a piece; the tower runs unless they are cached."""
        features = self.features.get(piece.key)
        if features is None:
            features = self._tower.encode(piece)
            mx.eval(features)
            self.features.put(piece.key, features)
        return features

    def embed(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: Sequence[VisionPiece],
        features: Mapping[bytes, Features],
    ) -> dict[str, Any]:
        """Return the embeddings of a prompt, as `Tower.embed`."""
        return self._tower.embed(tokens, arrays, list(pieces), features)


def vision_of(model: Any) -> Vision | None:
    """Return the vision part of a model of mlx-vlm; None for families whose tower is not known to
    work on its own."""
    tower = tower_for(model)
    return Vision(tower) if tower else None
