"""Garbage collection: none while rows decode, and little to collect afterwards."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.messages import Finished, Generate, SamplingParams, Shutdown
from tests.conftest import Bench
from tests.kit.images import ask


@pytest.fixture
def eager_collector() -> Iterator[None]:
    """Collect after every few new objects."""
    before = gc.get_threshold()
    gc.enable()
    gc.set_threshold(20, 2, 2)
    yield
    gc.set_threshold(*before)
    gc.enable()


def collections() -> list[int]:
    """Return how often each generation was collected."""
    return [generation["collections"] for generation in gc.get_stats()]


def request(model: Path, request_id: int, tokens: int) -> Generate:
    # The end token is barred, so that every answer has its full length.
    sampling = SamplingParams(max_tokens=tokens, temperature=1.0, logit_bias=((2, -99.0),))
    return Generate(request_id, str(model), (ask("a b"),), sampling)


def test_nothing_is_collected_while_rows_decode(
    bench: Bench, tiny_text: Path, eager_collector: None
) -> None:
    bench.engine.submit(request(tiny_text, 1, 60))
    while not bench.stats_now().batch_size:
        bench.engine.step()
    before = collections()
    while bench.stats_now().batch_size:
        assert collections() == before
        bench.engine.step()
    assert bench.of(1).usage.generated > 20
    assert gc.isenabled()


def test_a_shutdown_while_rows_decode_turns_collection_on_again(
    bench: Bench, tiny_text: Path, eager_collector: None
) -> None:
    bench.engine.submit(request(tiny_text, 1, 60))
    while gc.isenabled():
        bench.engine.step()
    bench.engine.submit(Shutdown())
    bench.engine.step()
    assert gc.isenabled()


def test_a_process_that_collects_by_itself_is_left_alone(bench: Bench, tiny_text: Path) -> None:
    gc.disable()
    try:
        bench.run(request(tiny_text, 1, 5))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_answers_leave_next_to_no_cycles_behind(bench: Bench, tiny_text: Path) -> None:
    """Only a collector frees cycles, and in a batch that never ends it hardly runs."""
    bench.run(*(request(tiny_text, number, 6) for number in range(1, 4)))
    gc.collect()
    gc.disable()
    try:
        found = bench.run(*(request(tiny_text, number, 40) for number in range(4, 24)))
        assert sum(isinstance(event, Finished) for event in found) == 20
        del found
        bench.events.clear()
        assert gc.collect() < 20 * 10
    finally:
        gc.enable()
