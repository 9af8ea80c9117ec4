"""A key of a whole Wayland desktop, by its portal for global shortcuts.

The desktop asks the person for consent, and may choose other keys.
"""

import logging
import secrets
from collections.abc import Callable
from threading import Thread
from typing import Any

from PySide6.QtCore import QKeyCombination, Qt

from app.base.mailbox import Mailbox
from app.desktop.capture import portal
from app.desktop.capture.global_key import GlobalKey, combination
from engine.sentences import say
from ui.look.language import tr

log = logging.getLogger(__name__)

NO_PORTAL = say(
    "This desktop has no shortcuts that work in every program. Use the + menu or the "
    "command palette."
)
NOT_GIVEN = say("The desktop did not accept these keys. Check its keyboard settings.")
_ID = "ask-about-the-screen"
_PRESSED = "pressed"
# Seconds after which a key that is not wanted any more is given back.
_OFTEN = 2.0
_MODIFIERS = (
    (Qt.KeyboardModifier.ControlModifier, "CTRL"),
    (Qt.KeyboardModifier.AltModifier, "ALT"),
    (Qt.KeyboardModifier.ShiftModifier, "SHIFT"),
    (Qt.KeyboardModifier.MetaModifier, "LOGO"),
)


class _Session:
    """The keys of one wish. Its thread knows it instead of the key, which must not end its life on
    another thread."""

    def __init__(self) -> None:
        self.token = f"duologue_{secrets.token_hex(8)}"
        self.ended = False


Post = Callable[[tuple[_Session, str]], None]


class PortalKey(GlobalKey):
    """A thread listens for the keys. The desktop takes them back when its connection ends, at the
    latest with this program."""

    def __init__(self) -> None:
        super().__init__()
        self._session = _Session()
        self._messages = Mailbox(self, frame_ms=0)
        self._messages.arrived.connect(self._on_messages)

    def _hold(self, keys: str) -> str:
        self._session = session = _Session()
        offered = {
            "description": ("s", tr("Ask about the screen")),
            "preferred_trigger": ("s", _trigger(combination(keys))),
        }
        arguments = session, offered, self._messages.post
        Thread(target=_listen, args=arguments, daemon=True).start()
        return ""

    def _release(self) -> None:
        self._session.ended = True

    def _on_messages(self, messages: list[tuple[_Session, str]]) -> None:
        for session, message in messages:
            if session is not self._session or session.ended:
                continue
            if message == _PRESSED:
                self.pressed.emit()
            else:
                self._tell(message)


def _listen(session: _Session, offered: dict[str, Any], post: Post) -> None:
    """Runs on a thread of its own."""
    try:
        with portal.portal("GlobalShortcuts") as shortcuts:
            _bind(shortcuts, session, offered, post)
    except Exception:
        # another program may answer anything
        log.warning("there is no portal for keys", exc_info=True)
        if not session.ended:
            post((session, NO_PORTAL))


def _bind(
    shortcuts: "portal.Portal", session: _Session, offered: dict[str, Any], post: Post
) -> None:
    _, made = shortcuts.ask("CreateSession", "", (), session_handle_token=("s", session.token))
    handle = str(made.get("session_handle", ""))
    with shortcuts.signals(shortcuts.rule("Activated")) as activated:
        code, _ = shortcuts.ask("BindShortcuts", "oa(sa{sv})s", (handle, [(_ID, offered)], ""))
        if code:
            post((session, NOT_GIVEN))
            return
        while not session.ended:
            if shortcuts.next_signal(activated, _OFTEN)[:2] == (handle, _ID):
                post((session, _PRESSED))


def _trigger(wanted: QKeyCombination) -> str:
    """Return the keys as the portal writes them, such as "CTRL+ALT+a"."""
    modifiers = [name for each, name in _MODIFIERS if wanted.keyboardModifiers() & each]
    key = wanted.key()
    plain = f"F{key - Qt.Key.Key_F1 + 1}" if key >= Qt.Key.Key_F1 else chr(key).lower()
    return "+".join((*modifiers, plain))
