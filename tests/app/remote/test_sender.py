"""Requests to servers over real sockets: what is sent, what becomes of the answer, what fails."""

import base64
import io
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from PIL import Image

from app.remote.asked import Asked, Patience
from app.remote.call_ids import with_call_ids
from app.remote.sender import Sender
from app.remote.think_marks import ThinkMarks
from engine import offline
from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Media,
    MediaKind,
    Overflow,
    RequestEvent,
    ToolCall,
    ToolInvocation,
    Trimmed,
    Waiting,
)
from tests.kit.scripted_server import (
    DONE,
    Line,
    Script,
    ScriptedServer,
    answered,
    chunk,
    event,
    said,
    streamed,
)
from ui.state.remote_servers import NEUTRAL, RemoteApi, RemoteModel, RemoteServer

TERMINAL = (Finished, Failed, Aborted)
QUESTION = ChatMessage("user", "What is two and two?")
TOOL = json.dumps(
    {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}
)
USAGE = {
    "prompt_tokens": 30,
    "completion_tokens": 12,
    "prompt_tokens_details": {"cached_tokens": 20},
    "completion_tokens_details": {"reasoning_tokens": 5},
    "cost": 0.0012,
}
QUICK = Patience(connect=5, silence=0.3, remind=0.1, last=0.2)


class Asking:
    """Sends to a server, and collects the events."""

    def __init__(self, patience: Patience = QUICK) -> None:
        self.events: Queue[RequestEvent] = Queue()
        self.sender = Sender(self.events.put, patience)

    def send(self, url: str, api: RemoteApi, key: str = "", **fields: Any) -> None:
        context = fields.pop("context", 0)
        model = RemoteModel("big", chosen=True, thinking=True, context=context)
        sampling = replace(NEUTRAL, thinking=True)
        given = {"messages": (QUESTION,), "sampling": sampling} | fields
        request = Generate(7, f"{url}#big", **given)
        self.sender.send(Asked(request, RemoteServer(url, api, (model,)), model, key))

    def rest(self) -> list[RequestEvent]:
        """Return the events up to the terminal one."""
        found = [self.events.get(timeout=10)]
        while not isinstance(found[-1], TERMINAL):
            found.append(self.events.get(timeout=10))
        return found


@pytest.fixture
def asking() -> Iterator[Asking]:
    made = Asking()
    yield made
    assert made.sender.close(5)
    assert made.events.empty(), "something came after the end"


def ask(
    asking: Asking, *scripts: Script, api: RemoteApi = RemoteApi.OPENAI, **fields: Any
) -> tuple[list[RequestEvent], list[Any]]:
    """Return the events of a request, and what the server was asked."""
    with ScriptedServer(*scripts) as server:
        asking.send(server.url, api, **fields)
        return asking.rest(), server.asked


def text(events: list[RequestEvent], channel: Channel = Channel.CONTENT) -> str:
    return "".join(it.text for it in events if isinstance(it, Delta) and it.channel is channel)


def problem(events: list[RequestEvent]) -> str:
    assert isinstance(events[-1], Failed), events
    assert not events[-1].fault
    return events[-1].message


def test_a_stream_becomes_reasoning_text_usage_and_an_end(asking: Asking) -> None:
    events, [seen] = ask(
        asking,
        streamed(
            b": comment\n\n",
            chunk("", role="assistant"),
            chunk(reasoning_content="Adding.", reasoning="Adding."),
            chunk("It is "),
            chunk("4 \U0001f642."),
            chunk(end="stop"),
            event({"choices": [], "usage": USAGE, "timings": {"prompt_ms": 250}}),
            DONE,
        ),
        key="secret",
    )
    assert text(events) == "It is 4 \U0001f642."
    assert text(events, Channel.REASONING) == "Adding."
    end = events[-1]
    assert isinstance(end, Finished) and end.reason is FinishReason.STOP
    assert (end.usage.prompt, end.usage.cached, end.usage.generated) == (30, 20, 12)
    assert (end.usage.reasoning, end.usage.content, end.usage.cost) == (5, 7, 0.0012)
    assert end.timings.prefill == 0.25 and end.timings.ttft > 0
    assert seen.line == "POST /chat/completions HTTP/1.1"
    assert seen.headers["authorization"] == "Bearer secret"
    assert seen.body["messages"] == [{"role": "user", "content": QUESTION.content}]
    # what nobody has set is the server's choice
    assert not {"temperature", "top_p", "top_k", "seed", "reasoning_effort"} & set(seen.body)


def test_a_model_that_reasons_only_when_told_is_told(asking: Asking) -> None:
    good = streamed(chunk("Four", end="stop"), DONE)
    _, [seen] = ask(asking, good, sampling=replace(NEUTRAL, thinking=True))
    assert seen.body["chat_template_kwargs"] == {"enable_thinking": True}
    assert "reasoning_effort" not in seen.body, "how much is the server's choice"


def test_events_cut_anywhere_are_the_same(asking: Asking) -> None:
    whole = b"".join((chunk("Grün "), chunk("\U0001f642"), chunk(end="length"), DONE))
    whole = whole.replace(b"\n", b"\r\n")
    pieces = [whole[at : at + 1] for at in range(len(whole))]
    events, _ = ask(asking, streamed(*pieces))
    assert text(events) == "Grün \U0001f642"
    assert isinstance(events[-1], Finished) and events[-1].reason is FinishReason.LENGTH


def test_tool_calls_are_whole_before_they_are_told(asking: Asking) -> None:
    def call(index: int, arguments: str, **fields: object) -> dict[str, Any]:
        return {"index": index, "function": {"arguments": arguments, **fields}}

    first = {"id": "call_1"} | call(0, "", name="add")
    events, [seen] = ask(
        asking,
        streamed(
            chunk(tool_calls=[first]),
            chunk(tool_calls=[call(0, '{"a": 2,')]),
            chunk(tool_calls=[call(0, ' "b": 2}'), {"id": "call_2"} | call(1, "", name="add")]),
            chunk(end="tool_calls"),
            DONE,
        ),
        tools=(TOOL,),
    )
    calls = [it.call for it in events if isinstance(it, ToolCall)]
    assert calls == [
        ToolInvocation("add", '{"a": 2, "b": 2}', "call_1"),
        ToolInvocation("add", "{}", "call_2"),
    ]
    assert isinstance(events[-1], Finished) and events[-1].reason is FinishReason.TOOL_CALLS
    assert seen.body["tools"] == [json.loads(TOOL)]


def test_a_tool_round_is_sent_back_in_both_forms(asking: Asking) -> None:
    messages = (
        ChatMessage("system", "Be short."),
        QUESTION,
        ChatMessage("assistant", "", tool_calls=(ToolInvocation("add", '{"a": 2}', "c1"),)),
        ChatMessage("tool", "4", name="add", call_id="c1"),
    )
    _, [seen] = ask(asking, streamed(chunk("4", end="stop"), DONE), messages=messages)
    assert seen.body["messages"][2]["tool_calls"] == [
        {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 2}'}}
    ]
    assert seen.body["messages"][3] == {"role": "tool", "content": "4", "tool_call_id": "c1"}
    end = streamed(said("message_delta", delta={"stop_reason": "end_turn"}), said("message_stop"))
    _, [seen] = ask(asking, end, api=RemoteApi.ANTHROPIC, messages=messages, tools=(TOOL,))
    assert seen.body["system"] == "Be short."
    assert [it["role"] for it in seen.body["messages"]] == ["user", "assistant", "user"]
    call, result = seen.body["messages"][1]["content"][0], seen.body["messages"][2]["content"][0]
    assert call == {"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 2}}
    assert result == {"type": "tool_result", "tool_use_id": "c1", "content": "4"}
    assert seen.body["tools"] == [{"name": "add", "input_schema": {"type": "object"}}]


@pytest.mark.parametrize("arguments", ["", "{broken", "[1]"])
def test_imported_calls_without_id_or_arguments_are_sent(asking: Asking, arguments: str) -> None:
    messages = (
        QUESTION,
        ChatMessage("assistant", "", tool_calls=(ToolInvocation("add", arguments),)),
        ChatMessage("tool", "4", name="add"),
    )
    _, [seen] = ask(asking, streamed(chunk("4", end="stop"), DONE), messages=messages)
    assert seen.body["messages"][1]["tool_calls"][0]["id"] == "call_1"
    assert seen.body["messages"][2]["tool_call_id"] == "call_1"
    end = streamed(said("message_stop"))
    _, [seen] = ask(asking, end, api=RemoteApi.ANTHROPIC, messages=messages)
    assert seen.body["messages"][1]["content"][0]["input"] == {}


def test_each_imported_call_keeps_its_own_result() -> None:
    calls = tuple(ToolInvocation("add", f'{{"a": {number}}}') for number in (1, 2))
    messages = [
        ChatMessage("assistant", "", tool_calls=calls),
        ChatMessage("tool", "1", name="add"),
        ChatMessage("tool", "2", name="add"),
        ChatMessage("assistant", "", tool_calls=(ToolInvocation("add", "{}", "given"),)),
        ChatMessage("tool", "3", name="add", call_id="given"),
        ChatMessage("assistant", "", tool_calls=(ToolInvocation("add", "{}"),)),
        ChatMessage("tool", "4", name="add", call_id="of an export"),
        ChatMessage("tool", "of no call", name="add", call_id="lost"),
    ]
    sent = list(with_call_ids(messages))
    first, second = sent[0].tool_calls
    assert first.call_id != second.call_id
    ids = [it.call_id for it in sent[1:] if it.role == "tool"]
    [third] = sent[5].tool_calls
    assert ids == [first.call_id, second.call_id, "given", third.call_id, "lost"]


def test_calls_that_share_an_index_are_told_apart_by_their_ids(asking: Asking) -> None:
    def call(name: str) -> dict[str, Any]:
        function = {"name": "add", "arguments": f'{{"of": "{name}"}}'}
        return {"index": 0, "id": name, "function": function}

    both = (chunk(tool_calls=[call("one")]), chunk(tool_calls=[call("two")]))
    events, _ = ask(asking, streamed(*both, chunk(end="tool_calls"), DONE))
    calls = [it.call for it in events if isinstance(it, ToolCall)]
    assert calls == [ToolInvocation("add", f'{{"of": "{it}"}}', it) for it in ("one", "two")]


def test_what_looked_like_a_mark_is_kept_before_reasoning_of_its_own(asking: Asking) -> None:
    pieces = (chunk("<th"), chunk(reasoning_content="Hm."), chunk("en"), chunk(end="stop"), DONE)
    events, _ = ask(asking, streamed(*pieces))
    assert (text(events), text(events, Channel.REASONING)) == ("<then", "Hm.")


def test_signs_of_life_after_the_end_do_not_keep_an_answer_open(asking: Asking) -> None:
    def script(line: Line) -> None:
        streamed(chunk("Four", end="stop"))(line)
        while not line.closing.is_set():
            line.send(b": ping\n\n")
            line.wait(0.02)

    events, _ = ask(asking, script)
    assert text(events) == "Four" and isinstance(events[-1], Finished)


@pytest.mark.parametrize("api", RemoteApi)
def test_a_key_that_a_server_quotes_is_stored_nowhere(asking: Asking, api: RemoteApi) -> None:
    error = {"message": "No such key: sk-very-secret."}
    cut = (chunk("Fo"), event({"error": error})) if api is RemoteApi.OPENAI else ()
    scripts = (
        answered(401, {"error": error}),
        streamed(*cut, said("error", error=error), DONE),
    )
    for script in scripts:
        events, _ = ask(asking, script, api=api, key="sk-very-secret")
        assert "No such key: …" in problem(events)


def test_a_message_of_anthropic_becomes_the_same_events(asking: Asking) -> None:
    start = {"usage": {"input_tokens": 10, "cache_read_input_tokens": 20, "output_tokens": 1}}
    events, [seen] = ask(
        asking,
        streamed(
            said("message_start", message=start),
            said("content_block_start", index=0, content_block={"type": "thinking"}),
            said("ping"),
            said("content_block_delta", index=0, delta={"type": "x", "thinking": "Adding."}),
            said("content_block_delta", index=0, delta={"type": "signature_delta"}),
            said("content_block_start", index=1, content_block={"type": "text", "text": ""}),
            said("content_block_delta", index=1, delta={"type": "text_delta", "text": "Four"}),
            said(
                "content_block_start",
                index=2,
                content_block={"type": "tool_use", "id": "t1", "name": "add", "input": {}},
            ),
            said(
                "content_block_delta",
                index=2,
                delta={"type": "input_json_delta", "partial_json": '{"a": 2}'},
            ),
            said("message_delta", delta={"stop_reason": "tool_use"}, usage={"output_tokens": 9}),
            said("message_stop"),
        ),
        api=RemoteApi.ANTHROPIC,
        key="secret",
        tools=(TOOL,),
    )
    assert text(events) == "Four" and text(events, Channel.REASONING) == "Adding."
    calls = [it.call for it in events if isinstance(it, ToolCall)]
    assert calls == [ToolInvocation("add", '{"a": 2}', "t1")]
    end = events[-1]
    assert isinstance(end, Finished) and end.reason is FinishReason.TOOL_CALLS
    assert (end.usage.prompt, end.usage.cached, end.usage.generated) == (30, 20, 9)
    assert seen.line == "POST /v1/messages HTTP/1.1"
    assert seen.headers["x-api-key"] == "secret" and "authorization" not in seen.headers
    assert seen.body["thinking"]["type"] == "enabled"
    assert seen.body["max_tokens"] > seen.body["thinking"]["budget_tokens"]


@pytest.mark.parametrize(
    ("said", "reasoning", "content"),
    [
        ("<think>\nAdding.</think>\n\nFour", "Adding.", "Four"),
        (" \n<think>a < b</think>Four", "a < b", "Four"),
        ("<think></think>Four", "", "Four"),
        ("<think>Adding", "Adding", ""),
        ("<think>Adding</th", "Adding</th", ""),
        ("<thing> <think>", "", "<thing> <think>"),
        ("Four <think>not this</think>", "", "Four <think>not this</think>"),
        ("<th", "", "<th"),
        ("\n\n", "", "\n\n"),
    ],
)
@pytest.mark.parametrize("length", [1, 3, 100])
def test_reasoning_between_marks_is_told_apart(
    said: str, reasoning: str, content: str, length: int
) -> None:
    marks, found = ThinkMarks(), {Channel.REASONING: "", Channel.CONTENT: ""}
    pieces = [said[at : at + length] for at in range(0, len(said), length)]
    for channel, piece in [*(it for text in pieces for it in marks.split(text)), *marks.rest()]:
        found[channel] += piece
    assert found == {Channel.REASONING: reasoning, Channel.CONTENT: content}


def test_marks_are_no_reasoning_in_a_continued_answer(asking: Asking) -> None:
    reply = chunk("<think>x</think>y")
    events, _ = ask(asking, streamed(reply, chunk(end="stop"), DONE))
    assert (text(events), text(events, Channel.REASONING)) == ("y", "x")
    begun = (QUESTION, ChatMessage("assistant", "The mark is "))
    events, _ = ask(asking, streamed(reply, chunk(end="stop"), DONE), messages=begun)
    assert text(events) == "<think>x</think>y"


def test_an_answer_that_does_not_stream_is_taken_too(asking: Asking) -> None:
    choice = {"message": {"content": "Four"}, "finish_reason": "stop"}
    events, _ = ask(asking, answered(200, {"choices": [choice], "usage": USAGE}))
    assert text(events) == "Four" and isinstance(events[-1], Finished)
    whole = {"content": [{"type": "text", "text": "Four"}], "stop_reason": "end_turn"}
    events, _ = ask(asking, answered(200, whole), api=RemoteApi.ANTHROPIC)
    assert text(events) == "Four" and isinstance(events[-1], Finished)


def test_images_are_sent_without_what_the_camera_wrote(asking: Asking, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    Image.new("RGB", (3000, 1500), "red").save(path, exif=exif)
    assert b"SecretCamera" in path.read_bytes()
    notes = tmp_path / "notes.txt"
    notes.write_text("two\n", encoding="utf-8")
    media = (Media(MediaKind.IMAGE, path), Media(MediaKind.TEXT, notes))
    message = ChatMessage("user", "See: and read", media=media, places=(4, 13))
    _, [seen] = ask(asking, streamed(chunk("Red", end="stop"), DONE), messages=(message,))
    before, image, after = seen.body["messages"][0]["content"]
    assert before["text"] == "See:" and after["text"] == " and read\nnotes.txt:\n```\ntwo\n```\n\n"
    data = base64.b64decode(image["image_url"]["url"].removeprefix("data:image/jpeg;base64,"))
    assert b"SecretCamera" not in data
    assert Image.open(io.BytesIO(data)).size == (1568, 784)
    end = streamed(said("message_stop"))
    _, [seen] = ask(asking, end, api=RemoteApi.ANTHROPIC, messages=(message,))
    assert seen.body["messages"][0]["content"][1]["source"]["media_type"] == "image/jpeg"


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (answered(401, {"error": {"message": "bad key"}}), ("accept the key", "“bad key”")),
        (answered(403, b"no", "text/plain"), ("accept the key",)),
        (answered(404, {"detail": "no such model"}), ("does not know this model",)),
        (answered(429, {}, Retry_After="12"), ("no more requests", "in 12 seconds")),
        (answered(429, {}, Retry_After="soon"), ("no more requests", "Try again later")),
        (answered(500, b"<html>oops", "text/html"), ("error 500", "Try again later")),
        (answered(529, {"error": "busy"}), ("error 529", "“busy”")),
        (answered(302, b"", Location="http://127.0.0.1:1/"), ("redirects", "not sent there")),
        (answered(418, {"error": {"message": "a\nb\u202ec" * 999}}), ("refused", "“a bc")),
        (
            answered(400, {"error": {"code": "context_length_exceeded"}}),
            ("longer than the model",),
        ),
        (answered(200, b"<html>", "text/html"), ("not an answer of this API",)),
        (answered(200, b"[1, 2]"), ("not an answer of this API",)),
        (answered(200, b"{", "application/json"), ("not an answer of this API",)),
        (streamed(chunk("Four")), ("ended the connection", "What came so far is kept")),
        (streamed(), ("ended the connection",)),
        (streamed(event("{broken")), ("not an answer of this API",)),
        (streamed(event("[" * 5000)), ("not an answer of this API",)),
        (streamed(b"data: " + b"x" * (9 << 20)), ("more than an answer can hold",)),
        (streamed(event({"error": {"message": "out of memory"}})), ("“out of memory”",)),
        (streamed(event({"error": True})), ("stopped with an error",)),
        (streamed(chunk("Fo", end="content_filter")), ("by its filter",)),
        (
            streamed(
                chunk(tool_calls=[{"index": 0, "function": {"name": "add", "arguments": "{a"}}]),
                chunk(end="tool_calls"),
            ),
            ("broken tool call", "add"),
        ),
        (
            streamed(
                chunk(tool_calls=[{"index": 0, "function": {"name": "add", "arguments": "[1]"}}]),
                chunk(end="tool_calls"),
            ),
            ("broken tool call",),
        ),
        (lambda line: None, ("ended the connection",)),
        (lambda line: line.send(b"SSH-2.0-OpenSSH\r\n"), ("ended the connection",)),
        (lambda line: line.wait(5), ("has sent nothing for",)),
    ],
)
def test_each_fault_of_a_server_is_a_sentence(
    asking: Asking, script: Script, words: tuple[str, ...]
) -> None:
    events, _ = ask(asking, script)
    sentence = problem(events)
    assert all(it in sentence for it in words), sentence
    assert ("What came so far is kept" in sentence) == bool(text(events))
    assert "127.0.0.1" in sentence and len(sentence) < 700 and "\n" not in sentence


@pytest.mark.parametrize("value", [None, 5, [], {}, True, "x", [None], [[5]], [{"delta": 5}]])
def test_wrong_types_lose_nothing(asking: Asking, value: object) -> None:
    """A server whose fields have other types ends like one that left them out."""
    wrong = [
        event({"choices": value, "usage": value, "timings": value}),
        event({"choices": [{"delta": value, "finish_reason": 5, "logprobs": value}]}),
        chunk(5, tool_calls=value, reasoning=value and 5),
        chunk(tool_calls=[{"index": "x", "id": 5, "function": value}]),
        event(
            {
                "choices": [],
                "usage": {"prompt_tokens": value, "completion_tokens": -1, "cost": value},
            }
        ),
    ]
    events, _ = ask(asking, streamed(chunk("Fo"), *wrong, chunk("ur", end="stop"), DONE))
    if isinstance(events[-1], Failed):
        problem(events)
    else:
        assert text(events) == "Four"
    wrong = [
        said("content_block_start", index=value, content_block=value),
        said("content_block_delta", index=value, delta=value),
        said("message_delta", delta=value, usage=value),
    ]
    delta = said("content_block_delta", index=0, delta={"text": "Four"})
    stop = said("message_stop")
    events, _ = ask(asking, streamed(*wrong, delta, stop), api=RemoteApi.ANTHROPIC)
    assert text(events) == "Four" and isinstance(events[-1], Finished)


def test_no_server_at_the_address(asking: Asking) -> None:
    with ScriptedServer(streamed()) as server:
        pass
    asking.send(server.url, RemoteApi.OPENAI)
    assert "Could not connect" in problem(asking.rest())


def test_stop_ends_at_once_and_closes_the_connection(asking: Asking) -> None:
    with ScriptedServer(streamed()) as server:

        def slow(line: Line) -> None:
            streamed(chunk("Four"))(line)
            server.until_left(line)

        server.scripts = [slow]
        asking.send(server.url, RemoteApi.OPENAI)
        assert isinstance(first := asking.events.get(timeout=10), Delta) and first.text == "Four"
        asking.sender.abort(7)
        began = time.monotonic()
        assert isinstance(asking.rest()[-1], Aborted)
        while not server.left:
            assert time.monotonic() < began + 5, "the connection stayed open"
            time.sleep(0.005)
        asking.sender.abort(7)


def test_a_slow_server_is_told_of_and_still_answers() -> None:
    def slow(line: Line) -> None:
        line.wait(0.35)
        streamed(chunk("Four", end="stop"), DONE)(line)

    asking = Asking(replace(QUICK, silence=5))
    events, _ = ask(asking, slow)
    waits = [it.reason for it in events if isinstance(it, Waiting)]
    assert waits and all("Waiting for 127.0.0.1" in it for it in waits)
    assert text(events) == "Four"
    assert asking.sender.close(5)


def test_a_server_that_never_closes_does_not_hold_the_end(asking: Asking) -> None:
    def open_end(line: Line) -> None:
        streamed(chunk("Four", end="stop"))(line)
        line.wait(5)

    events, _ = ask(asking, open_end)
    assert text(events) == "Four" and isinstance(events[-1], Finished)


def test_a_refused_field_is_sent_in_its_other_form(asking: Asking) -> None:
    refusal = {"error": {"message": "Use 'max_completion_tokens' instead of 'max_tokens'."}}
    good = streamed(chunk("Four", end="stop"), DONE)
    events, [_, second] = ask(asking, answered(400, refusal), good)
    assert text(events) == "Four"
    assert second.body["max_completion_tokens"] and "max_tokens" not in second.body
    # a server that refuses without end is asked only a few times
    same = {"error": {"message": "stream_options, chat_template_kwargs, reasoning_effort"}}
    events, asked = ask(asking, answered(400, same))
    assert "refused the request" in problem(events) and len(asked) <= 4


def refuse_unknown(line: Line) -> None:
    """Answer like a server that refuses each field that it does not know."""
    extra = {"type": "extra_forbidden", "loc": ["body", "chat_template_kwargs"]}
    known = "chat_template_kwargs" not in line.seen.body
    good = streamed(chunk("Four", end="stop"), DONE)
    (good if known else answered(422, {"detail": [extra]}))(line)


@pytest.mark.parametrize(
    ("scripts", "sent"),
    [
        ((refuse_unknown,), [True, False, False]),
        # The request is refused without the field too, so that the field may be known.
        ((refuse_unknown, answered(400, {}), refuse_unknown), [True, False, True, False]),
    ],
)
def test_a_field_that_a_model_refused_is_not_sent_to_it_again(
    asking: Asking, scripts: tuple[Script, ...], sent: list[bool]
) -> None:
    with ScriptedServer(*scripts) as server:
        for _ in range(2):
            asking.send(server.url, RemoteApi.OPENAI)
            asking.rest()
        assert ["chat_template_kwargs" in seen.body for seen in server.asked] == sent


def test_a_refused_field_is_sent_again_after_a_while() -> None:
    asking = Asking(replace(QUICK, refusal=0.0))
    with ScriptedServer(refuse_unknown) as server:
        for _ in range(2):
            asking.send(server.url, RemoteApi.OPENAI)
            asking.rest()
        fields = ["chat_template_kwargs" in seen.body for seen in server.asked]
    assert fields == [True, False, True, False]
    assert asking.sender.close(5)


@pytest.mark.parametrize("lists", [True, False])
def test_a_refused_field_is_sent_again_to_a_server_that_may_have_been_updated(
    asking: Asking, lists: bool
) -> None:
    found: Queue[Any] = Queue()
    then: Callable[..., None] = lambda server, models: found.put(models)  # noqa: E731
    between = answered(200, {"data": []}) if lists else lambda line: None
    good = streamed(chunk("Four", end="stop"), DONE)
    with ScriptedServer(refuse_unknown, refuse_unknown, between, good) as server:
        asking.send(server.url, RemoteApi.OPENAI)
        asking.rest()
        if lists:
            asking.sender.ask_models(RemoteServer(server.url, RemoteApi.OPENAI), "", then)
            found.get(timeout=10)
        else:
            asking.send(server.url, RemoteApi.OPENAI)
            assert "ended the connection" in problem(asking.rest())
        asking.send(server.url, RemoteApi.OPENAI)
        asking.rest()
        assert "chat_template_kwargs" in server.asked[-1].body


def test_options_of_a_person_are_sent_or_refused_by_name(asking: Asking) -> None:
    schema = '{"type": "object"}'
    sampling = replace(NEUTRAL, temperature=0.3, top_k=5, seed=9, stop=("END",), json_schema=schema)
    good = streamed(chunk("Four", end="stop"), DONE)
    _, [seen] = ask(asking, good, sampling=sampling)
    assert (seen.body["temperature"], seen.body["top_k"], seen.body["seed"]) == (0.3, 5, 9)
    assert seen.body["stop"] == ["END"] and seen.body["reasoning_effort"] == "none"
    assert seen.body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    events, asked = ask(asking, good, sampling=sampling, api=RemoteApi.ANTHROPIC)
    assert "do not support this option: seed" in problem(events) and not asked


def test_nothing_is_sent_in_strict_offline(asking: Asking) -> None:
    with ScriptedServer(streamed(chunk("Four", end="stop"))) as server:
        offline.strict(True)
        asking.send(server.url, RemoteApi.OPENAI)
        assert "Strict offline is on" in problem(asking.rest())
        assert not server.asked


def test_a_list_of_models_that_runs_ends_with_the_others() -> None:
    found: Queue[Any] = Queue()
    asking = Asking(Patience(silence=10))
    with ScriptedServer(lambda line: line.wait(10)) as server:
        then: Callable[..., None] = lambda server, models: found.put(models)  # noqa: E731
        asking.sender.ask_models(RemoteServer(server.url, RemoteApi.OPENAI), "", then)
        asking.sender.end_all("Strict offline is on.")
        assert found.get(timeout=5) == "Strict offline is on."
    assert asking.sender.close(5) and found.empty()


CHAT = tuple(
    ChatMessage("user" if at % 2 == 0 else "assistant", f"Message {at}.") for at in range(9)
)
TOO_LONG = {"error": {"message": "Too long.", "code": "context_length_exceeded"}}


def at_most(count: int, server: ScriptedServer, *, streams: bool = False) -> Script:
    """Return a script that refuses more messages than that, before or in the stream."""

    def script(line: Line) -> None:
        if len(line.seen.body["messages"]) <= count:
            streamed(chunk("Four", end="stop"), DONE)(line)
        elif streams:
            streamed(event(TOO_LONG))(line)
        else:
            answered(400, TOO_LONG)(line)

    return script


@pytest.mark.parametrize("streams", [False, True])
def test_a_long_chat_is_shortened_as_the_person_chose(asking: Asking, streams: bool) -> None:
    system = ChatMessage("system", "Be short.")
    with ScriptedServer(streamed()) as server:
        server.scripts = [at_most(5, server, streams=streams)]
        asking.send(server.url, RemoteApi.OPENAI, messages=(system, *CHAT), overflow=Overflow.TRIM)
        events = asking.rest()
        assert text(events) == "Four" and isinstance(events[-1], Finished)
        counts = [it.messages for it in events if isinstance(it, Trimmed)]
        said = [it["content"] for it in server.asked[-1].body["messages"]]
        # whole exchanges, and the instructions stay
        assert said == ["Be short.", *(it.content for it in CHAT[counts[-1] :])]
        assert counts[-1] % 2 == 0
        asking.send(server.url, RemoteApi.OPENAI, messages=CHAT)
        assert "longer than the model" in problem(asking.rest())
        server.scripts = [at_most(0, server)]
        asking.send(server.url, RemoteApi.OPENAI, messages=CHAT, overflow=Overflow.TRIM)
        assert "longer than the model" in problem(asking.rest())


def test_a_summary_is_wanted_then_sent(asking: Asking) -> None:
    with ScriptedServer(streamed()) as server:
        server.scripts = [at_most(6, server)]
        long: dict[str, Any] = {"overflow": Overflow.SUMMARISE}
        asking.send(server.url, RemoteApi.OPENAI, context=8192, messages=CHAT, **long)
        end = asking.rest()[-1]
        assert isinstance(end, Failed) and end.left_out in (2, 4, 6)
        covered = CHAT[: end.left_out]
        summary = ChatMessage("summary", "They counted.")
        chat = (*covered, summary, *CHAT[end.left_out :])
        asking.send(server.url, RemoteApi.OPENAI, context=8192, messages=chat, **long)
        assert text(asking.rest()) == "Four"
        first, *rest = server.asked[-1].body["messages"]
        assert first["role"] == "system" and "They counted." in first["content"]
        assert [it["content"] for it in rest] == [it.content for it in CHAT[end.left_out :]]
        # without its context, the length of a summary is unknown
        asking.send(server.url, RemoteApi.OPENAI, messages=CHAT, **long)
        end = asking.rest()[-1]
        assert isinstance(end, Failed) and not end.left_out


def listed(asking: Asking, script: Script, api: RemoteApi = RemoteApi.OPENAI) -> Any:
    found: Queue[Any] = Queue()
    then: Callable[..., None] = lambda server, models: found.put(models)  # noqa: E731
    with ScriptedServer(script) as server:
        asking.sender.ask_models(RemoteServer(server.url, api), "secret", then)
        return found.get(timeout=10)


def test_the_models_of_a_server_are_listed_with_what_it_tells(asking: Asking) -> None:
    data = [
        {"id": "plain"},
        {"id": "ours", "context_length": 16384, "supports_vision": False, "supports_tools": True},
        {
            "id": "router/one",
            "context_length": 200,
            "architecture": {"input_modalities": ["text"]},
            "supported_parameters": ["reasoning", "temperature"],
        },
        {"id": "claude", "capabilities": {"image_input": {"supported": True}}},
        {"id": ""},
        {"id": 5},
        "x",
        {"id": "turned\u202e"},
        {"id": "plain", "max_model_len": -5},
    ]
    plain, ours, router, claude = listed(asking, answered(200, {"data": data}))
    assert (plain.name, plain.vision, plain.tools, plain.thinking, plain.context) == (
        *("plain", True, True, False),
        0,
    )
    assert (ours.vision, ours.tools, ours.context) == (False, True, 16384)
    assert (router.vision, router.tools, router.thinking) == (False, False, True)
    assert claude.vision


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (answered(401, {}), "accept the key"),
        (answered(200, {"data": 5}), "not an answer of this API"),
        (answered(200, b"<html>", "text/html"), "not an answer of this API"),
        (answered(404, {}), "error 404"),
        (lambda line: line.wait(5), "has sent nothing"),
    ],
)
def test_a_failed_list_is_a_sentence(asking: Asking, script: Script, words: str) -> None:
    assert words in listed(asking, script)
