"""One call signature over mlx-lm's and mlx-vlm's models."""

from dataclasses import dataclass, field
from typing import Any, Protocol, cast

import mlx.core as mx


@dataclass
class Prompt:
    """A prompt ready for the model: its token ids and, for vision models, what goes with them.

    `arrays` covers the whole prompt; `rope_delta` is added to positions after it (mRoPE).
    """

    tokens: list[int]
    embeds: mx.array | None = None
    arrays: dict[str, Any] = field(default_factory=dict)
    rope_delta: int = 0


class Adapter(Protocol):
    def new_cache(self) -> list[Any]: ...

    def prompt(self, tokens: list[int], arrays: dict[str, Any]) -> Prompt:
        """Tokens and the processor's arrays to a prompt; here the vision tower runs."""
        ...

    def chunkable(self, prompt: Prompt) -> bool:
        """Whether the prompt may be read in parts; some families attend across a whole picture."""
        ...

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        """Read prompt[start:stop] into the cache; (1, vocabulary) logits after the last, lazily."""
        ...

    def decode(self, token: mx.array, position: int, prompt: Prompt, cache: list[Any]) -> mx.array:
        """Logits (1, vocabulary) after `token` (1,), the `position`-th of the row, lazily."""
        ...


class TextAdapter:
    """A model of mlx-lm."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def new_cache(self) -> list[Any]:
        from mlx_lm.models.cache import make_prompt_cache  # noqa: PLC0415

        return make_prompt_cache(self._model)

    def prompt(self, tokens: list[int], arrays: dict[str, Any]) -> Prompt:
        return Prompt(tokens)

    def chunkable(self, prompt: Prompt) -> bool:
        return True

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        return self._model(mx.array(prompt.tokens[start:stop])[None], cache=cache)[:, -1]

    def decode(self, token: mx.array, position: int, prompt: Prompt, cache: list[Any]) -> mx.array:
        return self._model(token[None], cache=cache)[:, -1]


class VisionAdapter:
    """A model of mlx-vlm, whose language model takes embeddings with pictures mixed in.

    mRoPE models keep position state of the last prompt on the module, so positions and deltas
    are always passed. The cache list is passed as it is: Qwen3.5 replaces its entries.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._language = model.language_model
        self._mrope = hasattr(self._language, "_rope_deltas")

    def new_cache(self) -> list[Any]:
        from mlx_vlm.models.cache import make_prompt_cache  # noqa: PLC0415

        return make_prompt_cache(self._language)

    def prompt(self, tokens: list[int], arrays: dict[str, Any]) -> Prompt:
        known = {"input_ids", "pixel_values", "attention_mask"}
        extra = {key: value for key, value in arrays.items() if key not in known}
        if self._mrope:
            self._language._rope_deltas = self._language._position_ids = None
        found = self._model.get_input_embeddings(
            mx.array(tokens)[None],
            arrays.get("pixel_values"),
            mask=arrays.get("attention_mask"),
            **extra,
        ).to_dict()
        given = {key: value for key, value in found.items() if value is not None}
        embeds = given.pop("inputs_embeds")
        mx.eval(embeds)
        delta = given.get("rope_deltas")
        rope_delta = 0 if delta is None else cast("int", mx.array(delta).reshape(-1)[0].item())
        return Prompt(tokens, embeds, extra | given, rope_delta)

    def chunkable(self, prompt: Prompt) -> bool:
        from mlx_vlm.generate.common import _chunked_prefill_enabled  # noqa: PLC0415

        return _chunked_prefill_enabled(
            self._model,
            input_ids=mx.array(prompt.tokens)[None],
            inputs_embeds=prompt.embeds,
            prefill_kwargs=prompt.arrays,
        )

    def prefill(self, prompt: Prompt, start: int, stop: int, cache: list[Any]) -> mx.array:
        assert prompt.embeds is not None
        output = self._language(
            inputs=mx.array(prompt.tokens[start:stop])[None],
            inputs_embeds=prompt.embeds[:, start:stop],
            cache=cache,
            n_to_process=stop - start,
            **prompt.arrays,
            logits_to_keep=1,
        )
        if output.cross_attention_states is not None:
            prompt.arrays = {"cross_attention_states": output.cross_attention_states}
        return output.logits[:, -1]

    def decode(self, token: mx.array, position: int, prompt: Prompt, cache: list[Any]) -> mx.array:
        carried = prompt.arrays.get("cross_attention_states")
        extra: dict[str, Any] = {} if carried is None else {"cross_attention_states": carried}
        if self._mrope:
            at = mx.full((3, 1, 1), position + prompt.rope_delta, dtype=mx.int32)
            delta = mx.array([[prompt.rope_delta]], dtype=mx.int32)
            extra |= {"position_ids": at, "rope_deltas": delta}
        return self._language(token[None], cache=cache, **extra).logits[:, -1]
