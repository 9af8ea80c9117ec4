"""The main path with the network forbidden: the window, Dot, an image, a video and a tool."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from app.settings import settings_file
from engine import offline
from tests.kit.desk import Desk
from tests.kit.images import save_image, save_video
from tests.kit.paths import ROOT
from ui.settings.settings_window import SettingsWindow
from ui.state.settings import ALWAYS, McpServer, Settings

MAIN_PATH = "tests.app.main_path"
SMALL = (56, 56)
# The kernel removes the network too, if this user may ask for that.
WITHOUT_NETWORK = ("unshare", "--net")
# On import, urllib3 creates a socket to detect IPv6. It is refused.
IPV6_TEST = "socket.__new__ urllib3/util/connection.py"


def _without_network() -> tuple[str, ...]:
    try:
        tried = subprocess.run([*WITHOUT_NETWORK, "true"], capture_output=True)
    except OSError:
        return ()
    return WITHOUT_NETWORK if tried.returncode == 0 else ()


def test_the_main_path_opens_no_connection_and_writes_nothing_into_the_program(
    home: Path, tmp_path: Path
) -> None:
    """Ask one question that covers everything, because the process and Dot take most of the
    time."""
    image = save_image(tmp_path / "a.png", ("red", "circle", 0.5, 0.5), size=SMALL, radius=20)
    video = save_video(tmp_path / "b.mp4", "blue", "circle", "right", frames=4, size=SMALL)
    mark = tmp_path / "started"
    server = McpServer("web", sys.executable, ("-c", f"open({str(mark)!r}, 'w')"))
    value = Settings(servers=(server,), permissions=(("calculator", ALWAYS),), offline=True)
    settings_file.save_settings(home, value)
    done = subprocess.run(
        [*_without_network(), sys.executable, "-m", MAIN_PATH, home, image, video],
        cwd=ROOT,
        env=os.environ | {"DUOLOGUE_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert set(report["used"]) <= {IPV6_TEST}
    assert report["written"] == []
    assert report["seen"] == ["image", "video"]
    assert "391" in report["said"] and report["calls"] == ["391"]
    assert not mark.exists()
    assert report["servers"] == [["web", "off"]]
    assert report["ended"]


def test_a_running_server_is_stopped_when_strict_offline_is_turned_on(qtbot, desk: Desk) -> None:
    used: list[tuple[McpServer, ...]] = []
    desk.toolbox.use = used.append  # type: ignore[method-assign]
    server = McpServer("web", "uvx")
    desk.preferences.change(servers=(server,))
    desk.workspace.settings_requests.opened.emit()
    [window] = desk.window.findChildren(SettingsWindow)
    window.privacy.offline.click()
    assert offline.is_strict()
    window.privacy.offline.click()
    assert not offline.is_strict()
    assert used == [(server,), (replace(server, enabled=False),), (server,)]
