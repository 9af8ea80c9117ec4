"""Choosing the pictures and clips that go with a question."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

MEDIA_FILES = (
    "Pictures, videos and PDF (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.avif"
    " *.pdf *.mp4 *.mov *.m4v *.webm *.mkv *.avi)"
)


def choose_media(parent: QWidget, take: Callable[[list[Path]], None]) -> None:
    """Show a dialog, and hand the chosen files on in their order."""
    dialog = QFileDialog(parent, "Add pictures or videos")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters([MEDIA_FILES, "All files (*)"])
    dialog.filesSelected.connect(lambda names: take([Path(name) for name in names]))
    dialog.open()
