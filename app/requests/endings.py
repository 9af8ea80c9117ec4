"""Ends of requests that are not as the engine tells them."""

from engine.messages import Aborted, Finished, FinishReason, RequestEvent, Timings, Usage


def unsent(request_id: int) -> Aborted:
    """The end of a request that the engine never saw."""
    return Aborted(request_id, Usage(), Timings())


def without_calls(event: RequestEvent) -> RequestEvent:
    """Calls that were on their way when Stop was pressed are not run."""
    if isinstance(event, Finished) and event.reason is FinishReason.TOOL_CALLS:
        return Aborted(event.request_id, event.usage, event.timings, event.read_again)
    return event
