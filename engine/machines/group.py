"""The group of machines that this process belongs to: what rank 0 decides, every rank does."""

import os
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Client, Connection, Listener
from secrets import randbits
from struct import Struct
from threading import Thread, Timer
from time import monotonic, sleep
from typing import Any
from zlib import crc32

import mlx.core as mx

from engine.errors import Lost, Refused, reason
from engine.machines import stages, wire
from engine.messages import (
    Abort,
    Command,
    Configure,
    Continue,
    Failed,
    Generate,
    LoadModel,
    Shutdown,
    UnloadModel,
    Work,
)
from engine.sentences import say

# Commands that every rank can carry out with the same result.
Shared = LoadModel | UnloadModel | Generate | Continue | Abort | Configure | Shutdown
# Seconds in which all ranks have to connect.
MEETING = 60.0
# Seconds within which all ranks fail a request, if it fails on all of them.
ALIKE = 10.0
# Steps after which the ranks compare what they have decoded.
COMPARED = 64
_NOTED = Struct("<qqq")
# Seconds without a packet after which the system asks whether a peer is there, between two such
# questions, and the number of them that may stay unanswered: lost power is noticed within 3 s.
# The system asks and answers, so a process that is busy for long is not taken for lost.
_IDLE, _INTERVAL, _UNANSWERED = 1, 1, 2
NO_DRAFTS = say("A group of machines does not draft ahead.")
NO_SKIMMING = say("A group of machines reads prompts in full.")


_joined: "Group | None" = None


def joined() -> "Group | None":
    """Return the group of this process. A process joins one at most, as MLX has one."""
    return _joined


class Group:
    """The ranks of a group, and the connections over which rank 0 tells what it decided.

    `plans` carry what rank 0 decided, and `lives` end with their peers and tell of requests that
    failed. Where only some ranks fail one, the others may wait for them in a collective operation
    of MLX for ever, so `broken` is called with a sentence, on a thread of its own, and has to end
    this process. `sends` is True if MLX can send from one rank to another.
    """

    def __init__(
        self,
        mlx: Any,
        plans: list[Connection],
        lives: Sequence[Connection] = (),
        broken: Callable[[str], object] = print,
        *,
        sends: bool = True,
    ) -> None:
        self._mlx = mlx
        self._sends = sends
        self._plans = plans
        self._lives = lives
        self._broken = broken
        self._failed: set[int] = set()
        self.left = False
        self._steps = self._state = 0
        self.rank, self.size = mlx.rank(), mlx.size()

    def split(self, taken: Iterable[Command]) -> tuple[list[Command], list[Failed]]:
        """Return the commands that the group can carry out, and the ends of all other work."""
        plan: list[Command] = []
        refused: list[Failed] = []
        for command in taken:
            if not (why := refusal(command)):
                plan.append(command)
            elif isinstance(command, Work):
                refused.append(Failed(command.request_id, why))
        return plan, refused

    def plan(self, taken: list[Command]) -> list[Command]:
        """Return the commands of this step. On rank 0, `taken` is sent to all others first; there,
        it is ignored. Raises Refused if this rank has decoded other tokens than rank 0, or at
        other positions."""
        found = self.share(tuple(fixed(it) for it in taken), tuple[Shared, ...])
        self._steps += 1
        if self._steps % COMPARED == 0 and self.share(self._state, int) != self._state:
            raise Refused(
                "The machines of the group no longer agree on the answers. Ask again to "
                "restart the group."
            )
        return list(found)

    def broken_by(self, error: BaseException) -> Refused:
        """Return what ends this rank after a fault that no request can be blamed for."""
        if isinstance(error, Refused):
            return error
        return Refused(
            "Machine {number} of the group failed: {reason}. Ask again to restart the group.",
            number=self.rank + 1,
            reason=reason(error),
        )

    def share(self, value: Any, kind: Any) -> Any:
        """Return rank 0's value, of the type `kind`. Raises Lost if a peer has ended."""
        if self.rank:
            return wire.decode(_received(self._plans[0]), kind)
        for each in self._plans:
            _send(each, value)
        return value

    def least(self, value: int) -> int:
        """Return the smallest of all ranks' values."""
        return self.share(min(self._gathered(value, int)), int)

    def together(self, make: Callable[[], Any]) -> Any:
        """Return what `make` returns on this rank, if no rank refuses. Raises the first refusal on
        all ranks."""
        made, why = None, ""
        try:
            made = make()
        except Refused as error:
            why = str(error)
        whys = self.share(tuple(self._gathered(why, str)), tuple[str, ...])
        for rank, each in enumerate(whys):
            if each:
                raise Refused("Machine {number}: {reason}", number=rank + 1, reason=each)
        return made

    def _gathered(self, value: Any, kind: Any) -> list[Any]:
        """Return the values of all ranks on rank 0, elsewhere only this rank's."""
        if self.rank:
            _send(self._plans[0], value)
            return [value]
        return [value, *(wire.decode(_received(it), kind) for it in self._plans)]

    def fail(self, request_id: int, message: str) -> None:
        """Tell the others that a request failed on this rank: it has to fail on all."""
        self._failed.add(request_id)
        for each in self._lives:
            with suppress(OSError):
                each.send_bytes(wire.encode((self.rank, request_id, message)))

    def watch(self, peer: Connection, lost: Callable[[], object]) -> None:
        """Listen to a peer until it ends, then call `lost` unless this rank left as well."""
        with suppress(EOFError, OSError, ValueError):
            while True:
                given = wire.decode(peer.recv_bytes(), tuple[int, int, str])
                timer = Timer(ALIKE, self._compare, given)
                timer.daemon = True
                timer.start()
        if not self.left:
            lost()

    def _compare(self, rank: int, request_id: int, message: str) -> None:
        if request_id not in self._failed and not self.left:
            self._broken(
                say(
                    "Machine {number} of the group could not continue. {reason} Ask again to "
                    "restart the group.",
                    number=rank + 1,
                    reason=message,
                )
            )

    def note(self, decoded: Iterable[tuple[int, int, int]]) -> None:
        """Add decoded tokens to what the ranks compare, as (request, position, token)."""
        for each in decoded:
            self._state = crc32(_NOTED.pack(*each), self._state)

    def leave(self) -> None:
        """End the membership after a Shutdown: every rank waits until all have come so far, and no
        end of a peer counts as a loss any more."""
        self.left = True
        with suppress(Lost):
            self._gathered(True, bool)
            # Without an answer, another rank could end before rank 0 expects it to.
            self.share(True, bool)

    def agree(self, tokens: mx.array) -> mx.array:
        """Return rank 0's tokens, lazily: two kinds of machines need not round alike."""
        # Zeros that depend on the tokens: all ranks do the sums of the model before this one.
        mine = tokens if self.rank == 0 else tokens * 0
        return mx.distributed.all_sum(mine, group=self._mlx)

    def shard(self, model: Any, name: str, heads: Sequence[int], *, adapted: bool) -> None:
        """Leave this rank's part of each weight, unread: of each layer if its `heads` of each kind
        can be split, else whole layers. Raises Refused for a model that cannot be spread, and for
        one that is `adapted` by LoRA."""
        if adapted:
            raise Refused(
                "{model} has an adapter, which cannot be spread over several machines. "
                "Uncheck it in Settings › Machines.",
                model=name,
            )
        splits = hasattr(model, "shard")
        if splits and not any(it % self.size for it in heads):
            with suppress(AssertionError, ValueError):
                model.shard(self._mlx)
                return
        elif self._sends and stages.keep_stage(model, self._mlx):
            return
        if not splits:
            raise Refused(
                "{model} cannot be spread over several machines: models of its kind cannot "
                "be split. Uncheck it in Settings › Machines.",
                model=name,
            )
        raise Refused(
            "{model} cannot be split into {number} equal parts. Use fewer machines, or "
            "another model.",
            model=name,
            number=self.size,
        )


def fixed(command: Command) -> Command:
    """Draw what each rank would draw by itself."""
    if isinstance(command, Generate) and command.sampling.seed is None:
        return replace(command, sampling=replace(command.sampling, seed=randbits(63)))
    return command


def refusal(command: Command) -> str:
    """Return the reason why a group cannot carry out a command, or ""."""
    if isinstance(command, Generate) and any(it.media for it in command.messages):
        return say(
            "A group of machines cannot read images or videos. Use a model on this computer."
        )
    if not isinstance(command, Shared) or not wire.can_carry(command, Shared):
        return wire.NOT_CARRIED
    return ""


def together(make: Callable[[], Any]) -> Any:
    """Return what `make` returns, as Group.together if this process belongs to a group."""
    return _joined.together(make) if _joined else make()


def fail(request_id: int, message: str) -> None:
    """Tell this process's group, if it has one, that a request failed."""
    if _joined:
        _joined.fail(request_id, message)


def agreed(tokens: mx.array) -> mx.array:
    """Return the tokens that all ranks decode: those of rank 0, or the given ones without a
    group."""
    return _joined.agree(tokens) if _joined else tokens


def note(decoded: Iterable[tuple[int, int, int]]) -> None:
    """Add decoded tokens to what the ranks of this process's group compare, if it has one."""
    if _joined:
        _joined.note(decoded)


def join(
    address: tuple[str, int],
    key: bytes,
    lost: Callable[[], object],
    broken: Callable[[str], object],
    backend: str = "ring",
) -> Group:
    """Join the group that MLX's environment describes, meeting rank 0 at `address`. `key` proves
    that a peer belongs to the group. `lost` is called once, on a thread of its own, when a peer
    ends: after that, a collective operation of MLX may never return, so this process has to end.
    `broken` is that of Group. A group of one has the `backend` "". Raises OSError or EOFError if
    the others do not come."""
    global _joined
    rank = int(os.environ["MLX_RANK"])
    # A ring that is not described has one rank. MLX's own choice for one is MPI, which ends the
    # process where it is only half installed.
    mlx = mx.distributed.init(strict=bool(backend), backend=backend or "ring")
    plans, lives = _meet(rank, mlx.size(), address, key)
    _joined = Group(mlx, plans, lives, broken, sends=backend != "nccl")
    for each in lives:
        Thread(target=_joined.watch, args=(each, lost), name="peer", daemon=True).start()
    return _joined


def _send(peer: Connection, value: Any) -> None:
    """Raises Lost if the peer has ended."""
    try:
        peer.send_bytes(wire.encode(value))
    except OSError as error:
        raise Lost from error


def _received(peer: Connection) -> bytes:
    """Raises Lost if the peer has ended."""
    try:
        return peer.recv_bytes()
    except (EOFError, OSError) as error:
        raise Lost from error


def _meet(
    rank: int, size: int, address: tuple[str, int], key: bytes
) -> tuple[list[Connection], list[Connection]]:
    """Return the connections for plans, and those that stay silent and end with their peer."""
    if rank:
        plan = _connect(address, key)
        plan.send_bytes(b"plan")
        life = _connect(address, key)
        life.send_bytes(b"life")
        return [plan], [life]
    met: dict[bytes, list[Connection]] = {b"plan": [], b"life": []}
    with Listener(address, "AF_INET", backlog=2 * size, authkey=key) as listener:
        while any(len(it) < size - 1 for it in met.values()):
            peer = listener.accept()
            _keep_asking(peer)
            met[peer.recv_bytes(4)].append(peer)
    return met[b"plan"], met[b"life"]


def _connect(address: tuple[str, int], key: bytes) -> Connection:
    end = monotonic() + MEETING
    while True:
        try:
            peer = Client(address, "AF_INET", authkey=key)
        except ConnectionRefusedError:
            if monotonic() > end:
                raise
            sleep(0.05)
        else:
            _keep_asking(peer)
            return peer


def _keep_asking(peer: Connection) -> None:
    """Let the system notice that a peer's computer no longer answers."""
    with socket.socket(fileno=os.dup(peer.fileno())) as used:
        used.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        # macOS has another name for it.
        idle = getattr(socket, "TCP_KEEPIDLE", None) or getattr(socket, "TCP_KEEPALIVE")  # noqa: B009
        used.setsockopt(socket.IPPROTO_TCP, idle, _IDLE)
        used.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, _INTERVAL)
        used.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, _UNANSWERED)
