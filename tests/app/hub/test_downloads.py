"""The queue of downloads: its order, its requests, and what survives the end of the program."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.hub.access import HubAccess
from app.hub.downloads import DownloadQueue
from app.hub.downloads_file import NAME
from app.models.download_folder import take_folder
from engine import offline
from tests.kit.fetching import ENDLESS, REPOSITORY, model_contents, wanted_size
from tests.kit.loopback_hub import LoopbackHub
from ui.state.downloads import Download, DownloadPhase
from ui.state.workspace import Workspace

OTHER = "mlx-community/Cat-4bit"


class Program:
    """One run of the program, as far as downloads go."""

    def __init__(self, home: Path, hub: LoopbackHub) -> None:
        self.home = home
        self.workspace = Workspace()
        self.finished: list[Download] = []
        self.workspace.downloads.finished.connect(self.finished.append)
        access = HubAccess(hub.url)
        self.queue = DownloadQueue(self.workspace, home, lambda use: use(access), ENDLESS)
        self.requests = self.workspace.download_requests

    def item(self, repository: str = REPOSITORY) -> Download | None:
        return self.workspace.downloads.find(repository)

    def phase(self, repository: str = REPOSITORY) -> DownloadPhase | None:
        item = self.item(repository)
        return item.phase if item else None

    def is_in(self, phase: DownloadPhase, repository: str = REPOSITORY) -> Callable[[], bool]:
        return lambda: self.phase(repository) is phase

    @property
    def staging(self) -> Path:
        return self.home / "models" / "mlx-community" / ".Dot-4bit.downloading"

    def close(self) -> None:
        assert self.queue.close(10)
        self.workspace.deleteLater()


@pytest.fixture
def start(qtbot: QtBot, home: Path, hub: LoopbackHub) -> Iterator[Callable[[], Program]]:
    """Return a function that starts a program, after the end of the one before."""
    running: list[Program] = []

    def new() -> Program:
        while running:
            running.pop().close()
        running.append(Program(home, hub))
        return running[-1]

    yield new
    while running:
        running.pop().close()


@pytest.fixture
def program(start: Callable[[], Program]) -> Program:
    return start()


def begin(qtbot: QtBot, hub: LoopbackHub, program: Program) -> None:
    """Start a download that gets no further than 100 kB in each large file."""
    hub.faults.stall_after = 100_000
    program.requests.started.emit(REPOSITORY, "")
    qtbot.waitUntil(lambda: hub.sent() > 200_000, timeout=20_000)
    qtbot.waitUntil(lambda: bool((it := program.item()) and it.done), timeout=20_000)


def test_models_are_downloaded_one_after_the_other(
    qtbot: QtBot, hub: LoopbackHub, program: Program
) -> None:
    hub.repositories.push(OTHER, model_contents(40_000))
    program.requests.started.emit(REPOSITORY, "")
    program.requests.started.emit(OTHER, "")
    program.requests.started.emit(OTHER, "")
    assert program.phase(OTHER) is DownloadPhase.QUEUED
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE, OTHER), timeout=20_000)
    assert [it.repository for it in program.finished] == [REPOSITORY, OTHER]
    item = program.item()
    assert item and (item.done, item.total) == (wanted_size(model_contents()),) * 2
    assert item.folder == str(program.home / "models" / REPOSITORY)
    assert (Path(item.folder) / "config.json").is_file()
    # A new version begins with nothing.
    program.requests.started.emit(REPOSITORY, "")
    item = program.item()
    assert item and (item.phase, item.done, item.total) == (DownloadPhase.RUNNING, 0, 0)


def test_a_paused_download_lets_the_next_one_run(
    qtbot: QtBot, hub: LoopbackHub, program: Program
) -> None:
    hub.repositories.push(OTHER, model_contents(40_000))
    begin(qtbot, hub, program)
    program.requests.started.emit(OTHER, "")
    program.requests.paused.emit(REPOSITORY)
    assert program.phase() is DownloadPhase.PAUSED
    assert program.phase(OTHER) is DownloadPhase.RUNNING
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE, OTHER), timeout=20_000)
    hub.faults.stall_after = None
    program.requests.resumed.emit(REPOSITORY)
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE), timeout=20_000)


def test_another_revision_can_be_asked_for_while_a_download_is_paused(
    qtbot: QtBot, hub: LoopbackHub, program: Program
) -> None:
    older = hub.repositories.head(REPOSITORY)
    hub.repositories.push(REPOSITORY, model_contents() | {"added.json": b"{}"})
    begin(qtbot, hub, program)
    program.requests.paused.emit(REPOSITORY)
    hub.faults.stall_after = None
    program.requests.started.emit(REPOSITORY, older)
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE), timeout=20_000)
    item = program.item()
    assert item and item.revision == older
    assert not (Path(item.folder) / "added.json").exists()


def test_what_was_running_goes_on_at_the_next_start(
    qtbot: QtBot, hub: LoopbackHub, start: Callable[[], Program]
) -> None:
    begin(qtbot, hub, start())
    hub.faults.stall_after = None
    second = start()
    item = second.item()
    assert item and item.phase is DownloadPhase.QUEUED
    assert item.done and len(item.revision) == 40
    second.queue.start()
    qtbot.waitUntil(second.is_in(DownloadPhase.DONE), timeout=20_000)
    third = start()
    third.queue.start()
    assert third.phase() is DownloadPhase.DONE
    third.requests.removed.emit(REPOSITORY)
    assert start().item() is None
    assert (third.home / "models" / REPOSITORY / "config.json").is_file()


def test_what_was_paused_stays_paused_at_the_next_start(
    qtbot: QtBot, hub: LoopbackHub, start: Callable[[], Program]
) -> None:
    first = start()
    begin(qtbot, hub, first)
    first.requests.paused.emit(REPOSITORY)
    second = start()
    second.queue.start()
    assert second.phase() is DownloadPhase.PAUSED


def test_a_cancelled_download_leaves_nothing(
    qtbot: QtBot, hub: LoopbackHub, program: Program
) -> None:
    begin(qtbot, hub, program)
    assert program.staging.is_dir()
    program.requests.cancelled.emit(REPOSITORY)
    assert program.item() is None
    qtbot.waitUntil(lambda: not program.staging.parent.exists(), timeout=10_000)
    hub.faults.stall_after = None
    program.requests.started.emit(REPOSITORY, "")
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE), timeout=20_000)


def test_the_parts_of_a_cancelled_download_go_at_the_next_start_at_the_latest(
    qtbot: QtBot, home: Path, start: Callable[[], Program]
) -> None:
    home.mkdir()
    (home / NAME).write_text(f'{{"cancelled": ["{REPOSITORY}", "../../evil"]}}')
    program = start()
    program.staging.mkdir(parents=True)
    program.queue.start()
    qtbot.waitUntil(lambda: not program.staging.exists(), timeout=10_000)
    qtbot.waitUntil(lambda: "Dot" not in (home / NAME).read_text(), timeout=10_000)


def test_a_failed_download_says_why_and_can_be_tried_again(
    qtbot: QtBot, hub: LoopbackHub, program: Program
) -> None:
    hub.refuse("/api/", 404, times=1)
    program.requests.started.emit(REPOSITORY, "")
    qtbot.waitUntil(program.is_in(DownloadPhase.FAILED), timeout=20_000)
    item = program.item()
    assert (
        item
        and item.problem == f"The model {REPOSITORY} was not found at {hub.url}. Check its name."
    )
    program.requests.resumed.emit(REPOSITORY)
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE), timeout=20_000)


def test_strict_offline_pauses_what_runs(qtbot: QtBot, hub: LoopbackHub, program: Program) -> None:
    begin(qtbot, hub, program)
    offline.strict(True)
    program.workspace.settings.changed.emit()
    item = program.item()
    assert item and item.phase is DownloadPhase.PAUSED
    assert item.problem.startswith("Strict offline is on, so nothing is downloaded.")


def test_the_queue_goes_on_when_strict_offline_ends(
    qtbot: QtBot, hub: LoopbackHub, program: Program
) -> None:
    hub.faults.stall_after = 50_000
    hub.repositories.push(OTHER, model_contents())
    program.requests.started.emit(REPOSITORY, "")
    program.requests.started.emit(OTHER, "")
    qtbot.waitUntil(lambda: hub.sent() > 0)
    offline.strict(True)
    program.workspace.settings.changed.emit()
    assert program.phase(OTHER) is DownloadPhase.QUEUED
    offline.strict(False)
    program.workspace.settings.changed.emit()
    assert program.phase(OTHER) is DownloadPhase.RUNNING
    assert program.phase() is DownloadPhase.PAUSED
    item = program.item()
    assert item and not item.problem


def test_two_spellings_of_a_name_are_one_download(program: Program) -> None:
    program.requests.started.emit(REPOSITORY, "")
    program.requests.started.emit(REPOSITORY.upper(), "")
    assert [it.repository for it in program.workspace.downloads.items] == [REPOSITORY]


def test_a_hostile_list_is_shown_with_sound_numbers(
    home: Path, start: Callable[[], Program]
) -> None:
    start().requests.started.emit(REPOSITORY, "")
    start()
    found = json.loads((home / NAME).read_text())
    item = found["items"][0] | {"phase": "PAUSED"}
    odd = {"done": 1 << 70, "total": 1 << 70, "rate": -1.0, "seconds_left": 1e20}
    found["items"] = [item | odd, item, item | {"repository": "../x"}]
    start().close()
    (home / NAME).write_text(json.dumps(found))
    downloads = start().workspace.downloads
    assert [(it.repository, it.done, it.rate) for it in downloads.items] == [(REPOSITORY, 0, None)]


def test_a_damaged_list_is_set_aside(home: Path, start: Callable[[], Program]) -> None:
    home.mkdir()
    (home / NAME).write_text('{"items": [{"repository": 3}]}')
    assert start().workspace.downloads.items == ()
    assert (home / "downloads.broken.json").is_file()


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    made = tmp_path / "disk"
    made.mkdir()
    take_folder(str(made), tmp_path / "home")
    return made


def choose(program: Program, folder: Path | str) -> None:
    settings = program.workspace.settings
    settings.set_value(replace(settings.value, models_folder=str(folder)))


def test_a_download_goes_to_the_chosen_folder_and_one_that_has_begun_stays(
    qtbot: QtBot, hub: LoopbackHub, start: Callable[[], Program], disk: Path
) -> None:
    hub.repositories.push(OTHER, model_contents(40_000))
    first = start()
    begin(qtbot, hub, first)
    choose(first, disk)
    first.requests.started.emit(OTHER, "")
    first.requests.paused.emit(REPOSITORY)
    hub.faults.stall_after = None
    second = start()
    choose(second, "")
    second.queue.start()
    qtbot.waitUntil(second.is_in(DownloadPhase.DONE, OTHER), timeout=20_000)
    choose(second, disk)
    second.requests.resumed.emit(REPOSITORY)
    qtbot.waitUntil(second.is_in(DownloadPhase.DONE), timeout=20_000)
    assert (second.home / "models" / REPOSITORY / "config.json").is_file()
    assert (disk / OTHER / "config.json").is_file()
    assert not (second.home / "models" / OTHER).exists()


def test_nothing_is_downloaded_elsewhere_while_the_disk_is_away(
    qtbot: QtBot, program: Program, disk: Path
) -> None:
    choose(program, disk)
    away = disk.rename(disk.parent / "unplugged")
    program.requests.started.emit(REPOSITORY, "")
    qtbot.waitUntil(program.is_in(DownloadPhase.FAILED), timeout=20_000)
    item = program.item()
    assert item and "Connect its disk, or choose another folder" in item.problem
    assert not disk.exists()
    assert not (program.home / "models").exists()
    away.rename(disk)
    program.requests.resumed.emit(REPOSITORY)
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE), timeout=20_000)
    assert (disk / REPOSITORY / "config.json").is_file()


def test_a_download_begins_anew_in_another_folder_if_its_disk_is_away(
    qtbot: QtBot, hub: LoopbackHub, start: Callable[[], Program], disk: Path
) -> None:
    program = start()
    choose(program, disk)
    begin(qtbot, hub, program)
    program.requests.paused.emit(REPOSITORY)
    parts = disk / "mlx-community" / ".Dot-4bit.downloading"
    qtbot.waitUntil(parts.exists)
    assert program.queue._endings[REPOSITORY].join(10)
    hub.faults.stall_after = None
    away = disk.rename(disk.parent / "unplugged")
    program.requests.resumed.emit(REPOSITORY)
    qtbot.waitUntil(program.is_in(DownloadPhase.FAILED), timeout=20_000)
    choose(program, "")
    program.requests.resumed.emit(REPOSITORY)
    qtbot.waitUntil(program.is_in(DownloadPhase.DONE), timeout=20_000)
    assert (program.home / "models" / REPOSITORY / "config.json").is_file()
    away.rename(disk)
    start().queue.start()
    qtbot.waitUntil(lambda: not parts.exists(), timeout=10_000)


def test_the_parts_on_a_disk_that_is_away_go_at_a_later_start(
    qtbot: QtBot, hub: LoopbackHub, start: Callable[[], Program], disk: Path
) -> None:
    program = start()
    choose(program, disk)
    begin(qtbot, hub, program)
    program.requests.paused.emit(REPOSITORY)
    assert program.queue._endings[REPOSITORY].join(10)
    away = disk.rename(disk.parent / "unplugged")
    program.requests.cancelled.emit(REPOSITORY)
    program = start()
    program.queue.start()
    away.rename(disk)
    program = start()
    program.queue.start()
    parts = disk / "mlx-community" / ".Dot-4bit.downloading"
    qtbot.waitUntil(lambda: not parts.exists(), timeout=10_000)


@pytest.mark.parametrize("name", ["../../etc", "Dot", "a/..", "a/b/c", "a/b\n", "/a"])
def test_a_name_that_is_no_repository_is_refused(program: Program, name: str) -> None:
    program.requests.started.emit(name, "")
    assert program.workspace.downloads.items == ()
