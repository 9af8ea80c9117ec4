"""Added files become previews on a worker that never keeps the application from quitting."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from PySide6.QtGui import QImage

from app.attachments import copying
from app.attachments.kept_files import Files
from app.attachments.previews import Changed, Enlarged, Preview, Previews
from app.attachments.thumbnails import attachments
from app.base.mailbox import Mailbox
from engine.media.intake import no_check
from engine.messages import Media, MediaKind
from engine.prompts import processing
from engine.prompts.media_reader import MediaReader
from engine.prompts.text_files import MAX_BYTES
from engine.rendering.message_content import Shape
from engine.vision.item_cache import Item, ItemCache
from tests.kit.images import draw_image, long_video, save_gif, save_image, save_pages, save_video
from ui.state.attachment import MOST_TEXT, Attachment

WAIT = 20_000
RED, BLUE = ("red", "circle", 0.5, 0.5), ("blue", "square", 0.5, 0.5)


class Previewer:
    """A Previews with its mailbox; `got` collects the results."""

    def __init__(self, qtbot, folder: Path) -> None:
        self._qtbot = qtbot
        self._mailbox = Mailbox()
        self.got: list = []
        self._mailbox.arrived.connect(self.got.extend)
        self.previews = Previews(self._mailbox.post, Files(folder))

    def wait(self, count: int) -> list:
        self._qtbot.waitUntil(lambda: len(self.got) >= count, timeout=WAIT)
        return self.got


@pytest.fixture
def previewer(qtbot, tmp_path: Path) -> Iterator[Previewer]:
    made = Previewer(qtbot, tmp_path / "attachments")
    yield made
    assert made.previews.close(timeout=10)
    assert not list((tmp_path / "attachments").glob("tmp*"))


def middle_color(image: QImage) -> tuple[int, int, int]:
    color = image.pixelColor(image.width() // 2, image.height() // 2)
    return color.red(), color.green(), color.blue()


def added(path: Path) -> Attachment:
    (attachment,) = attachments(path, no_check, lambda _: None)
    return attachment


@pytest.fixture
def opened_paths() -> Iterator[list[str]]:
    """The paths that this process opens, in order, as Python's audit events report them."""
    found: list[str] | None = []

    def record(event: str, arguments: tuple) -> None:
        if found is not None and event == "open" and isinstance(arguments[0], str | os.PathLike):
            found.append(os.fspath(arguments[0]))

    # a hook cannot be removed, so it is switched off
    sys.addaudithook(record)
    yield found
    found = None


@pytest.mark.parametrize("suffix", ["png", "jpg", "gif", "bmp", "webp", "tiff", "avif"])
def test_an_image_is_opened_eight_times_from_drop_to_tower(
    previewer: Previewer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    opened_paths: list[str],
    suffix: str,
) -> None:
    """Identified once for each of the original, the copy and the request."""
    path = save_image(tmp_path / f"a.{suffix}", RED)
    opened_paths.clear()
    previewer.previews.request(1, path)
    [preview] = previewer.wait(1)
    media = preview.attachments[0].media
    assert opened_paths.count(str(path)) == 3, "identified, checked by its header, copied"
    assert opened_paths.count(str(media.path)) == 3, "identified, examined, decoded for the preview"
    opened_paths.clear()
    monkeypatch.setattr(processing, "processed", lambda decoded, model: Item(Shape(images=1)))
    model: Any = SimpleNamespace(adapter=SimpleNamespace(vision=SimpleNamespace(items=ItemCache())))
    for _ in MediaReader().item(media, model):
        pass
    assert opened_paths.count(str(media.path)) == 2, "identified, decoded for the model"


def test_previews_and_problems_come_in_order(previewer: Previewer, tmp_path: Path) -> None:
    (tmp_path / "b.png").write_bytes(b"\0no image")
    previewer.previews.request(1, save_image(tmp_path / "a.png", RED))
    previewer.previews.request(1, tmp_path / "b.png")
    previewer.previews.request(2, save_video(tmp_path / "c.mp4", "blue", "square", "up"))
    previewer.previews.paste(2, QImage(str(tmp_path / "a.png")))
    draw_image, bad, video, pasted = previewer.wait(4)
    assert draw_image.attachments[0].caption == "400 × 300"
    assert draw_image.attachments[0].preview.pixelColor(200, 150).red() > 200
    assert bad == Preview(1, problem=bad.problem)
    assert "is not an image or video that can be read" in bad.problem
    assert (video.chat_id, video.attachments[0].title) == (2, "c.mp4")
    assert pasted.attachments[0].title == "Pasted image.png"
    assert middle_color(pasted.attachments[0].preview)[0] > 200


def test_a_text_is_copied_and_shown_as_a_page(previewer: Previewer, tmp_path: Path) -> None:
    words = "\ufeffAlpha 🙂 bêta\n" * 20_000
    (tmp_path / "notes.md").write_text(words, encoding="utf-8")
    previewer.previews.request(1, tmp_path / "notes.md")
    (text,) = previewer.wait(1)[0].attachments
    assert (text.media.kind, text.title, text.caption) == (MediaKind.TEXT, "notes.md", "400 kB")
    assert text.media.path.is_relative_to(tmp_path / "attachments")
    assert text.text == words[1 : MOST_TEXT + 1] and text.characters == len(words) - 1
    assert not text.whole_text
    drawn = {text.preview.pixel(x, y) for x in range(30, 300, 3) for y in range(30, 200, 3)}
    assert len(drawn) > 2, "there is writing on the page"


def test_a_pasted_text_is_kept_whole_whatever_it_begins_with(previewer: Previewer) -> None:
    for words in ("%PDF-1.4 is a heading", "x" * 1_000_000, "a lone \ud83d surrogate"):
        previewer.previews.paste_text(1, words)
    pdf, long, broken = (it.attachments[0] for it in previewer.wait(3))
    assert (pdf.title, pdf.text, pdf.whole_text) == (
        "Pasted text.txt",
        "%PDF-1.4 is a heading",
        True,
    )
    assert long.media.path.read_text() == "x" * 1_000_000
    assert broken.text == "a lone ? surrogate"


def test_a_text_that_is_too_large_is_refused_and_not_kept(
    previewer: Previewer, tmp_path: Path
) -> None:
    previewer.previews.paste_text(1, "x" * (MAX_BYTES + 1))
    (tmp_path / "log.txt").write_text("x" * (MAX_BYTES + 1))
    previewer.previews.request(1, tmp_path / "log.txt")
    pasted, dropped = previewer.wait(2)
    assert "Pasted text.txt is 17 MB; a text file can be at most 16 MB" in pasted.problem
    assert "log.txt is 17 MB" in dropped.problem
    assert not list((tmp_path / "attachments").rglob("*.txt"))


def test_our_copy_is_sent(previewer: Previewer, tmp_path: Path) -> None:
    previewer.previews.request(1, save_image(tmp_path / "a.png", RED))
    media = previewer.wait(1)[0].attachments[0].media
    assert media.path.is_relative_to(tmp_path / "attachments")
    (tmp_path / "a.png").unlink()
    assert media.path.exists()


def test_anything_but_a_file_is_refused_at_once(previewer: Previewer, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    previewer.previews.request(1, tmp_path / "pipe.png")
    assert not previewer.wait(1)[0].attachments


def test_no_copy_is_kept_of_a_file_that_is_refused_later(
    previewer: Previewer, tmp_path: Path
) -> None:
    whole = save_video(tmp_path / "a.mp4", "blue", "circle", "up").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(whole[: len(whole) // 2])
    previewer.previews.request(1, tmp_path / "cut.mp4")
    assert "cut.mp4 could not be read as a video" in previewer.wait(1)[0].problem
    assert list((tmp_path / "attachments").rglob("cut.mp4")) == []


def test_a_closed_chat_gets_no_more_results(previewer: Previewer, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED)
    previewer.previews.request(1, path)
    (first,) = previewer.wait(1)
    # the worker is busy while the chats are closed
    previewer.previews.request(3, save_gif(tmp_path / "a.gif", "red", "lime"))
    for chat_id in (1, 2):
        previewer.previews.request(chat_id, path)
        previewer.previews.forget(chat_id)
    previewer.previews.request(4, path)
    assert [result.chat_id for result in previewer.wait(3)] == [1, 3, 4]
    assert first.attachments[0].media.path.exists(), "it belongs to a conversation that is kept"


def test_the_pages_of_a_document_come_together(previewer: Previewer, tmp_path: Path) -> None:
    path = save_pages(tmp_path / "a.pdf", draw_image(RED), draw_image(BLUE))
    previewer.previews.request(1, path)
    (found,) = previewer.wait(1)
    assert [page.caption for page in found.attachments] == ["Page 1", "Page 2"]
    assert [page.media.page for page in found.attachments] == [0, 1]
    middles = [middle_color(page.preview) for page in found.attachments]
    assert middles[0][0] > 200 > 60 > middles[0][2]
    assert middles[1][2] > 200 > 60 > middles[1][0]
    second = found.attachments[1]
    previewer.previews.change(1, second, replace(second.media, full=True))
    previewer.previews.enlarge(1, second, 900)
    changed, large = previewer.wait(3)[1:]
    assert changed.new.media == replace(second.media, full=True)
    assert changed.new.preview == second.preview
    assert 890 <= large.image.width() <= 900 and middle_color(large.image)[2] > 200


def test_a_file_goes_where_its_chat_kept_files_when_it_was_added(
    previewer: Previewer, tmp_path: Path
) -> None:
    """A temporary chat may close meanwhile; the result is listed under an id of the request."""
    on_disk, elsewhere = previewer.previews.files, Files(tmp_path / "elsewhere")
    previewer.previews.files_of = lambda owner: elsewhere if owner == 7 else on_disk
    previewer.previews.request(99, save_image(tmp_path / "red.png"), owner=7)
    previewer.previews.files_of = lambda _: on_disk
    [found] = previewer.wait(1)
    assert previewer.previews.close(timeout=10)
    [image] = found.attachments
    assert image.media.path.is_relative_to(tmp_path / "elsewhere")
    assert [it for it in on_disk.folder.rglob("*") if it.is_file()] == []


def test_only_the_last_requested_preview_is_enlarged(previewer: Previewer, tmp_path: Path) -> None:
    wide = Image.new("RGB", (2000, 500), "red")
    wide.save(tmp_path / "a.png")
    one, two = (added(tmp_path / "a.png") for _ in range(2))
    # both are requested while the worker is busy with another file
    previewer.previews.request(1, save_video(tmp_path / "c.mp4", "blue", "circle", "up", frames=2))
    previewer.previews.enlarge(1, one, 1600)
    previewer.previews.enlarge(1, two, 1600)
    _, large = previewer.wait(2)
    assert isinstance(large, Enlarged) and large.attachment is two
    assert (large.image.width(), large.image.height()) == (1600, 400)


def test_an_image_over_the_budget_says_so_and_can_be_sent_in_full(
    previewer: Previewer, tmp_path: Path
) -> None:
    Image.new("RGB", (5000, 100)).save(tmp_path / "wide.png")
    wide = added(tmp_path / "wide.png")
    assert wide.over is not None
    assert wide.caption == "5,000 × 100"
    assert wide.over.sentence == "wide.png is 5,000 × 100 pixels. It is shrunk to 4,096 × 82."
    previewer.previews.change(1, wide, replace(wide.media, full=True))
    full = previewer.wait(1)[0].new
    assert full.media == Media(MediaKind.IMAGE, tmp_path / "wide.png", full=True)
    assert full.over.sentence == "wide.png is 5,000 × 100 pixels. It is sent in full."
    assert full.over.choices == wide.over.choices


def test_the_strip_shows_the_whole_video_and_the_preview_its_span(
    previewer: Previewer, tmp_path: Path
) -> None:
    path = save_video(tmp_path / "c.mp4", "blue", "circle", "right", frames=60)
    previewer.previews.request(1, path)
    video = previewer.wait(1)[0].attachments[0]
    assert (len(video.strip), video.seconds, video.moves) == (12, pytest.approx(5.0), False)
    places = [dark_middle(frame) for frame in (*video.strip,)]
    assert places == sorted(places) and places[-1] - places[0] > 150
    previewer.previews.change(1, video, replace(video.media, span=(2.5, 4.0)))
    part = previewer.wait(2)[1].new
    assert (part.media.span, part.caption) == ((2.5, 4.0), "320 × 240 · 0:02–0:04")
    assert (part.strip, part.seconds) == (video.strip, video.seconds)
    assert dark_middle(part.preview) == pytest.approx(160, abs=8)


def test_a_video_is_played_by_frames_of_its_part(previewer: Previewer, tmp_path: Path) -> None:
    path = save_video(tmp_path / "c.mp4", "blue", "circle", "right", frames=60)
    previewer.previews.request(1, path)
    video = previewer.wait(1)[0].attachments[0]
    part = replace(video, media=replace(video.media, span=(2.5, 4.0)))
    previewer.previews.play(1, video)
    previewer.previews.play(1, part)
    played = previewer.wait(2)[1]
    assert played.attachment is part, "only what was asked for last is decoded"
    assert len(played.frames) == 18, "12 a second"
    places = [dark_middle(frame) for frame in (played.frames[0], played.frames[-1])]
    assert 130 < places[0] < places[1]
    previewer.previews.play(1, video)
    previewer.previews.play(1, None)
    previewer.previews.paste_text(1, "after it")
    assert isinstance(previewer.wait(3)[2], Preview), "nothing is decoded for a closed preview"


def test_a_video_whose_end_is_missing_is_as_long_as_its_frames(
    previewer: Previewer, tmp_path: Path
) -> None:
    path = save_video(tmp_path / "cut.avi", "blue", "circle", "right", frames=60)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    previewer.previews.request(1, path)
    video = previewer.wait(1)[0].attachments[0]
    assert 2.5 < video.seconds < 3.5 and video.caption == "320 × 240 · 0:03"
    previewer.previews.play(1, video)
    assert len(previewer.wait(2)[1].frames) == round(12 * video.seconds)
    previewer.previews.change(1, video, replace(video.media, span=(1.0, 2.0)))
    part = previewer.wait(3)[2].new
    assert (part.over, part.caption) == (video.over, "320 × 240 · 0:01–0:02")
    previewer.previews.change(1, part, video.media)
    whole = previewer.wait(4)[3].new
    assert (whole.over, whole.caption) == (video.over, video.caption)


def test_a_long_video_is_attached_before_its_strip(previewer: Previewer, tmp_path: Path) -> None:
    previewer.previews.request(1, long_video(tmp_path / "film.mp4", 700))
    found, late = previewer.wait(2)
    (film,) = found.attachments
    assert (film.caption, film.strip, film.preview.isNull()) == ("64 × 48 · 11:40", (), False)
    assert film.over.sentence.startswith("film.mp4 is 11:40 long. At most 128 of its frames ")
    assert (late.attachment, len(late.found.strip)) == (film, 12)
    # no strip is decoded for a span, since the strip shows the whole video
    previewer.previews.change(1, film, replace(film.media, span=(10.0, 20.0)))
    part = previewer.wait(3)[2].new
    assert (part.strip, part.over, part.caption) == ((), None, "64 × 48 · 0:10–0:20")


def dark_middle(image: QImage) -> float:
    """Return the horizontal center of the shape."""
    row = [image.pixelColor(x, image.height() // 2).red() for x in range(image.width())]
    dark = [x for x, red in enumerate(row) if red < 128]
    return sum(dark) / len(dark)


def test_an_animated_image_is_a_video_or_its_first_frame(
    previewer: Previewer, tmp_path: Path
) -> None:
    path = save_gif(tmp_path / "a.gif", "red", "lime")
    previewer.previews.request(1, path)
    video = previewer.wait(1)[0].attachments[0]
    assert (video.media.kind, video.moves, video.caption) == (MediaKind.VIDEO, True, "video 0:03")
    assert middle_color(video.strip[0])[0] > 200 > 60 > middle_color(video.strip[-1])[0]
    previewer.previews.change(1, video, replace(video.media, kind=MediaKind.IMAGE))
    still = previewer.wait(2)[1].new
    assert (still.media.kind, still.moves, still.caption) == (MediaKind.IMAGE, True, "first frame")
    assert (still.strip, still.seconds) == ((), 0.0)
    previewer.previews.change(1, still, video.media)
    again = previewer.wait(3)[2].new
    assert (again.caption, len(again.strip)) == ("video 0:03", len(video.strip))


def test_an_impossible_change_gives_a_sentence(previewer: Previewer, tmp_path: Path) -> None:
    attachment = added(save_image(tmp_path / "a.jpg", RED))
    wanted = replace(attachment.media, kind=MediaKind.VIDEO)
    previewer.previews.change(1, attachment, wanted)
    (result,) = previewer.wait(1)
    assert result == Changed(1, attachment, wanted, None, result.problem)
    assert result.problem == "a.jpg is not animated. Send it as an image."


def test_only_the_last_requested_change_is_made(previewer: Previewer, tmp_path: Path) -> None:
    video = added(save_gif(tmp_path / "a.gif", "red", "lime"))
    spans = [(number / 10, 3.0) for number in range(30)]
    for span in spans:
        previewer.previews.change(1, video, replace(video.media, span=span))
    results = previewer.wait(30)
    assert [result.media.span for result in results] == spans
    made = [result.new for result in results if result.new]
    assert [each.media.span for each in made] in ([spans[-1]], [spans[0], spans[-1]])
    assert not any(result.problem for result in results)


def test_quitting_does_not_wait_for_a_copy(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "clone", lambda source, target: False)
    # far longer than the test waits
    monkeypatch.setattr(copying, "CHUNK", 1)
    path = tmp_path / "long.mp4"
    path.write_bytes(b"\0\0\0\x10ftypisom" + bytes(64 << 20))
    results: list = []
    previews = Previews(results.append, Files(tmp_path / "attachments"))
    previews.request(1, path)
    qtbot.waitUntil(lambda: bool(list((tmp_path / "attachments").rglob("new"))), timeout=WAIT)
    assert previews.close(timeout=10)
    assert list((tmp_path / "attachments").rglob("new")) == []
    assert results == []
