"""Drag and drop and paste as they come from other programs, on an X server of its own."""

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
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from app.desktop.capture.x11_key import X11Key
from app.desktop.capture.xcb import XServer
from run import DISPLAY_LIBRARIES, loads
from tests.kit.images import save_image
from tests.kit.paths import ROOT

NEEDED = ("Xvfb", "openbox", "xdotool", "xclip")
MISSING = [name for name in NEEDED if not shutil.which(name)]
MISSING += [package for library, package in DISPLAY_LIBRARIES.items() if not loads(library)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
LIMIT = 40.0
SCREEN = "1200x800x24"
WINDOW = QRect(160, 40, 1000, 700)
# below the header, where a notice is shown
NOTICE = QRect(WINDOW.x() + 300, WINDOW.y() + 50, 400, 40)


def wait_for(condition: Callable[[], object], what: str, limit: float = LIMIT) -> None:
    end = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < end, f"not within {limit:g} s: {what}"
        time.sleep(0.05)


class Screen:
    """An X server with a window manager, Duologue, and a program that is dragged from."""

    def __init__(self, stack: ExitStack, home: Path) -> None:
        self.home = home
        home.mkdir()
        (home / "settings.json").write_text('{"screen_key_on": true}')
        self._stack = stack
        self.env = {**os.environ, "DUOLOGUE_HOME": str(home), "QT_QPA_PLATFORM": "xcb"}
        self.env.pop("QT_SCALE_FACTOR", None)
        self.env.pop("WAYLAND_DISPLAY", None)
        self.env["DISPLAY"] = self._start_server()
        self._start("openbox")
        wait_for(lambda: not self._tool("get_desktop").returncode, "a window manager")
        self.app = self._start(sys.executable, "-m", "app")
        self.source = self._start(sys.executable, "tests/app/desktop/drag_source.py", talk=True)
        assert self._answer() == "ready"
        self.window = self._found("Duologue")
        size = str(WINDOW.width()), str(WINDOW.height())
        self._tool("windowsize", "--sync", self.window, *size)
        self._tool("windowmove", self.window, str(WINDOW.x()), str(WINDOW.y()))
        self._tool("windowmove", self._found("drag source"), "10", "40")

    @property
    def copies(self) -> list[Path]:
        """Return the files that the application copied, sorted by name."""
        folder = self.home / "attachments"
        files = [it for it in folder.glob("??/*/*") if it.parent.suffix != ".views"]
        return sorted(files, key=lambda it: it.name)

    def drag(self, **told: object) -> str:
        """Drag from one window to the middle of the other and return the outcome."""
        self._tell(told)
        middle = WINDOW.center()
        self._tool("mousemove", "70", "100")
        self._tool("mousedown", "1")
        for step in range(1, 12):
            x = 70 + (middle.x() - 70) * step // 11
            y = 100 + (middle.y() - 100) * step // 11
            self._tool("mousemove", "--sync", str(x), str(y))
            # a drag in X is a talk of two programs, and neither may be left behind
            time.sleep(0.05)
        self._tool("mousemove", "--sync", str(middle.x() + 3), str(middle.y() + 3))
        time.sleep(0.3)
        self._tool("mouseup", "1")
        return self._answer()

    def drag_on_screen(self, area: QRect) -> None:
        """Drag from one corner of an area to the point after the other."""
        corners = area.topLeft(), area.center(), area.bottomRight() + QPoint(1, 1)
        for at, then in zip(corners, ("mousedown", "", "mouseup"), strict=True):
            self._tool("mousemove", "--sync", str(at.x()), str(at.y()))
            if then:
                self._tool(then, "1")

    def press(self, keys: str) -> None:
        self._tool("key", "--clearmodifiers", keys)

    def paste(self, kind: str, data: bytes) -> None:
        arguments = ["xclip", "-selection", "clipboard", "-t", kind, "-i"]
        subprocess.run(arguments, input=data, env=self.env, check=True, timeout=10)
        self._tool("windowactivate", "--sync", self.window)
        self._tool("key", "--clearmodifiers", "ctrl+v")

    def grabbed(self, area: QRect) -> QImage:
        path = self.home.parent / "screen.png"
        self._tell({"grab": str(path)})
        return QImage(str(path)).copy(area)

    def _tell(self, told: dict) -> None:
        assert self.source.stdin
        self.source.stdin.write(json.dumps(told) + "\n")
        self.source.stdin.flush()
        assert self._answer() == "ready"

    def _answer(self) -> str:
        assert self.source.stdout
        return self.source.stdout.readline().strip()

    def _found(self, name: str) -> str:
        found: list[str] = []

        def search() -> bool:
            found[:] = self._tool("search", "--onlyvisible", "--name", name).stdout.split()
            return bool(found)

        wait_for(search, f"the window {name!r}")
        return found[-1]

    def _tool(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["xdotool", *arguments]
        return subprocess.run(
            command, env=self.env, capture_output=True, text=True, timeout=15, check=False
        )

    def _start_server(self) -> str:
        """Start an X server on a free display, which the server chooses itself, and return its
        name."""
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        self._stack.callback(_end, server)
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        return f":{number}"

    def _start(self, *command: str, talk: bool = False) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE if talk else subprocess.DEVNULL
        process = subprocess.Popen(
            command, env=self.env, cwd=ROOT, stdin=pipe, stdout=pipe, text=True
        )
        self._stack.callback(_end, process)
        return process


def _end(process: subprocess.Popen) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with ExitStack() as stack:
        yield Screen(stack, tmp_path_factory.mktemp("x11") / "home")


@pytest.fixture
def before(screen: Screen) -> set[Path]:
    return set(screen.copies)


def new_copies(screen: Screen, before: set[Path], count: int) -> list[Path]:
    wait_for(lambda: len(set(screen.copies) - before) == count, f"{count} files")
    return [it for it in screen.copies if it not in before]


def test_dropped_files_are_attached(screen: Screen, before: set[Path], tmp_path: Path) -> None:
    picture = save_image(tmp_path / "dropped image.png")
    note = tmp_path / "dropped note.txt"
    note.write_text("milk, eggs")
    assert screen.drag(urls=[picture.as_uri(), note.as_uri()]) == "dropped"
    copied = new_copies(screen, before, 2)
    assert [it.name for it in copied] == [picture.name, note.name]
    assert [it.read_bytes() for it in copied] == [picture.read_bytes(), note.read_bytes()]
    assert picture.exists()


def test_a_dropped_image_is_attached(screen: Screen, before: set[Path], tmp_path: Path) -> None:
    path = tmp_path / "image.png"
    image = QImage(37, 21, QImage.Format.Format_RGB32)
    image.fill(0xFF3366)
    image.save(str(path))
    assert screen.drag(image=str(path)) == "dropped"
    (copied,) = new_copies(screen, before, 1)
    wait_for(lambda: not QImage(str(copied)).isNull(), "the image")
    assert QImage(str(copied)).pixelColor(5, 5) == image.pixelColor(5, 5)


def test_an_address_is_refused_in_words(screen: Screen, before: set[Path]) -> None:
    shown = screen.grabbed(NOTICE)
    screen.drag(urls=["https://127.0.0.1/picture.png"])
    wait_for(lambda: screen.grabbed(NOTICE) != shown, "a notice")
    assert set(screen.copies) == before


def test_a_copied_image_is_pasted(screen: Screen, before: set[Path], tmp_path: Path) -> None:
    picture = save_image(tmp_path / "copied.png")
    screen.paste("image/png", picture.read_bytes())
    (copied,) = new_copies(screen, before, 1)
    wait_for(lambda: QImage(str(copied)) == QImage(str(picture)), "the same image")


def test_copied_files_are_pasted(screen: Screen, before: set[Path], tmp_path: Path) -> None:
    picture = save_image(tmp_path / "of a list.png")
    screen.paste("text/uri-list", f"{picture.as_uri()}\r\n".encode())
    (copied,) = new_copies(screen, before, 1)
    assert copied.name == picture.name


def test_a_long_text_is_pasted_as_a_file(screen: Screen, before: set[Path]) -> None:
    text = "a line of text\n" * 20_000
    screen.paste("UTF8_STRING", text.encode())
    (copied,) = new_copies(screen, before, 1)
    wait_for(lambda: copied.read_text() == text, "all of the text")
    assert screen.app.poll() is None


def test_an_area_is_captured_by_a_key_that_works_in_every_program(
    screen: Screen, before: set[Path]
) -> None:
    # inside the window of the other program, which is darker in the still
    area = QRect(20, 70, 60, 50)
    shown = screen.grabbed(area)
    screen.press("ctrl+alt+shift+a")
    wait_for(lambda: screen.grabbed(area) != shown, "the still of the screen")
    screen.press("Escape")
    wait_for(lambda: screen.grabbed(area) == shown, "the screen as before")
    assert set(screen.copies) == before
    screen.press("ctrl+alt+shift+a")
    wait_for(lambda: screen.grabbed(area) != shown, "the still of the screen")
    screen.drag_on_screen(area)
    (copied,) = new_copies(screen, before, 1)
    assert copied.name.startswith("Screen 20")
    wait_for(lambda: not QImage(str(copied)).isNull(), "the image")
    assert QImage(str(copied)).convertToFormat(shown.format()) == shown


def test_keys_of_another_program_are_refused_in_words(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.setenv("DISPLAY", screen.env["DISPLAY"])
    key = X11Key()
    key.hold("Ctrl+Alt+Shift+A")
    assert "is used by another program" in key.problem
    key.hold("Ctrl+Alt+Shift+B")
    assert not key.problem
    key.hold("")


def test_visible_windows_are_found_with_their_frames(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen.env["DISPLAY"])

    def found() -> bool:
        server = XServer()
        places = server.windows()
        server.close()
        return any(it.contains(WINDOW.center()) and it.width() < 1100 for it in places)

    # After the tests before, the window may not be shown again yet.
    wait_for(found, "the window")
    monkeypatch.setenv("DISPLAY", ":987654")
    with pytest.raises(OSError):
        XServer()
