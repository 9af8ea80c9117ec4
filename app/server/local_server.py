"""The local server beside the window: on and off as the settings say, and shown there."""

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.base.chores import OrderedChores
from app.server import client_lines
from app.server.catalog import Catalog, Served, served
from app.server.server_token import new_token, server_token
from app.settings.preferences import Preferences
from engine.errors import Refused
from engine.messages import (
    Command,
    Continue,
    Event,
    Generate,
    LoadProgress,
    ModelReady,
    ModelUnloaded,
)
from engine.sentences import say
from ui.state.server_state import ServedRequest
from ui.state.settings import Settings
from ui.state.workspace import Workspace

if TYPE_CHECKING:
    from app.server.server import Server

# Ids of clients' requests begin above all that the store gives to the window's.
_FIRST_ID = 1 << 52
_STOP_TIMEOUT = 5.0
# Milliseconds between two looks at the log of requests, and at the network.
_LOOK, NETWORK = 500, 5000
_TITLES = {
    "claude": "Claude Code",
    "codex": "Codex",
    "opencode": "opencode",
    "continue": "Continue",
    "openai": "OpenAI SDK",
    "anthropic": "Anthropic SDK",
}
_STRICT = say("Strict offline is on, so the server is off.")


class LocalServer(QObject):
    """Used on the Qt thread, but for `takes`. Nothing of the server is imported while it is off."""

    def __init__(
        self, workspace: Workspace, preferences: Preferences, submit: Callable[[Command], None]
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._state = workspace.server
        self._preferences = preferences
        self._submit = submit
        self._server: Server | None = None
        self._catalog = Catalog()
        self._ids = itertools.count(_FIRST_ID)
        self._token = ""
        # The port, the address in the network and the origins with which the server runs.
        self._place: tuple[int, str, tuple[str, ...]] = (0, "", ())
        self._reading = False
        # The replies of the window that have not ended.
        self._replies: set[int] = set()
        self._keychain = OrderedChores("keychain", self)
        self._look = QTimer(self, interval=_LOOK)
        self._look.timeout.connect(self._show_served)
        self._shown: tuple[object, ...] = ()
        # True while other computers reach the server.
        self._open = False
        self.network_look = QTimer(self, interval=NETWORK)
        self.network_look.timeout.connect(self._follow_network)
        preferences.changed.connect(self._apply)
        workspace.library.changed.connect(self._fill)
        self._state.token_replaced.connect(self._replace_token)
        self._apply()

    def takes(self, event: Event) -> bool:
        """Take an event of the engine on its thread. Return True if it does not concern the window,
        which shows also the models that clients load."""
        self._catalog.note(event)
        server = self._server
        request_id = getattr(event, "request_id", 0)
        if server is None or request_id < _FIRST_ID:
            return False
        server.calls.post(event)
        return not isinstance(event, ModelReady | ModelUnloaded | LoadProgress)

    def on_sent(self, command: Command) -> None:
        """Take note of a command of the window."""
        if isinstance(command, Generate | Continue):
            self._replies.add(command.request_id)
            self._tell_busy()

    def on_ended(self, request_id: int) -> None:
        """Take note of the end of a request of the window."""
        self._replies.discard(request_id)
        self._tell_busy()

    def close(self) -> bool:
        """Stop the server. Return False if it does not stop in time."""
        kept = self._keychain.end(_STOP_TIMEOUT)
        return self._stop() and kept

    def _apply(self) -> None:
        value = self._preferences.value
        if value.server_on and not value.offline:
            if self._server is not None and self._place != _place(value):
                self._stop()
            self._start(value)
        else:
            self._stop()
            self._state.set_running("", _STRICT if value.server_on else "")
        self._fill()
        self._tell_busy()

    def _start(self, value: Settings) -> None:
        if self._server is not None or self._reading:
            return
        if not self._token:
            # The system may ask a person whether the keychain may be read.
            self._reading = True
            self._keychain.do(lambda: server_token()[:2], self._take_token)
            return
        from app.server import network  # noqa: PLC0415
        from app.server.calls import EngineCalls  # noqa: PLC0415  off for most people
        from app.server.guard import LOOPBACK, Access  # noqa: PLC0415
        from app.server.server import Server  # noqa: PLC0415

        calls = EngineCalls(self._submit, lambda: next(self._ids))
        calls.named = self._post_name
        origins = frozenset(value.server_origins)
        address = value.server_address
        there = bool(address) and network.is_own(address)
        host = network.host_of(address) if there else "127.0.0.1"
        server = Server(calls, self._catalog, Access(self._token, LOOPBACK | {host}, origins))
        try:
            port = server.start(value.server_port, address if there else "")
        except Refused as refusal:
            self._state.set_running("", str(refusal))
            return
        self._server = server
        self._place = _place(value)
        self._open = there
        self._look.start()
        self.network_look.start()
        self._state.set_network(network.own_address())
        moved = _moved(address) if address and not there else ""
        self._state.set_running(f"http://{host}:{port}", moved)

    def _stop(self) -> bool:
        server = self._server
        self._look.stop()
        self.network_look.stop()
        stopped = server is None or server.stop(_STOP_TIMEOUT)
        self._server = None
        return stopped

    def _follow_network(self) -> None:
        """Notice that this computer has left a network or come into one. The server listens there
        once none of its requests runs."""
        from app.server import network  # noqa: PLC0415

        self._state.set_network(network.own_address())
        address = self._preferences.value.server_address
        there = bool(address) and network.is_own(address)
        if self._server is None or there == self._open:
            return
        if all(it.seconds is not None for it in self._server.journal.entries):
            self._stop()
            self._apply()

    def _replace_token(self) -> None:
        if not self._reading:
            self._reading = True
            self._keychain.do(new_token, self._take_token)

    def _take_token(self, kept: tuple[str, str]) -> None:
        """Start again with a token; a note tells if it could not be kept."""
        self._reading = False
        self._token, note = kept
        self._state.set_token(self._token, note)
        self._stop()
        self._apply()

    def _post_name(self, request_id: int, client: str) -> None:
        """Called on the server's thread."""
        self._keychain.post(partial(self._workspace.engine.name_client, request_id), client)

    def _tell_busy(self) -> None:
        if self._server is not None:
            first = self._preferences.value.window_first
            self._server.set_window_busy(first and bool(self._replies))

    def _fill(self) -> None:
        """Serve the models of the library under names without spaces."""
        value = self._preferences.value
        formats = dict(value.formats)
        models: dict[str, Served] = {}
        for it in self._workspace.library.models:
            if it.problem or not it.available:
                continue
            name = plain = re.sub(r"[^\w.+-]+", "-", it.name).strip("-").lower() or "model"
            for number in itertools.count(2):
                if name not in models:
                    break
                name = f"{plain}-{number}"
            made = served(name, it.model_id, it.facts, it.state, it.modified)
            models[name] = replace(
                made,
                channel_format=formats.get(it.model_id, ""),
                in_8_bit=it.model_id in value.kv_8bit,
            )
        chosen = next((it.name for it in models.values() if it.model_id == value.default_model), "")
        chosen = chosen or next(iter(models), "")
        self._catalog.set(models.values(), chosen if value.server_any_model else "", evicts=False)
        self._show_lines(models.get(chosen))

    def _show_lines(self, model: Served | None) -> None:
        address = self._state.address
        if not address or model is None:
            self._state.set_lines(())
            return
        place = client_lines.Address(address, self._token, model.name, model.context)
        self._state.set_lines(
            (_TITLES[tool], client_lines.lines_for(tool, place)) for tool in client_lines.TOOLS
        )

    def _show_served(self) -> None:
        if self._server is None:
            return
        found = tuple(
            ServedRequest(
                it.client,
                it.path,
                it.model,
                it.status if it.seconds is not None else 0,
                it.prompt,
                it.cached,
                it.generated,
                it.seconds or 0.0,
                it.began,
                it.code,
            )
            for it in reversed(self._server.journal.entries)
        )
        if found != self._shown:
            self._shown = found
            self._state.set_served(found)


def _place(value: Settings) -> tuple[int, str, tuple[str, ...]]:
    return value.server_port, value.server_address, value.server_origins


def _moved(address: str) -> str:
    return say(
        "This computer does not have the address {address} right now, so the server answers "
        "only programs on this computer. For this network, turn “Other computers on my "
        "network” off and on again.",
        address=address,
    )
