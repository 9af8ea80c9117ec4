"""One Duologue per home folder, tested with real processes: opened files arrive exactly once."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from pytestqt.qtbot import QtBot

import app.desktop.instance
from app.desktop.instance import Instance, _socket_path, read_call
from engine.errors import Refused
from tests.kit.paths import ROOT

# Holds the lock, listens as the application does, and prints what it receives.
FIRST = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.desktop.instance import Instance
app = QCoreApplication([])
instance = Instance(Path(sys.argv[1]))
assert instance.begin([])
instance.opened.connect(lambda paths: print(json.dumps([str(it) for it in paths]), flush=True))
instance.listen()
print("ready", flush=True)
app.exec()
"""


def first(home: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", FIRST, str(home)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout and process.stdout.readline() == "ready\n"
    return process


def start(home: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Start the real program, as a user would start it a second time."""
    environment = os.environ | {"DUOLOGUE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_second_start_hands_its_files_over_and_ends(tmp_path: Path) -> None:
    process = first(tmp_path / "home")
    try:
        second = start(tmp_path / "home", "cat.png", "/models/dot", cwd=tmp_path)
        assert (second.returncode, second.stdout) == (0, "")
        assert "already running" in second.stderr
        assert process.stdout
        given = json.loads(process.stdout.readline())
        assert given == [str(tmp_path / "cat.png"), "/models/dot"]
        other = Instance(tmp_path / "another home")
        assert other.begin([])
        other.close()
    finally:
        process.kill()
        process.communicate()
    # After kill -9 the lock is free but the socket still exists.
    assert _socket_path(tmp_path / "home").exists()
    next_one = Instance(tmp_path / "home")
    assert next_one.begin([])
    next_one.close()


def test_a_hanging_instance_gives_a_sentence(tmp_path: Path) -> None:
    holding = Instance(tmp_path)
    assert holding.begin([])
    _socket_path(tmp_path).unlink()
    with pytest.raises(Refused, match="already running but does not respond"):
        Instance(tmp_path).begin([], timeout=0.05)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(_socket_path(tmp_path)))
        silent.listen()
        with pytest.raises(Refused, match="does not respond"):
            Instance(tmp_path).begin([], timeout=0.05, starting=0.05)
    holding.close()


def opened_by(instance: Instance) -> list[list[str]]:
    found: list[list[str]] = []
    instance.opened.connect(lambda paths: found.append([str(it) for it in paths]))
    return found


def connect(home: Path, *lines: bytes) -> socket.socket:
    """Connect as a caller that sends everything at once."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(_socket_path(home)))
    connection.sendall(b"".join(lines))
    return connection


def test_files_of_a_refused_start_are_not_taken_later(qtbot: QtBot, tmp_path: Path) -> None:
    instance = Instance(tmp_path)
    assert instance.begin([])
    instance.listen()
    found = opened_by(instance)
    with pytest.raises(Refused, match="does not respond"):
        Instance(tmp_path).begin([Path("/refused")], timeout=0.05, starting=0.05)
    again = Thread(target=Instance(tmp_path).begin, args=([Path("/again")],))
    again.start()
    qtbot.waitUntil(lambda: ["/again"] in found)
    again.join()
    assert found == [["/again"]]
    instance.close()


def test_a_start_waits_for_an_instance_that_is_still_starting(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.desktop.instance, "TELL_SECONDS", 0.0)
    instance = Instance(tmp_path)
    assert instance.begin([])
    found, told = opened_by(instance), list[str]()
    ended: list[bool] = []
    second = Thread(
        target=lambda: ended.append(
            Instance(tmp_path).begin([Path("/file")], lambda it: told.append(str(it)), timeout=0)
        )
    )
    second.start()
    qtbot.waitUntil(lambda: bool(told))
    assert "starting" in told[0] and not (ended or found)
    instance.listen()
    qtbot.waitUntil(lambda: bool(found))
    second.join()
    assert (found, ended) == ([["/file"]], [False])
    instance.close()


def test_a_repeated_call_with_the_same_id_counts_once(qtbot: QtBot, tmp_path: Path) -> None:
    instance = Instance(tmp_path)
    assert instance.begin([])
    instance.listen()
    found = opened_by(instance)
    line = b'{"id": "a", "paths": ["/one"]}\n'
    left = connect(tmp_path, line)
    left.close()
    callers = [connect(tmp_path, it, b"go\n") for it in (line, line, b"{}\n")]
    qtbot.waitUntil(lambda: [] in found)
    assert found == [["/one"], []]
    for caller in callers:
        assert caller.recv(100).endswith(b"taken\n")
        caller.close()
    instance.close()


def test_a_caller_gets_the_lock_when_the_instance_ends_without_answering(tmp_path: Path) -> None:
    """The first instance ends while the caller is waiting, so the caller keeps its files."""
    instance = Instance(tmp_path)
    assert instance.begin([])
    second, ended = Instance(tmp_path), list[bool]()
    waiting = Thread(target=lambda: ended.append(second.begin([Path("/file")])))
    waiting.start()
    instance.close()
    waiting.join()
    assert ended == [True]
    second.close()


def test_other_users_cannot_connect(tmp_path: Path) -> None:
    instance = Instance(tmp_path)
    assert instance.begin([])
    mode = _socket_path(tmp_path).stat().st_mode
    assert mode & 0o077 == 0
    instance.close()


@pytest.mark.parametrize(
    "line", [b"\xff\n", b"{", b"3\n", b'{"id": 3, "paths": [1, null]}\n', b"[" * 100_000]
)
def test_an_invalid_list_of_paths_only_shows_the_window(line: bytes) -> None:
    assert read_call(line) == ("", [])


def test_a_long_home_path_puts_the_socket_elsewhere(tmp_path: Path) -> None:
    long = tmp_path / ("a" * 200)
    assert len(os.fsencode(_socket_path(long))) < 104
    assert _socket_path(long) == _socket_path(long) != _socket_path(tmp_path / ("b" * 200))


def test_a_read_only_home_does_not_prevent_starting(tmp_path: Path) -> None:
    # Names are at most 255 bytes long, also for root, who may write everywhere.
    instance = Instance(tmp_path / ("a" * 300))
    assert instance.begin([])
    instance.close()


def test_a_data_folder_on_a_disk_that_is_away_is_not_to_be_moved(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "disk" / "Duologue")
    for home in (link, link / "home"):
        with pytest.raises(Refused) as refused:
            Instance(home).begin([])
        assert str(refused.value) == (
            f"{link} leads to a folder that is not there. Connect its disk, then start Duologue "
            "again."
        )
    assert link.is_symlink()


def test_a_file_in_place_of_the_data_folder_is_named_before_a_window_opens(tmp_path: Path) -> None:
    blocking = tmp_path / "file"
    blocking.write_text("")
    for home in (blocking, blocking / "deeper" / "home"):
        refused = start(home, cwd=tmp_path)
        assert refused.returncode == 1
        assert refused.stderr == (
            f"{blocking} is not a folder, so Duologue cannot keep its data there. "
            "Move or rename it, then start Duologue again.\n"
        )
