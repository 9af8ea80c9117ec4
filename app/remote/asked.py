"""A request to a server, and how long its answer may take."""

from collections.abc import Callable

from engine.frozen import frozen
from engine.messages import Generate
from ui.state.remote_servers import RemoteModel, RemoteServer


@frozen
class Patience:
    """Seconds. A connection may take `connect`; a server may send nothing for `silence`, since a
    long prompt takes minutes. A person is told of the wait every `remind`. After its end, an answer
    may have `last` for its counts. A field that a model refused is left out for `refusal`: the
    server may be updated."""

    connect: float = 15.0
    silence: float = 600.0
    remind: float = 5.0
    last: float = 5.0
    refusal: float = 600.0


@frozen
class Asked:
    """A request, and where it goes. `key` is "" for a server that wants none."""

    request: Generate
    server: RemoteServer
    model: RemoteModel
    key: str


# The models of a server, or a sentence why they are not known.
Listed = tuple[RemoteModel, ...] | str
Then = Callable[[RemoteServer, Listed], None]
