"""Dot's answers to what the tests draw: meaning, through the whole engine."""

from pathlib import Path

import pytest

from app import calculator
from engine.messages import (
    Channel,
    ChatMessage,
    Delta,
    Finished,
    FinishReason,
    Generate,
    SamplingParams,
    ToolCall,
    ToolInvocation,
)
from tests.conftest import DOT, Bench
from tests.pictures import ask, picture, save_clip, save_picture


def answer(bench: Bench, *messages: ChatMessage, **options) -> tuple[str, str]:
    """Reasoning and content of the reply."""
    events = bench.run(Generate(1, str(DOT), messages, **options))
    assert isinstance(events[-1], Finished), events[-1]
    return text(events, Channel.REASONING), text(events, Channel.CONTENT)


def text(events: list, channel: Channel) -> str:
    return "".join(e.text for e in events if isinstance(e, Delta) and e.channel is channel)


@pytest.mark.parametrize("color", ["red", "green", "blue", "yellow"])
def test_the_answer_follows_the_picture(bench, tmp_path: Path, color: str) -> None:
    path = save_picture(tmp_path / "shape.png", (color, "square", 0.5, 0.5))
    assert color in answer(bench, ask("What color is it?", path))[1]


def test_png_and_jpeg_give_the_same_answer(bench, tmp_path: Path) -> None:
    drawn = picture(("blue", "circle", 0.25, 0.5), ("red", "triangle", 0.75, 0.5))
    drawn.save(tmp_path / "a.png")
    drawn.save(tmp_path / "a.jpg", quality=90)
    answers = {answer(bench, ask("What do you see?", tmp_path / n))[1] for n in ("a.png", "a.jpg")}
    assert answers == {"I see a blue circle on the left and a red triangle on the right."}


def test_reasoning_is_told_apart_from_the_answer(bench, tmp_path: Path) -> None:
    path = save_picture(
        tmp_path / "s.png", ("red", "circle", 0.3, 0.5), ("blue", "cross", 0.7, 0.5)
    )
    reasoning, content = answer(
        bench, ask("How many shapes are there?", path), sampling=SamplingParams(thinking=True)
    )
    assert "I look at the picture" in reasoning
    assert "two" in content
    assert "think" not in reasoning + content
    assert answer(bench, ask("How many shapes are there?", path))[0] == ""


@pytest.mark.parametrize("direction", ["left", "right", "up", "down"])
def test_a_clip_is_watched_in_order(bench, tmp_path: Path, direction: str) -> None:
    path = save_clip(tmp_path / "clip.mp4", "blue", "circle", direction)
    assert direction in answer(bench, ask("Which way does the circle move?", path))[1]


def test_a_later_question_still_sees_the_picture(bench, tmp_path: Path) -> None:
    path = save_picture(tmp_path / "s.png", ("green", "square", 0.5, 0.5))
    first = ask("What shape is it?", path)
    _, shape = answer(bench, first)
    _, color = answer(bench, first, ChatMessage("assistant", shape), ask("What color is it?"))
    assert "square" in shape
    assert "green" in color


def test_arithmetic_goes_through_the_calculator(bench) -> None:
    question = ask("What is 17 plus 25?")
    tools = (calculator.SCHEMA,)
    events = bench.run(Generate(1, str(DOT), (question,), tools=tools))
    calls = [e.call for e in events if isinstance(e, ToolCall)]
    assert calls == [ToolInvocation("calculator", '{"expression": "17 + 25"}')]
    assert events[-1].reason is FinishReason.TOOL_CALLS
    assert "tool_call" not in text(events, Channel.CONTENT)
    result = ChatMessage("tool", calculator.call(calls[0].name, calls[0].arguments))
    called = ChatMessage("assistant", "", tool_calls=tuple(calls))
    assert "42" in answer(bench, question, called, result, tools=tools)[1]


def test_small_talk_and_a_plain_refusal(bench) -> None:
    assert "Hello" in answer(bench, ask("Hello"))[1]
    assert "tiny demo model" in answer(bench, ask("What is the capital of France?"))[1]
    assert "do not see a picture" in answer(bench, ask("What color is the circle?"))[1]


def test_a_seed_repeats_a_warm_answer(bench) -> None:
    def told(seed: int) -> str:
        warm = SamplingParams(temperature=2.0, seed=seed, max_tokens=40)
        return answer(bench, ask("Tell me a story about a red circle."), sampling=warm)[1]

    assert told(7) == told(7)
    assert len({told(seed) for seed in range(5)}) > 1
