"""Settings survive a restart, and an invalid file never prevents one."""

import errno
import json
import logging
import os
import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from app.base import logs
from app.settings import settings_file
from app.settings.disk_cache_limit import disk_cache_limit
from app.settings.preferences import RESTART, Preferences
from engine import offline
from ui.look import theme
from ui.look.appearance import Appearance
from ui.settings.settings_window import SettingsWindow
from ui.state.settings import (
    ALWAYS,
    AUTOMATIC_GB,
    LOG_LEVELS,
    LONGEST_PROMPT,
    NEVER,
    McpServer,
    Settings,
)
from ui.state.tool_terms import ToolTerms
from ui.window.main_window import MainWindow


@pytest.fixture(autouse=True)
def all_logged(surroundings: Path) -> None:
    logs.set_level("debug")


SERVER = McpServer(
    "weather",
    "/usr/bin/env",
    ("python3", "-m", "weather", ""),
    (("TOKEN", "a=b"), ("EMPTY", "")),
    False,
    ("delete",),
)


@pytest.mark.parametrize(
    "value",
    [
        Settings(),
        Settings("debug", 12.5),
        Settings("error", 8),
        Settings(servers=(SERVER, McpServer("files", "files-server"))),
        Settings(permissions=(("weather/now", ALWAYS), ("calculator", NEVER))),
        Settings(permissions=(("x/y", ALWAYS),), terms=(("x/y", ToolTerms(*"abcde")),)),
        Settings(formats=(("/models/a", "harmony"),)),
        Settings(
            appearance=Appearance("dark", "green", 150, "on", "off"),
            language="de",
            keys=(("new_chat", "Ctrl+Shift+K"), ("next_chat", "")),
        ),
        Settings(
            offline=True,
            notifications=False,
            titles_by_model=False,
            keep_awake=False,
            ask_to_quit=False,
        ),
        Settings(default_model="/models/a", system_prompt="Be brief.\nAlways."),
    ],
)
def test_saved_settings_are_loaded(tmp_path: Path, value: Settings) -> None:
    settings_file.save_settings(tmp_path / "new", value)
    assert settings_file.read_settings(tmp_path / "new").value == value
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["settings.json"]


def test_settings_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    path = tmp_path / settings_file.NAME
    servers = [{"name": it, "command": "run", "of_tomorrow": 3} for it in ("same", "other", "gone")]
    before = {"of_tomorrow": [1], "language": "de", "servers": servers}
    path.write_text(json.dumps(before | {"appearance": {"of_tomorrow": 2, "scheme": "dark"}}))
    made = (McpServer("same", "run", enabled=False), McpServer("other", "start"))
    value = Settings(language="en", appearance=Appearance("light"), servers=made)
    settings_file.save_settings(tmp_path, value)
    found = json.loads(path.read_text())
    assert (found["of_tomorrow"], found["language"]) == ([1], "en")
    shown = found["appearance"]
    assert (shown["of_tomorrow"], shown["scheme"]) == (2, "light")
    kept = [(it["name"], it["enabled"], it.get("of_tomorrow")) for it in found["servers"]]
    assert kept == [("same", False, 3), ("other", True, None)]
    assert settings_file.read_settings(tmp_path).value == value


def test_a_missing_file_gives_the_defaults(tmp_path: Path, caplog) -> None:
    assert settings_file.read_settings(tmp_path).value == Settings()
    assert [record.levelname for record in caplog.records] == ["INFO"]


@pytest.mark.parametrize(
    "content",
    [
        '{"log_level": "loud"}',
        '{"log_level": 3}',
        '{"memory_limit_gb": -1}',
        '{"memory_limit_gb": NaN}',
        '{"memory_limit_gb": true}',
        '{"memory_limit_gb": 1' + "0" * 400 + "}",
        '{"memory_limit_gb": "8"}',
        '{"appearance": "dark"}',
        '{"appearance": {"scheme": "blue"}}',
        '{"appearance": {"zoom": 101}}',
        '{"appearance": {"zoom": true}}',
        '{"appearance": {"zoom": 100.0}}',
        '{"appearance": {"accent": ["red"]}}',
        '{"appearance": {"high_contrast": 1}}',
        '{"language": "tlh"}',
        '{"language": null}',
        '{"notifications": "yes"}',
        '{"keys": {"new_chat": 3}}',
        '{"keys": ["Ctrl+N"]}',
    ],
)
def test_a_bad_value_is_logged_once_and_ignored(tmp_path: Path, caplog, content: str) -> None:
    (tmp_path / "settings.json").write_text(content)
    assert settings_file.read_settings(tmp_path).value == Settings()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"offline": true', "[" * 100_000])
def test_damaged_settings_are_told_and_leave_strict_offline_on(
    tmp_path: Path, caplog, content: str
) -> None:
    (tmp_path / "settings.json").write_text(content)
    damaged = settings_file.open_settings(tmp_path)
    assert damaged.value == Settings(offline=True)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    kept = tmp_path / "settings.broken.json"
    assert damaged.problem and str(kept) in damaged.problem
    assert kept.read_text() == content
    # also at the next start, if nobody has switched it off
    assert settings_file.open_settings(tmp_path) == settings_file.LoadedSettings(damaged.value)


def test_a_reader_other_than_the_window_leaves_damaged_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    found = settings_file.read_settings(tmp_path)
    assert found.value == Settings(offline=True)
    assert found.problem and "the file is damaged" in found.problem
    assert [it.name for it in tmp_path.iterdir()] == ["settings.json"]


def test_damaged_settings_that_cannot_be_set_aside_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be written refuses it; root, who may run the tests, can write all."""
    path = tmp_path / "settings.json"
    path.write_text("{")
    monkeypatch.setattr(Path, "replace", raise_error)
    found = settings_file.open_settings(tmp_path)
    assert found.problem and "left as it is" in found.problem
    assert path.read_text() == "{"


def raise_error(*_: object) -> None:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def test_settings_that_cannot_be_read_leave_strict_offline_on(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    found = settings_file.open_settings(tmp_path)
    assert found.value == Settings(offline=True)
    assert found.problem and found.problem.startswith(f"The settings in {tmp_path}")


@pytest.mark.parametrize("value", [1, None, "no"])
def test_an_odd_value_leaves_strict_offline_on(tmp_path: Path, value: object) -> None:
    assert load_written(tmp_path, offline=value) == Settings(offline=True)


def test_other_users_cannot_read_the_file(tmp_path: Path) -> None:
    settings_file.save_settings(tmp_path, Settings(servers=(SERVER,)))
    assert (tmp_path / "settings.json").stat().st_mode & 0o777 == 0o600


def load_written(tmp_path: Path, **fields) -> Settings:
    (tmp_path / "settings.json").write_text(json.dumps(fields))
    return settings_file.read_settings(tmp_path).value


GOOD = {"name": "files", "command": "files-server"}


@pytest.mark.parametrize(
    "bad",
    [
        None,
        "files-server",
        [],
        {},
        {"name": "a"},
        {"command": "a"},
        {"name": " ", "command": "a"},
        {"name": "a", "command": ""},
        {"name": "a", "command": ["a"]},
        {"name": "a", "command": "a\0b"},
        {"name": "a", "command": "a", "arguments": "-v"},
        {"name": "a", "command": "a", "arguments": [1]},
        {"name": "a", "command": "a", "environment": [["A", "b"]]},
        {"name": "a", "command": "a", "environment": {"A": 1}},
        {"name": "a", "command": "a", "environment": {"A=B": "c"}},
        {"name": "a", "command": "a", "environment": {"": "c"}},
        {"name": "a", "command": "a", "enabled": "no"},
        {"name": "a", "command": "a", "disabled_tools": "delete"},
        GOOD,
    ],
)
def test_a_bad_server_is_ignored_and_the_others_stay(tmp_path: Path, caplog, bad) -> None:
    found = load_written(tmp_path, log_level="error", servers=[GOOD, bad])
    assert found == Settings("error", servers=(McpServer("files", "files-server"),))
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_the_values_of_an_environment_are_not_logged(tmp_path: Path, caplog) -> None:
    bad = {"name": "a", "command": "a", "environment": {"TOKEN": "secret", "A": 1}}
    assert load_written(tmp_path, servers=[bad]) == Settings()
    assert "environment of 'a'" in caplog.text
    assert "secret" not in caplog.text


def test_unknown_permissions_are_ignored(tmp_path: Path) -> None:
    said = {"a": ALWAYS, "b": NEVER, "c": "ALWAYS", "d": True, "e": ["always"], "f": None}
    assert load_written(tmp_path, permissions=said) == Settings(
        permissions=(("a", ALWAYS), ("b", NEVER))
    )
    assert load_written(tmp_path, formats={"m": "harmony", "n": 1, "o": ""}) == Settings(
        formats=(("m", "harmony"),)
    )


@pytest.mark.parametrize("value", [None, 3, "a", [["a", "always"]], True])
@pytest.mark.parametrize("name", ["servers", "permissions", "formats"])
def test_a_field_of_the_wrong_type_keeps_the_others(tmp_path: Path, name: str, value) -> None:
    assert load_written(tmp_path, log_level="error", **{name: value}) == Settings("error")


def test_a_default_that_is_no_text_or_too_long_is_ignored(tmp_path: Path) -> None:
    long = "x" * (LONGEST_PROMPT + 1)
    assert load_written(tmp_path, default_model=3, system_prompt=long) == Settings()


def test_a_bad_field_keeps_the_others(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"log_level": "loud", "memory_limit_gb": 8}')
    assert settings_file.read_settings(tmp_path).value == Settings(memory_limit_gb=8)
    (tmp_path / "settings.json").write_text('{"log_level": "error", "memory_limit_gb": "8"}')
    assert settings_file.read_settings(tmp_path).value == Settings("error")


def test_the_window_offers_the_levels_of_the_command_line() -> None:
    assert LOG_LEVELS == logs.LEVELS


def test_a_log_level_may_have_any_case(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"log_level": "DEBUG"}')
    assert settings_file.read_settings(tmp_path).value == Settings("debug", None)


def test_a_file_that_cannot_be_replaced_stays_whole(tmp_path: Path) -> None:
    settings_file.save_settings(tmp_path, Settings("error"))
    (tmp_path / "settings.new").mkdir()
    with pytest.raises(OSError):
        settings_file.save_settings(tmp_path, Settings("debug"))
    assert settings_file.read_settings(tmp_path).value == Settings("error")


def test_a_limit_is_in_gigabytes_of_a_billion_bytes() -> None:
    assert settings_file.limit_bytes(None) is None
    assert settings_file.limit_bytes(8.5) == 8_500_000_000


# --- in the window -----------------------------------------------------------------------


@pytest.fixture
def window(qtbot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    window.complete()
    window.show()
    return window


def open_settings(window: MainWindow) -> SettingsWindow:
    """Open the window twice and return it; both requests give the same window."""
    window.workspace.settings_requests.opened.emit()
    window.workspace.settings_requests.opened.emit()
    [found] = window.findChildren(SettingsWindow)
    return found


def change(window: MainWindow, value: Settings) -> None:
    """Open the settings, set everything, close them."""
    shown = open_settings(window)
    if value.memory_limit_gb is not None:
        shown.general.automatic.click()
        shown.general.memory.setValue(value.memory_limit_gb)
    shown.general.log_level.button(value.log_level).click()
    shown.close()


def test_a_new_log_level_is_saved_and_applied_at_once(
    qtbot, window: MainWindow, tmp_path: Path
) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    change(window, Settings("error"))
    assert settings_file.read_settings(tmp_path).value == Settings("error")
    assert logging.getLogger("engine").level == logging.ERROR
    assert window.notice.isHidden()


def test_a_chosen_log_level_overrides_the_command_line(
    qtbot, window: MainWindow, tmp_path: Path
) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    assert logging.getLogger("engine").level == logging.DEBUG
    change(window, Settings())
    assert logging.getLogger("engine").level == logging.WARNING


def test_a_new_memory_limit_needs_a_restart(qtbot, window: MainWindow, tmp_path: Path) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    change(window, Settings("warning", 6.0))
    assert settings_file.read_settings(tmp_path).value == Settings("warning", 6.0)
    assert window.notice.label.text() == RESTART


def test_settings_that_cannot_be_saved_are_reported(
    qtbot, window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    Preferences(window.workspace, tmp_path / "file", Settings())
    change(window, Settings("error"))
    assert "could not be saved" in window.notice.label.text()


FILES = McpServer("my files", sys.executable, ("-c", ""))
TERMS = ToolTerms("server /tmp", "", "Prompt", "Read a file.", "{}")
READ, RM, SUM = ("my files/read", ALWAYS), ("my files/rm", NEVER), ("calculator", ALWAYS)


@pytest.mark.parametrize(
    ("servers", "left"),
    [
        ((FILES,), (READ, RM, SUM)),
        ((replace(FILES, enabled=False),), (READ, RM, SUM)),
        ((replace(FILES, command="other"),), (READ, RM, SUM)),
        ((), (RM, SUM)),
    ],
    ids=["same", "off", "command", "removed"],
)
def test_removing_a_server_removes_its_permissions(
    qtbot,
    window: MainWindow,
    tmp_path: Path,
    servers: tuple[McpServer, ...],
    left: tuple[tuple[str, str], ...],
) -> None:
    """A different program with that name is not allowed anything either, since its terms differ."""
    terms = ((READ[0], TERMS),)
    former = Settings(servers=(FILES,), permissions=(READ, RM, SUM), terms=terms)
    preferences = Preferences(window.workspace, tmp_path, former)
    preferences.change(servers=servers)
    assert preferences.value.permissions == left
    assert preferences.value.terms == (terms if READ in left else ())
    assert settings_file.read_settings(tmp_path).value == preferences.value


@pytest.mark.styled
def test_changes_elsewhere_show_in_the_open_window(
    qtbot, qapp, window: MainWindow, tmp_path: Path
) -> None:
    preferences = Preferences(window.workspace, tmp_path, Settings())
    shown = open_settings(window)
    preferences.permit("calculator", NEVER)
    assert list(shown.tools.list.resets) == ["calculator"]
    window.menus.actions["zoom_in"].trigger()
    assert shown.appearance.zoom.currentData() == 110
    shown.appearance.scheme.button("dark").click()
    assert preferences.value.appearance == Appearance("dark", zoom=110)
    assert preferences.value.permissions == (("calculator", NEVER),)
    theme.wear(qapp, Appearance())


def test_a_closed_window_reopens_at_the_requested_page(
    qtbot, window: MainWindow, tmp_path: Path
) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    open_settings(window).close()
    window.workspace.tools.requests.servers_opened.emit()
    shown = [it for it in window.findChildren(SettingsWindow) if it.isVisible()]
    assert len(shown) == 1 and shown[0].tools.isVisible()
    assert shown[0].windowModality() == Qt.WindowModality.NonModal
    window.workspace.settings_requests.shortcuts_opened.emit()
    assert shown[0].shortcuts.isVisible(), "it is raised, and turned to the page"


def test_strict_offline_applies_at_once(qtbot, window: MainWindow, tmp_path: Path) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    shown = open_settings(window)
    shown.privacy.offline.click()
    try:
        assert settings_file.read_settings(tmp_path).value.offline
        with pytest.raises(offline.Offline):
            socket.getaddrinfo("localhost", 80)
    finally:
        shown.privacy.offline.click()
    assert not offline.is_strict() and not settings_file.read_settings(tmp_path).value.offline


@pytest.mark.styled
def test_a_chosen_appearance_is_applied_and_saved(
    qtbot, qapp, window: MainWindow, tmp_path: Path
) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    with qtbot.waitSignal(window.workspace.settings.appearance_changed):
        window.menus.actions["scheme_dark"].trigger()
    window.menus.actions["zoom_in"].trigger()
    assert theme.appearance() == Appearance("dark", zoom=110)
    assert theme.colors().dark
    assert settings_file.read_settings(tmp_path).value.appearance == Appearance("dark", zoom=110)
    window.menus.actions["scheme_system"].trigger()
    assert settings_file.read_settings(tmp_path).value.appearance == Appearance(zoom=110)
    theme.wear(qapp, Appearance())


def test_an_appearance_chosen_in_the_settings_applies_at_once(
    qtbot, qapp, window: MainWindow, tmp_path: Path
) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    open_settings(window).appearance.accent.button("green").click()
    assert (
        theme.appearance().accent
        == settings_file.read_settings(tmp_path).value.appearance.accent
        == "green"
    )
    theme.wear(qapp, Appearance())


def test_shortcuts_of_the_file_are_used_and_bad_ones_logged(
    qtbot, window, tmp_path, caplog
) -> None:
    keys = (("new_chat", "Ctrl+Shift+K"), ("close_chat", "W"), ("quit", "Ctrl+N"))
    Preferences(window.workspace, tmp_path, Settings(keys=keys))
    shortcuts = {name: it.shortcut().toString() for name, it in window.menus.actions.items()}
    assert shortcuts["new_chat"] == "Ctrl+Shift+K"
    assert shortcuts["close_chat"] == "Ctrl+W"
    assert shortcuts["quit"] == "Ctrl+N"
    [record] = caplog.records
    assert "close_chat" in record.message and "by accident" in record.message


def test_chosen_shortcuts_apply_at_once(qtbot, window: MainWindow, tmp_path: Path) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    window.workspace.settings_requests.shortcuts_opened.emit()
    [dialog] = window.findChildren(SettingsWindow)
    assert dialog.shortcuts.isVisible()
    row = [it.command_id for it in window.menus.shortcuts].index("new_chat")
    dialog.shortcuts.table.table.setCurrentCell(row, 0)
    dialog.shortcuts.field.setKeySequence(QKeySequence("Ctrl+Shift+K"))
    assert window.menus.actions["new_chat"].shortcut().toString() == "Ctrl+Shift+K"
    assert settings_file.read_settings(tmp_path).value.keys == (("new_chat", "Ctrl+Shift+K"),)


def test_another_language_needs_a_restart(qtbot, window: MainWindow, tmp_path: Path) -> None:
    Preferences(window.workspace, tmp_path, Settings())
    open_settings(window).general.language.button("de").click()
    assert "language" in window.notice.label.text()
    assert settings_file.read_settings(tmp_path).value.language == "de"


def test_the_automatic_limit_of_the_disk_cache_needs_no_folder(tmp_path: Path) -> None:
    """The first start asks before the data folder is there."""
    assert disk_cache_limit(AUTOMATIC_GB, tmp_path / "not" / "there") > 0
