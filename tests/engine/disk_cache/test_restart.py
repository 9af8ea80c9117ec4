"""A conversation goes on after a restart as without one, and little of it is processed again."""

import os
import stat
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from engine.disk_cache import block_file, digest_seed, disk_files
from engine.engine import Engine
from engine.messages import (
    ChatMessage,
    Delta,
    Event,
    Finished,
    Generate,
    Media,
    MediaKind,
    RemoveCached,
    SamplingParams,
    Usage,
    UseDiskCache,
)
from engine.vision import towers, vision_cache
from engine.vision.vision_cache import digest
from tests.kit.images import save_image
from tests.kit.tiny_models import VISION

PLENTY = 1 << 30
SYSTEM = ChatMessage("system", "the quick brown fox jumps over the lazy dog and counts " * 24)
FIRST = ChatMessage("user", "what does the fox do")
NEXT = ChatMessage("user", "and the dog")
# A cache that is trimmed, one with windows, one with states, and a vision model's windows.
KINDS = ("qwen3", "gpt_oss", "qwen3_5_text", "gemma4")


class Runs:
    """The engine of one run after the other, on one folder."""

    def __init__(self, family: Path, folder: Path, limit: int = PLENTY) -> None:
        self.family, self.folder, self.limit = family, folder, limit
        self._engine: Engine | None = None
        self._finished: dict[int, threading.Event] = {}
        self._events: list[Event] = []
        self._request_id = 0

    def start(self) -> None:
        self._engine = Engine(self._take)
        self._engine.submit(UseDiskCache(self.folder, self.limit))
        self._engine.start()

    def stop(self) -> None:
        if self._engine is not None:
            assert self._engine.stop(20)
        self._engine = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def set_limit(self, limit: int) -> None:
        self.limit = limit
        assert self._engine is not None
        self._engine.submit(UseDiskCache(self.folder, limit))

    def submit(self, command: RemoveCached | UseDiskCache) -> None:
        assert self._engine is not None
        self._engine.submit(command)

    def ask(
        self, *messages: ChatMessage, cache_name: str = "1", shares: bool = False
    ) -> tuple[str, Usage]:
        assert self._engine is not None
        self._request_id += 1
        done = self._finished[self._request_id] = threading.Event()
        self._events.clear()
        self._engine.submit(
            Generate(
                self._request_id,
                str(self.family),
                messages,
                SamplingParams(max_tokens=8),
                conversation=1,
                cache_name=cache_name,
                shares_beginning=shares,
            )
        )
        assert done.wait(60)
        text = "".join(it.text for it in self._events if isinstance(it, Delta))
        (last,) = (it for it in self._events if isinstance(it, Finished))
        return text, last.usage

    def _take(self, event: Event) -> None:
        self._events.append(event)
        request_id = getattr(event, "request_id", 0)
        if isinstance(event, Finished):
            self._finished[request_id].set()


@pytest.fixture
def runs(family: Path, tmp_path: Path) -> Iterator[Runs]:
    made = Runs(family, tmp_path / "prompts")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def plain(tiny_text: Path, tmp_path: Path) -> Iterator[Runs]:
    made = Runs(tiny_text, tmp_path / "prompts")
    made.start()
    yield made
    made.stop()


# Gemma 4 with keys that layers share instead of the one without, and positions of images.
@pytest.mark.parametrize("family", [*KINDS[:3], "gemma4_ple", "qwen3_vl"], indirect=True)
def test_a_conversation_goes_on_after_a_restart_as_without_one(runs: Runs, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", ("red", "star", 0.5, 0.5))
    media = (Media(MediaKind.IMAGE, path),) if runs.family.name in VISION else ()
    asked = SYSTEM, ChatMessage("user", "what does the fox do", media)

    def follow_up(text: str) -> tuple[str, Usage]:
        return runs.ask(*asked, ChatMessage("assistant", text), NEXT)

    first, _ = runs.ask(*asked)
    runs.restart()
    restored, usage = follow_up(first)
    runs.stop()
    runs.folder.rename(runs.folder.with_name("elsewhere"))
    runs.start()
    assert runs.ask(*asked)[0] == first
    plain, without = follow_up(first)
    assert restored == plain
    assert usage.restored == usage.cached == without.cached >= 0.8 * usage.prompt
    assert without.restored == 0


@pytest.mark.parametrize("family", ["qwen3_vl"], indirect=True)
@pytest.mark.parametrize("first_limit", [PLENTY, 0])
def test_a_chat_with_an_image_is_found_by_the_digests_of_a_gpu(
    runs: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first_limit: int
) -> None:
    monkeypatch.setattr(towers, "digest", partial(digest, sums=True))
    runs.stop()
    runs.limit = first_limit
    runs.start()
    runs.ask(FIRST)
    runs.set_limit(PLENTY)
    image = Media(MediaKind.IMAGE, save_image(tmp_path / "a.png", ("red", "star", 0.5, 0.5)))
    asked = SYSTEM, ChatMessage("user", "what is this", (image,))
    text, _ = runs.ask(*asked)
    runs.stop()
    # A process draws new factors.
    vision_cache.seed_digests(b"another process")
    runs.start()
    _, usage = runs.ask(*asked, ChatMessage("assistant", text), NEXT)
    assert usage.restored > 0.8 * usage.prompt
    assert stat.S_IMODE((runs.folder / digest_seed.NAME).stat().st_mode) == 0o600


@pytest.mark.parametrize("family", ["qwen3_vl", "gemma4"], indirect=True)
def test_the_features_of_an_image_come_back_and_go_with_their_chats(
    runs: Runs, tmp_path: Path
) -> None:
    path = save_image(tmp_path / "a.png", ("red", "star", 0.5, 0.5))
    shown = ChatMessage("user", "what is this", (Media(MediaKind.IMAGE, path),))

    def looked(usage: Usage) -> tuple[int, int]:
        return usage.looked, usage.known

    # A temporary chat leaves nothing.
    assert looked(runs.ask(shown, cache_name="")[1]) == (1, 0)
    runs.restart()
    text, usage = runs.ask(SYSTEM, shown)
    assert looked(usage) == (1, 0)
    runs.restart()
    # Another beginning: nothing of the prompt is cached.
    assert looked(runs.ask(shown, cache_name="2/0")[1]) == (0, 1)
    assert runs.ask(SYSTEM, shown, cache_name="")[0] == text
    runs.stop()
    for file in runs.folder.glob("*.safetensors"):
        file.write_bytes(file.read_bytes()[:-1] + b"?")
    runs.start()
    again, usage = runs.ask(SYSTEM, shown, cache_name="3/0")
    assert (again, looked(usage)) == (text, (1, 0))
    runs.submit(RemoveCached(("1", "2", "3")))
    runs.ask(FIRST, cache_name="")
    runs.stop()
    assert not list(runs.folder.glob("*.safetensors"))


def test_a_damaged_seed_is_replaced(tmp_path: Path) -> None:
    seed = digest_seed.read_seed(tmp_path)
    assert digest_seed.read_seed(tmp_path) == seed
    for damaged in (b"short", b"long" * 1000):
        (tmp_path / digest_seed.NAME).write_bytes(damaged)
        drawn = digest_seed.read_seed(tmp_path)
        assert len(drawn) == digest_seed.BYTES
        assert digest_seed.read_seed(tmp_path) == drawn


def test_a_new_chat_begins_with_the_kept_system_prompt_of_others(plain: Runs) -> None:
    plain.ask(SYSTEM, FIRST)
    plain.restart()
    _, usage = plain.ask(SYSTEM, NEXT, cache_name="2/1")
    assert usage.restored > 0.8 * usage.prompt


def test_a_chat_that_may_not_be_kept_leaves_nothing(plain: Runs) -> None:
    plain.ask(SYSTEM, FIRST, cache_name="")
    plain.stop()
    assert not plain.folder.exists() or not list(plain.folder.glob("*.safetensors"))


@pytest.mark.parametrize("family", KINDS, indirect=True)
def test_a_system_prompt_of_clients_is_found_after_a_restart_but_no_question(runs: Runs) -> None:
    said, _ = runs.ask(SYSTEM, FIRST, cache_name="", shares=True)
    runs.restart()
    runs.submit(RemoveCached(("1",)))
    runs.submit(UseDiskCache(runs.folder, PLENTY, frozenset({"7"})))
    _, usage = runs.ask(SYSTEM, NEXT, cache_name="", shares=True)
    assert 0.8 * usage.prompt < usage.restored < usage.prompt
    assert runs.ask(SYSTEM, FIRST, cache_name="", shares=True)[0] == said
    runs.stop()
    # What was asked and said is in no file: all are of the beginning.
    names = [block_file.parse_name(it.name) for it in runs.folder.glob("*.safetensors")]
    assert sum(it.tokens for it in names if it) == usage.restored


def test_a_deleted_chat_is_read_again(plain: Runs) -> None:
    plain.ask(SYSTEM, FIRST)
    plain.restart()
    plain.submit(RemoveCached(("1",)))
    assert plain.ask(SYSTEM, FIRST, cache_name="")[1].restored == 0
    plain.stop()
    assert not list(plain.folder.glob("*.safetensors"))


def test_a_limit_of_zero_removes_what_is_there(plain: Runs) -> None:
    plain.ask(SYSTEM, FIRST)
    plain.stop()
    assert list(plain.folder.glob("*.safetensors"))
    plain.limit = 0
    plain.start()
    plain.ask(SYSTEM, FIRST)
    plain.stop()
    assert not list(plain.folder.glob("*.safetensors"))


def test_a_changed_model_reads_nothing_of_the_one_before(plain: Runs) -> None:
    plain.ask(SYSTEM, FIRST)
    plain.stop()
    weights = plain.family / "model.safetensors"
    os.utime(weights, (1, 1))
    plain.start()
    assert plain.ask(SYSTEM, FIRST)[1].restored == 0


def test_killed_while_writing_the_next_run_reads_what_is_whole(
    plain: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(path: Path, data: bytes) -> None:
        path.with_name(path.name + block_file.UNFINISHED).write_bytes(data[: len(data) // 2])
        raise OSError("killed")

    plain.ask(SYSTEM, FIRST)
    plain.stop()
    whole = set(plain.folder.iterdir())
    monkeypatch.setattr(block_file, "write", cut)
    plain.start()
    plain.ask(SYSTEM, NEXT, cache_name="2/1")
    plain.stop()
    monkeypatch.undo()
    assert whole < set(plain.folder.iterdir())
    plain.start()
    assert plain.ask(SYSTEM, FIRST)[1].restored > 0
    plain.stop()
    assert not list(plain.folder.glob(f"*{block_file.UNFINISHED}"))


def test_a_full_disk_keeps_no_prompt_and_answers_go_on(
    plain: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_files, "SPARE", 1 << 60)
    plain.ask(SYSTEM, FIRST)
    plain.restart()
    text, usage = plain.ask(SYSTEM, FIRST)
    assert text
    assert usage.restored == 0
