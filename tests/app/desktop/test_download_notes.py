"""A finished download is announced in the background, and keeps the computer awake until then."""

from app.desktop.download_notes import DownloadNotes
from tests.kit.desk import Desk
from ui.state.downloads import Download, DownloadPhase, Downloads

DONE = Download("mlx-community/Dot-4bit", "c" * 40, "/models/Dot", DownloadPhase.DONE)


def test_a_finished_download_is_announced_in_the_background(desk: Desk) -> None:
    shown: list[tuple[str, str, int]] = []
    in_front = [True]
    notes = DownloadNotes(
        desk.window,
        desk.preferences,
        in_front=lambda: in_front[0],
        show=lambda *said: shown.append(said),
    )
    opened: list[str] = []
    desk.workspace.library_requests.page_opened.connect(opened.append)
    desk.workspace.downloads.finished.emit(DONE)
    assert not shown
    in_front[0] = False
    desk.workspace.downloads.finished.emit(DONE)
    assert shown == [("Dot-4bit", "The model is downloaded.", 0)]
    notes.open_page(0)
    assert opened == ["/models/Dot"]
    desk.preferences.change(notifications=False)
    desk.workspace.downloads.finished.emit(DONE)
    assert len(shown) == 1


def test_only_a_download_that_moves_keeps_the_computer_awake() -> None:
    downloads = Downloads()

    def moving(phase: DownloadPhase, rate: float | None = None, problem: str = "") -> bool:
        downloads.set_items([Download("a/b", "", "", phase, rate=rate, problem=problem)])
        return downloads.moving

    assert moving(DownloadPhase.RUNNING)
    assert moving(DownloadPhase.RUNNING, 1e6, "It changed on the hub.")
    assert moving(DownloadPhase.CHECKING)
    assert not moving(DownloadPhase.RUNNING, 0.0, "There is no connection.")
    assert not moving(DownloadPhase.RUNNING, None, "There is no connection.")
    assert not moving(DownloadPhase.QUEUED)
    assert not moving(DownloadPhase.PAUSED)
