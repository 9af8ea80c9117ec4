"""Files, folders and images that people drop on the window or hand to the application."""

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

from engine.messages import say
from ui.look.language import tr
from ui.markdown.background import background
from ui.state.workspace import Workspace
from ui.widgets.drop_overlay import has_image, local_files
from ui.window.model_folders import has_weights, holds_models, is_model

WEB_REFUSED = say("Duologue reads files from this computer only; save the image first.")
# The cause of the notices about a drop, which the next drop ends.
DROP = "drop"


def invitation() -> str:
    """Say what can be dropped: files for the question, and what the window imports or loads."""
    return tr(
        "Drop images, videos, PDFs or texts to ask about them, an export to import it, or "
        "a model folder to use it"
    )


def offer_files(workspace: Workspace, paths: list[Path]) -> None:
    """Offer files to the conversation in front, and imports of conversations to the person. The
    first model folder is loaded, and all are listed; a folder of models is added to the library."""
    models = [path for path in paths if is_model(path)]
    if models:
        _take_models(workspace, models)
    left = workspace.transfers.offers_import([path for path in paths if path not in models])
    for folder in (path for path in left if path.is_dir()):
        _look_into(workspace, folder)
    files = [path for path in left if not path.is_dir()]
    if files and (front := workspace.conversations.front):
        front.attachment_requests.files_offered.emit(files)


def take_drop(workspace: Workspace, mime: QMimeData) -> None:
    workspace.notices.end(DROP)
    if paths := local_files(mime):
        offer_files(workspace, paths)
    elif has_image(mime):
        _take_image(workspace, mime.imageData())
    else:
        workspace.notices.show(WEB_REFUSED, cause=DROP)


def _take_models(workspace: Workspace, models: list[Path]) -> None:
    for path in models[1:]:
        workspace.library_requests.folder_added.emit(str(path))
    workspace.model_requests.chosen.emit(str(models[0]))
    if len(models) > 1:
        sentence = say(
            "Now using {name}. The others are in the list of models.", name=models[0].name
        )
        workspace.notices.show(sentence, cause=DROP)


def _look_into(workspace: Workspace, folder: Path) -> None:
    """Add a folder to the library if there are models in it; its disk may be slow."""

    def look() -> tuple[bool, bool]:
        return has_weights(folder), holds_models(folder)

    def take(found: tuple[bool, bool] | None) -> None:
        is_one, holds_some = found or (False, False)
        if is_one:
            workspace.model_requests.chosen.emit(str(folder))
        elif holds_some:
            # the library tells how many there are once it has read them
            workspace.library_requests.folder_added.emit(str(folder))
        else:
            workspace.notices.show(_nothing_in(folder), cause=DROP)

    background().do(look, take)


def _nothing_in(folder: Path) -> str:
    return say(
        "No models were found in “{folder}”. To attach files, drop the files themselves.",
        folder=folder.name,
    )


def _take_image(workspace: Workspace, image: object) -> None:
    front = workspace.conversations.front
    if front and isinstance(image, QImage) and not image.isNull():
        front.attachment_requests.image_pasted.emit(image)
    else:
        sentence = say("The dropped image could not be read. Drop its file instead.")
        workspace.notices.show(sentence, "error", DROP)
