"""A Gemma 4 assistant: a small model that drafts for one Gemma 4, from the keys, values and hidden
states of that model."""

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import mlx.core as mx

from engine.checkpoints import guard
from engine.errors import PASSES, Refused
from engine.frozen import frozen
from engine.models.draft_modules import drafter_module
from engine.models.model_source import ModelSource
from engine.models.weights import Progress, read_weights

# By the layers of the model whose keys and values the assistant reads.
Places = dict[str, int]
# Tokens of the trial after loading.
TRIAL = 8


@frozen
class Assistant:
    """A loaded assistant, shared by all rows of its model's `language` part. `places` are the
    entries of the model's cache that it reads, and `token_bytes` those of their keys and values
    for a token."""

    module: Any
    language: Any
    places: Places
    nbytes: int
    token_bytes: int

    @property
    def weights(self) -> int:
        return self.nbytes

    def row(self, tokens: int) -> int:
        """Return the bytes to draft for a row of up to `tokens`: of a batch, its keys and values
        are copied."""
        return self.token_bytes * tokens

    def draft(
        self, pending: int, count: int, hidden: mx.array, position: int, cache: list[Any]
    ) -> list[int]:
        """Return the `count` likeliest tokens after the `pending` one, one after another.

        `cache` is that of one row, with `position` tokens, and `hidden` (1, 1, size) the state of
        the last of them, before the final norm.
        """
        shared = {kind: _ordered(cache[place]) for kind, place in self.places.items()}
        module = self.module
        module.set_shared_kv(shared, position, max(position - 1, 0), position)
        state = self.language.speculative_draft_hidden(hidden)
        found = module.draft_block(
            pending, state, None, count + 1, _likeliest, mx.uint32, greedy=True
        )
        drafts: list[int] = found[0].tolist()
        # A cache whose arrays are held is copied when it grows.
        module.set_shared_kv({}, 0)
        return drafts


def assistant_steps(
    source: ModelSource, model: Any, target: ModelSource
) -> Generator[Progress, None, Assistant]:
    """Load the assistant of an examined folder for a `model` of mlx-vlm, in bounded steps. Raises
    Refused."""
    from mlx_vlm.speculative.drafters import gemma4_assistant  # noqa: PLC0415

    with guard.safe_view(source.folder) as view:
        module = drafter_module(gemma4_assistant, source.config, view)
        nbytes = yield from read_weights(module)
    language = model.language_model
    found = Assistant(module.bind(model), language, _places(language.model), nbytes, 0)
    try:
        token_bytes = _trial(found)
    except PASSES:
        raise
    except Exception as error:
        raise Refused(
            "{draft} cannot draft for {model}: it was made for a Gemma 4 of another size. Choose "
            "another draft model on the page of {model}, or none.",
            draft=source.name,
            model=target.name,
        ) from error
    mx.clear_cache()
    return replace(found, token_bytes=token_bytes)


def _places(network: Any) -> Places:
    """Return the place in the cache of the last keys of each kind of attention."""
    pairs = zip(network.layers, network.previous_kvs, strict=True)
    return {layer.layer_type: place for layer, place in pairs}


def _trial(assistant: Assistant) -> int:
    """Draft once. Return the bytes of a token in the entries that the assistant reads. Raises
    ValueError if it does not fit the model."""
    from mlx_vlm.models.cache import make_prompt_cache  # noqa: PLC0415

    language = assistant.language
    if assistant.module.config.text_config.vocab_size != language.config.vocab_size:
        raise ValueError("another vocabulary")
    cache = make_prompt_cache(language)
    output = language(mx.zeros((1, TRIAL), mx.int32), cache=cache, return_hidden=True)
    assistant.draft(0, 2, output.hidden_states[-1][:, -1:], TRIAL, cache)
    entries = [cache[place] for place in set(assistant.places.values())]
    sizes = [(it.keys.nbytes + it.values.nbytes) // it.keys.shape[2] for it in entries]
    # Each once as it is, and once in the order of its tokens.
    return 2 * sum(sizes)


def _ordered(entry: Any) -> list[mx.array]:
    """Return the keys and values of one row in the order of their tokens."""
    both = entry.keys, entry.values
    if hasattr(entry, "_temporal_order"):
        return [entry._temporal_order(it)[..., -entry.max_size :, :] for it in both]
    return [it[..., : entry.offset, :] for it in both]


def _likeliest(logits: mx.array) -> mx.array:
    return mx.argmax(logits, axis=-1).astype(mx.uint32)
