"""Contract with mlx-lm and mlx-vlm: our loop gives their tokens, for four families."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import mlx_lm
import mlx_vlm.utils
import pytest
from mlx_vlm.generate import stream_generate

from engine import inputs
from engine.channels import ChannelRouter
from engine.inputs import LoadedMedia
from engine.loader import examine, load
from engine.media import read_picture
from engine.messages import ChatMessage, Finished, Generate, SamplingParams
from tests.pictures import ask, save_clip, save_picture

TOKENS = 24


@pytest.fixture
def ours(bench, family: Path, monkeypatch) -> Callable[..., tuple[list[int], Finished]]:
    """Ask the family through the engine: the tokens of the reply, and its last event."""
    tokens: list[int] = []
    feed = ChannelRouter.feed
    monkeypatch.setattr(
        ChannelRouter, "feed", lambda self, token: tokens.append(token) or feed(self, token)
    )

    def run(*messages) -> tuple[list[int], Finished]:
        tokens.clear()
        done = bench.run(Generate(1, str(family), messages, SamplingParams(max_tokens=TOKENS)))[-1]
        assert isinstance(done, Finished), done
        return list(tokens), done

    return run


def theirs(folder: Path, question: ChatMessage, media: LoadedMedia) -> list[int]:
    """The library's own greedy tokens for the prompt that we would send."""
    model = load(examine(str(folder)))
    prompt = inputs.render(Generate(1, str(folder), (question,)), media, model)
    if not model.vision:
        network, tokenizer = mlx_lm.load(str(folder))[:2]
        ids = tokenizer.encode(prompt, add_special_tokens=False)
        found = mlx_lm.stream_generate(network, tokenizer, ids, max_tokens=TOKENS)
    else:
        network, processor = mlx_vlm.utils.load(str(folder), trust_remote_code=False)
        options: dict[str, Any] = {"image": media or None, "temperature": 0.0}
        found = stream_generate(
            network, cast("Any", processor), prompt, max_tokens=TOKENS, **options
        )
    tokens = [response.token for response in found if response.token is not None]
    return [token for token in tokens if token not in model.stop_ids][:TOKENS]


def test_tokens_equal_the_library(ours, family: Path) -> None:
    question = ask("the quick brown fox")
    assert ours(question)[0] == theirs(family, question, [])


def test_tokens_about_a_picture_equal_the_library(ours, family: Path, tmp_path: Path) -> None:
    if family.name == "qwen3":
        pytest.skip("a text model")
    path = save_picture(tmp_path / "p.png", ("red", "circle", 0.4, 0.5), size=(160, 120))
    question = ask("count shapes", path)
    tokens, _ = ours(question)
    assert tokens == theirs(family, question, [read_picture(path)])
    assert tokens != ours(ask("count shapes"))[0]


def test_a_clip_is_read_by_every_vision_family(ours, family: Path, tmp_path: Path) -> None:
    if family.name == "qwen3":
        pytest.skip("a text model")
    path = save_clip(tmp_path / "c.mp4", "red", "circle", "left", frames=20)
    _, with_clip = ours(ask("count", path))
    _, without = ours(ask("count"))
    assert with_clip.usage.prompt > without.usage.prompt + 8


def test_a_request_leaves_no_trace_in_the_next(ours, family: Path, tmp_path: Path) -> None:
    """mRoPE models keep position state on the module."""
    question = ask("the lazy dog")
    alone, _ = ours(question)
    if family.name != "qwen3":
        path = save_picture(tmp_path / "p.png", ("red", "circle", 0.4, 0.5), size=(320, 96))
        ours(ask("fox", path))
    ours(ask("one two three " * 20))
    assert ours(question)[0] == alone


def test_chunks_do_not_change_the_text(ours, family: Path, tmp_path: Path, monkeypatch) -> None:
    paths = []
    if family.name != "qwen3":
        paths = [save_picture(tmp_path / "p.png", ("red", "circle", 0.4, 0.5), size=(320, 240))]
    question = ask("one two three " * 20, *paths)
    whole, _ = ours(question)
    monkeypatch.setattr("engine.generation.PREFILL_STEP", 16)
    assert ours(question)[0] == whole
