"""Conversation files in the OpenAI format keep media where they appear in the text."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.conversation_file import read_conversation
from engine.errors import Refused
from engine.messages import ChatMessage, Media, MediaKind


@pytest.fixture
def wrote(tmp_path: Path):
    """Return the only message of a file with this content."""

    def made(content: Any) -> ChatMessage:
        path = tmp_path / "chat.json"
        path.write_text(json.dumps([{"role": "user", "content": content}]))
        ((message,), _) = read_conversation(path)
        return message

    return made


def text_part(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def image_part(path: str) -> dict[str, Any]:
    return {"type": "image", "image": path}


def linked(url: str, kind: str = "image_url") -> dict[str, Any]:
    return {"type": kind, kind: {"url": url}}


def test_half_a_character_and_the_mark_of_an_encoding_are_no_text(wrote, tmp_path: Path) -> None:
    assert wrote("a\ud83d").content == "a\ufffd"
    path = tmp_path / "chat.json"
    path.write_text('[{"role": "user", "content": "hi"}]', encoding="utf-8-sig")
    assert read_conversation(path) == ([ChatMessage("user", "hi")], ())


def test_what_clients_of_openai_save_is_read(tmp_path: Path) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "now", "arguments": ""}}
    said = [
        {"role": "developer", "content": "Be short."},
        {"role": "user", "content": [text_part("Hi")], "name": None},
        {"role": "assistant", "content": None, "refusal": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "noon"},
    ]
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"model": "x", "messages": said, "tools": None}))
    messages, tools = read_conversation(path)
    assert [it.role for it in messages] == ["system", "user", "assistant", "tool"]
    assert (messages[2].tool_calls[0].arguments, tools) == ("{}", ())


def test_media_keep_their_positions_between_texts(wrote, tmp_path: Path) -> None:
    parts = [
        text_part("from"),
        image_part("a.png"),
        linked("b.png"),
        text_part("to"),
        text_part("here"),
        image_part("c"),
    ]
    assert wrote(parts) == ChatMessage(
        "user",
        "from\nto\nhere",
        tuple(Media(MediaKind.IMAGE, tmp_path / name) for name in ("a.png", "b.png", "c")),
        places=(4, 4, 12),
    )


@pytest.mark.parametrize(
    ("parts", "places"),
    [
        ([image_part("a.png"), text_part("what")], ()),
        ([image_part("a.png")], ()),
        ([image_part("a.png"), text_part("this"), image_part("b.png")], (0, 4)),
        ([text_part(""), image_part("a.png"), text_part("what")], ()),
        ([text_part("what"), linked("a.mp4", "video_url")], (4,)),
    ],
)
def test_leading_media_have_no_positions(wrote, parts: list[Any], places: Any) -> None:
    message = wrote(parts)
    assert message.places == places
    assert len(message.media) == sum(part["type"] != "text" for part in parts)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("cat.png", "cat.png"),
        ("file:///pictures/a%20cat.png", "/pictures/a cat.png"),
        ("file://localhost/cat.png", "/cat.png"),
        ("/pictures/100%.png", "/pictures/100%.png"),
        ("at 10:30.png", "at 10:30.png"),
    ],
)
def test_a_file_has_a_path_or_a_url(wrote, tmp_path: Path, url: str, path: str) -> None:
    for part in (image_part(url), linked(url), {"type": "image_url", "image_url": url}):
        assert wrote([part]).media == (Media(MediaKind.IMAGE, tmp_path / path),)
    (video,) = wrote([linked(url, "video_url")]).media
    assert video.kind is MediaKind.VIDEO


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/cat.png",
        "HTTP://example.com/cat.png",
        "ftp://example.com/cat.png",
        "file://server/share/cat.png",
        "//server/share/cat.png",
        "data:image/png;base64,AAAA",
    ],
)
def test_nothing_is_downloaded(wrote, url: str) -> None:
    for part in (image_part(url), linked(url), linked(url, "video_url")):
        with pytest.raises(Refused, match=r"nothing is downloaded\. Save the"):
            wrote([part])


def test_a_long_address_is_shortened(wrote) -> None:
    with pytest.raises(Refused) as refused:
        wrote([linked("data:image/png;base64," + "A" * 5000)])
    assert str(refused.value).startswith("data:image/png;base64,AAA")
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"type": "input_audio", "input_audio": {}}, 'the part "input_audio" is unknown'),
        ({"type": "image_url", "image_url": {"detail": "low"}}, "“url” is missing"),
        ({"type": "image"}, "“image” is missing"),
        ({"type": "text"}, "“text” is missing"),
        (
            {"type": "image_url", "image_url": 3},
            "chat.json, message 1: this is not in",
        ),
        ("words", "chat.json, message 1: this is not in"),
    ],
)
def test_invalid_parts_are_refused(wrote, part: Any, told: str) -> None:
    with pytest.raises(Refused, match=told):
        wrote([part])
