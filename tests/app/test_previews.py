"""Files to previews on a worker that never keeps the application from ending."""

import os
from pathlib import Path

from app.bridge import Mailbox
from app.previews import Preview, Previews
from tests.pictures import save_clip, save_picture


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
