"""A stopped reply continues where it stopped, as if it had never been stopped."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.answers import generate
from engine.engine import Engine
from engine.messages import (
    Abort,
    Aborted,
    Continue,
    Delta,
    EngineStats,
    Failed,
    Finished,
    FinishReason,
    Generate,
    LoadModel,
    PrefillProgress,
    SamplingParams,
    Traced,
    UnloadModel,
)
from engine.model_cost import prefill_chunk
from engine.requests.decoder import Decoder
from tests.conftest import DOT, Bench
from tests.kit import tiny_models
from tests.kit.images import ask, save_image

pytestmark = pytest.mark.usefixtures("dot_in_float32")

# At a temperature so high that another seed gives another text; with these seeds it is short.
JOKE = ask("Tell me a joke.")
WARM = SamplingParams(
    temperature=2.5, seed=15, top_p=0.95, repetition_penalty=1.1, thinking=True, max_tokens=120
)


def joke(request_id: int, sampling: SamplingParams = WARM) -> Generate:
    return Generate(request_id, str(DOT), (JOKE,), sampling)


@pytest.fixture(scope="module")
def whole() -> str:
    """The joke without a stop."""
    bench = Bench()
    answer = generate(bench.engine, joke(99))
    bench.engine.close()
    return answer.reasoning + answer.content


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("picture") / "r.png"
    return save_image(path, ("red", "circle", 0.3, 0.6), size=(160, 120), radius=20)


def description(request_id: int, picture: Path) -> Generate:
    asked = (ask("Describe the picture.", picture),)
    return Generate(request_id, str(DOT), asked, replace(WARM, seed=0))


@pytest.fixture(scope="module")
def described(picture: Path) -> str:
    """The description without a stop."""
    bench = Bench()
    answer = generate(bench.engine, description(99, picture))
    bench.engine.close()
    return answer.reasoning + answer.content


def joined_text(bench: Bench, *ids: int) -> str:
    parts = [bench.of(request_id) for request_id in ids]
    return "".join(part.reasoning for part in parts) + "".join(part.content for part in parts)


def stop_after(bench: Bench, request_id: int, tokens: int) -> None:
    while not (running := bench.stats_now().requests) or running[0].usage.generated < tokens:
        assert not bench.engine.idle, f"the reply ended before {tokens} tokens"
        bench.engine.step()
    bench.run(Abort(request_id))


@pytest.mark.parametrize("tokens", [1, 20])
def test_continuing_prefills_nothing_again(bench, whole: str, tokens: int) -> None:
    bench.engine.submit(joke(1))
    stop_after(bench, 1, tokens)
    stopped = bench.of(1).usage
    events = bench.run(Continue(2, 1))
    progress = [e for e in events if isinstance(e, PrefillProgress)]
    total = stopped.prompt + stopped.generated
    assert progress == [PrefillProgress(2, total, total, cached=total)]
    assert isinstance(events[-1], Finished)
    assert events[-1].usage.cached == total
    assert joined_text(bench, 1, 2) == whole


def test_a_continued_reply_batches_with_others(bench, whole: str) -> None:
    for request_id in (1, 2):
        bench.engine.submit(joke(request_id))
    stop_after(bench, 1, 12)
    bench.engine.submit(joke(3))
    bench.run(Continue(4, 1))
    texts = [joined_text(bench, *ids) for ids in ((1, 4), (2,), (3,))]
    assert texts == [whole] * 3


def test_a_reply_at_its_length_limit_can_be_continued(bench, whole: str) -> None:
    assert bench.run(joke(1, replace(WARM, max_tokens=12)))[-1].reason is FinishReason.LENGTH
    ids = [1]
    while bench.run(Continue(ids[-1] + 1, ids[-1]))[-1].reason is FinishReason.LENGTH:
        ids.append(ids[-1] + 1)
    assert joined_text(bench, *ids, ids[-1] + 1) == whole


def test_a_reply_stopped_during_prefill_can_be_continued(bench, tiny_text: Path) -> None:
    question = ask("fox " * 1200)
    few = SamplingParams(max_tokens=8)
    other = Bench()
    alone = generate(other.engine, Generate(9, str(tiny_text), (question,), few))
    other.engine.close()
    bench.engine.submit(Generate(1, str(tiny_text), (question,), few))
    bench.until(PrefillProgress, 1)
    bench.engine.step()
    bench.run(Abort(1))
    assert bench.of(1).usage.generated == 0
    events = bench.run(Continue(2, 1))
    begun, first, *_ = (e for e in events if isinstance(e, PrefillProgress))
    assert begun.done == first.cached == prefill_chunk(first.total, 512)
    assert first.done > first.cached
    assert joined_text(bench, 2) == alone.content


def test_a_reply_without_its_cache_is_prefilled_again(bench, picture: Path, described: str) -> None:
    """The cache is gone after an eviction for others; see below for an unload."""
    bench.engine.submit(description(1, picture))
    stop_after(bench, 1, 6)
    scheduler = bench.engine._scheduler
    while scheduler._memory.cached_bytes:
        assert scheduler._memory.evict_for(0)
    done = bench.run(Continue(2, 1))[-1]
    assert isinstance(done, Finished)
    assert done.usage.cached == 0
    assert done.usage.prompt == bench.of(1).usage.prompt + bench.of(1).usage.generated
    assert joined_text(bench, 1, 2) == described


@pytest.mark.parametrize("name", sorted(tiny_models.VISION))
def test_images_of_an_evicted_reply_are_processed_again(bench, tmp_path: Path, name: str) -> None:
    """The answer so far is text to the model wherever the images are, even an image placeholder
    that the model writes first."""
    tiny_models.FAMILIES[name](tmp_path / name)
    config = json.loads((tmp_path / name / "config.json").read_text())
    image = config.get("image_token_id") or config["image_token_index"]
    path = save_image(tmp_path / "r.png", ("red", "circle", 0.3, 0.6), size=(160, 120))
    asked = (ask("the quick brown fox", path),)
    few = SamplingParams(max_tokens=12, logit_bias=((image, 10.0),), presence_penalty=10.0)
    bench.run(Generate(9, str(tmp_path / name), asked, few))
    traced = next(event for event in bench.events if isinstance(event, Traced))
    assert traced.tokens[0].token == image
    bench.engine.submit(Generate(1, str(tmp_path / name), asked, few))
    stop_after(bench, 1, 4)
    scheduler = bench.engine._scheduler
    while scheduler._memory.cached_bytes:
        assert scheduler._memory.evict_for(0)
    again = bench.run(Continue(2, 1))
    assert again[-1].usage.cached == 0
    # `max_tokens` starts again; a reply of 12 tokens is the beginning of one of 16.
    assert (bench.of(1).content + bench.of(2).content).startswith(
        bench.of(9).content.rstrip("\ufffd")
    )


def test_a_stopped_continuation_can_be_continued(bench, whole: str) -> None:
    bench.engine.submit(joke(1))
    stop_after(bench, 1, 5)
    bench.engine.submit(Continue(2, 1))
    stop_after(bench, 2, 5)
    bench.run(Continue(3, 2))
    assert joined_text(bench, 1, 2, 3) == whole


def test_a_continuation_can_be_stopped_before_it_starts(bench, whole: str) -> None:
    bench.engine.submit(joke(1))
    stop_after(bench, 1, 5)
    events = bench.run(Continue(2, 1), Abort(2))
    assert [(type(e), e.request_id) for e in events] == [(Aborted, 2)]
    bench.run(Continue(3, 2))
    assert joined_text(bench, 1, 3) == whole


def test_only_the_last_stopped_replies_are_kept(bench) -> None:
    for request_id in range(1, 11):
        bench.engine.submit(joke(request_id))
        stop_after(bench, request_id, 1)
    assert isinstance(bench.run(Continue(20, 1))[-1], Failed)
    assert isinstance(bench.run(Continue(21, 10))[-1], Finished)


@pytest.mark.parametrize("reply_id", [1, 77])
def test_a_complete_or_unknown_reply_cannot_be_continued(bench, reply_id: int) -> None:
    bench.run(Generate(1, str(DOT), (JOKE,)))
    failed = bench.run(Continue(2, reply_id))[-1]
    assert isinstance(failed, Failed)
    assert "can no longer be continued" in failed.message


def test_a_full_context_refuses_to_continue(bench, tmp_path: Path) -> None:
    tiny_models.qwen3(tmp_path / "short", max_position_embeddings=100)
    question = Generate(1, str(tmp_path / "short"), (ask("fox " * 10),))
    assert bench.run(question)[-1].reason is FinishReason.LENGTH
    assert re.search(r"more than the context of .* \(100\)", bench.run(Continue(2, 1))[-1].message)


def test_a_reply_stopped_during_the_load_can_be_continued(bench, whole: str) -> None:
    other = Bench()
    other.engine.submit(joke(1))
    other.engine.step()
    other.run(Abort(1))
    other.run(Continue(2, 1))
    assert joined_text(other, 2) == whole
    other.engine.close()


def test_a_refused_continuation_can_be_retried(bench, picture: Path, described: str) -> None:
    """An image is missing for a moment, after an unload."""
    bench.engine.submit(description(1, picture))
    stop_after(bench, 1, 3)
    bench.run(UnloadModel(2, str(DOT)))
    away = picture.rename(picture.with_name("away.png"))
    assert isinstance(bench.run(Continue(3, 1))[-1], Failed)
    away.rename(picture)
    done = bench.run(Continue(4, 3))[-1]
    assert isinstance(done, Finished)
    assert done.usage.cached == 0
    assert joined_text(bench, 1, 4) == described


def test_a_reused_id_names_the_new_reply(bench) -> None:
    bench.engine.submit(joke(1))
    stop_after(bench, 1, 3)
    bench.run(Generate(1, str(DOT), (JOKE,)))
    assert isinstance(bench.run(Continue(2, 1))[-1], Failed)


def test_a_reply_whose_decoder_failed_is_prefilled_again(bench, whole: str, monkeypatch) -> None:
    bench.engine.submit(joke(1))
    bench.engine.submit(joke(2))
    bench.until(Delta, 2)
    with monkeypatch.context() as patch:
        patch.setattr(Decoder, "_leave", lose_device)
        bench.run(Abort(1))
    assert "the device is lost" in bench.of(2).error
    assert "can no longer be continued" in bench.run(Continue(3, 1))[-1].message
    bench.run(joke(4))
    assert joined_text(bench, 4) == whole


def lose_device(*_: object) -> None:
    raise RuntimeError("the device is lost")


def test_a_stopped_load_cannot_be_continued() -> None:
    bench = Bench()
    bench.engine.submit(LoadModel(1, str(DOT)))
    bench.engine.step()
    assert isinstance(bench.run(Abort(1))[-1], Aborted)
    assert isinstance(bench.run(Continue(2, 1))[-1], Failed)


def test_stopping_releases_held_text(bench) -> None:
    """The text of a stopped reply is all that was decoded."""
    held = SamplingParams(stop=("a red circle that never comes",))
    bench.engine.submit(joke(1, held))
    stop_after(bench, 1, 3)
    events = [e for e in bench.events if not isinstance(e, EngineStats)]
    before = events.index(next(e for e in events if isinstance(e, Aborted)))
    assert [type(e) for e in events[before - 2 : before]] == [Delta, Traced]


def test_the_engine_closes_with_stopped_replies() -> None:
    engine = Engine(lambda event: None)
    engine.start()
    engine.submit(joke(1))
    engine.submit(Abort(1))
    assert engine.stop(30)
