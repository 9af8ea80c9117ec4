"""Drafters of every kind for tests, good and bad, in place of those that a row would have."""

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mlx.core as mx

from engine.drafting.draft_model import DraftModel
from engine.drafting.lookup import Lookup
from engine.models.adapter import Adapter
from engine.models.prefix_cache import is_trimmable
from engine.models.prompt import Prompt
from tests.kit.tiny_heads import ENDS

ANY_VOCABULARY = 1 << 20


@dataclass(frozen=True)
class Situation:
    """A row as its drafter may know it: its `tokens` in a list that grows, of which the first
    `prompt` are not of the reply; the whole `reply` that the model gives; the model, and a `small`
    one."""

    tokens: list[int]
    prompt: int
    reply: list[int]
    adapter: Adapter
    small: Adapter


class Knowing:
    """Drafts that are right as often as asked for: the tokens of the reply, some replaced."""

    name = "model"

    def __init__(self, tokens: list[int], prompt: int, reply: list[int], right: float) -> None:
        self._tokens, self._prompt, self._reply = tokens, prompt, reply
        self._right, self._random = right, random.Random(len(reply))

    def is_promising(self) -> bool:
        return True

    def draft(self, pending: int, count: int) -> list[int]:
        at = len(self._tokens) - self._prompt + 1
        return [
            it if self._random.random() < self._right else self._random.randrange(256)
            for it in self._reply[at : at + count]
        ]


class Rereading:
    """Drafts of a model whose cache cannot be cut back: it processes all tokens every time."""

    name = "model"

    def __init__(self, adapter: Adapter, tokens: list[int]) -> None:
        self._adapter, self._tokens = adapter, tokens

    def is_promising(self) -> bool:
        return True

    def draft(self, pending: int, count: int) -> list[int]:
        cache, fed, position = self._adapter.new_cache(), [*self._tokens, pending], 0
        found: list[int] = []
        while len(found) < count:
            logits = self._adapter.decode_block(mx.array([fed]), [position], [Prompt([])], cache)
            position += len(fed)
            likeliest: Any = mx.argmax(logits[0, -1]).item()
            found.append(likeliest)
            fed = [likeliest]
        return found


Drafters = Callable[[Situation], list[Any]]


def lookup(situation: Situation) -> list[Any]:
    return [Lookup(situation.tokens)]


def none(situation: Situation) -> list[Any]:
    """Leave the drafts to the head or the assistant of the row's model."""
    return []


def noise(situation: Situation) -> list[Any]:
    return [_knowing(situation, 0.0)]


def half_right(situation: Situation) -> list[Any]:
    return [_knowing(situation, 0.7)]


def itself(situation: Situation) -> list[Any]:
    return [_model(situation.adapter, situation.tokens)]


def truncated(situation: Situation) -> list[Any]:
    return [_model(situation.small, situation.tokens)]


def _knowing(it: Situation, right: float) -> Knowing:
    return Knowing(it.tokens, it.prompt, it.reply, right)


def _model(adapter: Adapter, tokens: list[int]) -> DraftModel | Rereading:
    if is_trimmable(adapter.new_cache()):
        return DraftModel(adapter, tokens, ANY_VOCABULARY)
    return Rereading(adapter, tokens)


DRAFTERS: dict[str, Drafters] = {
    it.__name__: it for it in (lookup, noise, half_right, itself, truncated)
}
# Of these, the first that promises a draft makes it, before what the model has of its own.
BESIDE_OWN: dict[str, Drafters] = {it.__name__: it for it in (none, lookup)}


def truncate(folder: Path, to: Path) -> Path:
    """Copy a checkpoint without what its last third of layers, at least one, add to the hidden
    states: families with a pattern of layers cannot be loaded with fewer."""
    shutil.copytree(folder, to)
    path = to / "model.safetensors"
    weights: dict[str, Any] = {**mx.load(str(path))}  # pyright: ignore
    places = {name: _layer(name) for name in weights if _layer(name) is not None}
    layers = 1 + max(it for it in places.values() if it is not None)
    first = layers - max(1, layers // 3)
    ends = tuple(it.removesuffix("weight") for it in ENDS)
    for name, layer in places.items():
        if layer is not None and layer >= first and any(it in name for it in ends):
            weights[name] = mx.zeros_like(weights[name])
    mx.save_safetensors(str(path), weights, metadata={"format": "mlx"})
    return to


def _layer(name: str) -> int | None:
    """Return the number of the language model's layer that a tensor is in."""
    _, found, rest = name.partition("layers.")
    return int(rest.partition(".")[0]) if found and not _is_vision(name) else None


def _is_vision(name: str) -> bool:
    return any(it in name for it in ("visual", "vision", "mtp."))
