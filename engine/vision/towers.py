"""Vision towers apart from the merge: each picture and frame group is encoded on its own, once.

The families here are those whose library model lets the tower be called alone. The others run as
mlx-vlm does it, and nothing of their prompts is kept.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Protocol

import mlx.core as mx
import numpy as np

from engine.vision.vision_cache import Features, VisionCache, digest
from engine.vision.visual_merge import merged, visual_mask

# An id that no vocabulary has.
NO_TOKEN = -1
OTHER = "the prompt has other placeholders than pictures and clips"


@dataclass(frozen=True)
class Piece:
    """A picture or a frame group: its placeholders are the prompt's tokens at `places`, each with
    the id `token`; `pixels` with its `grid` are what the tower gets, and `key` is their digest.
    Pixels, of `nbytes`, are None once the tower has looked at them."""

    key: bytes
    places: tuple[int, ...]
    token: int
    pixels: mx.array | None
    grid: Any
    nbytes: int


def shifted(piece: Piece, places: np.ndarray) -> Piece:
    """The same in another prompt."""
    return replace(piece, places=tuple(places.tolist()))


class Tower(Protocol):
    """One family's way from a prompt with placeholders to embeddings."""

    def pieces(self, tokens: list[int], arrays: dict[str, Any]) -> list[Piece]:
        """In the order of their placeholders; raises ValueError where these do not match."""
        ...

    def knows(self, piece: Piece) -> bool:
        """Whether its features are kept."""
        ...

    def look(self, piece: Piece) -> Features:
        """Features of a piece, kept from before or encoded now, evaluated."""
        ...

    def embed(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: list[Piece],
        found: Mapping[bytes, Features],
    ) -> dict[str, Any]:
        """What the library's `get_input_embeddings` returns, as a dict. `found` are features by
        the key of their piece; zeros stand in for missing ones. A placeholder outside the pieces,
        which the model wrote itself, has the embedding that it had when it was decoded."""
        ...


def tower_for(model: Any, cache: VisionCache) -> Tower | None:
    """None for families whose tower is not known to work apart."""
    made = FAMILIES.get(getattr(model.config, "model_type", ""))
    return made(model, cache) if made else None


def content_key(tokens: list[int], pieces: list[Piece]) -> list[int]:
    """The prompt as a key: placeholders become negative numbers that tell what is in them."""
    key = list(tokens)
    for piece in pieces:
        kind = str(piece.token).encode()
        number = -1 - int.from_bytes(hashlib.sha256(piece.key + kind).digest()[:7])
        for place in piece.places:
            key[place] = number
    return key


class _Encoder:
    """Features of pieces, from the cache or from the tower."""

    def __init__(self, model: Any, cache: VisionCache) -> None:
        self._model = model
        self._cache = cache

    def _zeros(self, count: int) -> Features:
        """In place of features that nobody reads."""
        raise NotImplementedError

    def _encode(self, piece: Piece) -> Features:
        raise NotImplementedError

    def _embedding(self) -> mx.array:
        """Of any token, (1, hidden)."""
        return self._model.language_model.model.embed_tokens(mx.array([0]))

    def knows(self, piece: Piece) -> bool:
        return piece.key in self._cache

    def look(self, piece: Piece) -> Features:
        features = self._cache.get(piece.key)
        if features is None:
            features = self._encode(piece)
            mx.eval(features)
            self._cache.put(piece.key, features)
        return features

    def _layers(self, pieces: list[Piece], found: Mapping[bytes, Features]) -> list[mx.array]:
        """Features of all pieces, (places, hidden) each: the tower's last, then deeper layers."""
        given = [found.get(piece.key) or self._zeros(len(piece.places)) for piece in pieces]
        layers = zip(*given, strict=True)
        return [mx.concatenate([_flat(each) for each in layer]) for layer in layers]


def _visual(tokens: list[int], pieces: list[Piece]) -> np.ndarray:
    return visual_mask(len(tokens), (piece.places for piece in pieces))


def _flat(features: mx.array) -> mx.array:
    return features.reshape(-1, features.shape[-1])


class QwenTower(_Encoder):
    """Qwen's: patches of all pictures in one array, with a grid (frame groups, rows, columns) for
    each picture or clip. Frame groups do not attend to each other, so each is a piece.

    The merge is our own: the library's leaves out the clips of a prompt that has pictures too.
    """

    def __init__(self, model: Any, cache: VisionCache) -> None:
        super().__init__(model, cache)
        deeper = getattr(model.config.vision_config, "deepstack_visual_indexes", None) or ()
        self._deeper = len(deeper) if model.config.model_type == "qwen3_vl" else 0

    def pieces(self, tokens: list[int], arrays: dict[str, Any]) -> list[Piece]:
        ids = np.array(tokens)
        config = self._model.config
        pictures = self._split(arrays.get("pixel_values"), arrays.get("image_grid_thw"))
        clips = self._split(arrays.get("pixel_values_videos"), arrays.get("video_grid_thw"))
        found = [
            *self._placed(ids, config.image_token_id, pictures),
            *self._placed(ids, config.video_token_id, clips),
        ]
        return sorted(found, key=lambda piece: piece.places)

    def _split(self, pixels: Any, grids: Any) -> Iterator[tuple[mx.array, list[int]]]:
        at = 0
        if pixels is None:
            return
        for groups, rows, columns in grids.tolist():
            for _ in range(groups):
                yield pixels[at : at + rows * columns], [1, rows, columns]
                at += rows * columns

    def _placed(
        self, ids: np.ndarray, token: int, parts: Iterator[tuple[mx.array, list[int]]]
    ) -> Iterator[Piece]:
        places = np.flatnonzero(ids == token)
        at, merged = 0, self._model.config.vision_config.spatial_merge_size**2
        for pixels, grid in parts:
            mine = places[at : at + grid[1] * grid[2] // merged]
            at += len(mine)
            if len(mine) * merged != grid[1] * grid[2]:
                raise ValueError(OTHER)
            yield Piece(
                digest(pixels, grid), tuple(mine.tolist()), token, pixels, grid, pixels.nbytes
            )
        if at != len(places):
            raise ValueError(OTHER)

    def _encode(self, piece: Piece) -> Features:
        tower = self._model.vision_tower
        pixels = _pixels(piece).astype(tower.patch_embed.proj.weight.dtype)
        found = tower(pixels, mx.array([piece.grid]))
        if isinstance(found, mx.array):
            return (found,)
        return (found[0], *found[1][: self._deeper])

    def _zeros(self, count: int) -> Features:
        return (mx.zeros((count, self._embedding().shape[-1])),) * (1 + self._deeper)

    def embed(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: list[Piece],
        found: Mapping[bytes, Features],
    ) -> dict[str, Any]:
        language, visual = self._model.language_model, _visual(tokens, pieces)
        embeds = language.model.embed_tokens(mx.array(tokens)[None])
        positions, deltas = language.get_rope_index(
            mx.array(self._counted(tokens, visual))[None],
            arrays.get("image_grid_thw"),
            arrays.get("video_grid_thw"),
            arrays.get("attention_mask"),
        )
        made = {"inputs_embeds": embeds, "position_ids": positions, "rope_deltas": deltas}
        if not pieces:
            return made
        features, *deeper = self._layers(pieces, found)
        made["inputs_embeds"] = merged(embeds, visual, features)
        if deeper:
            deeper = [each.astype(embeds.dtype) for each in deeper]
            mx.eval(deeper)
            mask = mx.array(visual)[None]
            made |= {"visual_pos_masks": mask, "deepstack_visual_embeds": deeper}
        return made

    def _counted(self, tokens: list[int], visual: np.ndarray) -> np.ndarray:
        """Token ids for `get_rope_index`, which counts placeholders: only those of pieces."""
        config, ids = self._model.config, np.array(tokens, dtype=np.int32)
        media = np.isin(ids, [config.image_token_id, config.video_token_id])
        return np.where(media & ~visual, NO_TOKEN, ids)


class _GemmaTower(_Encoder):
    """Gemma's: each picture and each frame has a run of placeholders of its own."""

    def _placed(
        self, tokens: list[int], token: int, parts: list[tuple[mx.array, Any]]
    ) -> Iterator[Piece]:
        runs = groupby(range(len(tokens)), key=lambda index: tokens[index] == token)
        found = [tuple(places) for is_media, places in runs if is_media]
        if len(found) != len(parts):
            raise ValueError(OTHER)
        for places, (pixels, grid) in zip(found, parts, strict=True):
            about = [*pixels.shape, *([] if grid is None else grid.reshape(-1).tolist())]
            yield Piece(digest(pixels, about), places, token, pixels, grid, pixels.nbytes)

    def _zeros(self, count: int) -> Features:
        return (mx.zeros((1, count, self._embedding().shape[-1])),)


class Gemma3Tower(_GemmaTower):
    def pieces(self, tokens: list[int], arrays: dict[str, Any]) -> list[Piece]:
        pixels = arrays.get("pixel_values")
        parts = [] if pixels is None else [(pixels[i : i + 1], None) for i in range(len(pixels))]
        return list(self._placed(tokens, self._model.config.image_token_index, parts))

    def _encode(self, piece: Piece) -> Features:
        model = self._model
        pixels = _pixels(piece).transpose(0, 2, 3, 1).astype(self._embedding().dtype)
        hidden, *_ = model.vision_tower(pixels, output_hidden_states=True)
        return (model.multi_modal_projector(hidden),)

    def embed(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: list[Piece],
        found: Mapping[bytes, Features],
    ) -> dict[str, Any]:
        embeds = self._model.language_model.model.embed_tokens(mx.array(tokens)[None])
        if not pieces:
            return {"inputs_embeds": embeds}
        # The language model multiplies all embeddings by what pictures are divided by here.
        scale = self._model.config.hidden_size**0.5
        (features,) = self._layers(pieces, found)
        return {"inputs_embeds": merged(embeds, _visual(tokens, pieces), features / scale)}


class Gemma4Tower(_GemmaTower):
    def pieces(self, tokens: list[int], arrays: dict[str, Any]) -> list[Piece]:
        config = self._model.config
        pictures = _rows(arrays.get("pixel_values"), arrays.get("image_position_ids"))
        frames = [
            frame
            for clip, positions in _rows(
                arrays.get("pixel_values_videos"), arrays.get("video_position_ids")
            )
            for frame in _rows(clip, positions)
        ]
        found = [
            *self._placed(tokens, config.image_token_id, pictures),
            *self._placed(tokens, config.video_token_id, frames),
        ]
        return sorted(found, key=lambda piece: piece.places)

    def _encode(self, piece: Piece) -> Features:
        places = None if piece.grid is None else piece.grid[None]
        made = self._model.encode_image(_pixels(piece)[None], places)
        if made.shape[1] != len(piece.places):
            raise ValueError(OTHER)
        return (made,)

    def embed(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: list[Piece],
        found: Mapping[bytes, Features],
    ) -> dict[str, Any]:
        network, ids = self._model.language_model.model, mx.array(tokens)[None]
        embeds = network.embed_tokens(ids) * network.embed_scale
        visual = _visual(tokens, pieces)
        made = {"inputs_embeds": embeds}
        if network.hidden_size_per_layer_input:
            text = mx.where(mx.array(visual)[None], 0, ids)
            made["per_layer_inputs"] = network.get_per_layer_inputs(text)
        if pieces:
            (features,) = self._layers(pieces, found)
            made["inputs_embeds"] = merged(embeds, visual, features)
        return made


def _pixels(piece: Piece) -> mx.array:
    assert piece.pixels is not None, "the picture must be read again"
    return piece.pixels


def _rows(pixels: Any, positions: Any) -> list[tuple[mx.array, Any]]:
    """The first axis apart; lists are of arrays that differ in size."""
    if pixels is None:
        return []
    places = [None] * len(pixels) if positions is None else positions
    return [(mx.array(pixels[i]), places[i]) for i in range(len(pixels))]


FAMILIES: dict[str, Any] = {
    "qwen2_5_vl": QwenTower,
    "qwen3_vl": QwenTower,
    "qwen3_5": QwenTower,
    "gemma3": Gemma3Tower,
    "gemma4": Gemma4Tower,
}
