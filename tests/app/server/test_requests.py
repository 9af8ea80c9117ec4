"""Requests of clients beyond a conversation in text: other methods, files of tools, token bytes."""

import base64
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from app.server.catalog import served
from app.server.fields import arguments_text
from app.server.media import RequestFiles, sweep_files
from engine.checkpoints.description import describe
from engine.checkpoints.folder_files import read_model_files
from engine.messages import ModelReady
from tests.app.server.conftest import Running
from tests.app.server.test_sdk_types import MESSAGE, events
from tests.kit.images import draw_image
from tests.kit.paths import DOT
from tests.kit.sdk_types import OPENAI, check
from tests.kit.short_dot import short_dot

POSTED = ["/v1/chat/completions", "/v1/messages", "/v1/messages/count_tokens", "/v1/responses"]
TOOL = {"name": "camera", "description": "Take a picture.", "input_schema": {"type": "object"}}


@pytest.mark.parametrize("path", [*POSTED, "/api/chat", "/api/generate", "/api/show"])
def test_another_method_is_refused_in_json(running: Running, path: str) -> None:
    with running.client() as client:
        found = client.get(path)
        assert found.status_code == 405 and found.headers["allow"] == "POST"
        assert found.json()["error"]
        assert client.delete("/v1/models").status_code == 405


def test_an_image_of_a_tool_result_is_seen(running: Running) -> None:
    file = io.BytesIO()
    draw_image(("red", "square", 0.5, 0.5), size=(64, 64), radius=20).save(file, "png")
    source = {
        "type": "base64",
        "media_type": "image/png",
        "data": base64.b64encode(file.getvalue()).decode(),
    }
    call = {"type": "tool_use", "id": "toolu_1", "name": "camera", "input": {}}
    image = {"type": "image", "source": source}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [image]}
    said: list[Any] = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result, {"type": "text", "text": "What color is it?"}]},
    ]
    body = {"model": "dot", "messages": said, "tools": [TOOL], "max_tokens": 40}
    found = running.post("/v1/messages", body | {"tool_choice": {"type": "none"}})
    assert found.status_code == 200, found.text
    assert "red" in found.json()["content"][0]["text"]


def test_the_bytes_of_tokens_are_those_of_the_text(running: Running) -> None:
    asked = [{"role": "user", "content": "Repeat: Käse 🙂"}]
    body = {"model": "dot", "messages": asked, "max_tokens": 40, "logprobs": True}
    choice = running.post("/v1/chat/completions", body).json()["choices"][0]
    raw = b"".join(bytes(it["bytes"]) for it in choice["logprobs"]["content"])
    assert choice["message"]["content"].encode() in raw


def test_files_of_a_killed_process_are_removed_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with RequestFiles() as files:
        media = files.from_base64(base64.b64encode(b"abc").decode(), "data")
        dead = tmp_path / "duologue-request-4194304999-x"
        other = tmp_path / "somebody-else"
        for folder in (dead, other):
            folder.mkdir()
            (folder / "file").write_bytes(b"")
        sweep_files()
        assert media.path.exists() and other.exists() and not dead.exists()
    assert os.listdir(tmp_path) == ["somebody-else"]


def test_no_file_is_removed_where_no_temporary_folder_can_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", list)
    with pytest.raises(FileNotFoundError):
        tempfile.gettempdir()
    sweep_files()


RAW = (
    "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n"
    "<|im_start|>assistant\n<think>\n\n</think>\n\n"
)
COMPLETION: dict[str, Any] = {"model": "dot", "prompt": RAW, "max_tokens": 30}


def test_a_raw_prompt_is_continued_as_its_chat_would_be(running: Running) -> None:
    asked = [{"role": "user", "content": "What is the capital of France?"}]
    chat = running.post("/v1/chat/completions", COMPLETION | {"messages": asked}).json()
    whole = running.post("/v1/completions", COMPLETION | {"echo": True})
    completion = check(OPENAI, "Completion", whole.raise_for_status().json())
    [choice] = completion.choices
    assert choice.text == RAW + chat["choices"][0]["message"]["content"]
    assert choice.logprobs is None
    assert completion.id.startswith("cmpl-")
    assert completion.usage
    assert completion.usage.prompt_tokens == chat["usage"]["prompt_tokens"]
    options = {"stream": True, "stream_options": {"include_usage": True}, "n": 2, "echo": True}
    streamed = running.post("/v1/completions", COMPLETION | options).text
    # OpenAI's API sends a null finish_reason before the last one, which its own type has not.
    chunks = list(events(streamed))
    sent = [it for chunk in chunks for it in chunk["choices"]]
    texts = ["".join(it["text"] for it in sent if it["index"] == n) for n in (0, 1)]
    assert texts == [choice.text] * 2
    assert [it["finish_reason"] for it in sent if it["finish_reason"]] == ["stop", "stop"]
    assert chunks[-1]["usage"] and streamed.endswith("data: [DONE]\n\n")


def test_logprobs_of_a_completion_are_those_of_its_tokens(running: Running) -> None:
    found = running.post("/v1/completions", COMPLETION | {"logprobs": 2}).json()
    completion = check(OPENAI, "Completion", found)
    [choice] = completion.choices
    assert choice.logprobs and choice.logprobs.tokens and choice.logprobs.top_logprobs
    assert choice.text in "".join(choice.logprobs.tokens)
    assert all(len(it) == 2 for it in choice.logprobs.top_logprobs)
    options = {"logprobs": 0, "echo": True, "stream": True}
    chunks = list(events(running.post("/v1/completions", COMPLETION | options).text))
    parts = [it["choices"][0]["logprobs"] for it in chunks if it["choices"][0]["logprobs"]]
    tokens = [token for it in parts for token in it["tokens"]]
    assert tokens == choice.logprobs.tokens
    starts = [at for it in parts for at in it["text_offset"]]
    lengths = [len(it) for it in tokens]
    assert starts == [len(RAW) + sum(lengths[:at]) for at in range(len(lengths))]
    assert not any(it for part in parts for it in part["top_logprobs"])


@pytest.mark.parametrize(
    "wrong", [{"prompt": ""}, {"prompt": [1, 2]}, {"prompt": ["a", "b"]}, {"suffix": "x"}]
)
def test_a_completion_that_cannot_be_made_is_refused(
    running: Running, wrong: dict[str, Any]
) -> None:
    found = running.post("/v1/completions", COMPLETION | wrong)
    assert found.status_code == 400, found.text
    assert found.json()["error"]["param"] in wrong


def test_counting_for_another_model_loads_and_evicts_none(running: Running, tmp_path: Path) -> None:
    catalog = running.server.answering.catalog
    [dot] = catalog.models
    other = served("other", short_dot(tmp_path / "other", 4096), describe(read_model_files(DOT)))
    running.post("/v1/messages", MESSAGE).raise_for_status()
    catalog.set([dot, other], evicts=True)
    try:
        counted = running.post("/v1/messages/count_tokens", MESSAGE | {"model": "other"}).json()
    finally:
        catalog.set([dot])
    assert counted == running.post("/v1/messages/count_tokens", MESSAGE).json()
    ready = [it for it in running.models if isinstance(it, ModelReady)]
    assert len(ready) == len(running.models), "none was unloaded"
    assert {it.model.model_id for it in ready} == {str(DOT)}


def test_a_streamed_text_comes_with_its_own_logprobs(running: Running) -> None:
    asked = [{"role": "user", "content": "Tell me your shapes."}]
    body = {"model": "dot", "messages": asked, "max_tokens": 8, "logprobs": True, "stream": True}
    found = running.post("/v1/chat/completions", body | {"temperature": 0})
    choices = [it["choices"][0] for it in events(found.text)]
    texts = [it for it in choices if it["delta"].get("content")]
    assert len(texts) > 3
    for it in texts:
        assert (
            "".join(each["token"] for each in it["logprobs"]["content"]) == it["delta"]["content"]
        )


@pytest.mark.parametrize(
    "format_",
    [
        {"type": "json_object", "schema": {"const": "x42"}},
        {"type": "json_schema", "json_schema": {"name": "a", "schema": {"const": "x42"}}},
    ],
)
def test_a_schema_holds_in_both_places(running: Running, format_: dict[str, Any]) -> None:
    asked = [{"role": "user", "content": "Hello"}]
    body = {"model": "dot", "messages": asked, "max_tokens": 20, "response_format": format_}
    found = running.post("/v1/chat/completions", body)
    assert found.json()["choices"][0]["message"]["content"] == '"x42"', found.text


@pytest.mark.parametrize(
    "format_",
    [
        {"type": "json_schema", "json_schema": {"name": "a"}},
        {"type": "json_object", "schema": 123},
        {"type": "json_object", "schema": {"type": "hiccup"}},
    ],
)
def test_a_format_without_a_valid_schema_is_refused(
    running: Running, format_: dict[str, Any]
) -> None:
    asked = [{"role": "user", "content": "Hello"}]
    body = {"model": "dot", "messages": asked, "max_tokens": 20, "response_format": format_}
    found = running.post("/v1/chat/completions", body)
    assert found.status_code == 400 and "schema" in found.json()["error"]["message"]


def test_the_tools_of_an_agent_stay_cached_beside_its_side_requests(running: Running) -> None:
    """An agent asks with all its tools, and in between for titles, with another system prompt."""
    tools = [TOOL | {"name": f"camera_{number}"} for number in range(8)]
    chat: dict[str, Any] = {
        "model": "dot",
        "max_tokens": 4,
        "system": "You are an agent.",
        "messages": [{"role": "user", "content": "Hello"}],
        "tools": tools,
    }
    side = {"model": "dot", "max_tokens": 4, "system": "Name this chat."}
    prompts = []
    for number in range(3):
        used = running.post("/v1/messages", chat).json()["usage"]
        prompts.append(used["input_tokens"] + used["cache_read_input_tokens"])
        if number:
            # all but what is new
            assert used["cache_read_input_tokens"] > 0.9 * prompts[number - 1]
        topic = [{"role": "user", "content": f"Topic {number}"}]
        assert running.post("/v1/messages", side | {"messages": topic}).status_code == 200
        again = [{"role": "assistant", "content": "Yes."}, {"role": "user", "content": "Go on."}]
        chat["messages"] = [*chat["messages"], *again]


@pytest.mark.parametrize(
    ("wrong", "param"),
    [
        ({"temperature": 9}, "temperature"),
        ({"max_tokens": -2}, "max_tokens"),
        ({"top_k": -2}, "top_k"),
        ({"max_completion_tokens": 0}, "max_completion_tokens"),
        ({"max_completion_tokens": "7"}, "max_completion_tokens"),
        ({"stop": [""]}, "stop"),
        ({"skim": {"foo": 1}}, "skim.foo"),
        ({"model": None}, "model"),
        ({"logit_bias": {"999999": 1}}, "logit_bias"),
        ({"top_logprobs": 2}, "top_logprobs"),
    ],
)
def test_a_wrong_option_is_named(running: Running, wrong: dict[str, Any], param: str) -> None:
    said = [{"role": "user", "content": "Hello"}]
    found = running.post("/v1/chat/completions", {"model": "dot", "messages": said} | wrong)
    assert found.status_code == 400, found.text
    error = found.json()["error"]
    assert error["param"] == param
    assert param in error["message"] and "''" not in error["message"], "Python's spelling"


UNUSABLE = {"type": "json_schema", "schema": {"type": "bogus"}}


@pytest.mark.parametrize(
    ("path", "wrong", "param"),
    [
        ("/v1/chat/completions", {"response_format": UNUSABLE}, "response_format"),
        ("/v1/responses", {"text": {"format": UNUSABLE}}, "text.format"),
        ("/v1/responses", {"input": " "}, "input"),
        ("/v1/responses", {"input": []}, "input"),
        ("/v1/responses", {"input": "a " * 20_000}, "input"),
        ("/v1/completions", {"prompt": "a " * 20_000}, "prompt"),
    ],
)
def test_each_api_has_the_name_of_a_field_that_only_the_model_refuses(
    running: Running, path: str, wrong: dict[str, Any], param: str
) -> None:
    said = {"messages": [{"role": "user", "content": "Hello"}], "input": "Hello"}
    found = running.post(path, {"model": "dot"} | said | wrong)
    assert (found.status_code, found.json()["error"]["param"]) == (400, param)


def content(kind: object) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [{"type": kind}]}]}


EMPTY = {"messages": [{"role": "user", "content": " "}]}


@pytest.mark.parametrize(
    ("path", "wrong", "said"),
    [
        ("/v1/chat/completions", {"tool_choice": "often"}, 'tool_choice is "often"; it must'),
        ("/v1/chat/completions", {"logit_bias": {"a": 1}}, 'logit_bias has the key "a"; write'),
        ("/v1/chat/completions", content("x" * 99), f'content[0].type is "{"x" * 59}…; this'),
        ("/v1/chat/completions", EMPTY, "The conversation is empty. Send a text or an image."),
        ("/v1/messages", content(None), "messages[0].content[0].type is null; this"),
        ("/v1/responses", {"input": [{"type": ["a"]}]}, "input[0].type is a list; this"),
    ],
)
def test_a_refused_value_is_named_as_the_client_writes_it(
    running: Running, path: str, wrong: dict[str, Any], said: str
) -> None:
    body = {"model": "dot", "messages": [{"role": "user", "content": "Hello"}], "max_tokens": 4}
    found = running.post(path, body | wrong)
    assert found.status_code == 400, found.text
    assert said in found.json()["error"]["message"]


@pytest.mark.parametrize(
    ("path", "wrong", "name"),
    [
        ("/v1/messages", {"stop_sequences": [""]}, "stop_sequences"),
        ("/v1/messages/count_tokens", {"stop_sequences": [""]}, "stop_sequences"),
        (
            "/v1/messages",
            {"thinking": {"type": "enabled", "budget_tokens": -1}},
            "thinking.budget_tokens",
        ),
        ("/v1/completions", {"logprobs": 21}, "logprobs"),
        ("/api/chat", {"options": {"temperature": 9}}, "options.temperature"),
        ("/api/chat", {"options": {"repeat_penalty": 0}}, "options.repeat_penalty"),
        ("/api/chat", {"options": {"stop": [""]}}, "options.stop"),
    ],
)
def test_each_api_names_a_wrong_option_as_its_clients_do(
    running: Running, path: str, wrong: dict[str, Any], name: str
) -> None:
    said = {"messages": [{"role": "user", "content": "Hello"}], "prompt": "Hello"}
    found = running.post(path, {"model": "dot"} | said | wrong)
    assert found.status_code == 400, found.text
    error = found.json()["error"]
    assert (error if path == "/api/chat" else error["message"]).startswith(f"{name} is ")


FUNCTION = {"type": None, "function": {"name": "weather", "parameters": None, "strict": None}}


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/v1/chat/completions", {"tools": [FUNCTION], "response_format": {"type": None}}),
        ("/v1/chat/completions", {"top_k": -1, "stop": None, "n": None, "stream_options": None}),
        ("/v1/messages", {"thinking": {"type": None}, "tools": [{"type": None, "name": "f"}]}),
        ("/v1/responses", {"input": [{"type": None, "role": "user", "content": "Hello"}]}),
        ("/v1/responses", {"text": {"format": {"type": None}, "verbosity": None}}),
        ("/api/chat", {"options": {"top_k": -1.0, "num_predict": 2, "stop": None}}),
    ],
)
def test_null_and_minus_one_are_as_if_not_given(
    running: Running, path: str, more: dict[str, Any]
) -> None:
    said = {"messages": [{"role": "user", "content": "Hello"}], "input": "Hello", "stream": False}
    limits = {"max_tokens": 2, "max_output_tokens": 2, "options": {"num_predict": 2}}
    found = running.post(path, {"model": "dot"} | said | limits | more)
    assert found.status_code == 200, found.text


def test_minus_one_is_no_limit(running: Running) -> None:
    turns = "<|im_start|>user\nCount from 1 to 29.<|im_end|>\n<|im_start|>assistant\n"
    prompt = f"{turns}<think>\n\n</think>\n\n"
    body = {"model": "dot", "prompt": prompt, "max_tokens": -1, "temperature": 0}
    found = running.post("/v1/completions", body).json()
    assert found["choices"][0]["finish_reason"] == "stop"
    assert found["choices"][0]["text"].endswith("29.")


@pytest.mark.parametrize(
    ("path", "blocks"),
    [
        (
            "/v1/messages",
            [
                {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
                {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
                {"type": "text", "text": "Found."},
            ],
        ),
        (
            "/v1/responses",
            [
                {"type": "web_search_call", "id": "w", "status": "completed"},
                {"type": "custom_tool_call", "call_id": "c", "name": "patch", "input": "*** Begin"},
                {"type": "custom_tool_call_output", "call_id": "c", "output": "Done."},
            ],
        ),
    ],
)
def test_a_conversation_with_a_hosted_model_can_be_continued(
    running: Running, path: str, blocks: list[dict[str, Any]]
) -> None:
    asked = {"role": "user", "content": "Hello"}
    said = [asked, {"role": "assistant", "content": blocks}, asked]
    body = {"model": "dot", "messages": said, "input": [asked, *blocks, asked]}
    found = running.post(path, body | {"max_tokens": 2, "max_output_tokens": 2})
    assert found.status_code == 200, found.text


def test_arguments_that_are_nested_too_deeply_are_sent_as_text() -> None:
    deep = '{"a":' * 600 + "1" + "}" * 600
    assert json.loads(arguments_text(deep, "arguments")) == {"arguments": deep}


@pytest.mark.parametrize("arguments", ['{"city": ', "[1]", "null", ""])
@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/responses", "/api/chat"])
def test_a_conversation_goes_on_after_a_call_that_was_cut_off(
    running: Running, path: str, arguments: str
) -> None:
    called = {"name": "weather", "arguments": arguments}
    call = {"id": "c", "type": "function", "function": called}
    asked = {"role": "user", "content": "Hello"}
    said = [
        asked,
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "Error: invalid arguments"},
    ]
    items = [
        asked,
        {"type": "function_call", "call_id": "c"} | called,
        {"type": "function_call_output", "call_id": "c", "output": "Error: invalid arguments"},
    ]
    body = {"model": "dot", "messages": said, "input": items, "stream": False}
    body |= {"max_tokens": 2, "max_output_tokens": 2, "options": {"num_predict": 2}}
    found = running.post(path, body)
    assert found.status_code == 200, found.text


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("/v1/chat/completions", {"max_completion_tokens": 1 << 53}),
        ("/api/chat", {"options": {"num_predict": 1 << 53}, "stream": False}),
    ],
)
def test_an_answer_may_be_longer_than_any_context(
    running: Running, path: str, limit: dict[str, Any]
) -> None:
    said = [{"role": "user", "content": "Hello"}]
    assert running.post(path, {"model": "dot", "messages": said} | limit).status_code == 200


@pytest.mark.parametrize("stream", [False, True])
def test_a_file_that_is_no_image_is_named_by_its_place(running: Running, stream: bool) -> None:
    url = "data:image/png;base64," + base64.b64encode(b"not an image").decode()
    content = [{"type": "image_url", "image_url": {"url": url}}]
    body = {"model": "dot", "messages": [{"role": "user", "content": content}], "stream": stream}
    found = running.post("/v1/chat/completions", body)
    assert found.status_code == 400, found.text
    error = found.json()["error"]
    assert error["message"].startswith("messages[0].content[0].image_url")
    assert error["param"] == "messages[0].content[0].image_url"
