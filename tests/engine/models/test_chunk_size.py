"""The size of prefill chunks follows what was measured, within bounds of time and memory."""

from pathlib import Path

from engine.disk_cache.disk_cache import DiskCache
from engine.disk_cache.disk_files import SIZES
from engine.disk_cache.model_disk import DiskChunks
from engine.models.chunk_size import LARGEST, SLOW, ChunkSize


def grown(seconds_of, rounds: int = 40) -> ChunkSize:
    """Return a size after chunks that take `seconds_of` their tokens."""
    size = ChunkSize(256)
    for _ in range(rounds):
        size.add(size.now, seconds_of(size.now))
    return size


def test_chunks_grow_where_each_costs_as_much_whatever_its_size() -> None:
    size = grown(lambda tokens: 0.02 + tokens * 1e-5)
    assert (size.now, size.settled) == (LARGEST, True)


def test_chunks_grow_only_while_one_takes_a_short_time() -> None:
    size = grown(lambda tokens: 0.02 + tokens * 1e-4)
    assert (size.now, size.settled) == (2048, True)
    size = grown(lambda tokens: tokens * 1e-3)
    assert (size.now, size.settled) == (256, True)


def test_a_size_that_is_slower_is_left_again() -> None:
    size = grown(lambda tokens: 0.02 if tokens <= 512 else 0.06)
    assert (size.now, size.settled) == (512, True)


def test_a_larger_size_is_not_blamed_for_the_tokens_before_it() -> None:
    size, position = ChunkSize(256), 0
    while not size.settled:
        tokens = size.now
        size.add(tokens, tokens * (1e-6 + 2e-9 * position))
        position += tokens
    assert size.now == LARGEST


def test_the_first_chunk_of_a_size_may_compile() -> None:
    size = ChunkSize(256)
    for seconds in (2.0, 0.01, 3.0, 0.011):
        size.add(size.now, seconds)
    assert size.now == 1024


def test_chunks_that_become_slow_are_halved() -> None:
    size = grown(lambda tokens: 0.02)
    size.add(size.now, SLOW + 0.1)
    assert size.now == LARGEST // 2
    for _ in range(10):
        size.add(size.now, SLOW + 0.1)
    assert size.now == 256


def test_short_chunks_tell_nothing() -> None:
    size = ChunkSize(256)
    for _ in range(10):
        size.add(200, 0.001)
    assert size.now == 256


def test_a_short_prompt_has_chunks_of_the_least_size() -> None:
    size = ChunkSize(256)
    assert size.sizes(900) == [256]
    assert size.sizes(5000) == [4096, 2048, 1024, 512, 256]
    size.now, size.settled = 1024, True
    assert size.sizes(5000) == [1024, 512, 256]


def test_what_was_found_is_used_by_the_next_run(tmp_path: Path) -> None:
    def run() -> tuple[DiskCache, ChunkSize]:
        disk = DiskCache(tmp_path, 1 << 30)
        while disk.busy:
            disk.step()
        return disk, ChunkSize(256, earlier=DiskChunks(disk, "a model on a machine"))

    disk, size = run()
    for _ in range(4):
        size.add(size.now, 0.08 * size.now / 256)
    assert (size.now, size.settled) == (512, True)
    disk.close(5)
    disk, size = run()
    assert size.sizes(100_000) == [512, 256]
    assert ChunkSize(256, earlier=DiskChunks(disk, "another")).sizes(100_000)[0] == LARGEST
    disk.close(5)
    for damaged in ("[", "[1]", '{"a": "b"}'):
        (tmp_path / SIZES).write_text(damaged)
        disk, size = run()
        assert size.sizes(100_000)[0] == LARGEST
        disk.close(5)
