"""Addresses of this computer in its local network, under which the server may be reached."""

import ipaddress
import socket
from contextlib import closing

from engine.errors import Refused
from engine.sentences import say_value
from engine.system.own_address import address_towards

# An address that belongs to nobody (RFC 5737).
_ELSEWHERE = "192.0.2.1"


def own_address() -> str:
    """Return the address of this computer in its network, "" if it is in none."""
    try:
        found = address_towards(_ELSEWHERE)
        check_address(found)
    except (OSError, Refused):
        return ""
    return found


def check_address(text: str) -> None:
    """Check that a text is one address of a local network. Raises Refused."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        raise Refused(
            "{address} is not an address. Write one such as 192.168.1.20.", address=say_value(text)
        ) from None
    if address.is_unspecified or address.is_multicast or address.is_loopback:
        raise Refused(
            "{address} is not the address of this computer in a network. Write one such as "
            "192.168.1.20.",
            address=text,
        )
    if address.is_global:
        raise Refused(
            "{address} is an address on the internet. The server answers local networks only.",
            address=text,
        )


def host_of(address: str) -> str:
    """Return an address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address


def is_own(address: str) -> bool:
    """Return True if this computer has the address now, and it is one of a local network."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        check_address(address)
        with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
            probe.bind((address, 0))
    except (OSError, Refused):
        return False
    return True
