"""The stats are true: totals over requests, rates, and the phase of every second."""

from pathlib import Path

import pytest

from engine.messages import (
    Abort,
    ChatMessage,
    Delta,
    EngineStats,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    ModelStats,
    Phase,
    SamplingParams,
    UnloadModel,
)
from engine.requests.stats import Meter, Totals
from tests.conftest import DOT
from tests.kit.clock import Clock
from tests.kit.images import ask, save_small_image

pytestmark = pytest.mark.usefixtures("dot_in_float32")

FEW = SamplingParams(max_tokens=12)


def models(bench) -> dict[str, ModelStats]:
    return {it.model_id: it for it in bench.stats_now().models}


def done(bench, request_id: int) -> Finished:
    return next(
        event
        for event in bench.events
        if isinstance(event, Finished) and event.request_id == request_id
    )


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock(100.0)
    monkeypatch.setattr("engine.requests.stats.time.perf_counter", clock)
    return clock


# --- one meter, by a clock of its own ------------------------------------------------------


def test_the_rate_counts_tokens_after_the_first_over_the_time_they_took(clock) -> None:
    meter = Meter(1, "m", clock.now)
    clock.now += 3  # whatever came before the answer
    meter.enter(Phase.DECODE)
    meter.first_token()
    for _ in range(5):
        meter.generated(None)
        clock.now += 0.5
    stats = meter.stats()
    assert stats.timings.decode == 2.0
    assert stats.generation_tps == 4 / 2.0
    assert (meter.totals.replies, meter.totals.generated, meter.totals.decode) == (1, 5, 2.0)


def test_prompts_of_others_between_two_tokens_are_in_no_rate(clock) -> None:
    meter = Meter(1, "m")

    def other_turn(seconds: float) -> None:
        clock.now += seconds
        meter.interrupt(seconds)

    other_turn(16)
    meter.first_token()
    meter.generated(None)
    for seconds in (2, 0, 4):
        other_turn(seconds)
        clock.now += 0.5
        meter.generated(None)
    other_turn(8)
    assert (meter.timings.decode, meter.timings.interrupted) == (7.5, 6.0)
    assert meter.stats().generation_tps == 2.0
    sums = meter.totals.stats(1)
    assert sums.decoded / sums.decode == 2.0


def test_a_prompt_that_keeps_several_replies_from_growing_is_left_out_of_their_total_once(
    clock,
) -> None:
    totals = Totals()
    both = Meter(1, "m", totals=totals), Meter(2, "m", totals=totals)
    for meter in both:
        meter.first_token()
        meter.generated(None)
    clock.now += 4
    for meter in both:
        meter.interrupt(4)
    for _ in range(2):
        clock.now += 1
        for meter in both:
            meter.generated(None)
    assert totals.decode == 2
    clock.now += 8
    for meter in both:
        meter.interrupt(8)
    # They decode one after the other if their caches differ.
    for meter in both:
        clock.now += 1
        meter.generated(None)
    assert totals.decode == 4


def test_drafts_that_came_with_the_first_token_are_in_no_rate(clock) -> None:
    meter = Meter(1, "m", clock.now)
    meter.first_token()
    meter.generated(None)
    for _ in range(4):
        clock.now += 0.125  # what the host does between the tokens of one pass
        meter.generated(None, drafted=True)
    assert (meter.stats().generation_tps, meter.totals.stats(rows=1).decoded) == (0.0, 0)
    clock.now += 0.5
    for drafted in (False, True):
        meter.generated(None, drafted=drafted)
    stats = meter.stats()
    assert (stats.drafts.at_once, stats.timings.decode, stats.generation_tps) == (4, 1.0, 2.0)
    assert (meter.totals.stats(rows=1).decoded, meter.totals.decode) == (2, 1.0)


def test_time_in_which_several_replies_decode_counts_once(clock) -> None:
    totals = Totals("m")
    meters = [Meter(number, "m", clock.now, totals) for number in (1, 2)]
    for meter in meters:
        meter.first_token()
        meter.generated(None)
    for _ in range(4):
        clock.now += 0.25
        for meter in meters:
            meter.generated(None)
    stats = totals.stats(rows=2)
    assert (stats.generated, stats.decoded, stats.decode) == (10, 8, 1.0)


def test_a_pause_between_two_answers_is_not_decoding(clock) -> None:
    totals = Totals("m")
    for number in (1, 2):
        meter = Meter(number, "m", clock.now, totals)
        meter.first_token()
        meter.generated(None)
        clock.now += 0.5
        meter.generated(None)
        clock.now += 60
    assert totals.decode == 1.0


def test_every_second_before_the_first_token_is_attributed(clock) -> None:
    meter = Meter(1, "m", clock.now)

    def piece(phase: Phase, before: float, seconds: float) -> None:
        clock.now += before
        meter.resume()
        meter.enter(phase)
        clock.now += seconds
        meter.pause()

    meter.wait("Too little memory.")
    meter.lacks_memory = True
    assert meter.stats().waiting == "Too little memory."
    piece(Phase.LOADING, before=2, seconds=4)
    meter.lacks_memory = False
    piece(Phase.PREPARING, before=1, seconds=0.5)
    meter.has_worker = True  # a worker process reads a video for it
    piece(Phase.LOOKING, before=8, seconds=0.25)
    meter.has_worker = False
    piece(Phase.PREFILL, before=16, seconds=0.125)
    piece(Phase.PREFILL, before=32, seconds=0.125)
    meter.enter(Phase.DECODE)
    meter.first_token()
    found = meter.timings
    assert (found.queued, found.loading, found.memory) == (7.0, 5.0, 2.0)
    assert (found.prepare, found.looking, found.prefill) == (8.5, 0.25, 0.25)
    assert found.behind == 48.0
    spent = found.queued + found.prepare + found.looking + found.prefill + found.behind
    assert spent == found.ttft
    assert meter.totals.prefill == 0.25
    assert meter.stats().waiting == ""


# --- the engine ----------------------------------------------------------------------------


def test_totals_of_a_model_add_up_its_requests(bench, tiny_text: Path) -> None:
    """Two requests decode together, and one of another model runs beside them."""
    asked = [Generate(number, str(tiny_text), (ask(f"{number} fox"),), FEW) for number in (1, 2)]
    bench.run(*asked, Generate(3, str(DOT), (ask("Hello"),), FEW))
    for model_id, numbers in ((str(tiny_text), (1, 2)), (str(DOT), (3,))):
        usages = [done(bench, number).usage for number in numbers]
        timings = [done(bench, number).timings for number in numbers]
        sums = models(bench)[model_id]
        assert sums.generated == sum(it.generated for it in usages)
        assert sums.cached == sum(it.cached for it in usages)
        assert sums.read == sum(it.prompt - it.cached for it in usages)
        assert sums.replies == len(numbers)
        assert sums.prefill == pytest.approx(sum(it.prefill for it in timings))
        grew = [it.decode - it.interrupted for it in timings]
        longest, total = max(grew), sum(grew)
        assert longest - 1e-6 <= sums.decode <= total + 1e-6
        assert sums.rows == 0


def test_rows_and_context_of_a_model_are_reported_while_it_answers(bench) -> None:
    for number in (1, 2):
        bench.engine.submit(Generate(number, str(DOT), (ask("Tell me a story."),)))
    while bench.stats_now().batch_size < 2:
        bench.engine.step()
    assert models(bench)[str(DOT)].rows == 2
    ready = next(event for event in bench.events if isinstance(event, ModelReady))
    assert models(bench)[str(DOT)].context == ready.model.context
    bench.run(Abort(1), Abort(2))
    assert models(bench)[str(DOT)].rows == 0


def test_a_repeated_question_reports_its_cached_tokens(bench) -> None:
    bench.run(Generate(1, str(DOT), (ask("Tell me a story about a red circle."),), FEW))
    bench.run(Generate(2, str(DOT), (ask("Tell me a story about a red circle."),), FEW))
    first, second = done(bench, 1).usage, done(bench, 2).usage
    assert first.cached == 0
    assert second.prompt == first.prompt
    assert second.cached == second.prompt - 1
    assert models(bench)[str(DOT)].cached == second.cached


def test_the_reason_of_a_miss_is_reported_with_the_answer(bench) -> None:
    def talk(system: str) -> tuple[ChatMessage, ...]:
        said = "You are a friendly helper. " * 4 + system
        return (ChatMessage("system", said), ask("Hello"))

    bench.run(Generate(1, str(DOT), talk("Be short."), FEW, conversation=1))
    bench.run(Generate(2, str(DOT), talk("Be long."), FEW, conversation=1))
    assert done(bench, 2).read_again == "The system prompt changed."


def test_a_second_question_about_an_image_is_a_hit(bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("red", "circle", 0.5, 0.5))
    system = ChatMessage("system", "Answer in one word.")
    bench.run(Generate(1, str(DOT), (ask("What is this?", path),), FEW))
    bench.run(Generate(2, str(DOT), (system, ask("Which colour?", path)), FEW))
    first, second = done(bench, 1), done(bench, 2)
    assert (first.usage.looked, first.usage.known) == (1, 0)
    assert (second.usage.looked, second.usage.known) == (0, 1)
    assert first.timings.looking > second.timings.looking == 0
    assert bench.stats_now().vision_hits == 1


def test_the_seconds_before_the_first_token_add_up(bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("red", "circle", 0.5, 0.5))
    bench.run(Generate(1, str(DOT), (ask("fox " * 200, path),), FEW))
    found = done(bench, 1).timings
    spent = found.queued + found.prepare + found.looking + found.prefill + found.behind
    assert spent == pytest.approx(found.ttft, rel=0.05)
    assert 0 < found.loading <= found.queued, "the model was loaded for it"
    assert found.memory == 0


def test_queue_wait_is_reported(bench, tiny_text: Path) -> None:
    bench.run(LoadModel(9, str(tiny_text)))
    few = SamplingParams(max_tokens=1)
    bench.run(Generate(1, str(tiny_text), (ask("alone"),), few))
    bench.run(*(Generate(i, str(tiny_text), (ask(f"{i} fox " * 600),), few) for i in (2, 3)))
    second = done(bench, 3).timings
    assert second.behind > done(bench, 1).timings.behind
    assert second.memory == second.loading == 0


def test_only_an_answer_that_grows_is_interrupted_by_a_prompt(bench, tiny_text: Path) -> None:
    def asked(number: int, text: str) -> Generate:
        few = SamplingParams(max_tokens=8)
        return Generate(number, str(tiny_text), (ask(text),), few)

    bench.engine.submit(asked(1, "Hi"))
    bench.until(Delta, 1)
    bench.run(asked(2, "fox " * 600))
    first, second = (done(bench, number).timings for number in (1, 2))
    assert first.decode > first.interrupted > second.prefill > 0
    assert second.interrupted == 0


def test_totals_never_decrease_when_a_model_is_reloaded(bench, tiny_text: Path) -> None:
    def read() -> tuple[float, ...]:
        it = models(bench)[str(tiny_text)]
        return (it.replies, it.generated, it.decode, it.cached, it.read, it.prefill)

    bench.run(Generate(1, str(tiny_text), (ask("fox"),), FEW))
    before = read()
    bench.run(UnloadModel(2, str(tiny_text)))
    assert read() == before
    bench.run(Generate(3, str(tiny_text), (ask("fox"),), FEW))
    assert all(new >= old for new, old in zip(read(), before, strict=True))
    assert models(bench)[str(tiny_text)].replies == 2
    readings = [event for event in bench.events if isinstance(event, EngineStats)]
    sums = [it.generated for reading in readings for it in reading.models]
    assert sums == sorted(sums)
