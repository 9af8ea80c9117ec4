"""Keeps what some layers of a model return, for a drafter that reads it."""

from collections.abc import Sequence
from typing import Any

import mlx.core as mx


class LayerStates:
    """The lazy hidden states after the layers at `places`, of the last pass. The layers stay where
    they are, under a class of their own that notes what their call returns."""

    def __init__(self, layers: Sequence[Any], places: Sequence[int]) -> None:
        self._places = tuple(places)
        self._layers = [layers[place] for place in self._places]
        self._found: dict[int, mx.array] = {}
        for layer, place in zip(self._layers, self._places, strict=True):
            self._note_calls(layer, place)

    def end(self) -> None:
        """Give the layers their own class again."""
        for layer in self._layers:
            layer.__class__ = type(layer).__base__

    def _note_calls(self, layer: Any, place: int) -> None:
        kind: Any = type(layer)

        def call(layer: Any, *args: Any, **options: Any) -> Any:
            made = kind.__call__(layer, *args, **options)
            self._found[place] = made[0] if isinstance(made, tuple) else made
            return made

        layer.__class__ = type(kind.__name__, (kind,), {"__call__": call})

    def take(self, tokens: int) -> mx.array | None:
        """Remove and return the states (rows, tokens, places * size) of a pass over `tokens`; None
        if some layers have not computed them all."""
        found, self._found = self._found, {}
        states = [found[place] for place in self._places if place in found]
        whole = len(states) == len(self._places) and all(it.shape[1] == tokens for it in states)
        return mx.concatenate(states, axis=-1) if whole else None


def layer_states(
    former: LayerStates | None, language: Any, places: Sequence[int]
) -> LayerStates | None:
    """Return the states after the layers of a language model at `places` instead of the former
    ones, None for no layers."""
    if former is not None:
        former.end()
    return LayerStates(language.model.layers, places) if places else None
