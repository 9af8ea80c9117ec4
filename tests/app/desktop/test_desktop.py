"""The desktop integration: quitting, notifications, the badge, sleep, opened files."""

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QProcess, Qt, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from app.database.store import Store
from app.desktop.attention import Attention
from app.desktop.awake import Awake
from app.desktop.external_files import ExternalFiles
from app.desktop.file_events import OpenedFiles
from app.desktop.quit import Quitter
from app.desktop.signals import EndSignals
from app.transfer.exporting.exports import Exports
from app.transfer.task import TransferTask
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Recipe,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.kit.desk import Desk
from tests.kit.images import save_image
from tests.kit.tabs import chat_tabs, new_chat, new_comparison, open_list
from ui.exchange.transfer_dialogs import ProgressDialog
from ui.state.compared_chat import ComparedChat
from ui.state.conversions import Conversion
from ui.state.question import Question
from ui.state.settings import ALWAYS
from ui.state.transfers import Progress
from ui.state.turn import TurnState

NUMBERS = Usage(10, 0, 3), Timings(0.1)


# --- quitting ---------------------------------------------------------------------------------


class Leaving:
    """Counts in `left` how often the program quit. Stands for the store, in which pending work
    counts as saved once `saved` is called, or once it is if the store `saves`."""

    def __init__(self, desk: Desk, *, hides_on_close: bool = False, saves: bool = False) -> None:
        self.left = 0
        self._waiting: list[Callable[[], None]] = []
        self._store, self._saves = desk.store, saves
        self.quitter = Quitter(
            desk.window,
            desk.preferences,
            self,
            desk.settle,
            quit_application=self._leave,
            hides_on_close=hides_on_close,
        )
        desk.requests.replies.busy_changed.connect(self.quitter.update)
        desk.store.problem_changed.connect(self.quitter.name_rest)

    def when_saved(self, function: Callable[[], None]) -> None:
        if self._saves:
            # The method of a desk does not wait.
            Store.when_saved(self._store, function)
        else:
            self._waiting.append(function)

    def flush(self) -> bool:
        return self._store.flush()

    def at_risk(self) -> str:
        return self._store.at_risk()

    def saved(self) -> None:
        [then] = self._waiting
        then()

    @property
    def asked_to_save(self) -> bool:
        return bool(self._waiting)

    def _leave(self) -> None:
        self.left += 1


def open_boxes(desk: Desk) -> list[QMessageBox]:
    return [it for it in desk.window.findChildren(QMessageBox) if it.isVisible()]


def open_box(desk: Desk) -> QMessageBox:
    [box] = open_boxes(desk)
    return box


def click_named(box: QMessageBox, text: str) -> None:
    next(it for it in box.buttons() if it.text() == text).click()


def test_an_idle_window_just_closes(desk: Desk) -> None:
    leaving = Leaving(desk)
    assert leaving.quitter.may_quit()
    assert desk.window.close()


def test_quitting_asks_once_and_keeps_unfinished_answers(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    desk.say(Delta(request_id, Channel.CONTENT, "One, two"))
    assert not desk.window.close()
    box = open_box(desk)
    assert box.text() == "1 answer is still being written."
    click_named(box, "Cancel")
    assert desk.window.isVisible() and leaving.left == 0
    desk.say(Delta(request_id, Channel.CONTENT, ", three"))
    assert not leaving.quitter.may_quit()
    click_named(open_box(desk), "Quit")
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


def test_quitting_asks_before_a_temporary_chat_with_messages_is_gone(desk: Desk) -> None:
    leaving = Leaving(desk)
    chat = desk.controller.conversations.new_temporary_chat()
    assert chat is not None
    assert leaving.quitter.may_quit()
    chat.requests.submitted.emit(Question("Hello"))
    request_id = desk.last().request_id
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "1 temporary chat is open."
    desk.say(Finished(request_id, FinishReason.STOP, *NUMBERS))
    assert box.isVisible() and leaving.left == 0, "it has no other purpose"


def test_a_temporary_chat_is_asked_about_although_questions_about_answers_are_off(
    desk: Desk,
) -> None:
    leaving = Leaving(desk)
    desk.preferences.change(ask_to_quit=False)
    chat = desk.controller.conversations.new_temporary_chat()
    assert chat is not None
    chat.requests.submitted.emit(Question("Hello"))
    assert not leaving.quitter.may_quit()
    assert open_box(desk).text() == "1 temporary chat is open."
    assert isinstance(desk.last(), Generate), "its answer was not stopped"


def test_quitting_asks_before_a_conversion_is_lost(desk: Desk) -> None:
    leaving = Leaving(desk)
    desk.preferences.change(ask_to_quit=False)
    conversions, running = desk.window.workspace.conversions, Conversion(Recipe(4), "/own/Owl")
    conversions.set_conversion("/m/Owl", running)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "1 model is being converted."
    leaving.quitter.update()
    assert box.isVisible() and leaving.left == 0, "the end of an answer is no reason to lose it"
    click_named(box, "Cancel")
    conversions.set_conversion("/m/Owl", replace(running, running=False))
    assert leaving.quitter.may_quit()


def test_quitting_asks_before_an_export_is_lost(
    desk: Desk, export: TransferTask, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "Exporting everything has not finished yet."
    assert box.informativeText() == "Quit? The unfinished file is not kept."
    click_named(box, "Cancel")
    qtbot.waitSignal(export.ended, timeout=20_000).wait()
    assert leaving.quitter.may_quit()


def test_the_question_before_quitting_is_in_front_of_the_progress_of_an_export(
    desk: Desk, export: TransferTask, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    [dialog] = desk.window.findChildren(ProgressDialog)
    dialog.open()
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.windowModality() is Qt.WindowModality.ApplicationModal, "a sheet would wait"
    assert QApplication.activeModalWidget() is box
    qtbot.waitSignal(export.ended, timeout=20_000).wait()
    assert not box.isVisible() and leaving.left == 0, "the notice about the file is not lost"


def test_the_question_before_quitting_closes_once_a_conversion_has_ended(desk: Desk) -> None:
    leaving = Leaving(desk)
    conversions, running = desk.window.workspace.conversions, Conversion(Recipe(4), "/own/Owl")
    conversions.set_conversion("/m/Owl", running)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    conversions.set_conversion("/m/Owl", replace(running, done=1, total=2))
    assert box.isVisible()
    conversions.set_conversion("/m/Owl", replace(running, running=False))
    assert not box.isVisible() and leaving.left == 0, "how it ended is not lost"
    assert leaving.quitter.may_quit()


def test_the_question_before_quitting_names_what_is_left(
    desk: Desk, export: TransferTask, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "Exporting everything has not finished yet."
    qtbot.waitSignal(export.ended, timeout=20_000).wait()
    assert (box.isVisible(), box.text()) == (True, "1 answer is still being written.")
    assert box.informativeText() == "Quit? What is written so far is kept."
    desk.answer(request_id)
    assert not box.isVisible()
    qtbot.wait(10)
    assert not leaving.asked_to_save, "as if the answer had ended first"


def test_the_question_before_quitting_counts_the_answers_that_are_left(desk: Desk) -> None:
    leaving = Leaving(desk)
    first = desk.ask(desk.tab)
    desk.controller.conversations.new_chat()
    desk.ask(chat_tabs(desk.window)[-1])
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "2 answers are still being written."
    desk.answer(first)
    assert box.text() == "1 answer is still being written."
    assert box.isVisible() and leaving.left == 0


def test_the_question_before_quitting_counts_the_prompts_that_are_left(
    desk: Desk, prompt_list: ComparedChat, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "2 prompts of a list have not been asked yet."
    for request_id in desk.generated_ids():
        desk.answer(request_id)
    qtbot.waitUntil(lambda: len(desk.generated_ids()) == 4)
    leaving.quitter.update()
    assert box.text() == "1 prompt of a list has not been asked yet."


def test_the_question_before_quitting_stays_for_an_export_once_the_answers_have_ended(
    desk: Desk, export: TransferTask, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    desk.answer(request_id)
    assert (box.isVisible(), box.text()) == (True, "Exporting everything has not finished yet.")
    qtbot.waitSignal(export.ended, timeout=20_000).wait()
    assert not box.isVisible() and not leaving.asked_to_save


def test_the_question_about_an_export_does_not_turn_into_one_about_answers_if_those_are_off(
    desk: Desk, export: TransferTask, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    desk.preferences.change(ask_to_quit=False)
    desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    qtbot.waitSignal(export.ended, timeout=20_000).wait()
    assert not box.isVisible() and not leaving.asked_to_save
    assert isinstance(desk.last(), Generate), "the answer was not stopped"


def test_the_keys_to_quit_work_over_the_progress_of_an_export(desk: Desk, qtbot: QtBot) -> None:
    leaving = Leaving(desk)
    quit_action = desk.window.menus.actions["quit"]
    # The application asks the quitter, which is not that of this desk.
    quit_action.triggered.disconnect()
    quit_action.triggered.connect(leaving.quitter.may_quit)
    progress = Progress("Exporting everything", "Cancel", "Quit? The file is not kept.")
    desk.workspace.transfers.start(progress)
    [dialog] = desk.window.findChildren(ProgressDialog)
    with qtbot.waitActive(dialog):
        dialog.open()
        dialog.activateWindow()
    qtbot.keyClick(dialog.cancel_button, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert open_box(desk).informativeText() == "Quit? The file is not kept."
    progress.ended.emit()


def test_no_next_message_is_sent_while_quitting(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    chat = desk.tab.chat
    chat.next_messages.add(chat.as_next(Question("And then?")))
    assert not leaving.quitter.may_quit()
    desk.say(Finished(request_id, FinishReason.STOP, *NUMBERS))
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    qtbot.wait(10)
    assert not chat.busy
    assert len(chat.next_messages) == 1


@pytest.fixture
def export(desk: Desk, tmp_path: Path) -> Iterator[TransferTask]:
    """Return an export of everything that has just begun."""
    home = desk.files.folder.parent
    exports = Exports(desk.workspace, desk.store, desk.controller.places, home, desk.settle)
    begun = exports.write_everything(tmp_path / "all.zip")
    assert begun is not None
    yield begun
    assert exports.close(5)


@pytest.fixture
def prompt_list(desk: Desk, tmp_path: Path, qtbot: QtBot) -> ComparedChat:
    """A comparison with a list of three prompts, the first of which is being answered."""
    (tmp_path / "list.txt").write_text("one\ntwo\nthree\n", encoding="utf-8")
    comparison = new_comparison(desk)
    dialog = open_list(comparison, tmp_path / "list.txt")
    assert dialog is not None
    dialog.accept()
    qtbot.waitUntil(lambda: len(desk.generated_ids()) == 2)
    return comparison.chat


def test_quitting_asks_before_prompts_of_a_list_are_lost(
    desk: Desk, prompt_list: ComparedChat, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "2 prompts of a list have not been asked yet."
    click_named(box, "Cancel")
    for request_id in desk.generated_ids():
        desk.answer(request_id, "Kept.")
    qtbot.waitUntil(lambda: len(desk.generated_ids()) == 4)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "1 prompt of a list has not been asked yet."
    click_named(box, "Quit")
    for request_id in desk.generated_ids()[2:]:
        desk.say(Aborted(request_id, *NUMBERS))
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    qtbot.wait(10)
    assert len(desk.generated_ids()) == 4, "the last prompt is not asked"
    assert [it.text for it in prompt_list.comparison.rounds[0].answers] == ["Kept.", "Kept."]


def test_quitting_asks_before_the_prompts_of_a_paused_list_are_lost(
    desk: Desk, prompt_list: ComparedChat, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    prompt_list.list_requests.pause_toggled.emit()
    for request_id in desk.generated_ids():
        desk.answer(request_id)
    qtbot.waitUntil(lambda: not prompt_list.busy)
    assert not leaving.quitter.may_quit()
    assert open_box(desk).text() == "2 prompts of a list have not been asked yet."
    prompt_list.list_requests.stopped.emit()
    assert leaving.quitter.may_quit()


@pytest.fixture
def soon_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store give up on a locked database, and try again, after 50 ms instead of 1 s."""
    monkeypatch.setattr("app.database.writer.RETRY_SECONDS", 0.05)
    monkeypatch.setattr("app.database.connections.BUSY_SECONDS", 0.05)


@pytest.mark.usefixtures("soon_locked")
def test_quitting_names_everything_that_would_be_lost(
    desk: Desk, prompt_list: ComparedChat, qtbot: QtBot
) -> None:
    leaving = Leaving(desk)
    conversions = desk.window.workspace.conversions
    conversions.set_conversion("/m/Owl", Conversion(Recipe(4), "/own/Owl"))
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == (
        "1 model is being converted.\n2 prompts of a list have not been asked yet."
    )
    assert box.informativeText() == "Quit? Some or all of this will be lost."
    click_named(box, "Cancel")
    chat = desk.controller.conversations.new_temporary_chat()
    assert chat is not None
    chat.requests.submitted.emit(Question("Hello"))
    with closing(sqlite3.connect(desk.store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.tab.composer.editor.setPlainText("half a")
        desk.controller.recorder.flush()
        qtbot.waitUntil(lambda: bool(desk.store.at_risk()))
        assert not leaving.quitter.may_quit()
        unsaved, *others = open_box(desk).text().split("\n")
    assert "Another program has locked" in unsaved
    assert others == [
        "1 temporary chat is open.",
        "1 model is being converted.",
        "2 prompts of a list have not been asked yet.",
    ]


def test_quitting_names_two_imports_once_with_what_is_kept(desk: Desk) -> None:
    leaving = Leaving(desk)
    for _ in range(2):
        kept = Progress("Importing", "", "Quit? What was imported so far is kept.", desk.window)
        desk.workspace.transfers.start(kept)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "Importing has not finished yet."
    assert box.informativeText() == "Quit? What was imported so far is kept."


@pytest.mark.usefixtures("soon_locked")
def test_an_accidental_quit_does_not_lose_unsaved_work(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk)
    with closing(sqlite3.connect(desk.store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.tab.composer.editor.setPlainText("half a")
        desk.controller.recorder.flush()
        qtbot.waitUntil(lambda: bool(desk.store.at_risk()))
        assert not leaving.quitter.may_quit()
        box = open_box(desk)
        assert "Another program has locked" in box.text()
        leaving.quitter.update()
        assert box.isVisible() and leaving.left == 0
        click_named(box, "Cancel")
        assert not leaving.quitter.may_quit()
        click_named(open_box(desk), "Quit")
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    leaving.saved()
    assert leaving.left == 1
    qtbot.waitUntil(lambda: not desk.store.at_risk())


@contextmanager
def locked_draft(desk: Desk) -> Iterator[None]:
    """Let another program lock the database before a draft is typed, which no keeper has saved."""
    with closing(sqlite3.connect(desk.store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.tab.composer.editor.setPlainText("half a")
        yield


@pytest.mark.usefixtures("soon_locked")
def test_quitting_asks_about_a_draft_that_cannot_be_saved(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk, saves=True)
    with locked_draft(desk):
        assert not desk.window.close()
        qtbot.waitUntil(lambda: bool(open_boxes(desk)))
        assert "Another program has locked" in open_box(desk).text()
        click_named(open_box(desk), "Cancel")
        assert not leaving.quitter.may_quit()
        click_named(open_box(desk), "Quit")
        qtbot.waitUntil(lambda: leaving.left == 1)


@pytest.mark.usefixtures("soon_locked")
def test_quitting_asks_about_a_draft_that_was_typed_after_the_first_question(
    qtbot: QtBot, desk: Desk
) -> None:
    leaving = Leaving(desk, saves=True)
    conversions = desk.window.workspace.conversions
    conversions.set_conversion("/m/Owl", Conversion(Recipe(4), "/own/Owl"))
    assert not leaving.quitter.may_quit()
    with locked_draft(desk):
        click_named(open_box(desk), "Quit")
        qtbot.waitUntil(lambda: leaving.left > 0 or bool(open_boxes(desk)))
        assert leaving.left == 0
        assert "Another program has locked" in open_box(desk).text()
    qtbot.waitUntil(lambda: "Another program" not in open_box(desk).text())
    click_named(open_box(desk), "Quit")
    qtbot.waitUntil(lambda: leaving.left == 1)


@pytest.mark.usefixtures("soon_locked")
def test_a_draft_that_cannot_be_saved_does_not_stop_a_second_quit(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk, saves=True)
    with locked_draft(desk):
        assert not leaving.quitter.may_quit()
        assert leaving.quitter.may_quit()
        qtbot.waitUntil(lambda: bool(open_boxes(desk)))
        leaving.quitter.quit()
        qtbot.waitUntil(lambda: leaving.left == 1)


@pytest.mark.usefixtures("soon_locked")
def test_a_draft_that_cannot_be_saved_does_not_delay_the_end_of_the_session(desk: Desk) -> None:
    leaving = Leaving(desk, saves=True)
    with locked_draft(desk):
        leaving.quitter.expect()
        assert leaving.quitter.may_quit()


@pytest.mark.usefixtures("soon_locked")
def test_quitting_continues_once_the_database_can_be_written_again(
    qtbot: QtBot, desk: Desk
) -> None:
    leaving = Leaving(desk)
    with closing(sqlite3.connect(desk.store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.tab.composer.editor.setPlainText("half a")
        desk.controller.recorder.flush()
        qtbot.waitUntil(lambda: bool(desk.store.at_risk()))
        assert not leaving.quitter.may_quit()
        assert open_box(desk).informativeText() == "Quit and lose these changes?"
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    assert not open_boxes(desk)
    leaving.saved()
    assert leaving.left == 1


@pytest.mark.usefixtures("soon_locked")
def test_an_open_question_before_quitting_names_what_cannot_be_saved_any_more(
    qtbot: QtBot, desk: Desk
) -> None:
    leaving = Leaving(desk)
    desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    box = open_box(desk)
    assert box.text() == "1 answer is still being written."
    with closing(sqlite3.connect(desk.store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.tab.composer.editor.setPlainText("half a")
        desk.controller.recorder.flush()
        qtbot.waitUntil(lambda: "Another program has locked" in box.text())
    qtbot.waitUntil(lambda: box.text() == "1 answer is still being written.")
    assert leaving.left == 0


@contextmanager
def locked_at_the_end(desk: Desk, request_id: int) -> Iterator[None]:
    """Let another program lock the database before an answer stops, whose end is then unsaved."""
    with closing(sqlite3.connect(desk.store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.say(Delta(request_id, Channel.CONTENT, "One"), Aborted(request_id, *NUMBERS))
        yield


@pytest.mark.usefixtures("soon_locked")
def test_quitting_asks_again_if_the_last_changes_cannot_be_saved(qtbot: QtBot, desk: Desk) -> None:
    leaving = Leaving(desk, saves=True)
    request_id = desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    click_named(open_box(desk), "Quit")
    with locked_at_the_end(desk, request_id):
        qtbot.waitUntil(lambda: leaving.left > 0 or bool(open_boxes(desk)))
        assert leaving.left == 0
        assert "Another program has locked" in open_box(desk).text()
        assert open_box(desk).informativeText() == "Quit and lose these changes?"
        click_named(open_box(desk), "Cancel")
        assert not leaving.quitter.may_quit()
        assert open_box(desk).informativeText() == "Quit and lose these changes?"
    qtbot.waitUntil(lambda: leaving.left == 1)
    assert not desk.store.at_risk()


@pytest.mark.usefixtures("soon_locked")
@pytest.mark.parametrize("again", [lambda it: it.may_quit(), lambda it: it.quit()])
def test_quitting_loses_the_last_changes_if_told_so(
    qtbot: QtBot, desk: Desk, again: Callable[[Quitter], object]
) -> None:
    leaving = Leaving(desk, saves=True)
    request_id = desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    click_named(open_box(desk), "Quit")
    with locked_at_the_end(desk, request_id):
        qtbot.waitUntil(lambda: bool(open_boxes(desk)))
        again(leaving.quitter)
        qtbot.waitUntil(lambda: leaving.left == 1)
        assert not open_boxes(desk)


@pytest.mark.usefixtures("soon_locked")
def test_the_end_of_the_session_does_not_ask_about_the_last_changes(
    qtbot: QtBot, desk: Desk
) -> None:
    leaving = Leaving(desk, saves=True)
    request_id = desk.ask(desk.tab)
    leaving.quitter.expect()
    assert not leaving.quitter.may_quit()
    with locked_at_the_end(desk, request_id):
        qtbot.waitUntil(lambda: leaving.left == 1)
        assert desk.store.at_risk() and not open_boxes(desk)


def test_quitting_a_second_time_needs_no_answer(desk: Desk) -> None:
    leaving = Leaving(desk)
    desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    assert not leaving.quitter.may_quit()
    assert isinstance(desk.last(), Abort)
    assert leaving.quitter.may_quit(), "nor for what hangs"
    assert not open_boxes(desk)


def test_quitting_continues_if_all_answers_end_before_the_user_responds(
    qtbot: QtBot, desk: Desk
) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    desk.answer(request_id)
    qtbot.waitUntil(lambda: leaving.asked_to_save)
    leaving.saved()
    assert leaving.left == 1
    assert not open_boxes(desk)


def test_quitting_asks_nothing_if_the_user_turned_that_off(desk: Desk) -> None:
    leaving = Leaving(desk)
    desk.preferences.change(ask_to_quit=False)
    desk.ask(desk.tab)
    assert not leaving.quitter.may_quit()
    assert isinstance(desk.last(), Abort)
    assert not desk.window.findChildren(QMessageBox)


def test_the_end_of_the_session_asks_nothing(desk: Desk) -> None:
    leaving = Leaving(desk)
    request_id = desk.ask(desk.tab)
    leaving.quitter.expect()
    assert not leaving.quitter.may_quit()
    assert desk.sent[-1] == Abort(request_id)
    assert not desk.window.findChildren(QMessageBox)


def test_on_macos_closing_hides_the_window_and_answers_continue(desk: Desk) -> None:
    leaving = Leaving(desk, hides_on_close=True)
    request_id = desk.ask(desk.tab)
    assert not desk.window.close()
    assert desk.window.isHidden() and leaving.left == 0
    desk.answer(request_id)
    assert leaving.quitter.may_quit()


def test_a_hidden_window_shows_with_the_question_before_quitting(desk: Desk) -> None:
    leaving = Leaving(desk, hides_on_close=True)
    desk.ask(desk.tab)
    desk.window.close()
    assert not leaving.quitter.may_quit()
    assert open_box(desk).text() == "1 answer is still being written."
    assert desk.window.isVisible()


def test_the_event_loop_receives_a_signal(qtbot: QtBot, desk: Desk) -> None:
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


class WatchedWindow:
    """A window in the background; `shown` collects its notifications and `badges` its numbers."""

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
def watched_window(desk: Desk) -> WatchedWindow:
    return WatchedWindow(desk)


def settle_events(qtbot: QtBot) -> None:
    QCoreApplication.sendPostedEvents()
    qtbot.wait(1)


def test_an_answer_that_ends_in_the_background_is_notified(
    qtbot: QtBot, desk: Desk, watched_window: WatchedWindow
) -> None:
    desk.answer(desk.ask(desk.tab, "What is this?"))
    settle_events(qtbot)
    [(title, text, chat_id)] = watched_window.shown
    assert (text, chat_id) == ("1 answer is ready.", desk.tab.chat_id)
    assert title == desk.tab.title
    other = new_chat(desk)
    desk.say(Failed(desk.ask(other), "It broke.", fault=True))
    settle_events(qtbot)
    assert watched_window.shown[1][1] == "The answer failed. Open the chat to see why."
    assert watched_window.badges == [1, 2]
    QCoreApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowActivate))
    assert watched_window.badges == [1, 2, 0]
    watched_window.attention.go_to(desk.tab.chat_id)
    assert desk.window.current_tab() is desk.tab


def test_an_answer_that_cannot_be_continued_in_the_background_is_notified(
    qtbot: QtBot, desk: Desk, watched_window: WatchedWindow
) -> None:
    desk.say(Aborted(desk.ask(desk.tab), *NUMBERS))
    settle_events(qtbot)
    desk.tab.conversation.requests.continued.emit()
    desk.say(Failed(desk.last().request_id, "Ask again."))
    settle_events(qtbot)
    [(_, text, _)] = watched_window.shown
    assert text == "The answer failed. Open the chat to see why."


def test_visible_or_stopped_answers_are_not_notified(
    qtbot: QtBot, desk: Desk, watched_window: WatchedWindow
) -> None:
    watched_window.in_front = True
    desk.answer(desk.ask(desk.tab))
    settle_events(qtbot)
    watched_window.in_front = False
    request_id = desk.ask(desk.tab)
    desk.requests.replies.stop(desk.tab.transcript)
    desk.say(Aborted(request_id, *NUMBERS))
    settle_events(qtbot)
    assert (watched_window.shown, watched_window.badges) == ([], [])


def test_the_badge_works_without_notifications(
    qtbot: QtBot, desk: Desk, watched_window: WatchedWindow
) -> None:
    desk.preferences.change(notifications=False)
    desk.answer(desk.ask(desk.tab))
    settle_events(qtbot)
    assert (watched_window.shown, watched_window.badges) == ([], [1])


def test_a_waiting_call_is_notified_and_an_automatic_one_is_not(
    qtbot: QtBot, desk: Desk, watched_window: WatchedWindow
) -> None:
    desk.tab.chat.options.change(tools=("calculator",))
    call = ToolInvocation("calculator", '{"expression": "6*7"}', "000000001")
    request_id = desk.ask(desk.tab)
    desk.say(ToolCall(request_id, call), Finished(request_id, FinishReason.TOOL_CALLS, *NUMBERS))
    settle_events(qtbot)
    assert [text for _, text, _ in watched_window.shown] == ["A tool call is waiting for you."]
    desk.preferences.permit("calculator", ALWAYS)
    other = new_chat(desk)
    other.chat.options.change(tools=("calculator",))
    request_id = desk.ask(other)
    desk.say(ToolCall(request_id, call), Finished(request_id, FinishReason.TOOL_CALLS, *NUMBERS))
    qtbot.waitUntil(lambda: desk.last().request_id > request_id)
    assert len(watched_window.shown) == 1, "the model goes on by itself"


# --- sleep ------------------------------------------------------------------------------------


@pytest.fixture
def awake(desk: Desk) -> Iterator[Awake]:
    made = Awake(desk.window, ("cat",))
    yield made
    made.hold(False)


def test_sleep_is_prevented_while_requested(qtbot: QtBot, awake: Awake) -> None:
    awake.hold(True)
    awake.hold(True)
    [process] = awake.findChildren(QProcess)
    assert process.waitForStarted()
    with qtbot.waitSignal(process.finished):
        awake.hold(False)
    assert not awake.held


def test_nothing_happens_if_the_system_cannot_prevent_sleep(desk: Desk) -> None:
    nowhere = Awake(desk.window, ())
    nowhere.hold(True)
    assert not nowhere.held


# --- files ------------------------------------------------------------------------------------


def test_files_opened_before_the_window_are_kept(qtbot: QtBot) -> None:
    files = OpenedFiles()
    told: list[list[Path]] = []
    files.opened.connect(told.append)
    files.add(QFileOpenEvent(QUrl.fromLocalFile("/a.png")))
    files.add(QFileOpenEvent(QUrl("https://example.com/")))
    assert told == []
    files.begin()
    files.add(QFileOpenEvent(QUrl.fromLocalFile("/b.png")))
    assert told == [[Path("/a.png")], [Path("/b.png")]]


def test_opened_files_join_the_next_question_and_a_folder_is_a_model(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    image = save_image(tmp_path / "red.png")
    for name in ("model", "another"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text("{}")
    desk.window.hide()
    chosen: list[str] = []
    desk.window.workspace.model_requests.chosen.connect(chosen.append)
    os.mkfifo(tmp_path / "pipe.png")
    names = ("model", "another", "gone.png", "pipe.png")
    ExternalFiles(desk.window).open([image, *(tmp_path / name for name in names)])
    assert desk.window.isVisible()
    assert chosen == [str(tmp_path / "model")]
    qtbot.waitUntil(lambda: len(desk.tab.conversation.draft.attachments) == 1)
    said = desk.window.notice.label.text().replace("\u200b", "")
    assert "pipe.png is a device or a pipe" in said
    assert "gone.png does not exist." in said


def test_a_pasted_file_is_attached_and_a_pasted_folder_is_a_model(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text("{}")
    chosen: list[str] = []
    desk.window.workspace.model_requests.chosen.connect(chosen.append)
    files = ExternalFiles(desk.window)
    requests = desk.tab.conversation.attachment_requests
    requests.files_pasted.emit([save_image(tmp_path / "red.png"), tmp_path / "model"])
    assert files and chosen == [str(tmp_path / "model")]
    qtbot.waitUntil(lambda: len(desk.tab.conversation.draft.attachments) == 1)
    assert not desk.tab.composer.problem.sentence()
