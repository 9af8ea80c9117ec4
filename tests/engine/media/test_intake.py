"""Files are examined before they are sent: their size, their limits and the choices."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine.errors import Refused
from engine.media import intake
from engine.media.budget import BUDGET
from engine.media.file_kind import FileKind, identify
from engine.media.intake import Examined, admit, examine_image
from engine.media.worker_client import WorkerClient
from engine.messages import Choice, Media, MediaKind, clock_time
from engine.system.worker_process import ROOT
from tests.kit.images import (
    bomb,
    draw_image,
    long_video,
    save_gif,
    save_image,
    save_pages,
    save_small_video,
    save_video,
)

RED = ("red", "circle", 0.5, 0.5)


def examine(path: Path, *arguments: Any, **options: Any) -> Examined:
    return intake.examine_file(identify(path), *arguments, **options)


def examine_video(item: Media, **options: Any) -> Examined:
    return intake.examine_video(item, identify(item.path), **options)


def view(item: Media, side: int) -> np.ndarray:
    return intake.look(item, identify(item.path), side)


def sentence(found: Examined) -> str:
    assert found.over is not None
    return found.over.sentence


def test_an_image_is_examined(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED)
    found = examine(path)
    assert found.items == (Media(MediaKind.IMAGE, path),)
    assert found.size == (400, 300)
    assert (found.over, found.moving) == (None, None)


def test_a_photo_has_its_upright_size(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    draw_image(RED).save(tmp_path / "a.jpg", exif=exif)
    assert examine(tmp_path / "a.jpg").size == (300, 400)


def test_a_large_image_offers_choices(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    Image.new("RGB", (6000, 3000)).save(path)
    found = examine(path)
    assert sentence(found) == (
        "a.jpg is 6,000 × 3,000 pixels (18 million). It is shrunk to 4,096 × 2,048."
    )
    assert found.over is not None
    assert found.over.choices == (Choice.SHRINK, Choice.FULL, Choice.LEAVE_OUT)


def test_a_large_image_sent_in_full_can_be_shrunk_again(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    Image.new("RGB", (6000, 3000)).save(path)
    found = examine_image(identify(path), full=True)
    assert found.items == (Media(MediaKind.IMAGE, path, full=True),)
    assert sentence(found) == "a.jpg is 6,000 × 3,000 pixels (18 million). It is sent in full."
    with pytest.raises(Refused, match="an image can have at most 10 million"):
        examine_image(found.file, replace(BUDGET, pixels=10_000_000), full=True)


def test_an_image_beyond_the_memory_is_not_offered_in_full(tmp_path: Path) -> None:
    Image.new("RGBA", (2000, 1000)).save(tmp_path / "a.png")
    Image.new("RGB", (2000, 1000)).save(tmp_path / "a.jpg")
    for name, limit in (("a.png", {"image_bytes": 36_000_000}), ("a.jpg", {"pixels": 1_000_000})):
        found = examine(tmp_path / name, replace(BUDGET, side=1000, **limit))
        assert found.over is not None
        assert found.over.choices == (Choice.SHRINK, Choice.LEAVE_OUT)
        free = examine(tmp_path / name, replace(BUDGET, side=1000))
        assert free.over is not None and Choice.FULL in free.over.choices


def test_a_thin_image_with_too_much_padding_is_not_offered_in_full(tmp_path: Path) -> None:
    Image.new("L", (200_000, 1)).save(tmp_path / "a.png")
    over = examine(tmp_path / "a.png").over
    assert over is not None
    assert Choice.FULL not in over.choices


def test_an_image_of_400_million_pixels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"20,000 × 20,000 pixels \(400 million\); an image"):
        examine(bomb(tmp_path / "big.png", 20_000))


def test_an_image_with_more_pages_says_that_one_is_sent(tmp_path: Path) -> None:
    pages = [Image.new("RGB", (20, 10), color) for color in ("red", "green")]
    pages[0].save(tmp_path / "scan.tiff", save_all=True, append_images=pages[1:])
    found = examine(tmp_path / "scan.tiff")
    assert sentence(found) == (
        "scan.tiff has several pages. Only the first is sent. Save it as PDF to send all."
    )
    assert found.over and found.over.choices == (Choice.KEEP, Choice.LEAVE_OUT)
    found = examine(tmp_path / "scan.tiff", replace(BUDGET, side=10))
    assert sentence(found) == (
        "scan.tiff is 20 × 10 pixels. It is shrunk to 10 × 5. "
        "scan.tiff has several pages. Only the first is sent. Save it as PDF to send all."
    )
    assert found.over and Choice.FULL in found.over.choices
    pages[1].encoderinfo = {"tiffinfo": {254: 1}}  # smaller, for a preview
    pages[0].save(tmp_path / "photo.tiff", save_all=True, append_images=pages[1:])
    assert examine(tmp_path / "photo.tiff").over is None


def test_an_animated_image_can_be_a_video(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    pages = [Image.new("RGB", (64, 48), color) for color in ("red", "lime")]
    pages[0].save(path, save_all=True, append_images=pages[1:], duration=1500)
    found = examine(path)
    assert found.items == (Media(MediaKind.IMAGE, path),)
    assert found.moving == Media(MediaKind.VIDEO, path)
    assert found.moving is not None
    video = examine_video(found.moving, strip=2)
    assert video.seconds == pytest.approx(3.0)
    assert [int(frame[9, 9].argmax()) for frame in video.strip] == [0, 1]


def test_an_image_damaged_after_its_first_frame_is_a_still(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    pages = [Image.new("RGB", (64, 48), color) for color in ("red", "lime")]
    pages[0].save(path, save_all=True, append_images=pages[1:], duration=1500)
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b",") + 9])
    found = examine(path)
    assert (found.size, found.moving) == ((64, 48), None)


def test_a_video_is_examined(tmp_path: Path) -> None:
    path = save_video(tmp_path / "a.mp4", "blue", "circle", "right", frames=36)
    found = examine(path, strip=3)
    assert found.items == (Media(MediaKind.VIDEO, path),)
    assert (found.size, found.frames, found.over) == ((320, 240), 36, None)
    assert found.seconds == pytest.approx(3.0)
    assert [frame.shape for frame in found.strip] == [(240, 320, 3)] * 3


def test_a_video_of_three_hours_offers_choices(tmp_path: Path) -> None:
    path = long_video(tmp_path / "film.mp4", 3 * 3600)
    results: list[Examined] = []
    found = examine(path, strip=3, early=results.append)
    (early,) = results
    # more than one if the worker was faster than this process
    assert 1 <= len(early.strip) <= len(found.strip) == 3
    assert clock_time(found.seconds) == clock_time(early.seconds) == "3:00:00"
    assert sentence(found) == (
        "film.mp4 is 3:00:00 long. At most 128 of its frames are sent, at least 84.4 s apart. "
        "Choose a shorter part to send frames that are closer together."
    )
    part = Media(MediaKind.VIDEO, path, span=(3600.0, 3660.0))
    assert examine_video(part).over is None


def test_unreadable_videos_are_refused(tmp_path: Path) -> None:
    whole = save_video(tmp_path / "a.mp4", "blue", "circle", "right").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Refused, match=r"cut\.mp4 could not be read as a video: it is incomplete"):
        examine(tmp_path / "cut.mp4")
    # the samples are gone, the header is not
    at = whole.index(b"mdat")
    (tmp_path / "none.avi").write_bytes(whole[:at] + bytes(len(whole) - at))
    with pytest.raises(Refused, match=r"none\.avi"):
        examine(tmp_path / "none.avi")


def test_a_video_whose_end_is_missing_says_so(tmp_path: Path) -> None:
    whole = save_small_video(tmp_path / "a.avi", "blue", "circle", "right", frames=60)
    assert examine(whole, strip=12).over is None
    data = whole.read_bytes()
    (tmp_path / "cut.avi").write_bytes(data[: len(data) * 2 // 3])
    assert sentence(examine(tmp_path / "cut.avi", strip=12)).startswith(
        "cut.avi cannot be read beyond 0:03. Only what is before is sent."
    )


def test_a_video_without_frames_is_refused(tmp_path: Path) -> None:
    path = save_video(tmp_path / "a.avi", "blue", "circle", "right", frames=8)
    data = path.read_bytes()
    start, end = data.index(b"movi") + 4, data.index(b"idx1")
    path.write_bytes(
        data[:start] + b"JUNK" + (end - start - 8).to_bytes(4, "little") + data[start + 8 :]
    )
    with pytest.raises(Refused, match=r"No frame of a\.avi could be read"):
        examine(path)


def test_a_video_with_too_large_frames_is_refused(tmp_path: Path) -> None:
    path = save_video(tmp_path / "a.mp4", "blue", "circle", "right", frames=4)
    with pytest.raises(Refused, match=r"has frames of 320 × 240 pixels"):
        examine(path, replace(BUDGET, frame_pixels=50_000))


def test_a_video_is_admitted_by_its_first_bytes_and_an_image_by_its_size(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"\0\0\0\x10ftypisom")
    video, still = identify(tmp_path / "a.mp4"), identify(save_image(tmp_path / "a.png", RED))
    assert (video.kind, still.kind) == (FileKind.MP4, FileKind.PNG)
    admit(video)
    admit(still)
    with pytest.raises(Refused, match="an image can have at most 64 million"):
        admit(identify(bomb(tmp_path / "big.png", 20_000)))
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7" + bytes(3_000_000))
    document = identify(tmp_path / "a.pdf")
    assert document.kind is FileKind.PDF
    admit(document)
    with pytest.raises(Refused, match=r"a\.pdf is 3 MB; a file of this kind can be at most 1 MB"):
        admit(document, replace(BUDGET, file_bytes=1_000_000))


class Enough(Exception):
    pass


def test_an_exception_from_check_ends_the_wait_for_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A worker can be done before it is asked for the first time.
    monkeypatch.setattr(WorkerClient, "poll", lambda worker, timeout: False)

    def check() -> None:
        raise Enough

    gif = save_gif(tmp_path / "a.gif", "red", "lime")
    with pytest.raises(Enough):
        examine_video(Media(MediaKind.VIDEO, gif), check=check)
    with pytest.raises(Enough):
        examine(save_pages(tmp_path / "a.pdf", draw_image(RED)), check=check)


def test_a_preview_shows_what_is_sent(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED, size=(800, 600), radius=200)
    assert view(Media(MediaKind.IMAGE, path), 200).shape == (150, 200, 3)
    pages = save_pages(tmp_path / "a.pdf", draw_image(RED))
    with pytest.raises(Refused, match=r"a\.pdf has no page 2"):
        view(Media(MediaKind.IMAGE, pages, page=1), 300)
    gif = save_gif(tmp_path / "a.gif", "red", "lime")
    part = view(Media(MediaKind.VIDEO, gif, span=(2.0, 3.0)), 32)
    assert part.shape == (24, 32, 3) and int(part[9, 9].argmax()) == 1


def test_a_document_is_examined(tmp_path: Path) -> None:
    path = save_pages(tmp_path / "a.pdf", *[draw_image(RED)] * 3)
    found = examine(path)
    assert [item.page for item in found.items] == [0, 1, 2]
    assert {item.kind for item in found.items} == {MediaKind.IMAGE}
    assert (len(found.strip), found.over) == (3, None)
    short = examine(path, replace(BUDGET, pages=2))
    assert sentence(short) == "a.pdf has 3 pages. The first 2 are sent."
    assert len(short.items) == len(short.strip) == 2


REFUSALS = """
import resource, sys
from pathlib import Path
from engine.errors import Refused
from engine.media.file_kind import identify
from engine.media.intake import examine_file
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
for path in map(Path, sys.argv[1:]):
    try:
        examine_file(identify(path))
    except Refused:
        continue
    raise SystemExit(f"{path} was taken")
print(peak() - before)
"""


def test_a_refusal_uses_no_memory(tmp_path: Path) -> None:
    gif = bytearray(save_image(tmp_path / "a.gif", RED).read_bytes())
    gif[6:10] = b"\xff\xff\xff\xff"
    (tmp_path / "a.gif").write_bytes(gif)
    bombs = [str(bomb(tmp_path / f"{side}.png", side)) for side in (9_000, 20_000, 100_000)]
    out = subprocess.run(
        [sys.executable, "-c", REFUSALS, *bombs, str(tmp_path / "a.gif")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(out.stdout) * unit < 8_000_000
