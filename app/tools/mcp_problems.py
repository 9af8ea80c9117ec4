"""Explains to the user why a server does not run."""

from engine.errors import reason
from engine.sentences import say
from ui.state.settings import McpServer

MAX_REASON = 300


def not_started(
    server: McpServer, error: BaseException | None, start_seconds: float, last_output: str
) -> str:
    """Return the reason for a failed start. `error` is the exception of the start, or a group that
    contains it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    match error:
        case FileNotFoundError():
            return say(
                "The program “{program}” of the server {server} was not found. Install it, "
                "or give its full path in the settings.",
                program=server.command,
                server=server.name,
            )
        case PermissionError():
            return say(
                "The program “{program}” of the server {server} may not be run. Check its "
                "permissions, or its path in the settings.",
                program=server.command,
                server=server.name,
            )
        case TimeoutError():
            sentence = say(
                "The server {server} did not answer within {start_seconds:g} seconds.",
                server=server.name,
                start_seconds=start_seconds,
            )
        case OSError():
            sentence = say(
                "The server {server} could not be started: {reason}. Check its command in "
                "the settings.",
                server=server.name,
                reason=reason(error),
            )
        case _:
            sentence = say(
                "The server {server} could not be used: {reason}. Check its command in "
                "the settings.",
                server=server.name,
                reason=str(error)[:MAX_REASON].rstrip("."),
            )
    return _with_output(sentence, last_output)


def ended(server: McpServer, was_ready: bool, last_output: str) -> str:
    when = say("unexpectedly") if was_ready else say("before it was ready")
    return _with_output(
        say("The server {server} ended {when}.", server=server.name, when=when), last_output
    )


def flooded(server: McpServer) -> str:
    return say(
        "The server {server} was stopped because it writes too much. Logs must go to standard "
        "error.",
        server=server.name,
    )


def _with_output(sentence: str, last_output: str) -> str:
    if not last_output:
        return sentence
    return say("{sentence} It wrote: {last_output}", sentence=sentence, last_output=last_output)
