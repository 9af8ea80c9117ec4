"""One Duologue for each home folder: real processes, and what becomes of the files."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.system.instance import Instance, _paths, _socket_path
from engine.errors import Refused

ROOT = Path(__file__).resolve().parents[3]
# Holds the lock and listens, as the application does, and writes what it is given.
FIRST = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.system.instance import Instance
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
    """The real program, as somebody starts it a second time."""
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
        assert "running already" in second.stderr
        assert process.stdout
        given = json.loads(process.stdout.readline())
        assert given == [str(tmp_path / "cat.png"), "/models/dot"]
        other = Instance(tmp_path / "another home")
        assert other.begin([])
        other.close()
    finally:
        process.kill()
        process.communicate()
    # after kill -9 its lock is free and its socket is left
    assert _socket_path(tmp_path / "home").exists()
    next_one = Instance(tmp_path / "home")
    assert next_one.begin([])
    next_one.close()


def test_one_that_hangs_costs_a_sentence(tmp_path: Path) -> None:
    holding = Instance(tmp_path)
    assert holding.begin([])
    with pytest.raises(Refused, match="running already, but does not answer"):
        Instance(tmp_path).begin([], timeout=0.1)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(_socket_path(tmp_path)))
        silent.listen()
        with pytest.raises(Refused, match="does not answer"):
            Instance(tmp_path).begin([], timeout=0.1)
    holding.close()


def test_only_the_person_can_talk_to_it(qtbot: QtBot, tmp_path: Path) -> None:
    instance = Instance(tmp_path)
    assert instance.begin([])
    instance.listen()
    mode = _socket_path(tmp_path).stat().st_mode
    assert mode & 0o077 == 0
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(_socket_path(tmp_path)))
        connection.sendall(b'["/a", "/b"]\n')
        with qtbot.waitSignal(instance.opened) as told:
            pass
        assert told.args == [[Path("/a"), Path("/b")]]
    instance.close()


@pytest.mark.parametrize("line", [b"\xff\n", b"{", b"3\n", b"[1, null]\n", b"[" * 100_000])
def test_what_is_no_list_of_paths_only_shows_the_window(line: bytes) -> None:
    assert _paths(line) == []


def test_a_home_with_a_long_path_has_its_socket_elsewhere(tmp_path: Path) -> None:
    long = tmp_path / ("a" * 200)
    assert len(os.fsencode(_socket_path(long))) < 104
    assert _socket_path(long) == _socket_path(long) != _socket_path(tmp_path / ("b" * 200))


def test_a_folder_that_cannot_be_written_keeps_nobody_from_starting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    instance = Instance(tmp_path / "file")
    assert instance.begin([])
    instance.close()
