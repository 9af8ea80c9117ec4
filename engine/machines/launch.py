"""The processes of a group, here and on other computers: started, told their places, and ended."""

import random
import socket
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from secrets import token_hex
from subprocess import TimeoutExpired
from time import monotonic, sleep
from typing import IO, Any

from engine.frozen import frozen
from engine.machines import ssh, wire
from engine.machines.versions import version
from engine.messages import HERE
from engine.system import worker_process
from engine.system.own_address import address_towards

LOOPBACK = "127.0.0.1"
# Exit codes of a rank: another one ended before it, or its state differs from that of rank 0.
LOST, DRIFTED = 3, 4
# Seconds in which a rank ends after the group's end, and in which the others notice a rank's end.
ENDING = 5.0
NOTICING = 3.0
# Seconds between two looks at processes that are about to end.
LOOKED = 0.005
_LONGEST_LINE = 100_000
# Bytes of what a rank wrote to its standard error that are worth a place in the log.
_TAIL = 16_000
# Ports that a group takes together, of those that systems don't give out by themselves.
BLOCK = 64
_PORTS = range(12_000, 28_000, BLOCK)


@frozen
class Place:
    """The place of a process in a group, which it reads as one line from its standard input. The
    process ends when that input does.

    `ring` are the addresses of all ranks for MLX, as host:port, rank 0 first. The others meet
    rank 0 at `host` and `port`; `key` proves that a process belongs to the group. Rank 0 takes
    commands from the socket with the file descriptor `socket`, and sends its events there.
    `backend` is MLX's: "ring" over TCP, or "nccl", for which each rank has the GPU of its number.
    A process of another `version` ends with a sentence.
    """

    rank: int
    ring: tuple[str, ...]
    host: str
    port: int
    key: str
    memory_limit: int | None = None
    socket: int = -1
    backend: str = "ring"
    version: str = ""


class Ranks:
    """The running processes of a group. `events` is connected to rank 0."""

    def __init__(
        self, hosts: Sequence[str], memory_limit: int | None = None, backend: str = "ring"
    ) -> None:
        """Start a rank on each of the `hosts`: HERE, or a name for ssh. Rank 0 has to be here.
        Raises OSError."""
        found = [LOOPBACK if it == HERE else ssh.address_of(it) for it in hosts]
        elsewhere = [it for it in found if it != LOOPBACK]
        own = address_towards(elsewhere[0]) if elsewhere else LOOPBACK
        # Held as long as the group lives: no other group of this computer takes these ports.
        self._held, (meeting, *ports) = free_ports(len(hosts) + 1)
        ring = tuple(
            f"{own if address == LOOPBACK else address}:{port}"
            for address, port in zip(found, ports, strict=True)
        )
        place = Place(
            0, ring, own, meeting, token_hex(32), memory_limit, backend=backend, version=version()
        )
        ours, theirs = socket.socketpair()
        self.processes: list[worker_process.Process] = []
        self._errors: list[IO[bytes]] = []
        self.events = Connection(ours.detach())
        try:
            with theirs:
                self._add(replace(place, socket=theirs.fileno()), HERE, [theirs.fileno()])
            for rank in range(1, len(hosts)):
                self._add(replace(place, rank=rank), hosts[rank], [])
        except OSError:
            self.end(wait=0)
            raise

    @property
    def outputs(self) -> list[Any]:
        """The standard outputs, which end with their processes."""
        return [it.stdout for it in self.processes]

    def culprit(self) -> tuple[int, str]:
        """Return the rank that ended the group, and the sentence that it left, or ""."""
        end = monotonic() + NOTICING
        while monotonic() < end:
            codes = [it.poll() for it in self.processes]
            for rank, code in enumerate(codes):
                # All but the first one to end exit with LOST.
                if code not in (None, LOST):
                    return rank, self._last_words(rank)
            if None not in codes:
                break
            sleep(LOOKED)
        return 0, ""

    def errors(self, rank: int) -> str:
        """Return the end of what a rank, or its ssh, wrote to its standard error."""
        written = self._errors[rank]
        written.seek(max(0, written.seek(0, 2) - _TAIL))
        return written.read().decode(errors="replace").strip()

    def end(self, wait: float = ENDING) -> None:
        """Close the connections and wait for the processes, which are killed after `wait`
        seconds."""
        self.events.close()
        for process in self.processes:
            try:
                process.wait(wait)
            except TimeoutExpired:
                process.kill()
            worker_process.end(process)
        for each in (self._held, *self._errors):
            each.close()

    def kill(self) -> None:
        for process in self.processes:
            process.kill()

    def _add(self, place: Place, host: str, pass_fds: list[int]) -> None:
        errors = tempfile.TemporaryFile()  # noqa: SIM115  closed with the group
        self._errors.append(errors)
        process = (
            worker_process.start("worker", pass_fds, errors)
            if host == HERE
            else ssh.start(host, errors)
        )
        self.processes.append(process)
        assert process.stdin is not None
        process.stdin.write(wire.encode(place) + b"\n")

    def _last_words(self, rank: int) -> str:
        output = self.processes[rank].stdout
        assert output is not None
        try:
            return wire.decode(output.read(_LONGEST_LINE) or b'""', str)
        except ValueError:
            return ""


def free_ports(count: int) -> tuple[socket.socket, list[int]]:
    """Return free ports, and a socket that keeps other groups of this computer from them while it
    is open. MLX's ring takes no port 0. Raises OSError."""
    for base in random.sample(_PORTS, len(_PORTS)):
        found = range(base + 1, base + 1 + count)
        try:
            held = socket.create_server((LOOPBACK, base))
        except OSError:
            continue
        try:
            for each in found:
                socket.create_server((LOOPBACK, each)).close()
            return held, list(found)
        except OSError:
            held.close()
    raise OSError("no free ports")
