"""The sidebar lists the stored conversations and carries out what the user does there."""

from collections.abc import Collection, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, DraftRecord, MessageRecord
from app.database.store import Store
from app.history.history import History
from app.history.searcher import Answer, Searcher
from tests.kit.tabs import add_tab, close_tab
from ui.state.chat import Chat
from ui.state.conversation_entry import Found, HistoryFilter
from ui.window.main_window import MainWindow


class Shelf:
    """A window with a store, where tabs are only opened and closed."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.bot = qtbot
        self.window = MainWindow()
        qtbot.addWidget(self.window)
        self.store = Store(folder)
        self.opened: list[tuple[int, int]] = []
        self.history = History(
            self.window.workspace,
            self.store,
            self.close_tab,
            self.open_tab,
            self.purge,
            Files(folder),
        )
        self.window.show()

    def open_tab(self, conversation_id: int, message_id: int) -> None:
        self.opened.append((conversation_id, message_id))
        add_tab(self.window, Chat(conversation_id))

    def purge(self, ids: Collection[int]) -> None:
        for conversation_id in ids:
            self.store.purge(conversation_id)

    def close_tab(self, conversation_id: int) -> bool:
        there = conversation_id in [tab.chat_id for tab in self.window.tabs()]
        if there:
            close_tab(self.window, conversation_id)
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


def test_the_list_follows_the_store(shelf: Shelf) -> None:
    one, two = shelf.add("One", updated=2e9), shelf.add("Two")
    assert shelf.titles() == ["One", "Two"]
    asked = shelf.window.workspace.history_requests
    asked.pinned.emit((two,), True)
    shelf.settle()
    assert shelf.titles() == ["Two", "One"]
    asked.archived.emit((one, two), True)
    shelf.settle()
    assert shelf.titles() == []
    shelf.window.sidebar.scope.set_scope(archived=True)
    assert shelf.titles() == ["Two", "One"]


def test_archiving_tells_where_the_chats_went_and_can_be_undone(shelf: Shelf) -> None:
    one, two = shelf.add("One", updated=2e9), shelf.add("Two")
    asked, notice = shelf.window.workspace.history_requests, shelf.window.notice
    asked.archived.emit((one, two), True)
    shelf.settle()
    moved = "Moved 2 chats to the archive. The menu above the list shows it."
    assert (shelf.titles(), notice.accessibleName()) == ([], moved)
    QTest.mouseClick(notice.action_button, Qt.MouseButton.LeftButton)
    shelf.settle()
    assert shelf.titles() == ["One", "Two"] and notice.isHidden()
    asked.archived.emit((one,), True)
    shelf.settle()
    asked.archived.emit((one, two), False)
    shelf.settle()
    assert notice.accessibleName() == "Moved 1 chat out of the archive."
    asked.undone.emit()
    shelf.settle()
    assert shelf.titles() == ["Two"]


def test_open_and_closed_chats_can_be_renamed(shelf: Shelf) -> None:
    one, two = shelf.add("One"), shelf.add("Two")
    tab = add_tab(shelf.window, Chat(one))
    asked = shelf.window.workspace.history_requests
    asked.renamed.emit(one, "First")
    assert tab.title == "First" and tab.named
    asked.renamed.emit(two, "Second")
    shelf.settle()
    record = shelf.store.conversation(two)
    assert record and record.title == "Second" and record.named
    assert "Second" in shelf.titles()


def test_folders_are_created_renamed_and_deleted_without_their_chats(shelf: Shelf) -> None:
    one = shelf.add("One")
    shelf.add("Two")
    asked = shelf.window.workspace.history_requests
    asked.folder_added.emit("Trips", (one,))
    shelf.settle()
    [folder] = shelf.store.folders()
    rows = shelf.window.sidebar.list
    in_folder = rows.history.index_of_folder(folder.folder_id)
    rows.expand(in_folder)
    assert rows.history.index_of(one).parent() == in_folder and shelf.titles() == ["Two"]
    asked.folder_renamed.emit(folder.folder_id, "Travel")
    shelf.settle()
    assert rows.history.index_of_folder(folder.folder_id).data() == "Travel"
    asked.folder_deleted.emit(folder.folder_id, False)
    shelf.settle()
    assert not rows.history.has_folders and sorted(shelf.titles()) == ["One", "Two"]


def question(shelf: Shelf) -> QMessageBox:
    [box] = [it for it in shelf.window.findChildren(QMessageBox) if it.isVisible()]
    return box


def click_answer(shelf: Shelf, text: str) -> None:
    box = question(shelf)
    [button] = [it for it in box.buttons() if it.text() == text]
    button.click()


def test_undo_restores_a_chat_and_its_tab(shelf: Shelf) -> None:
    one = shelf.add("One")
    shelf.add("Two")
    add_tab(shelf.window, Chat(one))
    shelf.window.workspace.history_requests.deleted.emit((one,))
    shelf.settle()
    assert shelf.titles() == ["Two"] and shelf.window.tabs() == []
    notice = shelf.window.notice
    assert notice.accessibleName() == "Deleted “One”. Recently Deleted keeps it for 30 days."
    QTest.mouseClick(notice.action_button, Qt.MouseButton.LeftButton)
    shelf.settle()
    assert sorted(shelf.titles()) == ["One", "Two"] and shelf.opened == [(one, 0)]
    assert notice.accessibleName() == "1 chat restored."
    assert not shelf.window.chat_keys.can_undo


def test_deleting_several_chats_needs_confirmation(shelf: Shelf) -> None:
    for title in ("One", "Two", "Three"):
        shelf.add(title)
    asked = shelf.window.workspace.history_requests
    rows = shelf.window.sidebar.list
    rows.selectAll()
    rows.delete()
    assert question(shelf).text() == "Delete 3 chats?"
    click_answer(shelf, "Cancel")
    assert len(shelf.store.conversation_ids()) == 3
    rows.delete()
    click_answer(shelf, "Delete 3 chats")
    shelf.settle()
    assert shelf.titles() == []
    assert shelf.window.notice.accessibleName().startswith("Deleted 3 chats.")
    asked.undone.emit()
    shelf.settle()
    assert len(shelf.titles()) == 3


def test_undo_restores_the_latest_deletion_first(shelf: Shelf) -> None:
    one, two = shelf.add("One"), shelf.add("Two")
    asked = shelf.window.workspace.history_requests
    for number in (one, two):
        asked.deleted.emit((number,))
        shelf.settle()
    shelf.window.workspace.notices.dismiss()
    for title in ("Two", "One"):
        assert shelf.window.chat_keys.can_undo
        asked.undone.emit()
        shelf.settle()
        assert title in shelf.titles()
    assert not shelf.window.chat_keys.can_undo
    asked.undone.emit()


def test_an_untouched_chat_is_not_deleted(shelf: Shelf) -> None:
    add_tab(shelf.window, Chat(999))
    shelf.window.workspace.history_requests.deleted.emit((999,))
    assert len(shelf.window.tabs()) == 1 and shelf.window.notice.isHidden()


def test_recently_deleted_chats_can_be_restored_or_purged(shelf: Shelf) -> None:
    ids = [shelf.add(title, updated=2e9 - number) for number, title in enumerate("ABCD")]
    asked, sidebar = shelf.window.workspace.history_requests, shelf.window.sidebar
    shelf.history.deleting.delete(tuple(ids))
    shelf.settle()
    sidebar.scope.set_scope(deleted=True)
    assert shelf.titles() == list("DCBA")
    asked.restored.emit((ids[0],))
    shelf.settle()
    assert shelf.titles() == list("DCB")
    rows = sidebar.list
    rows.setCurrentIndex(rows.history.index_of(ids[1]))
    rows.delete()
    assert "for good" in question(shelf).text()
    click_answer(shelf, "Delete for good")
    shelf.settle()
    assert shelf.titles() == list("DC")
    shelf.store.undelete_conversation(ids[1])
    QTest.mouseClick(sidebar.note.empty, Qt.MouseButton.LeftButton)
    assert question(shelf).text() == "Delete 2 items for good?"
    click_answer(shelf, "Delete for good")
    shelf.settle()
    assert shelf.titles() == [] and sidebar.empty.isVisible()
    asked.undone.emit()
    sidebar.scope.set_scope()
    assert shelf.store.flush() and shelf.titles() == ["A"]


def test_opening_a_recently_deleted_chat_offers_to_restore_it(shelf: Shelf) -> None:
    one = shelf.add("One", "A whale is no fish.")
    shelf.history.deleting.delete((one,))
    shelf.settle()
    sidebar, notice = shelf.window.sidebar, shelf.window.notice
    sidebar.search.field.setText("whale")
    shelf.bot.waitUntil(lambda: sidebar.empty.isVisible())
    sidebar.scope.set_scope(deleted=True)
    shelf.bot.waitUntil(lambda: sidebar.found.found.rowCount() == 1)
    shelf.window.workspace.requests.opened.emit(one, 0)
    assert shelf.opened == [] and "Restore it" in notice.accessibleName()
    QTest.mouseClick(notice.action_button, Qt.MouseButton.LeftButton)
    assert shelf.opened == [(one, 0)] and shelf.store.conversation(one)


def test_a_deleted_draft_is_offered_with_a_title(shelf: Shelf) -> None:
    number = shelf.store.next_id()
    shelf.store.save_conversation(ConversationRecord(number, created=1e9, updated=1e9))
    shelf.store.save_draft(DraftRecord(number, "Whales"))
    shelf.history.deleting.delete((number,))
    shelf.settle()
    shelf.window.workspace.requests.opened.emit(number, 0)
    assert shelf.window.notice.accessibleName().startswith("“New chat” is in Recently Deleted.")


def test_an_empty_chat_is_not_promised_to_be_kept(shelf: Shelf) -> None:
    number = shelf.store.next_id()
    shelf.store.save_conversation(ConversationRecord(number, title="Empty", created=1, updated=1))
    add_tab(shelf.window, Chat(number))
    shelf.settle()
    shelf.history.deleting.delete((number,))
    assert shelf.window.notice.accessibleName() == "Deleted “Empty”."
    assert shelf.store.deleted_ids() == []
    shelf.window.workspace.history_requests.undone.emit()
    assert shelf.opened == [(number, 0)] and shelf.store.conversation(number)


def test_nothing_can_be_undone_after_purging_everything(shelf: Shelf) -> None:
    one, keys = shelf.add("One"), shelf.window.chat_keys
    add_tab(shelf.window, Chat(one))
    shelf.history.deleting.delete((one,))
    shelf.store.purge_all()
    assert (keys.can_undo, shelf.window.notice.isHidden()) == (False, True)
    shelf.window.workspace.history_requests.restored.emit((one,))
    assert shelf.window.notice.isHidden() and shelf.opened == []


def test_search_results_open_at_their_message(shelf: Shelf) -> None:
    one = shelf.add("One", "A whale is no fish.")
    shelf.add("Two", "Nothing of it.")
    sidebar = shelf.window.sidebar
    QTest.keyClicks(sidebar.search.field, "whal")
    shelf.bot.waitUntil(lambda: sidebar.found.found.rowCount() == 1)
    QTest.keyClick(sidebar.search.field, Qt.Key.Key_Return)
    [message] = shelf.store.messages(one)
    assert shelf.opened == [(one, message.message_id)]
    shelf.window.workspace.history_requests.archived.emit((one,), True)
    shelf.settle()
    assert sidebar.found.found.rowCount() == 1, "the archive is searched too"
    QTest.keyClicks(sidebar.search.field, "zebra")
    shelf.bot.waitUntil(lambda: sidebar.empty.isVisible())


def test_only_the_latest_search_is_shown(shelf: Shelf) -> None:
    shelf.add("One", "A whale is no fish.")
    asked = shelf.window.workspace.history_requests.searched
    sidebar = shelf.window.sidebar
    sidebar.search.field.setText("fish")
    for text in ("w", "wh", "fish"):
        asked.emit(text, HistoryFilter())
    shelf.bot.waitUntil(lambda: sidebar.found.found.rowCount() == 1)
    assert sidebar.found.found.index(0).data() == "One"


def test_the_next_search_is_answered_after_a_fault_in_one(caplog: pytest.LogCaptureFixture) -> None:
    def search(text: str, wanted: HistoryFilter) -> list[Found]:
        if text == "w":
            raise RuntimeError("no such luck")
        return []

    answers: SimpleQueue[Answer] = SimpleQueue()
    searcher = Searcher(search, answers.put)
    searcher.ask("w", HistoryFilter())
    assert "cannot be searched right now (Duologue has a fault;" in answers.get(timeout=10)
    searcher.ask("whale", HistoryFilter())
    assert answers.get(timeout=10) == ("whale", [])
    assert searcher.close(10) and "no such luck" in caplog.text


def test_a_search_that_has_not_begun_does_not_hold_up_the_end() -> None:
    begun, goes_on = Event(), Event()
    asked: list[str] = []

    def search(text: str, wanted: HistoryFilter) -> list[Found]:
        asked.append(text)
        begun.set()
        goes_on.wait(10)
        return []

    searcher = Searcher(search, lambda answer: None)
    searcher.ask("w", HistoryFilter())
    assert begun.wait(10)
    searcher.ask("whale", HistoryFilter())
    assert not searcher.close(0)
    goes_on.set()
    assert searcher.close(10) and asked == ["w"]


def test_a_copy_of_one_chat_opens(shelf: Shelf) -> None:
    first = shelf.add("Shapes")
    shelf.window.workspace.history_requests.duplicated.emit((first,))
    shelf.bot.waitUntil(lambda: len(shelf.titles()) > 1)
    assert sorted(shelf.titles()) == ["Shapes", "Shapes (copy)"]
    ((opened, _),) = shelf.opened
    assert opened != first
