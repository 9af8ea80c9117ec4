"""Asks the hub on a worker thread: its API, whole small files, and parts of large ones.

`HfApi` is not used: it shares one client with fixed timeouts in the whole process, cannot be
interrupted, and reads answers of any size.
"""

import ssl
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from app.hub import connection
from app.hub.access import HubAccess
from app.hub.halt import Halt
from app.hub.hub_problems import TryAgain, no_repository
from app.hub.patience import Patience
from app.models.repositories import is_repository
from engine.errors import Refused
from engine.sentences import say, say_all

Params = Mapping[str, str | int | Sequence[str]]
_PATIENCE = Patience(connect=10.0, stall=20.0)
_LATER = say("Try again in a moment.")


class HubClient:
    """The connections of a piece of work. Methods block, and raise Refused with a sentence, or
    Stopped after `stop`, which may be called from any thread."""

    def __init__(self, access: HubAccess) -> None:
        self._halt = Halt()
        self._connection = connection.Connection(
            access, _PATIENCE, self._halt, trusted_certificates()
        )

    def stop(self) -> None:
        self._halt.stop()

    def close(self) -> None:
        self._connection.close()

    def json(self, path: str, params: Params, repository: str = "") -> Any:
        """Return the answer of the hub's API at `path`, about a repository if one is given."""
        query = urlencode(params, doseq=True)
        try:
            return self._connection.json(f"{path}?{query}" if query else path, repository)
        except TryAgain as error:
            raise Refused(say_all((error.sentence, _LATER))) from error

    def file(self, repository: str, revision: str, name: str, most: int) -> bytes:
        """Return a whole file of at most `most` bytes."""
        data = self.start(repository, revision, name, most + 1)
        if len(data) > most:
            raise Refused("{name} is larger than any model needs. Choose another model.", name=name)
        return data

    def start(self, repository: str, revision: str, name: str, most: int) -> bytes:
        """Return the first `most` bytes of a file, all of a shorter one."""
        return self._read(repository, revision, name, 0, most, None)

    def part(self, repository: str, revision: str, name: str, start: int, size: int) -> bytes:
        """Return `size` bytes of a file, from `start` on. Only these are asked for."""
        data = self._read(repository, revision, name, start, size, size)
        if len(data) < size:
            raise Refused("{name} on the hub is damaged. Choose another model.", name=name)
        return data

    def _read(
        self, repository: str, revision: str, name: str, start: int, most: int, size: int | None
    ) -> bytes:
        check_repository(repository)
        path = f"{repository}/resolve/{quote(revision)}/{quote(name)}"
        what = f"{repository}/{name}"
        data = bytearray()
        try:
            with self._connection.stream(path, what, start=start, size=size) as answer:
                # A server without ranges sends the file from its beginning.
                skipped = 0 if answer.response.status_code == 206 else start
                for piece in answer.response.iter_raw():
                    data += piece
                    self._halt.check()
                    if len(data) >= skipped + most:
                        break
        except TryAgain as error:
            raise Refused(say_all((error.sentence, _LATER))) from error
        return bytes(data[skipped : skipped + most])


@cache
def trusted_certificates() -> ssl.SSLContext:
    """Return what connections trust, which takes 20 ms to read."""
    import httpx2  # noqa: PLC0415

    return httpx2.create_ssl_context()


def check_repository(name: str) -> None:
    """Raise Refused unless `name` can be that of a model on the hub, such as "owner/name"."""
    if not is_repository(name):
        raise no_repository(name[:100])
