"""The page of the settings about data does what it says."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.housekeeping.disk import measure
from app.housekeeping.housekeeping import Housekeeping
from tests.app.desk import Desk
from ui.settings.settings_data import DataPage
from ui.settings.settings_window import DATA, SettingsWindow
from ui.state.disk_usage import DiskUsage


@pytest.fixture
def housekeeping(desk: Desk, home: Path) -> Housekeeping:
    return Housekeeping(
        desk.window, desk.preferences, desk.store, desk.previews, home, desk.controller
    )


def opened(qtbot: QtBot, desk: Desk) -> DataPage:
    """Once its sizes are known."""
    desk.preferences.open(DATA)
    [window] = desk.window.findChildren(SettingsWindow)
    known(qtbot, window.data)
    return window.data


def known(qtbot: QtBot, page: DataPage) -> None:
    qtbot.waitUntil(lambda: page.sizes["total"].text() != "…")


def agree(page: DataPage, text: str) -> None:
    [box] = [it for it in page.window().findChildren(QMessageBox) if it.isVisible()]
    assert "cannot be undone" in box.informativeText()
    next(it for it in box.buttons() if it.text() == text).click()


def test_sizes_are_those_of_the_files_each_content_once(tmp_path: Path) -> None:
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
    found = measure(tmp_path / "c.db", tmp_path / "attachments", backups)
    assert found == DiskUsage(database=12, attachments=1000, backups=3, caches=10)
    assert found.total == 1025


def test_caches_and_backups_are_removed_and_measured_again(
    qtbot: QtBot, desk: Desk, home: Path, housekeeping: Housekeeping
) -> None:
    views = home / "attachments/ab" / f"{'ab' * 32}.views"
    views.mkdir(parents=True)
    (views / "image-0.jpg").write_bytes(b"x" * 50_000)
    database = desk.store.database_path
    backup = database.with_name(f"{database.stem}-version-1-2026-01-01-000000.db")
    backup.write_bytes(b"x" * 20_000)
    page = opened(qtbot, desk)
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


def test_all_conversations_are_deleted_for_good(
    qtbot: QtBot, desk: Desk, housekeeping: Housekeeping
) -> None:
    desk.ask(desk.tab, "Hello")
    desk.controller.new_chat()
    desk.store.flush()
    assert desk.store.conversation_ids()
    page = opened(qtbot, desk)
    page.delete.click()
    agree(page, "Cancel")
    assert desk.store.conversation_ids()
    page.delete.click()
    agree(page, "Delete all")
    desk.store.flush()
    assert desk.store.conversation_ids() == []
    assert len(desk.window.tabs()) == 1 and desk.window.current_chat().empty
    known(qtbot, page)


def test_export_and_import_are_asked_of_the_window(
    qtbot: QtBot, desk: Desk, housekeeping: Housekeeping
) -> None:
    page = opened(qtbot, desk)
    with qtbot.waitSignal(desk.window.export_all_requested):
        qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(desk.window.import_requested):
        qtbot.mouseClick(page.take_in, Qt.MouseButton.LeftButton)
