"""The log of the local server says why a request was refused, where it counted no tokens."""

from dataclasses import replace

import pytest

from ui.settings.served_line import served_line
from ui.state.server_state import ServedRequest

ANSWERED = ServedRequest("zed/1", "/api/chat", "dot", 200, 1200, 1000, 34, 1.5, 1e9)


def test_an_answer_has_its_numbers() -> None:
    said = served_line(ANSWERED)
    assert (
        "  zed/1  /api/chat  dot  status 200, 1,200 tokens (1,000 cached), 34 generated, " in said
    )


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (401, "", "missing or wrong token"),
        (400, "context_length_exceeded", "prompt too long"),
        (404, "model_not_found", "unknown model"),
        (404, "", "unknown address"),
        (400, "", "invalid request"),
        (499, "", "the program left"),
    ],
)
def test_a_refusal_has_its_reason(status: int, code: str, reason: str) -> None:
    refused = replace(ANSWERED, status=status, code=code, prompt=0, cached=0, generated=0, model="")
    said = served_line(refused)
    assert f"  zed/1  /api/chat  status {status}, {reason}, " in said
    assert "tokens" not in said


def test_a_request_without_an_answer_has_no_numbers_of_one() -> None:
    listed = served_line(replace(ANSWERED, prompt=0, cached=0, generated=0))
    assert "status 200, 1.5" in listed and "tokens" not in listed


def test_a_running_request_says_so() -> None:
    assert served_line(replace(ANSWERED, status=0)).endswith("  /api/chat  dot  running")
