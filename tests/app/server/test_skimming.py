"""The field of all APIs by which a client has a long prompt skimmed."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from app.server.catalog import Catalog, Served
from app.server.engine_server import EngineServer
from app.server.guard import Access
from engine.messages import Configure, ModelProfile
from tests.app.server.conftest import TOKEN, Running

TEXT = "".join(f"Box {number} is empty. " for number in range(24)) + "How many boxes are empty?"
SAID = [{"role": "user", "content": TEXT}]
# The path, and the place of the counts in a whole answer.
APIS = {
    "/v1/chat/completions": "usage",
    "/v1/messages": "usage",
    "/v1/responses": "usage",
    "/v1/completions": "usage",
    "/api/chat": "",
}


@pytest.fixture(scope="module")
def drafted(dot_and_dash: ModelProfile) -> Iterator[Running]:
    """A server that serves Dot, for which Dash drafts."""
    served = Served("dot", dot_and_dash.model_id)
    both = EngineServer(Catalog([served]), Access(TOKEN), quiet=0.05)
    both.engine.submit(Configure((dot_and_dash,)))
    both.engine.start()
    yield Running(both.server, both.server.start(0))
    assert both.server.stop(10)
    assert both.engine.stop(20)


def body(path: str, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"model": "dot", "max_tokens": 2, "stream": False} | more
    if path == "/v1/responses":
        return asked | {"input": TEXT}
    return asked | ({"prompt": TEXT} if path == "/v1/completions" else {"messages": SAID})


def counts(path: str, found: httpx2.Response) -> dict[str, Any]:
    assert found.status_code == 200, found.text
    value = found.json()
    return value[APIS[path]] if APIS[path] else value


@pytest.mark.parametrize("path", APIS)
def test_a_client_has_a_prompt_skimmed_and_is_told_what_was_read(
    drafted: Running, path: str
) -> None:
    skim = {"keep": 0.3, "force": True}
    told = counts(path, drafted.post(path, body(path, skim=skim)))["skim"]
    assert 100 < told["read_tokens"] < 600
    assert (told["chosen_by"], told["note"]) == ("dash", "")


def test_a_stream_tells_it_with_its_counts(drafted: Running) -> None:
    path, skim = "/v1/chat/completions", {"keep": 0.3, "force": True}
    options = {"include_usage": True}
    found = drafted.post(path, body(path, skim=skim) | {"stream": True, "stream_options": options})
    lines = [it[6:] for it in found.text.splitlines() if it.startswith("data: {")]
    assert json.loads(lines[-1])["usage"]["skim"]["chosen_by"] == "dash"


def test_a_short_prompt_is_read_in_full_and_so_is_one_without_a_draft_model(
    drafted: Running, running: Running
) -> None:
    path = "/v1/chat/completions"
    assert "skim" not in counts(path, drafted.post(path, body(path, skim=True)))
    skim = {"keep": 0.3, "force": True}
    told = counts(path, running.post(path, body(path, skim=skim)))["skim"]
    assert told["chosen_by"] is None and "draft model" in told["note"]


@pytest.mark.parametrize("path", APIS)
@pytest.mark.parametrize("skim", [0.01, 2, "yes", {"keep": True}, {"force": 1}])
def test_a_wrong_share_is_refused(running: Running, path: str, skim: Any) -> None:
    found = running.post(path, body(path, skim=skim))
    assert found.status_code == 400 and "skim" in found.text
