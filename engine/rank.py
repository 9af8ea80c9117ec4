"""`duologue worker`: one rank of a group of machines, without a window.

It reads its place as one line from the standard input, and ends when the input does. Rank 0 takes
commands from a local socket and sends its events there; the others follow rank 0.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import Any, BinaryIO, NoReturn

from engine import offline
from engine.errors import Refused
from engine.machines import copies, wire
from engine.machines.launch import DRIFTED, LOST, Place
from engine.machines.versions import check_version, version
from engine.messages import Command, Event, Failed, Shutdown, Work
from engine.system import blas
from engine.system.worker_process import own_output

# The argument with which a process only tells about its computer. It reads a JSON list of folders.
FACTS = "--facts"
BACKENDS = ("ring", "jaccl", "nccl")


def main() -> int:
    offline.follow_environment()
    told = own_output()
    if sys.argv[-1] == FACTS:
        asked = sys.stdin.buffer
        _say(told, json.dumps(_facts(json.loads(asked.readline() or b"[]"))).encode() + b"\n")
        # The way there and back is measured by lines that come back.
        for line in iter(asked.readline, b""):
            _say(told, line)
        return 0
    if sys.argv[-1] == copies.RECEIVE:
        copies.receive(sys.stdin.buffer, told)
        return 0
    line = sys.stdin.buffer.readline()
    Thread(target=_end_with_input, name="input", daemon=True).start()
    try:
        check_version(line)
        _end(told, _run(wire.decode(line, Place), lambda words: _end(told, DRIFTED, words)))
    except (EOFError, OSError):
        _end(told, LOST)
    except Refused as error:
        _end(told, DRIFTED, str(error))


def _end(told: BinaryIO, code: int, words: str = "") -> NoReturn:
    """Leave a sentence and end this process: a peer may be gone, and then a thread of MLX never
    ends."""
    _say(told, wire.encode(words))
    os._exit(code)


def _say(told: BinaryIO, data: bytes) -> None:
    told.write(data)
    told.flush()


def _facts(folders: list[str]) -> dict[str, Any]:
    """Return what a person wants to know before a group starts; `found` has those of the folders
    that have a config.json."""
    import mlx.core as mx  # noqa: PLC0415

    from engine.models.device_memory import device_limit  # noqa: PLC0415

    backends = [it for it in BACKENDS if mx.distributed.is_available(it)]
    found = [it for it in folders if (Path(it) / "config.json").is_file()]
    return {
        "version": version(),
        "memory": device_limit(),
        "backends": backends,
        "found": found,
    }


def _run(place: Place, broken: Callable[[str], object]) -> int:
    group = _joined(place, broken)
    from engine.engine import Engine  # noqa: PLC0415  after MLX has its environment
    from engine.models.device_memory import device_limit  # noqa: PLC0415

    limit = group.least(place.memory_limit or device_limit())
    if place.rank:
        engine = Engine(lambda event: None, limit, group)
    else:
        link = Link(Connection(place.socket))
        engine = Engine(link.send, limit, group)
        Thread(target=link.obey, args=(engine,), name="commands", daemon=True).start()
    while engine.step(wait=engine.idle):
        pass
    engine.close()
    group.leave()
    return 0


def _joined(place: Place, broken: Callable[[str], object]):
    # Before MLX looks for its device and its peers.
    os.environ["MLX_RANK"] = str(place.rank)
    if place.backend == "nccl":
        os.environ["CUDA_VISIBLE_DEVICES"] = str(place.rank)
    if place.backend == "nccl" and len(place.ring) > 1:
        os.environ["MLX_WORLD_SIZE"] = str(len(place.ring))
        os.environ["NCCL_HOST_IP"], os.environ["NCCL_PORT"] = place.ring[0].split(":")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as hosts:
        json.dump([[it] for it in place.ring], hosts)
        hosts.flush()
        if len(place.ring) > 1:
            os.environ["MLX_HOSTFILE"] = hosts.name
        # Importing MLX binds its products.
        blas.prefer_openblas()
        from engine.machines.group import join  # noqa: PLC0415

        key = bytes.fromhex(place.key)
        backend = place.backend if len(place.ring) > 1 else ""
        return join((place.host, place.port), key, lambda: os._exit(LOST), broken, backend)


class Link:
    """The connection of rank 0 to the process that asked for the group."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = Lock()

    def send(self, event: Event) -> None:
        with self._lock:
            self._connection.send_bytes(wire.encode(event))

    def obey(self, engine) -> None:
        """Submit the commands to rank 0's engine, until there are no more."""
        try:
            while True:
                command: Command = wire.decode(self._connection.recv_bytes(), Command)
                try:
                    engine.submit(command)
                except Refused as error:
                    if isinstance(command, Work):
                        self.send(Failed(command.request_id, str(error)))
                if isinstance(command, Shutdown):
                    return
        except (EOFError, OSError, ValueError):
            # Nobody is there who could end it otherwise.
            os._exit(LOST)


def _end_with_input() -> None:
    with suppress(OSError, ValueError):
        while os.read(0, 4096):
            pass
    os._exit(LOST)


if __name__ == "__main__":
    sys.exit(main())
