"""An image or video, large, over a window."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import Choice, Media, MediaCost, MediaKind, OverBudget
from ui.look import theme
from ui.look.appearance import ON, Appearance
from ui.media.media_view import MediaView
from ui.state.attachment import Attachment
from ui.state.requests import AttachmentRequests

COST = MediaCost(448, 336, 32, 2000, 3_000_000)


def filled_image(color: str, width: int, height: int) -> QImage:
    made = QImage(width, height, QImage.Format.Format_RGB32)
    made.fill(QColor(color))
    return made


PICTURE = Attachment(
    Media(MediaKind.IMAGE, Path("sun.png")), filled_image("red", 640, 480), "sun.png", "1600 × 1200"
)
SMALL = Attachment(
    Media(MediaKind.IMAGE, Path("dot.png")), filled_image("lime", 40, 30), "dot.png", "40 × 30"
)
CLIP = Attachment(
    Media(MediaKind.VIDEO, Path("a.mp4")),
    filled_image("blue", 320, 240),
    "a.mp4",
    "1:00",
    seconds=60.0,
    strip=tuple(filled_image(color, 320, 240) for color in ("blue", "yellow")),
)
PART = Attachment(
    Media(MediaKind.VIDEO, Path("a.mp4"), span=(12.0, 28.0)),
    filled_image("yellow", 320, 240),
    "a.mp4",
    "0:12–0:28",
    seconds=60.0,
    strip=CLIP.strip,
)


class Window(QMainWindow):
    """A window whose text field can have the keyboard focus."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.requests = AttachmentRequests(self)
        self.setCentralWidget(self.field)
        self.resize(900, 600)


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = Window()
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.field.setFocus()
    return made


def open_view(window: Window, *attachments: Attachment, index: int = 0, editable=True) -> MediaView:
    view = MediaView(attachments, index, window, window.requests, editable=editable)
    view.open()
    return view


def grabbed_color(widget: QWidget) -> str:
    shown = widget.grab().toImage()
    return shown.pixelColor(shown.width() // 2, shown.height() // 2).name()


def test_a_lost_file_is_named_once(window: Window) -> None:
    said = "sun.png is no longer there"
    view = open_view(window, replace(PICTURE, caption=said, lost=True))
    assert (view.title.text(), view.caption.text()) == (said, "")


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Space])
def test_a_key_closes_the_preview_and_restores_the_focus(window: Window, qtbot: QtBot, key) -> None:
    view = open_view(window, PICTURE)
    assert QApplication.focusWidget() is view
    with qtbot.waitSignal(view.closed):
        qtbot.keyClick(view, key)
    assert not view.isVisible()
    assert QApplication.focusWidget() is window.field


def test_a_click_outside_closes_the_preview(window: Window, qtbot: QtBot) -> None:
    view = open_view(window, PICTURE)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.rect().center())
    assert view.isVisible()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(4, 300))
    assert not view.isVisible()


@pytest.mark.styled
def test_the_preview_fills_the_window(window: Window) -> None:
    view = open_view(window, PICTURE)
    assert view.geometry() == window.rect()
    window.resize(1100, 700)
    assert view.geometry() == window.rect()
    assert grabbed_color(view.canvas) == QColor("red").name()


@pytest.mark.styled
def test_a_larger_image_is_requested_if_there_is_one(window: Window, qtbot: QtBot) -> None:
    view = MediaView((SMALL, PICTURE), 0, window, window.requests, editable=True)
    asked: list = []
    window.requests.enlarged.connect(lambda *wanted: asked.append(wanted))
    view.open()
    assert asked == []
    qtbot.keyClick(view, Qt.Key.Key_Right)
    screen = window.screen().size()
    assert asked == [(PICTURE, max(screen.width(), screen.height()))]
    view.set_larger(SMALL, filled_image("black", 1200, 900))
    assert grabbed_color(view.canvas) == QColor("red").name()
    view.set_larger(PICTURE, filled_image("orange", 1200, 900))
    assert grabbed_color(view.canvas) == QColor("orange").name()


@pytest.mark.styled
def test_a_small_image_is_not_enlarged(window: Window) -> None:
    view = open_view(window, SMALL)
    shown = view.canvas.grab().toImage()
    row = [shown.pixelColor(x, shown.height() // 2) for x in range(shown.width())]
    assert row.count(QColor("lime")) == 80 * shown.devicePixelRatio()


def test_a_place_among_many_media_has_thousands_separators(window: Window) -> None:
    assert open_view(window, *[SMALL] * 1500, index=1233).place.text() == "1,234 of 1,500"


def test_the_arrows_step_through_all_media(window: Window, qtbot: QtBot) -> None:
    view = open_view(window, PICTURE, CLIP, SMALL, index=1)
    assert (view.title.text(), view.place.text()) == ("a.mp4", "2 of 3")
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.attachment is PICTURE and not view.before.isEnabled()
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.attachment is PICTURE
    view.after.setFocus()
    view.after.click()
    view.after.click()
    assert view.attachment is SMALL and not view.after.isEnabled()
    assert (view.isVisible() and view.isAncestorOf(QApplication.focusWidget() or window)) or (
        QApplication.focusWidget() is view
    )
    assert view.accessibleName() == "Preview of dot.png"


def test_tab_stays_inside_the_preview(window: Window, qtbot: QtBot) -> None:
    view = open_view(window, PICTURE, PART)
    seen = []
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    assert seen == [view.after, view.close_button, view.after, view.close_button]
    view.step(1)
    view.setFocus()
    seen.clear()
    for _ in range(5):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    strip = view.strip
    assert seen == [strip.start, strip.end, view.whole, view.before, view.close_button]
    for part in seen:
        assert part.accessibleName()


def test_moving_the_focus_below_closes_the_preview(window: Window) -> None:
    view = open_view(window, PICTURE)
    window.field.setFocus()
    assert not view.isVisible()
    assert QApplication.focusWidget() is window.field


def test_the_preview_shows_the_cost(window: Window) -> None:
    view = open_view(window, PART, PICTURE)
    assert view.span.text() == "0:12.0–0:28.0 is sent"
    view.set_cost(PART, COST)
    assert view.span.text() == "32 frames of 0:12.0–0:28.0, one every 500 ms"
    assert "2,000 tokens" in view.note.text()
    seen = open_view(window, PICTURE)
    seen.set_cost(PICTURE, COST)
    assert seen.note.text().replace("\N{NO-BREAK SPACE}", " ").startswith("The model sees ")
    seen.shut()
    view.set_cost(PICTURE, "It cannot be read.")
    assert "2,000 tokens" in view.note.text()
    view.step(1)
    assert view.note.text() == "It cannot be read."
    assert view.span.isHidden() and view.strip.isHidden()


def test_the_preview_shows_the_cost_of_a_text(window: Window) -> None:
    media = Media(MediaKind.TEXT, Path("notes.txt"))
    text = Attachment(media, QImage(), "notes.txt", "34 kB", text="Some words", characters=10)
    view = open_view(window, text)
    view.set_cost(text, MediaCost(0, 0, 0, 32_667, 25_000_000))
    assert "32,667 tokens" in view.note.text()
    assert view.span.isHidden()


@pytest.mark.styled
def test_a_medium_over_the_budget_is_marked(window: Window) -> None:
    over = OverBudget("wide.png is 5,000 × 100 pixels. It is sent as 4,096 × 82.", (Choice.FULL,))
    wide = Attachment(PICTURE.media, PICTURE.preview, "wide.png", "5000 × 100", over)
    assert open_view(window, wide).note.text().replace("\N{NO-BREAK SPACE}", " ") == over.sentence
    endless = replace(wide, over=OverBudget("n" * 250, (Choice.FULL,)))
    assert open_view(window, endless).minimumSizeHint().width() < window.width()


@pytest.mark.styled
def test_a_span_is_chosen_and_the_video_replaced(window: Window, qtbot: QtBot) -> None:
    view = open_view(window, CLIP)
    assert not view.whole.isEnabled()
    view.strip.start.setFocus()
    with qtbot.waitSignal(window.requests.media_changed) as changed:
        qtbot.keyClick(view.strip.start, Qt.Key.Key_Right)
    assert changed.args == [CLIP, replace(CLIP.media, span=(0.1, 60.0))]
    view.replace(CLIP, PART)
    assert (view.attachment, view.strip.span()) == (PART, (12.0, 28.0))
    assert view.span.text() == "0:12.0–0:28.0 is sent"
    assert grabbed_color(view.canvas) == QColor("yellow").name()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        with qtbot.waitSignal(window.requests.media_changed) as changed:
            qtbot.keyClick(view.strip.start, key)
    assert changed.args == [PART, replace(PART.media, span=(12.0, 28.0))], (
        "taken back before it was done"
    )
    with qtbot.waitSignal(window.requests.media_changed) as changed:
        view.whole.click()
    assert changed.args == [PART, replace(PART.media, span=None)]
    # refused: the handles go back to what is sent
    view.replace(PART, PART)
    assert view.strip.span() == (12.0, 28.0)


@pytest.mark.styled
def test_the_nearest_frame_is_seen_while_a_handle_moves(window: Window, qtbot: QtBot) -> None:
    view = open_view(window, CLIP)
    qtbot.keyPress(view.strip.end, Qt.Key.Key_Left)
    assert grabbed_color(view.canvas) == QColor("yellow").name()
    assert view.span.text() == "0:00.0–0:59.9 is sent"
    view.replace(CLIP, PART)
    assert view.strip.span() == (0.0, 59.9), "a handle in hand was taken away"


def test_a_sent_video_has_no_handles(window: Window) -> None:
    view = open_view(window, PART, editable=False)
    assert view.strip.isHidden() and view.whole.isHidden()
    assert view.span.text() == "0:12.0–0:28.0 is sent"


@pytest.mark.styled
def test_the_preview_is_painted_in_both_schemes(window: Window, qapp: QApplication) -> None:
    view = open_view(window, CLIP)
    corner = view.grab().toImage().pixelColor(60, 60)
    assert corner == QColor(theme.LIGHT.card)
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert view.grab().toImage().pixelColor(60, 60) == QColor(theme.DARK.card)


def test_a_video_plays_its_part_once_and_again_on_return(window: Window, qtbot: QtBot) -> None:
    asked = []
    window.requests.played.connect(asked.append)
    view = open_view(window, PICTURE, PART, index=1)
    assert asked[-1] is PART and not view.play_button.isEnabled()
    colors = ("red", "lime", "blue")
    frames = tuple(filled_image(color, 32, 24) for color in colors)
    view.play(CLIP, frames)
    assert not view.player.loaded, "frames of another video"
    shown: list[tuple[str, float]] = []
    view.player.shown.connect(lambda frame, at: shown.append((frame.pixelColor(1, 1).name(), at)))
    short = replace(PART, media=replace(PART.media, span=(12.0, 12.2)))
    view.replace(PART, short)
    view.play(short, frames)
    qtbot.waitUntil(lambda: not view.player.playing)
    assert shown[0] == (QColor("red").name(), 12.0)
    assert shown[-1] == (QColor("blue").name(), pytest.approx(12.2))
    assert view.canvas.image().pixelColor(1, 1) == QColor("blue")
    assert view.play_button.accessibleName() == "Play (Return)"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert view.player.playing and view.play_button.accessibleName() == "Pause (Return)"
    view.step(-1)
    assert not view.player.loaded and view.play_button.isHidden()
    view.shut()
    assert asked[-1] is None, "nothing is decoded for a closed preview"


def test_a_video_waits_for_its_button_where_animations_are_off(
    window: Window, qapp: QApplication
) -> None:
    theme.wear(qapp, Appearance(reduced_motion=ON))
    view = open_view(window, PART)
    view.play(PART, CLIP.strip)
    assert not view.player.playing and view.play_button.isEnabled()
    view.play_button.click()
    assert view.player.playing
    view.shut()


def test_the_second_click_of_a_double_click_does_not_close_the_preview(
    window: Window, qtbot: QtBot
) -> None:
    view = open_view(window, PICTURE)
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    assert view.isVisible()
