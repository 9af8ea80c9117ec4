"""Our own server, asked by our own client, in both forms that servers are asked in."""

import json
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from app.remote.asked import Asked
from app.remote.sender import Sender
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
    RequestEvent,
    SamplingParams,
    ToolCall,
)
from tests.app.server.conftest import TOKEN, Running
from tests.kit.images import save_small_image
from ui.state.remote_servers import RemoteApi, RemoteModel, RemoteServer

CALCULATOR = {
    "name": "calculator",
    "description": "Calculates.",
    "parameters": {
        "type": "object",
        "properties": {"expression": {"type": "string"}},
        "required": ["expression"],
    },
}


class Client:
    def __init__(self, running: Running, api: RemoteApi) -> None:
        path = "/v1" if api is RemoteApi.OPENAI else ""
        self._server = RemoteServer(f"{running.url}{path}", api)
        self._events: Queue[RequestEvent] = Queue()
        self.sender = Sender(self._events.put)

    def ask(self, *messages: ChatMessage, key: str = TOKEN, **fields: Any) -> list[RequestEvent]:
        model = RemoteModel("dot", chosen=True, thinking=True)
        sampling = SamplingParams(temperature=0.0, thinking=fields.pop("thinking", False))
        request = Generate(1, "x", messages, sampling, **fields)
        self.sender.send(Asked(request, self._server, model, key))
        found = [self._events.get(timeout=30)]
        while not isinstance(found[-1], Finished | Failed | Aborted):
            found.append(self._events.get(timeout=30))
        return found

    def models(self) -> Any:
        found: Queue[Any] = Queue()
        self.sender.ask_models(self._server, TOKEN, lambda _, models: found.put(models))
        return found.get(timeout=30)


@pytest.fixture(params=RemoteApi, ids=lambda it: it.name.lower())
def client(running: Running, request: pytest.FixtureRequest) -> Iterator[Client]:
    made = Client(running, request.param)
    yield made
    assert made.sender.close(5)


def text(events: list[RequestEvent], channel: Channel = Channel.CONTENT) -> str:
    return "".join(it.text for it in events if isinstance(it, Delta) and it.channel is channel)


def test_a_question_is_answered_with_usage(client: Client) -> None:
    events = client.ask(ChatMessage("user", "Tell me your shapes."))
    end = events[-1]
    assert "circles" in text(events) and isinstance(end, Finished)
    assert end.reason is FinishReason.STOP and end.usage.prompt > 5 and end.usage.generated > 5
    assert end.timings.ttft > 0


def test_an_image_is_seen(client: Client, tmp_path: Path) -> None:
    path = Path(save_small_image(tmp_path / "red.png", ("red", "circle", 0.5, 0.5)))
    message = ChatMessage("user", "What color is it?", (Media(MediaKind.IMAGE, path),))
    assert "red" in text(client.ask(message)).lower()


def test_a_tool_is_called_and_its_result_used(client: Client) -> None:
    question = ChatMessage("user", "What is 17 times 23?")
    tools = (json.dumps({"type": "function", "function": CALCULATOR}),)
    events = client.ask(question, tools=tools)
    [call] = [it.call for it in events if isinstance(it, ToolCall)]
    assert call.name == "calculator" and call.call_id
    assert isinstance(events[-1], Finished) and events[-1].reason is FinishReason.TOOL_CALLS
    result = ChatMessage("tool", "391", name=call.name, call_id=call.call_id)
    called = ChatMessage("assistant", text(events), tool_calls=(call,))
    assert "391" in text(client.ask(question, called, result, tools=tools))


def test_an_answer_is_continued(client: Client) -> None:
    question = ChatMessage("user", "Tell me your shapes.")
    whole = text(client.ask(question))
    begun = whole[: whole.index(",")]
    assert whole == begun + text(client.ask(question, ChatMessage("assistant", begun)))


def test_a_wrong_key_is_a_sentence(client: Client) -> None:
    end = client.ask(ChatMessage("user", "Hello"), key="wrong")[-1]
    assert isinstance(end, Failed) and "does not accept the key" in end.message


def test_what_the_model_can_do_is_told(client: Client) -> None:
    [model] = client.models()
    assert model.name == "dot"
