"""The composer's + menu: files from a dialog, and captures of the screen."""

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from ui.look.language import tr
from ui.state.requests import AttachmentRequests
from ui.state.screen_part import ScreenPart
from ui.widgets.file_dialog import file_dialog
from ui.widgets.menu import PopupMenu

_MEDIA = (
    "*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.avif *.pdf *.mp4 *.mov *.m4v *.webm *.mkv"
    " *.avi"
)
_TEXTS = "*.txt *.md *.csv *.json *.py *.log *.xml *.html *.yaml *.yml *.toml *.tex"


def file_filters() -> list[str]:
    """Return the choices of a dialog for files that a question can have; the first has both kinds,
    because a dialog without the files that a person looks for seems to be in the wrong folder."""
    names = {
        tr("Images, videos and documents"): f"{_MEDIA} {_TEXTS}",
        tr("Images, videos and PDFs"): _MEDIA,
        tr("Texts"): _TEXTS,
    }
    return [*(f"{name} ({patterns})" for name, patterns in names.items()), tr("All files (*)")]


def open_add_menu(button: QWidget, requests: AttachmentRequests) -> QMenu:
    """Show the menu above `button`. It is deleted when it closes."""
    menu = PopupMenu(button)
    composer = button.parentWidget() or button
    files = menu.addAction(tr("Add images, videos or texts…"))
    files.triggered.connect(lambda: _choose_files(composer, requests))
    menu.addSeparator()
    for part, text in _parts().items():
        menu.addAction(text).triggered.connect(
            lambda _=False, part=part: requests.screen_captured.emit(part)
        )
    menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
    # the first entry at once, so that Return after the button opens the dialog
    menu.setActiveAction(files)
    return menu


def _parts() -> dict[ScreenPart, str]:
    return {
        ScreenPart.AREA: tr("Capture an area of the screen"),
        ScreenPart.WINDOW: tr("Capture a window"),
        ScreenPart.SCREEN: tr("Capture the whole screen"),
    }


def _choose_files(parent: QWidget, requests: AttachmentRequests) -> None:
    """Show a dialog, and offer the chosen files in their order."""
    dialog = file_dialog(parent, tr("Add images, videos or texts"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(file_filters())
    dialog.filesSelected.connect(
        lambda names: requests.files_offered.emit([Path(name) for name in names])
    )
    dialog.open()
