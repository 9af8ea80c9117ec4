"""Answers the commands about models on other computers, as the engine does about its own."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.base.chores import OrderedChores
from app.hub.token import keep_token, plain_token, read_token
from app.remote import model_list, sender
from app.remote.asked import Asked, Listed, Patience
from app.remote.problems import STRICT
from app.remote.servers_file import ServersFile, plain_address
from app.settings.preferences import Preferences
from engine import offline
from engine.errors import GONE, Refused
from engine.messages import (
    NOBODY,
    Abort,
    Aborted,
    Command,
    Continue,
    Count,
    Event,
    Failed,
    Generate,
    LoadModel,
    Measure,
    MediaKind,
    ModelReady,
    ModelUnloaded,
    UnloadModel,
    Work,
)
from engine.remote_ids import is_remote
from engine.sentences import say
from ui.state.remote_servers import RemoteApi, RemoteModel, RemoteServer, ServerTest
from ui.state.remote_words import not_listed
from ui.state.workspace import Workspace

_NO_KEY = say("That is not a key. Copy it from your account at the server.")
_REFUSED = say("Nothing was sent. Choose a model on this computer, or send again and agree.")


class RemoteModels(QObject):
    """Used on the Qt thread; connects to nothing before a person asks or tests a server.

    `submit` gives each command to the engine, by `to_engine`, or keeps it: those about remote
    models. `emit` takes their events, from any thread. The keys of servers are in the keychain,
    which is read when a key is first needed.
    """

    def __init__(
        self,
        workspace: Workspace,
        preferences: Preferences,
        home: Path,
        to_engine: Callable[[Command], None],
        emit: Callable[[Event], None],
    ) -> None:
        super().__init__(workspace)
        self.state = workspace.remote
        self.patience: Patience | None = None
        self._to_engine = to_engine
        self._emit = emit
        self._file = ServersFile(home)
        self._sender: sender.Sender | None = None
        self._keychain = OrderedChores("keychain", self)
        self._keys: dict[str, str] = {}
        # addresses whose key the keychain did not take: it is forgotten with the program
        self._unkept: set[str] = set()
        self._ids: set[int] = set()
        # models of chats, which have to learn what a person changes
        self._known: set[str] = set()
        # requests that wait for a person's consent, and for the keychain, by address
        self._unanswered: dict[str, list[Generate]] = {}
        self._unsent: set[int] = set()
        self._waiting: dict[str, list[Callable[[str], None]]] = {}
        self.state.set_servers(self._file.read())
        self.state.added.connect(self._add)
        self.state.removed.connect(self._remove)
        self.state.edited.connect(self._edit)
        self.state.tested.connect(self._test)
        self.state.key_set.connect(self._set_key)
        self.state.answered.connect(self._answered)
        preferences.changed.connect(self._end_if_strict)

    def submit(self, command: Command) -> None:
        match command:
            case Abort(request_id) if request_id in self._ids:
                self._abort(request_id)
            case Continue(request_id, reply_id) if reply_id in self._ids:
                # The text so far is then sent as the beginning of a new answer.
                self._emit(Failed(request_id, GONE))
            case Count(request_id, request) if is_remote(request.model_id):
                # A server would have to be sent what a person has not sent yet.
                self._emit(Aborted(request_id))
            case _ if is_remote(model_id := getattr(command, "model_id", "")):
                assert isinstance(command, Work)
                self._take(command, model_id)
            case _:
                self._to_engine(command)

    def close(self, timeout: float) -> bool:
        """End all requests. Return False if that takes longer than `timeout` seconds."""
        kept = self._keychain.end(timeout / 2)
        return (self._sender is None or self._sender.close(timeout / 2)) and kept

    # --- commands ------------------------------------------------------------------------------

    def _take(self, command: Work, model_id: str) -> None:
        request_id = command.request_id
        match command:
            case LoadModel():
                self._load(request_id, model_id)
            case UnloadModel():
                self._emit(ModelUnloaded(request_id, model_id))
            case Measure():
                self._emit(Aborted(request_id))
            case Generate():
                self._ids.add(request_id)
                self._generate(command)
            case _:
                needed = say("This needs a model on this computer. Choose another one.")
                self._emit(Failed(request_id, needed))

    def _load(self, request_id: int, model_id: str) -> None:
        """Answer with what is known: nothing is loaded, and the server is not asked."""
        info = self.state.info(model_id)
        if info is None:
            self._emit(Failed(request_id, not_listed(model_id)))
        else:
            self._known.add(model_id)
            self._emit(ModelReady(request_id, info))

    def _generate(self, request: Generate) -> None:
        try:
            server, _ = self._found(request)
        except Refused as refusal:
            self._emit(Failed(request.request_id, refusal.args[0]))
            return
        if server.allowed:
            self._unsent.add(request.request_id)
            self._with_key(server, partial(self._send, request))
            return
        asked = server.address in self._unanswered
        self._unanswered.setdefault(server.address, []).append(request)
        if not asked:
            self.state.permission_asked.emit(server)

    def _found(self, request: Generate) -> tuple[RemoteServer, RemoteModel]:
        """Return where a request goes. Raises Refused if it cannot go there as it is."""
        found = self.state.find(request.model_id)
        if found is None:
            raise Refused(not_listed(request.model_id))
        if offline.is_strict():
            raise Refused(STRICT)
        server, model = found
        media = [it for message in request.messages for it in message.media]
        if not model.vision and any(it.kind is not MediaKind.TEXT for it in media):
            raise Refused(
                "{name} accepts no images. Remove them, or choose another model. If it does "
                "accept them, say so in Models › Servers.",
                name=model.name,
            )
        return server, model

    def _send(self, request: Generate, key: str) -> None:
        """Send a request that is still wanted. A person may have changed their mind about the
        server while the keychain was read."""
        if request.request_id not in self._unsent:
            return
        self._unsent.discard(request.request_id)
        try:
            server, model = self._found(request)
        except Refused as refusal:
            self._emit(Failed(request.request_id, refusal.args[0]))
            return
        if server.allowed:
            self._get_sender().send(Asked(request, server, model, key))
        else:
            self._emit(Failed(request.request_id, _REFUSED))

    def _abort(self, request_id: int) -> None:
        for requests in self._unanswered.values():
            for request in requests:
                if request.request_id == request_id:
                    requests.remove(request)
                    self._emit(Aborted(request_id))
                    return
        if request_id in self._unsent:
            self._unsent.discard(request_id)
            self._emit(Aborted(request_id))
        elif self._sender is not None:
            self._sender.abort(request_id)

    def _answered(self, address: str, agreed: bool) -> None:
        """Go on with the requests to an address that a person has just been asked about."""
        requests = self._unanswered.pop(address, [])
        server = self.state.server(address)
        if server is not None and server.allowed != agreed:
            self._store(server, allowed=agreed)
        for request in requests:
            if agreed:
                self._generate(request)
            else:
                self._emit(Failed(request.request_id, _REFUSED))

    def _end_if_strict(self) -> None:
        """End what is under way: strict offline does not close open connections by itself."""
        if offline.is_strict() and self._sender is not None:
            self._sender.end_all(STRICT)

    def _get_sender(self) -> "sender.Sender":
        self._sender = self._sender or sender.Sender(self._emit, self.patience)
        return self._sender

    # --- servers -------------------------------------------------------------------------------

    def _add(self, text: str, api: RemoteApi) -> None:
        try:
            address = plain_address(text, api)
        except Refused as refusal:
            self.state.set_problem(refusal.args[0])
            return
        if self.state.server(address) is not None:
            self.state.set_problem(say("This server is in the list already."))
            return
        self.state.set_problem("")
        self._set((*self.state.servers, RemoteServer(address, api)))

    def _remove(self, address: str) -> None:
        server = self.state.server(address)
        if server is None:
            return
        self._set(it for it in self.state.servers if it.address != address)
        if server.keyed:
            self._keep_key(address, "")

    def _edit(self, server: RemoteServer) -> None:
        """Take over the API and the models of a server as a person has set them."""
        former = self.state.server(server.address)
        if former is not None:
            self._store(former, api=server.api, models=server.models)
            self._tell_known(server.address)

    def _tell_known(self, address: str) -> None:
        """Let chats know what their models can do now."""
        for info in self.state.chosen():
            if info.address == address and info.model_id in self._known:
                self._emit(ModelReady(NOBODY, info))

    def _set_key(self, address: str, text: str) -> None:
        server = self.state.server(address)
        key = plain_token(text)
        if server is None:
            return
        if text.strip() and not key:
            self.state.set_key_note(address, _NO_KEY)
            return
        self._store(server, keyed=bool(key))
        self.state.set_key_note(address, "")
        self._keep_key(address, key)

    def _keep_key(self, address: str, key: str) -> None:
        self._keys[address] = key
        work = partial(keep_token, key, _user(address))
        self._keychain.do(work, partial(self._show_kept, address))

    def _with_key(self, server: RemoteServer, then: Callable[[str], None]) -> None:
        """Call `then` with the key of a server: at once, or when the keychain has been read."""
        address = server.address
        if not server.keyed or address in self._keys:
            then(self._keys.get(address, "") if server.keyed else "")
            return
        waiting = self._waiting.setdefault(address, [])
        waiting.append(then)
        if len(waiting) == 1:
            work = partial(read_token, _user(address))
            self._keychain.do(work, partial(self._take_key, address))

    # --- tests ---------------------------------------------------------------------------------

    def _test(self, address: str) -> None:
        """Ask a server for its models."""
        server = self.state.server(address)
        if server is None:
            return
        if offline.is_strict():
            self.state.set_test(address, ServerTest(STRICT, bad=True))
            return
        self.state.set_test(address, ServerTest(say("Connecting…"), runs=True))
        self._with_key(server, partial(self._ask_models, server))

    def _ask_models(self, server: RemoteServer, key: str) -> None:
        self._get_sender().ask_models(server, key, self._post_listed)

    def _post_listed(self, server: RemoteServer, found: Listed) -> None:
        """Called on the sender's thread."""
        self._keychain.post(partial(self._show_listed, server.address), found)

    def _show_listed(self, address: str, found: Listed) -> None:
        server = self.state.server(address)
        if server is None:
            return
        if isinstance(found, str):
            self.state.set_test(address, ServerTest(found, bad=True))
            return
        self._store(server, models=model_list.merged(server.models, found))
        self._tell_known(address)
        said = say("{host} answers, with %n model(s).", "", len(found), host=server.host)
        self.state.set_test(address, ServerTest(said))

    # --- inside --------------------------------------------------------------------------------

    def _show_kept(self, address: str, note: str) -> None:
        """Tell how the keychain took a key; `note` is "" if all is well."""
        if self.state.server(address) is None:
            if note:
                self.state.set_problem(note)
            return
        self.state.set_key_note(address, note)
        if note and self._keys.get(address):
            self._unkept.add(address)
        else:
            self._unkept.discard(address)
        self._set(self.state.servers)

    def _take_key(self, address: str, key: str) -> None:
        """Go on with a key from the keychain, unless another was entered meanwhile. None at all is
        looked for again next time: the keychain may have been locked."""
        key = self._keys.get(address, key)
        if key:
            self._keys[address] = key
        for then in self._waiting.pop(address, []):
            then(key)

    def _store(self, server: RemoteServer, **fields: object) -> None:
        """Change fields of a server."""
        changed = replace(server, **fields)
        others = self.state.servers
        self._set(changed if it.address == server.address else it for it in others)

    def _set(self, servers: Iterable[RemoteServer]) -> None:
        found = tuple(servers)
        self._file.write(
            tuple(replace(it, keyed=it.keyed and it.address not in self._unkept) for it in found)
        )
        self.state.set_servers(found)


def _user(address: str) -> str:
    """Return the name of a key in the keychain."""
    return f"key of {address}"
