"""The ids of models on other computers: the address of the server and its name for the model."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

_SCHEMES = ("http://", "https://")
# This computer among those of a group.
HERE = "localhost"
# A name or an address, with a user if one is needed. Never an option of ssh.
_HOST = re.compile(r"(?:[A-Za-z0-9_][\w.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*")
_LONGEST_HOST = 255
_THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")


def remote_id(address: str, name: str) -> str:
    """Return the id of a model of a server."""
    return f"{address}#{name}"


def is_remote(model_id: str) -> bool:
    return model_id.startswith(_SCHEMES)


def address_and_name(model_id: str) -> tuple[str, str]:
    """Return the address of a remote model's server, and the server's name for the model."""
    address, _, name = model_id.partition("#")
    return address, name


def is_host(text: str) -> bool:
    """Return True for a computer as ssh takes it."""
    return len(text) <= _LONGEST_HOST and _HOST.fullmatch(text) is not None


def host_of(address: str) -> str:
    """Return the host of an address, with its port if it has one."""
    return urlsplit(address).netloc


def on_this_computer(address: str) -> bool:
    return (urlsplit(address).hostname or "") in _THIS_COMPUTER


def is_encrypted(address: str) -> bool:
    return address.startswith("https://")


def addresses_of(model_ids: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses of the servers of these models, each once."""
    found = (address_and_name(it)[0] for it in model_ids if is_remote(it))
    return tuple(dict.fromkeys(found))
