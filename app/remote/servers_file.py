"""The servers that a person has added, as a file without their keys."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from app.base.disk import read_quietly, write_quietly
from app.base.json_values import json_value, restored
from engine.errors import Refused
from engine.frozen import frozen
from ui.state.remote_servers import RemoteApi, RemoteServer

NAME = "remote_servers.json"
MAX_BYTES = 4 << 20
MAX_ADDRESS = 500


@frozen
class _Stored:
    """The content of the file."""

    servers: tuple[RemoteServer, ...] = ()


class ServersFile:
    """The file in a folder. What cannot be saved is kept until the end."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def read(self) -> tuple[RemoteServer, ...]:
        found = read_quietly(self._path, MAX_BYTES, partial(restored, _Stored), _Stored())
        return tuple({it.address: it for it in found.servers if _is_address(it)}.values())

    def write(self, servers: tuple[RemoteServer, ...]) -> None:
        kept = tuple(
            replace(it, models=tuple(model for model in it.models if model.chosen))
            for it in servers
        )
        write_quietly(self._path, json_value(_Stored(kept)))


def plain_address(text: str, api: RemoteApi) -> str:
    """Return the address of an API as it is stored. Raises Refused for a text that is none."""
    text = text.strip().rstrip("/")
    if "://" not in text:
        raise _not_an_address(text)
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise _not_an_address(text) from error
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= MAX_ADDRESS
    if parts.scheme not in ("http", "https") or not host or not plain:
        raise _not_an_address(text)
    if parts.username is not None or parts.password is not None:
        raise Refused("Leave the name and the password out of the address. Enter the key below it.")
    if parts.query or parts.fragment:
        raise _not_an_address(text)
    path = parts.path.rstrip("/")
    for end in ("/chat/completions", "/messages", "/models"):
        path = path.removesuffix(end)
    if api is RemoteApi.ANTHROPIC:
        path = path.removesuffix("/v1")
    elif not path:
        path = "/v1"
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"


def _is_address(server: RemoteServer) -> bool:
    try:
        return plain_address(server.address, server.api) == server.address
    except Refused:
        return False


def _not_an_address(text: str) -> Refused:
    return Refused(
        "{text} is not the address of a server. Write it as in http://192.168.1.20:8080/v1.",
        text=f"“{text[:80]}”",
    )
