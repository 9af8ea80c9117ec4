"""Why a server does not run, in sentences for people."""

from ui.state.settings import McpServer

MAX_REASON = 300


def not_started(
    server: McpServer, error: BaseException | None, start_seconds: float, last_words: str
) -> str:
    """`error` is what starting it raised, or a group that holds it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    match error:
        case FileNotFoundError():
            return (
                f"There is no program {server.command!r} for the server {server.name}. Install it, "
                "or give its whole path in the settings."
            )
        case PermissionError():
            return f"The program {server.command!r} of the server {server.name} may not be run."
        case TimeoutError():
            told = f"The server {server.name} did not answer within {start_seconds:g} seconds."
        case OSError():
            told = f"The server {server.name} could not be started: {error.strerror or error}."
        case _:
            told = f"The server {server.name} could not be used: {str(error)[:MAX_REASON]}."
    return _with(told, last_words)


def ended(server: McpServer, was_ready: bool, last_words: str) -> str:
    when = "unexpectedly" if was_ready else "before it was ready"
    return _with(f"The server {server.name} ended {when}.", last_words)


def _with(told: str, last_words: str) -> str:
    return f"{told} It wrote: {last_words}" if last_words else told
