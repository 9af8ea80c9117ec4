"""Tokens of a prompt for a model that is not in memory, as the local server counts them."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from engine.checkpoints import guard
from engine.messages import (
    ChatMessage,
    Count,
    Counted,
    Delta,
    Failed,
    Finished,
    Generate,
    SamplingParams,
)
from tests.conftest import DOT, Bench
from tests.kit import tiny_models
from tests.kit.images import ask, save_image

pytestmark = pytest.mark.usefixtures("dot_in_float32")

FEW = SamplingParams(max_tokens=2)
SYSTEM = ChatMessage("system", "Be short.")


def counted(bench: Bench, request: Generate) -> int:
    *_, last = bench.run(Count(90, request, always=True))
    assert isinstance(last, Counted), last
    assert last.known == 0 and last.seconds is None
    return last.tokens


def loaded(bench: Bench) -> int:
    assert bench.engine._scheduler is not None
    return len(list(bench.engine._scheduler._models))


# A text model, a tower that is called on its own, and one that sees all of a prompt at once.
@pytest.mark.parametrize("name", ["dot", "qwen3", "gemma4"])
def test_the_count_is_that_of_the_prompt_later(bench: Bench, name: str, tmp_path: Path) -> None:
    model = DOT if name == "dot" else tmp_path / name
    if name != "dot":
        tiny_models.FAMILIES[name](model)
    image = save_image(tmp_path / "one.png", ("red", "circle", 0.5, 0.5), size=(160, 120))
    question = ChatMessage("user", "What?") if name == "qwen3" else ask("What?", image)
    request = Generate(2, str(model), (SYSTEM, question), FEW)
    tokens = counted(bench, request)
    assert loaded(bench) == 0
    *_, done = bench.run(request)
    assert isinstance(done, Finished)
    assert done.usage.prompt == tokens


def test_a_worker_counts_for_the_folder_of_others(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny_models.qwen3(tmp_path / "tiny")
    monkeypatch.setattr(guard, "OUR_FOLDERS", [])
    request = Generate(2, str(tmp_path / "tiny"), (ChatMessage("user", "What?"),), FEW)
    before = threading.active_count()
    tokens = counted(bench, request)
    assert loaded(bench) == 0 and threading.active_count() == before
    *_, done = bench.run(request)
    assert isinstance(done, Finished) and done.usage.prompt == tokens


def test_a_long_conversation_is_counted_while_a_reply_runs(bench: Bench) -> None:
    request = Generate(2, str(DOT), (ask("What?"),), SamplingParams(max_tokens=30))
    bench.engine.submit(request)
    bench.until(Delta, 2)
    long = replace(request, messages=(ask("one two " * 8000),))
    bench.engine.submit(Count(90, long, always=True))
    bench.run()
    found = [it for it in bench.events if getattr(it, "request_id", 0) == 90]
    assert [type(it) for it in found] == [Counted]


def test_a_model_that_is_not_there_is_refused(bench: Bench) -> None:
    *_, last = bench.run(Count(90, Generate(2, "/nowhere", (ask("What?"),), FEW), always=True))
    assert isinstance(last, Failed)
