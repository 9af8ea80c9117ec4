"""Ollama's single answers and lists, as its clients read them."""

import base64
import io
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.cli import serve
from app.cli.model_choices import no_choices
from app.server.catalog import Served, model_object
from app.server.ollama_models import shown, tags
from engine.messages import ModelReady, ModelUnloaded, UnloadModel
from tests.app.server.conftest import Running
from tests.kit.images import draw_image
from tests.kit.paths import DOT
from tests.kit.short_dot import short_dot

ASKED: dict[str, Any] = {"model": "dot", "prompt": "Count from 1 to 5.", "stream": False}


def test_a_prompt_is_answered_whole_and_streamed(running: Running) -> None:
    whole = running.post("/api/generate", ASKED).json()
    assert whole["response"] == "1, 2, 3, 4, 5." and "message" not in whole
    assert whole["done"] and whole["done_reason"] == "stop" and whole["eval_count"] > 0
    found = running.post("/api/generate", ASKED | {"stream": True})
    assert found.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(it) for it in found.text.splitlines()]
    assert [it["done"] for it in lines] == [False] * (len(lines) - 1) + [True]
    assert "".join(it["response"] for it in lines) == whole["response"]


def test_images_options_and_formats_are_those_of_a_chat(running: Running) -> None:
    file = io.BytesIO()
    draw_image(("red", "circle", 0.5, 0.5), size=(64, 64), radius=20).save(file, "png")
    images = [base64.b64encode(file.getvalue()).decode()]
    look = ASKED | {"prompt": "What do you see?", "images": images}
    assert running.post("/api/generate", look).json()["response"] == "I see a red circle."
    short = running.post("/api/generate", ASKED | {"options": {"num_predict": 2}}).json()
    assert (short["eval_count"], short["done_reason"]) == (2, "length")
    shortest = running.post("/api/generate", ASKED | {"options": {"num_predict": 1}}).json()
    assert shortest["eval_duration"] > 0, "clients divide by it"
    form = {"type": "object", "properties": {"a": {"enum": ["yes"]}}, "required": ["a"]}
    formed = running.post("/api/generate", ASKED | {"format": form}).json()
    assert json.loads(formed["response"])["a"] == "yes"
    assert running.post("/api/generate", ASKED | {"think": True}).json()["thinking"]


def test_a_system_prompt_goes_first(running: Running) -> None:
    plain = running.post("/api/generate", ASKED).json()["prompt_eval_count"]
    told = running.post("/api/generate", ASKED | {"system": "Be short."}).json()
    assert told["prompt_eval_count"] > plain


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"raw": True}, "raw cannot be used here. Send the prompt to /v1/completions."),
        ({"suffix": "end"}, "suffix cannot be used. Write"),
        ({"template": "{{ .Prompt }}"}, "template cannot be used. The model's own"),
        ({"prompt": 3}, "prompt must be a text."),
        ({"format": "xml"}, 'format must be "json" or a JSON schema.'),
        ({"images": ["?"]}, "images is not base64."),
        ({"context": [1, 2]}, "context cannot be used. Send the whole conversation to /api/chat."),
        ({"prompt": "", "keep_alive": 0}, "keep_alive cannot unload a model here"),
        ({"model": "x" * 99, "prompt": ""}, f'The model "{"x" * 59}… is not served here.'),
    ],
)
def test_what_cannot_be_done_is_refused(running: Running, more: dict[str, Any], says: str) -> None:
    found = running.post("/api/generate", ASKED | more)
    assert found.status_code in (400, 404)
    assert found.json()["error"].startswith(says)
    entry = running.server.journal.entries[-1]
    assert entry.code == ("model_not_found" if found.status_code == 404 else "")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/generate", {"model": "dot", "keep_alive": False}),
        ("/api/chat", {"model": "dot", "messages": []}),
    ],
)
def test_a_request_without_a_question_loads_the_model(
    running: Running, path: str, body: dict[str, Any]
) -> None:
    def loaded() -> list[Any]:
        with running.client() as client:
            return client.get("/api/ps").json()["models"]

    running.models.clear()
    calls = running.server.calls
    calls._submit(UnloadModel(calls._new_id(), str(DOT)))
    running.wait_until(lambda: any(isinstance(it, ModelUnloaded) for it in running.models))
    assert not loaded()
    found = running.post(path, body).json()
    assert found["done"] and found["done_reason"] == "load" and found["model"] == "dot"
    running.wait_until(lambda: any(isinstance(it, ModelReady) for it in running.models))
    [model] = loaded()
    assert model["name"] == model["model"] == "dot" and model["size"] > 0
    assert datetime.fromisoformat(model["expires_at"]) > datetime.now(UTC)
    with running.client() as client:
        [tag] = client.get("/api/tags").json()["models"]
    assert len(tag["digest"]) == 64 and tag["digest"] == model["digest"]


def test_a_digest_changes_with_the_files_of_the_model(tmp_path: Path) -> None:
    def digest() -> str:
        model, _ = serve._model(f"tiny={folder}", no_choices)
        [tag] = tags([model])["models"]
        return tag["digest"]

    folder = Path(short_dot(tmp_path / "tiny", 4096))
    first = digest()
    assert digest() == first and len(first) == 64
    os.utime(folder / "model.safetensors", (1, 1))
    assert digest() != first


def test_a_model_has_the_time_of_its_newest_file(tmp_path: Path) -> None:
    folder = Path(short_dot(tmp_path / "tiny", 4096))
    for number, file in enumerate(folder.iterdir()):
        os.utime(file, (number, number))
    os.utime(folder / "model.safetensors", (1e9, 1e9))
    model, _ = serve._model(f"tiny={folder}", no_choices)
    [tag] = tags([model])["models"]
    assert tag["modified_at"] == shown(model)["modified_at"] == "2001-09-09T01:46:40Z"
    assert model_object(model)["created"] == 1_000_000_000


@pytest.mark.parametrize("seconds", [1e18, -1e18, 0.0])
def test_a_time_that_no_calendar_has_is_that_of_no_file(seconds: float) -> None:
    [tag] = tags([Served("dot", "/dot", modified=seconds)])["models"]
    assert tag["modified_at"] == "1970-01-01T00:00:00Z"


def test_lists_touch_no_disk() -> None:
    models = [Served("gone", "/gone", state=it) for it in ("before", "after")]
    before, after = (it["digest"] for it in tags(models)["models"])
    assert before != after
