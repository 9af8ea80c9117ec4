"""Dot's weights and tokenizer, read once for many engines: that takes most of a short test."""

from collections.abc import Generator
from copy import deepcopy
from dataclasses import fields, replace

import pytest

from engine.models import loader
from engine.models.adapter import VisionAdapter
from engine.models.loader import LoadedModel, ModelSource
from engine.models.rates import Rates
from engine.models.weights import Progress
from engine.rendering.model_language import Language
from engine.rendering.prompt_writer import LocalWriter
from tests.kit.paths import DOT

# The folder as it was read, without settings of a person, and what was made of it.
_read: list[tuple[ModelSource, LoadedModel]] = []


def share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share Dot between engines. Each engine has its own caches, rates and tokenized segments."""
    monkeypatch.setattr(loader, "_load", _shared)


_load = loader._load


def _shared(source: ModelSource, *remote) -> Generator[Progress, None, LoadedModel]:
    if source.model_id != str(DOT) or (_read and source != _read[0][0]):
        return (yield from _load(source, *remote))
    if not _read:
        # A library completes the config.
        before = replace(source, config=deepcopy(source.config))
        _read.append((before, (yield from _load(source, *remote))))
    [(_, made)] = _read
    assert isinstance(made.adapter, VisionAdapter)
    adapter = VisionAdapter(made.adapter._model)
    language = Language(**{it.name: getattr(made, it.name) for it in fields(Language)})
    return replace(made, adapter=adapter, rates=Rates(), writer=LocalWriter(language))
