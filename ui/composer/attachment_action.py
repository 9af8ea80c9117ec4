"""Actions on an attachment before it is sent: by key, and from its menu."""

import sys
from enum import Enum, auto

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine.messages import MediaKind
from ui.look.language import tr
from ui.state.attachment import Attachment
from ui.state.shortcuts import native
from ui.widgets.held_keys import held_keys
from ui.widgets.menu import PopupMenu


class AttachmentAction(Enum):
    SHOW = auto()
    QUICK_LOOK = auto()
    OUTSIDE = auto()
    LEFT = auto()
    RIGHT = auto()
    INTO_TEXT = auto()
    BEFORE_TEXT = auto()
    AS_VIDEO = auto()
    STILL = auto()
    AS_TEXT = auto()
    REMOVE = auto()
    REMOVE_ALL = auto()


_NONE, _ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
_KEYS: dict[tuple[Qt.KeyboardModifier, int], AttachmentAction] = {
    (_NONE, Qt.Key.Key_Space): AttachmentAction.SHOW,
    (_NONE, Qt.Key.Key_Return): AttachmentAction.OUTSIDE,
    (_NONE, Qt.Key.Key_Enter): AttachmentAction.OUTSIDE,
    (_ALT, Qt.Key.Key_Left): AttachmentAction.LEFT,
    (_ALT, Qt.Key.Key_Right): AttachmentAction.RIGHT,
    (_ALT, Qt.Key.Key_Down): AttachmentAction.INTO_TEXT,
    (_ALT, Qt.Key.Key_Up): AttachmentAction.BEFORE_TEXT,
    (_NONE, Qt.Key.Key_Delete): AttachmentAction.REMOVE,
    (_NONE, Qt.Key.Key_Backspace): AttachmentAction.REMOVE,
}


def action_of(event: QKeyEvent) -> AttachmentAction | None:
    """Return the action for a key press on an attachment."""
    return _KEYS.get((held_keys(event), event.key()))


def offered(
    attachment: Attachment, *, first: bool, last: bool, placed: bool, fits: bool
) -> tuple[AttachmentAction, ...]:
    """Return the actions for an attachment that is `first` or `last`, or `placed` in the text.
    `fits` is True if its contents can become a part of the text."""
    action = AttachmentAction
    wanted = {
        action.QUICK_LOOK: sys.platform == "darwin",
        action.LEFT: not first,
        action.RIGHT: not last,
        action.INTO_TEXT: not placed,
        action.BEFORE_TEXT: placed,
        action.AS_VIDEO: attachment.moves and attachment.media.kind is MediaKind.IMAGE,
        action.STILL: attachment.moves and attachment.media.kind is MediaKind.VIDEO,
        action.AS_TEXT: attachment.whole_text and fits,
        action.REMOVE_ALL: not (first and last),
    }
    return tuple(each for each in action if wanted.get(each, True))


def attachment_menu(actions: tuple[AttachmentAction, ...], parent: QWidget) -> QMenu:
    """The `data` of each entry is its action. The menu is deleted when it closes."""
    menu = PopupMenu(parent)
    words = _words()
    shortcuts = {action: keys for keys, action in reversed(_KEYS.items())}
    for action in actions:
        text = words[action]
        if action in shortcuts:
            modifiers, key = shortcuts[action]
            keys = QKeySequence(QKeyCombination(modifiers, Qt.Key(key)))
            text += f"\t{native(keys)}"
        menu.addAction(text).setData(action)
    return menu


def _words() -> dict[AttachmentAction, str]:
    return {
        AttachmentAction.SHOW: tr("Preview"),
        AttachmentAction.QUICK_LOOK: tr("Quick Look"),
        AttachmentAction.OUTSIDE: tr("Open in default app"),
        AttachmentAction.LEFT: tr("Move left"),
        AttachmentAction.RIGHT: tr("Move right"),
        AttachmentAction.INTO_TEXT: tr("Insert into the text"),
        AttachmentAction.BEFORE_TEXT: tr("Put before the text"),
        AttachmentAction.AS_VIDEO: tr("Send as a video"),
        AttachmentAction.STILL: tr("Send the first frame"),
        AttachmentAction.AS_TEXT: tr("Insert its contents"),
        AttachmentAction.REMOVE: tr("Remove"),
        AttachmentAction.REMOVE_ALL: tr("Remove all"),
    }
