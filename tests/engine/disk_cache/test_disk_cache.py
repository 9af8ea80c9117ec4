"""Prompt caches on the disk: the model goes on from a restored one as from the one in memory."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import mlx.core as mx
import numpy as np
import pytest

from engine.disk_cache import block_file
from engine.disk_cache.block_tree import BLOCK
from engine.disk_cache.cache_parts import Unsaved, has_state
from engine.disk_cache.disk_cache import MIN_TOKENS, READ_AT_ONCE, DiskCache
from engine.disk_cache.disk_files import NAMES
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.models.prefix_cache import CachedPrefix, PrefixCache

PLENTY = 1 << 30
LENGTH = BLOCK + 40
# Every kind of layer's cache, by both libraries; Dot's is in bfloat16.
KINDS = ("dot", "qwen3", "gpt_oss", "qwen3_5_text", "qwen3_5", "gemma4_ple")


@dataclass
class Run:
    """One run of the app: its disk cache, opened on the same folder each time."""

    model: LoadedModel
    disk: DiskCache

    def save(self, name: str, tokens: list[int], bits: int = 0) -> list[Any]:
        cache = self.model.new_cache(bits)
        prompt = self.model.adapter.prompt(tokens, {})
        mx.eval(self.model.adapter.prefill(prompt, 0, len(tokens), cache))
        prompts = PrefixCache(PLENTY)
        entry = prompts.store(tokens, cache, shared=True)
        assert entry is not None
        self.disk.save(name, [Unsaved("model", entry, prompts.__contains__)])
        self.finish()
        return cache

    def finish(self) -> None:
        while self.disk.busy:
            self.disk.step()

    def restored(self, tokens: list[int], bits: int = 0) -> tuple[list[Any] | None, int]:
        blank = self.model.new_cache(bits)
        found, _ = ended(self.disk.find("model", tokens, with_state=has_state(blank)))
        return ended(self.disk.restore(found, blank))[0], found.length

    def next_logits(self, tokens: list[int], at: int, cache: list[Any]) -> list[float]:
        prompt = self.model.adapter.prompt(tokens, {})
        logits = self.model.adapter.prefill(prompt, at, len(tokens), cache)
        found: Any = logits.tolist()
        return found


T = TypeVar("T")


def ended(steps: Generator[None, None, T]) -> tuple[T, int]:
    """Return what a generator returns, and its number of steps."""
    count = 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value, count
        count += 1


def words(length: int, seed: int = 0) -> list[int]:
    return [(seed + 7 * at * at + at) % 200 + 3 for at in range(length)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "prompts"


class Runs:
    def __init__(self, family: Path, folder: Path) -> None:
        self.model = load_model(examine_model(str(family)))
        self.folder = folder
        self._open: DiskCache | None = None

    def run(self, limit: int = PLENTY) -> Run:
        self.close()
        self._open = DiskCache(self.folder, limit)
        run = Run(self.model, self._open)
        run.finish()
        return run

    def close(self) -> None:
        if self._open is not None:
            self._open.close(5)
        self._open = None

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.safetensors"))


@pytest.fixture
def runs(family: Path, folder: Path) -> Iterator[Runs]:
    made = Runs(family, folder)
    yield made
    made.close()


@pytest.fixture
def plain_runs(tiny_text: Path, folder: Path) -> Iterator[Runs]:
    """Runs with one model that has no state."""
    made = Runs(tiny_text, folder)
    yield made
    made.close()


@pytest.mark.parametrize("family", KINDS, indirect=True)
def test_a_restored_cache_gives_the_same_next_token_as_before(runs: Runs) -> None:
    asked, follow_up = words(LENGTH), [*words(LENGTH), 9, 8, 7]
    cache = runs.run().save("1", asked)
    again = runs.run()
    restored, length = again.restored(follow_up)
    assert restored is not None
    assert length == len(asked)
    expected = again.next_logits(follow_up, length, cache)
    assert again.next_logits(follow_up, length, restored) == expected


def test_another_end_restores_what_is_the_same(plain_runs: Runs) -> None:
    plain_runs.run().save("1", words(LENGTH))
    again, other = plain_runs.run(), [*words(BLOCK + 20), 1, 1, 1, 1]
    restored, length = again.restored(other)
    assert restored is not None
    assert length == BLOCK + 20
    fresh = plain_runs.model.new_cache()
    whole = again.next_logits(other, 0, fresh)
    assert mx.allclose(
        mx.array(again.next_logits(other, length, restored)), mx.array(whole), atol=1e-4
    )


def test_the_last_token_is_always_left_to_compute(plain_runs: Runs) -> None:
    plain_runs.run().save("1", words(LENGTH))
    assert plain_runs.run().restored(words(LENGTH))[1] == LENGTH - 1


def test_conversations_share_the_blocks_they_begin_with(plain_runs: Runs) -> None:
    run = plain_runs.run()
    run.save("1", [*words(BLOCK), *words(80, seed=1)])
    run.save("2", [*words(BLOCK), *words(80, seed=2)])
    assert len(plain_runs.files) == 3


def test_a_follow_up_writes_only_its_own_tokens(plain_runs: Runs) -> None:
    run = plain_runs.run()
    run.save("1", words(2 * BLOCK))
    before = plain_runs.files
    run.save("1", words(2 * BLOCK + 90))
    assert set(before) < set(plain_runs.files)
    assert len(plain_runs.files) == 3


def test_the_end_of_a_conversation_replaces_its_earlier_end(plain_runs: Runs) -> None:
    run = plain_runs.run()
    run.save("1", words(BLOCK + 30))
    run.save("1", words(BLOCK + 60))
    plain_runs.close()
    names = [block_file.parse_name(it.name) for it in plain_runs.files]
    assert sorted(it.tokens for it in names if it) == [60, BLOCK]


def test_a_forgotten_conversation_leaves_nothing_but_what_others_need(plain_runs: Runs) -> None:
    run = plain_runs.run()
    run.save("1", [*words(BLOCK), *words(80, seed=1)])
    run.save("2", [*words(BLOCK), *words(80, seed=2)])
    run.disk.forget(["1"])
    plain_runs.close()
    assert len(plain_runs.files) == 2
    plain_runs.run().disk.forget(["2"])
    plain_runs.close()
    assert plain_runs.files == []


@pytest.mark.parametrize("cleared", [False, True])
def test_a_conversation_that_is_removed_while_it_is_written_leaves_nothing(
    plain_runs: Runs, cleared: bool
) -> None:
    run = plain_runs.run()
    cache = run.save("2", words(4 * BLOCK, 1))
    entry = CachedPrefix(np.array(words(4 * BLOCK)), cache, 0, 0)
    run.disk.save("1", [Unsaved("model", entry, lambda _: True)])
    while len(plain_runs.files) < 4 + 2:
        run.disk.step()
    if cleared:
        run.disk.set_limit(0)
    else:
        run.disk.forget(["1"])
    run.finish()
    plain_runs.close()
    assert len(plain_runs.files) == (0 if cleared else 4)


def test_a_damaged_file_is_dropped_and_the_rest_is_read_again(plain_runs: Runs) -> None:
    plain_runs.run().save("1", words(LENGTH))
    plain_runs.close()
    for path in plain_runs.files:
        data = bytearray(path.read_bytes())
        data[-1] ^= 1
        path.write_bytes(data)
    again = plain_runs.run()
    assert again.restored(words(LENGTH))[0] is None
    plain_runs.close()
    assert plain_runs.files == []


def test_a_file_that_was_never_finished_goes(plain_runs: Runs) -> None:
    plain_runs.run().save("1", words(LENGTH))
    plain_runs.close()
    part = plain_runs.folder / (plain_runs.files[0].name + block_file.UNFINISHED)
    part.write_bytes(b"half")
    (plain_runs.folder / "notes.txt").write_text("mine")
    assert plain_runs.run().restored(words(LENGTH))[1] == LENGTH - 1
    assert not part.exists()
    assert (plain_runs.folder / "notes.txt").exists()


def test_without_the_list_of_conversations_nothing_is_kept(plain_runs: Runs) -> None:
    plain_runs.run().save("1", words(LENGTH))
    plain_runs.close()
    (plain_runs.folder / NAMES).write_text("[broken")
    plain_runs.run()
    plain_runs.close()
    assert plain_runs.files == []


def test_the_least_recently_used_goes_first(plain_runs: Runs) -> None:
    run = plain_runs.run()
    run.save("1", words(BLOCK, seed=1))
    plain_runs.close()
    one = sum(it.stat().st_size for it in plain_runs.files)
    run = plain_runs.run(limit=2 * one + 100)
    run.save("2", words(BLOCK, seed=2))
    run.restored([*words(BLOCK, seed=1), 5])
    run.save("3", words(BLOCK, seed=3))
    assert [run.restored([*words(BLOCK, seed=it), 5])[1] for it in (1, 2, 3)] == [BLOCK, 0, BLOCK]


def test_an_evicted_prompt_is_not_written(plain_runs: Runs) -> None:
    run = plain_runs.run()
    entry = CachedPrefix(np.array(words(LENGTH)), [], 0, 0)
    run.disk.save("1", [Unsaved("model", entry, lambda _: False)])
    run.finish()
    assert plain_runs.files == []


def test_only_this_user_can_read_the_files(plain_runs: Runs) -> None:
    plain_runs.run().save("1", words(LENGTH))
    plain_runs.close()
    modes = {path.stat().st_mode & 0o077 for path in (plain_runs.folder, *plain_runs.files)}
    assert modes == {0}


def test_many_chats_are_looked_through_in_bounded_steps_and_only_once(plain_runs: Runs) -> None:
    run, chats = plain_runs.run(), READ_AT_ONCE + 1
    for number in range(chats):
        run.save(str(number), [*words(MIN_TOKENS), 1 + number // 100, 1 + number % 100])
    again = plain_runs.run().disk
    wanted = [*words(MIN_TOKENS), 1, 1 + chats // 2, 7, 7]
    found, steps = ended(again.find("model", wanted, with_state=False))
    assert (found.length, steps) == (MIN_TOKENS + 2, 2)
    for path in plain_runs.files:
        path.write_bytes(b"")
    found, steps = ended(again.find("model", wanted, with_state=False))
    assert (found.length, steps) == (MIN_TOKENS + 2, 0)
