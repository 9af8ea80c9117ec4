"""A request for a reply, from the question to its end."""

from collections.abc import Callable

from app.requests.request_options import RequestOptions
from engine.frozen import frozen, mutable
from engine.messages import Aborted, Failed, Finished, FinishReason, RequestEvent
from ui.state.transcript import Transcript
from ui.state.turn import Turn


@frozen
class Followed:
    """Answers about a transcript: the `options` of a new question, the `cache_name` of its prompt
    caches on the disk, and the id under which the engine compares its prompts."""

    options: Callable[[], RequestOptions]
    cache_name: Callable[[], str]
    conversation: int


@mutable
class Request:
    """The request for one reply. It is held until its prompt is `saved`, its model is known with
    what it can do, e.g. call tools, and the servers of those tools have started. `new` if its
    question was asked with it, `continues` while the engine may still have the reply that it goes
    on with."""

    request_id: int
    transcript: Transcript
    turn: Turn
    options: RequestOptions
    new: bool = False
    continues: bool = False
    saved: bool = False
    sent: bool = False
    stopped: bool = False


def without_calls(event: RequestEvent) -> RequestEvent:
    """Turn an end with tool calls into a stop: calls that came after Stop are not run."""
    if isinstance(event, Finished) and event.reason is FinishReason.TOOL_CALLS:
        numbers = event.usage, event.timings, event.read_again, event.drafts, event.skim
        return Aborted(event.request_id, *numbers)
    return event


def take_late(turn: Turn, save: Callable[[Turn], None], event: RequestEvent) -> None:
    """Take an event of a reply that was stopped as its conversation was closed. It is saved once
    its numbers have come, which are those of all its text."""
    event = without_calls(event)
    if not isinstance(event, Failed):
        turn.update(event)
    if isinstance(event, Finished | Aborted):
        save(turn)
