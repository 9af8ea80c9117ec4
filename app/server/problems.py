"""Refusals of requests, in the form of each API."""

from typing import Any

OPENAI, ANTHROPIC, OLLAMA = "openai", "anthropic", "ollama"
FAULT = "Duologue has a fault. See its log."
# The types of Anthropic's errors by status code; others are "invalid_request_error" or "api_error".
_ANTHROPIC_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
}
_OPENAI_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error"}


class Problem(Exception):
    """A refused request, with the `status` of HTTP and the `code` that clients compare, "" for
    none. `param` names the wrong field, and `allow` the methods of a path."""

    def __init__(
        self, status: int, message: str, code: str = "", param: str = "", *, allow: str = ""
    ) -> None:
        super().__init__(message)
        self.allow = allow
        self.status, self.message, self.code, self.param = status, message, code, param

    def said(self, api: str) -> str:
        """Return the message for the clients of an API."""
        return self.message


class PromptTooLong(Problem):
    """A prompt of `tokens`, more than the `context` of its model; 0 for a text that is too long to
    be counted."""

    def __init__(self, tokens: int, context: int, param: str) -> None:
        found = tokens or f"more than {context}"
        message = (
            f"This model's maximum context length is {context} tokens, but the messages have "
            f"{found} tokens. Send less text or fewer images."
        )
        super().__init__(400, message, "context_length_exceeded", param)
        self._anthropic = f"prompt is too long: {tokens or context + 1} tokens > {context} maximum"

    def said(self, api: str) -> str:
        # Clients look for these words, to shorten the conversation.
        return self._anthropic if api == ANTHROPIC else self.message


def invalid(message: str, param: str = "") -> Problem:
    return Problem(400, message, param=param)


def api_of(path: str) -> str:
    """Return the API of a path."""
    if path.startswith("/api/"):
        return OLLAMA
    return ANTHROPIC if path.startswith("/v1/messages") else OPENAI


def problem_body(api: str, problem: Problem) -> dict[str, Any]:
    """Return the JSON object of a problem, as the API's own servers write it."""
    if api == OLLAMA:
        return {"error": problem.said(api)}
    server = problem.status >= 500
    if api == ANTHROPIC:
        kind = _ANTHROPIC_TYPES.get(
            problem.status, "api_error" if server else "invalid_request_error"
        )
        return {"type": "error", "error": {"type": kind, "message": problem.said(api)}}
    kind = _OPENAI_TYPES.get(problem.status, "server_error" if server else "invalid_request_error")
    error = {
        "message": problem.said(api),
        "type": kind,
        "param": problem.param or None,
        "code": problem.code or None,
    }
    return {"error": error}
