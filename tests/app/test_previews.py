"""Files to previews on a worker that never keeps the application from ending."""

import os
from pathlib import Path

from PIL import Image

from app.bridge import Mailbox
from app.previews import Preview, Previews, attachments
from tests.pictures import picture, save_clip, save_pages, save_picture


def test_previews_and_problems_come_in_order(qtbot, tmp_path: Path) -> None:
    mailbox, got = Mailbox(), []
    mailbox.arrived.connect(got.extend)
    previews = Previews(mailbox.post)
    (tmp_path / "b.png").write_text("no picture")
    previews.request(1, save_picture(tmp_path / "a.png", ("red", "circle", 0.5, 0.5)))
    previews.request(1, tmp_path / "b.png")
    previews.request(2, save_clip(tmp_path / "c.mp4", "blue", "square", "up"))
    qtbot.waitUntil(lambda: len(got) == 3, timeout=20_000)
    picture, bad, clip = got
    assert picture.attachments[0].caption == "400 × 300"
    assert picture.attachments[0].preview.pixelColor(200, 150).red() > 200
    assert bad == Preview(1, tmp_path / "b.png", problem=bad.problem)
    assert "is not a picture or video but text" in bad.problem
    assert (clip.chat_id, clip.attachments[0].title) == (2, "c.mp4")
    assert previews.close(timeout=10)


def test_a_file_that_is_no_file_is_refused_at_once(qtbot, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    mailbox, got = Mailbox(), []
    mailbox.arrived.connect(got.extend)
    previews = Previews(mailbox.post)
    previews.request(1, tmp_path / "pipe.png")
    qtbot.waitUntil(lambda: len(got) == 1, timeout=10_000)
    assert not got[0].attachments
    assert previews.close(timeout=10)


def test_the_pages_of_a_document_come_together(qtbot, tmp_path: Path) -> None:
    mailbox, got = Mailbox(), []
    mailbox.arrived.connect(got.extend)
    previews = Previews(mailbox.post)
    path = save_pages(
        tmp_path / "a.pdf",
        picture(("red", "circle", 0.5, 0.5)),
        picture(("blue", "square", 0.5, 0.5)),
    )
    previews.request(1, path)
    qtbot.waitUntil(lambda: len(got) == 1, timeout=20_000)
    assert [page.caption for page in got[0].attachments] == ["Page 1", "Page 2"]
    assert [page.media.page for page in got[0].attachments] == [0, 1]
    shown = [page.preview for page in got[0].attachments]
    middles = [image.pixelColor(image.width() // 2, image.height() // 2) for image in shown]
    assert middles[0].red() > 200 > 60 > middles[0].blue()
    assert middles[1].blue() > 200 > 60 > middles[1].red()
    assert previews.close(timeout=10)


def test_what_is_beyond_the_budget_says_so(tmp_path: Path) -> None:
    Image.new("RGB", (5000, 100)).save(tmp_path / "wide.png")
    [wide] = attachments(tmp_path / "wide.png")
    assert wide.over is not None
    assert wide.over.sentence == "wide.png is 5,000 × 100 pixels. It is sent as 4,096 × 82."
