"""The token for gated models."""

import threading

import pytest
from pytestqt.qtbot import QtBot

from app.hub.token import NOT_FORGOTTEN, NOT_KEPT, keep_token, plain_token, read_token
from app.hub.token_keeper import TokenKeeper
from tests.kit.keychain import Keychain
from ui.state.hub_state import HubState


def test_a_token_is_kept_replaced_and_forgotten(keychain: Keychain) -> None:
    assert read_token() == ""
    assert keep_token("hf_one") == keep_token("hf_two") == ""
    assert read_token() == "hf_two"
    assert keep_token("") == keep_token("") == ""
    assert keychain.kept == {}


def test_a_keychain_that_fails_costs_a_sentence_without_the_token(
    keychain: Keychain, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    keychain.broken = True
    assert read_token() == ""
    assert keep_token("hf_secret") == NOT_KEPT
    assert keep_token("") == NOT_FORGOTTEN
    assert "hf_secret" not in caplog.text


def test_without_a_keychain_a_token_lasts_for_this_run(qtbot: QtBot) -> None:
    state = HubState()
    keeper = TokenKeeper(state, state)
    keeper.set_token(" hf_one\n")
    qtbot.waitUntil(lambda: bool(state.token_note))
    assert state.has_token
    assert state.token_note == NOT_KEPT
    assert known(keeper) == ["hf_one"]
    assert keeper.close(5)


def test_the_keychain_is_read_once_when_it_is_needed(qtbot: QtBot, keychain: Keychain) -> None:
    keep_token("hf_one")
    keychain.reads = 0
    state = HubState()
    keeper = TokenKeeper(state, state)
    assert not state.has_token
    found: list[str] = []
    keeper.when_known(found.append)
    keeper.when_known(found.append)
    keeper.look()
    qtbot.waitUntil(lambda: state.has_token)
    assert found == ["hf_one", "hf_one"]
    assert keychain.reads == 1
    assert keeper.close(5)


def test_a_typed_token_serves_those_who_wait_for_the_keychain(
    qtbot: QtBot, keychain: Keychain, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, read = threading.Event(), keychain.get_password
    monkeypatch.setattr(keychain, "get_password", lambda *it: answered.wait(10) and read(*it))
    keeper = TokenKeeper(state := HubState(), state)
    found: list[str] = []
    keeper.when_known(found.append)
    keeper.set_token("hf_typed")
    assert found == ["hf_typed"]
    answered.set()
    qtbot.waitUntil(lambda: read("Duologue", "huggingface.co token") == "hf_typed")
    assert found == ["hf_typed"] and known(keeper) == ["hf_typed"]
    assert keeper.close(5)


@pytest.mark.parametrize(
    ("text", "token"),
    [("hf_a b\n", "hf_ab"), ("", ""), ("tökén", ""), ("x" * 4097, ""), ("hf_a\0b", "")],
)
def test_only_what_can_be_a_token_is_taken(text: str, token: str) -> None:
    assert plain_token(text) == token


def known(keeper: TokenKeeper) -> list[str]:
    found: list[str] = []
    keeper.when_known(found.append)
    return found
