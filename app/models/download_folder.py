"""The folder for downloaded and converted models, which a person may choose on another disk."""

import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.base.chores import Chores
from app.models.roots import own_folder
from engine.errors import Refused, reason
from ui.state.workspace import Workspace

# In a folder that was chosen. A mount point whose disk is away is an empty folder without it.
MARK = ".duologue-models"


def download_folder(home: Path, chosen: str) -> Path:
    """Return the `chosen` folder, or the standard one for ""."""
    return Path(chosen) if chosen else own_folder(home)


def is_there(chosen: str) -> bool:
    """Return True unless the disk of the `chosen` folder is away. The standard one, "", is created
    when it is needed."""
    return not chosen or os.path.isfile(os.path.join(chosen, MARK))


def check_there(chosen: str) -> None:
    """Raise Refused if the disk of the `chosen` folder is away."""
    if not is_there(chosen):
        raise Refused(
            "The folder {folder} is not there. Connect its disk, or choose another folder in "
            "Settings › Models, then try again.",
            folder=chosen,
        )


def take_folder(path: str, home: Path) -> None:
    """Mark a folder as the one for downloads. Raises Refused if models cannot go there."""
    folder = Path(path)
    # Not `Path.is_dir` and `resolve`: before Python 3.14 those raise errors of the system.
    if not os.path.isdir(folder):
        raise Refused("{folder} is not a folder, or cannot be opened. Choose another.", folder=path)
    if Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(home)):
        raise Refused("{folder} is in the data folder of Duologue. Choose another.", folder=path)
    try:
        if (folder / "config.json").exists():
            raise Refused("{folder} is a model. Choose the folder that it is in.", folder=path)
        (folder / MARK).touch()
    except OSError as error:
        raise Refused(
            "{folder} cannot be written to: {reason}. Choose another.",
            folder=path,
            reason=reason(error),
        ) from error


def _problem_with(path: str, home: Path) -> str:
    """Take a folder. Return the sentence why it cannot be taken, or ""."""
    try:
        take_folder(path, home)
    except Refused as refusal:
        return refusal.args[0]
    return ""


class FolderChoice(QObject):
    """Takes the folder that a person chooses; asks its disk on a thread, since it may be slow."""

    def __init__(self, workspace: Workspace, home: Path) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._home = home
        self._latest = ""
        self._chores = Chores("folder choice", self)
        workspace.library_requests.own_folder_chosen.connect(self._choose)

    def close(self) -> None:
        self._chores.close()

    def _choose(self, path: str) -> None:
        path = os.path.abspath(os.path.expanduser(path)) if path else ""
        self._latest = path = "" if path == str(own_folder(self._home)) else path
        if path:
            self._chores.do(partial(_problem_with, path, self._home), partial(self._use, path))
        else:
            self._use("", "")

    def _use(self, path: str, problem: str) -> None:
        """Save a choice, unless it is the late answer about an earlier one."""
        if path != self._latest:
            return
        self._workspace.library.own_folder_refused.emit(problem)
        if not problem and path != self._workspace.settings.value.models_folder:
            self._workspace.settings_requests.changed.emit({"models_folder": path})
