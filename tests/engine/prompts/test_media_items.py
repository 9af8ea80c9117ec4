"""A file is decoded and processed once, however often it is asked about."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import mlx.core as mx
import pytest
from PIL import Image

from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Failed,
    Finished,
    Generate,
    LoadModel,
    LookProgress,
    Measure,
    Measured,
    Media,
    MediaCost,
    MediaKind,
    SamplingParams,
)
from engine.prompts import media_reader, processing
from engine.rendering.message_content import Shape
from engine.vision.item_cache import Item, ItemCache, file_key
from engine.vision.towers import VisionPiece
from tests.conftest import DOT, Bench
from tests.kit import tiny_models
from tests.kit.images import ask, save_image, save_pages, save_video

pytestmark = pytest.mark.usefixtures("dot_in_float32")

RED, BLUE = ("red", "circle", 0.4, 0.5), ("blue", "square", 0.6, 0.4)
FEW = SamplingParams(max_tokens=12)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator["ProcessingBench"]:
    made = ProcessingBench(monkeypatch)
    yield made
    made.engine.close()


class ProcessingBench(Bench):
    """Counts what the model's processor is given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, memory_limit: int | None = None) -> None:
        super().__init__(memory_limit)
        self.processed = 0
        process = processing.processed

        def counted(*given) -> Item:
            self.processed += 1
            return process(*given)

        monkeypatch.setattr(media_reader.processing, "processed", counted)

    def say(self, request_id: int, *messages: ChatMessage, model: Path = DOT) -> str:
        done = self.run(Generate(request_id, str(model), messages, FEW))[-1]
        assert isinstance(done, Finished), done
        return self.of(request_id).content

    def measure(self, request_id: int, media: Media, model: Path = DOT) -> MediaCost:
        done = self.run(Measure(request_id, str(model), media))[-1]
        assert isinstance(done, Measured), done
        return done.cost

    def items(self, model: Path) -> ItemCache:
        assert self.engine._scheduler is not None
        resident = self.engine._scheduler._models.get(str(model))
        assert resident is not None and resident.model.adapter.vision is not None
        return resident.model.adapter.vision.items

    def forget(self) -> None:
        """All that is kept, but not what is known of files."""
        assert self.engine._scheduler is not None
        for resident in self.engine._scheduler._models:
            while any(cache.evict() for cache in resident.caches):
                pass


@pytest.fixture(scope="module")
def tiny_vision_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny") / "qwen3_vl"
    tiny_models.qwen3_vl(folder)
    return folder


def image_media(folder: Path, *shapes, name: str = "p.png", size=(160, 120), radius=18) -> Media:
    return Media(MediaKind.IMAGE, save_image(folder / name, *shapes, size=size, radius=radius))


def small_video(path: Path) -> Path:
    return save_video(path, "red", "circle", "left", size=(112, 84))


def test_what_was_measured_is_not_read_again_when_it_is_sent(engine, tmp_path: Path) -> None:
    engine.run(LoadModel(1, str(DOT)))
    media = image_media(tmp_path, RED)
    cost = engine.measure(2, media)
    question = ask("What color is the circle?", media.path)
    with_it = engine.run(Generate(3, str(DOT), (question,), FEW))[-1]
    without = engine.run(Generate(4, str(DOT), (ask(question.content),), FEW))[-1]
    assert isinstance(with_it, Finished) and isinstance(without, Finished)
    assert "red" in engine.of(3).content.lower()
    assert with_it.usage.prompt - without.usage.prompt == cost.tokens
    assert cost.width * cost.height > 0 and (cost.frames, cost.images) == (1, 0)
    assert engine.processed == 1


def test_a_video_is_read_once_for_all_questions_about_it(
    engine, tiny_vision_folder: Path, tmp_path: Path
) -> None:
    path = small_video(tmp_path / "c.mp4")
    first = ask("What color is the circle?", path)
    said = ChatMessage("assistant", engine.say(1, first, model=tiny_vision_folder))
    engine.say(2, first, said, ask("Which way does it move?"), model=tiny_vision_folder)
    cost = engine.measure(3, first.media[0], tiny_vision_folder)
    assert cost.frames >= 4 and cost.images == 0
    assert engine.processed == 1
    told = [(event.done, event.total) for event in engine.events if isinstance(event, LookProgress)]
    groups = cost.frames // 2
    assert told == [(done, groups) for done in range(groups)]


@pytest.mark.parametrize("family", ["qwen3_vl", "gemma4"])
def test_pixels_that_had_to_go_are_read_again(engine, tmp_path: Path, family: str) -> None:
    folder = tmp_path / family
    tiny_models.FAMILIES[family](folder)
    path = save_video(tmp_path / "c.mp4", "red", "circle", "left", frames=24)
    question = ask("count", path, image_media(tmp_path, BLUE, size=(96, 64)).path)
    first = engine.say(1, question, model=folder)
    engine.forget()
    assert engine.say(2, question, model=folder) == first
    assert engine.processed == 4
    assert engine.say(3, question, model=folder) == first
    assert engine.processed == 4


def test_a_video_too_large_to_be_kept_is_read_once_more_for_all_its_frames(
    engine, tiny_vision_folder: Path, tmp_path: Path
) -> None:
    engine.run(LoadModel(1, str(tiny_vision_folder)))
    engine.items(tiny_vision_folder).limit = 1000
    question = ask("Which way does it move?", small_video(tmp_path / "c.mp4"))
    assert engine.measure(2, question.media[0], tiny_vision_folder).frames > 2
    engine.say(3, question, model=tiny_vision_folder)
    assert engine.processed == 2


def test_a_question_stopped_while_it_is_looked_at_loses_nothing_that_was_read(
    engine, tiny_vision_folder: Path, tmp_path: Path
) -> None:
    first = ask("What color is the circle?", image_media(tmp_path, RED).path)
    said = ChatMessage("assistant", engine.say(1, first, model=tiny_vision_folder))
    known = engine.of(1).usage.prompt
    files = [image_media(tmp_path, BLUE, name=f"{n}.png", size=(100, n)).path for n in (100, 300)]
    question = Generate(2, str(tiny_vision_folder), (first, said, ask("And here?", *files)), FEW)
    engine.engine.submit(question)
    engine.until(LookProgress)
    while engine.stats_now().vision_misses < 2:
        engine.engine.step()
    engine.run(Abort(2))
    done = engine.run(replace(question, request_id=3))[-1]
    assert isinstance(done, Finished) and done.usage.cached >= known
    assert engine.stats_now().vision_misses == 3


def test_the_images_of_one_question_are_looked_at_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, tiny_vision_folder: Path, tmp_path: Path
) -> None:
    """Their pixels together are more than there is memory for."""
    limit, before = 45_000_000, mx.get_active_memory()
    engine = ProcessingBench(monkeypatch, limit)
    names = [(f"{n}.png", ("red", "circle", 0.2 + n / 20, 0.5)) for n in range(12)]
    files = [image_media(tmp_path, shape, name=name, size=(256, 256)).path for name, shape in names]
    engine.say(1, ask("count", *files), model=tiny_vision_folder)
    assert engine.stats_now().peak_memory - before <= limit
    assert engine.stats_now().vision_misses == 12
    engine.engine.close()


def test_another_image_under_the_same_name_is_seen(engine, tmp_path: Path) -> None:
    question = ask("What color is the circle?", image_media(tmp_path, RED).path)
    assert "red" in engine.say(1, question).lower()
    image_media(tmp_path, ("green", "circle", 0.4, 0.5), size=(162, 120))
    assert "green" in engine.say(2, question).lower()
    assert engine.processed == 2


def test_a_video_is_measured_as_the_images_that_it_is_sent_as(engine, tmp_path: Path) -> None:
    folder = tmp_path / "gemma3"
    tiny_models.gemma3(folder)
    engine.run(LoadModel(1, str(folder)))
    path = save_video(tmp_path / "c.mp4", "red", "circle", "left", frames=24)
    cost = engine.measure(2, Media(MediaKind.VIDEO, path), folder)
    assert cost.images == cost.frames == 4
    assert (cost.width, cost.height) == (64, 64)


@pytest.mark.parametrize("size", [(2100, 10), (3, 20_000)])
def test_a_long_thin_image_or_page_is_processed(
    engine, size: tuple[int, int], tmp_path: Path
) -> None:
    image = Image.new("RGB", size, "red")
    image.save(tmp_path / "a.png")
    save_pages(tmp_path / "a.pdf", image)
    engine.run(LoadModel(1, str(DOT)))
    for name in ("a.png", "a.pdf"):
        assert engine.measure(2, Media(MediaKind.IMAGE, tmp_path / name)).tokens > 0


@pytest.mark.parametrize("size", [(2100, 10), (8, 2000)])
def test_a_long_thin_video_is_processed(engine, size: tuple[int, int], tmp_path: Path) -> None:
    path = save_video(tmp_path / "a.mp4", "red", "circle", "left", frames=2, size=size)
    frames = [Image.new("RGB", size, color) for color in ("red", "blue")]
    frames[0].save(tmp_path / "a.gif", save_all=True, append_images=frames[1:])
    engine.run(LoadModel(1, str(DOT)))
    for video in (path, tmp_path / "a.gif"):
        assert engine.measure(2, Media(MediaKind.VIDEO, video)).tokens > 0


def test_measuring_loads_no_model_and_can_be_aborted(engine, tmp_path: Path) -> None:
    media = Media(MediaKind.VIDEO, small_video(tmp_path / "c.mp4"))
    assert isinstance(engine.run(Measure(1, str(DOT), media))[-1], Aborted)
    engine.run(LoadModel(2, str(DOT)))
    engine.engine.submit(Measure(3, str(DOT), media))
    engine.engine.step()
    assert isinstance(engine.run(Abort(3))[-1], Aborted)
    assert engine.measure(4, media).frames >= 4


def test_what_cannot_be_measured_says_why(engine, tiny_text: Path, tmp_path: Path) -> None:
    engine.run(LoadModel(1, str(tiny_text)), LoadModel(2, str(DOT)))
    media = image_media(tmp_path, RED)
    for number, model, lost in [(3, tiny_text, False), (4, DOT, True)]:
        if lost:
            media.path.unlink()
        failed = engine.run(Measure(number, str(model), media))[-1]
        assert isinstance(failed, Failed) and not failed.fault
        assert ("text only" if not lost else "was not found") in failed.message


def test_many_images_in_one_conversation_stay_in_the_budget(
    monkeypatch: pytest.MonkeyPatch, tiny_vision_folder: Path, tmp_path: Path
) -> None:
    # Without a limit they take 12.2 MB.
    limit, before = 12_000_000, mx.get_active_memory()
    engine = ProcessingBench(monkeypatch, limit)
    said: list[ChatMessage] = []
    for number in range(1, 26):
        shape = ("red", "circle", 0.2 + number / 100, 0.5)
        question = ask(
            "count", image_media(tmp_path, shape, name=f"{number}.png", size=(64, 64)).path
        )
        done = engine.run(
            Generate(
                number, str(tiny_vision_folder), (*said, question), SamplingParams(max_tokens=1)
            )
        )[-1]
        assert isinstance(done, Finished), done
        said += [question, ChatMessage("assistant", "one")]
        assert engine.stats_now().active_memory - before <= limit
    assert engine.processed == 25
    assert engine.stats_now().vision_misses == 25
    engine.engine.close()


# --- alone -------------------------------------------------------------------------------


def item(count: int) -> Item:
    pixels = mx.zeros(count, dtype=mx.float32)
    return Item(Shape(), pieces=(VisionPiece(b"", (1,), 2, pixels, None, pixels.nbytes),))


def test_pixels_not_used_for_longest_go_first(tmp_path: Path) -> None:
    keys = [file_key(image_media(tmp_path, RED, name=f"{name}.png", size=(9, 9))) for name in "abc"]
    items = ItemCache(1000)
    items.put(keys[0], item(100))
    items.put(keys[1], item(100))
    items.get(keys[0])
    items.put(keys[2], item(100))
    left = [found.nbytes for found in map(items.get, keys) if found is not None]
    assert left == [400, 0, 400] and items.nbytes == 800
    items.put(keys[1], item(1000))
    assert items.nbytes == 800
    assert items.evict() and items.evict() and not items.evict()
    assert all(items.get(key) is not None for key in keys)
