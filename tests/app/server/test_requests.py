"""Requests of clients beyond a conversation in text: other methods, files of tools, token bytes."""

import base64
import io
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from app.server.media import RequestFiles, sweep_files
from tests.app.server.conftest import Running
from tests.kit.images import draw_image

POSTED = ["/v1/chat/completions", "/v1/messages", "/v1/messages/count_tokens", "/v1/responses"]
TOOL = {"name": "camera", "description": "Take a picture.", "input_schema": {"type": "object"}}


@pytest.mark.parametrize("path", [*POSTED, "/api/chat", "/api/show"])
def test_another_method_is_refused_in_json(running: Running, path: str) -> None:
    with running.client() as client:
        found = client.get(path)
        assert found.status_code == 405 and found.headers["allow"] == "POST"
        assert found.json()["error"]
        assert client.delete("/v1/models").status_code == 405


def test_an_image_of_a_tool_result_is_seen(running: Running) -> None:
    file = io.BytesIO()
    draw_image(("red", "square", 0.5, 0.5), size=(64, 64), radius=20).save(file, "png")
    source = {
        "type": "base64",
        "media_type": "image/png",
        "data": base64.b64encode(file.getvalue()).decode(),
    }
    call = {"type": "tool_use", "id": "toolu_1", "name": "camera", "input": {}}
    image = {"type": "image", "source": source}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [image]}
    said: list[Any] = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result, {"type": "text", "text": "What color is it?"}]},
    ]
    body = {"model": "dot", "messages": said, "tools": [TOOL], "max_tokens": 40}
    found = running.post("/v1/messages", body | {"tool_choice": {"type": "none"}})
    assert found.status_code == 200, found.text
    assert "red" in found.json()["content"][0]["text"]


def test_the_bytes_of_tokens_are_those_of_the_text(running: Running) -> None:
    asked = [{"role": "user", "content": "Repeat: Käse 🙂"}]
    body = {"model": "dot", "messages": asked, "max_tokens": 40, "logprobs": True}
    choice = running.post("/v1/chat/completions", body).json()["choices"][0]
    raw = b"".join(bytes(it["bytes"]) for it in choice["logprobs"]["content"])
    assert choice["message"]["content"].encode() in raw


def test_files_of_a_killed_process_are_removed_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with RequestFiles() as files:
        media = files.from_base64(base64.b64encode(b"abc").decode(), "data")
        dead = tmp_path / "duologue-request-4194304999-x"
        other = tmp_path / "somebody-else"
        for folder in (dead, other):
            folder.mkdir()
            (folder / "file").write_bytes(b"")
        sweep_files()
        assert media.path.exists() and other.exists() and not dead.exists()
    assert os.listdir(tmp_path) == ["somebody-else"]
