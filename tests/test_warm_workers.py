"""Warm text workers must be like those that are started for people."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.system import worker_process
from tests.kit.warm_workers import WarmWorker, WarmWorkers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks")
POLLS, STARTS = 500, 3


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("eager_threads")
def test_two_threads_learn_about_their_own_workers(warm_workers: dict[str, WarmWorkers]) -> None:
    running = WarmWorker(warm_workers["text-worker"])

    def start_and_kill() -> list[int | None]:
        workers = [WarmWorker(warm_workers["text-worker"]) for _ in range(STARTS)]
        for worker in workers:
            worker_process.end(worker)
        return [worker.returncode for worker in workers]

    with ThreadPoolExecutor(1) as other:
        codes = other.submit(start_and_kill)
        assert {running.poll() for _ in range(POLLS)} == {None}
        assert codes.result() == [-9] * STARTS
    worker_process.end(running)


def test_a_worker_ends_with_its_input(warm_workers: dict[str, WarmWorkers]) -> None:
    worker = WarmWorker(warm_workers["text-worker"])
    assert worker.stdin
    worker.stdin.close()
    assert worker.wait() != 0
    worker_process.end(worker)
