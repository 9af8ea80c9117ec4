"""The span of a video, by mouse and by keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import Media, MediaCost, MediaKind, clock_time
from ui.composer.cost_words import span_text
from ui.look import theme
from ui.look.appearance import Appearance
from ui.look.numbers import video_time
from ui.media.frame_strip import FRAMES_HEIGHT, FrameStrip
from ui.media.span_handle import WIDTH, SpanHandle

SHIFT = Qt.KeyboardModifier.ShiftModifier
COLORS = ("red", "lime", "blue", "yellow")


def frames() -> tuple[QImage, ...]:
    made = []
    for color in COLORS:
        image = QImage(160, 90, QImage.Format.Format_RGB32)
        image.fill(QColor(color))
        made.append(image)
    return tuple(made)


@pytest.fixture
def frame_strip(qtbot: QtBot) -> FrameStrip:
    """600 px for 60 s."""
    made = FrameStrip()
    qtbot.addWidget(made)
    made.resize(600 + 2 * WIDTH, made.sizeHint().height())
    made.show_video(frames(), 60.0, None)
    made.show()
    return made


@pytest.fixture
def chosen(frame_strip: FrameStrip) -> list:
    spans: list = []
    frame_strip.span_chosen.connect(spans.append)
    return spans


def drag_handle(handle: SpanHandle, by: int) -> None:
    left = Qt.MouseButton.LeftButton
    grip = QPoint(4, 20)
    QTest.mousePress(handle, left, pos=grip)
    # the handle goes along: its own points move
    for _ in range(4):
        QTest.mouseMove(handle, grip + QPoint(by // 4, 0))
    QTest.mouseRelease(handle, left, pos=grip)


def test_the_times_have_room_below_the_frames_at_every_zoom(
    qtbot: QtBot, qapp: QApplication
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    strip = FrameStrip()
    QVBoxLayout(window).addWidget(strip)
    window.show()

    def lines() -> float:
        return (strip.height() - FRAMES_HEIGHT) / QFontMetrics(theme.font(11)).height()

    for zoom in (200, 100):
        theme.wear(qapp, Appearance(zoom=zoom))
        qtbot.waitUntil(lambda: 1 <= lines() < 2)


def test_the_whole_video_is_not_a_span(frame_strip: FrameStrip) -> None:
    assert frame_strip.span() is None
    frame_strip.show_video(frames(), 60.0, (12.0, 28.0))
    assert frame_strip.span() == (12.0, 28.0)
    frame_strip.show_video(frames(), 60.0, (0.0, 60.0))
    assert frame_strip.span() is None


def test_a_handle_is_dragged(frame_strip: FrameStrip, chosen: list) -> None:
    moved: list[float] = []
    frame_strip.moved.connect(moved.append)
    drag_handle(frame_strip.start, 120)
    assert moved == [pytest.approx(at) for at in (3.0, 6.0, 9.0, 12.0)]
    assert chosen == [(12.0, 60.0)]
    drag_handle(frame_strip.end, -320)
    assert chosen[1:] == [(12.0, 28.0)]


def test_a_handle_stops_at_the_other(frame_strip: FrameStrip, chosen: list) -> None:
    frame_strip.show_video(frames(), 60.0, (12.0, 28.0))
    drag_handle(frame_strip.start, 4000)
    assert chosen == [(27.9, 28.0)]
    drag_handle(frame_strip.end, -4000)
    assert frame_strip.span() == (27.9, 28.0)


@pytest.mark.styled
def test_the_handles_are_at_the_ends_of_the_span(frame_strip: FrameStrip) -> None:
    frame_strip.show_video(frames(), 60.0, (12.0, 28.0))
    assert frame_strip.start.geometry().right() + 1 == WIDTH + 120
    assert frame_strip.end.geometry().left() == WIDTH + 280
    frame_strip.resize(300 + 2 * WIDTH, frame_strip.height())
    assert frame_strip.end.geometry().left() == WIDTH + 140


def test_keys_move_a_handle_and_releasing_them_chooses(
    frame_strip: FrameStrip, chosen: list, qtbot: QtBot
) -> None:
    qtbot.keyPress(frame_strip.start, Qt.Key.Key_Right)
    assert (frame_strip.start.seconds, chosen) == (0.1, [])
    qtbot.keyRelease(frame_strip.start, Qt.Key.Key_Right)
    assert chosen == [(0.1, 60.0)]
    qtbot.keyClick(frame_strip.start, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(frame_strip.end, Qt.Key.Key_Left, SHIFT)
    qtbot.keyClick(frame_strip.end, Qt.Key.Key_Left)
    assert chosen[1:] == [(1.1, 60.0), (1.1, 59.0), (1.1, 58.9)]
    qtbot.keyClick(frame_strip.start, Qt.Key.Key_End)
    assert frame_strip.span() == (58.8, 58.9)
    qtbot.keyClick(frame_strip.start, Qt.Key.Key_Home)
    qtbot.keyClick(frame_strip.end, Qt.Key.Key_End)
    assert chosen[-1] is None
    chosen.clear()
    qtbot.keyClick(frame_strip.end, Qt.Key.Key_End)
    assert chosen == [], "nothing was moved"


def test_losing_the_focus_releases_a_held_key(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    strip, field = FrameStrip(), QLineEdit()
    row.addWidget(strip)
    row.addWidget(field)
    strip.show_video(frames(), 60.0, None)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    strip.start.setFocus()
    qtbot.keyPress(strip.start, Qt.Key.Key_Right)
    with qtbot.waitSignal(strip.span_chosen) as chosen:
        field.setFocus()
    assert chosen.args == [(0.1, 60.0)]


def test_a_screen_reader_hears_the_times(frame_strip: FrameStrip, qtbot: QtBot) -> None:
    assert frame_strip.end.accessibleName() == "End 1:00.0"
    qtbot.keyClick(frame_strip.end, Qt.Key.Key_Left)
    assert frame_strip.end.accessibleName() == "End 0:59.9"


@pytest.mark.styled
def test_the_whole_video_can_be_chosen_again(frame_strip: FrameStrip, chosen: list) -> None:
    frame_strip.show_video(frames(), 60.0, (12.0, 28.0))
    frame_strip.choose_all()
    assert chosen == [None]
    assert frame_strip.start.geometry().left() == 0


def test_a_very_short_video_can_be_shown(frame_strip: FrameStrip) -> None:
    frame_strip.show_video(frames()[:1], 0.04, None)
    assert frame_strip.span() is None
    drag_handle(frame_strip.start, 300)
    assert frame_strip.span() is None


@pytest.mark.styled
def test_the_frames_are_at_their_times_and_omitted_ones_are_dimmed(
    frame_strip: FrameStrip,
) -> None:
    frame_strip.show_video(frames(), 60.0, (30.0, 60.0))
    shown = frame_strip.grab().toImage().scaled(frame_strip.size())

    def color(x: int) -> tuple[int, int, int]:
        at = shown.pixelColor(x, FRAMES_HEIGHT // 2)
        return at.red(), at.green(), at.blue()

    assert color(WIDTH + 590)[:2] == (255, 255) and color(WIDTH + 590)[2] < 30
    assert color(WIDTH + 400) == (0, 0, 255)
    red, green, blue = color(WIDTH + 30)
    assert red > 240 and 150 < green == blue < 230
    assert [frame_strip.frame_at(at) for at in (0, 20, 40, 60)] == list(frames())


CLIP = Media(MediaKind.VIDEO, Path("a.mp4"))


def test_times_and_spans_are_described() -> None:
    assert [clock_time(at) for at in (0, 65, 7200)] == ["0:00", "1:05", "2:00:00"]
    assert video_time(59.96) == "1:00.0"
    part = Media(MediaKind.VIDEO, Path("a.mp4"), span=(12.0, 28.0))
    cost = MediaCost(448, 336, 32, 2000, 1)
    assert span_text(part, 60.0, cost) == "32 frames of 0:12.0–0:28.0, one every 500 ms"
    dense = span_text(CLIP, 2.4, MediaCost(96, 80, 16, 304, 1))
    assert dense == "16 frames of 0:00.0–0:02.4, one every 150 ms"
    assert span_text(part, 60.0, None) == "0:12.0–0:28.0 is sent"
    assert span_text(CLIP, 60.0, "It is damaged.") == "The whole file will be sent"
    assert span_text(CLIP, 0.1, MediaCost(448, 336, 1, 200, 1)) == "1 frame of 0:00.0–0:00.1"
