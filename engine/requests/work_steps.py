"""The bounded steps that a request's work is made of, and waiting in them."""

from collections.abc import Callable, Generator

from engine.messages import RequestEvent, Waiting
from engine.requests.stats import Meter

# Work in bounded steps, each with the events that it caused.
WorkSteps = Generator[list[RequestEvent], None, None]


def wait_while(meter: Meter, blocker: Callable[[], str]) -> WorkSteps:
    """Yield until `blocker` returns "" instead of a reason to wait; each is announced once."""
    announced = ""
    while sentence := blocker():
        meter.wait(sentence)
        yield [Waiting(meter.request_id, sentence)] if sentence != announced else []
        announced = sentence
