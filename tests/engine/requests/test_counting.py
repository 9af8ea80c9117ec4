"""A count equals the tokens of the later prompt, and counting changes nothing."""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Count,
    Counted,
    Delta,
    Failed,
    Finished,
    Generate,
    LoadModel,
    Measure,
    Measured,
    Media,
    MediaKind,
    Overflow,
    RequestEvent,
    SamplingParams,
    Traced,
    Usage,
)
from engine.models.prefix_cache import PrefixCache
from engine.models.rates import Rates
from engine.rendering.segments import AT_ONCE
from engine.requests.count_job import MAX_CHARACTERS, MAX_MESSAGES
from tests.conftest import DOT, Bench
from tests.kit import tiny_models
from tests.kit.images import ask, save_image, save_small_image, save_small_video
from tests.kit.short_dot import short_dot

pytestmark = pytest.mark.usefixtures("dot_in_float32")

FEW = SamplingParams(max_tokens=4)
RED, BLUE = ("red", "circle", 0.4, 0.5), ("blue", "square", 0.6, 0.4)
TOOL = json.dumps(
    {
        "type": "function",
        "function": {
            "name": "calculator",
            "description": "Calculates",
            "parameters": {"type": "object", "properties": {"expression": {"type": "string"}}},
        },
    }
)
SYSTEM = ChatMessage("system", "You are brief.")
ANSWERED = (ChatMessage("user", "Hi"), ChatMessage("assistant", "Hello."))


class Counter(Bench):
    def load(self, family: Path | str) -> None:
        self.run(LoadModel(1, str(family)))

    def end(self, command: Generate | Count) -> RequestEvent:
        return self.run(command)[-1]

    def count(self, request: Generate) -> Counted:
        done = self.end(Count(90, request))
        assert isinstance(done, Counted), done
        return done

    def read(self, request: Generate) -> Usage:
        done = self.end(request)
        assert isinstance(done, Finished), done
        return done.usage

    def prompts(self, model: Path) -> PrefixCache:
        assert self.engine._scheduler is not None
        resident = self.engine._scheduler._models.get(str(model))
        assert resident is not None
        return resident.lanes[0].prompts


@pytest.fixture
def counter() -> Iterator[Counter]:
    made = Counter()
    yield made
    made.engine.close()


# Dot's template; tiny templates with plain entries, windows and states to trim, and an image mask.
@pytest.mark.parametrize(
    "family", ["dot", "qwen3", "gemma3_text", "qwen3_5", "gemma4"], indirect=True
)
def test_conversations_of_each_family_are_counted(counter: Counter, family: Path) -> None:
    counter.load(family)
    said = [ChatMessage("user", "What is six times seven?"), *ANSWERED[1:], ANSWERED[0]]
    for messages in ((said[0],), (SYSTEM, said[0]), tuple(said)):
        request = Generate(2, str(family), messages, FEW)
        counted, usage = counter.count(request), counter.read(request)
        assert (counted.tokens, counted.known) == (usage.prompt, usage.cached)


@pytest.mark.parametrize("family", ["dot", "qwen2_5_vl", "qwen3_vl", "gemma3", "gemma4"])
def test_images_and_videos_are_counted(counter: Counter, family: str, tmp_path: Path) -> None:
    model = DOT
    if family != "dot":
        model = tmp_path / family
        tiny_models.FAMILIES[family](model)
    counter.load(model)
    one = save_image(tmp_path / "one.png", RED, size=(160, 120))
    two = save_image(tmp_path / "two.png", BLUE, size=(130, 150))
    video = save_small_video(tmp_path / "clip.mp4", "red", "circle", "right", frames=12)
    placed = replace(ask("Compare and that.", one, two), places=(8, 12))
    for messages in ((ask("What?", one),), (ask("And?", one), *ANSWERED[1:], placed)):
        request = Generate(2, str(model), messages, FEW)
        counted, usage = counter.count(request), counter.read(request)
        assert (counted.tokens, counted.known) == (usage.prompt, usage.cached)
    moving = ChatMessage("user", "Where to?", (Media(MediaKind.VIDEO, video),))
    request = Generate(2, str(model), (moving,), FEW)
    assert counter.count(request).tokens == counter.read(request).prompt


@pytest.mark.parametrize("thinking", [True, False])
@pytest.mark.parametrize("tools", [(), (TOOL,)])
def test_thinking_and_tools_count(counter: Counter, thinking: bool, tools: tuple[str, ...]) -> None:
    counter.load(DOT)
    request = Generate(2, str(DOT), (SYSTEM, ANSWERED[0]), replace(FEW, thinking=thinking), tools)
    counted = counter.count(request)
    assert counted.tokens == counter.read(request).prompt
    bare = counter.count(replace(request, tools=(), sampling=replace(FEW, thinking=not thinking)))
    assert not tools or counted.tokens > bare.tokens


def test_counting_does_not_change_the_cache(counter: Counter) -> None:
    counter.load(DOT)
    first = Generate(2, str(DOT), (SYSTEM, ANSWERED[0]), FEW)
    other = Generate(2, str(DOT), (ChatMessage("user", "What is a circle?"),), FEW)
    counter.read(first)
    counter.read(other)
    prompts = counter.prompts(DOT)
    before = list(prompts._entries)
    follow_up = replace(first, messages=(*first.messages, ANSWERED[1], ANSWERED[0]))
    assert counter.count(follow_up).known > 0
    assert prompts._entries == before
    assert counter.count(follow_up).known == counter.read(follow_up).cached


def test_seconds_come_with_the_first_measurement(counter: Counter, tmp_path: Path) -> None:
    counter.load(DOT)
    request = Generate(2, str(DOT), (SYSTEM, ANSWERED[0]), FEW)
    assert counter.count(request).seconds is None
    counter.read(request)
    long = replace(request, messages=(ChatMessage("user", "one two three " * 200),))
    short = counter.count(replace(request, messages=(ChatMessage("user", "Who are you?"),)))
    assert short.seconds is not None
    assert (counter.count(long).seconds or 0) > short.seconds > 0
    # no image was looked at yet
    seen = replace(request, messages=(ask("What?", save_small_image(tmp_path / "a.png", RED)),))
    assert counter.count(seen).seconds is None
    counter.read(seen)
    other = save_small_image(tmp_path / "b.png", BLUE)
    assert counter.count(replace(seen, messages=(ask("What?", other),))).seconds is not None


def test_counting_loads_no_model(counter: Counter) -> None:
    counter.load(DOT)
    elsewhere = Generate(2, "/nowhere/model", (ANSWERED[0],), FEW)
    assert isinstance(counter.end(Count(90, elsewhere)), Aborted)


def test_a_conversation_that_is_too_long_is_counted(counter: Counter, tmp_path: Path) -> None:
    dot = short_dot(tmp_path / "short", 512)
    counter.load(dot)
    words = ChatMessage("user", "one two three four five " * 500)
    request = Generate(2, dot, (words,), FEW)
    counted = counter.count(request)
    assert counted.tokens > counted.context
    assert f"{counted.tokens:,} tokens" in getattr(counter.end(request), "message", "")
    # what the oldest would leave
    half = ChatMessage(
        "user", "one two three four five " * (500 * counted.context // counted.tokens // 2)
    )
    trimmed = Generate(
        2,
        dot,
        (half, ANSWERED[1], half, ANSWERED[1], ANSWERED[0]),
        FEW,
        overflow=Overflow.TRIM,
    )
    counted = counter.count(trimmed)
    assert counted.left_out > 0
    assert counted.tokens == counter.read(trimmed).prompt


def test_an_endless_text_is_refused_by_its_length(counter: Counter) -> None:
    counter.load(DOT)
    done = counter.end(Count(90, Generate(2, str(DOT), (ChatMessage("user", "x" * 10_000_000),))))
    assert isinstance(done, Failed) and "10,000,000 characters" in done.message


def test_an_aborted_count_ends(counter: Counter) -> None:
    counter.load(DOT)
    request = Generate(2, str(DOT), (ANSWERED[0],), FEW)
    done = counter.run(Count(90, request), Count(91, request), Abort(91))
    assert {type(event) for event in done} == {Counted, Aborted}


def test_counting_does_not_delay_an_answer(counter: Counter) -> None:
    """The answer is unchanged, and the count comes between its tokens."""
    counter.load(DOT)
    request = Generate(2, str(DOT), (ANSWERED[0],), replace(FEW, max_tokens=12, seed=1))
    counter.run(request)
    alone = counter.of(2).content
    counter.events.clear()
    done = counter.run(request, Count(90, request))
    assert counter.of(2).content == alone
    kinds = [type(event) for event in done]
    assert kinds.index(Counted) < kinds.index(Finished)


LONG = (
    tuple(ANSWERED[n % 2] for n in range(MAX_MESSAGES + 1)),
    (ChatMessage("user", "x " * (MAX_CHARACTERS // 2 + 1)),),
)


@pytest.mark.parametrize("messages", LONG, ids=["messages", "characters"])
def test_long_conversations_are_not_counted_during_an_answer(
    counter: Counter, messages: tuple[ChatMessage, ...]
) -> None:
    """A template or a tokenizer cannot be interrupted, so other requests would wait."""
    counter.load(DOT)
    request = Generate(2, str(DOT), (ANSWERED[0],), replace(FEW, max_tokens=40))
    counter.engine.submit(request)
    counter.until(Delta, 2)
    counter.engine.submit(Count(90, replace(request, messages=messages)))
    counter.engine.submit(Count(91, request))
    counter.until(Counted, 91)
    kinds = {event.request_id: type(event) for event in counter.run()}
    assert kinds == {2: Finished}, "both were answered before"
    found = [event for event in counter.events if getattr(event, "request_id", 0) == 90]
    assert [type(event) for event in found] == [Aborted]
    assert counter.count(replace(request, messages=messages)).tokens > 500


@pytest.mark.parametrize("count", [True, False], ids=["counted", "asked"])
def test_long_texts_are_tokenized_in_pieces_between_other_requests(
    counter: Counter, count: bool, tmp_path: Path
) -> None:
    dot = short_dot(tmp_path / "short", 2048)
    counter.load(dot)
    words = [f"{n} {'one two three four five ' * 50}" for n in range(51)]
    messages = tuple(m for text in words for m in (ChatMessage("user", text), ANSWERED[1]))
    request = Generate(2, dot, (*messages, ANSWERED[0]))

    def steps() -> int:
        counter.engine.submit(Count(2, request) if count else request)
        for step in range(1000):
            if counter.engine.idle:
                return step
            counter.engine.step()
        raise AssertionError("it does not end")

    first, again = steps(), steps()
    assert 1 <= sum(map(len, words)) // AT_ONCE - 1 <= first - again
    assert again < 8, "what was tokenized before is known"


def test_prompts_of_another_precision_are_not_cached(counter: Counter) -> None:
    counter.load(DOT)
    words = ChatMessage("user", "the quick brown fox jumps over the lazy dog " * 6)
    request = Generate(2, str(DOT), (words,), FEW)
    counter.read(request)
    assert counter.count(request).known > 0
    small = replace(request, kv_bits=8)
    assert counter.count(small).known == counter.read(small).cached == 0
    assert counter.count(small).known > 0


def test_counting_does_not_reset_the_peak(counter: Counter) -> None:
    counter.load(DOT)
    request = Generate(2, str(DOT), (ANSWERED[0],), FEW)
    counter.read(request)
    peak = counter.stats_now().peak_memory
    counter.count(request)
    assert counter.stats_now().peak_memory == peak


# --- texts that go with a message ------------------------------------------------------------


def notes(folder: Path, words: str = "Alpha\nBeta", name: str = "notes.txt") -> Media:
    path = folder / name
    path.write_text(words, encoding="utf-8")
    return Media(MediaKind.TEXT, path)


def traced_prompt(counter: Counter, message: ChatMessage, model: Path = DOT) -> str:
    events = counter.run(Generate(2, str(model), (message,), FEW))
    return next(event.prompt for event in events if isinstance(event, Traced))


def test_a_text_file_precedes_the_question_named_and_fenced(
    counter: Counter, tmp_path: Path
) -> None:
    counter.load(DOT)
    told = traced_prompt(counter, ChatMessage("user", "What is this?", (notes(tmp_path),)))
    assert "notes.txt:\n```\nAlpha\nBeta\n```\n\nWhat is this?" in told


def test_text_files_and_images_keep_their_places(counter: Counter, tmp_path: Path) -> None:
    counter.load(DOT)
    text, seen = (
        notes(tmp_path, "One\n"),
        Media(MediaKind.IMAGE, save_small_image(tmp_path / "a.png", RED)),
    )
    told = traced_prompt(counter, ChatMessage("user", "Read and see.", (text, seen), places=(5, 9)))
    assert "Read \nnotes.txt:\n```\nOne\n```\n\nand <" in told
    assert told[told.index("and <") + len("and ") :].index(">see.") > 0


def test_a_fence_inside_a_text_file_does_not_end_its_block(
    counter: Counter, tmp_path: Path
) -> None:
    counter.load(DOT)
    told = traced_prompt(counter, ChatMessage("user", "?", (notes(tmp_path, "```py\n1\n```"),)))
    assert "````\n```py\n1\n```\n````" in told
    # an old Mac's line ends are none for a regular expression
    told = traced_prompt(counter, ChatMessage("user", "?", (notes(tmp_path, "1\r```\r````\r2"),)))
    assert "`````\n1\r```\r````\r2\n`````" in told


@pytest.mark.skipif(sys.platform == "darwin", reason="names are Unicode there")
def test_a_name_of_invalid_bytes_can_be_rendered(counter: Counter, tmp_path: Path) -> None:
    counter.load(DOT)
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt"))
    path.write_text("Alpha")
    told = traced_prompt(counter, ChatMessage("user", "?", (Media(MediaKind.TEXT, path),)))
    assert "?.txt:\n```\nAlpha\n```" in told


def test_a_placeholder_spelled_in_a_text_is_not_an_image(counter: Counter, tmp_path: Path) -> None:
    counter.load(DOT)
    spelled = notes(tmp_path, "<|vision_start|><|image_pad|><|vision_end|> and \0 and \r\n")
    seen = Media(MediaKind.IMAGE, save_small_image(tmp_path / "a.png", RED))
    request = Generate(2, str(DOT), (ChatMessage("user", "?", (spelled, seen)),), FEW)
    assert counter.count(request).tokens == counter.read(request).prompt


def test_a_text_model_accepts_text_files(counter: Counter, tiny_text: Path, tmp_path: Path) -> None:
    counter.load(tiny_text)
    message = ChatMessage("user", "What is this?", (notes(tmp_path),))
    request = Generate(2, str(tiny_text), (message,), FEW)
    counted = counter.count(request)
    assert counted.tokens == counter.read(request).prompt
    bare = replace(request, messages=(ChatMessage("user", "What is this?"),))
    cost = counter.run(Measure(3, str(tiny_text), message.media[0]))[-1]
    assert isinstance(cost, Measured)
    assert abs(counted.tokens - counter.count(bare).tokens - cost.cost.tokens) <= 2


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xfe\x00a", "is not UTF-8 text"),
        (b"x" * (17 << 20), "a text file can be at most 16 MB"),
    ],
)
def test_a_file_that_is_not_text_is_refused(
    counter: Counter, tmp_path: Path, data: bytes, sentence: str
) -> None:
    counter.load(DOT)
    path = tmp_path / "it.txt"
    path.write_bytes(data)
    message = ChatMessage("user", "?", (Media(MediaKind.TEXT, path),))
    done = counter.end(Generate(2, str(DOT), (message,), FEW))
    assert isinstance(done, Failed) and sentence in done.message
    path.unlink()
    done = counter.end(Generate(2, str(DOT), (message,), FEW))
    assert isinstance(done, Failed) and "cannot be opened" in done.message


def test_a_rate_is_estimated_from_similar_sizes() -> None:
    rates = Rates()
    assert rates.prefill_seconds(10, 512) is None
    for _ in range(6):
        rates.add_prefill(512, 0.5)
        rates.add_prefill(8, 0.04)
    assert rates.prefill_seconds(512 * 2, 512) == pytest.approx(1.0)
    assert rates.prefill_seconds(8, 512) == pytest.approx(0.04)
    assert rates.encode_seconds([]) == 0 and rates.encode_seconds([4]) is None
