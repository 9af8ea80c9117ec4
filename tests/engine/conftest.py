"""Fixtures of the engine's tests, which import the model libraries behind the loader."""

from collections.abc import Generator
from dataclasses import fields, replace

import pytest

from engine.models import loader
from engine.models.adapter import VisionAdapter
from engine.models.loader import LoadedModel, ModelSource
from engine.models.rates import Rates
from engine.models.weights import Progress
from engine.rendering.model_language import Language
from engine.rendering.prompt_writer import LocalWriter
from tests.conftest import DOT


@pytest.fixture(scope="session")
def _dots() -> list[LoadedModel]:
    """Return a list with Dot, or an empty one until a test of this process has loaded it."""
    return []


@pytest.fixture
def dot_read_once(_dots: list[LoadedModel], monkeypatch: pytest.MonkeyPatch) -> None:
    """Share Dot's weights and tokenizer between engines, since reading them takes most
    of a short test. Each engine has its own caches, rates and tokenized segments."""
    read = loader._load

    def kept(source: ModelSource, *remote) -> Generator[Progress, None, LoadedModel]:
        if source.model_id != str(DOT):
            return (yield from read(source, *remote))
        if not _dots:
            _dots.append((yield from read(source, *remote)))
        [made] = _dots
        assert isinstance(made.adapter, VisionAdapter)
        adapter = VisionAdapter(made.adapter._model)
        language = Language(**{it.name: getattr(made, it.name) for it in fields(Language)})
        return replace(made, adapter=adapter, rates=Rates(), writer=LocalWriter(language))

    monkeypatch.setattr(loader, "_load", kept)
