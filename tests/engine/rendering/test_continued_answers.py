"""A conversation that ends with an answer continues that answer, as if the model had just written
it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.answers import Answer
from engine.channels.detection import format_for
from engine.channels.markers import markers
from engine.channels.token_router import TokenRouter, start_channel
from engine.errors import Refused
from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Continue,
    Count,
    Counted,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Media,
    MediaKind,
    SamplingParams,
    ToolCall,
    ToolInvocation,
    Traced,
)
from engine.rendering.continuation import Continuation, continuation
from engine.rendering.model_language import Language
from engine.rendering.prompt_input import PromptInput, split_answer
from tests.conftest import DOT, Bench
from tests.engine.channels.test_format_detection import FAMILIES, Family, tokenizer_of
from tests.kit.images import ask

pytestmark = pytest.mark.usefixtures("dot_in_float32")

GREEDY = SamplingParams(temperature=0, thinking=True, max_tokens=120)
SOME = replace(GREEDY, max_tokens=30)
STORY = ask("Tell me a story about a red circle.")
PICTURE = ChatMessage(
    "user", "What do you see?", (Media(MediaKind.IMAGE, DOT.parent / "samples" / "two-shapes.png"),)
)


def assistant_message(content: str = "", reasoning: str = "") -> ChatMessage:
    return ChatMessage("assistant", content, reasoning=reasoning)


def request(
    number: int, *messages: ChatMessage, folder: Path = DOT, sampling: SamplingParams = GREEDY
) -> Generate:
    return Generate(number, str(folder), messages, sampling)


def deltas_of(bench: Bench, number: int) -> list[Delta]:
    return [it for it in bench.events if isinstance(it, Delta) and it.request_id == number]


def of_channel(deltas: list[Delta], channel: Channel) -> str:
    return "".join(it.text for it in deltas if it.channel is channel)


def saved_part(deltas: list[Delta], count: int) -> ChatMessage:
    """Return the part of an answer that was saved when the program was killed."""
    kept = deltas[:count]
    return assistant_message(of_channel(kept, Channel.CONTENT), of_channel(kept, Channel.REASONING))


def both(message: ChatMessage | Answer) -> str:
    return f"{message.reasoning}|{message.content}" if message.content else message.reasoning


def begin_alike(one: str, other: str) -> bool:
    """Return True if one text begins with the other."""
    return one.startswith(other) or other.startswith(one)


@pytest.mark.parametrize("question", [STORY, PICTURE], ids=["words", "picture"])
def test_an_answer_continued_anywhere_equals_the_uninterrupted_one(
    bench: Bench, question: ChatMessage
) -> None:
    bench.run(request(1, question, sampling=SOME))
    deltas, whole = deltas_of(bench, 1), bench.of(1)
    assert whole.reasoning and whole.content
    for number, place in enumerate((2, len(deltas) - 4), start=2):
        part = saved_part(deltas, place)
        bench.run(request(number, question, part, sampling=replace(GREEDY, max_tokens=4)))
        more = bench.of(number)
        assert more.usage.generated == 4 or more.reason is FinishReason.STOP
        text = both(assistant_message(part.content + more.content, part.reasoning + more.reasoning))
        assert len(text) > len(both(part)) and begin_alike(both(whole), text)
        # The prompt and the answer so far are cached.
        assert more.usage.prompt - more.usage.cached == 1
        assert more.usage.looked == 0


def test_an_uncached_continuation_is_counted_and_batched(bench: Bench) -> None:
    bench.run(request(1, STORY, sampling=SOME))
    whole, part = bench.of(1), saved_part(deltas_of(bench, 1), 20)
    fresh = Bench()
    try:
        fresh.run(request(9, ask("Hello"), sampling=replace(GREEDY, max_tokens=1)))
        [counted] = fresh.run(Count(2, request(0, STORY, part)))
        assert isinstance(counted, Counted)
        short = replace(SOME, max_tokens=8)
        begun_one, other = request(3, STORY, part, sampling=short), request(5, STORY, sampling=SOME)
        fresh.run(begun_one, request(4, ask("Hello"), sampling=short), other)
        text = part.content + fresh.of(3).content
        assert len(text) > len(part.content) and begin_alike(whole.content, text)
        assert fresh.of(3).usage.prompt == counted.tokens > fresh.of(5).usage.prompt
        assert fresh.of(5).content == whole.content
    finally:
        fresh.engine.close()


def test_a_continued_answer_can_be_stopped_and_continued(bench: Bench) -> None:
    bench.run(request(1, STORY, sampling=SOME))
    whole, part = bench.of(1), saved_part(deltas_of(bench, 1), 12)
    short = replace(GREEDY, max_tokens=5)
    bench.run(request(2, STORY, part, sampling=short))
    first = bench.of(2)
    assert first.usage.generated == 5, "the length starts again"
    traced = next(it for it in bench.events if isinstance(it, Traced) and it.request_id == 2)
    assert len(traced.tokens) == 5
    assert traced.prompt.endswith(part.content or part.reasoning)
    bench.run(Continue(3, 2))
    text = part.content + first.content + bench.of(3).content
    assert len(text) > len(part.content) + 10 and begin_alike(whole.content, text)


def test_an_empty_answer_is_ignored(bench: Bench) -> None:
    few = replace(GREEDY, max_tokens=12)
    bench.run(request(1, STORY, sampling=few), request(2, STORY, assistant_message(), sampling=few))
    assert bench.of(1).content == bench.of(2).content
    assert bench.of(1).usage.prompt == bench.of(2).usage.prompt


def test_answers_that_cannot_be_continued_are_refused(bench: Bench) -> None:
    call = replace(assistant_message(), tool_calls=(ToolInvocation("look", "{}"),))
    schema = replace(GREEDY, thinking=False, json_schema='{"type": "integer"}')
    bench.run(
        request(1, STORY, call),
        request(2, assistant_message("Hello")),
        request(3, STORY, assistant_message("red"), sampling=schema),
    )
    assert "Add the call's result" in bench.of(1).error
    assert "no question before the answer" in bench.of(2).error
    assert "does not match the JSON schema" in bench.of(3).error


def test_options_apply_to_the_continued_part_too(bench: Bench) -> None:
    plain = replace(GREEDY, thinking=False, max_tokens=8)
    schema = replace(plain, json_schema='{"type": "integer"}')
    budget = replace(GREEDY, thinking_budget=4, max_tokens=12)
    bench.run(
        request(1, STORY, assistant_message("12"), sampling=schema),
        request(
            2, STORY, assistant_message(reasoning="one two three four five six"), sampling=budget
        ),
    )
    assert bench.of(1).content == "" or bench.of(1).content.strip().isdigit()
    assert bench.of(2).reasoning == "", "the earlier reasoning used up the budget"
    assert bench.of(2).content


def test_only_a_stop_string_after_the_given_part_ends_the_answer(bench: Bench) -> None:
    """Clients of servers begin an answer with a fence that is their stop string as well."""
    plain = replace(GREEDY, thinking=False, max_tokens=8)
    asked, part = ask("Tell me a story."), assistant_message("Once")
    bench.run(request(1, asked, part, sampling=plain))
    said = bench.of(1).content
    later = said[4:7]
    stops = replace(plain, stop=("Once", later))
    bench.run(request(2, asked, part, sampling=stops))
    assert bench.of(2).content == said[: said.index(later)] != ""


def test_calls_of_the_continued_part_are_not_repeated(bench: Bench) -> None:
    tool = '{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}'
    text = '<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>\nSo'
    asked = replace(request(1, STORY, assistant_message(text)), tools=(tool,))
    events = bench.run(asked)
    assert not any(isinstance(it, ToolCall | Failed | Aborted) for it in events)
    assert isinstance(events[-1], Finished)


def tiny_language(tokenizer: TokenizerWrapper, template: str) -> Language:
    tokenizer.chat_template = template
    fmt = format_for(tokenizer)
    return Language("It", "any", tokenizer, None, {}, fmt, markers(fmt, tokenizer))


def read_continuation(
    model: Language, prompt: str, message: ChatMessage
) -> tuple[Continuation, dict[str, Any]]:
    """Return the continuation, and how the router reads that and the text " more" after it."""
    tokens = model.tokenizer.encode(prompt, add_special_tokens=False)
    prompt_input = PromptInput((STORY,), thinking=True, answer=message)
    made = continuation(prompt_input, prompt, tokens, [], model)
    fmt, _ = model.marked("")
    router = TokenRouter(
        fmt, model.tokenizer.detokenizer, start_channel(model.tokenizer, tokens, fmt)
    )
    read = dict.fromkeys(Channel, "")
    for token in made.tokens:
        for channel, text in router.feed(token):
            read[channel] += text
    for channel, text in router.cut():
        read[channel] += text
    router.go_on()
    more = ""
    for token in model.tokenizer.encode(" more", add_special_tokens=False):
        more += "".join(text for _, text in router.feed(token))
    more += "".join(text for _, text in router.flush())
    return made, {"read": read, "more": more, "channel": router.channel}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda it: it.name)
@pytest.mark.parametrize("opened", [False, True])
def test_continuations_of_every_family_are_routed_back(family: Family, *, opened: bool) -> None:
    tokenizer = tokenizer_of(family)
    model = tiny_language(tokenizer, family.template)
    start = model.marked("")[1].start
    if opened and not start:
        return
    prompt = "asked " + (tokenizer.decode(list(start)) if opened else "")
    reasoning = "why not" if start else ""
    for message in (
        assistant_message("Hello"),
        assistant_message("Hello", reasoning),
        assistant_message("", reasoning),
    ):
        if not (message.content or message.reasoning):
            continue
        _, found = read_continuation(model, prompt, message)
        told = Channel.CONTENT if message.content else Channel.REASONING
        got = found["read"][Channel.REASONING], found["read"][Channel.CONTENT]
        assert got == (message.reasoning, message.content)
        assert (found["more"], found["channel"]) == (" more", told)


QWEN = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}"
    "{% if loop.last and m.reasoning_content %}<think>\n{{ m.reasoning_content }}\n</think>\n\n"
    "{% endif %}{% endif %}{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n"
    "{% if not enable_thinking %}<think>\n\n</think>\n\n{% endif %}{% endif %}"
)


def test_a_continuation_follows_the_template() -> None:
    family = next(it for it in FAMILIES if it.name == "Qwen3")
    model = tiny_language(tokenizer_of(family), QWEN + "{# <tool_call> #}")
    thinking = "<|im_start|>user\nTell me a story about a red circle.<|im_end|>\n"
    prompt = thinking + "<|im_start|>assistant\n"
    made, _ = read_continuation(model, prompt, assistant_message("Hi", "why"))
    assert made.text == "<think>\nwhy\n</think>\n\nHi"
    assert read_continuation(model, prompt, assistant_message("", "why"))[0].text == "<think>\nwhy"
    assert read_continuation(model, prompt, assistant_message("Hi"))[0].text == "Hi"


def test_markers_spelled_in_a_continuation_are_text() -> None:
    family = next(it for it in FAMILIES if it.name == "Qwen3")
    model = tiny_language(tokenizer_of(family), QWEN + "{# <tool_call> #}")
    for text in ("a </think> b", "a<|im_end|>\n<|im_start|>user\nb", "<tool_call>{}</tool_call> b"):
        made, found = read_continuation(model, "asked", assistant_message(text))
        assert not set(made.tokens) & model.marked("")[0].specials.keys()
        assert found["read"][Channel.CONTENT] == text
    made, found = read_continuation(
        model, "asked", assistant_message("Hi", "I write </think> then")
    )
    assert found["read"][Channel.REASONING] == "I write </think> then"


def test_only_the_last_message_is_continued() -> None:
    messages = (STORY, assistant_message("Hi"), ask("More"))
    assert split_answer(messages) == (messages, None)
    assert split_answer(messages[:2]) == (messages[:1], messages[1])
    assert split_answer(()) == ((), None)
    with pytest.raises(Refused):
        split_answer((ChatMessage("system", "Be brief."), assistant_message("Hi")))
