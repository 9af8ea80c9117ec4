"""Does everyday tasks at the real window as a person does, and counts the steps of each.

The application runs with the engine and Dot. A click, a drag, a drop and a shortcut count one each;
typing and pasting count none. Each task ends with a check that it is done. The counts are those of
task_walk.md. The screen is captured on an X server alone; the key of any program needs xdotool.
uv run python packaging/walk_tasks.py [--only PATTERN]
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
if not (os.environ.get("DISPLAY") or sys.platform == "darwin"):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QMimeData, QModelIndex, QObject, QPoint, QPointF, Qt, QUrl, Slot
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from app.assembly import Assembly
from app.desktop.capture.overlay import ScreenOverlay
from tests.kit.loop import run_for, run_until
from tests.kit.speech_dispatcher import SpeechDispatcher
from tests.kit.tabs import new_chat
from tests.kit.tiny_text import llama
from tests.kit.tool_desk import everyday
from ui.compare.compare_tab import CompareTab
from ui.compare.differences import DifferencesWindow
from ui.compare.paste_dialog import PasteDialog
from ui.compare.run_dialog import RunDialog
from ui.history.history_list import HistoryList
from ui.look import theme
from ui.models.models_window import ModelsWindow
from ui.settings.settings_window import TOOLS, SettingsWindow
from ui.state.conversation_entry import HistoryFilter
from ui.state.question import Question
from ui.state.stored_prompts import StoredPrompt
from ui.state.tool_entry import ServerState
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab

KEY = Qt.Key


class Opener(QObject):
    """Stands for the file manager."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[QUrl] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url)


class Person:
    """Keys go to what has the keyboard. `steps` counts."""

    def __init__(self, parts: Assembly) -> None:
        self.parts, self.window = parts, parts.window
        self.steps = 0

    def keys(self, text: str) -> None:
        self.steps += 1
        self.wake()
        QTest.keySequence(self.target(), QKeySequence(text))
        run_for(0.15)

    def write(self, text: str) -> None:
        self.wake()
        QTest.keyClicks(self.target(), text)
        run_for(0.15)

    def click(self, widget: QWidget) -> None:
        self.steps += 1
        assert widget.isVisible() and widget.isEnabled(), widget
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        run_for(0.15)

    def right_click(self, widget: QWidget, at: QPoint | None = None) -> None:
        self.steps += 1
        at = at or widget.rect().center()
        reason = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
        run_for(0.15)

    def choose(self, text: str) -> None:
        """Choose an entry of the menu that is open."""
        self.steps += 1
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu), menu
        action = next(it for it in menu.actions() if _plain(it).startswith(text))
        assert action.isEnabled(), text
        if action.menu():
            menu.setActiveAction(action)
            QTest.keyClick(menu, KEY.Key_Right)
        else:
            QTest.mouseClick(
                menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center()
            )
        run_for(0.15)

    def drag(self, widget: QWidget, begin: QPoint, end: QPoint) -> None:
        self.steps += 1
        left = Qt.MouseButton.LeftButton
        QTest.mousePress(widget, left, pos=begin)
        QTest.mouseMove(widget, end)
        QTest.mouseRelease(widget, left, pos=end)
        run_for(0.2)

    def drop(self, widget: QWidget, mime: QMimeData, at: QPoint) -> None:
        self.steps += 1
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        copy = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
        QApplication.sendEvent(widget, QDragEnterEvent(at, copy, mime, left, none))
        QApplication.sendEvent(widget, QDropEvent(QPointF(at), copy, mime, left, none))
        run_for(0.2)

    def target(self) -> QWidget:
        if popup := QApplication.activePopupWidget():
            return popup if isinstance(popup, QMenu) else popup.focusWidget() or popup
        return QApplication.focusWidget() or QApplication.activeWindow() or self.window

    def wake(self) -> None:
        if QApplication.activeWindow() is None:
            self.window.activateWindow()
            run_until(lambda: QApplication.activeWindow() is not None, 5)

    def chats(self) -> HistoryList:
        return self.window.sidebar.list

    def row(self) -> QModelIndex:
        """Return the row of the first chat that stands outside of folders."""
        return self.chats().history.index_of(self.ids()[0])

    def ids(self) -> list[int]:
        return [it.conversation_id for it in self.parts.store.entries(HistoryFilter(), limit=50)]

    def right_click_row(self, row: QModelIndex) -> None:
        chats = self.chats()
        self.right_click(chats.viewport(), chats.visualRect(row).center())

    def palette(self, words: str) -> None:
        self.keys("Ctrl+Shift+P")
        self.write(words)
        self.keys("Return")


def _plain(action: QAction) -> str:
    return action.text().replace("&", "")


class Walk:
    def __init__(self, person: Person, home: Path) -> None:
        self.it, self.parts, self.window, self.home = person, person.parts, person.window, home

    def _chat(self) -> ChatTab:
        """Return a new chat in front, with an answer; none of that is a step of a task."""
        tab = new_chat(self.parts)
        tab.conversation.requests.submitted.emit(Question("What is a square?"))
        run_until(lambda: len(tab.transcript.turns) > 1 and not tab.busy)
        tab.composer.take_focus()
        run_for(0.3)
        return tab

    def _answer(self, tab: Tab) -> None:
        """Wait for what was asked last."""
        run_until(lambda: tab.busy, 10, every=0)
        run_until(lambda: not tab.busy)

    def new_chat(self) -> None:
        former = self._chat()
        self.it.keys("Ctrl+N")
        run_until(lambda: self.window.current_tab() is not former, 10)

    def new_temporary_chat(self) -> None:
        self.it.palette("new temporary chat")
        assert self.window.current_tab().temporary

    def new_folder(self) -> None:
        self.it.keys("Ctrl+Alt+N")
        self.it.write("Garden")
        self.it.keys("Return")
        run_until(lambda: [it.name for it in self.parts.store.folders()] == ["Garden"])

    def move_a_chat_into_a_folder(self) -> None:
        chats = self.it.chats()
        [folder] = self.parts.store.folders()
        self._chat()
        moved = self.it.row()
        chat = chats.history.entry_at(moved)
        assert chat is not None
        mime = chats.history.mimeData([moved])
        at = chats.visualRect(chats.history.index_of_folder(folder.folder_id)).center()
        self.it.drop(chats.viewport(), mime, at)
        run_until(
            lambda: self.parts.store.folder_members(folder.folder_id) == [chat.conversation_id]
        )

    def settings_of_a_folder(self) -> None:
        [folder] = self.parts.store.folders()
        self.it.right_click_row(self.it.chats().history.index_of_folder(folder.folder_id))
        self.it.choose("Folder settings")
        _close_others(self.window)

    def duplicate_a_chat(self) -> None:
        self._chat()
        before = len(self.it.ids())
        self.it.right_click_row(self.it.row())
        self.it.choose("Duplicate")
        run_until(lambda: len(self.it.ids()) == before + 1)

    def rename_a_chat(self) -> None:
        tab = self._chat()
        self.it.keys("F2")
        self.it.write("Stars")
        self.it.keys("Return")
        run_until(lambda: tab.title == "Stars")

    def delete_a_chat(self) -> None:
        self._chat()
        before = len(self.it.ids())
        self.it.keys("Shift+Delete")
        run_until(lambda: len(self.it.ids()) == before - 1)

    def search_all_chats(self) -> None:
        self.it.keys("Ctrl+K")
        self.it.write("stars")
        assert self.window.sidebar.search.field.text() == "stars"
        QTest.keyClick(self.it.target(), KEY.Key_Escape)

    def ask_two_models_side_by_side(self) -> None:
        self.it.keys("Ctrl+Shift+N")
        self.it.write("What is a circle?")
        self.it.keys("Return")
        tab = self.window.current_tab()
        assert isinstance(tab, CompareTab)
        self._answer(tab)

    def see_the_differences(self) -> None:
        self.it.keys("Ctrl+D")
        run_until(lambda: bool(self.window.findChildren(DifferencesWindow)))
        _close_others(self.window)

    def run_a_pasted_list(self) -> None:
        self.it.palette("paste a list")
        dialog = self.window.current_tab().findChildren(PasteDialog)[-1]
        dialog.text.setPlainText("What is a circle?\nWhat is a square?")
        run_until(lambda: len(dialog.prompts) == 2)
        self.it.click(dialog.go_on)
        run = self.window.current_tab().findChildren(RunDialog)[-1]
        self.it.click(run.start)
        tab = self.window.current_tab()
        assert isinstance(tab, CompareTab)
        run_until(lambda: all(len(it.transcript.turns) >= 4 for it in tab.chat.panes), 120)
        run_until(lambda: not tab.busy, 120)

    def attach_a_document(self) -> None:
        tab = new_chat(self.parts)
        notes = self.home / "notes.txt"
        notes.write_text("The harbor was rebuilt in 1912.")
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(notes))])
        self.it.drop(self.window, mime, QPoint(500, 300))
        run_until(lambda: len(tab.composer.draft.attachments) == 1)

    def capture_an_area(self) -> None:
        tab = new_chat(self.parts)
        button = next(it for it in _buttons(tab.composer) if it.accessibleName().startswith("Add"))
        self.it.click(button)
        self.it.choose("Capture an area")
        self._choose_area(tab)

    def capture_an_area_from_any_program(self) -> None:
        tab = new_chat(self.parts)
        self.parts.preferences.change(screen_key_on=True)
        self.window.showMinimized()
        run_until(lambda: not self.window.isActiveWindow(), 10)
        self.it.steps += 1
        subprocess.run(["xdotool", "key", "ctrl+alt+shift+a"], check=True)
        self._choose_area(tab)

    def _choose_area(self, tab: ChatTab) -> None:
        def overlays() -> list[QWidget]:
            found = QApplication.topLevelWidgets()
            return [it for it in found if isinstance(it, ScreenOverlay) and it.isVisible()]

        run_until(lambda: bool(overlays()), 10)
        self.it.drag(overlays()[0], QPoint(40, 40), QPoint(240, 160))
        run_until(lambda: len(tab.composer.draft.attachments) == 1, 20)
        run_until(lambda: self.window.isActiveWindow(), 10)

    def send_a_next_message_and_stop(self) -> None:
        tab = new_chat(self.parts)
        tab.composer.take_focus()
        tab.conversation.requests.submitted.emit(Question("Count from 1 to 200."))
        run_until(lambda: tab.busy, every=0)
        QTest.keyClicks(self.it.target(), "Hi")
        QTest.keyClick(self.it.target(), KEY.Key_Return)
        assert len(tab.chat.next_messages) == 1
        QTest.keyClick(self.it.target(), KEY.Key_Escape)
        self.it.steps = 1
        run_until(lambda: not tab.busy)

    def edit_the_last_question(self) -> None:
        tab = self._chat()
        self.it.keys("Up")
        self.it.write(" Please.")
        self.it.keys("Return")
        run_until(lambda: "Please" in tab.transcript.turns[-2].content and not tab.busy)

    def regenerate(self) -> None:
        tab = self._chat()
        first = tab.transcript.turns[-1]
        button = next(it for it in _buttons(tab) if it.accessibleName() == "Regenerate")
        self.it.click(button)
        run_until(lambda: tab.transcript.turns[-1] is not first and not tab.busy)

    def read_an_answer_aloud(self) -> None:
        tab = self._chat()
        place = self.home / "speech.socket"
        os.environ["SPEECHD_ADDRESS"] = f"unix_socket:{place}"
        dispatcher = SpeechDispatcher(place)
        dispatcher.may_end.set()
        self.it.right_click(tab.view.message(-1))
        self.it.choose("Read aloud")
        run_until(lambda: self.parts.workspace.reading.turn is None, 20)
        dispatcher.close()
        assert tab.last_answer.split(".")[0] in "\n".join(dispatcher.lines)

    def insert_a_stored_prompt(self) -> None:
        self.parts.workspace.prompts.add(StoredPrompt("Greet", "Say hello."))
        tab = new_chat(self.parts)
        tab.composer.take_focus()
        self.it.write("/gre")
        self.it.keys("Return")
        run_until(lambda: tab.composer.editor.toPlainText() == "Say hello.", 10)

    def choose_a_model(self) -> None:
        self.it.keys("Ctrl+L")
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        self.it.choose("Dot")

    def search_models_on_the_hub(self) -> None:
        self.it.keys("Ctrl+Shift+M")
        [models] = self.window.findChildren(ModelsWindow)
        run_until(models.isActiveWindow)
        self.it.write("qwen")
        run_until(lambda: models.get.search.text() == "qwen", 10)
        models.close()

    def default_options_of_a_model(self) -> None:
        tab = new_chat(self.parts)
        tab.chat.options.change(system_prompt="Be brief.")
        button = next(it for it in _buttons(tab.composer) if it.accessibleName() == "Options")
        self.it.right_click(button)
        self.it.choose("Use these options for new chats")
        _close_others(self.window)
        assert new_chat(self.parts).chat.options.value.system_prompt == "Be brief."

    def use_a_model_downloaded_elsewhere(self) -> None:
        folder = self.home / "llama"
        llama(folder)
        tab = new_chat(self.parts)
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(folder))])
        self.it.drop(self.window, mime, QPoint(500, 300))
        run_until(lambda: tab.chat.model_id == str(folder))
        run_until(lambda: self.parts.requests.models.in_memory(str(folder)))

    def add_a_tool_server(self) -> None:
        server = everyday()
        self.it.keys("Ctrl+,")
        [settings] = [it for it in self.window.findChildren(SettingsWindow) if it.isVisible()]
        self.it.click(settings.tabs[TOOLS])
        self.it.click(settings.tools.list.take_in)
        how = {"command": server.command, "args": list(server.arguments)}
        settings.tools.importer.text.setPlainText(json.dumps({"mcpServers": {"everyday": how}}))
        self.it.click(settings.tools.importer.take_over)
        state = self.parts.workspace.settings
        run_until(lambda: any(it.state is ServerState.READY for it in state.statuses))
        _close_others(self.window)

    def language(self) -> None:
        self.it.keys("Ctrl+,")
        [settings] = [it for it in self.window.findChildren(SettingsWindow) if it.isVisible()]
        self.it.click(settings.general.language.button("de"))
        assert self.parts.workspace.settings.value.language == "de"
        _close_others(self.window)

    def settings(self) -> None:
        self.it.keys("Ctrl+,")
        run_until(lambda: any(it.isVisible() for it in self.window.findChildren(SettingsWindow)))
        _close_others(self.window)

    def light_or_dark(self) -> None:
        before = theme.colors().window
        button = next(
            it
            for it in _buttons(self.window.sidebar)
            if "dark" in it.accessibleName().casefold() or "light" in it.accessibleName().casefold()
        )
        self.it.click(button)
        assert theme.colors().window != before

    def show_where_chats_are_stored(self) -> None:
        opener = Opener()
        QDesktopServices.setUrlHandler("file", opener, "take")  # pyright: ignore[reportArgumentType]
        self.it.palette("show data folder")
        run_until(lambda: bool(opener.opened), 10)


def _buttons(widget: QWidget) -> list[QAbstractButton]:
    return [it for it in widget.findChildren(QAbstractButton) if it.isVisible()]


def _close_others(window: QWidget) -> None:
    for popup in QApplication.topLevelWidgets():
        if popup is not window and popup.isVisible():
            popup.close()
    run_for(0.2)


def _missing(task: str) -> str:
    """Return what a task needs that is not here."""
    if not task.startswith("capture"):
        return ""
    if QApplication.platformName() != "xcb":
        return "an X server"
    return "xdotool" if "any_program" in task and not shutil.which("xdotool") else ""


def main(only: str) -> int:
    app = QApplication(sys.argv[:1])
    theme.install_theme(app)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        parts = Assembly(Path(folder) / "home")
        parts.show()
        run_until(lambda: parts.requests.models.current is not None)
        # built when first asked for; some tasks need its keys
        _ = parts.desktop
        person = Person(parts)
        walk = Walk(person, Path(folder))
        tasks = [
            (name, getattr(walk, name))
            for name, value in vars(Walk).items()
            if callable(value) and not name.startswith("_")
        ]
        for name, task in tasks:
            if not re.search(only, name):
                continue
            if missing := _missing(name):
                print(f"{name}: left out, needs {missing}", flush=True)
                continue
            person.steps = 0
            try:
                task()
                print(f"{name}: {person.steps}", flush=True)
            except Exception as error:  # noqa: BLE001  the next tasks are done all the same
                failed += 1
                print(f"{name}: FAILED, {error!r}", flush=True)
                _close_others(parts.window)
        parts.close(30)
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    sys.exit(main(parser.parse_args().only))
