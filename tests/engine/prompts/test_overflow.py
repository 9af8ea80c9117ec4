"""The part of a conversation that is sent if it is longer than the context."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import (
    ChatMessage,
    Count,
    Counted,
    Failed,
    Finished,
    Generate,
    LoadModel,
    Media,
    MediaKind,
    Overflow,
    SamplingParams,
    ToolInvocation,
    Traced,
    Trimmed,
)
from engine.prompts.overflow import SUMMARY, LongConversation
from tests.conftest import Bench
from tests.kit.images import save_small_image
from tests.kit.short_dot import short_dot
from tests.kit.tiny_text import qwen3

pytestmark = pytest.mark.usefixtures("dot_in_float32")

SYSTEM = ChatMessage("system", "Be brief.")
PICTURE = Media(MediaKind.IMAGE, Path("/red.png"))
FEW = SamplingParams(max_tokens=8)


def question_and_answer(number: int, words: int = 40) -> tuple[ChatMessage, ...]:
    return (
        ChatMessage("user", f"Question {number}: " + "word " * words),
        ChatMessage("assistant", f"Answer {number}."),
    )


def long_chat(count: int, words: int = 40) -> tuple[ChatMessage, ...]:
    return tuple(
        message for number in range(count) for message in question_and_answer(number, words)
    )


LAST = ChatMessage("user", "And now?")


def test_the_system_prompt_and_pinned_media_are_always_sent() -> None:
    shown = ChatMessage("user", "Look.", (PICTURE, PICTURE), pinned=(1,))
    mine = ChatMessage("user", "Compare with this", (PICTURE,), places=(8,))
    long = LongConversation((SYSTEM, shown, ChatMessage("assistant", "Red."), mine))
    told = long.context_plan(2)
    assert told.messages == (
        SYSTEM,
        replace(mine, media=(PICTURE, PICTURE), places=(0, 8), pinned=(0,)),
    )
    # The second and the last of three images are sent.
    assert told.media == (1, 2)


def test_later_system_messages_keep_their_place() -> None:
    first, omitted, kept, last = (ChatMessage("system", it) for it in ("a", "b", "c", "d"))
    chats = [question_and_answer(number) for number in range(3)]
    said = (first, *chats[0], omitted, *chats[1], kept, *chats[2], last)
    kept_part = (*chats[1], kept, *chats[2], last)
    whole = LongConversation(said).context_plan()
    assert whole.messages == said
    # A template reads one system message at the beginning.
    told = LongConversation(said).context_plan(2).messages
    assert told == (ChatMessage("system", "a\n\nb"), *kept_part)
    summarized = LongConversation(said).context_plan(2, "Zero.").messages
    text = f"a\n\nb\n\n{SUMMARY.format(text='Zero.')}"
    assert summarized == (ChatMessage("system", text), *kept_part)


def test_a_call_and_its_result_are_omitted_together() -> None:
    call = ChatMessage("assistant", "", tool_calls=(ToolInvocation("clock", "{}", "1"),))
    result = ChatMessage("tool", "12:00", name="clock", call_id="1")
    asked = (ChatMessage("user", "When?"), call, result, ChatMessage("assistant", "Noon."))
    long = LongConversation((*asked, *asked, LAST))
    assert long.starts == [4, 8]


def test_the_steps_stay_while_a_conversation_grows() -> None:
    """Prompts then share their beginning, and are not prefilled anew at each question."""
    begun: list[int] = []
    for count in range(20, 80):
        long = LongConversation((SYSTEM, *long_chat(count), LAST))
        steps = long.steps([], 1000, count * 55)
        fits = (it for it in steps if long.share(it, []) * count <= 15)
        begun.append(next(fits))
    assert begun == sorted(begun)
    # about five exchanges at a time
    assert len(set(begun)) <= len(begun) // 4


def test_steps_stay_long_for_token_dense_text() -> None:
    """Otherwise the first step would omit nearly everything."""
    long = LongConversation((*long_chat(20), LAST))
    for tokens_each in (55, 110, 440):
        context = tokens_each * 16
        first = long.steps([], context, tokens_each * 20)[0]
        assert 4 <= first <= 12


def test_a_summary_replaces_the_messages_it_covers() -> None:
    said = (*question_and_answer(0), ChatMessage("summary", "Zero."), *question_and_answer(1))
    long = LongConversation((SYSTEM, *said, ChatMessage("summary", "At the end."), LAST))
    assert long.summaries == [(2, "Zero."), (4, "At the end.")]
    told = long.context_plan(2, "Zero.").messages
    assert told[0].content == "Be brief.\n\n" + SUMMARY.format(text="Zero.")
    assert told[1:] == (*question_and_answer(1), LAST)
    assert LongConversation(said).context_plan(2, "Zero.").messages[0].role == "system"


# --- in the engine -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def short_context_model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model with a short context, which is cheap to fill."""
    folder = tmp_path_factory.mktemp("small")
    qwen3(folder, max_position_embeddings=1000)
    return str(folder)


@pytest.fixture
def small(bench: Bench, short_context_model: str) -> str:
    bench.run(LoadModel(1, short_context_model))
    return short_context_model


@pytest.fixture
def dot(bench: Bench, tmp_path: Path) -> str:
    model = short_dot(tmp_path / "dot", 1024)
    bench.run(LoadModel(1, model))
    return model


@pytest.fixture
def seeing(bench: Bench, tmp_path: Path) -> str:
    """Dot with a short context, loaded."""
    folder = short_dot(tmp_path / "seeing", 240)
    bench.run(LoadModel(1, folder))
    return folder


def greetings(count: int) -> tuple[ChatMessage, ...]:
    hello = (ChatMessage("user", "Hello! How are you?"), ChatMessage("assistant", "I am well."))
    return hello * count


def test_a_pinned_image_is_still_sent(bench: Bench, seeing: str, tmp_path: Path) -> None:
    shown = Media(
        MediaKind.IMAGE, save_small_image(tmp_path / "a.png", ("blue", "circle", 0.5, 0.5))
    )
    about = (ChatMessage("user", "Hello", (shown,)), ChatMessage("assistant", "A blue circle."))
    rest = (*greetings(12), ChatMessage("user", "What color is the circle?"))
    for number, pinned in enumerate(((0,), ()), 2):
        messages = (replace(about[0], pinned=pinned), about[1], *rest)
        request = Generate(number, seeing, messages, FEW, overflow=Overflow.TRIM)
        counted = bench.run(Count(90, request))[-1]
        done = bench.run(request)
        assert isinstance(counted, Counted) and counted.left_out >= 2
        assert isinstance(done[-1], Finished)
        # An omitted image is not encoded.
        assert (done[-1].usage.looked + done[-1].usage.known == 1) is bool(pinned)
        assert ("blue" in bench.of(number).content.lower()) is bool(pinned)


def test_the_announced_messages_are_omitted_and_the_prefix_is_cached(
    bench: Bench, small: str
) -> None:
    found, left = [], set()
    one = replace(FEW, max_tokens=1)
    for count in range(16, 22):
        messages = (SYSTEM, *long_chat(count, 4), LAST)
        request = Generate(100 + count, small, messages, one, overflow=Overflow.TRIM)
        counted = bench.run(Count(200 + count, request))[-1]
        assert isinstance(counted, Counted) and counted.tokens < counted.context
        done = bench.run(request)
        trimmed = [it.messages for it in done if isinstance(it, Trimmed)]
        assert trimmed == ([counted.left_out] if counted.left_out else [])
        assert isinstance(done[-1], Finished) and done[-1].usage.prompt == counted.tokens
        prompt = next(it for it in done if isinstance(it, Traced)).prompt
        first = counted.left_out // 2
        assert "Be brief." in prompt and f"Question {first}:" in prompt
        assert f"Question {first - 1}:" not in prompt
        left.add(first)
        found.append(done[-1].usage.cached > done[-1].usage.prompt // 2)
    # Only questions that omit more messages are prefilled anew.
    assert 2 <= len(left) <= 4
    assert found.count(True) >= len(found) - len(left)


def test_a_summary_is_requested_used_and_ignored_if_all_fits(bench: Bench, small: str) -> None:
    one, said = replace(FEW, max_tokens=1), long_chat(20, 4)
    told = (SYSTEM, *said, LAST)
    request = Generate(2, small, told, one, overflow=Overflow.SUMMARISE, conversation=1)
    failed = bench.run(request)[-1]
    assert isinstance(failed, Failed) and failed.left_out % 2 == 0 and not failed.fault
    counted = bench.run(Count(90, request))[-1]
    assert isinstance(counted, Counted)
    assert (counted.left_out, counted.summarized) == (failed.left_out, 0)
    covered = failed.left_out
    summary = ChatMessage("summary", "It was about words.")
    with_it = (SYSTEM, *said[:covered], summary, *said[covered:], LAST)
    request = replace(request, request_id=3, messages=with_it)
    counted = bench.run(Count(91, request))[-1]
    assert isinstance(counted, Counted)
    assert (counted.left_out, counted.summarized) == (covered, covered)
    done = bench.run(replace(request, request_id=92, messages=(SYSTEM, *said[:4], LAST)), request)
    ended = next(it for it in done if isinstance(it, Finished) and it.request_id == 3)
    assert ended.read_again.startswith("The summary of the earlier messages")
    prompt = next(it for it in done if isinstance(it, Traced) and it.request_id == 3).prompt
    assert "It was about words." in prompt and f"Question {covered // 2 - 1}:" not in prompt
    assert not any(isinstance(it, Trimmed) for it in done)
    short = replace(
        request, request_id=4, messages=(SYSTEM, *question_and_answer(0), summary, LAST)
    )
    prompt = next(it for it in bench.run(short) if isinstance(it, Traced)).prompt
    assert "It was about words." not in prompt and "Question 0:" in prompt


@pytest.mark.parametrize("overflow", list(Overflow))
def test_a_system_prompt_that_is_too_long_by_itself_is_named(
    bench: Bench, small: str, overflow: Overflow
) -> None:
    told = (ChatMessage("system", "hello " * 1000), *long_chat(2), LAST)
    failed = bench.run(Generate(2, small, told, FEW, overflow=overflow))[-1]
    assert isinstance(failed, Failed) and failed.left_out == 0
    assert failed.message.startswith("The system prompt alone has about 6,")
    assert failed.message.endswith("Shorten it.")


@pytest.mark.parametrize("overflow", list(Overflow))
def test_a_short_system_prompt_is_not_blamed_for_long_tools(
    bench: Bench, dot: str, overflow: Overflow
) -> None:
    tool = '{{"type": "function", "function": {{"name": "tool_{}", "description": "{}"}}}}'
    tools = tuple(tool.format(number, "Look it up. " * 8) for number in range(20))
    told = (SYSTEM, ChatMessage("user", "Hi"))
    failed = bench.run(Generate(2, dot, told, FEW, tools, overflow=overflow))[-1]
    assert isinstance(failed, Failed) and failed.tokens >= failed.context > 0
    assert "system prompt alone" not in failed.message


def test_a_chat_is_shortened_by_a_tool_call_with_long_arguments(bench: Bench, dot: str) -> None:
    call = ToolInvocation("write_file", json.dumps({"text": "some word " * 600}), "c1")
    told = (
        SYSTEM,
        ChatMessage("user", "Write it."),
        ChatMessage("assistant", "", tool_calls=(call,)),
        ChatMessage("tool", "ok", name="write_file", call_id="c1"),
        ChatMessage("assistant", "Done."),
        LAST,
    )
    request = Generate(2, dot, told, FEW, overflow=Overflow.TRIM)
    done = bench.run(request)
    assert [it.messages for it in done if isinstance(it, Trimmed)] == [4]
    assert isinstance(done[-1], Finished)
    failed = bench.run(replace(request, request_id=3, overflow=Overflow.SUMMARISE))[-1]
    assert isinstance(failed, Failed) and failed.left_out == 4
    refused = bench.run(replace(request, request_id=4, overflow=Overflow.REFUSE))[-1]
    assert isinstance(refused, Failed)
    assert refused.message.startswith("This conversation has")


def test_a_single_question_that_is_too_long_is_refused(bench: Bench, small: str) -> None:
    alone = ChatMessage("user", "hello " * 1000)
    for number, overflow in enumerate((Overflow.TRIM, Overflow.SUMMARISE), 2):
        failed = bench.run(Generate(number, small, (*long_chat(2), alone), FEW, overflow=overflow))[
            -1
        ]
        assert isinstance(failed, Failed) and failed.left_out == 0
        assert failed.message.startswith("The last question has")
