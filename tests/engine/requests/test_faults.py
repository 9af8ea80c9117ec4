"""Any error, wherever a step can fail: each request ends once, and the engine continues."""

import gc
import json
import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, get_args

import mlx.core as mx
import pytest

from engine import engine as engine_module
from engine.engine import Engine
from engine.messages import (
    Abort,
    Delta,
    EngineStats,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    ModelUnloaded,
    SamplingParams,
    Shutdown,
    TerminalEvent,
    UnloadModel,
)
from engine.models import loader
from engine.models.adapter import TextAdapter
from engine.models.prefix_cache import PrefixCache
from engine.models.weights import Progress
from engine.requests import failures, reply_job, residents
from engine.requests.decoder import Decoder
from engine.requests.generation import Generation
from engine.requests.job_queue import JobQueue
from engine.requests.ledger import Ledger
from engine.requests.memory_manager import MemoryManager
from engine.requests.preparation import Preparation
from engine.requests.reply import Reply
from engine.requests.reply_job import ReplyJob
from engine.requests.residents import Residents
from engine.requests.scheduler import Scheduler
from engine.requests.stats import Meter
from tests.conftest import Bench
from tests.kit import tiny_models
from tests.kit.images import ask

NEIGHBOR, VICTIM, NEXT, LOAD = 1, 2, 3, 4
FOX, DOG = ask("the quick brown fox"), ask("the lazy dog counts")


class Panic(BaseException):
    """A panic as pyo3 raises it for a library in Rust: not a subclass of Exception."""


PANIC = Panic("it panicked")
ERRORS = (PANIC, RuntimeError("it broke"), MemoryError())
all_errors = pytest.mark.parametrize("error", ERRORS, ids=lambda it: type(it).__name__)


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("faults") / "tiny"
    tiny_models.qwen3(made)
    return made


@pytest.fixture(scope="module")
def shared_model(shared_folder: Path) -> loader.LoadedModel:
    return loader.load_model(loader.examine_model(str(shared_folder)))


def _at_once(model: loader.LoadedModel) -> Any:
    """Return a `load_steps` that has nothing to read."""

    def load_steps(*_: Any) -> Generator[Progress, None, loader.LoadedModel]:
        yield from ()
        return model

    return load_steps


@pytest.fixture
def tiny_once(bench: Bench, shared_folder: Path, shared_model, monkeypatch) -> Iterator[str]:
    """The model is read from the disk once for all tests; how far it got is no part of them."""
    monkeypatch.setattr(loader, "load_steps", _at_once(shared_model))
    before = mx.get_active_memory()
    yield str(shared_folder)
    monkeypatch.undo()
    bench.engine.close()
    # The collector has another thread: nothing of a fault may be left in a cycle.
    assert not gc.isenabled()
    assert mx.get_active_memory() <= before + 4096


@dataclass
class Fault:
    """Raises the error once, at the first call that is about the request, or at the first."""

    error: BaseException
    request_id: int = 0
    raised: bool = False

    def into(self, patch: pytest.MonkeyPatch, where: Any, name: str) -> None:
        original = getattr(where, name)

        def failing(*args: Any, **kwargs: Any) -> Any:
            if not self.raised and (not self.request_id or self._is_about(args)):
                self.raised = True
                raise self.error
            return original(*args, **kwargs)

        patch.setattr(where, name, failing)

    def _is_about(self, args: tuple[Any, ...]) -> bool:
        named = [getattr(it, "request", it) for it in args]
        found = [it if isinstance(it, int) else getattr(it, "request_id", None) for it in named]
        return self.request_id in found


def ends(events: list[Any]) -> dict[int, Any]:
    """Return the terminal event of each request, which has exactly one."""
    found: dict[int, Any] = {}
    for event in events:
        loaded = isinstance(event, ModelReady) and event.request_id != LOAD
        if isinstance(event, get_args(TerminalEvent)) and event.request_id and not loaded:
            assert event.request_id not in found, (found[event.request_id], event)
            found[event.request_id] = event
    return found


def content_of(bench: Bench, request_id: int) -> str:
    return bench.of(request_id).content


def start_neighbor(bench: Bench, tiny: str) -> None:
    bench.engine.submit(Generate(NEIGHBOR, tiny, (FOX,), SamplingParams(max_tokens=12)))
    bench.until(Delta, NEIGHBOR)


def victim(tiny: str) -> Generate:
    return Generate(VICTIM, tiny, (DOG,), SamplingParams(max_tokens=3))


def answers_again(bench: Bench, tiny: str) -> bool:
    bench.run(Generate(NEXT, tiny, (FOX,), SamplingParams(max_tokens=2)))
    found = ends(bench.events)
    assert bench.stats_now().reserved == 0
    return set(found) >= {NEXT} and isinstance(found[NEXT], Finished)


# Where one request can be blamed: it fails, and its neighbor's answer is what it always is.
OF_ONE: list[tuple[Any, str, int]] = [
    (ReplyJob, "begin", 0),
    (Ledger, "enqueue", VICTIM),
    (reply_job.text_files, "inlined", 0),
    (Preparation, "__init__", 0),
    (Preparation, "_items", 0),
    (Preparation, "_look_up", 0),
    (MemoryManager, "reserve", VICTIM),
    (Ledger, "reserve", VICTIM),
    (PrefixCache, "lookup", 0),
    (PrefixCache, "begin_prefill", VICTIM),
    (TextAdapter, "prompt", 0),
    (TextAdapter, "prefill", 0),
    (Generation, "_sample", 0),
    (Generation, "_progress", 0),
    (Meter, "prefilled", VICTIM),
    (MemoryManager, "free_up", 0),
    (Ledger, "finish_prefill", VICTIM),
    (Decoder, "join", 0),
    (Decoder, "_merge", 0),
    (Generation, "take", VICTIM),
    (Reply, "feed", VICTIM),
]


# A handler that catches a panic, which is no Exception, catches every error: all come here only.
MANY = ("prefill", "reserve", "feed", "release", "stats", "step")


def at_points(points: list[tuple[Any, str, int]]) -> pytest.MarkDecorator:
    """Return the cases of each point, one for each error."""
    cases = [
        pytest.param(where, name, request_id, error, id=f"{where.__name__}.{name}-{error!r}")
        for where, name, request_id in points
        for error in (ERRORS if name in MANY else (PANIC,))
    ]
    return pytest.mark.parametrize(("where", "name", "request_id", "error"), cases)


@pytest.fixture(scope="module")
def undisturbed(shared_folder: Path) -> str:
    made = Bench()
    made.run(Generate(NEIGHBOR, str(shared_folder), (FOX,), SamplingParams(max_tokens=12)))
    made.engine.close()
    return made.of(NEIGHBOR).content


@at_points(OF_ONE)
def test_a_fault_in_a_request_ends_only_that_request(
    bench, tiny_once, undisturbed, monkeypatch, where, name, request_id, error
) -> None:
    start_neighbor(bench, tiny_once)
    fault = Fault(error, request_id)
    fault.into(monkeypatch, where, name)
    bench.run(victim(tiny_once))
    assert fault.raised
    found = ends(bench.events)
    failed = found[VICTIM]
    assert isinstance(failed, Failed) and failed.fault
    assert type(error).__name__ not in failed.message
    assert isinstance(found[NEIGHBOR], Finished) and content_of(bench, NEIGHBOR) == undisturbed
    assert answers_again(bench, tiny_once)


# Where no request can be blamed, and none needs what failed.
OF_NOBODY: list[tuple[Any, str, int]] = [
    (Generation, "cache_prompt", 0),
    (Residents, "free_buffers", 0),
    (Residents, "reset_peak", 0),
    (Scheduler, "stats", 0),
    (Scheduler, "_remove_row", 0),
    (Ledger, "release", VICTIM),
    (Meter, "stats", VICTIM),
]


@at_points(OF_NOBODY)
def test_a_fault_outside_requests_ends_none(
    bench, tiny_once, undisturbed, monkeypatch, where, name, request_id, error
) -> None:
    start_neighbor(bench, tiny_once)
    monkeypatch.setattr(engine_module, "STATS_INTERVAL", 0)
    fault = Fault(error, request_id)
    fault.into(monkeypatch, where, name)
    bench.run(victim(tiny_once))
    bench.run(UnloadModel(9, "another")) if not fault.raised else None
    assert fault.raised
    found = ends(bench.events)
    assert isinstance(found[VICTIM], Finished) and isinstance(found[NEIGHBOR], Finished)
    assert content_of(bench, NEIGHBOR) == undisturbed
    bench.run(Generate(NEXT, tiny_once, (FOX,), SamplingParams(max_tokens=12)))
    assert content_of(bench, NEXT) == undisturbed


@all_errors
def test_a_fault_in_the_forward_pass_ends_all_rows_of_its_model(
    bench, tiny_once, monkeypatch, error
) -> None:
    start_neighbor(bench, tiny_once)
    Fault(error).into(monkeypatch, TextAdapter, "decode_block")
    bench.run(victim(tiny_once))
    failed = ends(bench.events)[NEIGHBOR]
    assert isinstance(failed, Failed) and failed.fault and str(error) in failed.message
    assert answers_again(bench, tiny_once)


@all_errors
def test_if_a_row_cannot_be_removed_it_is_answered_and_the_others_fail(
    bench, tiny_once, monkeypatch, error
) -> None:
    start_neighbor(bench, tiny_once)
    Fault(error).into(monkeypatch, Decoder, "_leave")
    bench.run(victim(tiny_once))
    found = ends(bench.events)
    assert isinstance(found[VICTIM], Finished) and isinstance(found[NEIGHBOR], Failed)
    assert answers_again(bench, tiny_once)


@all_errors
def test_a_failed_load_does_not_affect_other_requests(
    bench, tiny_once, undisturbed, monkeypatch, tmp_path: Path, error
) -> None:
    start_neighbor(bench, tiny_once)
    tiny_models.qwen3(tmp_path / "other")
    Fault(error).into(monkeypatch, loader, "load_steps")
    bench.run(LoadModel(LOAD, str(tmp_path / "other")))
    assert isinstance(ends(bench.events)[LOAD], Failed)
    assert content_of(bench, NEIGHBOR) == undisturbed
    assert answers_again(bench, tiny_once)


@all_errors
@pytest.mark.parametrize(
    ("where", "name"),
    [(residents.mx, "synchronize"), (residents.heap, "trim"), (Residents, "free_buffers")],
)
def test_an_unload_frees_the_model_whatever_fails(
    bench, tiny_once, monkeypatch, where, name, error
) -> None:
    bench.run(LoadModel(LOAD, tiny_once))
    fault = Fault(error)
    fault.into(monkeypatch, where, name)
    bench.run(UnloadModel(9, tiny_once), victim(tiny_once))
    assert fault.raised
    assert isinstance(ends(bench.events)[9], ModelUnloaded)
    assert isinstance(ends(bench.events)[VICTIM], Finished)
    assert bench.stats_now().reserved == 0


@all_errors
def test_stop_ends_a_request_even_if_cleanup_fails(
    bench, tiny_once, undisturbed, monkeypatch, error
) -> None:
    start_neighbor(bench, tiny_once)
    bench.engine.submit(Generate(VICTIM, tiny_once, (DOG,)))
    bench.until(Delta, VICTIM)
    Fault(error).into(monkeypatch, Generation, "abort")
    bench.run(Abort(VICTIM))
    assert isinstance(ends(bench.events)[VICTIM], Failed)
    assert content_of(bench, NEIGHBOR) == undisturbed
    assert answers_again(bench, tiny_once)


@all_errors
@pytest.mark.parametrize("kind", [Delta, Finished, EngineStats])
def test_a_listener_that_fails_once_gets_every_terminal_event(
    shared_folder: Path, shared_model, monkeypatch, kind: type, error
) -> None:
    bench = Bench()
    failed: list[Any] = []

    def emit(event: Any) -> None:
        if isinstance(event, kind) and not failed:
            failed.append(event)
            raise error
        bench.events.append(event)

    bench.engine = Engine(emit)
    monkeypatch.setattr(loader, "load_steps", _at_once(shared_model))
    bench.run(victim(str(shared_folder)))
    assert failed
    assert isinstance(ends(bench.events)[VICTIM], Failed if kind is not Finished else Finished)
    assert answers_again(bench, str(shared_folder))
    bench.engine.close()


# Where no request can be blamed, and nothing can go on.
OF_ALL: list[tuple[Any, str, int]] = [
    (Scheduler, "accept", 0),
    (Scheduler, "step", 0),
    (Scheduler, "_lanes", 0),
    (Scheduler, "_wait_for_workers", 0),
    (JobQueue, "next_turn", 0),
]


@at_points(OF_ALL)
def test_any_other_fault_ends_all_requests_and_the_engine_restarts(
    bench, tiny_once, monkeypatch, where, name, request_id, error
) -> None:
    start_neighbor(bench, tiny_once)
    if name == "_wait_for_workers":
        monkeypatch.setattr(Scheduler, "_advance", lambda self: False)
        monkeypatch.setattr(Scheduler, "_lanes", lambda self: [])
    with monkeypatch.context() as patch:
        Fault(error, request_id).into(patch, where, name)
        bench.run(victim(tiny_once))
    monkeypatch.undo()
    found = ends(bench.events)
    for request_id in (NEIGHBOR, VICTIM):
        assert isinstance(found[request_id], Failed)
        assert "started again" in found[request_id].message
    assert ModelUnloaded(0, tiny_once) in bench.events
    assert bench.events[-1] == EngineStats(), "nothing runs, and nothing is in memory"
    assert answers_again(bench, tiny_once)


@all_errors
def test_a_shutdown_ends_everything_whatever_fails(bench, tiny_once, monkeypatch, error) -> None:
    start_neighbor(bench, tiny_once)
    Fault(error).into(monkeypatch, Scheduler, "abort_all")
    bench.engine.submit(victim(tiny_once))
    bench.engine.submit(Shutdown())
    assert bench.engine.step() is False
    assert {NEIGHBOR, VICTIM} <= set(ends(bench.events))


@all_errors
def test_a_failed_start_of_the_engine_is_reported_and_retried(
    bench, tiny_once, monkeypatch, error
) -> None:
    """The Metal device is missing, for example, or a library is incompatible."""
    Fault(error).into(monkeypatch, Residents, "__init__")
    bench.run(victim(tiny_once), LoadModel(LOAD, tiny_once))
    for failed in ends(bench.events).values():
        assert isinstance(failed, Failed) and "could not start" in failed.message
    assert len(ends(bench.events)) == 2
    assert answers_again(bench, tiny_once)


def test_a_missing_library_is_reported(bench, tiny_once, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "engine.requests.scheduler", None)
    [failed] = bench.run(LoadModel(LOAD, tiny_once))
    assert "Install Duologue again" in failed.message


def test_reserved_memory_is_free_after_a_restart(bench, tiny_once, monkeypatch) -> None:
    """The garbage collector is not needed: it runs on another thread."""
    assert not gc.isenabled()
    before = mx.get_active_memory()
    start_neighbor(bench, tiny_once)
    with monkeypatch.context() as patch:
        Fault(RuntimeError("it broke")).into(patch, Scheduler, "step")
        bench.run(victim(tiny_once))
    assert mx.get_active_memory() <= before + 4096
    assert answers_again(bench, tiny_once)


def test_a_second_failure_within_a_minute_is_final(bench, tiny_once, monkeypatch) -> None:
    for request_id, says in ((1, "started again"), (2, "failed twice within a minute")):
        with monkeypatch.context() as patch:
            Fault(RuntimeError("it broke")).into(patch, Scheduler, "step")
            [failed] = bench.run(LoadModel(request_id, tiny_once))
        assert says in failed.message
    [at_once] = bench.run(LoadModel(3, tiny_once))
    assert isinstance(at_once, Failed) and "failed twice" in at_once.message
    assert [type(it) for it in bench.engine.stream(victim(tiny_once))] == [Failed]


def test_failures_far_apart_each_restart_the_engine(bench, tiny_once, monkeypatch) -> None:
    monkeypatch.setattr(failures, "PROBATION", 0)
    for request_id in (1, 2, 3):
        with monkeypatch.context() as patch:
            Fault(RuntimeError("it broke")).into(patch, Scheduler, "step")
            [failed] = bench.run(LoadModel(request_id, tiny_once))
        assert "started again" in failed.message


@all_errors
def test_a_stream_has_its_end_when_the_engine_fails(bench, tiny_once, monkeypatch, error) -> None:
    bench.run(LoadModel(LOAD, tiny_once))
    Fault(error).into(monkeypatch, Scheduler, "step")
    assert [type(it) for it in bench.engine.stream(victim(tiny_once))] == [Failed]
    assert isinstance(list(bench.engine.stream(victim(tiny_once)))[-1], Finished)


@all_errors
def test_the_thread_continues_after_a_failure_and_ends_on_shutdown(
    shared_folder: Path, monkeypatch, error
) -> None:
    events: SimpleQueue[Any] = SimpleQueue()
    engine = Engine(lambda it: None if isinstance(it, EngineStats) else events.put(it))
    Fault(error).into(monkeypatch, Scheduler, "step")
    engine.start()
    engine.submit(LoadModel(LOAD, str(shared_folder)))
    assert isinstance(events.get(timeout=60), Failed)
    engine.submit(UnloadModel(9, "none"))
    assert isinstance(events.get(timeout=60), ModelUnloaded)
    assert engine.stop(timeout=60)


class Mute(RuntimeError):
    def __str__(self) -> str:
        raise ValueError("no words")


def test_an_error_without_a_readable_text_is_reported(bench, tiny_once, monkeypatch) -> None:
    Fault(Mute()).into(monkeypatch, TextAdapter, "prefill")
    failed = bench.run(victim(tiny_once))[-1]
    assert "the cause is unknown" in failed.message


def test_a_second_ctrl_c_is_not_a_fault(bench, tiny_once, monkeypatch) -> None:
    Fault(KeyboardInterrupt()).into(monkeypatch, Scheduler, "step")
    with pytest.raises(KeyboardInterrupt):
        bench.run(victim(tiny_once))


def test_a_panic_of_a_tokenizer_ends_its_request(bench, tiny_text: Path) -> None:
    """A real panic: the pattern backtracks until the library gives up."""
    path = tiny_text / "tokenizer.json"
    settings = json.loads(path.read_text())
    split = {"type": "Split", "pattern": {"Regex": "(x+x+)+y"}, "behavior": "Isolated"}
    settings["pre_tokenizer"] = {
        "type": "Sequence",
        "pretokenizers": [split | {"invert": False}, settings["pre_tokenizer"]],
    }
    path.write_text(json.dumps(settings))
    [*_, failed] = bench.run(Generate(1, str(tiny_text), (ask("x" * 60),)))
    assert isinstance(failed, Failed)
    few = SamplingParams(max_tokens=2)
    assert isinstance(bench.run(Generate(2, str(tiny_text), (FOX,), few))[-1], Finished)
