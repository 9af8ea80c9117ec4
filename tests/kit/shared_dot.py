"""Dot's weights and tokenizer, read once for many engines: that takes most of a short test."""

from collections.abc import Generator
from copy import deepcopy
from dataclasses import fields, replace
from functools import partial

import mlx.core as mx
import pytest

from engine.models import loader
from engine.models.adapter import VisionAdapter
from engine.models.loader import LoadedModel, ModelSource
from engine.models.rates import Rates
from engine.models.weights import Progress
from engine.rendering.model_language import Language
from engine.rendering.prompt_writer import LocalWriter
from tests.kit.paths import DOT

# An entry has: whether Dot is in float32; what it was read from, with the choices of a person; what
# was made of it.
_read: list[tuple[bool, ModelSource, LoadedModel]] = []


def share(monkeypatch: pytest.MonkeyPatch, *, float32: bool = False) -> None:
    """Share Dot between engines. Each engine has its own caches, rates and tokenized segments.

    In `float32` for tests that any precision serves: CPUs compute that faster than bfloat16.
    What is told of Dot's size and cost stays that of the shipped weights.
    """
    monkeypatch.setattr(loader, "_load", partial(_shared, float32))


_load = loader._load


def _shared(float32: bool, source: ModelSource, *remote) -> Generator[Progress, None, LoadedModel]:
    if source.model_id != str(DOT) or source.adapter or source.draft:
        return (yield from _load(source, *remote))
    found = (made for wide, read, made in _read if (wide, read) == (float32, source))
    made = next(found, None)
    if made is None:
        # A library completes the config.
        before = replace(source, config=deepcopy(source.config))
        loaded = yield from _load(source, *remote)
        made = _widened(loaded) if float32 else loaded
        _read.append((float32, before, made))
    assert isinstance(made.adapter, VisionAdapter)
    adapter = VisionAdapter(made.adapter._model)
    language = Language(**{it.name: getattr(made, it.name) for it in fields(Language)})
    return replace(made, adapter=adapter, rates=Rates(), writer=LocalWriter(language))


def _widened(loaded: LoadedModel) -> LoadedModel:
    assert isinstance(loaded.adapter, VisionAdapter)
    loaded.adapter._model.set_dtype(mx.float32)
    # Other threads will use it.
    mx.eval(loaded.adapter._model.parameters())
    return replace(loaded, fingerprint=f"{loaded.fingerprint} float32")
