"""The local server as the settings show it."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen


@frozen
class ServedRequest:
    """A request of another program, without what was said. `began` is in seconds since 1970;
    `status` is the code of HTTP, 0 while it runs. Counts are of tokens. `code` names the reason of
    a refusal as programs compare it, "" for none."""

    client: str
    path: str
    model: str
    status: int
    prompt: int
    cached: int
    generated: int
    seconds: float
    began: float
    code: str = ""


class ServerState(QObject):
    """`address` is "" while the server is off, and `problem` a sentence why it could not start.
    `network` is the address of this computer in its network, "" if it is in none.
    `token` is "" until it is known, and `token_note` a sentence about keeping it. `lines` are pairs
    of a tool's name and the text that points it to the server. `served` are the last requests,
    newest first. A person asks for a new token with `token_replaced`."""

    changed = Signal()
    served_changed = Signal()
    token_replaced = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.address = ""
        self.problem = ""
        self.network = ""
        self.token = ""
        self.token_note = ""
        self.lines: tuple[tuple[str, str], ...] = ()
        self.served: tuple[ServedRequest, ...] = ()

    def set_running(self, address: str, problem: str = "") -> None:
        self.address, self.problem = address, problem
        self.changed.emit()

    def set_network(self, address: str) -> None:
        if address != self.network:
            self.network = address
            self.changed.emit()

    def set_token(self, token: str, note: str = "") -> None:
        self.token, self.token_note = token, note
        self.changed.emit()

    def set_lines(self, lines: Iterable[tuple[str, str]]) -> None:
        self.lines = tuple(lines)
        self.changed.emit()

    def set_served(self, served: Iterable[ServedRequest]) -> None:
        self.served = tuple(served)
        self.served_changed.emit()
