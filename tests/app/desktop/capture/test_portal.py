"""Captures and keys by the desktop portal: a real bus, and a portal that says what it is told."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.desktop.capture.camera import NOT_READ, Capture
from app.desktop.capture.portal_camera import NO_PORTAL, NOT_CAPTURED, PortalCamera
from app.desktop.capture.portal_key import NO_PORTAL as NO_KEYS
from app.desktop.capture.portal_key import PortalKey
from tests.kit.images import save_image
from ui.state.screen_part import ScreenPart

pytestmark = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="needs dbus-daemon")
FAKE = str(Path(__file__).with_name("fake_portal.py"))
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start a portal on a bus of the test."""
    with ExitStack() as stack:

        def run(*command: str) -> "subprocess.Popen[str]":
            pipe = subprocess.PIPE
            process = stack.enter_context(subprocess.Popen(command, stdout=pipe, text=True))
            stack.callback(process.kill)
            return process

        bus = run("dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1")
        assert bus.stdout
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())

        def portal(**told: object) -> "subprocess.Popen[str]":
            process = run(sys.executable, FAKE, json.dumps(told))
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            return process

        yield portal


def taken(qtbot: QtBot) -> Capture:
    found: list[Capture] = []
    camera = PortalCamera()
    camera.take(ScreenPart.AREA, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=30_000)
    return found[0]


def test_the_file_of_a_capture_is_read_and_removed(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    path = save_image(tmp_path / "of the desktop.png")
    data = path.read_bytes()
    process = start(uri=path.as_uri())
    assert taken(qtbot) == Capture(data)
    assert not path.exists()
    assert process.stdout
    assert process.stdout.readline() == "Screenshot sa{sv}\n"


def test_a_file_from_before_the_capture_stays(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    path = save_image(tmp_path / "a photo.png")
    past = time.time() - 60
    os.utime(path, (past, past))
    start(uri=path.as_uri())
    assert taken(qtbot).image == path.read_bytes()


def test_a_pipe_in_place_of_a_capture_is_refused(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    start(uri=(tmp_path / "pipe").as_uri())
    assert taken(qtbot) == Capture(problem=NOT_READ)


@pytest.mark.parametrize(("code", "expected"), [(1, Capture()), (2, Capture(problem=NOT_CAPTURED))])
def test_a_cancelled_capture_says_nothing_and_a_failed_one_does(
    start: Start, qtbot: QtBot, code: int, expected: Capture
) -> None:
    start(code=code)
    assert taken(qtbot) == expected


def test_a_desktop_without_a_portal_is_named_in_words(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'no bus'}")
    assert taken(qtbot) == Capture(problem=NO_PORTAL)
    key = PortalKey()
    with qtbot.waitSignal(key.told):
        key.hold("Ctrl+Alt+A")
    assert key.problem == NO_KEYS


def test_a_key_of_the_desktop_is_heard_until_it_is_given_back(start: Start, qtbot: QtBot) -> None:
    process = start()
    key = PortalKey()
    with qtbot.waitSignal(key.pressed, timeout=5000):
        key.hold("Ctrl+Alt+Shift+A")
    assert process.stdout
    assert process.stdout.readline() == "CreateSession a{sv}\n"
    assert process.stdout.readline() == "BindShortcuts oa(sa{sv})sa{sv}\n"
    assert not key.problem
    key.hold("")
