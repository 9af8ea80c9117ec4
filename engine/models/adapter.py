"""One call signature over mlx-lm's and mlx-vlm's models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol, cast

import mlx.core as mx

from engine.vision.bidirectional_mask import see_pictures_both_ways
from engine.vision.item_cache import MediaItems
from engine.vision.towers import Piece, content_key, tower_for
from engine.vision.vision_cache import Features, VisionCache

# mlx-vlm's families whose rows give, next to others, the very tokens that they give alone:
# tests/engine/test_adapter.py shows it for each. A family that is not here runs alone.
BATCHED_VISION = frozenset({"qwen2_5_vl", "qwen3_vl", "qwen3_5", "gemma3", "gemma4"})
# How mlx-vlm's models say that some prompts must be read at once.
POLICY = "chunked_prefill_policy"
NOTHING: Mapping[bytes, Features] = MappingProxyType({})
# What `get_input_embeddings` takes under names of its own.
KNOWN = frozenset({"input_ids", "pixel_values", "attention_mask"})
# Positions of the prompt that was read last, kept by mRoPE models on the module.
MODULE_STATE = ("_rope_deltas", "_position_ids")


@dataclass
class Prompt:
    """A prompt ready for the model: its token ids and, for vision models, what goes with them.

    `embeds` is (1, tokens, hidden), and `arrays` are the language model's other inputs for the
    whole prompt; `state` is what an mRoPE model would keep on its module. Decode needs what prefill
    leaves in `carried`, and `rope_delta`, which is added to positions after the prompt.
    """

    tokens: list[int]
    embeds: mx.array | None = None
    arrays: dict[str, Any] = field(default_factory=dict)
    carried: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    rope_delta: int | None = None

    def release(self) -> None:
        """Drop what only prefill needs. The prompt cannot be read again."""
        self.embeds = None
        self.arrays, self.state = {}, {}


class Adapter(Protocol):
    @property
    def batched(self) -> bool:
        """Whether rows may be decoded together, each with the tokens that it would have alone."""
        ...

    def new_cache(self) -> list[Any]: ...

    @property
    def features(self) -> VisionCache | None:
        """Where the vision tower's work is kept; None where there is none, or it cannot be."""
        ...

    @property
    def items(self) -> MediaItems | None:
        """Where pictures and clips are kept as the processor has them; None as for `features`."""
        ...

    def content(
        self, tokens: list[int], arrays: dict[str, Any]
    ) -> tuple[list[int] | None, list[Piece]]:
        """A prompt's tokens with what its pictures show in place of their placeholders, by which
        a cache of it can be found again, or None where it must not be; and its pictures."""
        ...

    def knows(self, piece: Piece) -> bool:
        """Whether features of it are kept."""
        ...

    def look(self, piece: Piece) -> Features:
        """Here the vision tower runs, unless the features are kept."""
        ...

    def prompt(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: Sequence[Piece] = (),
        found: Mapping[bytes, Features] = NOTHING,
    ) -> Prompt:
        """Tokens and the processor's arrays to a prompt, with features `found` for its `pieces`;
        those of pieces before which the prompt is not going to be read may be missing. Without
        pieces the arrays have the pixels, and the vision tower runs here."""
        ...

    @property
    def reads_at_once(self) -> bool:
        """Whether there may be prompts with media that are not chunkable."""
        ...

    def chunkable(self, prompt: Prompt) -> bool:
        """Whether the prompt may be read in parts; some families attend across a whole picture."""
        ...

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        """Read prompt[start:stop] into the cache, which holds the tokens before `start`;
        (1, vocabulary) logits after the last, lazily."""
        ...

    def decode(
        self,
        tokens: mx.array,
        positions: Sequence[int],
        prompts: Sequence[Prompt],
        cache: list[Any],
    ) -> mx.array:
        """Logits (rows, vocabulary) after `tokens` (rows,), lazily. Row i has `positions[i]` tokens
        in the cache: a plain one for one row, a merged one for more."""
        ...


class TextAdapter:
    """A model of mlx-lm."""

    def __init__(self, model: Any) -> None:
        self._model = model

    @property
    def batched(self) -> bool:
        return all(_mergeable(entry) for entry in self.new_cache())

    def new_cache(self) -> list[Any]:
        from mlx_lm.models.cache import make_prompt_cache  # noqa: PLC0415

        return make_prompt_cache(self._model)

    @property
    def features(self) -> VisionCache | None:
        return None

    @property
    def items(self) -> MediaItems | None:
        return None

    def content(
        self, tokens: list[int], arrays: dict[str, Any]
    ) -> tuple[list[int] | None, list[Piece]]:
        return tokens, []

    def knows(self, piece: Piece) -> bool:
        return False

    def look(self, piece: Piece) -> Features:
        raise NotImplementedError("a text model sees nothing")

    def prompt(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: Sequence[Piece] = (),
        found: Mapping[bytes, Features] = NOTHING,
    ) -> Prompt:
        return Prompt(tokens)

    @property
    def reads_at_once(self) -> bool:
        return False

    def chunkable(self, prompt: Prompt) -> bool:
        return True

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        return self._model(mx.array(prompt.tokens[start:stop])[None], cache=cache)[:, -1]

    def decode(
        self,
        tokens: mx.array,
        positions: Sequence[int],
        prompts: Sequence[Prompt],
        cache: list[Any],
    ) -> mx.array:
        return self._model(tokens[:, None], cache=cache)[:, -1]


class VisionAdapter:
    """A model of mlx-vlm, whose language model takes embeddings with pictures mixed in.

    mRoPE models keep positions of the last prompt on the module, and prompts are read in turns, so
    each brings its own. The cache list is passed as it is: Qwen3.5 may replace its entries.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._language = model.language_model
        self._kept = [name for name in MODULE_STATE if hasattr(self._language, name)]
        self._mrope = "_rope_deltas" in self._kept
        self._features = VisionCache()
        self._items = MediaItems()
        self._tower = tower_for(model, self._features)
        self._both_ways = see_pictures_both_ways(self._language)

    @property
    def batched(self) -> bool:
        family = getattr(self._model.config, "model_type", "")
        return family in BATCHED_VISION and all(_mergeable(entry) for entry in self.new_cache())

    def new_cache(self) -> list[Any]:
        from mlx_vlm.models.cache import make_prompt_cache  # noqa: PLC0415

        return make_prompt_cache(self._language)

    @property
    def features(self) -> VisionCache | None:
        return self._features if self._tower else None

    @property
    def items(self) -> MediaItems | None:
        return self._items if self._tower else None

    def content(
        self, tokens: list[int], arrays: dict[str, Any]
    ) -> tuple[list[int] | None, list[Piece]]:
        if self._tower is None:
            return None, []
        pieces = self._tower.pieces(tokens, arrays)
        return content_key(tokens, pieces), pieces

    def knows(self, piece: Piece) -> bool:
        return self._tower is not None and self._tower.knows(piece)

    def look(self, piece: Piece) -> Features:
        assert self._tower is not None
        return self._tower.look(piece)

    def prompt(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: Sequence[Piece] = (),
        found: Mapping[bytes, Features] = NOTHING,
    ) -> Prompt:
        self._restore(dict.fromkeys(self._kept))
        extra = {key: value for key, value in arrays.items() if key not in KNOWN}
        pixels = any(key.startswith("pixel_values") for key in arrays)
        if self._tower is not None and (pieces or not pixels):
            made = self._tower.embed(tokens, arrays, list(pieces), found)
        else:
            made = self._model.get_input_embeddings(
                mx.array(tokens)[None],
                arrays.get("pixel_values"),
                mask=arrays.get("attention_mask"),
                **extra,
            ).to_dict()
        given = {key: value for key, value in made.items() if value is not None}
        embeds = given.pop("inputs_embeds")
        mx.eval(embeds)
        # The frames of clips are large, and only the tower looks at them.
        extra = {key: value for key, value in extra.items() if not key.startswith("pixel_values")}
        delta = _first(given.get("rope_deltas"))
        return Prompt(tokens, embeds, extra | given, state=self._snapshot(), rope_delta=delta)

    @property
    def reads_at_once(self) -> bool:
        return hasattr(self._language, POLICY) or hasattr(self._model, POLICY)

    def chunkable(self, prompt: Prompt) -> bool:
        from mlx_vlm.generate.common import _chunked_prefill_enabled  # noqa: PLC0415

        return _chunked_prefill_enabled(
            self._model,
            input_ids=mx.array(prompt.tokens)[None],
            inputs_embeds=prompt.embeds,
            prefill_kwargs=prompt.arrays,
        )

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        assert prompt.embeds is not None, "the prompt was released"
        self._restore(prompt.state)
        if self._both_ways is not None:
            self._both_ways.window = start, stop
        output = self._language(
            inputs=mx.array(prompt.tokens[start:stop])[None],
            inputs_embeds=prompt.embeds[:, start:stop],
            cache=cache,
            n_to_process=stop - start,
            **prompt.arrays,
            logits_to_keep=1,
        )
        prompt.state = self._snapshot()
        if prompt.rope_delta is None:
            prompt.rope_delta = _first(prompt.state.get("_rope_deltas"))
        if output.cross_attention_states is not None:
            prompt.carried = {"cross_attention_states": output.cross_attention_states}
        return output.logits[:, -1]

    def decode(
        self,
        tokens: mx.array,
        positions: Sequence[int],
        prompts: Sequence[Prompt],
        cache: list[Any],
    ) -> mx.array:
        extra = dict(prompts[0].carried)
        if self._mrope:
            deltas = [prompt.rope_delta or 0 for prompt in prompts]
            at = mx.array([[p + d] for p, d in zip(positions, deltas, strict=True)], dtype=mx.int32)
            extra["position_ids"] = mx.broadcast_to(at, (3, len(prompts), 1))
            extra["rope_deltas"] = mx.array(deltas, dtype=mx.int32)[:, None]
        return self._language(tokens[:, None], cache=cache, **extra).logits[:, -1]

    def _snapshot(self) -> dict[str, Any]:
        return {name: getattr(self._language, name) for name in self._kept}

    def _restore(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self._language, name, value)


def _mergeable(entry: Any) -> bool:
    """Whether an empty cache entry has a form for several rows that they can enter and leave."""
    nested = getattr(entry, "caches", None)
    if nested is not None:
        return all(_mergeable(each) for each in nested)
    # The merged form of a window does not keep the first tokens.
    if not hasattr(entry, "merge") or getattr(entry, "keep", 0):
        return False
    merged = type(entry).merge([entry])
    return all(hasattr(merged, name) for name in ("filter", "extend", "extract"))


def _first(delta: Any) -> int | None:
    return None if delta is None else cast("int", mx.array(delta).reshape(-1)[0].item())
