"""A group in processes of its own, driven as an engine is."""

import os
import signal
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

import pytest

from engine.errors import Refused
from engine.machines.group import COMPARED
from engine.machines.launch import HERE
from engine.machines.machine_group import MachineGroup
from engine.messages import (
    Delta,
    Event,
    Failed,
    Finished,
    ModelUnloaded,
)
from engine.system import worker_process
from tests.kit.group_chats import question, save_llama

SECONDS = 180
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
    return save_llama(tmp_path_factory)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_killed_or_drifted_rank_ends_the_request_and_the_next_one_starts_the_group(
    driven: Driven, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for request_id, rank in ((1, 1), (2, 0)):
        driven.group.submit(question(request_id, model, 100_000))
        driven.until(Delta, request_id)
        pids = driven.pids()
        os.kill(pids[rank], signal.SIGKILL)
        failed = driven.until(ENDS, request_id)[-1]
        assert isinstance(failed, Failed)
        assert failed.message == (
            f"Machine {rank + 1} of the group ended (localhost). Ask again to restart the group."
        )
        unloaded = driven.events.get(timeout=SECONDS)
        assert isinstance(unloaded, ModelUnloaded) and unloaded.model_id == model
        assert not any(is_running(it) for it in pids)
    workers = {**worker_process.WORKERS, "worker": "tests.kit.drifting_rank"}
    monkeypatch.setattr(worker_process, "WORKERS", workers)
    driven.group.submit(question(3, model, 6))
    with pytest.raises(Refused, match="in use"):
        driven.group.submit(question(3, model, 6))
    finished = driven.until(ENDS, 3)[-1]
    assert isinstance(finished, Finished) and finished.usage.generated == 6
    pids = driven.pids()
    driven.group.submit(question(4, model, 100_000))
    *before, failed = driven.until(ENDS, 4)
    assert isinstance(failed, Failed)
    assert failed.message == (
        "The machines of the group no longer agree on the answers. Ask again to restart the group."
    )
    # The wrong token comes early, and is noticed at the next comparison.
    assert 10 < sum(isinstance(it, Delta) for it in before) < 2 * COMPARED
    driven.events.get(timeout=SECONDS)
    assert not any(is_running(it) for it in pids)
