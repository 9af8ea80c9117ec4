"""The downloads page: what each row says, its buttons, and the keyboard."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from engine.messages import say
from ui.models.download_row import DownloadRow
from ui.models.downloads_page import DownloadsPage
from ui.state.downloads import Download, DownloadPhase
from ui.state.workspace import Workspace

REPOSITORY, OTHER = "mlx-community/Dot-4bit", "mlx-community/Cat-4bit"
GB = 1_000_000_000


def download(phase: DownloadPhase, done: float = 0, total: float = 8.2, **fields) -> Download:
    """Return a download with sizes in GB."""
    sizes = {"done": round(done * GB), "total": round(total * GB)}
    return Download(REPOSITORY, "c" * 40, "/models/Dot", phase, **sizes, **fields)


@pytest.fixture
def workspace(qtbot: QtBot) -> Workspace:
    return Workspace()


@pytest.fixture
def page(qtbot: QtBot, workspace: Workspace) -> DownloadsPage:
    made = DownloadsPage(workspace)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def show(workspace: Workspace, page: DownloadsPage) -> Callable[..., DownloadRow]:
    """Return a function that shows a download, and returns its row."""

    def row(*args, **fields) -> DownloadRow:
        workspace.downloads.set_items([download(*args, **fields)])
        return page.rows[REPOSITORY]

    return row


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (download(DownloadPhase.RUNNING, 0, 0), "Getting the list of files…"),
        (download(DownloadPhase.RUNNING, 0.2), "200 MB of 8.2 GB · downloading"),
        (
            download(DownloadPhase.RUNNING, 3.1, rate=42e6, seconds_left=121.0),
            "3.1 of 8.2 GB · 42 MB/s · 2 min left",
        ),
        (download(DownloadPhase.RUNNING, 3.1, rate=42e6), "3.1 of 8.2 GB · 42 MB/s"),
        (download(DownloadPhase.QUEUED), "8.2 GB · waiting"),
        (download(DownloadPhase.QUEUED, 0, 0), "Waiting"),
        (download(DownloadPhase.CHECKING, 3.1), "3.1 of 8.2 GB · checking"),
        (download(DownloadPhase.PAUSED, 0.1, 0.518), "100 of 518 MB · paused"),
        (download(DownloadPhase.FAILED, 0, 0), "Failed"),
        (download(DownloadPhase.DONE, 8.2), "8.2 GB · done"),
    ],
)
def test_a_row_says_how_far_a_download_is(
    workspace: Workspace, page: DownloadsPage, item: Download, line: str
) -> None:
    workspace.downloads.set_items([item])
    assert page.rows[REPOSITORY].line.text() == line


def test_a_problem_is_shown_and_spoken(show: Callable[..., DownloadRow]) -> None:
    sentence = say("The disk is full. Free some space, then resume; what has arrived is kept.")
    row = show(DownloadPhase.PAUSED, 3.1, problem=sentence)
    assert (row.problem.isVisible(), row.problem.text()) == (True, sentence)
    assert row.accessibleName() == f"{REPOSITORY}. 3.1 of 8.2 GB · paused. {sentence}"
    assert not show(DownloadPhase.QUEUED, 3.1).problem.isVisible()


@pytest.mark.parametrize(
    ("phase", "text", "about", "heard"),
    [
        (DownloadPhase.RUNNING, "Pause", "Pause the download of Dot-4bit", "paused"),
        (DownloadPhase.QUEUED, "Pause", "Pause the download of Dot-4bit", "paused"),
        (DownloadPhase.PAUSED, "Resume", "Resume the download of Dot-4bit", "resumed"),
        (DownloadPhase.FAILED, "Try again", "Try to download Dot-4bit again", "resumed"),
        (DownloadPhase.DONE, "Open page", "Open the page of Dot-4bit", "page_opened"),
    ],
)
def test_the_main_button_does_what_comes_next(
    workspace: Workspace,
    show: Callable[..., DownloadRow],
    phase: DownloadPhase,
    text: str,
    about: str,
    heard: str,
) -> None:
    said: list[tuple[str, str]] = []
    requests = workspace.download_requests
    requests.paused.connect(lambda it: said.append(("paused", it)))
    requests.resumed.connect(lambda it: said.append(("resumed", it)))
    workspace.library_requests.page_opened.connect(lambda it: said.append(("page_opened", it)))
    row = show(phase, 0.1)
    assert (row.main.text(), row.main.accessibleName()) == (text, about)
    row.main.click()
    assert said == [(heard, "/models/Dot" if phase is DownloadPhase.DONE else REPOSITORY)]


def test_cancelling_asks_only_if_much_has_arrived(
    qtbot: QtBot, workspace: Workspace, show: Callable[..., DownloadRow]
) -> None:
    cancelled: list[str] = []
    workspace.download_requests.cancelled.connect(cancelled.append)
    show(DownloadPhase.RUNNING, 0.9).end.click()
    assert cancelled == [REPOSITORY]
    row = show(DownloadPhase.RUNNING, 1.1)
    row.end.click()
    assert cancelled == [REPOSITORY]
    [box] = row.window().findChildren(QMessageBox)
    assert box.informativeText() == f"1.1 GB of {REPOSITORY} has been downloaded. “Pause” keeps it."
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert cancelled == [REPOSITORY]
    row.end.click()
    [button] = [
        it for it in row.window().findChildren(QMessageBox)[-1].buttons() if it.text() == "Delete"
    ]
    button.click()
    assert cancelled == [REPOSITORY] * 2


def test_a_finished_download_leaves_the_list_without_a_question(
    workspace: Workspace, show: Callable[..., DownloadRow]
) -> None:
    removed: list[str] = []
    workspace.download_requests.removed.connect(removed.append)
    row = show(DownloadPhase.DONE, 8.2)
    assert row.end.text() == "Remove from list"
    row.end.click()
    assert removed == [REPOSITORY]


def test_the_keyboard_stays_with_the_list(
    qtbot: QtBot, workspace: Workspace, page: DownloadsPage, show: Callable[..., DownloadRow]
) -> None:
    row = show(DownloadPhase.RUNNING, 0.1)
    row.main.setFocus()
    assert show(DownloadPhase.PAUSED, 0.1) is row
    assert page.focusWidget() is row.main
    other = Download(OTHER, "", "/models/Cat")
    workspace.downloads.set_items([row.item, other])
    workspace.downloads.set_items([other])
    assert page.focusWidget() is page.rows[OTHER].main
    workspace.downloads.set_items([])
    assert page.focusWidget() is page.get_models
    assert page.get_models.isVisible()


def test_an_empty_list_leads_to_the_hub(workspace: Workspace, page: DownloadsPage) -> None:
    opened: list[str] = []
    workspace.library_requests.window_opened.connect(opened.append)
    page.get_models.click()
    assert opened == ["get"]
