"""Loads in bounded steps: their progress, their end at any point, and what goes on beside them."""

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import mlx.core as mx
import pytest

from engine.checkpoints import guard
from engine.messages import (
    Abort,
    Aborted,
    Configure,
    Delta,
    Failed,
    Finished,
    Generate,
    LoadModel,
    LoadProgress,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    SamplingParams,
    UnloadModel,
    Waiting,
)
from engine.models import loader, weights
from engine.prompts.remote_writer import RemoteWriter
from engine.requests import load_job, residents
from engine.requests.scheduler import Scheduler
from engine.system import worker_process
from engine.system.free_memory import physical_memory
from tests.conftest import DOT, Bench
from tests.kit import tiny_models
from tests.kit.images import ask

pytestmark = pytest.mark.usefixtures("dot_in_float32", "small_steps")


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each tensor of a tiny model in a step of its own, and report each."""
    monkeypatch.setattr(weights, "SMALLEST", 1)
    monkeypatch.setattr(weights, "LARGEST", 1)
    monkeypatch.setattr(load_job, "PROGRESS_INTERVAL", 0.0)


def progress_of(bench: Bench, request_id: int) -> list[LoadProgress]:
    found = [it for it in bench.events if isinstance(it, LoadProgress)]
    return [it for it in found if it.request_id == request_id]


def scheduler_of(bench: Bench) -> Scheduler:
    assert bench.engine._scheduler is not None
    return bench.engine._scheduler


def test_the_progress_of_a_load_grows_up_to_its_weights(bench: Bench, tiny_text: Path) -> None:
    [ready] = bench.run(LoadModel(1, str(tiny_text)))
    assert isinstance(ready, ModelReady)
    told = progress_of(bench, 1)
    done = [it.done for it in told]
    assert done == sorted(done)
    assert len(set(done)) > 10
    assert (told[-1].done, told[-1].total) == (ready.model.weight_bytes,) * 2
    assert bench.events.index(told[-1]) < bench.events.index(ready)


def test_stop_at_any_step_of_a_load_leaves_nothing(bench: Bench, tiny_text: Path) -> None:
    bench.run(LoadModel(1, str(DOT)))
    before, steps, aborted = mx.get_active_memory(), 0, True
    while aborted:
        steps += 1
        bench.engine.submit(LoadModel(2, str(tiny_text)))
        for _ in range(steps):
            bench.engine.step()
        # None once the load needs no more steps.
        aborted = bench.run(Abort(2))
        if aborted:
            assert isinstance(aborted[0], Aborted)
            assert mx.get_active_memory() <= before + 4096
        assert bench.stats_now().reserved == 0
    assert steps > 10


def test_stop_ends_the_process_that_loads_the_tokenizer(
    bench: Bench, tiny_text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its start, and while the weights are read."""
    monkeypatch.setattr(guard, "OUR_FOLDERS", [])
    for progress in (0, 3):
        bench.engine.submit(LoadModel(1, str(tiny_text)))
        bench.engine.step()
        [job] = scheduler_of(bench)._jobs
        assert isinstance(job.waits_for, RemoteWriter)
        process = job.waits_for._process
        assert process is not None
        while len(progress_of(bench, 1)) < progress:
            bench.engine.step()
        [aborted] = bench.run(Abort(1))
        assert isinstance(aborted, Aborted)
        assert not process.alive
        assert not scheduler_of(bench).busy


@pytest.mark.parametrize("family", ["gpt_oss", "qwen3_vl", "gemma4_ple", "qwen3_5"], indirect=True)
def test_the_weights_of_a_stopped_load_are_freed(bench: Bench, family: Path) -> None:
    before = mx.get_active_memory()
    bench.engine.submit(LoadModel(1, str(family)))
    while len(progress_of(bench, 1)) < 10:
        bench.engine.step()
    assert mx.get_active_memory() > before + 4096
    [aborted] = bench.run(Abort(1))
    assert isinstance(aborted, Aborted)
    assert mx.get_active_memory() <= before + 4096


def test_an_answer_grows_while_a_model_loads(bench: Bench, tiny_text: Path) -> None:
    bench.engine.submit(Generate(1, str(DOT), (ask("Tell me a story about a red circle."),)))
    bench.until(Delta, 1)
    bench.run(LoadModel(2, str(tiny_text)))
    first, *_, last = progress_of(bench, 2)
    during = bench.events[bench.events.index(first) : bench.events.index(last)]
    assert sum(isinstance(it, Delta) for it in during) > 5


def test_two_models_load_in_turns_and_a_broken_one_leaves_the_other(
    bench: Bench, tiny_text: Path, tmp_path: Path
) -> None:
    tiny_models.llama(tmp_path / "other")
    bench.engine.submit(LoadModel(1, str(tiny_text)))
    bench.engine.submit(LoadModel(2, str(tmp_path / "other")))
    while len(progress_of(bench, 2)) < 5:
        bench.engine.step()
    assert len(progress_of(bench, 1)) > 3
    path = tmp_path / "other" / "model.safetensors"
    os.truncate(path, path.stat().st_size // 3)
    ready, failed = sorted(bench.run(), key=lambda it: it.request_id)
    assert isinstance(ready, ModelReady)
    assert isinstance(failed, Failed)
    assert not failed.fault
    assert "other changed while the model was loading." in failed.message


def test_a_file_cut_during_its_load_leaves_answers_and_memory(
    bench: Bench, tiny_text: Path
) -> None:
    bench.run(LoadModel(1, str(DOT)))
    before = mx.get_active_memory()
    bench.engine.submit(LoadModel(2, str(tiny_text)))
    while len(progress_of(bench, 2)) < 5:
        bench.engine.step()
    os.truncate(tiny_text / "model.safetensors", 3000)
    [failed] = bench.run()
    assert isinstance(failed, Failed)
    assert mx.get_active_memory() <= before + 4096
    assert isinstance(bench.run(Generate(3, str(DOT), (ask("Hello!"),)))[-1], Finished)


def test_requests_that_wait_for_a_load_keep_their_order(bench: Bench, tiny_text: Path) -> None:
    few = SamplingParams(max_tokens=3)
    for number in (1, 2, 3):
        bench.engine.submit(Generate(number, str(tiny_text), (ask("Hello!"),), few))
    bench.until(ModelReady)
    bench.engine.submit(Generate(4, str(tiny_text), (ask("Hello!"),), few))
    bench.run()
    begun = [it.request_id for it in bench.events if isinstance(it, Delta)]
    assert list(dict.fromkeys(begun)) == [1, 2, 3, 4]


def test_a_kept_model_is_not_evicted_and_named_as_the_reason(tiny_text: Path) -> None:
    bench = Bench(memory_limit=int(10e6))
    [ready] = bench.run(LoadModel(1, str(DOT)))
    assert isinstance(ready, ModelReady)
    bench.engine.submit(Configure((ModelProfile(str(DOT), kept=True),)))
    tiny_models.qwen3(tiny_text.with_name("large"), vocab_size=2000, hidden_size=256)
    bench.engine.submit(LoadModel(2, str(tiny_text.with_name("large"))))
    bench.until(Waiting, 2)
    bench.engine.step()
    [waiting] = [it for it in bench.events if isinstance(it, Waiting)]
    assert "Unload a model that is kept loaded: Dot." in waiting.reason
    assert str(DOT) in scheduler_of(bench)._models
    bench.engine.submit(Configure(()))
    unloaded, ready = bench.run()
    assert isinstance(unloaded, ModelUnloaded)
    assert isinstance(ready, ModelReady)
    bench.engine.close()


def test_stop_ends_a_load_that_waits_for_memory(tiny_text: Path) -> None:
    bench = Bench(memory_limit=int(9.6e6))
    bench.engine.submit(Configure((ModelProfile(str(DOT), kept=True),)))
    bench.run(LoadModel(1, str(DOT)))
    bench.engine.submit(LoadModel(2, str(tiny_text)))
    bench.until(Waiting, 2)
    [aborted] = bench.run(Abort(2))
    assert isinstance(aborted, Aborted)
    assert bench.engine.idle
    bench.engine.close()


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[worker_process.Process]:
    """Return the worker processes that are started, with folders that are not ours."""
    monkeypatch.setattr(guard, "OUR_FOLDERS", [])
    started: list[worker_process.Process] = []
    start = worker_process.start

    def noted(word: str) -> worker_process.Process:
        started.append(start(word))
        return started[-1]

    monkeypatch.setattr(worker_process, "start", noted)
    return started


def test_requests_to_one_model_load_it_once(
    bench: Bench, tiny_text: Path, processes: list[worker_process.Process]
) -> None:
    for number in (1, 2):
        bench.engine.submit(LoadModel(number, str(tiny_text)))
    waiting, *ready = bench.run()
    assert isinstance(waiting, Waiting)
    assert waiting == Waiting(2, "Waiting for tiny to load.")
    assert [type(it) for it in ready] == [ModelReady] * 2
    assert len(processes) == 1


def test_the_next_request_loads_a_model_if_the_first_is_stopped(
    bench: Bench, tiny_text: Path, processes: list[worker_process.Process]
) -> None:
    for number in (1, 2):
        bench.engine.submit(LoadModel(number, str(tiny_text)))
    bench.until(Waiting, 2)
    aborted, ready = bench.run(Abort(1))
    assert (type(aborted), aborted.request_id) == (Aborted, 1)
    assert (type(ready), ready.request_id) == (ModelReady, 2)
    assert [it.poll() is None for it in processes] == [False, True]


def test_the_end_of_the_engine_leaves_nothing_of_a_load(
    bench: Bench,
    tiny_text: Path,
    processes: list[worker_process.Process],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    bench.engine.submit(LoadModel(1, str(tiny_text)))
    while len(progress_of(bench, 1)) < 3:
        bench.engine.step()
    assert list((tmp_path / "temporary").iterdir())
    bench.engine.close()
    assert not list((tmp_path / "temporary").iterdir())
    assert processes[0].poll() is not None


def test_running_answers_go_on_between_the_measurements_of_a_model(
    tiny_text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, measured = 0, []

    def note(function: Callable) -> Callable:
        def noted(*arguments):
            measured.append(steps)
            return function(*arguments)

        return noted

    for name in ("measure_model", "with_quantized"):
        monkeypatch.setattr(loader, name, note(getattr(loader, name)))
    for _ in loader.load_steps(loader.examine_model(str(tiny_text))):
        steps += 1
    assert measured == [steps - 1, steps]


# A limit with room for Dot and a megabyte.
TIGHT = int(10.6e6)


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[tuple[Bench, str]]:
    """Dot is kept loaded, and another model waits for its memory."""
    large = tmp_path / "large"
    tiny_models.qwen3(large, vocab_size=2000, hidden_size=256)
    bench = Bench(TIGHT)
    bench.engine.submit(Configure((ModelProfile(str(DOT), kept=True),)))
    bench.run(LoadModel(1, str(DOT)))
    yield bench, str(large)
    bench.engine.close()


# The limit leaves no room for a cached prompt in float32.
@pytest.mark.usefixtures("dot_read_once")
def test_nobody_waits_behind_a_model_that_a_kept_one_leaves_no_room(
    crowded: tuple[Bench, str],
) -> None:
    bench, large = crowded
    question = Generate(3, str(DOT), (ask("Hello!"),), SamplingParams(max_tokens=3))
    bench.engine.submit(question)
    bench.until(Finished, 3)
    bench.engine.submit(LoadModel(2, large))
    bench.until(Waiting, 2)
    bench.engine.submit(replace(question, request_id=4))
    for _ in range(30):
        bench.engine.step()
    # The cached prompt stays, since its memory would not be enough.
    assert bench.of(4).reason is not None
    assert bench.of(4).usage.cached > 0
    ready = bench.run(Configure(()))[-1]
    assert isinstance(ready, ModelReady)


def test_the_limit_is_raised_for_a_chosen_model_alone(tiny_text: Path, tmp_path: Path) -> None:
    tiny_models.llama(tmp_path / "other")
    bench = Bench(memory_limit=200_000)
    bench.engine.submit(Configure((ModelProfile(str(tiny_text), anyway=True),)))
    assert isinstance(bench.run(LoadModel(1, str(tiny_text)))[-1], ModelReady)
    assert bench.stats_now().memory_limit > 10**9
    [failed] = bench.run(LoadModel(2, str(tmp_path / "other")))
    assert isinstance(failed, Failed)
    assert failed.message.startswith("other needs 462 kB for its weights")
    bench.run(UnloadModel(3, str(tiny_text)))
    assert bench.stats_now().memory_limit == 200_000
    bench.engine.close()


@pytest.mark.skipif(mx.default_device() != mx.cpu, reason="models compute in another memory")
def test_the_limit_is_at_most_the_memory_of_the_computer(tiny_text: Path) -> None:
    bench = Bench(memory_limit=10**15)
    bench.run(LoadModel(1, str(tiny_text)))
    assert bench.stats_now().memory_limit == physical_memory()
    bench.engine.close()


def test_a_model_of_the_start_takes_no_memory_of_another_while_it_is_read(
    tiny_text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some families need more memory while they are loaded than their files have bytes."""
    examine: Callable[..., loader.ModelSource] = loader.examine_model

    def stacked(*arguments) -> loader.ModelSource:
        source = examine(*arguments)
        assert source.cost
        return replace(source, cost=replace(source.cost, loading=2_000_000))

    bench = Bench(TIGHT)
    bench.run(LoadModel(1, str(DOT)))
    monkeypatch.setattr(loader, "examine_model", stacked)
    [failed] = bench.run(LoadModel(2, str(tiny_text), evicts=False))
    assert isinstance(failed, Failed)
    assert failed.message.startswith("tiny was not loaded: it needs 2.5 MB of memory")
    bench.engine.close()


def test_a_model_without_a_decoder_takes_no_memory(
    bench: Bench, tiny_text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.run(LoadModel(1, str(DOT)))
    monkeypatch.setattr(residents, "Resident", None)
    [failed] = bench.run(LoadModel(2, str(tiny_text)))
    assert isinstance(failed, Failed)
    assert set(scheduler_of(bench)._memory.ledger.costs) == {str(DOT)}


def test_a_model_of_the_start_may_exceed_the_limit_if_it_was_chosen_to(tiny_text: Path) -> None:
    bench = Bench(memory_limit=200_000)
    bench.engine.submit(Configure((ModelProfile(str(tiny_text), anyway=True),)))
    assert isinstance(bench.run(LoadModel(1, str(tiny_text), evicts=False))[-1], ModelReady)
    bench.engine.close()
