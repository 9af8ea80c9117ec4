"""The store's conversations in the sidebar, and what a person does with them there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.history.history import History
from app.store.records import ConversationRecord, MessageRecord
from app.store.store import Store
from ui.state.conversation_entry import HistoryFilter
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow


class Shelf:
    """A window with a store, where tabs are only opened and closed."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.bot = qtbot
        self.window = MainWindow()
        qtbot.addWidget(self.window)
        self.store = Store(folder)
        self.opened: list[tuple[int, int]] = []
        self.history = History(self.window, self.store, self.close_tab, self.open_tab)
        self.window.show()

    def open_tab(self, conversation_id: int, message_id: int) -> None:
        self.opened.append((conversation_id, message_id))
        self.window.add_chat(ChatTab(conversation_id))

    def close_tab(self, conversation_id: int) -> bool:
        there = conversation_id in [tab.chat_id for tab in self.window.tabs()]
        if there:
            self.window.remove_chat(conversation_id)
        return there

    def add(self, title: str, text: str = "Hello", updated: float = 1e9) -> int:
        number = self.store.next_id()
        self.store.save_conversation(
            ConversationRecord(number, title=title, created=updated, updated=updated, model="Dot")
        )
        message = MessageRecord(self.store.next_id(), number, content=text, created=updated)
        self.store.save_message(message)
        self.settle()
        return number

    def settle(self) -> None:
        with self.bot.waitSignal(self.store.changed):
            pass

    def titles(self) -> list[str]:
        model = self.window.sidebar.list.history
        found = (model.entry_at(model.index(row)) for row in range(model.rowCount()))
        return [it.title for it in found if it]


@pytest.fixture
def shelf(qtbot: QtBot, tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(qtbot, tmp_path)
    yield made
    assert made.history.close(5)
    assert made.store.close(5)


def test_what_is_stored_is_listed_and_changes_as_it_does(shelf: Shelf) -> None:
    one, two = shelf.add("One", updated=2e9), shelf.add("Two")
    assert shelf.titles() == ["One", "Two"]
    asked = shelf.window.sidebar.requests
    asked.pin_requested.emit((two,), True)
    shelf.settle()
    assert shelf.titles() == ["Two", "One"]
    asked.archive_requested.emit((one, two), True)
    shelf.settle()
    assert shelf.titles() == []
    shelf.window.sidebar.scope.set_scope(archived=True)
    assert shelf.titles() == ["Two", "One"]


def test_a_person_names_one_that_is_open_and_one_that_is_not(shelf: Shelf) -> None:
    one, two = shelf.add("One"), shelf.add("Two")
    tab = ChatTab(one)
    shelf.window.add_chat(tab)
    asked = shelf.window.sidebar.requests
    asked.rename_requested.emit(one, "First")
    assert tab.title == "First" and tab.named
    asked.rename_requested.emit(two, "Second")
    shelf.settle()
    record = shelf.store.conversation(two)
    assert record and record.title == "Second" and record.named
    assert "Second" in shelf.titles()


def test_folders_are_made_named_and_deleted_without_their_chats(shelf: Shelf) -> None:
    one = shelf.add("One")
    shelf.add("Two")
    asked = shelf.window.sidebar.requests
    asked.new_folder_requested.emit("Trips", (one,))
    shelf.settle()
    [folder] = shelf.store.folders()
    scope = shelf.window.sidebar.scope
    scope.set_scope(folder_id=folder.folder_id)
    assert shelf.titles() == ["One"]
    asked.rename_folder_requested.emit(folder.folder_id, "Travel")
    shelf.settle()
    assert scope.text() == "Travel"
    asked.delete_folder_requested.emit(folder.folder_id)
    shelf.settle()
    assert scope.text() == "All chats" and sorted(shelf.titles()) == ["One", "Two"]


def test_what_is_deleted_comes_back_with_its_tab(shelf: Shelf) -> None:
    one, two = shelf.add("One"), shelf.add("Two")
    shelf.window.add_chat(ChatTab(one))
    asked = shelf.window.sidebar.requests
    asked.delete_requested.emit((one, two))
    shelf.settle()
    assert shelf.titles() == [] and shelf.window.tabs() == []
    notice = shelf.window.notice
    assert notice.accessibleName() == "Deleted 2 chats."
    QTest.mouseClick(notice.action_button, Qt.MouseButton.LeftButton)
    shelf.settle()
    assert sorted(shelf.titles()) == ["One", "Two"]
    assert shelf.opened == [(one, 0)]
    assert not notice.isVisible() and not shelf.history.deleting.timer.isActive()


def test_the_last_that_was_deleted_comes_back_first_until_the_time_is_over(shelf: Shelf) -> None:
    one, two = shelf.add("One"), shelf.add("Two")
    asked, deleting = shelf.window.sidebar.requests, shelf.history.deleting
    for number in (one, two):
        asked.delete_requested.emit((number,))
    asked.undo_requested.emit()
    shelf.settle()
    assert shelf.titles() == ["Two"]
    assert shelf.window.notice.accessibleName() == "Deleted “One”."
    assert deleting.timer.isActive()
    deleting.timer.timeout.emit()
    asked.undo_requested.emit()
    assert shelf.store.flush()
    assert shelf.titles() == ["Two"] and not shelf.window.notice.isVisible()
    shelf.store.undelete_conversation(one)
    assert shelf.store.flush() and shelf.store.conversation(one) is None


def test_messages_are_found_and_gone_to(shelf: Shelf) -> None:
    one = shelf.add("One", "A whale is no fish.")
    shelf.add("Two", "Nothing of it.")
    sidebar = shelf.window.sidebar
    QTest.keyClicks(sidebar.search.field, "whal")
    shelf.bot.waitUntil(lambda: sidebar.found.found.rowCount() == 1)
    QTest.keyClick(sidebar.search.field, Qt.Key.Key_Return)
    [message] = shelf.store.messages(one)
    assert shelf.opened == [(one, message.message_id)]
    shelf.window.sidebar.requests.archive_requested.emit((one,), True)
    shelf.settle()
    assert sidebar.found.found.rowCount() == 1, "the archive is searched too"
    QTest.keyClicks(sidebar.search.field, "zebra")
    shelf.bot.waitUntil(lambda: sidebar.empty.isVisible())


def test_only_what_was_asked_last_is_shown(shelf: Shelf) -> None:
    shelf.add("One", "A whale is no fish.")
    asked = shelf.window.sidebar.search_requested
    sidebar = shelf.window.sidebar
    sidebar.search.field.setText("fish")
    for text in ("w", "wh", "fish"):
        asked.emit(text, HistoryFilter())
    shelf.bot.waitUntil(lambda: sidebar.found.found.rowCount() == 1)
    assert sidebar.found.found.index(0).data() == "One"
