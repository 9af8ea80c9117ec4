"""The scheduler: turns, unloads, and the reach of an error."""

import os
import signal
from pathlib import Path

import pytest

from engine.channels.known_formats import FORMATS
from engine.channels.token_router import TokenRouter
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    Delta,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    ModelUnloaded,
    PrefillProgress,
    SamplingParams,
    Traced,
    UnloadModel,
)
from engine.requests import decoder as decoder_module
from tests.conftest import DOT
from tests.kit.images import ask

pytestmark = pytest.mark.usefixtures("dot_in_float32")

STORY = ask("Tell me a story about a red circle.")


def story(request_id: int) -> Generate:
    return Generate(request_id, str(DOT), (STORY,), SamplingParams(max_tokens=20))


@pytest.mark.parametrize("prompts", [1, 3])
def test_a_short_question_does_not_wait_for_another_chunk(
    bench, tiny_text: Path, prompts: int
) -> None:
    """The question waits only for the chunk that is running when it arrives."""
    bench.run(LoadModel(1, str(tiny_text)), LoadModel(2, str(DOT)))
    for number in range(prompts):
        question = (ask("fox " * 1200),)
        bench.engine.submit(Generate(10 + number, str(tiny_text), question))
    bench.until(PrefillProgress, 9 + prompts)
    bench.engine.submit(story(20))
    start = len(bench.events)
    bench.until(Delta, 20)
    others = [e for e in bench.events[start:] if isinstance(e, PrefillProgress)]
    assert [e.request_id for e in others] == [20]
    for number in range(prompts):
        bench.engine.submit(Abort(10 + number))
    bench.run()


def test_long_prompts_are_prefilled_in_turns(bench, tiny_text: Path) -> None:
    few = SamplingParams(max_tokens=1)
    asked = [Generate(i, str(tiny_text), (ask(f"{i} fox " * 600),), few) for i in (1, 2, 3)]
    events = bench.run(LoadModel(9, str(tiny_text)), *asked)
    order = [e.request_id for e in events if isinstance(e, PrefillProgress)]
    chunks = len(order) // 3
    assert order == [1, 2, 3] * chunks


def test_commands_for_a_model_are_run_in_order(bench) -> None:
    bench.run(LoadModel(1, str(DOT)))
    events = bench.run(UnloadModel(2, str(DOT)), Abort(77), LoadModel(3, str(DOT)))
    assert [(type(e), e.request_id) for e in events] == [(ModelUnloaded, 2), (ModelReady, 3)]
    assert bench.run(LoadModel(4, str(DOT)))[-1].model.model_id == str(DOT)


def test_an_unload_aborts_requests_and_cannot_be_stopped(bench) -> None:
    bench.engine.submit(story(1))
    bench.until(Delta, 1)
    events = bench.run(
        story(2),
        UnloadModel(3, str(DOT)),
        Abort(3),
        UnloadModel(4, str(DOT)),
    )
    assert [(type(e), e.request_id) for e in events if not isinstance(e, Delta | Traced)] == [
        (Aborted, 1),
        (Aborted, 2),
        (ModelUnloaded, 3),
        (ModelUnloaded, 4),
    ]


def test_a_row_that_cannot_join_does_not_change_the_others(bench, monkeypatch) -> None:
    bench.run(story(9))
    for request_id in (1, 2):
        bench.engine.submit(story(request_id))
    bench.until(Delta, 2)
    joined = 0

    def breaks_half_way(mine, theirs, rows):
        nonlocal joined
        joined += 1
        if joined == 3:
            raise RuntimeError("no room for this layer")
        return original(mine, theirs, rows)

    original = vars(decoder_module)["_joined"]
    with monkeypatch.context() as patch:
        patch.setattr(decoder_module, "_joined", breaks_half_way)
        bench.engine.submit(story(3))
        bench.until(Failed, 3)
    bench.run()
    assert bench.of(1).content == bench.of(2).content == bench.of(9).content
    assert "no room for this layer" in bench.of(3).error


def test_ctrl_c_stops_the_answer_and_nothing_else(bench) -> None:
    """Ctrl-C may come during the import of the libraries, in a step, or between two events."""
    stream = bench.engine.stream(story(1))
    kinds = []
    for event in stream:
        kinds.append(type(event))
        if isinstance(event, Delta) and Aborted not in kinds:
            os.kill(os.getpid(), signal.SIGINT)
    assert kinds[-1] is Aborted
    assert isinstance(list(bench.engine.stream(story(2)))[-1], Finished)


def test_a_stream_that_is_closed_stops_its_request(bench) -> None:
    stream = bench.engine.stream(story(1))
    next(stream)
    stream.close()
    assert bench.engine.idle
    assert isinstance(bench.events[-2], Aborted)


def test_prefill_time_excludes_other_requests(bench, tiny_text: Path) -> None:
    """Two long prompts in turns: neither counts the other's chunks."""
    few = SamplingParams(max_tokens=1)
    asked = [Generate(i, str(tiny_text), (ask(f"{i} fox " * 600),), few) for i in (1, 2)]
    events = bench.run(LoadModel(9, str(tiny_text)), *asked)
    first, second = (e.timings for e in events if isinstance(e, Finished))
    assert first.prefill + second.prefill < second.ttft
    assert 0.4 < first.prefill / second.prefill < 2.5


@pytest.fixture
def router(dot) -> TokenRouter:
    return TokenRouter(AS_TEXT, dot.tokenizer.detokenizer, Channel.CONTENT)


AS_TEXT = FORMATS["think"].as_text


def routed_tokens(router: TokenRouter, tokens: list[int]) -> list[tuple[Channel, str]]:
    return [piece for token in tokens for piece in router.feed(token)]


@pytest.mark.parametrize(
    "text", ["one <b two", "a🙂b", "x <thi", "so <think>why</think>yes", "日本"]
)
def test_a_reply_that_is_cut_continues_as_if_it_were_not(dot, router, text: str) -> None:
    """The reply is cut after every token: shown text is not repeated, and characters stay whole."""
    tokens = dot.tokenizer.encode(text, add_special_tokens=False)
    whole = routed_tokens(router, tokens) + router.flush()
    for at in range(1, len(tokens)):
        cut = TokenRouter(AS_TEXT, dot.tokenizer.detokenizer, Channel.CONTENT)
        pieces = routed_tokens(cut, tokens[:at]) + cut.cut() + cut.cut()
        pieces += routed_tokens(cut, tokens[at:]) + cut.flush()
        shown = "".join(piece for _, piece in pieces)
        assert "\ufffd" not in shown
        if "<think>" not in text:
            assert shown == "".join(piece for _, piece in whole)
        assert pieces[-1][0] is whole[-1][0]
