"""Chats with models of servers: the whole application without its window, before real sockets."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from app.core import Core
from app.remote.servers_file import ServersFile
from engine.remote_ids import remote_id
from tests.kit.keychain import Keychain
from tests.kit.scripted_server import (
    DONE,
    Line,
    ScriptedServer,
    answered,
    chunk,
    event,
    streamed,
)
from ui.state.answer_words import numbers_line
from ui.state.called_tool import CallState, Decision
from ui.state.chat import Chat
from ui.state.remote_servers import RemoteApi, RemoteModel, RemoteServer
from ui.state.turn import TurnState

LIST = answered(200, {"data": [{"id": "big"}, {"id": "small", "supports_vision": False}]})
FOUR = streamed(chunk("Four", end="stop"), DONE)
LIMIT = 10_000


class Person:
    """Uses the application as a person does, without its window. `agrees` answers the question
    whether chats may go to a server, None leaves it open; `questions` are those that came."""

    def __init__(self, qtbot: QtBot, home: Path) -> None:
        self.core = Core(home)
        self.core.complete()
        self.qtbot = qtbot
        self.state = self.core.workspace.remote
        self.agrees: bool | None = True
        self.questions: list[RemoteServer] = []
        self.state.permission_asked.connect(self._answer)

    def _answer(self, server: RemoteServer) -> None:
        self.questions.append(server)
        if self.agrees is not None:
            self.state.answered.emit(server.address, self.agrees)

    def wait(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=LIMIT)

    def add(self, server: ScriptedServer, name: str = "big") -> str:
        """Add a server with a chosen model, without a test; return the model's id."""
        self.state.added.emit(server.url, RemoteApi.OPENAI)
        assert not self.state.problem
        added = self.state.servers[-1]
        model = RemoteModel(name, chosen=True, thinking=True)
        self.state.edited.emit(replace(added, models=(model,)))
        return remote_id(added.address, name)

    def chat(self, model_id: str) -> Chat:
        chat = self.core.controller.conversations.new_chat()
        self.core.requests.models.choose(chat, model_id)
        self.wait(lambda: model_id in self.core.requests.models.known)
        return chat

    def ask(self, chat: Chat, text: str) -> None:
        chat.draft.write(replace(chat.draft.question, text=text))
        chat.requests.submitted.emit(chat.draft.send())

    def answer(self, chat: Chat, text: str) -> str:
        """Ask, wait for the end, and return the answer."""
        self.ask(chat, text)
        self.wait(lambda: not chat.busy)
        return chat.transcript.turns[-1].content


@pytest.fixture
def person(qtbot: QtBot, home: Path, keychain: Keychain) -> Iterator[Person]:
    made = Person(qtbot, home)
    yield made
    assert made.core.close(10)


def test_a_server_is_asked_once_for_consent_and_answers(person: Person) -> None:
    with ScriptedServer(FOUR) as server:
        model_id = person.add(server)
        chat = person.chat(model_id)
        info = person.core.workspace.engine.model
        assert info and info.address == f"{server.url}/v1" and not server.asked
        assert person.answer(chat, "Two and two?") == "Four"
        assert person.answer(chat, "Again?") == "Four"
        assert [it.address for it in person.questions] == [f"{server.url}/v1"]
        body = server.asked[-1].body
    assert [it["role"] for it in body["messages"]] == ["user", "assistant", "user"]
    assert body["model"] == "big"
    # it takes no memory here, and no title is asked of it
    assert not any(it.address for it in person.core.workspace.engine.loaded)
    assert len(server.asked) == 2


def test_what_a_server_charges_stands_under_the_answer_and_is_stored(
    person: Person,
) -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 2, "cost": 0.00125}
    paid = streamed(chunk("Four", end="stop"), event({"choices": [], "usage": usage}), DONE)
    with ScriptedServer(paid) as server:
        chat = person.chat(person.add(server))
        assert person.answer(chat, "Two and two?") == "Four"
    answer = chat.transcript.turns[-1]
    assert "$0.0013" in numbers_line(answer).split(" · ")
    person.core.settle()
    stored = person.core.store.messages(chat.chat_id)[-1]
    assert json.loads(stored.data)["usage"]["cost"] == 0.00125


def test_without_consent_nothing_is_sent_and_the_question_comes_back(person: Person) -> None:
    with ScriptedServer(FOUR) as server:
        chat = person.chat(person.add(server))
        person.agrees = False
        person.ask(chat, "Two and two?")
        person.wait(lambda: chat.draft.question.text == "Two and two?")
        assert not server.asked and not chat.busy
        person.agrees = None
        person.ask(chat, "Two and two?")
        person.wait(lambda: len(person.questions) == 2)
        chat.requests.stopped.emit()
        person.wait(lambda: not chat.busy)
        person.state.answered.emit(f"{server.url}/v1", True)
        assert not server.asked, "a stopped question was sent"


def test_stop_works_while_the_keychain_asks(
    person: Person, keychain: Keychain, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks, allowed = Event(), Event()
    read = keychain.get_password

    def slow_read(service: str, username: str) -> str | None:
        asks.set()
        allowed.wait(10)
        return read(service, username)

    monkeypatch.setattr(keychain, "get_password", slow_read)
    with ScriptedServer(FOUR) as server:
        chat = person.chat(person.add(server))
        # as after a restart: there is a key, and it has not been read yet
        known = replace(person.state.servers[0], keyed=True, allowed=True)
        person.state.set_servers((known,))
        person.ask(chat, "Two and two?")
        person.wait(asks.is_set)
        chat.requests.stopped.emit()
        person.wait(lambda: not chat.busy)
        allowed.set()
        assert person.answer(chat, "And now?") == "Four"
        assert len(server.asked) == 1, "a stopped question was sent"


@pytest.mark.parametrize("changed", ["removed", "withdrawn", "new key"])
def test_what_changed_while_the_keychain_was_asked_counts(
    person: Person, keychain: Keychain, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    asks, allowed = Event(), Event()

    def slow_read(service: str, username: str) -> str | None:
        asks.set()
        allowed.wait(10)
        return "old"

    monkeypatch.setattr(keychain, "get_password", slow_read)
    with ScriptedServer(FOUR) as server:
        chat = person.chat(person.add(server))
        known = replace(person.state.servers[0], keyed=True, allowed=True)
        person.state.set_servers((known,))
        person.ask(chat, "Two and two?")
        person.wait(asks.is_set)
        match changed:
            case "removed":
                person.state.removed.emit(known.address)
            case "withdrawn":
                person.state.answered.emit(known.address, False)
            case _:
                person.state.key_set.emit(known.address, "new")
        allowed.set()
        person.wait(lambda: not chat.busy)
        keys = [it.headers["authorization"] for it in server.asked]
    assert keys == (["Bearer new"] if changed == "new key" else [])


def test_the_list_of_models_is_asked_with_the_key_which_is_in_no_file(
    person: Person, keychain: Keychain, home: Path, qtbot: QtBot
) -> None:
    with ScriptedServer(LIST) as server:
        person.state.added.emit(server.url, RemoteApi.OPENAI)
        address = person.state.servers[0].address
        person.state.key_set.emit(address, " sk-secret\n")
        person.state.tested.emit(address)
        person.wait(lambda: len(person.state.servers[0].models) == 2)
        assert server.asked[0].headers["authorization"] == "Bearer sk-secret"
        person.wait(lambda: bool(keychain.kept))
        big, small = person.state.servers[0].models
        assert (
            big.vision and not small.vision and "2 models" in person.state.tests[address].sentence
        )
        chosen = replace(small, chosen=True)
        person.state.edited.emit(replace(person.state.servers[0], models=(big, chosen)))
        assert remote_id(address, "small") in person.core.workspace.engine.available
        texts = [it.read_bytes() for it in home.rglob("*") if it.is_file()]
        assert not any(b"sk-secret" in it for it in texts)
        again = Person(qtbot, home)
        # the same key from the keychain, and the chosen model from the file
        again.state.tested.emit(address)
        again.wait(lambda: len(again.state.servers[0].models) == 2)
        assert server.asked[-1].headers["authorization"] == "Bearer sk-secret"
        assert [it.name for it in again.state.chosen()] == ["small"]
        again.state.removed.emit(address)
        again.wait(lambda: not keychain.kept)
        assert again.core.close(10)


def test_a_tool_call_of_a_server_waits_for_consent(person: Person) -> None:
    call = {
        "index": 0,
        "id": "c1",
        "function": {"name": "calculator", "arguments": '{"expression": "6*7"}'},
    }
    calls = streamed(chunk(tool_calls=[call]), chunk(end="tool_calls"), DONE)
    with ScriptedServer(calls, streamed(chunk("42", end="stop"), DONE)) as server:
        chat = person.chat(person.add(server))
        chat.options.change(tools=("calculator",))
        person.ask(chat, "What is 6 times 7?")
        person.wait(lambda: bool(chat.transcript.turns[-1].tool_calls) and not chat.transcript.busy)
        [called] = chat.transcript.turns[-1].tool_calls
        assert called.state is CallState.PROPOSED and len(server.asked) == 1
        chat.message_requests.call_decided.emit(
            called.call.call_id, Decision.ONCE, called.call.arguments
        )
        person.wait(lambda: chat.transcript.turns[-1].content == "42" and not chat.busy)
        result = server.asked[1].body["messages"][-1]
    assert result == {"role": "tool", "content": "42", "tool_call_id": "c1"}


def test_a_stopped_answer_is_continued_from_its_text(person: Person) -> None:
    with ScriptedServer(FOUR) as server:

        def endless(line: Line) -> None:
            streamed(chunk("One, two"))(line)
            server.until_left(line)

        server.scripts = [endless, streamed(chunk(", three", end="stop"), DONE)]
        chat = person.chat(person.add(server))
        person.ask(chat, "Count.")
        person.wait(
            lambda: len(chat.transcript.turns) == 2 and bool(chat.transcript.turns[-1].content)
        )
        chat.requests.stopped.emit()
        person.wait(lambda: not chat.busy)
        assert chat.transcript.turns[-1].state is TurnState.STOPPED
        chat.requests.continued.emit()
        person.wait(lambda: chat.transcript.turns[-1].state is TurnState.DONE)
        assert chat.transcript.turns[-1].content == "One, two, three"
        assert server.asked[1].body["messages"][-1] == {"role": "assistant", "content": "One, two"}


def test_a_failure_in_the_middle_keeps_question_and_text(person: Person) -> None:
    with ScriptedServer(streamed(chunk("Fo"))) as server:
        chat = person.chat(person.add(server))
        assert person.answer(chat, "Two and two?") == "Fo"
        question, reply = chat.transcript.turns
    assert question.content == "Two and two?" and reply.state is TurnState.FAILED
    assert "ended the connection" in reply.error


def test_strict_offline_ends_what_runs_and_sends_nothing(person: Person) -> None:
    with ScriptedServer(FOUR) as server:

        def endless(line: Line) -> None:
            streamed(chunk("One"))(line)
            server.until_left(line)

        server.scripts = [endless]
        chat = person.chat(person.add(server))
        person.ask(chat, "Count.")
        person.wait(
            lambda: len(chat.transcript.turns) == 2 and bool(chat.transcript.turns[-1].content)
        )
        person.core.preferences.change(offline=True)
        try:
            person.wait(lambda: not chat.busy)
            assert "Strict offline is on" in chat.transcript.turns[-1].error
            person.ask(chat, "Again?")
            person.wait(lambda: chat.draft.question.text == "Again?")
            person.state.tested.emit(person.state.servers[0].address)
            [test] = person.state.tests.values()
            assert test.bad and "Strict offline is on" in test.sentence
        finally:
            person.core.preferences.change(offline=False)
        assert len(server.asked) == 1


def test_quitting_ends_what_a_server_still_sends(qtbot: QtBot, home: Path) -> None:
    person = Person(qtbot, home)
    with ScriptedServer(FOUR) as server:

        def endless(line: Line) -> None:
            streamed(chunk("One"))(line)
            server.until_left(line)

        server.scripts = [endless]
        chat = person.chat(person.add(server))
        person.ask(chat, "Count.")
        person.wait(lambda: bool(chat.transcript.turns[1:] and chat.transcript.turns[1].content))
        chat_id = chat.chat_id
        assert person.core.close(10)
        person.wait(lambda: server.left == 1)
    again = Person(qtbot, home)
    restored = again.core.controller.conversations.open(chat_id)
    assert isinstance(restored, Chat)
    assert restored.transcript.turns[1].content == "One" and restored.addresses == (
        f"{server.url}/v1",
    )
    assert again.core.close(10)


def test_a_model_of_no_server_in_the_list_is_never_asked(person: Person) -> None:
    """An imported chat or preset may name any address."""
    with ScriptedServer(FOUR) as server:
        model_id = person.add(server)
        chat = person.chat(model_id)
        person.state.removed.emit(person.state.servers[0].address)
        person.ask(chat, "Two and two?")
        person.wait(lambda: chat.draft.question.text == "Two and two?" and not chat.busy)
        assert not server.asked and not person.questions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.org",
        "ftp://example.org",
        "http://",
        "http://me:secret@example.org/v1",
        "http://example.org/v1?key=1",
        "http://exa mple.org",
        "http://[::1",
        "http://example.org:99999",
        "http://exämple.org",
        "http://" + "a" * 600,
    ],
)
def test_what_is_no_address_is_told(person: Person, text: str) -> None:
    person.state.added.emit(text, RemoteApi.OPENAI)
    assert person.state.problem and not person.state.servers


@pytest.mark.parametrize(
    ("text", "api", "address"),
    [
        (" HTTP://Example.ORG:8080/ ", RemoteApi.OPENAI, "http://example.org:8080/v1"),
        ("https://example.org/v1/chat/completions", RemoteApi.OPENAI, "https://example.org/v1"),
        ("https://example.org/api/v2", RemoteApi.OPENAI, "https://example.org/api/v2"),
        ("https://example.org/v1/messages", RemoteApi.ANTHROPIC, "https://example.org"),
        ("https://example.org", RemoteApi.ANTHROPIC, "https://example.org"),
    ],
)
def test_addresses_are_stored_in_one_form(
    person: Person, text: str, api: RemoteApi, address: str
) -> None:
    person.state.added.emit(text, api)
    assert [it.address for it in person.state.servers] == [address]
    person.state.added.emit(text, api)
    assert "already" in person.state.problem and len(person.state.servers) == 1


def test_a_damaged_list_of_servers_is_kept_aside(qtbot: QtBot, home: Path) -> None:
    home.mkdir()
    (home / "remote_servers.json").write_text('{"servers": [{"address": 5}]}', encoding="utf-8")
    person = Person(qtbot, home)
    assert person.state.servers == ()
    assert (home / "remote_servers.broken.json").exists()
    assert person.core.close(10)


def test_a_key_that_the_keychain_did_not_take_is_used_until_the_end(
    person: Person, home: Path, keychain: Keychain
) -> None:
    keychain.broken = True
    with ScriptedServer(FOUR) as server:
        chat = person.chat(person.add(server))
        address = person.state.servers[0].address
        person.state.key_set.emit(address, "secret")
        person.wait(lambda: "only until Duologue quits" in person.state.key_notes.get(address, ""))
        assert person.answer(chat, "Two and two?") == "Four"
        assert server.asked[-1].headers["authorization"] == "Bearer secret"
    # at the next start, nothing says that a key is saved
    [stored] = ServersFile(home).read()
    assert not stored.keyed and person.state.servers[0].keyed


def test_the_key_that_was_entered_last_is_kept_also_at_the_end(
    qtbot: QtBot, home: Path, keychain: Keychain, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = Event(), Event()
    write = keychain.set_password

    def slow(service: str, username: str, password: str) -> None:
        if password == "first":
            asked.set()
            answered.wait(10)
        write(service, username, password)

    monkeypatch.setattr(keychain, "set_password", slow)
    person = Person(qtbot, home)
    person.state.added.emit("http://127.0.0.1:9/v1", RemoteApi.OPENAI)
    address = person.state.servers[0].address
    person.state.key_set.emit(address, "first")
    assert asked.wait(10)
    person.state.key_set.emit(address, "second")
    answered.set()
    assert person.core.close(10)
    assert list(keychain.kept.values()) == ["second"]
