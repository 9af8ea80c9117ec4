"""A key of a whole Wayland desktop, by its portal for global shortcuts.

The desktop asks the person for consent, and may choose other keys.
"""

import logging
import secrets
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
    "This desktop gives programs no keys that work everywhere. In its keyboard settings, you can "
    "set keys for the command “duologue”, which brings the window to the front."
)
NOT_GIVEN = say("The desktop did not give Duologue these keys. Look at its keyboard settings.")
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


class PortalKey(GlobalKey):
    """A thread listens for each key that was wanted, and only the last one is heard. The desktop
    gives the keys back when the connection ends, at the latest with this program."""

    def __init__(self) -> None:
        super().__init__()
        self._wanted = ""
        self._messages = Mailbox(self, frame_ms=0)
        self._messages.arrived.connect(self._on_messages)

    def _hold(self, keys: str) -> str:
        self._wanted = session = f"duologue_{secrets.token_hex(8)}"
        trigger = _trigger(combination(keys))
        words = tr("Ask about the screen")
        Thread(target=self._listen, args=(session, trigger, words), daemon=True).start()
        return ""

    def _release(self) -> None:
        self._wanted = ""

    def _listen(self, session: str, trigger: str, words: str) -> None:
        """Runs on a thread of its own."""
        try:
            with portal.portal("GlobalShortcuts") as shortcuts:
                self._bind(shortcuts, session, trigger, words)
        except Exception:
            # another program may answer anything
            log.warning("there is no portal for keys", exc_info=True)
            self._messages.post((session, NO_PORTAL))

    def _bind(self, shortcuts: "portal.Portal", session: str, trigger: str, words: str) -> None:
        made = shortcuts.ask("CreateSession", "", (), session_handle_token=("s", session))
        handle = str(made[1].get("session_handle", ""))
        offered: dict[str, Any] = {"description": ("s", words), "preferred_trigger": ("s", trigger)}
        with shortcuts.signals(shortcuts.rule("Activated")) as activated:
            asked = (handle, [(_ID, offered)], "")
            code, _ = shortcuts.ask("BindShortcuts", "oa(sa{sv})s", asked)
            if code:
                self._messages.post((session, NOT_GIVEN))
                return
            while self._wanted == session:
                if shortcuts.next_signal(activated, _OFTEN)[:2] == (handle, _ID):
                    self._messages.post((session, _PRESSED))

    def _on_messages(self, messages: list[tuple[str, str]]) -> None:
        for session, message in messages:
            if session != self._wanted:
                continue
            if message == _PRESSED:
                self.pressed.emit()
            else:
                self._tell(message)


def _trigger(wanted: QKeyCombination) -> str:
    """Return the keys as the portal writes them, such as "CTRL+ALT+a"."""
    modifiers = [name for each, name in _MODIFIERS if wanted.keyboardModifiers() & each]
    key = wanted.key()
    plain = f"F{key - Qt.Key.Key_F1 + 1}" if key >= Qt.Key.Key_F1 else chr(key).lower()
    return "+".join((*modifiers, plain))
