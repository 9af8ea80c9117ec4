"""One call signature over mlx-lm's and mlx-vlm's models."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from types import MappingProxyType
from typing import Any, Protocol, cast

import mlx.core as mx

from engine.models.batch_cache import mergeable
from engine.models.block_attention import block_attention
from engine.models.layer_states import LayerStates, layer_states
from engine.models.placed_rope import placed
from engine.models.prompt import Prompt
from engine.sentences import say
from engine.vision.bidirectional_mask import install_bidirectional_mask
from engine.vision.towers import VisionPiece
from engine.vision.vision import Vision, vision_of
from engine.vision.vision_cache import Features

# mlx-vlm's families whose rows generate the same tokens in a batch as alone, which
# tests/engine/models/test_adapter.py shows for each. Rows of other families are never batched.
BATCHED_VISION = frozenset({"qwen2_5_vl", "qwen3_vl", "qwen3_5", "gemma3", "gemma4"})
# Families whose states leave out the padding after a row's own tokens: mlx-lm's, and mlx-vlm's.
PADDED_STATES = frozenset({"qwen3_5", "qwen3_next"})
PADDED_VISION = frozenset({"qwen3_5"})
# mlx-lm's modules whose models read tokens at any positions, as test_positions.py shows for each:
# rotary positions are the only ones that they have.
SKIMMED_TEXT = frozenset(
    {"qwen2", "qwen3", "qwen3_moe", "qwen3_5", "qwen3_next", "llama", "gemma3_text", "gpt_oss"}
)
# mlx-vlm's families whose prompts bring the position of each token.
SKIMMED_VISION = frozenset({"qwen2_5_vl", "qwen3_vl", "qwen3_5"})
NOT_SKIMMED = say(
    "Models of this family read the whole prompt: skimming has not been tested with them."
)
# The attribute of mlx-vlm's models that prefill some prompts in one chunk only.
POLICY = "chunked_prefill_policy"
NO_FEATURES: Mapping[bytes, Features] = MappingProxyType({})
# Arrays that `get_input_embeddings` takes under names of its own.
NAMED_INPUTS = frozenset({"input_ids", "pixel_values", "attention_mask"})
# Positions of the last prompt, which mRoPE models store on the module.
MODULE_STATE = ("_rope_deltas", "_position_ids")


class Adapter(Protocol):
    @property
    def vision(self) -> Vision | None:
        """The vision part; None for text models, and for families whose tower cannot be called on
        its own."""
        ...

    @property
    def batched(self) -> bool:
        """True if rows can be decoded together, each with the tokens that it would have alone."""
        ...

    @property
    def decodes_blocks(self) -> bool:
        """True if `decode_block` gives the logits that the tokens have one by one."""
        ...

    @property
    def pads_states(self) -> bool:
        """True if rows with recurrent states can be fed blocks that are padded on the right to one
        length, where the caches know the `lengths`."""
        ...

    @property
    def may_need_one_chunk(self) -> bool:
        """True if some prompts with media are not chunkable."""
        ...

    @property
    def hidden(self) -> mx.array | None:
        """The lazy hidden states (rows, tokens, size) of the last pass, if a drafter needs them
        and they were computed for all tokens."""
        ...

    def keep_hidden(self, *, prompts: bool = True) -> None:
        """Keep the hidden states of each pass until the next one, for a drafting head; without
        `prompts`, only of passes that decode."""
        ...

    def keep_layers(self, places: Sequence[int]) -> None:
        """Keep the hidden states after these layers instead, one behind the other; those after the
        last one again if no layers are given."""
        ...

    def new_cache(self) -> list[Any]: ...

    def prompt(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: Sequence[VisionPiece] = (),
        features: Mapping[bytes, Features] = NO_FEATURES,
    ) -> Prompt:
        """Make a prompt of tokens, the processor's arrays, and the `features` of its `pieces` by
        key. Features of pieces in a cached prefix may be missing. Without pieces, the arrays hold
        the pixels, and the vision tower runs here."""
        ...

    @property
    def why_not_skimmed(self) -> str:
        """The reason why no prompt of this model can be skimmed, or ""."""
        ...

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        """Prefill prompt[start:stop] into the cache, which holds the tokens before `start`. Return
        the lazy (1, vocabulary) logits after the last token."""
        ...

    def decode_block(
        self,
        tokens: mx.array,
        positions: Sequence[int],
        prompts: Sequence[Prompt],
        cache: list[Any],
    ) -> mx.array:
        """Return the lazy logits (rows, length, vocabulary) after each of `tokens` (rows, length).
        Row i has `positions[i]` tokens in the cache, which is plain for one row and merged for
        more."""
        ...


class TextAdapter:
    """A model of mlx-lm."""

    vision = None
    may_need_one_chunk = False
    # A prompt is prefilled in chunks by the same call.
    decodes_blocks = True

    def __init__(self, model: Any) -> None:
        self._model = model
        self.hidden: mx.array | None = None
        # The part of the model that is called in two steps, to have its hidden states.
        self._language: Any = None
        self._states: LayerStates | None = None

    def keep_hidden(self, *, prompts: bool = True) -> None:
        """Keep the hidden states of each pass until the next one. Only for families of
        `own_head.TEXT_FAMILIES`, which share these names."""
        self._language = getattr(self._model, "language_model", self._model)

    def keep_layers(self, places: Sequence[int]) -> None:
        language = getattr(self._model, "language_model", self._model)
        self._states = layer_states(self._states, language, places)

    def _logits(self, tokens: mx.array, cache: list[Any]) -> mx.array:
        language = self._language
        if language is None:
            logits = self._model(tokens, cache=cache)
            self.hidden = self._states and self._states.take(tokens.shape[1])
            return logits
        self.hidden = hidden = language.model(tokens, cache)
        if language.args.tie_word_embeddings:
            return language.model.embed_tokens.as_linear(hidden)
        return language.lm_head(hidden)

    @property
    def pads_states(self) -> bool:
        return getattr(self._model, "model_type", "") in PADDED_STATES

    @property
    def batched(self) -> bool:
        return all(mergeable(entry) for entry in self.new_cache())

    def new_cache(self) -> list[Any]:
        from mlx_lm.models.cache import make_prompt_cache  # noqa: PLC0415

        return make_prompt_cache(self._model)

    def prompt(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: Sequence[VisionPiece] = (),
        features: Mapping[bytes, Features] = NO_FEATURES,
    ) -> Prompt:
        return Prompt(tokens)

    @property
    def why_not_skimmed(self) -> str:
        # Several families share the code of one.
        name = type(self._model).__module__.rpartition(".")[2]
        return "" if name in SKIMMED_TEXT else NOT_SKIMMED

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        tokens = mx.array(prompt.tokens[start:stop])[None]
        with nullcontext() if prompt.at is None else placed(prompt.at[start:stop]):
            return self._logits(tokens, cache)[:, -1]

    def decode_block(
        self,
        tokens: mx.array,
        positions: Sequence[int],
        prompts: Sequence[Prompt],
        cache: list[Any],
    ) -> mx.array:
        ahead = [prompt.skipped for prompt in prompts]
        with block_attention(tokens.shape[1]):
            if not any(ahead):
                return self._logits(tokens, cache)
            with placed(ahead=ahead[0] if len(ahead) == 1 else mx.array(ahead)):
                return self._logits(tokens, cache)


class VisionAdapter:
    """A model of mlx-vlm, whose language model takes embeddings with image features merged in.

    mRoPE models store positions of the last prompt on the module. Since prompts are prefilled in
    turns, each prompt brings its own. The cache list itself is passed on: Qwen3.5 may replace its
    entries.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._language = model.language_model
        self._state_names = [name for name in MODULE_STATE if hasattr(self._language, name)]
        self._mrope = "_rope_deltas" in self._state_names
        self.vision = vision_of(model)
        self._mask = install_bidirectional_mask(self._language)
        self.hidden: mx.array | None = None
        # Arguments of every pass, and of those over prompts.
        self._asked: dict[str, Any] = {}
        self._asked_of_prompts: dict[str, Any] = {}
        self._states: LayerStates | None = None

    def keep_hidden(self, *, prompts: bool = True) -> None:
        self._asked = {"return_hidden": True}
        # Gemma 4 would compute all of its last layers for every token of a prompt.
        self._asked_of_prompts = self._asked if prompts else {}

    def keep_layers(self, places: Sequence[int]) -> None:
        self._states = layer_states(self._states, self._language, places)

    def _note_hidden(self, output: Any, tokens: int) -> None:
        if self._states is not None:
            self.hidden = self._states.take(tokens)
        else:
            self.hidden = output.hidden_states[-1] if output.hidden_states else None

    @property
    def batched(self) -> bool:
        return self.decodes_blocks and all(mergeable(entry) for entry in self.new_cache())

    @property
    def decodes_blocks(self) -> bool:
        return getattr(self._model.config, "model_type", "") in BATCHED_VISION

    @property
    def pads_states(self) -> bool:
        return getattr(self._model.config, "model_type", "") in PADDED_VISION

    def new_cache(self) -> list[Any]:
        from mlx_vlm.models.cache import make_prompt_cache  # noqa: PLC0415

        return make_prompt_cache(self._language)

    @property
    def may_need_one_chunk(self) -> bool:
        return hasattr(self._language, POLICY) or hasattr(self._model, POLICY)

    def prompt(
        self,
        tokens: list[int],
        arrays: dict[str, Any],
        pieces: Sequence[VisionPiece] = (),
        features: Mapping[bytes, Features] = NO_FEATURES,
    ) -> Prompt:
        self._restore(dict.fromkeys(self._state_names))
        extra = {key: value for key, value in arrays.items() if key not in NAMED_INPUTS}
        pixels = any(key.startswith("pixel_values") for key in arrays)
        if self.vision is not None and (pieces or not pixels):
            made = self.vision.embed(tokens, arrays, pieces, features)
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
        # The frames of videos are large, and only the tower needs them.
        extra = {key: value for key, value in extra.items() if not key.startswith("pixel_values")}
        given = extra | given
        return Prompt(
            tokens,
            embeds,
            given,
            state=self._snapshot(),
            rope_delta=_first(given.get("rope_deltas")),
            chunkable=self._is_chunkable(tokens, embeds, given),
        )

    @property
    def why_not_skimmed(self) -> str:
        known = getattr(self._model.config, "model_type", "") in SKIMMED_VISION
        return "" if known and self.vision is not None else NOT_SKIMMED

    def _is_chunkable(self, tokens: list[int], embeds: mx.array, arrays: dict[str, Any]) -> bool:
        from mlx_vlm.generate.common import _chunked_prefill_enabled  # noqa: PLC0415

        return _chunked_prefill_enabled(
            self._model,
            input_ids=mx.array(tokens)[None],
            inputs_embeds=embeds,
            prefill_kwargs=arrays,
        )

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        assert prompt.embeds is not None, "the prompt was released"
        self._restore(prompt.state)
        if self._mask is not None:
            self._mask.window = start, stop
        output = self._language(
            inputs=mx.array(prompt.tokens[start:stop])[None],
            inputs_embeds=prompt.embeds[:, start:stop],
            cache=cache,
            n_to_process=stop - start,
            **prompt.arrays,
            logits_to_keep=1,
            **self._asked_of_prompts,
        )
        self._note_hidden(output, stop - start)
        prompt.state = self._snapshot()
        if prompt.rope_delta is None:
            prompt.rope_delta = _first(prompt.state.get("_rope_deltas"))
        if output.cross_attention_states is not None:
            prompt.carried = {"cross_attention_states": output.cross_attention_states}
        return output.logits[:, -1]

    def decode_block(
        self,
        tokens: mx.array,
        positions: Sequence[int],
        prompts: Sequence[Prompt],
        cache: list[Any],
    ) -> mx.array:
        extra, length = dict(prompts[0].carried), tokens.shape[1]
        if self._mrope:
            deltas = [prompt.rope_delta or 0 for prompt in prompts]
            starts = [p + d for p, d in zip(positions, deltas, strict=True)]
            at = mx.array([list(range(it, it + length)) for it in starts], dtype=mx.int32)
            extra["position_ids"] = mx.broadcast_to(at, (3, len(prompts), length))
            extra["rope_deltas"] = mx.array(deltas, dtype=mx.int32)[:, None]
        with block_attention(length):
            output = self._language(tokens, cache=cache, **extra, **self._asked)
        self._note_hidden(output, length)
        return output.logits

    def _snapshot(self) -> dict[str, Any]:
        return {name: getattr(self._language, name) for name in self._state_names}

    def _restore(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self._language, name, value)


def _first(delta: Any) -> int | None:
    return None if delta is None else cast("int", mx.array(delta).reshape(-1)[0].item())
