"""Tests of the engine import the model libraries as it does: behind the loader's bounds."""

from dataclasses import fields, replace

import pytest

from engine.models import loader
from engine.models.adapter import VisionAdapter
from engine.models.loader import LoadedModel, ModelSource
from engine.models.rates import Rates
from engine.rendering.model_language import Language
from engine.rendering.prompt_writer import LocalWriter
from tests.conftest import DOT


@pytest.fixture(scope="session")
def _dots() -> list[LoadedModel]:
    """Dot, once a test of this process has loaded it."""
    return []


@pytest.fixture
def dot_read_once(_dots: list[LoadedModel], monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines of all tests that use this have the same weights and tokenizer of Dot, which take
    most of a short test to read. Caches, rates and what was tokenized are their own."""
    read = loader._load

    def kept(source: ModelSource, *remote) -> LoadedModel:
        if source.model_id != str(DOT):
            return read(source, *remote)
        if not _dots:
            _dots.append(read(source, *remote))
        [made] = _dots
        assert isinstance(made.adapter, VisionAdapter)
        adapter = VisionAdapter(made.adapter._model)
        language = Language(**{it.name: getattr(made, it.name) for it in fields(Language)})
        return replace(made, adapter=adapter, rates=Rates(), writer=LocalWriter(language))

    monkeypatch.setattr(loader, "_load", kept)
