"""Files and images that people drop on the window or hand to the application."""

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

from engine.messages import say
from ui.state.workspace import Workspace
from ui.widgets.drop_overlay import local_files

ONE_MODEL = say("Only one folder can be the model; it is the first.")
WEB_REFUSED = say("Duologue reads files from this computer only; save the image first.")
MODEL_FILE = "config.json"
# The cause of the notices about a drop, which the next drop ends.
DROP = "drop"


def offer_files(workspace: Workspace, paths: list[Path]) -> None:
    """Offer files to the conversation in front; a model folder is loaded, and an import of
    conversations offered."""
    models = [path for path in paths if (path / MODEL_FILE).is_file()]
    if models:
        workspace.model_requests.chosen.emit(str(models[0]))
    if len(models) > 1:
        workspace.notices.show(ONE_MODEL, cause=DROP)
    others = (path for path in paths if path not in models)
    attached = [path for path in others if not workspace.transfers.offers_import(path)]
    if attached and (front := workspace.conversations.front):
        front.attachment_requests.files_offered.emit(attached)


def take_drop(workspace: Workspace, mime: QMimeData) -> None:
    workspace.notices.end(DROP)
    if paths := local_files(mime):
        offer_files(workspace, paths)
    elif mime.hasImage():
        _take_image(workspace, mime.imageData())
    else:
        workspace.notices.show(WEB_REFUSED, cause=DROP)


def _take_image(workspace: Workspace, image: object) -> None:
    front = workspace.conversations.front
    if front and isinstance(image, QImage) and not image.isNull():
        front.attachment_requests.image_pasted.emit(image)
    else:
        sentence = say("The dropped image could not be read; drop its file.")
        workspace.notices.show(sentence, "error", DROP)
