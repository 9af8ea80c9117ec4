"""The files of a model that are read before it is loaded, from a folder or from the hub."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from engine.checkpoints.tensor_headers import Tensor
from engine.frozen import frozen


@frozen
class ModelFiles:
    """The contents of a model's files. `names` are all its files; `template` is its chat template,
    "" if it has none; `licence` that of its card."""

    config: dict[str, Any]
    tensors: Sequence[Tensor]
    template: str = ""
    generation: dict[str, Any] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    licence: str = ""
