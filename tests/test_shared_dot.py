"""Tests that ask for Dot in float32 must get it, whichever test was the first to load it."""

import mlx.core as mx
import pytest

from engine.messages import ModelProfile
from engine.models.adapter import VisionAdapter
from engine.models.loader import examine_model, load_model
from tests.kit import shared_dot
from tests.kit.paths import DOT


def test_a_template_of_a_person_does_not_take_float32_from_later_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_dot, "_read", [])
    shared_dot.share(monkeypatch, float32=True)
    mine, plain = ModelProfile(str(DOT), chat_template="Mine"), ModelProfile(str(DOT))
    adapters = [load_model(examine_model(str(DOT), it)).adapter for it in (mine, plain, plain)]
    models = [it._model for it in adapters if isinstance(it, VisionAdapter)]
    assert models[1] is models[2] is not models[0]
    for model in models:
        assert model.language_model.model.norm.weight.dtype == mx.float32
