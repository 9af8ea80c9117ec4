"""Has the token for gated models in memory once it was needed, and keeps it in the keychain."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from app.base.chores import OrderedChores
from app.hub.token import keep_token, plain_token, read_token
from engine.sentences import say
from ui.state.hub_state import HubState

_NO_TOKEN = say("That is not a token. Copy it from the settings of your account on the hub.")


class TokenKeeper(QObject):
    """Used on the Qt thread. The keychain is read when it is first needed, since the system may ask
    a person for that. The token is never shown, logged or written to a file."""

    def __init__(self, state: HubState, parent: QObject) -> None:
        super().__init__(parent)
        self._state = state
        self._token: str | None = None
        self._reading = False
        self._waiting: list[Callable[[str], None]] = []
        self._keychain = OrderedChores("keychain", self)

    def when_known(self, function: Callable[[str], None]) -> None:
        """Call `function` with the token, "" if there is none: at once, or when it was read."""
        if self._token is not None:
            function(self._token)
            return
        self._waiting.append(function)
        if not self._reading:
            self._reading = True
            self._keychain.do(read_token, self._take)

    def look(self) -> None:
        """Set in the state if there is a token."""
        self.when_known(lambda token: self._state.set_token(bool(token), self._state.token_note))

    def set_token(self, text: str) -> None:
        """Use what a person typed, and keep it; "" forgets the token."""
        token = plain_token(text)
        if text.strip() and not token:
            self._state.set_token(bool(self._token), _NO_TOKEN)
            return
        self._token = token
        self._state.set_token(bool(token))
        # The system's question about the keychain may still be open.
        self._answer(token)
        self._keychain.do(partial(keep_token, token), self._show_kept)

    def close(self, timeout: float) -> bool:
        """Return False if the keychain is still in use after `timeout` seconds."""
        return self._keychain.end(timeout)

    def _take(self, token: str) -> None:
        """Use what the keychain has, unless a person typed a token meanwhile."""
        if self._token is None:
            self._token = token
            self._state.set_token(bool(token))
        self._answer(self._token)

    def _show_kept(self, note: str) -> None:
        self._state.set_token(bool(self._token), note)

    def _answer(self, token: str) -> None:
        waiting, self._waiting = self._waiting, []
        for function in waiting:
            function(token)
