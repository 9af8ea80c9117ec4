"""The data page of the settings does what it says."""

from glob import glob
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.housekeeping.data_folder import measure_disk_use
from app.housekeeping.housekeeping import Housekeeping
from tests.kit.desk import Desk
from tests.kit.images import save_image
from tests.kit.tabs import new_chat
from ui.settings.settings_data import DataPage
from ui.settings.settings_window import DATA
from ui.state.question import Question
from ui.state.settings import DiskUsage


@pytest.fixture
def housekeeping(desk: Desk, home: Path) -> Housekeeping:
    desk.workspace.history.set_source(desk.store)
    desk.store.changed.connect(desk.workspace.history.refresh)
    return Housekeeping(
        desk.workspace, desk.store, desk.previews, home, desk.controller.conversations.close
    )


def open_data_page(qtbot: QtBot, desk: Desk) -> DataPage:
    """Open the page and wait for its sizes."""
    window = desk.window.dialogs.open_settings(DATA)
    known(qtbot, window.data)
    return window.data


def known(qtbot: QtBot, page: DataPage) -> None:
    qtbot.waitUntil(lambda: page.sizes["total"].text() != "…")


def agree(page: DataPage, text: str) -> None:
    [box] = [it for it in page.window().findChildren(QMessageBox) if it.isVisible()]
    assert "cannot be undone" in box.informativeText()
    next(it for it in box.buttons() if it.text() == text).click()


def test_sizes_count_each_file_once(tmp_path: Path) -> None:
    place = tmp_path / "attachments/ab/abcd"
    views = tmp_path / "attachments/ab/abcd.views"
    for folder in (place, views):
        folder.mkdir(parents=True)
    (place / "cat.png").write_bytes(b"x" * 1000)
    (place / "dog.png").hardlink_to(place / "cat.png")
    (views / "image-0.jpg").write_bytes(b"x" * 10)
    (tmp_path / "c.db").write_bytes(b"x" * 5)
    (tmp_path / "c.db-wal").write_bytes(b"x" * 7)
    (tmp_path / "old").write_bytes(b"x" * 3)
    backups = [tmp_path / "old", tmp_path / "gone"]
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "block").write_bytes(b"x" * 100)
    places = tmp_path / "c.db", tmp_path / "attachments", backups, tmp_path / "prompts"
    found = measure_disk_use(*places)
    assert found == DiskUsage(database=12, attachments=1000, backups=3, caches=10, disk_cache=100)
    assert found.total == 1125


def test_caches_and_backups_are_removed_and_measured_again(
    qtbot: QtBot, desk: Desk, home: Path, housekeeping: Housekeeping
) -> None:
    views = home / "attachments/ab" / f"{'ab' * 32}.views"
    views.mkdir(parents=True)
    (views / "image-0.jpg").write_bytes(b"x" * 50_000)
    database = desk.store.database_path
    backup = database.with_name(f"{database.stem}-version-1-2026-01-01-000000.db")
    backup.write_bytes(b"x" * 20_000)
    page = open_data_page(qtbot, desk)
    assert page.folder.text().replace("\u200b", "") == str(home)
    assert page.sizes["caches"].text() == "50 kB"
    page.clear.click()
    known(qtbot, page)
    assert not list(views.iterdir())
    assert page.sizes["caches"].text() == "0 kB" and not page.clear.isEnabled()
    assert page.sizes["backups"].text() == "20 kB"
    page.remove.click()
    agree(page, "Remove")
    known(qtbot, page)
    assert not backup.exists() and not page.remove.isEnabled()


def test_purging_everything_leaves_nothing_on_disk(
    qtbot: QtBot, desk: Desk, home: Path, tmp_path: Path, housekeeping: Housekeeping
) -> None:
    """Nothing remains on disk: no word in the database, its log, its index or a backup, and no
    file, although this run has used them."""
    image = save_image(tmp_path / "red.png")
    desk.tab.conversation.attachment_requests.files_offered.emit([image])
    qtbot.waitUntil(lambda: bool(desk.tab.conversation.draft.attachments))
    desk.ask(desk.tab, Question("Xylophones", desk.tab.conversation.draft.attachments))
    new_chat(desk).conversation.draft.put(Question("Zymurgy"))
    database = desk.store.database_path
    backup = database.with_name(f"{database.stem}-version-1-2026-01-01-000000.db")
    qtbot.waitUntil(lambda: len(desk.store.conversation_ids()) == 2)
    backup.write_bytes(database.read_bytes())
    assert left(home) == {b"xylophones", b"zymurgy"} and list(home.glob("attachments/??/*"))
    page = open_data_page(qtbot, desk)
    page.delete.click()
    agree(page, "Cancel")
    assert len(desk.store.conversation_ids()) == 2
    page.delete.click()
    agree(page, "Delete all")
    desk.store.flush()
    assert desk.store.conversation_ids() == []
    assert len(desk.window.tabs()) == 1 and desk.window.current_chat().empty
    # Unlike that of pathlib, this search takes it that a folder is removed meanwhile.
    qtbot.waitUntil(lambda: not glob(f"{home}/attachments/??/*"))
    known(qtbot, page)
    assert left(home) == set() and not backup.exists()
    assert not page.delete.isEnabled()


def test_purging_a_chat_removes_its_files(
    qtbot: QtBot, desk: Desk, home: Path, tmp_path: Path, housekeeping: Housekeeping
) -> None:
    desk.tab.conversation.attachment_requests.files_offered.emit([save_image(tmp_path / "red.png")])
    qtbot.waitUntil(lambda: bool(desk.tab.conversation.draft.attachments))
    desk.ask(desk.tab, Question("Xylophones", desk.tab.conversation.draft.attachments))
    number = desk.tab.chat_id
    desk.controller.conversations.close(number)
    desk.store.delete_conversation(number)
    desk.store.flush()
    page = open_data_page(qtbot, desk)
    assert page.delete.isEnabled() and list(home.glob("attachments/??/*"))
    housekeeping.purge([number])
    # Unlike that of pathlib, this search takes it that a folder is removed meanwhile.
    qtbot.waitUntil(lambda: not glob(f"{home}/attachments/??/*"))
    known(qtbot, page)
    assert left(home) == set() and not page.delete.isEnabled()


def left(home: Path) -> set[bytes]:
    """Return the words that occur in any file of the database."""
    data = b"".join(path.read_bytes() for path in home.glob("conversations*")).lower()
    return {word for word in (b"xylophones", b"zymurgy") if word in data}


def test_caches_are_rebuilt_after_clearing(
    qtbot: QtBot, desk: Desk, home: Path, tmp_path: Path, housekeeping: Housekeeping
) -> None:
    desk.tab.conversation.attachment_requests.files_offered.emit([save_image(tmp_path / "red.png")])
    qtbot.waitUntil(lambda: bool(desk.tab.conversation.draft.attachments))
    [attachment] = desk.tab.conversation.draft.attachments
    record = desk.files.attachment_record(attachment)
    page = open_data_page(qtbot, desk)
    for _ in range(2):
        qtbot.waitUntil(lambda: bool(list(home.glob("attachments/??/*.views/*.jpg"))))
        housekeeping._clear_caches()
        assert not list(home.glob("attachments/??/*.views/*"))
        assert desk.files.attachment(record).preview.isNull()
    qtbot.waitUntil(lambda: not desk.files.attachment(record).preview.isNull())
    known(qtbot, page)


def test_export_and_import_are_forwarded_to_the_window(
    qtbot: QtBot, desk: Desk, housekeeping: Housekeeping
) -> None:
    page = open_data_page(qtbot, desk)
    with qtbot.waitSignal(desk.window.workspace.requests.everything_exported):
        qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(desk.window.workspace.requests.imported):
        qtbot.mouseClick(page.take_in, Qt.MouseButton.LeftButton)
