"""Models on several machines, asked as the window asks: two processes of this computer."""

import json
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.cli import ask
from app.cli.model_choices import ModelChoices
from app.machines.spread_models import SpreadModels
from app.server.catalog import Catalog
from app.server.engine_server import EngineServer
from app.server.guard import Access
from app.settings.preferences import Preferences
from engine import offline
from engine.messages import (
    Aborted,
    Command,
    Continue,
    Count,
    Event,
    Failed,
    Finished,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    UnloadModel,
)
from tests.kit.group_chats import question, save_llama
from ui.state.settings import Settings
from ui.state.workspace import Workspace

SECONDS = 180
ENDS = Finished | Failed | Aborted


class Asked:
    def __init__(self, folder: Path, machines: tuple[str, ...], models: tuple[str, ...]) -> None:
        self.workspace = Workspace()
        value = Settings(machines=machines, spread_models=models)
        self.preferences = Preferences(self.workspace, folder, value)
        self.engine: list[Command] = []
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.spread = SpreadModels(
            self.preferences, self.engine.append, self.events.put, memory_limit=2 << 30
        )

    def until_end(self) -> list[Any]:
        found: list[Any] = []
        while not found or not isinstance(found[-1], ENDS):
            found.append(self.events.get(timeout=SECONDS))
        return found


@pytest.fixture
def asked(tmp_path: Path, tiny_llama: str, qtbot: QtBot) -> Iterator[Asked]:
    made = Asked(tmp_path, ("localhost",), (tiny_llama,))
    yield made
    assert made.spread.close(20)


@pytest.fixture(scope="module")
def tiny_llama(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_llama(tmp_path_factory)


def test_a_chosen_model_answers_from_the_group_and_others_from_the_engine(
    asked: Asked, tiny_llama: str
) -> None:
    other = question(1, "/elsewhere", 4)
    asked.spread.submit(other)
    assert asked.engine == [other]
    asked.spread.submit(Count(2, question(2, tiny_llama, 4)))
    assert isinstance(asked.events.get(timeout=1), Aborted)
    asked.spread.submit(UnloadModel(3, tiny_llama))  # starts nothing
    assert asked.events.get(timeout=1) == ModelUnloaded(3, tiny_llama)
    asked.spread.submit(question(4, tiny_llama, 4))
    found = asked.until_end()
    ready = next(it for it in found if isinstance(it, ModelReady))
    assert ready.model.family.endswith("on 2 machines")
    assert isinstance(found[-1], Finished) and found[-1].usage.generated == 4
    assert asked.engine == [other]
    # The same model on this computer alone again: the group ends with its answers.
    asked.preferences.change(spread_models=())
    asked.spread.submit(question(5, tiny_llama, 4))
    assert asked.engine[1:] == [question(5, tiny_llama, 4)]
    asked.spread.submit(Continue(6, 4))
    failed = asked.until_end()[-1]
    assert isinstance(failed, Failed) and failed.request_id == 6


def test_strict_offline_asks_no_other_computer(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(tmp_path, ("mac2.local",), ("/model",))
    monkeypatch.setattr(offline, "is_strict", lambda: True)
    asked.spread.submit(question(1, "/model", 4))
    failed = asked.events.get(timeout=1)
    assert isinstance(failed, Failed) and "Strict offline" in failed.message
    assert asked.spread.close(1)


def test_ask_is_answered_by_the_group(
    tiny_llama: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    choices = ModelChoices(ModelProfile(tiny_llama), machines=("localhost",))
    monkeypatch.setattr(ask, "Engine", None)  # the group's is elsewhere
    words = ["--model", tiny_llama, "--memory-limit", "2", "--max-tokens", "4", "--json", "one"]
    assert ask.run_ask(words, lambda folder: choices) == ask.OK
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["event"], last["usage"]["generated"]) == ("Finished", 4)


def test_the_server_asks_the_group_for_its_models(tiny_llama: str) -> None:
    made = EngineServer(
        Catalog([]),
        Access("token"),
        memory_limit=2 << 30,
        machines=("localhost",),
        spread=(tiny_llama,),
    )
    events: SimpleQueue[Event] = SimpleQueue()
    made.listeners.append(events.put)
    made.router.submit(question(1, tiny_llama, 4))
    while not isinstance(event := events.get(timeout=SECONDS), ENDS):
        pass
    assert isinstance(event, Finished) and event.usage.generated == 4
    # The engine of this process was never started.
    assert made.engine.idle
    assert made.router.close(20)
