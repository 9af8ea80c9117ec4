"""Warm text workers must be like those that are started for people."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.system import worker_process
from tests.kit.warm_workers import WarmWorker, WarmWorkers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks")
POLLS = 200


def test_two_threads_learn_the_exit_codes_of_their_own_workers(warm_workers: WarmWorkers) -> None:
    running, killed = WarmWorker(warm_workers), WarmWorker(warm_workers)
    killed.kill()

    def polled(worker: WarmWorker) -> set[int | None]:
        return {worker.poll() for _ in range(POLLS)}

    with ThreadPoolExecutor(2) as threads:
        still, codes = threads.map(polled, (running, killed))
    assert killed.wait() == -9
    assert (still, codes - {None}) == ({None}, {-9})
    for worker in (running, killed):
        worker_process.end(worker)


def test_a_worker_ends_with_its_input(warm_workers: WarmWorkers) -> None:
    worker = WarmWorker(warm_workers)
    assert worker.stdin
    worker.stdin.close()
    assert worker.wait() != 0
    worker_process.end(worker)
