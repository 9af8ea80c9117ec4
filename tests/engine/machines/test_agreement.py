"""Two ranks share more than the commands, here over the connections of one process."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from multiprocessing.connection import Connection, Pipe
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import mlx.core as mx
import pytest

from engine.engine import Engine
from engine.errors import Lost, Refused
from engine.machines import group as machine_group
from engine.machines import wire
from engine.machines.group import COMPARED, Group
from engine.machines.launch import free_ports
from engine.messages import Abort, ChatMessage, Failed, Generate


class Rank:
    """The place of a rank, as MLX tells it."""

    def __init__(self, rank: int) -> None:
        self.rank = lambda: rank
        self.size = lambda: 2


@pytest.fixture
def ranks() -> tuple[Group, Group]:
    first, second = Pipe()
    return group(0, first), group(1, second)


def group(rank: int, plan: Connection) -> Group:
    return Group(Rank(rank), [plan])


def test_the_smallest_value_of_all_ranks_holds(ranks: tuple[Group, Group]) -> None:
    first, second = ranks
    with ThreadPoolExecutor() as pool:
        other = pool.submit(second.least, 5)
        assert first.least(7) == 5
        assert other.result() == 5


def test_what_one_rank_refuses_is_refused_by_all(ranks: tuple[Group, Group]) -> None:
    first, second = ranks

    def refuse() -> None:
        raise Refused("The model is missing.")

    with ThreadPoolExecutor() as pool:
        made = pool.submit(second.together, lambda: "made here")
        assert first.together(lambda: "made there") == "made there"
        assert made.result() == "made here"
        refused = pool.submit(second.together, refuse)
        for each in (lambda: first.together(str), refused.result):
            with pytest.raises(Refused) as raised:
                each()
            assert str(raised.value) == "Machine 2: The model is missing."


def test_a_request_that_fails_on_one_rank_only_ends_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine_group, "ALIKE", 0.2)
    ours, theirs = Pipe()
    said: SimpleQueue[str] = SimpleQueue()
    lost = Event()
    first = Group(Rank(0), [], [ours], said.put)
    second = Group(Rank(1), [], [theirs], said.put)
    listener = Thread(target=first.watch, args=(ours, lost.set))
    listener.start()
    first.fail(1, "Too long.")
    second.fail(1, "Too long.")
    second.fail(2, "The disk is full.")
    assert said.get(timeout=10) == (
        "Machine 2 of the group could not continue. The disk is full. Ask again to restart the "
        "group."
    )
    assert said.empty() and not lost.is_set()
    theirs.close()
    assert lost.wait(10)
    listener.join()


def test_the_system_notices_lost_power_on_every_connection() -> None:
    """A rank that leaves waits for plans alone."""
    held, (port,) = free_ports(1)
    address = "127.0.0.1", port
    with held, ThreadPoolExecutor() as pool:
        other = pool.submit(machine_group._meet, 1, 2, address, b"key")
        met = [*machine_group._meet(0, 2, address, b"key"), *other.result()]
    for peer in chain.from_iterable(met):
        with peer, socket.socket(fileno=os.dup(peer.fileno())) as used:
            assert used.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


def test_a_group_of_one_asks_for_no_other_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    init = mx.distributed.init

    def noted(**options: Any) -> Any:
        asked.append(options)
        return init(**options)

    monkeypatch.setattr(mx.distributed, "init", noted)
    monkeypatch.setattr(machine_group, "_joined", None)
    monkeypatch.setenv("MLX_RANK", "0")
    found = machine_group.join(("127.0.0.1", 0), b"key", print, print, backend="")
    assert (found.rank, found.size) == (0, 1)
    # "any" would try MPI first.
    assert asked == [{"strict": False, "backend": "ring"}]


@pytest.mark.parametrize("other", [(1, 10, 4), (1, 11, 3), (2, 10, 3)])
def test_a_rank_that_decodes_otherwise_ends(
    ranks: tuple[Group, Group], other: tuple[int, int, int]
) -> None:
    first, second = ranks
    first.note([(1, 10, 3)])
    second.note([other])
    for _ in range(COMPARED - 1):
        first.plan([])
        assert second.plan([]) == []
    first.plan([])
    with pytest.raises(Refused, match="no longer agree"):
        second.plan([])


def test_ranks_that_decode_the_same_go_on(ranks: tuple[Group, Group]) -> None:
    first, second = ranks
    for step in range(3 * COMPARED):
        for each in ranks:
            each.note([(1, step, 7), (2, step, 9)])
        first.plan([])
        assert second.plan([]) == []


def question(request_id: int, **options: Any) -> Generate:
    return Generate(request_id, "/model", (ChatMessage("user", "one"),), **options)


def test_a_command_that_cannot_be_sent_fails_and_the_others_go_on(
    ranks: tuple[Group, Group],
) -> None:
    events: list[Any] = []
    engine = Engine(events.append, group=ranks[0])
    engine.submit(question(1, conversation=object()))
    engine.submit(Abort(9))
    assert engine.step()
    assert [it for it in events if isinstance(it, Failed)] == [Failed(1, wire.NOT_CARRIED)]
    assert ranks[1].plan([]) == [Abort(9)]


def test_a_plan_that_fails_ends_its_requests_with_a_sentence(
    ranks: tuple[Group, Group], monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[Any] = []
    engine = Engine(events.append, group=ranks[0])
    engine.submit(question(1))
    monkeypatch.setattr(ranks[0], "plan", lambda taken: 1 / 0)
    sentence = "Machine 1 of the group failed: division by zero. Ask again to restart the group."
    with pytest.raises(Refused) as raised:
        engine.step()
    assert str(raised.value) == sentence
    assert [it for it in events if isinstance(it, Failed)] == [Failed(1, sentence, fault=True)]


def test_a_rank_ends_when_its_peer_does(ranks: tuple[Group, Group]) -> None:
    ranks[0]._plans[0].close()
    engine = Engine(lambda event: None, group=ranks[1])
    with pytest.raises(Lost):
        engine.step()


def test_no_rank_ends_before_rank_0_expects_it(ranks: tuple[Group, Group]) -> None:
    first, second = ranks
    with ThreadPoolExecutor() as pool:
        leaving = pool.submit(second.leave)
        with pytest.raises(TimeoutError):
            leaving.result(0.2)
        first.leave()
        leaving.result(10)
    assert first.left and second.left
