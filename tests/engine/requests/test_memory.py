"""Memory is reserved before it is used, and released however a request ends."""

from pathlib import Path

import mlx.core as mx
import pytest

from engine.messages import (
    Abort,
    Aborted,
    Continue,
    Delta,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    Phase,
    PrefillProgress,
    SamplingParams,
    UnloadModel,
    Waiting,
)
from engine.model_cost import CacheCost, ModelCost
from engine.models.adapter import TextAdapter
from engine.models.loader import examine_model, load_model
from engine.models.measured_cost import nbytes
from engine.requests.job_queue import JobQueue
from engine.requests.ledger import RowNeed
from engine.requests.memory_manager import MemoryManager
from tests.conftest import DOT, Bench
from tests.kit import tiny_models
from tests.kit.images import ask, save_image

# Cache entries: plain, with a window, with a state, and shared by layers.
ENTRIES = ("qwen3", "gemma3_text", "qwen3_5_text", "gemma4_ple")
# Dot at its real size; then each kind of entry, experts, inputs per layer, and every other tower.
USERS = (
    "dot",
    "qwen3",
    "gemma3_text",
    "gpt_oss",
    "qwen2_5_vl",
    "qwen3_5",
    "gemma3",
    "gemma4",
    "gemma4_ple",
)
STORY = ask("Tell me a story about a red circle.")
# Dot's story has the one soon, and the other later.
SOON, LATER = (". It",), (" day",)
# What Dot's weights take.
WEIGHTS = 8_500_000


@pytest.fixture(scope="module")
def dot(dot_and_dash: ModelProfile) -> Path:
    return Path(dot_and_dash.model_id)


@pytest.fixture(scope="module")
def teller(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a model whose story has a semicolon after some twenty tokens."""
    folder = tmp_path_factory.mktemp("teller") / "teller"
    tiny_models.qwen3(folder)
    return folder


def story_request(
    request_id: int, model: Path, max_tokens: int = 100, stop: tuple[str, ...] = (";",)
) -> Generate:
    """Ask for a story that ends long before what is reserved for it."""
    sampling = SamplingParams(max_tokens=max_tokens, stop=stop)
    return Generate(request_id, str(model), (STORY,), sampling)


def need(question: Generate) -> int:
    """Return the bytes that the engine reserves for a single question."""
    bench = Bench()
    bench.engine.submit(question)
    bench.until(PrefillProgress)
    reserved = bench.stats_now().reserved
    bench.run(Abort(question.request_id))
    bench.engine.close()
    return reserved


def limited_bench(model: Path, free: int) -> Bench:
    """Make a bench with a number of free bytes beside the weights of the model."""
    return Bench(load_model(examine_model(str(model))).cost.weights + free)


@pytest.mark.parametrize("family", ENTRIES, indirect=True)
def test_a_cache_is_as_large_as_estimated(family: Path) -> None:
    model = load_model(examine_model(str(family)))
    prompt = model.adapter.prompt(list(range(300)), {})
    cache = model.adapter.new_cache()
    model.adapter.prefill(prompt, 0, 300, cache)
    mx.eval([entry.state for entry in cache])
    assert nbytes(cache) <= model.cost.cache.of(300, 300) <= 1.8 * nbytes(cache)


@pytest.mark.usefixtures("usual_chunks")
@pytest.mark.parametrize("family", USERS, indirect=True)
def test_used_memory_was_reserved(family: Path, dot: Path, tmp_path: Path) -> None:
    """The most that a prompt of several chunks with an image takes, and the answer."""
    family = dot if family == DOT else family
    bench = Bench()
    bench.run(LoadModel(1, str(family)))
    before = mx.get_active_memory()
    paths = []
    if family.name in tiny_models.VISION or family == dot:
        paths = [save_image(tmp_path / "p.png", ("red", "circle", 0.5, 0.5), size=(320, 240))]
    few = SamplingParams(max_tokens=20)
    bench.engine.submit(
        Generate(2, str(family), (ask("fox " * (230 if family == dot else 700), *paths),), few)
    )
    promised = 0
    while not bench.engine.idle:
        bench.engine.step()
        promised = max(promised, bench.stats_now().reserved)
    assert isinstance(bench.events[-2], Finished)
    assert mx.get_peak_memory() - before <= promised
    assert bench.stats_now().reserved == 0
    bench.engine.close()


def test_a_request_that_never_fits_is_refused_with_numbers(teller: Path) -> None:
    bench = limited_bench(teller, need(story_request(1, teller)) // 2)
    failed = bench.run(story_request(1, teller))[-1]
    assert isinstance(failed, Failed)
    assert not failed.fault
    assert failed.message.startswith("This needs ")
    assert " kB. Shorten " in failed.message
    assert isinstance(bench.run(story_request(2, teller, max_tokens=1))[-1], Finished | Failed)


def test_weights_that_never_fit_are_refused() -> None:
    bench = Bench(memory_limit=1_000_000)
    failed = bench.run(LoadModel(1, str(DOT)))[-1]
    assert isinstance(failed, Failed)
    assert "Dot needs 9.5 MB for its weights" in failed.message


def test_a_request_that_does_not_fit_now_waits_and_says_so(teller: Path) -> None:
    bench = limited_bench(teller, int(1.5 * need(story_request(1, teller))))
    for request_id in (1, 2, 3):
        bench.engine.submit(story_request(request_id, teller))
    bench.until(Delta, 1)
    assert [r.phase for r in bench.stats_now().requests] == [
        Phase.DECODE,
        Phase.QUEUED,
        Phase.QUEUED,
    ]
    for request_id in (2, 3):
        bench.until(Waiting, request_id)
    first, *others = (request.waiting for request in bench.stats_now().requests)
    assert first == ""
    assert all(reason.startswith("Waiting ") for reason in others)
    events = bench.run()
    said = [(e.request_id, e.reason) for e in bench.events if isinstance(e, Waiting)]
    assert any(i == 2 and r.startswith("Waiting for running answers to end: ") for i, r in said)
    assert (3, "Waiting for memory, behind an earlier question.") in said
    ended = [e.request_id for e in events if isinstance(e, Finished)]
    assert ended == [1, 2, 3]
    timings = [e.timings for e in events if isinstance(e, Finished)]
    assert timings[0].memory == 0
    assert 0 < timings[2].memory <= timings[2].queued
    assert bench.stats_now().reserved == 0


def test_a_small_request_does_not_overtake_a_large_one(dot: Path) -> None:
    bench = limited_bench(dot, int(1.5 * need(story_request(1, dot, max_tokens=1500))))
    bench.engine.submit(story_request(1, dot, max_tokens=1000, stop=LATER))
    bench.engine.submit(story_request(2, dot, max_tokens=1500, stop=SOON))
    bench.until(Delta, 1)
    bench.engine.submit(story_request(3, dot, max_tokens=5))
    events = bench.run()
    assert [e.request_id for e in events if isinstance(e, Finished)] == [1, 2, 3]


def memory_of(size: int, *requests: int) -> MemoryManager:
    """Return a manager of `size` bytes, for a model without weights; the requests arrive in this
    order."""
    memory = MemoryManager(JobQueue(), size)
    memory.ledger.add_model("tiny", ModelCost(0, CacheCost()))
    for request_id in requests:
        memory.ledger.enqueue(request_id)
    return memory


def test_no_request_waits_behind_one_that_starts_over() -> None:
    """The next request may use the memory while, for example, the first decodes images again."""
    memory = memory_of(100, 1, 2, 3)
    assert memory.reserve(1, RowNeed("tiny", 0, extra=60)) == ""
    waits = memory.reserve(2, RowNeed("tiny", 0, extra=60))
    assert waits.startswith("Waiting for running answers")
    assert memory.reserve(3, RowNeed("tiny", 0, extra=30)).endswith("behind an earlier question.")
    memory.ledger.cancel(2)
    assert not memory.ledger.is_waiting(2)
    assert memory.reserve(3, RowNeed("tiny", 0, extra=30)) == ""


def test_a_request_that_starts_over_keeps_its_place_in_line() -> None:
    memory = memory_of(100, 1, 2, 3)
    assert memory.reserve(1, RowNeed("tiny", 0, extra=60)) == ""
    for request_id in (2, 3):
        assert memory.reserve(request_id, RowNeed("tiny", 0, extra=60))
    memory.ledger.cancel(2)
    assert memory.reserve(2, RowNeed("tiny", 0, extra=60))
    memory.ledger.release(1)
    assert memory.reserve(3, RowNeed("tiny", 0, extra=60)).endswith("behind an earlier question.")
    assert memory.reserve(2, RowNeed("tiny", 0, extra=60)) == ""


def test_a_waiting_request_can_be_stopped(teller: Path) -> None:
    bench = limited_bench(teller, int(1.5 * need(story_request(1, teller))))
    for request_id in (1, 2, 3):
        bench.engine.submit(story_request(request_id, teller))
    bench.until(Waiting, 2)
    bench.engine.submit(Abort(2))
    bench.until(Aborted, 2)
    bench.run()
    assert isinstance(bench.events[-2], Finished)


@pytest.fixture
def other_folder(tmp_path: Path) -> Path:
    """Make a model about as large as Dot."""
    tiny_models.qwen3(tmp_path / "other", hidden_size=256, intermediate_size=1536)
    return tmp_path / "other"


def test_two_models_answer_at_once(bench, teller: Path, other_folder: Path) -> None:
    story = story_request(1, teller, stop=())
    bench.engine.submit(story)
    bench.until(Delta, 1)
    bench.engine.submit(Generate(2, str(other_folder), (STORY,), SamplingParams(max_tokens=30)))
    bench.until(Delta, 2)
    assert bench.stats_now().batch_size == 2
    ended = [e.request_id for e in bench.run() if isinstance(e, Finished)]
    assert sorted(ended) == [1, 2]
    assert bench.of(1).content == bench_alone(story)


def bench_alone(question: Generate) -> str:
    bench = Bench()
    bench.run(question)
    bench.engine.close()
    return bench.of(question.request_id).content


def test_models_that_do_not_fit_together_take_turns(dot: Path, other_folder: Path) -> None:
    weights = examine_model(str(other_folder)).weight_bytes
    bench = limited_bench(dot, max(weights - 1_000_000, need(story_request(1, dot, 20))))
    few = SamplingParams(max_tokens=5)
    bench.engine.submit(story_request(1, dot, 20))
    bench.until(Delta, 1)
    bench.engine.submit(Generate(2, str(other_folder), (STORY,), few))
    bench.engine.submit(story_request(3, dot, 20))
    events = bench.run()
    assert [e.request_id for e in events if isinstance(e, Finished)] == [1, 2, 3]
    said = next(e for e in events if isinstance(e, Waiting) and e.request_id == 2)
    assert said.reason.startswith("Waiting for running answers to end: needs ")
    loaded = [e.model.name for e in bench.events if isinstance(e, ModelReady)]
    assert loaded == ["dot", "other", "dot"]
    assert bench.of(1).content == bench.of(3).content


def test_an_idle_model_is_evicted(other_folder: Path) -> None:
    bench = limited_bench(DOT, examine_model(str(other_folder)).weight_bytes - 1_000_000)
    before = mx.get_active_memory()
    bench.run(LoadModel(1, str(DOT)))
    assert mx.get_active_memory() > before + WEIGHTS
    gone, ready = bench.run(LoadModel(2, str(other_folder)))
    assert gone == ModelUnloaded(0, str(DOT))
    assert isinstance(ready, ModelReady)
    assert mx.get_active_memory() < before + WEIGHTS + examine_model(str(other_folder)).weight_bytes


def test_a_stopped_reply_is_evicted(dot: Path) -> None:
    large = story_request(1, dot, max_tokens=600, stop=SOON)
    bench = limited_bench(dot, need(large) + 600_000)
    bench.engine.submit(large)
    bench.until(Delta, 1)
    bench.run(Abort(1))
    assert bench.engine._scheduler is not None
    stopped = next(iter(bench.engine._scheduler._memory.stopped))
    assert stopped.row is not None
    assert isinstance(bench.run(story_request(2, dot, max_tokens=600, stop=SOON))[-1], Finished)
    assert stopped.row is None


def test_a_reply_waiting_to_continue_is_evicted_for_an_earlier_request(dot: Path) -> None:
    """The cache of the stopped reply must not block the request ahead of it."""
    large = story_request(1, dot, max_tokens=600, stop=SOON)
    bench = limited_bench(dot, need(large) + 600_000)
    bench.engine.submit(large)
    bench.until(Delta, 1)
    bench.run(Abort(1))
    bench.engine.submit(story_request(2, dot, max_tokens=600, stop=SOON))
    bench.engine.submit(Continue(3, 1))
    events = bench.run()
    assert [e.request_id for e in events if isinstance(e, Finished)] == [2, 3]
    whole = bench.of(2).content
    assert bench.of(1).content + bench.of(3).content == whole


@pytest.mark.parametrize("stage", ["prefill", "decode_block"])
def test_after_the_device_is_out_of_memory(bench, teller: Path, monkeypatch, stage: str) -> None:
    """Memory returns to where it was, and the next is answered. The error is made up: MLX's CPU
    build ends the process where Metal and CUDA raise."""
    bench.run(story_request(1, teller))
    before = mx.get_active_memory()
    original = getattr(TextAdapter, stage)

    def greedy(self, *args):
        held = original(self, *args), mx.ones((1000, 1000))
        mx.eval(held)
        raise RuntimeError("[METAL] Command buffer execution failed: Insufficient Memory")

    with monkeypatch.context() as patch:
        patch.setattr(TextAdapter, stage, greedy)
        failed = bench.run(story_request(2, teller))[-1]
    assert isinstance(failed, Failed)
    assert failed.fault
    assert mx.get_active_memory() <= before + 100_000
    assert bench.stats_now().reserved == 0
    assert isinstance(bench.run(story_request(3, teller))[-1], Finished)


def test_an_unload_frees_all_memory_of_the_model(bench, tiny_text: Path) -> None:
    bench.run(LoadModel(1, str(DOT)), UnloadModel(2, str(DOT)))
    before = mx.get_active_memory()
    few = SamplingParams(max_tokens=30)
    bench.engine.submit(Generate(3, str(tiny_text), (ask("fox " * 800),), few))
    bench.engine.submit(story_request(4, DOT))
    bench.until(Delta, 4)
    bench.run(Abort(4))
    events = bench.run(UnloadModel(5, str(tiny_text)), UnloadModel(6, str(DOT)))
    assert {e.request_id for e in events} >= {5, 6}
    assert mx.get_active_memory() < before + 1000


def test_a_family_that_answers_one_at_a_time_says_so(bench, monkeypatch, tiny_text: Path) -> None:
    monkeypatch.setattr(TextAdapter, "batched", False)
    few = SamplingParams(max_tokens=10)
    bench.engine.submit(Generate(1, str(tiny_text), (ask("fox"),), few))
    bench.until(ModelReady)
    assert not next(e for e in bench.events if isinstance(e, ModelReady)).model.batched
    bench.engine.submit(Generate(2, str(tiny_text), (ask("dog"),), few))
    sizes = []
    while not bench.engine.idle:
        bench.engine.step()
        sizes.append(bench.stats_now().batch_size)
    assert max(sizes) == 1
    said = next(e for e in bench.events if isinstance(e, Waiting))
    assert (said.request_id, said.reason) == (2, "tiny answers one request at a time.")
    assert [e.request_id for e in bench.events if isinstance(e, Finished)] == [1, 2]
