"""8-bit caches: exact rows alone and batched, the memory saved, and unsupported models."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest
from mlx_lm.models.cache import ArraysCache, CacheList, ChunkedKVCache, KVCache, RotatingKVCache

from engine.messages import (
    Abort,
    ChatMessage,
    Continue,
    Delta,
    Failed,
    Finished,
    Generate,
    LoadModel,
    PrefillProgress,
    SamplingParams,
    UnloadModel,
)
from engine.models import kv_cache
from engine.models.cache_misses import OTHER_BITS, Boundaries
from engine.models.kv_cache import QuantizedCache, layers, quantized, saved
from engine.models.loader import examine_model, load_model
from engine.models.measured_cost import nbytes
from engine.models.prefix_cache import PrefixCache
from tests.conftest import DOT, Bench
from tests.engine.models.test_families import Recorder, family_questions
from tests.kit import tiny_text, tiny_vision
from tests.kit.images import ask, save_small_image

# Caches that grow, have a window or a state; the last two see images of different kinds. Heads of
# 16, which the tiny checkpoints have, cannot be quantized.
WIDE: dict[str, Callable[[Path], None]] = {
    "qwen3": partial(tiny_text.qwen3, head_dim=32),
    "qwen3_5": tiny_vision.qwen3_5,
    "gemma4": partial(tiny_vision.gemma4, head_dim=32, global_head_dim=64),
}
SYSTEM = ChatMessage("system", "the quick brown fox jumps over the lazy dog and counts " * 3)
SLACK = 16


class Quantised(Recorder):
    """Asks with an 8-bit cache."""

    def request(self, request_id: int, *messages: ChatMessage) -> Generate:
        sampling = SamplingParams(max_tokens=10)
        return Generate(request_id, str(self.family), messages, sampling, kv_bits=8)

    def forget(self) -> None:
        for resident in self.engine._scheduler._models if self.engine._scheduler else ():
            while any(cache.evict() for cache in resident.caches):
                pass

    def cold(self, *messages: ChatMessage) -> list[int]:
        self.forget()
        tokens, done = self.ask(*messages)
        assert done.usage.cached == 0
        return tokens


@pytest.fixture(scope="module", params=WIDE)
def wide(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wide") / request.param
    WIDE[request.param](folder)
    return folder


@pytest.fixture
def quantized_bench(wide: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Quantised]:
    made = Quantised(wide, monkeypatch)
    yield made
    made.engine.close()


def test_tokens_do_not_depend_on_the_batch_or_on_the_cache(
    quantized_bench: Quantised, tmp_path: Path
) -> None:
    asked = family_questions(quantized_bench.vision, tmp_path)
    alone = {request_id: quantized_bench.cold(question) for request_id, question in asked.items()}
    quantized_bench.forget()
    submit = quantized_bench.engine.submit
    plain = Generate(9, str(quantized_bench.family), (asked[10],), SamplingParams(max_tokens=30))
    submit(plain)
    quantized_bench.until(Delta, 9)
    submit(quantized_bench.request(10, asked[10]))
    quantized_bench.until(Delta, 10)
    submit(quantized_bench.request(11, asked[11]))
    submit(quantized_bench.request(20, ask("stopped while it decodes")))
    quantized_bench.until(PrefillProgress, 20)
    submit(quantized_bench.request(12, asked[12]))
    quantized_bench.until(Delta, 12)
    submit(Abort(20))
    quantized_bench.run()
    assert {i: quantized_bench.tokens[i] for i in asked} == alone
    first = [SYSTEM, asked[12]]
    more = [*first, ChatMessage("assistant", "the lazy fox"), ask("and the dog")]
    expected = quantized_bench.cold(*more)
    quantized_bench.forget()
    read = quantized_bench.ask(*first)[1].usage.prompt
    tokens, done = quantized_bench.ask(*more)
    assert tokens == expected
    assert done.usage.cached >= read - SLACK


@pytest.mark.parametrize("wide", ["qwen3", "qwen3_5"], indirect=True)
def test_a_stopped_reply_continues_after_an_eviction(quantized_bench: Quantised) -> None:
    question = ask("count one two three " * 12)
    expected = quantized_bench.cold(question)
    for lost in (False, True):
        quantized_bench.tokens.clear()
        quantized_bench.engine.submit(quantized_bench.request(5, question))
        while len(quantized_bench.tokens[5]) < 6:
            quantized_bench.engine.step()
        quantized_bench.run(Abort(5))
        assert quantized_bench.stats_now().kv_saved > 0
        if lost:
            quantized_bench.run(UnloadModel(8, str(quantized_bench.family)))
            assert quantized_bench.stats_now().kv_saved == 0
        quantized_bench.run(Continue(6, 5))
        assert (quantized_bench.tokens[5] + quantized_bench.tokens[6])[: len(expected)] == expected


@pytest.mark.usefixtures("usual_chunks")
@pytest.mark.parametrize("wide", ["qwen3", "qwen3_5", "gemma4"], indirect=True)
def test_used_memory_was_reserved_and_is_less_than_unquantized(wide: Path) -> None:
    model = load_model(examine_model(str(wide)))
    held = {}
    for bits in (0, 8):
        prompt, cache = model.adapter.prompt(list(range(300)), {}), model.new_cache(bits)
        model.adapter.prefill(prompt, 0, 300, cache)
        mx.eval([entry.state for entry in cache])
        held[bits] = nbytes(cache)
        assert held[bits] <= model.cost.of(bits).cache.of(300, 300) <= 1.8 * held[bits]
        assert saved(cache) == held[0] - held[bits]
    assert held[8] < held[0]
    assert 0 < model.info.kv_8bit_bytes < model.info.kv_bytes / 3
    assert model.info.kv_note == ""


def test_peak_memory_was_reserved(bench, tmp_path: Path) -> None:
    tiny_text.qwen3(tmp_path / "m", head_dim=64)
    folder = str(tmp_path / "m")
    bench.run(LoadModel(1, folder))
    before, promised = mx.get_active_memory(), 0
    few = SamplingParams(max_tokens=20)
    bench.engine.submit(Generate(2, folder, (ask("fox " * 1200),), few, kv_bits=8))
    while not bench.engine.idle:
        bench.engine.step()
        promised = max(promised, bench.stats_now().reserved)
    assert isinstance(bench.events[-2], Finished)
    assert mx.get_peak_memory() - before <= promised


# --- two settings of one model -------------------------------------------------------------


def story(request_id: int, bits: int, *more: ChatMessage) -> Generate:
    said = (SYSTEM, ask("Tell me a story about a red circle."), *more)
    return Generate(request_id, str(DOT), said, SamplingParams(max_tokens=20), kv_bits=bits)


@pytest.mark.usefixtures("dot_in_float32")
def test_prompts_and_rows_of_both_precisions_are_separate(bench) -> None:
    bench.run(story(1, 0))
    done = bench.run(story(2, 8))[-1]
    assert done.usage.cached == 0
    assert bench.stats_now().last.read_again == OTHER_BITS
    assert bench.stats_now().kv_saved > 0
    bench.engine.submit(story(3, 0))
    bench.engine.submit(story(4, 8))
    bench.until(Delta, 4)
    assert bench.stats_now().batch_size == 2
    bench.run()
    for request_id in (3, 4):
        assert bench.of(request_id).usage.cached > 60
        assert bench.of(request_id).content == bench.of(request_id - 2).content


def test_more_answers_fit_with_an_8_bit_cache() -> None:
    model = load_model(examine_model(str(DOT)))
    limit = model.cost.weights + int(1.5 * model.cost.cache.of(1530, 0))
    at_once = []
    for bits in (0, 8):
        bench = Bench(limit)
        asked = ask("Tell me a story."), ask("Tell me about a blue square.")
        for number, question in enumerate(asked, 1):
            long = SamplingParams(max_tokens=1500)
            bench.engine.submit(Generate(number, str(DOT), (question,), long, kv_bits=bits))
        bench.until(Delta, 1)
        for _ in range(6):
            bench.engine.step()
        at_once.append(bench.stats_now().batch_size)
        bench.engine.close()
    assert at_once == [1, 2]


# --- who cannot ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "note"),
    [
        (tiny_text.llama, kv_cache.HEAD_SIZE),
        (partial(tiny_text.gpt_oss, head_dim=32), kv_cache.SINKS),
        (partial(tiny_vision.gemma4_ple, global_head_dim=64), kv_cache.UNREAD),
    ],
    ids=["small heads", "sinks", "shared keys"],
)
def test_the_reason_is_given_for_an_unsupported_model(
    bench, tmp_path: Path, make: Callable[[Path], None], note: str
) -> None:
    make(tmp_path / "m")
    folder = str(tmp_path / "m")
    ready = bench.run(LoadModel(1, folder))[-1].model
    assert (ready.kv_note, ready.kv_8bit_bytes) == (note, 0)
    failed = bench.run(Generate(2, folder, (ask("fox"),), kv_bits=8))[-1]
    assert isinstance(failed, Failed)
    assert (failed.message, failed.fault) == (f"{note} Turn off the 8-bit cache for it.", False)
    few = SamplingParams(max_tokens=2)
    assert isinstance(bench.run(Generate(3, folder, (ask("fox"),), few))[-1], Finished)


@pytest.mark.parametrize(
    ("kept", "note"),
    [
        ([RotatingKVCache(8), ArraysCache(2)], kv_cache.WINDOW_ONLY),
        ([ArraysCache(2)], kv_cache.STATE_ONLY),
        ([ChunkedKVCache(8)], kv_cache.OTHER_KIND),
        ([CacheList(KVCache(), ArraysCache(2))], kv_cache.HEAD_SIZE),
    ],
)
def test_the_reason_is_given_for_unsupported_caches(kept: list[Any], note: str) -> None:
    assert kv_cache._why_none(kept) == note


def test_other_precisions_are_refused(bench) -> None:
    failed = bench.run(Generate(1, str(DOT), (ask("Hello"),), kv_bits=4))[-1]
    assert failed == Failed(1, "The KV cache can have 8 bits, or 0 for full precision.")


def test_a_family_whose_answers_would_change_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys are quantized incorrectly here, as if attention read them in another order."""
    folder = tmp_path / "m"
    tiny_text.qwen3(folder, head_dim=32)
    write = QuantizedCache.update_and_fetch

    def turned(self: QuantizedCache, keys: mx.array, values: mx.array) -> Any:
        return write(self, keys, values[..., ::-1])

    monkeypatch.setattr(QuantizedCache, "update_and_fetch", turned)
    assert load_model(examine_model(str(folder))).info.kv_note == kv_cache.FAR


# --- the caches alone ------------------------------------------------------------------------


def positioned_layer(tokens: int, first: int = 0) -> QuantizedCache:
    """Return a layer whose keys and values are the positions at which they were written."""
    made = QuantizedCache(32)
    write_positions(made, range(first, first + tokens))
    return made


def write_positions(cache: Any, *rows: range) -> tuple[Any, Any]:
    at = mx.stack([mx.array(list(row)) for row in rows]).astype(mx.float32)
    keys = mx.broadcast_to(at[:, None, :, None], (len(rows), 2, at.shape[1], 32))
    return cache.update_and_fetch(keys, -keys)


def positions_in(parts: Any, row: int = 0) -> list[int]:
    numbers: Any = mx.dequantize(*parts, group_size=32, bits=8)[row, 1, :, 5].tolist()
    return [round(number) for number in numbers]


def test_rows_join_leave_and_are_extracted() -> None:
    both = QuantizedCache.merge([positioned_layer(5), positioned_layer(3, 100)])
    assert positions_in(both.keys, 1) == [0, 0, 100, 101, 102]
    both.extend(QuantizedCache.merge([positioned_layer(300, 7)]))
    assert both.offset.tolist() == [5, 3, 300]
    keys, values = write_positions(both, range(60, 61), range(61, 62), range(62, 63))
    assert positions_in(keys, 1)[-5:] == [0, 100, 101, 102, 61]
    assert positions_in(values, 2)[-2:] == [-306, -62]
    mask = both.make_mask(1)
    assert mask.sum(axis=-1).reshape(-1).tolist() == [6 + 1, 4 + 1, 301 + 1]
    both.filter(mx.array([0, 1], dtype=mx.int32))
    assert both.size() == 6
    assert both.offset.tolist() == [6, 4]
    one = both.extract(1)
    assert (one.offset, positions_in(one.keys)) == (4, [100, 101, 102, 61])
    write_positions(one, range(62, 63))
    assert positions_in(one.keys)[:5] == [100, 101, 102, 61, 62]


def test_a_cached_8_bit_prompt_is_trimmed_and_extended() -> None:
    prompts = PrefixCache(1 << 24)
    prompts.store(range(1000), [positioned_layer(1000)])
    first = prompts.lookup([*range(300), 7], Boundaries()).cache
    assert first is not None
    assert first[0].keys[0].shape[2] == 512
    assert first[0].values[1].shape[2] == 512
    write_positions(first[0], range(5000, 5001))
    again = prompts.lookup([*range(1000), 7], Boundaries()).cache
    assert again is not None
    assert positions_in(again[0].keys)[299:301] == [299, 300]
    assert prompts.saved == saved([positioned_layer(1000)])


def test_both_precisions_share_one_limit_and_the_other_is_evicted_first() -> None:
    size = nbytes(positioned_layer(1000))
    mine, other = PrefixCache(2 * size), PrefixCache(2 * size)
    mine.other, other.other = other, mine
    other.store(range(1000), [positioned_layer(1000)])
    mine.store(range(1000), [positioned_layer(1000)])
    mine.store(range(1, 1001), [positioned_layer(1000)])
    assert (len(mine), len(other)) == (2, 0)


def test_only_plain_layers_are_quantized_including_nested_ones() -> None:
    cache = [RotatingKVCache(8), CacheList(KVCache(), ArraysCache(2)), KVCache(), KVCache()]
    made = quantized(cache, (0, 64, 0, 32, 0))
    kinds = [type(entry) for entry in layers(made)]
    assert kinds == [RotatingKVCache, QuantizedCache, ArraysCache, QuantizedCache, KVCache]
    assert [entry.group_size for entry in layers(made) if hasattr(entry, "bits")] == [64, 32]
    assert saved(made) == 0


@pytest.mark.usefixtures("dot_in_float32")
def test_images_work_with_an_8_bit_cache(bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("green", "square", 0.5, 0.5))
    question = ask("What color is it?", path)
    bench.run(Generate(1, str(DOT), (question,), kv_bits=8))
    assert "green" in bench.of(1).content
