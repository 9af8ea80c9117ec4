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

# The folder as it was read, without settings of a person, and what was made of it: as shipped, and
# in float32.
_read: list[tuple[ModelSource, LoadedModel]] = []
_wide: list[tuple[ModelSource, LoadedModel]] = []


def share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share Dot between engines. Each engine has its own caches, rates and tokenized segments."""
    monkeypatch.setattr(loader, "_load", partial(_shared, _read))


def share_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share Dot in float32, for tests that are not about the engine: CPUs compute that faster than
    bfloat16. What is told of Dot's size and cost stays that of the shipped weights."""
    monkeypatch.setattr(loader, "_load", partial(_shared, _wide))


_load = loader._load


def _shared(
    read: list[tuple[ModelSource, LoadedModel]], source: ModelSource, *remote
) -> Generator[Progress, None, LoadedModel]:
    if source.model_id != str(DOT) or (read and source != read[0][0]):
        return (yield from _load(source, *remote))
    if not read:
        # A library completes the config.
        before = replace(source, config=deepcopy(source.config))
        loaded = yield from _load(source, *remote)
        assert isinstance(loaded.adapter, VisionAdapter)
        if read is _wide:
            loaded.adapter._model.set_dtype(mx.float32)
            # Other threads will use it.
            mx.eval(loaded.adapter._model.parameters())
            loaded.fingerprint += " float32"
        read.append((before, loaded))
    [(_, made)] = read
    assert isinstance(made.adapter, VisionAdapter)
    adapter = VisionAdapter(made.adapter._model)
    language = Language(**{it.name: getattr(made, it.name) for it in fields(Language)})
    return replace(made, adapter=adapter, rates=Rates(), writer=LocalWriter(language))
