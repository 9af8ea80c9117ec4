"""Captures that a person asks for: how the window steps back, and where the image comes."""

from datetime import datetime
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu, QToolButton
from pytestqt.qtbot import QtBot

from app.desktop.capture import screen_capture
from app.desktop.capture.camera import Camera, Capture, Done
from app.desktop.capture.global_key import unusable
from app.desktop.capture.screen_capture import ScreenCapture, capture_name
from tests.kit.desk import Desk
from tests.kit.tabs import new_chat
from ui.state.screen_part import ScreenPart


class StillCamera(Camera):
    """Notes what it is asked for, and ends when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[ScreenPart] = []
        self.done: Done | None = None

    def take(self, part: ScreenPart, done: Done) -> None:
        self.parts.append(part)
        self.done = done

    def end(self, capture: Capture) -> None:
        assert self.done is not None
        done, self.done = self.done, None
        done(capture)


@pytest.fixture
def camera(desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> StillCamera:
    monkeypatch.setattr(screen_capture, "HIDE_MS", 0)
    made = StillCamera()
    add = desk.attachments.add_image
    ScreenCapture(desk.window, desk.preferences, add, new_camera=lambda: made)
    desk.window.activateWindow()
    qtbot.waitUntil(desk.window.isActiveWindow)
    return made


def red() -> Capture:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    return Capture(image)


def ask(desk: Desk, camera: StillCamera, qtbot: QtBot, command: str = "capture_area") -> None:
    desk.window.menus.actions[command].trigger()
    qtbot.waitUntil(lambda: camera.done is not None)


def test_a_capture_is_attached_and_the_window_comes_back(
    desk: Desk, camera: StillCamera, qtbot: QtBot
) -> None:
    ask(desk, camera, qtbot)
    assert desk.window.isHidden()
    camera.end(red())
    assert desk.window.isVisible()
    draft = desk.tab.chat.draft
    qtbot.waitUntil(lambda: len(draft.attachments) == 1)
    [attachment] = draft.attachments
    assert attachment.title.startswith("Screen 20")
    assert QImage(str(attachment.media.path)).pixelColor(5, 5) == Qt.GlobalColor.red
    # the tab gives the keyboard to its composer, once a system makes the window active
    assert desk.window.focusWidget() is desk.tab


def test_a_cancelled_capture_changes_nothing(desk: Desk, camera: StillCamera, qtbot: QtBot) -> None:
    ask(desk, camera, qtbot, "capture_window")
    camera.end(Capture())
    assert desk.window.isVisible()
    assert desk.workspace.notices.newest is None
    assert not desk.tab.chat.draft.attachments
    ask(desk, camera, qtbot, "capture_screen")
    assert camera.parts == [ScreenPart.WINDOW, ScreenPart.SCREEN]
    camera.end(Capture())


def test_a_refused_capture_says_so_until_the_next(
    desk: Desk, camera: StillCamera, qtbot: QtBot
) -> None:
    ask(desk, camera, qtbot)
    camera.end(Capture(problem="The system says no."))
    newest = desk.workspace.notices.newest
    assert newest is not None
    assert newest.sentence == "The system says no."
    ask(desk, camera, qtbot)
    assert desk.workspace.notices.newest is None
    camera.end(Capture())


def test_only_one_capture_is_taken_at_a_time(desk: Desk, camera: StillCamera, qtbot: QtBot) -> None:
    ask(desk, camera, qtbot)
    desk.tab.conversation.attachment_requests.screen_captured.emit(ScreenPart.WINDOW)
    qtbot.wait(1)
    assert camera.parts == [ScreenPart.AREA]
    camera.end(Capture())


def test_a_capture_for_a_closed_chat_goes_to_the_one_in_front(
    desk: Desk, camera: StillCamera, qtbot: QtBot
) -> None:
    desk.answer(desk.ask(desk.tab))
    asked, other = desk.tab, new_chat(desk)
    desk.workspace.conversations.show(asked.conversation)
    ask(desk, camera, qtbot)
    desk.workspace.requests.closed.emit(asked.chat_id)
    camera.end(red())
    qtbot.waitUntil(lambda: len(other.conversation.draft.attachments) == 1)


def test_a_capture_for_a_closed_temporary_chat_goes_nowhere(
    desk: Desk, camera: StillCamera, qtbot: QtBot
) -> None:
    asked = desk.controller.conversations.new_temporary_chat()
    assert asked is not None
    asked.attachment_requests.screen_captured.emit(ScreenPart.SCREEN)
    qtbot.waitUntil(lambda: camera.done is not None)
    desk.workspace.requests.discarded.emit(asked.chat_id)
    camera.end(red())
    qtbot.wait(50)
    assert not any(it.draft.pending or it.draft.attachments for it in desk.workspace.conversations)


def test_an_image_that_cannot_be_read_is_a_sentence(
    desk: Desk, camera: StillCamera, qtbot: QtBot
) -> None:
    ask(desk, camera, qtbot)
    camera.end(Capture(b"\x89PNG\r\n\x1a\n, and then nothing of the kind"))
    qtbot.waitUntil(lambda: bool(desk.tab.chat.draft.problems))
    assert not desk.tab.chat.draft.attachments


def test_the_plus_menu_asks_for_each_part_of_the_screen(
    desk: Desk, camera: StillCamera, qtbot: QtBot
) -> None:
    composer = desk.tab.composer
    buttons = composer.findChildren(QToolButton)
    plus = next(it for it in buttons if it.accessibleName().startswith("Add files"))
    for number, part in enumerate(ScreenPart):
        plus.click()
        [menu] = [it for it in plus.findChildren(QMenu) if it.isVisible()]
        menu.actions()[2 + number].trigger()
        menu.close()
        qtbot.waitUntil(lambda: camera.done is not None)
        camera.end(Capture())
        assert camera.parts[-1] is part
        qtbot.waitUntil(partial(desk.window.isVisible))


def test_the_key_is_off_until_a_person_turns_it_on(desk: Desk) -> None:
    assert not desk.preferences.value.screen_key_on
    assert not unusable(desk.preferences.value.screen_key)


@pytest.mark.parametrize("keys", ["A", "Shift+A", "Ctrl+Left", "Ctrl+K, Ctrl+A", "Ctrl+Ä"])
def test_keys_that_no_system_holds_are_a_sentence(keys: str) -> None:
    assert unusable(keys)


def test_the_name_of_a_capture_has_its_time() -> None:
    assert capture_name(datetime(2026, 11, 23, 4, 5, 6)) == "Screen 2026-11-23 04.05.06.png"
