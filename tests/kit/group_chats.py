"""A tiny model that a group of machines can run, and questions to it."""

import pytest

from engine.messages import ChatMessage, Generate, SamplingParams
from tests.kit import tiny_models


def save_llama(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of a model that can be split."""
    folder = tmp_path_factory.mktemp("llama")
    tiny_models.llama(folder)
    return str(folder)


def question(request_id: int, model: str, tokens: int) -> Generate:
    """Return a question that is answered greedily with this many tokens."""
    params = SamplingParams(max_tokens=tokens, temperature=0)
    return Generate(request_id, model, (ChatMessage("user", "one two three"),), params)
