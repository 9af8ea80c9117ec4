"""A group in processes of its own, driven as an engine is."""

import os
import signal
from collections.abc import Iterator
from queue import SimpleQueue
from time import monotonic
from typing import Any

import pytest

from engine.errors import Refused
from engine.machines.launch import HERE
from engine.machines.machine_group import MachineGroup
from engine.messages import (
    ChatMessage,
    Delta,
    Event,
    Failed,
    Finished,
    Generate,
    ModelUnloaded,
    SamplingParams,
)
from tests.kit import tiny_models

SECONDS = 60
ENDS = Finished | Failed


class Driven:
    def __init__(self) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.group = MachineGroup(self.events.put, (HERE, HERE), memory_limit=2 << 30)
        self.group.start()

    def until(self, kind: Any, request_id: int) -> list[Any]:
        found: list[Any] = []
        while not found or not (isinstance(found[-1], kind) and found[-1].request_id == request_id):
            found.append(self.events.get(timeout=SECONDS))
        return found

    def pids(self) -> list[int]:
        ranks = self.group._ranks
        assert ranks is not None
        return [it.pid for it in ranks.processes]


@pytest.fixture
def driven() -> Iterator[Driven]:
    made = Driven()
    yield made
    assert made.group.stop(20)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("model")
    tiny_models.llama(folder)
    return str(folder)


def asked(request_id: int, model: str, tokens: int = 6) -> Generate:
    params = SamplingParams(max_tokens=tokens, temperature=0)
    return Generate(request_id, model, (ChatMessage("user", "one two three"),), params)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_killed_rank_ends_the_request_and_the_next_one_starts_the_group(
    driven: Driven, model: str
) -> None:
    for request_id, rank in ((1, 1), (2, 0)):
        driven.group.submit(asked(request_id, model, 100_000))
        driven.until(Delta, request_id)
        pids = driven.pids()
        os.kill(pids[rank], signal.SIGKILL)
        killed = monotonic()
        failed = driven.until(ENDS, request_id)[-1]
        assert monotonic() - killed < 3
        assert isinstance(failed, Failed)
        assert failed.message == (
            f"Machine {rank + 1} of the group ended (localhost). Ask again to restart the group."
        )
        unloaded = driven.events.get(timeout=SECONDS)
        assert isinstance(unloaded, ModelUnloaded) and unloaded.model_id == model
        assert not any(is_running(it) for it in pids)
    driven.group.submit(asked(3, model))
    with pytest.raises(Refused, match="in use"):
        driven.group.submit(asked(3, model))
    finished = driven.until(ENDS, 3)[-1]
    assert isinstance(finished, Finished) and finished.usage.generated == 6
