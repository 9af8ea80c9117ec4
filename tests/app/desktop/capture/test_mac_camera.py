"""The camera of a Mac, with a program in the place of macOS's own that notes how it is started."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.capture.camera import Capture
from app.desktop.capture.mac_camera import REFUSED, MacCamera
from app.desktop.capture.mac_key import key_code
from ui.state.screen_part import ScreenPart


def camera(folder: Path, *, writes: str = "") -> MacCamera:
    """Return a camera whose program writes `writes` to the last of its arguments, if anything."""
    program = folder / "screencapture"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom pathlib import Path\n"
        f"Path({str(folder / 'started')!r}).write_text(' '.join(sys.argv[1:]))\n"
        f"if {writes!r}: Path(sys.argv[-1]).write_text({writes!r})\n"
    )
    program.chmod(0o755)
    return MacCamera(str(program))


def taken(made: MacCamera, qtbot: QtBot, part: ScreenPart = ScreenPart.AREA) -> Capture:
    found: list[Capture] = []
    made.take(part, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=5000)
    return found[0]


def test_a_capture_is_read_and_its_folder_is_gone(qtbot: QtBot, tmp_path: Path) -> None:
    assert taken(camera(tmp_path, writes="pixels"), qtbot) == Capture(b"pixels")
    *options, place = (tmp_path / "started").read_text().split()
    assert options == ["-x", "-o", "-t", "png", "-i"]
    assert not Path(place).parent.exists()


def test_escape_leaves_no_file_and_no_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    assert taken(camera(tmp_path), qtbot, ScreenPart.WINDOW) == Capture()
    assert "-i -w" in (tmp_path / "started").read_text()


def test_a_mac_without_the_program_is_a_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    assert taken(MacCamera(str(tmp_path / "nothing")), qtbot).problem


@pytest.mark.parametrize("granted", [True, False])
def test_the_permission_is_explained_before_macos_asks(qtbot: QtBot, granted: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    asked: list[str] = []
    outcomes: list[object] = []
    made = MacCamera(
        preflight=lambda: False, request=lambda: bool(asked.append("macOS") or granted)
    )
    made.ask(window, lambda: outcomes.append("allowed"), outcomes.append)
    [box] = window.findChildren(QMessageBox)
    assert box.isVisible()
    assert not asked
    qtbot.mouseClick(box.buttons()[0], Qt.MouseButton.LeftButton)
    assert asked == ["macOS"]
    assert outcomes == (["allowed"] if granted else [Capture(problem=REFUSED)])


def test_a_cancelled_explanation_asks_nothing_of_macos(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    asked: list[bool] = []
    outcomes: list[object] = []
    made = MacCamera(preflight=lambda: False, request=lambda: bool(asked.append(True)))
    made.ask(window, lambda: outcomes.append("allowed"), outcomes.append)
    [box] = window.findChildren(QMessageBox)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert not asked
    assert outcomes == [Capture()]


def test_keys_have_their_numbers_on_a_mac() -> None:
    key = Qt.Key
    assert [key_code(it) for it in (key.Key_A, key.Key_Z, key.Key_M)] == [0, 6, 46]
    assert [key_code(it) for it in (key.Key_0, key.Key_5, key.Key_9)] == [29, 23, 25]
    assert [key_code(it) for it in (key.Key_F1, key.Key_F12)] == [122, 111]
