"""The address of this computer in a network."""

import socket
from contextlib import closing


def address_towards(peer: str) -> str:
    """Return the IPv4 address by which another computer reaches this one. Nothing is sent. Raises
    OSError without a way there."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        # Connecting a datagram socket only chooses the way; the port does not matter.
        probe.connect((peer, 9))
        return str(probe.getsockname()[0])
