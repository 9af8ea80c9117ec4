"""Choosing the images, videos and texts that go with a question."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from ui.look.language import tr

MEDIA_FILES = (
    "*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.avif *.pdf *.mp4 *.mov *.m4v *.webm *.mkv"
    " *.avi"
)
TEXT_FILES = "*.txt *.md *.csv *.json *.py *.log *.xml *.html *.yaml *.yml *.toml *.tex"


def choose_media(parent: QWidget, take: Callable[[list[Path]], None]) -> None:
    """Show a dialog, and hand the chosen files on in their order."""
    dialog = QFileDialog(parent, tr("Add images, videos or texts"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    media, text = tr("Images, videos and PDF"), tr("Texts")
    filters = [f"{media} ({MEDIA_FILES})", f"{text} ({TEXT_FILES})"]
    dialog.setNameFilters([*filters, tr("All files (*)")])
    dialog.filesSelected.connect(lambda names: take([Path(name) for name in names]))
    dialog.open()
