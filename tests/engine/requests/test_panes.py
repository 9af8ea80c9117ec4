"""Panes that ask one model the same thing: one batch over one prompt that is read once; two models
side by side, or in turns where only one fits into memory."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import (
    ChatMessage,
    Delta,
    EngineStats,
    Finished,
    Generate,
    LoadModel,
    Media,
    MediaKind,
    ModelReady,
    ModelUnloaded,
    Phase,
    RequestEvent,
    SamplingParams,
    Waiting,
)
from engine.models.loader import examine_model, load_model
from engine.models.prefix_cache import WORTH_WAITING
from tests.conftest import DOT, Bench
from tests.kit.images import save_small_image

pytestmark = pytest.mark.usefixtures("dot_in_float32")

SYSTEM = ChatMessage("system", "You look at pictures and say what there is, shape by shape. " * 4)
SEEDS = (1, 2, 3)
# Every kind of layer: plain, with a window, with a recurrent state.
KINDS = ("qwen3", "gemma3_text", "qwen3_5_text")


def pane(number: int, folder: Path, *messages: ChatMessage, tokens: int = 8) -> Generate:
    sampling = SamplingParams(temperature=3.0, seed=number, max_tokens=tokens)
    return Generate(number, str(folder), messages, sampling)


def text_by_request(events: list[RequestEvent]) -> dict[int, str]:
    found: dict[int, str] = {}
    for event in events:
        if isinstance(event, Delta):
            found[event.request_id] = found.get(event.request_id, "") + event.text
    return found


def prompt_tokens(events: list[RequestEvent]) -> dict[int, tuple[int, int]]:
    """Prompt tokens of each request, and how many of them were read for it."""
    return {
        event.request_id: (event.usage.prompt, event.usage.prompt - event.usage.cached)
        for event in events
        if isinstance(event, Finished)
    }


def run_watched(bench: Bench, *commands: Generate) -> tuple[list[RequestEvent], list[EngineStats]]:
    """Together, and a reading of the numbers after every step."""
    start = len(bench.events)
    for command in commands:
        bench.engine.submit(command)
    readings = []
    while not bench.engine.idle:
        bench.engine.step()
        readings.append(bench.stats_now())
    events = [event for event in bench.events[start:] if not isinstance(event, EngineStats)]
    return events, readings


@pytest.fixture
def shapes_question(tmp_path: Path) -> ChatMessage:
    shapes = ("red", "circle", 0.3, 0.5), ("blue", "square", 0.7, 0.5)
    image = Media(MediaKind.IMAGE, save_small_image(tmp_path / "a.png", *shapes))
    return ChatMessage("user", "Tell me a story.", (image,))


@pytest.fixture
def second_bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.engine.close()


@pytest.mark.parametrize("system", [(), (SYSTEM,)], ids=["plain", "system"])
def test_panes_of_one_model_prefill_once_and_decode_in_one_batch(
    bench: Bench, second_bench: Bench, shapes_question: ChatMessage, system: tuple[ChatMessage, ...]
):
    messages = (*system, shapes_question)
    events, readings = run_watched(bench, *(pane(seed, DOT, *messages) for seed in SEEDS))
    expected = {}
    for seed in SEEDS:
        expected |= text_by_request(second_bench.run(pane(seed, DOT, *messages)))
    assert text_by_request(events) == expected
    assert len(set(expected.values())) > 1
    lengths = [prompt for prompt, _ in prompt_tokens(events).values()]
    assert (
        sum(new for _, new in prompt_tokens(events).values())
        < lengths[0] + len(SEEDS) * WORTH_WAITING
    )
    assert max(reading.batch_size for reading in readings) == len(SEEDS)
    assert readings[-1].vision_misses == 1


@pytest.mark.parametrize("family", KINDS, indirect=True)
def test_panes_share_one_prefill_in_every_family(bench: Bench, family: Path):
    """This includes caches that cannot be trimmed to the end of the prompt."""
    question = ChatMessage("user", "count one two three shapes and the quick brown fox " * 6)
    requests = [replace(pane(seed, family, question), kv_bits=0) for seed in SEEDS]
    events, readings = run_watched(bench, *requests)
    lengths = [prompt for prompt, _ in prompt_tokens(events).values()]
    assert len(lengths) == len(SEEDS)
    assert (
        sum(new for _, new in prompt_tokens(events).values())
        < lengths[0] + len(SEEDS) * WORTH_WAITING
    )
    assert max(reading.batch_size for reading in readings) > 1


def test_panes_with_different_system_prompts_encode_the_image_once(
    bench: Bench, shapes_question: ChatMessage
):
    other = ChatMessage("system", "Answer in one short sentence, and name no colour at all. " * 4)
    requests = (pane(1, DOT, SYSTEM, shapes_question), pane(2, DOT, other, shapes_question))
    events, readings = run_watched(bench, *requests)
    assert all(new > 100 for _, new in prompt_tokens(events).values())
    assert readings[-1].vision_misses == 1
    assert max(reading.batch_size for reading in readings) == 2


def test_the_next_question_prefills_only_new_tokens_in_each_pane(
    bench: Bench, shapes_question: ChatMessage
):
    first = text_by_request(bench.run(*(pane(seed, DOT, shapes_question) for seed in SEEDS)))
    again = ChatMessage("user", "Which of them is the largest?")
    follow_ups = (
        pane(seed, DOT, shapes_question, ChatMessage("assistant", first[seed]), again)
        for seed in SEEDS
    )
    events, readings = run_watched(bench, *follow_ups)
    assert all(new < 64 for _, new in prompt_tokens(events).values())
    assert max(reading.batch_size for reading in readings) == len(SEEDS)


def test_panes_with_the_same_answer_prefill_the_next_question_once(
    bench: Bench, shapes_question: ChatMessage
):
    """Two panes with different seeds stand for a pane and its copy."""
    (first,) = text_by_request(bench.run(pane(1, DOT, shapes_question))).values()
    talk = shapes_question, ChatMessage("assistant", first), ChatMessage("user", "And the largest?")
    events, readings = run_watched(bench, *(pane(seed, DOT, *talk) for seed in SEEDS))
    assert all(new < 64 for _, new in prompt_tokens(events).values())
    assert max(reading.batch_size for reading in readings) == len(SEEDS)


def test_two_models_that_fit_take_turns_token_by_token(bench: Bench, tiny_text: Path):
    hello = ChatMessage("user", "Tell me a story.")
    bench.run(LoadModel(10, str(DOT)), LoadModel(11, str(tiny_text)))
    events, readings = run_watched(
        bench,
        pane(1, DOT, hello),
        replace(pane(2, tiny_text, hello), sampling=SamplingParams(max_tokens=8)),
    )
    assert prompt_tokens(events).keys() == {1, 2}
    both = [
        reading
        for reading in readings
        if [it.phase for it in reading.requests] == [Phase.DECODE, Phase.DECODE]
    ]
    assert len(both) > 3
    gained = [it.usage.generated for it in both[-1].requests]
    assert all(count > 1 for count in gained)


def test_if_only_one_model_fits_the_other_pane_waits_and_says_so(tmp_path: Path):
    other = tmp_path / "other"
    shutil.copytree(DOT, other)
    hello = ChatMessage("user", "What can you do?")
    bench = Bench(int(load_model(examine_model(str(DOT))).cost.weights * 1.7))
    try:
        events, readings = run_watched(bench, pane(1, DOT, hello), pane(2, other, hello))
    finally:
        bench.engine.close()
    waits = [event for event in events if isinstance(event, Waiting) and event.request_id == 2]
    assert waits
    kinds = [(type(event), getattr(event, "request_id", 0)) for event in events]
    gone = next(i for i, event in enumerate(events) if isinstance(event, ModelUnloaded))
    assert kinds.index((Finished, 1)) < gone < kinds.index((ModelReady, 2))
    assert set(text_by_request(events)) == {1, 2}
    assert all(reading.batch_size <= 1 for reading in readings)
