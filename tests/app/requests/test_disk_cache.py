"""Prompt caches of chats on the disk: which are saved, and when they are removed."""

from pathlib import Path

import pytest

from app.base.paths import DISK_CACHE
from app.requests.disk_cache import DiskCache
from app.settings.disk_cache_limit import GB
from engine.messages import RemoveCached, UseDiskCache
from tests.kit.desk import Desk
from tests.kit.tabs import new_chat, new_comparison
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab


@pytest.fixture
def disk(desk: Desk, home: Path) -> DiskCache:
    return DiskCache(desk.workspace, desk.requests.client, desk.store, home)


def told(desk: Desk, kind: type) -> list:
    return [command for command in desk.sent if isinstance(command, kind)]


def test_the_engine_saves_what_still_exists(desk: Desk, disk: DiskCache, home: Path) -> None:
    desk.answer(desk.ask(desk.tab, "Why?"), "So.")
    disk.remove_unknown()
    first, second = told(desk, UseDiskCache)
    assert first.folder == second.folder == home / DISK_CACHE
    assert 0 < first.limit <= 20 * GB
    assert (first.names, second.names) == (None, {str(desk.tab.chat.chat_id)})


def test_the_name_of_a_chat_stays_the_same(desk: Desk, disk: DiskCache) -> None:
    chat = desk.tab.chat
    desk.answer(desk.ask(desk.tab, "Why?"), "So.")
    desk.ask(desk.tab, "And now?")
    assert {it.cache_name for it in desk.generated()} == {f"{chat.chat_id}/0"}


def test_each_pane_has_a_name_of_its_own(desk: Desk, disk: DiskCache) -> None:
    tab = new_comparison(desk)
    tab.chat.requests.submitted.emit(Question("Why?"))
    names = {it.cache_name for it in desk.generated()}
    assert len(names) == 2
    assert {it.partition("/")[0] for it in names} == {str(tab.chat.chat_id)}


def test_a_temporary_chat_has_none(desk: Desk, disk: DiskCache) -> None:
    desk.workspace.requests.new_temporary_chat.emit()
    tab = desk.window.current_tab()
    assert isinstance(tab, ChatTab)
    desk.ask(tab, "Why?")
    assert [it.cache_name for it in desk.generated()] == [""]


def test_a_chat_that_is_deleted_for_good_takes_its_caches_along(
    desk: Desk, disk: DiskCache
) -> None:
    new_chat(desk)
    chat_id = desk.tab.chat.chat_id
    desk.answer(desk.ask(desk.tab, "Why?"), "So.")
    desk.store.delete_conversation(chat_id)
    assert told(desk, RemoveCached) == []
    desk.store.purge(chat_id)
    assert told(desk, RemoveCached) == [RemoveCached((str(chat_id),))]


def test_the_setting_holds_at_once(desk: Desk, disk: DiskCache) -> None:
    desk.preferences.change(disk_cache_gb=5)
    desk.preferences.change(disk_cache_gb=0)
    desk.preferences.change(notifications=False)
    assert [it.limit for it in told(desk, UseDiskCache)][1:] == [5 * GB, 0]


def test_clearing_removes_and_goes_on_saving(desk: Desk, disk: DiskCache) -> None:
    desk.workspace.data_requests.disk_cache_cleared.emit()
    assert [bool(it.limit) for it in told(desk, UseDiskCache)] == [True, False, True]
