"""Dot's answers to what the tests draw: a smoke test of meaning, through the whole engine. How well
Dot answers is measured by demo_model.evaluate."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.cli import ask as command_line
from app.tools import calculator
from engine.answers import Answer, generate
from engine.engine import Engine
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
from tests.kit.images import ask, draw_image, save_image, save_small_image, save_small_video

pytestmark = pytest.mark.usefixtures("dot_in_float32")
# One test has the weights as they are shipped, in bfloat16.
shipped = pytest.mark.usefixtures("dot_read_once")


@pytest.fixture
def dot_bench(shared_bench: Bench) -> Bench:
    return shared_bench


def reply_parts(bench: Bench, *messages: ChatMessage, **options) -> tuple[str, str]:
    """Return the reasoning and the content of the reply."""
    events = bench.run(Generate(1, str(DOT), messages, **options))
    assert isinstance(events[-1], Finished), events[-1]
    return channel_text(events, Channel.REASONING), channel_text(events, Channel.CONTENT)


def channel_text(events: list, channel: Channel) -> str:
    return "".join(e.text for e in events if isinstance(e, Delta) and e.channel is channel)


def color_of(bench: Bench, folder: Path, color: str) -> str:
    path = save_small_image(folder / "shape.png", (color, "square", 0.5, 0.5))
    return reply_parts(bench, ask("What color is it?", path))[1]


def test_the_answer_follows_the_image(dot_bench, tmp_path: Path) -> None:
    assert "red" in color_of(dot_bench, tmp_path, "red")


@shipped
def test_the_shipped_weights_see_an_image_and_greet(bench, tmp_path: Path) -> None:
    assert "yellow" in color_of(bench, tmp_path, "yellow")
    assert "Hello" in reply_parts(bench, ask("Hello"))[1]


def test_png_and_jpeg_give_the_same_answer(dot_bench, tmp_path: Path) -> None:
    shown = draw_image(
        ("blue", "circle", 0.25, 0.5), ("red", "triangle", 0.75, 0.5), size=(200, 150), radius=23
    )
    shown.save(tmp_path / "a.png")
    shown.save(tmp_path / "a.jpg", quality=90)
    answers = {
        reply_parts(dot_bench, ask("What do you see?", tmp_path / n))[1] for n in ("a.png", "a.jpg")
    }
    assert answers == {"I see two shapes: a blue circle and a red triangle."}


def test_reasoning_is_separated_from_the_answer(dot_bench, tmp_path: Path) -> None:
    path = save_small_image(
        tmp_path / "s.png", ("red", "circle", 0.3, 0.5), ("blue", "cross", 0.7, 0.5)
    )
    reasoning, content = reply_parts(
        dot_bench, ask("How many shapes are there?", path), sampling=SamplingParams(thinking=True)
    )
    assert reasoning.strip() == "I see a red circle and a blue cross. There are two shapes."
    assert content == "There are two shapes."
    assert reply_parts(dot_bench, ask("How many shapes are there?", path))[0] == ""


# There and back, so that the order of frames counts; evaluate asks about each direction.
@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_frames_of_a_video_are_seen_in_order(dot_bench, tmp_path: Path, direction: str) -> None:
    path = save_small_video(tmp_path / "clip.mp4", "blue", "circle", direction)
    assert direction in reply_parts(dot_bench, ask("Which way does the circle move?", path))[1]


def test_a_later_question_still_sees_the_image(dot_bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("green", "square", 0.5, 0.5))
    first = ask("What shape is it?", path)
    _, shape = reply_parts(dot_bench, first)
    _, color = reply_parts(
        dot_bench, first, ChatMessage("assistant", shape), ask("What color is it?")
    )
    assert "square" in shape
    assert "green" in color


def test_arithmetic_goes_through_the_calculator(dot_bench) -> None:
    question = ask("What is 17 plus 25?")
    tools = (calculator.SCHEMA,)
    events = dot_bench.run(Generate(1, str(DOT), (question,), tools=tools))
    calls = [e.call for e in events if isinstance(e, ToolCall)]
    assert calls == [ToolInvocation("calculator", '{"expression": "17 + 25"}', calls[0].call_id)]
    assert events[-1].reason is FinishReason.TOOL_CALLS
    assert "tool_call" not in channel_text(events, Channel.CONTENT)
    result = ChatMessage("tool", calculator.calculate("17 + 25"))
    called = ChatMessage("assistant", "", tool_calls=tuple(calls))
    assert "42" in reply_parts(dot_bench, question, called, result, tools=tools)[1]


def test_questions_about_media_that_are_not_there_are_refused(dot_bench) -> None:
    assert "do not see a picture" in reply_parts(dot_bench, ask("What color is the circle?"))[1]
    assert "do not see a video" in reply_parts(dot_bench, ask("Which way does the circle move?"))[1]


def test_a_seed_repeats_a_warm_answer(dot_bench) -> None:
    def told(seed: int) -> str:
        warm = SamplingParams(temperature=2.0, seed=seed, max_tokens=12)
        return reply_parts(dot_bench, ask("Tell me a joke."), sampling=warm)[1]

    assert told(7) == told(7) != told(8)


def dot_request(number: int, *messages: ChatMessage, **options) -> Generate:
    return Generate(number, str(DOT), messages, SamplingParams(**options))


def answered_alone(*messages: ChatMessage, **options) -> Answer:
    """Return the answer of a new engine."""
    engine = Engine(lambda event: None)
    try:
        return generate(engine, dot_request(1, *messages, **options))
    finally:
        engine.close()


def outcome_of(told: Answer) -> tuple[str, str, int]:
    return told.reasoning, told.content, told.usage.generated


def test_dot_states_its_limits_and_names_the_model_menu(dot_bench) -> None:
    assert "model menu" in reply_parts(dot_bench, ask("Tell me about photosynthesis."))[1]


def test_an_image_without_known_shapes_is_recognized_as_such(dot_bench, tmp_path: Path) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (240, 320, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "noise.png")
    told = reply_parts(dot_bench, ask("What do you see?", tmp_path / "noise.png"))[1]
    assert "none of the shapes" in told
    assert "model menu" in told


def test_cached_and_cold_give_the_same_answer(dot_bench, tmp_path: Path) -> None:
    path = save_small_image(
        tmp_path / "s.png", ("red", "circle", 0.3, 0.5), ("blue", "square", 0.7, 0.5)
    )
    first, second = ask("How many shapes are there?", path), ask("What color is the square?")
    dot_bench.run(dot_request(1, first))
    history = (first, ChatMessage("assistant", dot_bench.of(1).content), second)
    dot_bench.run(dot_request(2, *history), dot_request(3, first))
    assert outcome_of(dot_bench.of(2)) == outcome_of(answered_alone(*history))
    assert (
        outcome_of(dot_bench.of(3))
        == outcome_of(dot_bench.of(1))
        == outcome_of(answered_alone(first))
    )
    assert "blue" in dot_bench.of(2).content


def test_batched_and_alone_give_the_same_answers(dot_bench, tmp_path: Path) -> None:
    image = save_image(
        tmp_path / "one.jpg", ("green", "triangle", 0.5, 0.5), size=(120, 200), radius=18
    )
    video = save_small_video(tmp_path / "clip.mp4", "black", "cross", "left")
    asked = [
        (ask("What do you see?", image), True),
        (ask("Which way does the cross move?", video), False),
        (ask("Hello"), False),
    ]
    requests = [
        dot_request(number, message, thinking=thinking)
        for number, (message, thinking) in enumerate(asked, 1)
    ]
    dot_bench.run(*requests)
    for number, (message, thinking) in enumerate(asked, 1):
        assert outcome_of(dot_bench.of(number)) == outcome_of(
            answered_alone(message, thinking=thinking)
        )


def test_the_stream_equals_the_output_of_the_command_line(
    dot_bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save_small_image(
        tmp_path / "s.png", ("red", "circle", 0.3, 0.5), ("blue", "cross", 0.7, 0.5)
    )
    question = "What do you see?"
    told = reply_parts(dot_bench, ask(question, path))[1]
    assert command_line.run_ask(["--image", str(path), question]) == command_line.OK
    assert capsys.readouterr().out == told + "\n"
    assert answered_alone(ask(question, path), temperature=0.0).content == told


def test_the_image_may_come_after_the_first_words(dot_bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("blue", "square", 0.5, 0.5))
    hello = ask("Hello")
    greeting = ChatMessage("assistant", reply_parts(dot_bench, hello)[1])
    asked = ask("What color is the square?", path)
    assert "blue" in reply_parts(dot_bench, hello, greeting, asked)[1]
    wordless = ask("", path)
    seen = reply_parts(dot_bench, wordless)[1]
    assert "blue square" in seen
    question = ask("What color is the square?")
    assert "blue" in reply_parts(dot_bench, wordless, ChatMessage("assistant", seen), question)[1]


def test_a_changed_earlier_image_is_encoded_again(dot_bench, tmp_path: Path) -> None:
    question = ask("What color is the square?")
    for color in ("red", "green"):
        path = save_small_image(tmp_path / "same-name.png", (color, "square", 0.5, 0.5))
        history = ask("What shape is it?", path), ChatMessage("assistant", "It is a square.")
        assert color in reply_parts(dot_bench, *history, question)[1]


def test_several_images_in_one_conversation_are_told_apart(dot_bench, tmp_path: Path) -> None:
    first = save_small_image(tmp_path / "1.png", ("red", "circle", 0.5, 0.5))
    second = save_small_image(
        tmp_path / "2.png", ("blue", "square", 0.3, 0.5), ("green", "cross", 0.7, 0.5)
    )
    asked = ask("What do you see?", first)
    seen = ChatMessage("assistant", reply_parts(dot_bench, asked)[1])
    assert "red circle" in seen.content
    later = ask("How many shapes are in the second picture?", second)
    count = ChatMessage("assistant", reply_parts(dot_bench, asked, seen, later)[1])
    assert "two" in count.content
    again = ask("What color is the circle in the first picture?")
    assert "red" in reply_parts(dot_bench, asked, seen, later, count, again)[1]
    together = ask("Which picture has more shapes?", first, second)
    assert "second" in reply_parts(dot_bench, together)[1]


def test_a_video_is_reasoned_about(dot_bench, tmp_path: Path) -> None:
    path = save_small_video(tmp_path / "clip.mp4", "red", "square", "up")
    question = ask("Which way does the square move?", path)
    reasoning, content = reply_parts(dot_bench, question, sampling=SamplingParams(thinking=True))
    assert "bottom" in reasoning
    assert "up" in content.split(".")[0].split()


def test_a_system_prompt_is_followed(dot_bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("purple", "circle", 0.5, 0.5))
    question = ask("What color is the circle?", path)
    told = reply_parts(dot_bench, ChatMessage("system", "Answer in capital letters."), question)[1]
    assert told == told.upper()
    assert "PURPLE" in told
    told = reply_parts(dot_bench, ChatMessage("system", "Answer in one word."), question)[1]
    assert told.lower().rstrip(".") == "purple"


def test_german_is_answered_in_german(dot_bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("green", "square", 0.5, 0.5))
    told = reply_parts(dot_bench, ask("Welche Farbe hat das Quadrat?", path))[1].lower()
    assert "quadrat" in told
    assert "grün" in told


@pytest.mark.parametrize(("sample", "expected"), [("three-shapes", "yes"), ("two-shapes", "no")])
def test_the_schema_in_the_readme_gets_a_correct_answer(
    dot_bench, sample: str, expected: str
) -> None:
    path = DOT.parent / "samples" / f"{sample}.png"
    schema = SamplingParams(json_schema='{"enum": ["yes", "no"]}')
    _, said = reply_parts(dot_bench, ask("Is there a red circle?", path), sampling=schema)
    assert said == f'"{expected}"'
