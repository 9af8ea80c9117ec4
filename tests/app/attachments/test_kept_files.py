"""Files are stored by content, and attachments can be restored from their records."""

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.attachments.attachments import sample_attachment
from app.attachments.contents import file_name
from app.attachments.kept_files import Files
from app.attachments.previews import Previews, ViewsRestored
from app.attachments.thumbnails import attachments
from app.base.mailbox import Mailbox
from app.models.samples import samples
from engine.media.intake import no_check
from engine.messages import Choice, Media, MediaKind, OverBudget
from engine.sentences import Sentence
from tests.kit.images import draw_image, save_image, save_video
from ui.state.attachment import Attachment

RED, BLUE = ("red", "circle", 0.5, 0.5), ("blue", "square", 0.5, 0.5)


def kept_paths(files: Files) -> list[Path]:
    return sorted(it for it in files.folder.rglob("*") if it.is_file() and it.name != "lock")


def keep_file(files: Files, path: Path) -> Attachment:
    (found,) = attachments(files.put(path), no_check, lambda _: None)
    files.keep_views(found.media, found.preview, found.strip)
    return found


def restored(files: Files, attachment: Attachment) -> Attachment:
    """Restore the attachment from JSON, as another run would."""
    record = json.loads(json.dumps(files.attachment_record(attachment)))
    return Files(files.folder).attachment(record)


def test_equal_content_is_stored_once_under_each_name(files: Files, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED)
    one, again = files.put(path), files.put(path)
    other = files.put_bytes(path.read_bytes(), "b.png")
    assert one == again == files.path(files.sha256_of(one) or "", "a.png")
    assert (one.name, other.name, other.parent) == ("a.png", "b.png", one.parent)
    assert one.samefile(other)
    assert kept_paths(files) == [one, other]
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    assert stat.S_IMODE(one.parent.stat().st_mode) == 0o700


def test_content_changed_by_another_program_is_repaired(files: Files, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED)
    copy = files.put(path)
    copy.write_bytes(b"an editor wrote into it")
    assert files.put(path).read_bytes() == path.read_bytes()
    copy.write_bytes(b"again")
    assert files.put(path, name="b.png").read_bytes() == path.read_bytes()


def test_a_file_name_cannot_contain_a_path(files: Files) -> None:
    for name in ("../../x.png", "/etc/x.png", "a\0b.png", "..", "", "é" * 300 + ".png", "\udcff"):
        made = files.put_bytes(b"content", name)
        assert made.parent == files.home(files.sha256_of(made) or "") and made.is_file()
    assert file_name("é" * 300 + ".png").endswith("é.png")
    with pytest.raises(ValueError, match="is not a hash"):
        files.path("../../etc", "passwd")


def test_only_unreferenced_files_are_removed(files: Files, tmp_path: Path) -> None:
    used, unused = (files.put(save_image(tmp_path / f"{it[0]}.png", it)) for it in (RED, BLUE))
    files.keep_views(Media(MediaKind.IMAGE, unused), QImage(str(unused)))
    files.collect(set())
    assert used.exists() and unused.exists(), "this run has put them"
    files.close()
    later = Files(files.folder)
    later.collect({files.sha256_of(used) or ""})
    assert kept_paths(files) == [used]
    record = files.attachment_record(Attachment(Media(MediaKind.IMAGE, used), QImage(), "a"))
    later.attachment(record)
    later.collect(set())
    assert used.exists(), "it is open"
    Files(files.folder).collect(set())
    assert kept_paths(files) == []


def test_a_discarded_file_is_removed_unless_it_is_shared(files: Files, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", RED)
    copy = files.put(path)
    files.put(path)
    files.discard(copy)
    assert copy.exists()
    files.discard(copy)
    assert kept_paths(files) == []
    copy = files.put(path)
    later = Files(files.folder)
    later.discard(later.put(path))
    assert copy.exists(), "it was there before"


def test_an_image_is_restored_unchanged(files: Files, tmp_path: Path, qapp) -> None:
    found = keep_file(files, save_image(tmp_path / "a.png", RED))
    over = OverBudget("It is large.", (Choice.SHRINK, Choice.FULL))
    found = replace(found, over=over, media=replace(found.media, full=True))
    back = restored(files, found)
    assert back.media == found.media
    assert (back.title, back.caption, back.over) == (found.title, found.caption, found.over)
    assert not isinstance(back.__dict__["preview"], QImage), "it was read before anybody looked"
    assert back.preview_size == back.preview.size() == found.preview.size()
    middle = back.preview.pixelColor(back.preview.rect().center())
    assert middle.red() > 200 > 60 > middle.green()
    use = files.use(back)
    assert use is not None and (use.sha256, use.kind) == (found.media.path.parent.name, "image")
    assert files.attachment_record(back) == files.attachment_record(found)


def test_a_video_keeps_its_frames_and_the_selected_span(files: Files, tmp_path: Path, qapp):
    found = keep_file(files, save_video(tmp_path / "c.mp4", "blue", "circle", "up"))
    part = replace(found, media=replace(found.media, span=(0.5, 1.0)))
    files.keep_views(part.media, part.preview, part.strip)
    back = restored(files, part)
    assert (back.media.span, back.seconds, back.caption) == (
        (0.5, 1.0),
        found.seconds,
        "320 × 240 · 0:02",
    )
    assert [it.size() for it in back.strip] == [it.size() for it in found.strip]
    for one, other in zip(found.strip, back.strip, strict=True):
        at = one.rect().center()
        assert abs(one.pixelColor(at).blue() - other.pixelColor(at).blue()) < 20


def test_a_video_that_was_recorded_before_its_frames_were_decoded_has_them_later(
    files: Files, tmp_path: Path, qapp
):
    found = keep_file(files, save_video(tmp_path / "c.mp4", "blue", "circle", "up"))
    back = restored(files, replace(found, strip=()))
    assert len(back.strip) == len(found.strip) == 12


def test_a_text_file_is_read_when_it_is_shown(files: Files, tmp_path: Path, qapp) -> None:
    (tmp_path / "notes.txt").write_text("\ufeffEin Zwölftel\n" * 20_000, encoding="utf-8")
    found = keep_file(files, tmp_path / "notes.txt")
    back = restored(files, found)
    assert (back.text, back.characters) == (found.text, found.characters)
    assert back.is_text and not back.whole_text
    assert back.preview == found.preview


def test_a_sample_is_stored_by_name(files: Files, qapp) -> None:
    video = next(it for it in samples() if it.is_video)
    found = sample_attachment(video)
    back = restored(files, found)
    assert (back.media, back.preview, back.lost) == (found.media, found.preview, False)
    assert isinstance(back.caption, Sentence), "it is shown in the language of the person"
    assert files.use(found) is None


def test_a_missing_file_is_reported_and_keeps_its_record(files: Files, tmp_path: Path, qapp):
    found = keep_file(files, save_image(tmp_path / "cat.png", RED))
    found.media.path.unlink()
    back = restored(files, found)
    assert back.lost and back.caption == "cat.png is no longer there"
    assert not back.preview.isNull()
    again = Files(files.folder)
    record = files.attachment_record(found)
    assert again.attachment_record(again.attachment(record)) == record


def test_a_record_cannot_choose_a_path(files: Files) -> None:
    made = files.attachment({"kind": "TEXT", "sha256": "", "name": "/etc/passwd", "path": "/etc"})
    assert made.lost and made.text == ""
    sample = files.attachment({"kind": "TEXT", "sample": "../../pyproject.toml"})
    assert sample.lost
    for broken in ({}, {"kind": "IMAGE"}, {"kind": "IMAGE", "sha256": "../..", "name": "x"}, [], 3):
        with pytest.raises(ValueError, match=r"is no|not a record"):
            files.attachment(broken)  # pyright: ignore[reportArgumentType]


def test_previews_are_rebuilt(files: Files, tmp_path: Path, qtbot) -> None:
    found = keep_file(files, save_video(tmp_path / "c.mp4", "blue", "circle", "up"))
    views = [it for it in kept_paths(files) if it.suffix == ".jpg"]
    assert len(views) == 2
    views[0].unlink()
    views[1].write_bytes(views[1].read_bytes()[:-40])
    mailbox, got = Mailbox(), []
    mailbox.arrived.connect(got.extend)
    again = Files(files.folder)
    previews = Previews(mailbox.post, again)
    back = again.attachment(files.attachment_record(found))
    assert back.preview.isNull() and back.strip == ()
    qtbot.waitUntil(lambda: len(got) == 1, timeout=20_000)
    assert got == [ViewsRestored(found.media)]
    assert back.preview.size() == found.preview.size()
    assert len(back.strip) == len(found.strip)
    assert previews.close(10)


def test_images_are_not_read_before_they_are_painted(files: Files, tmp_path: Path, qapp) -> None:
    draw_image(RED).save(tmp_path / "a.png")
    found = keep_file(files, tmp_path / "a.png")
    record = files.attachment_record(found)
    made = [files.attachment(record) for _ in range(20)]
    assert all(it.preview_size == found.preview.size() for it in made)
    assert all(callable(it.__dict__["preview"]) for it in made)
