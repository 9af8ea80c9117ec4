"""The folder for downloads: which one can be chosen, and what becomes of the models in others."""

import json
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.base.mailbox import Mailbox
from app.models.download_folder import MARK, FolderChoice, check_there
from app.models.library import Library
from app.models.repositories import SOURCE
from app.models.roots import known_roots
from app.settings.preferences import Preferences
from app.settings.settings_file import NAME, read_settings
from engine.checkpoints.model_settings import CONVERTED
from engine.errors import Refused
from tests.kit.model_folders import write_model
from ui.state.library_state import Place
from ui.state.settings import Settings
from ui.state.workspace import Workspace


class Choices:
    """The workspace with what takes a folder for downloads and saves it."""

    def __init__(self, home: Path, person: Path) -> None:
        home.mkdir()
        self.home = home
        self.workspace = Workspace()
        self.preferences = Preferences(self.workspace, home, Settings())
        self.refusals: list[str] = []
        self.workspace.library.own_folder_refused.connect(self.refusals.append)
        find = partial(known_roots, home, person, {})
        self.library = Library(self.workspace, home, find_roots=find)
        self.choice = FolderChoice(self.workspace, home)

    def choose(self, qtbot: QtBot, folder: Path | str) -> str:
        """Choose a folder, and return the sentence why it is not taken."""
        with qtbot.waitSignal(self.workspace.library.own_folder_refused):
            self.workspace.library_requests.own_folder_chosen.emit(str(folder))
        return str(self.refusals[-1])

    def own_folder(self) -> str:
        return self.workspace.library.own_folder

    def places(self) -> dict[str, Place]:
        models = self.workspace.library.models
        return {it.name: it.place for it in models if it.place is not Place.BUILT_IN}


@pytest.fixture
def choices(qtbot: QtBot, home: Path, tmp_path: Path) -> Iterator[Choices]:
    made = Choices(home, tmp_path)
    yield made
    made.choice.close()
    made.library.close()


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    made = tmp_path / "disk"
    made.mkdir()
    return made


def test_a_chosen_folder_is_saved_and_can_be_reset(
    qtbot: QtBot, choices: Choices, disk: Path
) -> None:
    assert choices.choose(qtbot, disk) == ""
    assert choices.own_folder() == str(disk)
    assert read_settings(choices.home).value.models_folder == str(disk)
    check_there(str(disk))
    assert choices.choose(qtbot, "") == ""
    assert choices.own_folder() == str(choices.home / "models")
    assert read_settings(choices.home).value.models_folder == ""
    # The folder that is not for downloads any more stays in the list.
    assert choices.workspace.library.folders == (str(disk),)


def test_a_late_answer_of_a_disk_does_not_undo_a_later_choice(
    qtbot: QtBot, choices: Choices, disk: Path
) -> None:
    mailbox = choices.choice.findChild(Mailbox)
    assert mailbox is not None
    with qtbot.waitSignal(mailbox.arrived):
        choices.workspace.library_requests.own_folder_chosen.emit(str(disk))
        choices.workspace.library_requests.own_folder_chosen.emit("")
    assert choices.preferences.value.models_folder == ""


def _file(folder: Path) -> Path:
    (folder / "file").write_text("x")
    return folder / "file"


def _blocked(folder: Path) -> Path:
    # A name that no file may have, as on a disk that takes none.
    (folder / MARK).symlink_to("x" * 300)
    return folder


def _model(folder: Path) -> Path:
    return write_model(folder / "model")


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (_file, "is not a folder"),
        (lambda disk: disk / "missing", "is not a folder"),
        # A name that the system refuses to look up: Pythons before 3.14 raise for it, as they do
        # for a folder that may not be searched.
        (lambda disk: disk / ("x" * 300), "is not a folder"),
        (_blocked, "cannot be written to"),
        (_model, "is a model"),
        (lambda disk: disk.parent / "home", "is in the data folder of Duologue"),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused_with_the_reason(
    qtbot: QtBot, choices: Choices, disk: Path, made: Callable[[Path], Path], reason: str
) -> None:
    choices.home.joinpath("models").mkdir()
    folder = made(disk)
    assert reason in choices.choose(qtbot, folder)
    assert choices.preferences.value.models_folder == ""


def test_models_stay_listed_and_only_those_that_we_made_are_ours(
    qtbot: QtBot, choices: Choices, disk: Path
) -> None:
    write_model(choices.home / "models" / "maker" / "former")
    write_model(disk / "maker" / "theirs")
    source = {"repository": "maker/ours", "revision": "0"}
    (write_model(disk / "maker" / "ours") / SOURCE).write_text(json.dumps(source))
    (write_model(disk / "smaller") / CONVERTED).touch()
    choices.choose(qtbot, disk)
    choices.library.start()
    expected = {"former": Place.OWN, "theirs": Place.ADDED, "ours": Place.OWN, "smaller": Place.OWN}
    qtbot.waitUntil(lambda: choices.places() == expected, timeout=10_000)
    assert choices.choose(qtbot, "") == ""
    assert choices.places() == expected


def test_a_model_of_a_former_folder_can_still_go_to_the_trash(
    qtbot: QtBot, choices: Choices, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The real trash of the system may be on another disk.
    monkeypatch.setattr("send2trash.send2trash", shutil.rmtree)
    smaller = write_model(disk / "smaller")
    (smaller / CONVERTED).touch()
    choices.choose(qtbot, disk)
    choices.choose(qtbot, "")
    choices.library.start()
    qtbot.waitUntil(lambda: choices.places() == {"smaller": Place.OWN}, timeout=10_000)
    with qtbot.waitSignal(choices.library.trashed):
        choices.workspace.library_requests.deleted.emit(str(smaller))
    assert not smaller.exists()


def test_a_folder_for_downloads_can_be_that_of_another_program(
    qtbot: QtBot, choices: Choices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("send2trash.send2trash", shutil.rmtree)
    studio = tmp_path / ".lmstudio" / "models"
    smaller = write_model(studio / "maker" / "smaller")
    (smaller / CONVERTED).touch()
    write_model(studio / "maker" / "theirs")
    choices.choose(qtbot, studio)
    choices.library.start()
    expected = {"smaller": Place.OWN, "theirs": Place.LM_STUDIO}
    qtbot.waitUntil(lambda: choices.places() == expected, timeout=10_000)
    with qtbot.waitSignal(choices.library.trashed):
        choices.workspace.library_requests.deleted.emit(str(smaller))
    assert not smaller.exists()


def test_a_mount_point_without_its_disk_is_told_from_the_disk(
    qtbot: QtBot, choices: Choices, disk: Path
) -> None:
    choices.choose(qtbot, disk)
    disk.rename(disk.parent / "unplugged")
    disk.mkdir()
    with pytest.raises(Refused, match="Connect its disk, or choose another folder"):
        check_there(str(disk))


def test_the_window_knows_that_the_disk_is_away(qtbot: QtBot, choices: Choices, disk: Path) -> None:
    choices.choose(qtbot, disk)
    disk.rename(disk.parent / "unplugged")
    choices.library.start()
    qtbot.waitUntil(lambda: choices.workspace.library.own_folder_away, timeout=10_000)


@pytest.mark.parametrize("value", ["models", 3, "/a\0b", "/" + "x" * 5000])
def test_a_folder_in_the_settings_file_that_cannot_be_one_is_passed_over(
    home: Path, value: object
) -> None:
    home.mkdir()
    (home / NAME).write_text(json.dumps({"models_folder": value}))
    assert read_settings(home).value.models_folder == ""
