"""Neither another machine, nor a web page, nor a program without the token gets an answer."""

import json
import logging
import math
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from app.server import exchange
from app.server.catalog import Catalog, Served
from app.server.engine_server import EngineServer
from app.server.guard import Access
from app.server.journal import Journal
from engine.disk_cache import block_file
from engine.messages import UseDiskCache
from tests.app.server.conftest import TOKEN, Running, raw_request
from tests.conftest import DOT
from ui.state.settings import origin_of

CHAT = "/v1/chat/completions"
BODY = {"model": "dot", "messages": [{"role": "user", "content": "Hello"}], "max_tokens": 3}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"host": "evil.example:80"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": ""}, 401),
        ({"authorization": "", "x-api-key": "wrong"}, 401),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "", "origin": "https://evil.example"}, 403),
        ({"content-type": ""}, 200),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"authorization": "", "x-api-key": TOKEN}, 200),
        ({"host": "localhost:1234"}, 200),
        ({"content-type": "application/json; charset=utf-8"}, 200),
    ],
)
def test_only_programs_of_this_machine_with_the_token_are_answered(
    running: Running, headers: dict[str, str], status: int
) -> None:
    found = running.post(CHAT, BODY, **headers)
    assert found.status_code == status, found.text
    assert not [it for it in found.headers if it.lower().startswith("access-control")]
    if status != 200:
        assert found.json()["error"]["message"].endswith(".")


def test_a_preflight_is_not_allowed(running: Running) -> None:
    with running.client(origin="https://evil.example") as client:
        found = client.request("OPTIONS", CHAT)
    assert found.status_code == 403 and "duologue serve --origin" in found.text
    assert "access-control-allow-origin" not in found.headers


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("HTTPS://Example.com/", "https://example.com"),
        ("https://example.com:443", "https://example.com"),
        ("http://localhost:80/", "http://localhost"),
        ("http://[::1]:80", "http://[::1]"),
        ("http://[::80]", "http://[::80]"),
        ("http://localhost:443", "http://localhost:443"),
        ("app://obsidian.md", "app://obsidian.md"),
        ("http://localhost/page", ""),
        ("localhost", ""),
    ],
)
def test_an_origin_is_read_as_a_browser_sends_it(written: str, sent: str) -> None:
    assert origin_of(written) == sent


def test_a_page_of_an_allowed_origin_can_ask_and_read() -> None:
    origin = "app://obsidian.md"
    catalog = Catalog([Served("dot", str(DOT))])
    both = EngineServer(catalog, Access(TOKEN, origins=frozenset({origin})))
    page = Running(both.server, both.server.start(0))
    asks = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,x-stainless-os",
    }
    try:
        with page.client(origin=origin, authorization="") as client:
            before = client.options(CHAT, headers=asks)
            refused = client.get("/v1/models")
        with page.client(origin=origin) as client:
            models = client.get("/v1/models")
        with page.client(origin="https://evil.example", authorization="") as client:
            foreign = client.options(CHAT, headers=asks)
    finally:
        assert both.server.stop(10)
    assert (before.status_code, refused.status_code, models.status_code) == (204, 401, 200)
    assert before.headers["access-control-allow-headers"] == "authorization,x-stainless-os"
    assert "POST" in before.headers["access-control-allow-methods"]
    for found in (before, refused, models):
        assert found.headers["access-control-allow-origin"] == origin
        assert found.headers["vary"] == "origin"
    assert foreign.status_code == 403
    assert "access-control-allow-origin" not in foreign.headers


def test_the_home_answers_without_a_token(running: Running) -> None:
    with running.client(authorization="") as client:
        assert client.head("/").status_code == 200
        assert client.get("/v1/models").status_code == 401


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/a.png", "https://example.com/a.png", "file:///etc/passwd", "/etc/passwd"],
)
def test_no_address_of_an_image_is_opened(running: Running, url: str) -> None:
    image = {"type": "image_url", "image_url": {"url": url}}
    body = BODY | {"messages": [{"role": "user", "content": [image]}]}
    found = running.post(CHAT, body)
    assert found.status_code == 400
    assert "opens no addresses" in found.json()["error"]["message"]
    block = {"type": "image", "source": {"type": "url", "url": url}}
    body = BODY | {"messages": [{"role": "user", "content": [block]}]}
    found = running.post("/v1/messages", body)
    assert found.status_code == 400
    assert "opens no addresses" in found.json()["error"]["message"]


def test_a_large_body_is_refused_while_it_is_read(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "MAX_BODY", 100_000)
    head = (
        f"POST {CHAT} HTTP/1.1\nhost: 127.0.0.1\nauthorization: Bearer {TOKEN}\n"
        "content-type: application/json\ntransfer-encoding: chunked\n"
    )
    # The end of this body never comes.
    with raw_request(running.port, head) as connection:
        connection.sendall(b"1d4c0\r\n" + b" " * 120_000 + b"\r\n")
        assert connection.recv(20).startswith(b"HTTP/1.1 413")


def test_a_body_that_is_nested_too_deeply_is_refused(running: Running) -> None:
    schema: dict[str, object] = {}
    for _ in range(600):
        schema = {"items": schema}
    tool = {"type": "function", "function": {"name": "f", "parameters": schema}}
    found = running.post(CHAT, BODY | {"tools": [tool]})
    assert found.status_code == 400
    sentence = "The body is not JSON, or it is nested too deeply."
    assert found.json()["error"]["message"] == sentence


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": NaN}', "[" * 100_000, "\ud800"])
def test_what_is_no_json_object_is_refused(running: Running, text: str) -> None:
    with running.client() as client:
        content = text.encode("utf-8", "surrogatepass")
        found = client.post(CHAT, content=content, headers={"content-type": "application/json"})
    assert found.status_code == 400
    assert found.json()["error"]["type"] == "invalid_request_error"


@pytest.mark.parametrize("path", ["/v1/models", "/v1/models/odd", "/api/tags"])
def test_a_fault_of_a_list_has_the_form_of_its_api(
    running: Running, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    catalog = running.server.answering.catalog
    models = catalog.models
    # Neither the time nor the size can be written.
    catalog.set([Served("odd", "/odd", modified=math.inf, size=1j)])  # pyright: ignore[reportArgumentType]
    try:
        with running.client() as client:
            found = client.get(path)
    finally:
        catalog.set(models)
    assert found.status_code == 500
    error = found.json()["error"]
    sentence = "Duologue has a fault. See its log."
    if path == "/api/tags":
        assert error == sentence
    else:
        assert (error["message"], error["type"]) == (sentence, "server_error")
    assert "a request of a client failed" in caplog.text


def test_what_clients_say_is_not_logged(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "Xylophonquastenflosser"
    asked = BODY | {"messages": [{"role": "user", "content": secret}]}
    assert running.post(CHAT, asked).status_code == 200
    assert running.post(CHAT, asked | {"temperature": secret}).status_code == 400
    assert secret not in caplog.text
    assert secret not in repr(running.server.journal.entries)


def test_of_a_request_only_the_system_prompt_and_the_tools_go_to_the_disk(tmp_path: Path) -> None:
    both = EngineServer(Catalog([Served("dot", str(DOT))]), Access(TOKEN), quiet=0.05)
    both.engine.submit(UseDiskCache(tmp_path, 1 << 30))
    both.engine.start()
    made = Running(both.server, both.server.start(0))
    tool = {"name": "weather", "description": "Tells the weather. " * 9, "parameters": {}}
    answer = made.post(
        CHAT,
        {
            "model": "dot",
            "max_tokens": 9,
            "messages": [
                {"role": "system", "content": "You are brief. " * 40},
                {"role": "user", "content": "Where is the secret zebra?"},
            ],
            "tools": [{"type": "function", "function": tool}],
        },
    )
    assert answer.status_code == 200, answer.text
    assert both.server.stop(10)
    assert both.engine.stop(20)
    names = [name for it in tmp_path.iterdir() if (name := block_file.parse_name(it.name))]
    tokenizer = Tokenizer.from_file(str(DOT / "tokenizer.json"))
    saved = "".join(tokenizer.decode(block_file.read_tokens(tmp_path, name)) for name in names)
    assert "You are brief." in saved
    assert "Tells the weather." in saved
    said = answer.json()["choices"][0]["message"]["content"] or ""
    assert all(word not in saved for word in ["secret", "zebra", *said.split()[:1]])


def test_the_journal_has_numbers_of_the_last_requests(running: Running) -> None:
    found = running.post(CHAT, BODY, **{"user-agent": "Editor/1.0 (secret)"})
    usage = found.json()["usage"]
    entry = running.server.journal.entries[-1]
    # The entry ends just after the client has its answer.
    running.wait_until(lambda: entry.seconds is not None)
    assert (entry.client, entry.path, entry.status) == ("Editor/1.0", CHAT, 200)
    assert (entry.prompt, entry.generated) == (usage["prompt_tokens"], usage["completion_tokens"])
    assert json.dumps(entry.seconds)


def test_the_journal_has_refused_requests_in_one_line_each(running: Running) -> None:
    agent = {"user-agent": "Editor/2.0", "authorization": "Bearer wrong"}
    running.post("/v1/chat%0Acompletions", BODY, **agent)
    entry = running.server.journal.entries[-1]
    assert (entry.client, entry.status, entry.seconds is None) == ("Editor/2.0", 401, False)
    assert entry.path == "/v1/chatcompletions"


@pytest.mark.parametrize("path", ["/chat/completions", "/v1/v1/messages"])
def test_the_journal_has_requests_to_a_wrong_address(running: Running, path: str) -> None:
    found = running.post(path, BODY, **{"user-agent": "Editor/3.0"})
    assert found.status_code == 404
    assert "/v1 at its end for OpenAI's API" in found.json()["error"]["message"]
    entry = running.server.journal.entries[-1]
    assert (entry.client, entry.path, entry.status) == ("Editor/3.0", path, 404)


def test_refused_requests_do_not_push_out_the_others() -> None:
    journal = Journal()
    served = journal.begin("Editor/1.0", CHAT)
    for number in range(300):
        journal.refuse(f"Stranger/{number}", CHAT, 401)
    assert served in journal.entries and journal.entries[-1].client == "Stranger/299"
    assert len(journal.entries) < 50


@pytest.mark.parametrize("place", ["content", "arguments"])
def test_half_a_character_is_replaced(running: Running, place: str) -> None:
    """JavaScript clients cut texts in the middle of an emoji."""
    half = "cut \ud83d"
    call = {"name": "f", "arguments": json.dumps({"a": half if place == "arguments" else ""})}
    said = [
        {"role": "user", "content": half if place == "content" else "Hello"},
        {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": call}]},
        {"role": "tool", "tool_call_id": "c", "content": "7"},
    ]
    # JavaScript writes such a half as an escape.
    content = json.dumps(BODY | {"messages": said})
    with running.client() as client:
        found = client.post(CHAT, content=content, headers={"content-type": "application/json"})
    assert found.status_code == 200, found.text


def test_whole_numbers_may_be_written_with_a_point(running: Running) -> None:
    # JSON has one kind of number.
    body = BODY | {"n": 2.0, "logprobs": True, "top_logprobs": 2.0}
    found = running.post(CHAT, body)
    assert found.status_code == 200, found.text
    choices = found.json()["choices"]
    assert len(choices) == 2
    assert all(len(it["top_logprobs"]) == 2 for it in choices[0]["logprobs"]["content"])
