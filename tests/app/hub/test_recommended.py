"""The list of recommended models."""

from collections import Counter
from itertools import pairwise

import pytest

from app.hub import recommended
from app.hub.recommended import CLASSES, load_recommendations, memory_class
from app.models.repositories import is_repository

GIB = 1 << 30


def test_each_class_has_five_models_that_fit_it_and_vision_comes_first() -> None:
    listed = load_recommendations()
    assert Counter(it.memory for it in listed) == dict.fromkeys(CLASSES, 5)
    assert len({it.repository for it in listed}) == len(listed)
    assert all(is_repository(it.repository) for it in listed)
    for memory in CLASSES:
        models = [it for it in listed if it.memory == memory]
        assert models[0].vision
        assert all(first.vision >= second.vision for first, second in pairwise(models))
        # Room for the conversation and for the system.
        assert all(0 < it.size < 0.62 * memory * GIB for it in models)
        assert all(it.peak < 0.75 * memory * GIB for it in models)


def test_a_measured_model_is_pinned() -> None:
    for model in load_recommendations():
        assert bool(model.peak) <= bool(model.revision)
        assert bool(model.index_sha256) <= bool(model.revision)
        assert len(model.revision) in (0, 40)
        assert len(model.index_sha256) in (0, 64)


@pytest.mark.parametrize(
    ("memory", "limit", "found"),
    [
        (4, None, 8),
        (8, None, 8),
        (15.6, None, 16),
        (18, None, 16),
        (36, None, 32),
        (128, None, 64),
        (64, 12, 16),
        (16, 100, 16),
    ],
)
def test_the_class_follows_the_memory_and_the_limit(
    monkeypatch: pytest.MonkeyPatch, memory: float, limit: float | None, found: int
) -> None:
    sizes = {"SC_PHYS_PAGES": round(memory * GIB) // 4096, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(recommended.os, "sysconf", sizes.__getitem__)
    assert memory_class(None if limit is None else round(limit * 1e9)) == found
