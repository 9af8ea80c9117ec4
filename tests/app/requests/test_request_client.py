"""The client: each event reaches the sender of its request, and nobody else."""

from functools import partial
from itertools import count

import pytest

from app.requests.client import RequestClient
from engine.messages import (
    NOBODY,
    Abort,
    Aborted,
    Channel,
    Command,
    Delta,
    EngineStats,
    Failed,
    Generate,
    LoadModel,
    ModelReady,
    ModelUnloaded,
    RequestEvent,
    Timings,
    Usage,
)
from tests.kit.desk import DOT_MODEL


class Line:
    """A client whose `sent` commands are answered by hand."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.client = RequestClient(self.sent.append, count(1).__next__)

    def ask(self, events: list[RequestEvent]) -> int:
        """Send a request whose events come into a list."""
        return self.client.send(partial(Generate, model_id="m", messages=()), events.append)


@pytest.fixture
def line() -> Line:
    return Line()


def word(request_id: int, text: str = "a") -> Delta:
    return Delta(request_id, Channel.CONTENT, text)


def aborted_event(request_id: int) -> Aborted:
    return Aborted(request_id, Usage(), Timings())


def test_each_request_gets_its_own_events_until_it_ends(line: Line) -> None:
    first: list[RequestEvent] = []
    second: list[RequestEvent] = []
    one, two = line.ask(first), line.ask(second)
    assert [it.request_id for it in line.sent if isinstance(it, Generate)] == [one, two]
    line.client.on_events(
        [word(two), word(one), aborted_event(one), word(one, "late"), aborted_event(two)]
    )
    assert first == [word(one), aborted_event(one)]
    assert second == [word(two), aborted_event(two)]


def test_a_handler_can_send_its_ended_request_again(line: Line) -> None:
    seen: list[RequestEvent] = []
    make = partial(Generate, model_id="m", messages=())

    def on_event(event: RequestEvent) -> None:
        seen.append(event)
        if isinstance(event, Failed) and len(seen) == 1:
            line.client.send(make, on_event, event.request_id)

    request_id = line.client.send(make, on_event)
    line.client.on_events(
        [Failed(request_id, "Too long."), word(request_id), aborted_event(request_id)]
    )
    assert seen == [Failed(request_id, "Too long."), word(request_id), aborted_event(request_id)]
    assert line.sent == [make(request_id)] * 2


def test_an_aborted_request_gets_its_end_and_a_dropped_one_nothing(line: Line) -> None:
    aborted: list[RequestEvent] = []
    dropped: list[RequestEvent] = []
    one, two = line.ask(aborted), line.ask(dropped)
    line.client.abort(one)
    line.client.drop(two)
    assert line.sent[-2:] == [Abort(one), Abort(two)]
    line.client.on_events([aborted_event(one), word(two), aborted_event(two)])
    assert (aborted, dropped) == ([aborted_event(one)], [])


def test_models_and_statistics_reach_all_listeners(line: Line) -> None:
    changes: list[object] = []
    stats: list[object] = []
    events: list[RequestEvent] = []
    line.client.model_changed.connect(changes.append)
    line.client.stats_arrived.connect(stats.append)
    load = line.client.send(partial(LoadModel, model_id="m"), events.append)
    answer = line.ask(events)
    ready = [ModelReady(it, DOT_MODEL) for it in (load, answer)]
    gone = ModelUnloaded(NOBODY, "m")
    line.client.on_events([*ready, gone, EngineStats(), word(answer), Failed(load, "late")])
    assert changes == [*ready, gone]
    assert stats == [EngineStats()]
    assert events == [word(answer)], "a load ends when its model is ready, an answer does not"
