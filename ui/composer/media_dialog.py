"""The dialog that chooses the images, videos and texts that go with a question."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from ui.look.language import tr
from ui.state.requests import AttachmentRequests

MEDIA_FILES = (
    "*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.avif *.pdf *.mp4 *.mov *.m4v *.webm *.mkv"
    " *.avi"
)
TEXT_FILES = "*.txt *.md *.csv *.json *.py *.log *.xml *.html *.yaml *.yml *.toml *.tex"


def choose_media(parent: QWidget, requests: AttachmentRequests) -> None:
    """Show a dialog, and offer the chosen files in their order."""
    dialog = QFileDialog(parent, tr("Add images, videos or texts"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    media, text = tr("Images, videos and PDF"), tr("Texts")
    filters = [f"{media} ({MEDIA_FILES})", f"{text} ({TEXT_FILES})"]
    dialog.setNameFilters([*filters, tr("All files (*)")])
    dialog.filesSelected.connect(
        lambda names: requests.files_offered.emit([Path(name) for name in names])
    )
    dialog.open()
