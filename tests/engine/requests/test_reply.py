"""Tokens to events: calls and suggestions, usage by channel, and the trace of a reply."""

import itertools
import json
from dataclasses import replace

import pytest

from app.tools import calculator
from engine.channels.known_formats import FORMATS
from engine.messages import (
    Channel,
    Continue,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    RequestEvent,
    SamplingParams,
    ToolCall,
    ToolDelta,
    Traced,
)
from engine.models.loader import LoadedModel
from engine.requests.reply import Reply
from tests.conftest import DOT, Bench
from tests.kit.images import ask

pytestmark = pytest.mark.usefixtures("dot_in_float32")

CALL = '{"name": "calculator", "arguments": {"expression": "1+1"}}'
MARKED = f"<tool_call>\n{CALL}\n</tool_call>"
WRITTEN = '[Calling tool: calculator({"expression": "1+1"})]'
SYMBOLS = {Channel.REASONING: "r", Channel.CONTENT: "c", Channel.TOOL_CALL: "t", None: "."}


class Said:
    """A reply of Dot's tokenizer that says a text, token by token."""

    def __init__(self, dot: LoadedModel, text: str, *stop: str, name: str = "") -> None:
        fmt = FORMATS[name].bound(dot.tokenizer) if name else dot.channels
        offered = (calculator.SCHEMA,)
        self.reply = Reply(dot.tokenizer, fmt, Channel.CONTENT, stop, offered)
        self.tokens = dot.tokenizer.encode(text, add_special_tokens=False)
        self.last_channel = ""
        self.events: list[RequestEvent] = []
        for token in self.tokens:
            self.events += self.reply.feed(12, token)
            self.last_channel += SYMBOLS[self.reply.last_channel]
        self.events += self.reply.flush(12)

    def text(self, channel: Channel = Channel.CONTENT) -> str:
        deltas = [it for it in self.events if isinstance(it, Delta) and it.channel is channel]
        return "".join(delta.text for delta in deltas)

    @property
    def calls(self) -> list[ToolCall]:
        return [event for event in self.events if isinstance(event, ToolCall)]


def test_a_marked_call_is_not_shown_as_text(dot) -> None:
    said = Said(dot, f"Let me see.\n{MARKED}")
    assert said.text() == "Let me see."
    (call,) = said.calls
    assert (call.call.name, call.written) == ("calculator", "")
    assert json.loads(call.call.arguments) == {"expression": "1+1"}
    assert said.reply.called


def test_a_written_call_stays_in_the_answer_and_is_only_suggested(dot) -> None:
    said = Said(dot, f"Let me see.\n\n{WRITTEN}\nSo.", name="bracket")
    (call,) = said.calls
    assert call.written == WRITTEN
    assert said.text() == f"Let me see.\n\n{WRITTEN}\nSo."
    assert not said.reply.called


def test_a_stop_string_in_a_written_call_ends_it(dot) -> None:
    said = Said(dot, f"So: {WRITTEN}", "expression", name="bracket")
    assert said.text() == 'So: [Calling tool: calculator({"'
    assert not said.calls
    assert said.reply.stopped


def test_text_held_for_a_stop_string_is_shown_before_what_follows_in_other_channels(dot) -> None:
    """Clients close the reasoning when the answer begins."""
    said = Said(dot, f"<think>\nhm E</think>\n\nWell E{MARKED}ND", "END", name="hermes")
    shown = [
        (it.channel, it.text) if isinstance(it, Delta) else (Channel.TOOL_CALL, "")
        for it in said.events
    ]
    ordered = [channel for channel, _ in itertools.groupby(channel for channel, _ in shown)]
    assert ordered == [Channel.REASONING, Channel.CONTENT, Channel.TOOL_CALL, Channel.CONTENT]
    assert said.text(Channel.REASONING) == "hm E"
    # No stop string spans a call.
    assert said.text() == "Well END"
    assert not said.reply.stopped


def test_a_marker_can_be_a_stop_string(dot) -> None:
    """Clients send the markers of chats. As a token, such a marker is never text."""
    said = Said(dot, "<think>\nhm 漢</think>\n\nWell", "Never", "</think>")
    assert (said.text(Channel.REASONING), said.text()) == ("hm 漢", "")
    assert said.reply.stop_string == "</think>"
    said = Said(dot, f"{MARKED}\nWell", "</tool_call>", name="hermes")
    assert (len(said.calls), said.text()) == (1, "")
    assert said.reply.stopped


def test_every_template_accepts_the_ids_of_calls(dot) -> None:
    """Mistral's: nine letters and digits."""
    said = Said(dot, f"{MARKED}\n{MARKED}")
    ids = [call.call.call_id for call in said.calls]
    assert ids == ["000012000", "000012001"]


def test_calls_grow_under_the_id_that_they_get(dot) -> None:
    said = Said(dot, f"Let me see.\n{MARKED}\n{MARKED}")
    grown: dict[str, list[str]] = {}
    for event in said.events:
        if isinstance(event, ToolDelta):
            assert event.name == "calculator"
            grown.setdefault(event.call_id, []).append(event.arguments)
    assert {key: "".join(parts) for key, parts in grown.items()} == {
        it.call.call_id: it.call.arguments for it in said.calls
    }
    assert len(said.calls) == 2
    assert all(len(parts) > 2 for parts in grown.values())


def test_a_call_that_was_cut_grew_and_is_text_then(dot) -> None:
    said = Said(dot, MARKED[: MARKED.index('"1+1')])
    deltas = [it for it in said.events if isinstance(it, ToolDelta)]
    assert "".join(it.arguments for it in deltas) == '{"expression": '
    assert not said.calls
    assert said.text().startswith('{"name": "calculator"')


def test_a_continued_call_comes_only_as_a_whole(dot) -> None:
    tokens = dot.tokenizer.encode(MARKED, add_special_tokens=False)
    reply = Reply(dot.tokenizer, dot.channels, Channel.CONTENT, (), (calculator.SCHEMA,))
    reply.begin(tokens[:-8])
    reply.go_on()
    events = [event for token in tokens[-8:] for event in reply.feed(12, token)]
    assert not [it for it in events if isinstance(it, ToolDelta)]
    (call,) = [it for it in events if isinstance(it, ToolCall)]
    assert json.loads(call.call.arguments) == {"expression": "1+1"}


def test_each_token_counts_for_its_channel_and_markers_for_none(dot) -> None:
    said = Said(dot, f"<think>\nhm hm</think>\n\nWell {MARKED}")
    by_channel = said.last_channel
    assert by_channel.startswith(".r")
    assert set(by_channel) == set("rct.")
    assert by_channel.index("c") > by_channel.rindex("r")
    assert by_channel.index("t") > by_channel.rindex("c")
    assert by_channel.count(".") == 4


def test_the_trace_has_each_token_and_its_channel(dot) -> None:
    said = Said(dot, "<think>\nhm</think>\n\nYes")
    trace = said.reply.traced(12, "the prompt")
    assert (trace.prompt, trace.channel_format, trace.opened) == (
        "the prompt",
        dot.channels.name,
        Channel.CONTENT,
    )
    assert [it.token for it in trace.tokens] == said.tokens
    first, *_, last = trace.tokens
    assert (first.text, first.channel, first.special) == ("<think>", Channel.REASONING, True)
    assert (last.channel, last.special) == (Channel.CONTENT, False)
    assert said.reply.traced(12, "").tokens == ()


def sum_request(request_id: int, **options) -> Generate:
    sampling = SamplingParams(thinking=True, **options)
    return Generate(request_id, str(DOT), (ask("What is 17 plus 25?"),), sampling)


def traces(events: list[RequestEvent]) -> list[Traced]:
    return [event for event in events if isinstance(event, Traced)]


def test_an_answer_is_traced_just_before_its_end(bench: Bench) -> None:
    events = bench.run(replace(sum_request(1), tools=(calculator.SCHEMA,)))
    trace, finished = events[-2:]
    assert isinstance(trace, Traced)
    assert isinstance(finished, Finished)
    assert finished.reason is FinishReason.TOOL_CALLS
    assert trace.prompt.count("<|im_start|>") == 3
    assert "calculator" in trace.prompt
    usage = finished.usage
    assert len(trace.tokens) == usage.generated
    markers = usage.generated - usage.reasoning - usage.content - usage.tool_call
    # Two around the reasoning, two around the call; line breaks beside them are of a channel.
    assert markers == 4
    assert usage.reasoning and usage.tool_call


def test_each_part_of_a_continued_answer_is_traced(bench: Bench) -> None:
    first = bench.run(sum_request(1, max_tokens=3))
    second = bench.run(Continue(2, 1))
    one, two = traces(first)[0], traces(second)[0]
    assert len(one.tokens) == 3
    assert (one.opened, two.opened) == (Channel.CONTENT, one.tokens[-1].channel)
    whole = traces(bench.run(sum_request(3)))[0].tokens
    assert [*one.tokens, *two.tokens] == list(whole[:6])


def test_a_stop_string_in_the_text_of_a_cut_call_ends_the_answer(bench: Bench) -> None:
    asked = replace(sum_request(1), tools=(calculator.SCHEMA,))
    tokens = traces(bench.run(asked))[0].tokens
    opened = next(at for at, it in enumerate(tokens) if it.channel is Channel.TOOL_CALL)
    sampling = replace(asked.sampling, max_tokens=opened + 8, stop=("name",))
    end = bench.run(replace(asked, sampling=sampling))[-1]
    assert isinstance(end, Finished)
    assert (end.reason, end.stop) == (FinishReason.STOP, "name")
    assert bench.of(1).content.endswith('{"')


@pytest.mark.parametrize("name", ["plain", "hermes"])
def test_a_format_can_be_overridden(bench: Bench, name: str) -> None:
    events = bench.run(replace(sum_request(1), channel_format=name))
    (trace,) = traces(events)
    assert trace.channel_format == name
    reasoning = [it for it in events if isinstance(it, Delta) and it.channel is Channel.REASONING]
    assert bool(reasoning) == (name == "hermes")


def test_an_unknown_format_is_refused(bench: Bench) -> None:
    failed = bench.run(replace(sum_request(1), channel_format="x"))[-1]
    assert isinstance(failed, Failed)
    assert "There is no output format called x." in failed.message
