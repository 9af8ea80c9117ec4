"""What ties the window to the desktop: quitting, notifications, the badge, sleep, opened files."""

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QProcess, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.desktop.attention import Attention
from app.desktop.awake import Awake
from app.desktop.external_files import Opening
from app.desktop.file_events import OpenedFiles
from app.desktop.quit import Quitting
from app.desktop.signals import EndSignals
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.app.desk import Desk
from tests.pictures import save_picture
from ui.state.settings import ALWAYS
from ui.state.turn import TurnState

NUMBERS = Usage(10, 0, 3), Timings(0.1)


def answer(desk: Desk, request_id: int) -> None:
    desk.say(Delta(request_id, Channel.CONTENT, "Hi."))
    desk.say(Finished(request_id, FinishReason.STOP, *NUMBERS))


# --- quitting ---------------------------------------------------------------------------------


class Leaving:
    """`left` says how often it quit; what is to be saved is so when `saved` is called."""

    def __init__(self, desk: Desk, *, stays: bool = False) -> None:
        self.left = 0
        self._waiting: list[Callable[[], None]] = []
        self.quitting = Quitting(
            desk.window,
            desk.preferences,
            self._waiting.append,
            at_risk=desk.store.at_risk,
            leave=self._leave,
            stays=stays,
        )
        desk.requests.replies.busy_changed.connect(self.quitting.look)

    def saved(self) -> None:
        [then] = self._waiting
        then()

    @property
    def asked_to_save(self) -> bool:
        return bool(self._waiting)

    def _leave(self) -> None:
        self.left += 1


def question(desk: Desk) -> QMessageBox:
    [box] = [it for it in desk.window.findChildren(QMessageBox) if it.isVisible()]
    return box


def press(box: QMessageBox, text: str) -> None:
    next(it for it in box.buttons() if it.text() == text).click()


def test_an_idle_window_just_closes(desk: Desk) -> None:
    leaving = Leaving(desk)
    assert leaving.quitting.may_quit()
    assert desk.window.close()


def test_quitting_asks_once_and_keeps_what_is_there(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    desk.say(Delta(request_id, Channel.CONTENT, "One, two"))
    assert not desk.window.close()
    box = question(desk)
    assert box.text() == "1 answer is still being written."
    press(box, "Cancel")
    assert desk.window.isVisible() and leaving.left == 0
    desk.say(Delta(request_id, Channel.CONTENT, ", three"))
    assert not leaving.quitting.may_quit()
    press(question(desk), "Quit")
    assert desk.sent[-1] == Abort(request_id)
    assert leaving.left == 0, "not before it has stopped"
    desk.say(Aborted(request_id, *NUMBERS))
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    assert leaving.left == 0, "not before it is on the disk"
    leaving.saved()
    assert leaving.left == 1
    turn = desk.tab.transcript.turns[-1]
    assert (turn.content, turn.state) == ("One, two, three", TurnState.STOPPED)
    assert desk.window.close(), "it does not ask again"


def test_what_cannot_be_saved_is_not_lost_by_a_stray_quit(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk)
    with closing(sqlite3.connect(desk.store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.tab.composer.editor.setPlainText("half a")
        desk.controller.recorder.flush()
        qtbot.waitUntil(lambda: bool(desk.store.at_risk()))
        assert not leaving.quitting.may_quit()
        box = question(desk)
        assert "Another program holds" in box.text()
        leaving.quitting.look()
        assert box.isVisible() and leaving.left == 0
        press(box, "Cancel")
        assert not leaving.quitting.may_quit()
        press(question(desk), "Quit")
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    leaving.saved()
    assert leaving.left == 1
    qtbot.waitUntil(lambda: not desk.store.at_risk())


def test_a_second_wish_to_quit_goes_without_an_answer(desk: Desk) -> None:
    leaving = Leaving(desk)
    desk.ask(desk.tab)
    assert not leaving.quitting.may_quit()
    assert not leaving.quitting.may_quit()
    assert isinstance(desk.last(), Abort)
    assert leaving.quitting.may_quit(), "nor for what hangs"
    assert not [it for it in desk.window.findChildren(QMessageBox) if it.isVisible()]


def test_answers_that_end_before_the_question_is_answered_let_it_quit(
    qtbot: QtBot, desk: Desk
) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    assert not leaving.quitting.may_quit()
    answer(desk, request_id)
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    leaving.saved()
    assert leaving.left == 1
    assert not [it for it in desk.window.findChildren(QMessageBox) if it.isVisible()]


def test_it_is_not_asked_where_a_person_wants_none(desk: Desk) -> None:
    leaving = Leaving(desk)
    desk.preferences.change(ask_to_quit=False)
    desk.ask(desk.tab)
    assert not leaving.quitting.may_quit()
    assert isinstance(desk.last(), Abort)
    assert not desk.window.findChildren(QMessageBox)


def test_the_end_of_the_session_asks_nobody(desk: Desk) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    leaving.quitting.expect()
    assert not leaving.quitting.may_quit()
    assert desk.sent[-1] == Abort(request_id)
    assert not desk.window.findChildren(QMessageBox)


def test_on_a_mac_closing_the_window_hides_it_and_answers_go_on(desk: Desk) -> None:
    leaving = Leaving(desk, stays=True)
    request_id = desk.ask(desk.tab)
    assert not desk.window.close()
    assert desk.window.isHidden() and leaving.left == 0
    answer(desk, request_id)
    assert leaving.quitting.may_quit()


def test_a_signal_is_heard_by_the_event_loop(qtbot: QtBot, desk: Desk) -> None:
    usual = {
        number: signal.getsignal(number)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    }
    heard: list[str] = []
    signals = EndSignals(desk.window, lambda: heard.append("end"))
    try:
        signal.raise_signal(signal.SIGTERM)
        qtbot.waitUntil(lambda: heard == ["end"])
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL, "the second ends at once"
    finally:
        signals.close()
        for number, handler in usual.items():
            signal.signal(number, handler)


# --- notifications and the badge --------------------------------------------------------------


class Watched:
    """A window that is not in front: `shown` are its notifications, `badges` its numbers."""

    def __init__(self, desk: Desk) -> None:
        self.shown: list[tuple[str, str, int]] = []
        self.badges: list[int] = []
        self.in_front = False
        self.attention = Attention(
            desk.window,
            desk.requests.replies,
            desk.preferences,
            in_front=lambda: self.in_front,
            badge=self.badges.append,
            show=lambda *said: self.shown.append(said),
        )


@pytest.fixture
def watched(desk: Desk) -> Watched:
    return Watched(desk)


def settle(qtbot: QtBot) -> None:
    QCoreApplication.sendPostedEvents()
    qtbot.wait(1)


def test_an_answer_that_ends_unseen_is_told(qtbot: QtBot, desk: Desk, watched: Watched) -> None:
    answer(desk, desk.ask(desk.tab, "What is this?"))
    settle(qtbot)
    [(title, text, chat_id)] = watched.shown
    assert (text, chat_id) == ("1 answer is there.", desk.tab.chat_id)
    assert title == desk.tab.title
    other = desk.controller.conversations.new_chat()
    desk.say(Failed(desk.ask(other), "It broke.", fault=True))
    settle(qtbot)
    assert watched.shown[1][1] == "It could not be answered."
    assert watched.badges == [1, 2]
    QCoreApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowActivate))
    assert watched.badges == [1, 2, 0]
    watched.attention.go_to(desk.tab.chat_id)
    assert desk.window.current_tab() is desk.tab


def test_what_is_seen_or_stopped_is_not_told(qtbot: QtBot, desk: Desk, watched: Watched) -> None:
    watched.in_front = True
    answer(desk, desk.ask(desk.tab))
    settle(qtbot)
    watched.in_front = False
    request_id = desk.ask(desk.tab)
    desk.requests.replies.stop(desk.tab.transcript)
    desk.say(Aborted(request_id, *NUMBERS))
    settle(qtbot)
    assert (watched.shown, watched.badges) == ([], [])


def test_without_notifications_there_is_still_the_number(
    qtbot: QtBot, desk: Desk, watched: Watched
) -> None:
    desk.preferences.change(notifications=False)
    answer(desk, desk.ask(desk.tab))
    settle(qtbot)
    assert (watched.shown, watched.badges) == ([], [1])


def test_a_call_that_waits_is_told_and_one_that_runs_unasked_is_not(
    qtbot: QtBot, desk: Desk, watched: Watched
) -> None:
    desk.tab.composer.change_options(tools=("calculator",))
    call = ToolInvocation("calculator", '{"expression": "6*7"}', "000000001")
    request_id = desk.ask(desk.tab)
    desk.say(ToolCall(request_id, call), Finished(request_id, FinishReason.TOOL_CALLS, *NUMBERS))
    settle(qtbot)
    assert [text for _, text, _ in watched.shown] == ["A call of a tool waits for you."]
    desk.preferences.permit("calculator", ALWAYS)
    other = desk.controller.conversations.new_chat()
    other.composer.change_options(tools=("calculator",))
    request_id = desk.ask(other)
    desk.say(ToolCall(request_id, call), Finished(request_id, FinishReason.TOOL_CALLS, *NUMBERS))
    qtbot.waitUntil(lambda: desk.last().request_id > request_id)
    assert len(watched.shown) == 1, "the model goes on by itself"


# --- sleep ------------------------------------------------------------------------------------


@pytest.fixture
def awake(desk: Desk) -> Iterator[Awake]:
    made = Awake(desk.window, ("cat",))
    yield made
    made.hold(False)


def test_it_is_held_while_it_is_wanted(qtbot: QtBot, awake: Awake) -> None:
    awake.hold(True)
    awake.hold(True)
    [process] = awake.findChildren(QProcess)
    assert process.waitForStarted()
    with qtbot.waitSignal(process.finished):
        awake.hold(False)
    assert not awake.held


def test_where_the_system_cannot_nothing_happens(desk: Desk) -> None:
    nowhere = Awake(desk.window, ())
    nowhere.hold(True)
    assert not nowhere.held


# --- files ------------------------------------------------------------------------------------


def test_files_that_come_before_the_window_are_kept(qtbot: QtBot) -> None:
    files = OpenedFiles()
    told: list[list[Path]] = []
    files.opened.connect(told.append)
    files.take(QFileOpenEvent(QUrl.fromLocalFile("/a.png")))
    files.take(QFileOpenEvent(QUrl("https://example.com/")))
    assert told == []
    files.begin()
    files.take(QFileOpenEvent(QUrl.fromLocalFile("/b.png")))
    assert told == [[Path("/a.png")], [Path("/b.png")]]


def test_opened_files_go_with_the_next_question_and_a_folder_is_a_model(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    picture = save_picture(tmp_path / "red.png")
    (tmp_path / "model").mkdir()
    (tmp_path / "another").mkdir()
    desk.window.hide()
    chosen: list[str] = []
    desk.window.model_chosen.connect(chosen.append)
    os.mkfifo(tmp_path / "pipe.png")
    names = ("model", "another", "gone.png", "pipe.png")
    Opening(desk.window).open([picture, *(tmp_path / name for name in names)])
    assert desk.window.isVisible()
    assert chosen == [str(tmp_path / "model")]
    qtbot.waitUntil(lambda: len(desk.tab.composer.attachments()) == 1)
    said = desk.window.notice.label.text()
    assert "pipe.png is a device or a pipe" in said
    assert "gone.png is not there." in said and "Only one folder" in said
