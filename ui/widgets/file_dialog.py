"""File dialogs that begin in the folder used last, or in Documents."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

# The folder that was used last; the window keeps it for the next run.
_last = ""


def file_dialog(parent: QWidget, title: str) -> QFileDialog:
    """Return a dialog that deletes itself when it is finished."""
    dialog = QFileDialog(parent, title, folder_to_begin())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(use_folder_of)
    dialog.filesSelected.connect(_use_folder_of_first)
    return dialog


def folder_dialog(parent: QWidget, title: str) -> QFileDialog:
    """Return a dialog for one folder, as `file_dialog`."""
    dialog = file_dialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return dialog


def folder_to_begin() -> str:
    """Return the folder used last if it is still there, or else Documents, or home."""
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    for name in (_last, QStandardPaths.writableLocation(documents)):
        if name and Path(name).is_dir():
            return name
    return str(Path.home())


def last_folder() -> str:
    return _last


def set_last_folder(name: str) -> None:
    global _last
    _last = name


def use_folder_of(name: str) -> None:
    """Remember where a file or a folder was chosen. Nobody wants to save into a model's folder."""
    set_last_folder(str(Path(name).parent))


def _use_folder_of_first(names: list[str]) -> None:
    if names:
        use_folder_of(names[0])
