"""The bounded steps that a request's work is made of, and waiting in them."""

from collections.abc import Callable, Generator
from typing import TypeVar

from engine.messages import RequestEvent, Waiting
from engine.requests.stats import Meter

T = TypeVar("T")

# Work in bounded steps, each with the events that it caused.
WorkSteps = Generator[list[RequestEvent], None, None]


def quiet(steps: Generator[None, None, T]) -> Generator[list[RequestEvent], None, T]:
    """Do the steps, which cause no events."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        yield []


def wait_while(meter: Meter, blocker: Callable[[], str]) -> WorkSteps:
    """Yield until `blocker` returns "" instead of a reason to wait; each is announced once."""
    announced = ""
    while sentence := blocker():
        meter.wait(sentence)
        yield [Waiting(meter.request_id, sentence)] if sentence != announced else []
        announced = sentence
