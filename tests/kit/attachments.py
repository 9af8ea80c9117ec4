"""Attachments for tests of the composer, and the thumbnails that it shows for them."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from engine.messages import Media, MediaKind, ModelInfo
from ui.composer.composer import Composer
from ui.composer.thumbnail import Thumbnail
from ui.state.attachment import Attachment
from ui.state.chat import Chat
from ui.state.chosen_options import ChosenOptions

SEEING = ModelInfo("dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
BLIND = ModelInfo("text", "Text", "text", False, False, False, 4096, 1, 0.1)
ALT = Qt.KeyboardModifier.AltModifier


def photo(title: str = "sun.png", kind: MediaKind = MediaKind.IMAGE, **fields: Any) -> Attachment:
    image = QImage(64, 48, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    return Attachment(Media(kind, Path("/media") / title), image, title, "64 × 48", **fields)


def new_composer() -> Composer:
    """Return a composer for a chat of its own."""
    chat = Chat(1)
    composer = Composer(chat, chat.options)
    chat.setParent(composer)
    return composer


def options(composer: Composer) -> ChosenOptions:
    assert composer.options is not None
    return composer.options


def use_model(composer: Composer, model: ModelInfo | None) -> None:
    composer.draft.set_model(model)
    options(composer).set_model(model)


def add_photos(composer: Composer, *titles: str) -> list[Attachment]:
    made = [photo(title) for title in titles]
    for attachment in made:
        composer.draft.add(attachment)
    return made


def attachment_titles(composer: Composer) -> str:
    """Return the titles in prompt order."""
    return " ".join(attachment.title for attachment in composer.draft.attachments)


def thumbnail_of(composer: Composer, title: str) -> Thumbnail:
    """Return the visible thumbnail with this title."""
    found = composer.findChildren(Thumbnail)
    return next(it for it in found if it.attachment.title == title and not it.isHidden())


def press_on(composer: Composer, title: str, key: Qt.Key, modifier: Any = None) -> None:
    """Press a key on a thumbnail after giving it the focus."""
    entry = thumbnail_of(composer, title)
    entry.setFocus()
    QTest.keyClick(entry, key, modifier or Qt.KeyboardModifier.NoModifier)


def cost_line(composer: Composer) -> str:
    label = next(it for it in composer.findChildren(QLabel) if it.objectName() == "attachment_cost")
    return label.text() if label.isVisible() else ""


def lay_out(composer: Composer) -> None:
    """Activate all layouts now instead of at the next event."""
    for widget in (composer, *composer.findChildren(QWidget)):
        if layout := widget.layout():
            layout.activate()


def wholly_shown(widget: QWidget) -> bool:
    """Return True if nothing of the widget is clipped or covered."""
    return widget.visibleRegion().boundingRect() == widget.rect()
