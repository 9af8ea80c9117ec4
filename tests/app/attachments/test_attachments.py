"""Dropped files become attachments: real files and the real worker, without an engine."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest

from app.attachments.previews import Changed, Preview
from engine.messages import MediaKind, clock_time
from tests.kit.desk import Desk
from tests.kit.images import long_video, save_gif, save_image
from tests.kit.tabs import chat_tabs, open_tab
from ui.state.attachment import Attachment
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab
from ui.window.file_drops import take_drop

WAIT = 20_000
RED, BLUE = ("red", "circle", 0.5, 0.5), ("blue", "square", 0.5, 0.5)


pytestmark = pytest.mark.model(None)


@pytest.fixture
def wait_for_attachment(qtbot) -> Callable[..., Attachment]:
    def for_one(tab: ChatTab, other_than: Attachment | None = None) -> Attachment:
        """Return the only attachment, once its file is read."""

        def there() -> bool:
            found = tab.conversation.draft.attachments
            return len(found) == 1 and found[0] is not other_than

        qtbot.waitUntil(there, timeout=WAIT)
        return tab.conversation.draft.attachments[0]

    return for_one


def test_a_dropped_file_may_be_deleted_once_it_is_attached(
    desk: Desk, tmp_path: Path, wait_for_attachment
) -> None:
    path = save_image(tmp_path / "a.png", RED)
    desk.ready()
    desk.tab.conversation.attachment_requests.files_offered.emit([path])
    attachment = wait_for_attachment(desk.tab)
    path.unlink()
    desk.tab.composer.editor.setPlainText("What is it?")
    desk.tab.composer.editor.return_pressed.emit()
    (sent,) = desk.generated()
    (media,) = sent.messages[-1].media
    assert media == attachment.media and media.path.exists()
    desk.ask(desk.tab, "And now?")
    again = desk.last().messages
    assert again[0].media == (media,)


def test_a_question_waits_for_its_files(desk: Desk, tmp_path: Path, wait_for_attachment) -> None:
    desk.ready()
    desk.tab.composer.editor.setPlainText("What is it?")
    desk.tab.conversation.attachment_requests.files_offered.emit(
        [save_image(tmp_path / "a.png", RED)]
    )
    assert not desk.tab.composer._send.isEnabled()
    wait_for_attachment(desk.tab)
    assert desk.tab.composer._send.isEnabled()


def test_escape_leaves_out_the_files_that_are_not_read_yet(
    desk: Desk, qtbot, tmp_path: Path, wait_for_attachment
) -> None:
    first = save_image(tmp_path / "a.png", RED)
    desk.ready()
    tab, held = desk.tab, Event()
    tab.conversation.attachment_requests.files_offered.emit([first])
    wait_for_attachment(tab)
    # the worker is busy with something else until it is released
    desk.previews.later(held.wait)
    files = [save_image(tmp_path / f"{number}.png", BLUE) for number in range(20)]
    tab.conversation.attachment_requests.files_offered.emit(files)
    assert tab.composer._foot.text() == "Reading 20 files… Esc cancels"
    QTest.keyClick(tab.view, Qt.Key.Key_Escape)
    held.set()
    qtbot.waitUntil(lambda: not tab.conversation.draft.pending, timeout=WAIT)
    assert [it.title for it in tab.conversation.draft.attachments] == ["a.png"]
    tab.conversation.attachment_requests.files_offered.emit([files[0]])
    qtbot.waitUntil(lambda: len(tab.conversation.draft.attachments) == 2, timeout=WAIT)


def test_a_refused_file_gives_a_sentence_and_others_are_added(
    desk: Desk, tmp_path: Path, wait_for_attachment
) -> None:
    (tmp_path / "list.mp4").write_text("#EXTM3U\n")
    gone = tmp_path / "gone.png"
    desk.tab.conversation.attachment_requests.files_offered.emit(
        [tmp_path / "list.mp4", gone, save_image(tmp_path / "a.png", RED)]
    )
    wait_for_attachment(desk.tab)
    told = desk.tab.composer.problem.sentence()
    assert "list.mp4 is a playlist" in told and "was not found" in told


def test_pasted_and_dropped_images_are_attached(desk: Desk, qtbot) -> None:
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    desk.tab.conversation.attachment_requests.image_pasted.emit(image)
    mime = QMimeData()
    mime.setImageData(image)
    take_drop(desk.workspace, mime)
    qtbot.waitUntil(lambda: len(desk.tab.conversation.draft.attachments) == 2, timeout=WAIT)
    paths = {each.media.path for each in desk.tab.conversation.draft.attachments}
    assert {path.name for path in paths} == {"Pasted image.png"}, "one content is kept once"


def test_a_reopened_chat_accepts_files(desk: Desk, tmp_path: Path, wait_for_attachment) -> None:
    path = save_image(tmp_path / "a.png", RED)
    desk.tab.conversation.attachment_requests.files_offered.emit([path])
    first = wait_for_attachment(desk.tab)
    desk.controller.conversations.close(desk.tab.chat_id)
    tab = open_tab(desk, desk.tab.chat_id)
    assert isinstance(tab, ChatTab)
    tab.chat.draft.put(Question())
    gif = save_gif(tmp_path / "a.gif", "red", "lime")
    tab.chat.attachment_requests.files_offered.emit([gif])
    assert wait_for_attachment(tab).title == "a.gif"
    assert first.media.path.exists(), "its conversation is kept"


def test_a_span_and_a_first_frame_can_be_undone(
    desk: Desk, tmp_path: Path, wait_for_attachment
) -> None:
    desk.tab.conversation.attachment_requests.files_offered.emit(
        [save_gif(tmp_path / "a.gif", "red", "lime")]
    )
    whole = wait_for_attachment(desk.tab)
    desk.tab.conversation.attachment_requests.media_changed.emit(
        whole, replace(whole.media, span=(0.0, 2.0))
    )
    assert not desk.tab.composer._send.isEnabled()
    # the last request counts, also one for an attachment that is replaced already
    desk.tab.conversation.attachment_requests.media_changed.emit(
        whole, replace(whole.media, span=(2.0, 3.0))
    )
    part = wait_for_attachment(desk.tab, other_than=whole)
    assert part.media.span == (2.0, 3.0)
    desk.tab.conversation.attachment_requests.media_changed.emit(whole, whole.media)
    assert wait_for_attachment(desk.tab, other_than=part).media == whole.media


def test_a_video_can_be_changed_in_each_edit_of_its_question(
    desk: Desk, tmp_path: Path, wait_for_attachment
) -> None:
    conversation = desk.tab.conversation
    conversation.attachment_requests.files_offered.emit(
        [save_gif(tmp_path / "a.gif", "red", "lime")]
    )
    whole = wait_for_attachment(desk.tab)
    conversation.draft.put(Question())
    for span in ((0.0, 2.0), (0.0, 2.0), (1.0, 2.0)):
        conversation.draft.edit(Question("Why?", (whole,)))
        conversation.attachment_requests.media_changed.emit(whole, replace(whole.media, span=span))
        assert wait_for_attachment(desk.tab, other_than=whole).media.span == span
        conversation.draft.cancel_edit()


def test_a_refused_change_gives_a_sentence_and_keeps_the_attachment(
    desk: Desk, tmp_path: Path, wait_for_attachment
) -> None:
    desk.tab.conversation.attachment_requests.files_offered.emit(
        [save_image(tmp_path / "a.jpg", RED)]
    )
    still = wait_for_attachment(desk.tab)
    wanted = replace(still.media, kind=MediaKind.VIDEO)
    desk.tab.conversation.attachment_requests.media_changed.emit(still, wanted)
    desk.previewed.close()
    refused = Changed(desk.tab.chat_id, still, wanted, None, "a.jpg is not animated.")
    desk.attachments.on_previews([refused])
    assert desk.tab.conversation.draft.attachments == (still,)
    assert desk.tab.composer.problem.sentence() == "a.jpg is not animated."


def test_results_for_a_closed_chat_are_dropped(
    desk: Desk, tmp_path: Path, wait_for_attachment
) -> None:
    desk.tab.conversation.attachment_requests.files_offered.emit(
        [save_image(tmp_path / "a.png", RED)]
    )
    attachment = wait_for_attachment(desk.tab)
    closed = desk.tab.chat_id
    desk.window.workspace.requests.closed.emit(closed)
    desk.attachments.on_previews(
        [Preview(closed, (attachment,)), Changed(closed, attachment, attachment.media, attachment)]
    )
    assert all(tab.conversation.draft.attachments == () for tab in chat_tabs(desk.window))


def test_a_late_frame_strip_reaches_the_changed_attachment(
    desk: Desk, qtbot, tmp_path: Path
) -> None:
    spans: list[tuple[float, float]] = []

    def change(attachments: tuple[Attachment, ...]) -> None:
        """Change the span at once, before the strip is decoded."""
        if attachments and not spans:
            spans.append((10.0, 20.0))
            film = attachments[0]
            assert film.strip == ()
            desk.tab.conversation.attachment_requests.media_changed.emit(
                film, replace(film.media, span=spans[0])
            )

    composer = desk.tab.composer
    composer.draft.attachments_changed.connect(lambda: change(composer.draft.attachments))
    desk.tab.conversation.attachment_requests.files_offered.emit(
        [long_video(tmp_path / "film.mp4", 700)]
    )
    qtbot.waitUntil(
        lambda: [each.media.span for each in composer.draft.attachments] == spans != [],
        timeout=WAIT,
    )
    assert len(composer.draft.attachments[0].strip) == 12


def test_a_video_that_was_queued_before_its_frame_strip_has_it_when_it_is_edited(
    desk: Desk, qtbot, tmp_path: Path
) -> None:
    conversation = desk.tab.conversation
    draft, coming = conversation.draft, conversation.next_messages

    def queue() -> None:
        if draft.attachments and not len(coming):
            coming.add(conversation.as_next(draft.send()))

    desk.ask(desk.tab)
    draft.attachments_changed.connect(queue)
    conversation.attachment_requests.files_offered.emit([long_video(tmp_path / "film.mp4", 700)])
    with qtbot.waitSignal(conversation.attachment_replaced, timeout=WAIT):
        pass
    assert coming.first and conversation.edit_next(coming.first)
    [film] = draft.attachments
    assert len(film.strip) == 12


def cut_film(folder: Path) -> Path:
    film = long_video(folder / "film.avi", 700)
    data = film.read_bytes()
    film.write_bytes(data[: len(data) // 3])
    return film


def test_a_long_video_says_late_that_its_end_is_missing(desk: Desk, qtbot, tmp_path: Path) -> None:
    film = cut_film(tmp_path)
    conversation = desk.tab.conversation
    with qtbot.waitSignal(conversation.attachment_replaced, timeout=WAIT):
        conversation.attachment_requests.files_offered.emit([film])
    [shown] = conversation.draft.attachments
    assert shown.over and shown.over.sentence.startswith("film.avi is 11:40 long. At most 128 ")
    assert "cannot be read beyond" in shown.over.sentence
    assert shown.seconds < 500 and shown.caption == f"64 × 48 · {clock_time(shown.seconds)}"


def test_a_part_that_is_chosen_before_the_strip_is_there_says_that_the_end_is_missing(
    desk: Desk, qtbot, tmp_path: Path
) -> None:
    conversation = desk.tab.conversation
    conversation.attachment_requests.files_offered.emit([cut_film(tmp_path)])
    draft = conversation.draft
    qtbot.waitUntil(lambda: bool(draft.attachments), timeout=WAIT)
    [film] = draft.attachments
    conversation.attachment_requests.media_changed.emit(
        film, replace(film.media, span=(10.0, 20.0))
    )
    qtbot.waitUntil(lambda: not draft.pending and bool(draft.attachments[0].strip), timeout=WAIT)
    [part] = draft.attachments
    assert part.caption == "64 × 48 · 0:10–0:20" and part.seconds < 500
    assert part.over and part.over.sentence.startswith("film.avi cannot be read beyond ")


class Opener(QObject):
    """Records the files that the system is asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[Path] = []
        # PySide takes the name as text alone, whatever its annotations say
        QDesktopServices.setUrlHandler("file", self, "open")  # pyright: ignore[reportArgumentType]

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(Path(url.toLocalFile()))


def test_another_application_opens_our_copy_with_the_extension_of_its_kind(
    desk: Desk, tmp_path: Path, wait_for_attachment
) -> None:
    (tmp_path / "run.sh").write_bytes(save_image(tmp_path / "a.png", RED).read_bytes())
    desk.tab.conversation.attachment_requests.files_offered.emit([tmp_path / "run.sh"])
    copy = wait_for_attachment(desk.tab)
    opener = Opener()
    try:
        desk.tab.conversation.attachment_requests.opened_outside.emit(copy)
        assert opener.opened == [copy.media.path.with_suffix(".png")]
        copy.media.path.write_bytes(b"\0\1")
        desk.tab.conversation.attachment_requests.opened_outside.emit(copy)
        assert len(opener.opened) == 1
        assert "run.sh is not an image" in desk.tab.composer.problem.sentence()
    finally:
        QDesktopServices.unsetUrlHandler("file")


def test_the_preview_loads_a_larger_image_and_changes_a_span(
    desk: Desk, qtbot, tmp_path: Path, wait_for_attachment
) -> None:
    path = save_image(tmp_path / "a.png", RED, size=(1600, 1200))
    desk.tab.conversation.attachment_requests.files_offered.emit([path])
    picture = wait_for_attachment(desk.tab)
    viewing = desk.window._viewing
    desk.tab.conversation.attachment_requests.opened.emit(picture)
    assert viewing.view is not None
    canvas = viewing.view.canvas
    assert canvas.image().width() == 640
    qtbot.waitUntil(lambda: canvas.image().width() > 640, timeout=WAIT)
    qtbot.keyClick(viewing.view, Qt.Key.Key_Escape)
    assert viewing.view is None
    desk.tab.conversation.draft.replace(picture, None)
    desk.tab.conversation.attachment_requests.files_offered.emit(
        [save_gif(tmp_path / "a.gif", "red", "lime")]
    )
    video = wait_for_attachment(desk.tab)
    desk.tab.conversation.attachment_requests.opened.emit(video)
    assert viewing.view is not None
    viewing.view.strip.start.setFocus()
    qtbot.keyClick(viewing.view.strip.start, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    part = wait_for_attachment(desk.tab, other_than=video)
    assert part.media.span == (1.0, 3.0)
    assert viewing.view.attachment is part
    assert viewing.view.strip.span() == (1.0, 3.0)
    desk.window.workspace.requests.closed.emit(desk.tab.chat_id)
    assert viewing.view is None
