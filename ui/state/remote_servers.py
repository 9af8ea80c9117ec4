"""Servers on other computers whose models can be asked, and what is known of those models."""

from collections.abc import Iterable, Mapping
from enum import Enum

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from engine.messages import ModelInfo, SamplingParams, address_and_name, host_of, remote_id

# Sampling from the model's own distribution. What a person leaves like this is not sent.
NEUTRAL = SamplingParams(temperature=1.0)


class RemoteApi(Enum):
    """The form in which a server is asked. The values are names for people."""

    OPENAI = "OpenAI"
    ANTHROPIC = "Anthropic"


@frozen
class RemoteModel:
    """A model of a server, by the server's own name. `chosen` models are in the menus. The other
    fields are what the server told, or a person set; `context` is in tokens, 0 if unknown."""

    name: str
    chosen: bool = False
    vision: bool = True
    tools: bool = True
    thinking: bool = False
    context: int = 0


@frozen
class RemoteServer:
    """A server that a person added. `address` is that of its API, without a slash at the end.
    `keyed`: its key is in the keychain. `allowed`: the person agreed that chats go there."""

    address: str
    api: RemoteApi = RemoteApi.OPENAI
    models: tuple[RemoteModel, ...] = ()
    keyed: bool = False
    allowed: bool = False

    @property
    def host(self) -> str:
        return host_of(self.address)


@frozen
class ServerTest:
    """The last test of a server: it `runs`, or ended with a sentence, which is about a problem if
    it is `bad`."""

    sentence: str = ""
    bad: bool = False
    runs: bool = False


def remote_info(server: RemoteServer, model: RemoteModel) -> ModelInfo:
    """Return what the window needs to know of a model."""
    return ModelInfo(
        remote_id(server.address, model.name),
        model.name,
        server.host,
        model.vision,
        model.thinking,
        model.tools,
        model.context,
        weight_bytes=0,
        load_seconds=0.0,
        sampling=NEUTRAL,
        address=server.address,
    )


class RemoteServers(QObject):
    """`servers` are in the order in which they were added; `tests` has the last test of each, by
    address, and `key_notes` a sentence about a key that could not be kept. `asked` are the
    addresses that a question waits for: may chats go there? `changed` is about any of these,
    `permission_asked` has the RemoteServer of such a question.

    What a person asks for: `added` has an address and a RemoteApi, `removed` and `tested` an
    address, `edited` a RemoteServer, `key_set` an address and a key, "" to forget it. `answered`
    has an address and True if chats may go there.
    """

    changed = Signal()
    permission_asked = Signal(object)
    added = Signal(str, object)
    removed = Signal(str)
    tested = Signal(str)
    edited = Signal(object)
    key_set = Signal(str, str)
    answered = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.servers: tuple[RemoteServer, ...] = ()
        self.tests: Mapping[str, ServerTest] = {}
        self.key_notes: Mapping[str, str] = {}
        self.problem = ""

    def set_servers(self, servers: Iterable[RemoteServer]) -> None:
        self.servers = tuple(servers)
        known = {it.address for it in self.servers}
        self.tests = {it: test for it, test in self.tests.items() if it in known}
        self.key_notes = {it: note for it, note in self.key_notes.items() if it in known}
        self.changed.emit()

    def set_test(self, address: str, test: ServerTest) -> None:
        self.tests = {**self.tests, address: test}
        self.changed.emit()

    def set_key_note(self, address: str, note: str) -> None:
        self.key_notes = {**self.key_notes, address: note}
        self.changed.emit()

    def set_problem(self, sentence: str) -> None:
        """Say why what was entered for a new server cannot be used, "" if it can."""
        self.problem = sentence
        self.changed.emit()

    def server(self, address: str) -> RemoteServer | None:
        return next((it for it in self.servers if it.address == address), None)

    def find(self, model_id: str) -> tuple[RemoteServer, RemoteModel] | None:
        """Return a chosen model with its server, None if a person has not chosen it here."""
        address, name = address_and_name(model_id)
        server = self.server(address)
        models = server.models if server else ()
        model = next((it for it in models if it.name == name and it.chosen), None)
        return (server, model) if server and model else None

    def info(self, model_id: str) -> ModelInfo | None:
        found = self.find(model_id)
        return remote_info(*found) if found else None

    def chosen(self) -> list[ModelInfo]:
        """Return the models of the menus."""
        pairs = ((it, model) for it in self.servers for model in it.models)
        return [remote_info(it, model) for it, model in pairs if model.chosen]
