"""Cached prompts: new tokens alone are prefilled, and answers equal those of uncached prompts."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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
    Usage,
    Waiting,
)
from engine.model_cost import PREFILL_STEP, prefill_chunk
from engine.models import prefix_cache
from engine.models.cache_misses import Boundaries, Origin
from engine.models.loader import examine_model, load_model
from engine.models.measured_cost import nbytes
from engine.models.prefix_cache import WORTH_WAITING, PrefixCache
from engine.requests.generation import Generation
from tests.conftest import Bench
from tests.engine.models.test_families import KINDS, Recorder
from tests.kit import tiny_models
from tests.kit.images import ask, save_image, save_small_video

SYSTEM = ChatMessage("system", "the quick brown fox jumps over the lazy dog and counts " * 6)
# Tokens at the end of a prompt that may be read again: they are not worth a copy.
SLACK = 16
FEW = SamplingParams(max_tokens=5)
SEEING = ("qwen2_5_vl", "qwen3_5", "qwen3_vl", "gemma3", "gemma4")


@dataclass(frozen=True)
class CachedReply:
    """The result of a question."""

    tokens: list[int]
    usage: Usage
    said: ChatMessage


class Kept(Recorder):
    """Can forget all cached prompts. Image features stay cached, which changes no answer: see the
    tests of the vision cache."""

    def __init__(self, family: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(family, patch)
        self._cold: dict[Any, CachedReply] = {}
        self.last = CachedReply([], Usage(), ChatMessage("assistant", ""))

    def forget(self) -> None:
        for resident in self.engine._scheduler._models if self.engine._scheduler else ():
            resident.lanes[0].prompts.clear()

    def request(
        self, request_id: int, *messages: ChatMessage, sampling: SamplingParams = FEW
    ) -> Generate:
        return Generate(request_id, str(self.family), messages, sampling, conversation=1)

    def told(self, *messages: ChatMessage, sampling: SamplingParams = FEW) -> CachedReply:
        """Asked until it is answered, whatever else goes on."""
        (self.last,) = self.together(self.request(1, *messages, sampling=sampling))
        if self.last.usage.cached == 0:
            self._cold[messages, sampling] = self.last
        return self.last

    def together(self, *requests: Generate) -> list[CachedReply]:
        start, asked = len(self.events), {request.request_id for request in requests}
        for request in requests:
            self.tokens.pop(request.request_id, None)
            self.engine.submit(request)
        while True:
            self.engine.step()
            events = self.events[start:]
            done = {e.request_id: e.usage for e in events if isinstance(e, Finished)}
            failed = [e for e in events if isinstance(e, Failed) and e.request_id in asked]
            assert not failed
            if asked <= done.keys():
                break
        found = []
        for number in (request.request_id for request in requests):
            said = (e.text for e in events if isinstance(e, Delta) and e.request_id == number)
            answer = ChatMessage("assistant", "".join(said))
            found.append(CachedReply(list(self.tokens[number]), done[number], answer))
        return found

    def cold(self, *messages: ChatMessage, sampling: SamplingParams = FEW) -> CachedReply:
        """Return the answer to an uncached prompt; only such answers are remembered."""
        key = messages, sampling
        if key not in self._cold:
            self.forget()
            assert self.told(*messages, sampling=sampling).usage.cached == 0
        self.forget()
        return self._cold[key]

    @property
    def why(self) -> str:
        last = self.stats_now().last
        assert last is not None
        return last.read_again


@pytest.fixture(scope="module")
def _kept_of_family(family: Path) -> Iterator[Kept]:
    with pytest.MonkeyPatch.context() as patch:
        made = Kept(family, patch)
        yield made
        made.engine.close()


@pytest.fixture
def kept(_kept_of_family: Kept) -> Kept:
    """Return an engine shared by the tests of a family."""
    _kept_of_family.forget()
    _kept_of_family.events.clear()
    return _kept_of_family


@pytest.fixture(scope="module")
def image_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("files")
    return {
        "red": save_image(folder / "a.png", ("red", "circle", 0.4, 0.5), size=(160, 120)),
        "blue": save_image(folder / "b.png", ("blue", "square", 0.6, 0.4), size=(96, 200)),
        "clip": save_small_video(folder / "c.mp4", "red", "circle", "left", frames=20),
    }


def conversations(
    kept: Kept, files: dict[str, Path]
) -> Iterator[tuple[str, list[ChatMessage], int]]:
    """Yield conversations in the order of asking: a name, the messages, and the number of cached
    tokens."""
    first = [SYSTEM, ask("count one two three shapes", *([files["red"]] if kept.vision else []))]
    yield "first", first, 0
    told = kept.last
    read = told.usage.prompt
    yield "follow-up", [*first, told.said, ask("and the fox")], read
    yield "edited", [*first, told.said, ask("or the dog")], read
    yield "regenerated", first, read
    yield "another chat", [SYSTEM, ask("the lazy dog")], 50
    back = ask("and this", *([files["blue"]] if kept.vision else []))
    yield "back in the first chat", [*first, told.said, back], read
    if not kept.vision:
        return
    # Long enough that a copy of it is worth its while.
    talk = [SYSTEM, ask("jumps over the fox " * 8)]
    yield "text", talk, 50
    talked = kept.last
    more = [*talk, talked.said, ask("count", files["red"])]
    yield "text, then image", more, talked.usage.prompt


# Shared keys too: the cache then has fewer entries than the model has layers.
@pytest.mark.parametrize("family", [*KINDS, "gemma4_ple"], indirect=True)
def test_only_new_tokens_are_prefilled(kept: Kept, image_files: dict[str, Path]) -> None:
    """Every other question is asked while another request is answered, whose row it joins."""
    endless = SamplingParams(max_tokens=400, seed=1, temperature=1.0)
    asked = []
    for number, (name, messages, saved) in enumerate(conversations(kept, image_files)):
        if number % 2:
            kept.engine.submit(kept.request(77, ask("one two three"), sampling=endless))
            kept.until(Delta, 77)
        told = kept.told(*messages)
        if number % 2:
            kept.run(Abort(77))
            kept.events.clear()
        assert told.usage.cached >= saved - SLACK, name
        asked.append((name, messages, told.tokens))
    for name, messages, tokens in asked:
        assert tokens == kept.cold(*messages).tokens, name


@pytest.mark.parametrize("family", ["qwen2_5_vl", "qwen3_5", "gemma4"], indirect=True)
def test_a_video_and_an_image_in_one_chat(kept: Kept, image_files: dict[str, Path]) -> None:
    first = [SYSTEM, ask("count", image_files["clip"])]
    told = kept.told(*first)
    asked = [*first, told.said, ask("and this", image_files["red"])]
    found = kept.told(*asked)
    assert found.usage.cached >= told.usage.prompt - SLACK
    assert found.tokens == kept.cold(*asked).tokens


@pytest.mark.parametrize("family", ["gemma4"], indirect=True)
def test_bidirectional_images_work_after_a_cached_prefix(
    kept: Kept, image_files: dict[str, Path]
) -> None:
    """The result equals that of a prompt in one chunk, as in mlx-vlm."""
    first = [SYSTEM, ask("count", image_files["red"])]
    asked = [*first, ChatMessage("assistant", "fox"), ask("and this", image_files["blue"])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Generation, "_snapshot_points", lambda *args: [])
        expected = kept.cold(*asked)
    kept.told(*first)
    found = kept.told(*asked)
    assert found.tokens == expected.tokens
    assert found.usage.cached > 100


@pytest.mark.parametrize("family", SEEING, indirect=True)
def test_another_image_with_the_same_words_is_a_miss(
    kept: Kept, image_files: dict[str, Path]
) -> None:
    question = "count one two three shapes"
    asked = [SYSTEM, ask(question, image_files["blue"]), ChatMessage("assistant", "x"), ask("fox")]
    expected = kept.cold(*asked)
    kept.told(SYSTEM, ask(question, image_files["red"]), ChatMessage("assistant", "x"), ask("dog"))
    found = kept.told(*asked)
    assert found.tokens == expected.tokens
    assert found.usage.cached < found.usage.prompt // 2 + SLACK
    assert kept.why.startswith("An image or video changed")


@pytest.mark.parametrize("family", KINDS, indirect=True)
def test_simultaneous_identical_prompts_are_prefilled_once(
    kept: Kept, image_files: dict[str, Path]
) -> None:
    """Two panes: the same question with other seeds, and one with a system prompt of its own."""
    about = ask("count", *([image_files["red"]] if kept.vision else []))
    own = ChatMessage("system", "dog lazy the over " * 12)
    asked = [[SYSTEM, about], [SYSTEM, about], [own, about]]
    drawn = [SamplingParams(max_tokens=8, temperature=1.0, seed=seed) for seed in (1, 2, 3)]
    pairs = list(zip(asked, drawn, strict=True))
    expected = [kept.cold(*messages, sampling=sampling).tokens for messages, sampling in pairs]
    assert expected[0] != expected[1]
    first, second, other = kept.together(
        *(
            kept.request(11 + number, *messages, sampling=sampling)
            for number, (messages, sampling) in enumerate(pairs)
        )
    )
    assert [first.tokens, second.tokens, other.tokens] == expected
    assert first.usage.cached == 0
    assert second.usage.cached >= second.usage.prompt - WORTH_WAITING
    assert other.usage.cached <= SLACK


@pytest.mark.parametrize("family", KINDS, indirect=True)
def test_a_stopped_reply_serves_others_and_continues(kept: Kept) -> None:
    asked = [SYSTEM, ask("the quick brown fox")]
    longer = SamplingParams(max_tokens=16)
    expected = kept.cold(*asked, sampling=longer).tokens
    kept.tokens.clear()
    kept.engine.submit(kept.request(5, *asked, sampling=longer))
    while len(kept.tokens[5]) < 9:
        kept.engine.step()
    kept.run(Abort(5))
    found = kept.told(*asked, sampling=longer)
    assert found.usage.cached >= found.usage.prompt - SLACK
    kept.run(Continue(6, 5))
    assert found.tokens == expected
    assert (kept.tokens[5] + kept.tokens[6])[: len(expected)] == expected


def test_stop_during_prefill_keeps_the_prefilled_tokens(bench, tiny_text: Path) -> None:
    asked = str(tiny_text), (ask("fox " * 1200),), SamplingParams(max_tokens=3)
    bench.engine.submit(Generate(1, *asked))
    bench.until(PrefillProgress, 1)
    bench.engine.step()
    bench.run(Abort(1))
    again = bench.run(Generate(2, *asked))
    first = next(e for e in again if isinstance(e, PrefillProgress))
    assert first.cached == prefill_chunk(first.total, PREFILL_STEP)


def test_a_hit_does_not_make_chunks_larger(bench, tiny_text: Path) -> None:
    """Their memory was reserved before the hit was known."""
    bench.run(Generate(1, str(tiny_text), (ask("fox " * 100),), FEW))
    events = bench.run(Generate(2, str(tiny_text), (ask("fox " * 550),), FEW))
    begun, first, *_ = (e for e in events if isinstance(e, PrefillProgress))
    assert begun.done == first.cached >= 100
    assert PREFILL_STEP < first.total <= PREFILL_STEP + first.cached
    assert first.done - first.cached == prefill_chunk(first.total, PREFILL_STEP)


def test_a_request_waiting_for_a_stopped_prefill_computes_the_rest(bench, tiny_text: Path) -> None:
    few = SamplingParams(max_tokens=3)
    bench.run(LoadModel(3, str(tiny_text)))
    for request_id in (1, 2):
        question = Generate(request_id, str(tiny_text), (ask("fox " * 1200),), few)
        bench.engine.submit(question)
    bench.until(Waiting, 2)
    said = [e.reason for e in bench.events if isinstance(e, Waiting)]
    assert said == [
        "Waiting for another question that begins the same way, so that their common part is "
        "processed only once."
    ]
    bench.run(Abort(1))
    done = [e for e in bench.events if isinstance(e, Finished)]
    read = max(e.done for e in bench.events if isinstance(e, PrefillProgress) and e.request_id == 1)
    assert [(e.request_id, e.usage.cached) for e in done] == [(2, read)]


# --- why, in words -----------------------------------------------------------------------


HELLO = ask("Hello, who are you? Tell me about the shapes that you know.")
ANSWER = ChatMessage("assistant", "I know circles, squares, triangles and crosses.")
BRIEF = ChatMessage("system", "Answer briefly, in one word where that is possible.")
FORMAL = ChatMessage("system", "You are a pirate. Speak like one, at length.")
TOOL = '{"type": "function", "function": {"name": "add"}}'


class Chats:
    """Conversations with one tiny model; `why` asks in one and returns why more was read than the
    question."""

    def __init__(self, bench: Bench, folder: Path) -> None:
        self.bench, self._folder = bench, folder

    def why(self, *messages: ChatMessage, conversation: int = 1) -> str:
        few = SamplingParams(max_tokens=2)
        asked = Generate(1, str(self._folder), messages, few, conversation=conversation)
        assert isinstance(self.bench.run(asked)[-1], Finished)
        last = self.bench.stats_now().last
        assert last is not None
        return last.read_again


@pytest.fixture
def open_chats(bench: Bench, tiny_text: Path) -> Chats:
    return Chats(bench, tiny_text)


def test_the_reason_of_a_miss(open_chats: Chats) -> None:
    assert open_chats.why(BRIEF, HELLO) == ""
    assert open_chats.why(BRIEF, HELLO, ANSWER, ask("And more?")) == (
        "The chat template formats earlier answers differently."
    )
    assert open_chats.why(BRIEF, HELLO, ANSWER, ask("And less?")) == ""
    assert open_chats.why(FORMAL, HELLO, ANSWER, ask("And more?")) == "The system prompt changed."
    other = ask("Hello, what can you see in pictures?")
    assert open_chats.why(FORMAL, other, ANSWER, ask("And more?")) == "An earlier message changed."


def test_another_conversation_is_not_the_reason_of_a_miss(open_chats: Chats) -> None:
    open_chats.why(BRIEF, HELLO, ANSWER, ask("And more?"))
    assert open_chats.why(BRIEF, ask("A new chat"), conversation=2) == ""
    assert open_chats.why(FORMAL, ask("Another"), conversation=3) == ""
    assert open_chats.why(BRIEF, HELLO, ANSWER, ask("And less?")) == ""
    from_before = ask("Hi, robot"), ANSWER, ask("And more?")
    assert open_chats.why(*from_before, conversation=4) == "This chat was not in the cache."
    assert open_chats.why(ask("A title"), conversation=0) == ""
    assert open_chats.why(ask("Another title"), conversation=0) == ""


def test_a_changed_tool_list_is_the_reason_of_a_miss() -> None:
    prompts = PrefixCache(1 << 20)

    def why(key: list[int], *tools: str) -> str:
        boundaries = Boundaries(
            first_question=20,
            last_answer=40,
            last_question=60,
            origin=Origin(1, ("Be brief.",), tools),
        )
        found = prompts.lookup(key, boundaries)
        prompts.store(key, dense(len(key)))
        return found.reason

    why([*range(80)])
    assert why([*range(5), *range(200, 300)], TOOL) == "The list of tools changed."
    assert why([*range(5), *range(300, 400)], TOOL) == "The beginning of the prompt changed."
    assert why([*range(5), *range(300, 400)]) == "", "all of it is cached"


@pytest.mark.parametrize("family", ["qwen3_5_text", "gemma3_text"], indirect=True)
def test_the_reason_for_a_cache_that_cannot_be_trimmed(kept: Kept) -> None:
    long = ChatMessage("assistant", "one two three " * 20)
    kept.told(SYSTEM, ask("fox"), long, ask("dog"), long, ask("lazy"))
    kept.told(SYSTEM, ask("fox"), long, ask("jumps"), long, ask("lazy"))
    assert kept.why == (
        "An earlier message changed, and the cache of this model cannot be rewound to there."
    )


def test_the_reason_after_an_eviction(open_chats: Chats) -> None:
    open_chats.why(HELLO, ANSWER, ask("More?"))
    scheduler = open_chats.bench.engine._scheduler
    assert scheduler is not None
    (resident,) = scheduler._models
    assert resident.lanes[0].prompts.evict()
    assert (
        open_chats.why(HELLO, ANSWER, ask("Less?"))
        == "The prompt was cached, but its memory was needed for something else."
    )


# --- memory ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a model whose caches are larger than the workspace of a prefill."""
    folder = tmp_path_factory.mktemp("large") / "large"
    tiny_models.qwen3(folder, num_hidden_layers=8, num_key_value_heads=4, head_dim=64)
    return folder


@pytest.fixture(scope="module")
def limited(large: Path) -> Callable[[float], Bench]:
    """Return a maker of benches, by a multiple of the memory that a numbered question needs beside
    the weights."""
    model = load_model(examine_model(str(large)))
    plain = Bench()
    events = plain.run(numbered(large, 1))
    tokens = max(event.total for event in events if isinstance(event, PrefillProgress))
    plain.engine.close()
    chunk = prefill_chunk(tokens, model.prefill_step)
    need = model.cost.cache.of(tokens + 4, chunk) + model.cost.prefill(chunk, tokens)
    return lambda needs: Bench(model.cost.weights + int(needs * need))


def numbered(folder: Path, number: int, *more: ChatMessage) -> Generate:
    question = ask(f"{chr(96 + number)} fox " * 100)
    return Generate(number, str(folder), (question, *more), SamplingParams(max_tokens=4))


def test_the_cache_respects_its_limit_and_reservations(large: Path, limited) -> None:
    bench, before = limited(4), mx.get_active_memory()
    kept = []
    for number in range(1, 6):
        assert isinstance(bench.run(numbered(large, number))[-1], Finished)
        stats = bench.stats_now()
        kept.append(stats.prompt_memory)
        assert stats.prompt_memory <= stats.memory_limit // 2
        assert stats.active_memory - before <= stats.memory_limit
    assert kept[0] < kept[1] < kept[2]
    assert not any(isinstance(event, Waiting) for event in bench.events)
    bench.engine.close()


@pytest.mark.parametrize("said", ["", "something else"], ids=["goes on", "cut back"])
def test_a_chat_does_not_evict_its_own_prefix(large: Path, limited, said: str) -> None:
    """The next question takes the cached prefix over: memory suffices for one copy, not for two."""
    bench = limited(1.3)
    bench.run(numbered(large, 1))
    assert bench.stats_now().prompt_memory > 0
    more = ChatMessage("assistant", said or bench.of(1).content), ask("and then")
    done = bench.run(numbered(large, 1, *more))[-1]
    assert isinstance(done, Finished)
    assert done.usage.cached > 200
    bench.engine.close()


def test_with_memory_for_both_an_abandoned_branch_stays_cached(large: Path, limited) -> None:
    bench = limited(4)
    bench.run(numbered(large, 1))
    more = ChatMessage("assistant", "something else"), ask("and then")
    bench.run(numbered(large, 1, *more))
    assert bench.engine._scheduler is not None
    (resident,) = bench.engine._scheduler._models
    assert len(resident.lanes[0].prompts) == 2
    bench.engine.close()


def test_an_unload_drops_the_prefix_cache(bench, tiny_text: Path) -> None:
    bench.run(LoadModel(1, str(tiny_text)), UnloadModel(2, str(tiny_text)))
    before = mx.get_active_memory()
    bench.run(numbered(tiny_text, 3))
    assert bench.stats_now().prompt_memory > 0
    bench.run(UnloadModel(4, str(tiny_text)))
    assert bench.stats_now().prompt_memory == 0
    assert mx.get_active_memory() < before + 1000
    done = bench.run(numbered(tiny_text, 3))[-1]
    assert done.usage.cached == 0


# --- the cache alone ---------------------------------------------------------------------


def dense(tokens: int) -> list[Any]:
    """Return a layer whose keys are the positions at which they were written."""
    cache = KVCache()
    keys = mx.broadcast_to(mx.arange(tokens)[None, None, :, None], (1, 1, tokens, 4))
    cache.update_and_fetch(keys.astype(mx.float32), keys.astype(mx.float32))
    mx.eval(cache.keys, cache.values)
    return [cache]


def recurrent(tokens: int) -> list[Any]:
    cache = ArraysCache(1)
    cache[0] = mx.full((1, 4), tokens)
    return [cache]


def test_lookup_returns_the_longest_prefix_but_the_last_token() -> None:
    prompts = PrefixCache(1 << 20)
    prompts.store(range(100), dense(100))
    prompts.store([*range(50), *range(200, 300)], dense(150))
    assert prompts.lookup([*range(80), 7, 7], Boundaries()).length == 80
    assert prompts.lookup([*range(50), *range(200, 230), 7], Boundaries()).length == 80
    found = prompts.lookup(range(100), Boundaries())
    assert found.length == 99
    assert found.cache is not None
    assert found.cache[0].offset == 99
    assert prompts.lookup([7, 8], Boundaries()).cache is None


def test_a_hit_can_be_extended() -> None:
    prompts = PrefixCache(1 << 20)
    prompts.store(range(1000), dense(1000))
    first = prompts.lookup([*range(300), 7], Boundaries()).cache
    assert first is not None
    assert first[0].keys.shape[2] == 512
    first[0].update_and_fetch(mx.zeros((1, 1, 8, 4)), mx.zeros((1, 1, 8, 4)))
    again = prompts.lookup([*range(1000), 7], Boundaries()).cache
    assert again is not None
    assert again[0].keys[0, 0, :1000, 0].tolist() == list(range(1000))


def test_an_untrimmable_entry_is_found_whole() -> None:
    prompts = PrefixCache(1 << 20)
    prompts.store(range(20), recurrent(20))
    prompts.store(range(40), recurrent(40))
    assert prompts.lookup(range(60), Boundaries()).length == 40
    assert prompts.lookup(range(40), Boundaries()).length == 20
    assert prompts.lookup(range(15), Boundaries()).length == 0
    assert len(prompts) == 2


def test_a_longer_prompt_supersedes_its_prefixes() -> None:
    prompts = PrefixCache(1 << 20)
    prompts.store(range(20), dense(20))
    prompts.store(range(40), dense(40))
    assert len(prompts) == 1
    assert prompts.nbytes == nbytes(dense(40))


def test_the_least_recently_used_entry_is_evicted_first() -> None:
    size = nbytes(dense(100))
    prompts = PrefixCache(3 * size)
    for number in (1, 2, 3):
        prompts.store([number] * 100, dense(100))
    assert prompts.lookup([1] * 101, Boundaries()).length == 100
    prompts.store([4] * 100, dense(100))
    starts = [prompts.lookup([number] * 101, Boundaries()).length for number in (1, 2, 3, 4)]
    assert starts == [100, 0, 100, 100]
    assert prompts.nbytes == 3 * size


def test_a_pinned_beginning_outlasts_newer_entries_for_some_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prompts = PrefixCache(3 * nbytes(dense(100)))
    prompts.store([1] * 100, dense(100))
    prompts.pin([1] * 60)
    for number in range(2, 8):
        prompts.store([number] * 100, dense(100))
    assert prompts.reusable_tokens([*[1] * 60, 5]) == 60
    assert prompts.reusable_tokens([7] * 101) == 100
    later = time.monotonic() + prefix_cache.PIN_SECONDS
    monkeypatch.setattr(prefix_cache.time, "monotonic", lambda: later)
    for number in (8, 9, 10):
        prompts.store([number] * 100, dense(100))
    assert prompts.reusable_tokens([*[1] * 60, 5]) == 0


def test_a_pinned_entry_is_evicted_if_memory_is_needed() -> None:
    prompts = PrefixCache(1 << 20)
    prompts.store([1] * 100, dense(100))
    prompts.pin([1] * 60)
    assert prompts.evict()
    assert not prompts.evict()


def test_an_entry_larger_than_the_limit_is_kept_alone() -> None:
    prompts = PrefixCache(nbytes(dense(300)) - 1)
    prompts.store([1] * 100, dense(100))
    prompts.store([2] * 300, dense(300))
    assert prompts.lookup([2] * 301, Boundaries()).length == 300
    assert len(prompts) == 1


@pytest.mark.parametrize(
    ("entry", "kept"),
    [
        (KVCache(), 1),
        (RotatingKVCache(8), 1),
        (CacheList(KVCache(), ArraysCache(2)), 1),
        (ChunkedKVCache(8), 0),
        (CacheList(KVCache(), ChunkedKVCache(8)), 0),
    ],
)
def test_only_copyable_cache_types_are_stored(entry: Any, kept: int) -> None:
    prompts = PrefixCache(1 << 20)
    prompts.store(range(9), [*dense(9), entry])
    assert len(prompts) == kept
