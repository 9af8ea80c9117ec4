"""The model libraries are imported behind the loader."""

from engine.models import loader as loader

# isort: split

import pytest

from tests.kit.tiny_checkpoint import library


@pytest.fixture
def usual_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let recurrent layers take the memory of the library's own chunks, unlike those of the kit."""
    chunked = library("mlx_vlm.models.qwen3_5.gated_delta").gated_delta_chunked
    monkeypatch.setattr(chunked, "__defaults__", (None, 64))
