"""The vectors beside this file: model output and the split that is expected of it."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.channels.format import Format
from engine.channels.known_formats import FORMATS
from engine.channels.router import ChannelRouter
from engine.messages import Channel

FOLDER = Path(__file__).with_name("vectors")
TOOLS = {
    name: tool
    for file in ("tools.json", "own_tools.json")
    for name, tool in json.loads((FOLDER / file).read_text()).items()
}

EDGE = 20_000  # characters

# A piece as the router takes it: text, and whether it is one special token.
Fed = tuple[str, bool]


@dataclass(frozen=True)
class Split:
    reasoning: str
    content: str
    tool_calls: list[dict[str, Any]]


def load(kind: str) -> list[dict[str, Any]]:
    files = [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]
    return [vector for file in files if file.get("kind") == kind for vector in file["vectors"]]


@contextmanager
def noted(vector: dict[str, Any]) -> Iterator[None]:
    """Name the vector with an error."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"in the vector {vector['id']}")
        raise


def text_of(value: Any) -> str:
    return value["rep"] * value["n"] if isinstance(value, dict) else value or ""


def segments(vector: dict[str, Any]) -> list[Fed]:
    return [
        (part["tok"], True) if isinstance(part, dict) and "tok" in part else (text_of(part), False)
        for part in vector["input"]["segments"]
    ]


def join_ordinary(fed: list[Fed]) -> list[Fed]:
    """Adjacent ordinary text in one piece."""
    result: list[Fed] = []
    for text, special in fed:
        if result and not special and not result[-1][1]:
            text = result.pop()[0] + text
        result.append((text, special))
    return result


def characters(fed: list[Fed]) -> Iterator[Fed]:
    """Feed single characters, or a hundred at once in the middle of a very long text."""
    for text, special in fed:
        if special:
            yield text, True
            continue
        edge = min(len(text), EDGE)
        middle = max(len(text) - EDGE, edge)
        yield from ((each, False) for each in text[:edge])
        yield from ((text[at : min(at + 100, middle)], False) for at in range(edge, middle, 100))
        yield from ((each, False) for each in text[middle:])


def at_random(fed: list[Fed], rng: random.Random) -> Iterator[Fed]:
    for text, special in join_ordinary(fed):
        if special:
            yield text, True
            continue
        at = 0
        while at < len(text):
            size = rng.randint(1, rng.choice((2, 5, 40, 1000 + len(text) // 20)))
            yield text[at : at + size], False
            at += size


def route_vector(fmt: Format, fed: Any, vector: dict[str, Any]) -> Split:
    """Return the router's output for the pieces, split by channel."""
    given = vector["input"]
    tools = [TOOLS[name] for name in given.get("tools", ())]
    router = ChannelRouter(fmt, prompt_open=given["prompt_open_thinking"], tools=tools)
    pieces = [piece for text, special in fed for piece in router.feed(text, special=special)]
    pieces += router.finish(given["finish"])
    parts: dict[Channel, list[str]] = {channel: [] for channel in Channel}
    for channel, text in pieces:
        assert text or channel is Channel.TOOL_CALL
        parts[channel].append(text)
    calls = [{"name": call.name, "arguments": call.arguments} for call in router.tool_calls]
    shown = {channel: "".join(texts) for channel, texts in parts.items()}
    return Split(shown[Channel.REASONING], shown[Channel.CONTENT], calls)


def same(found: str, expected: Any, ws: str) -> bool:
    wanted = text_of(expected)
    if ws == "nospace":
        return re.sub(r"\s", "", found) == re.sub(r"\s", "", wanted)
    if ws == "collapse":
        return " ".join(found.split()) == " ".join(wanted.split())
    return found == wanted if ws == "exact" else found.strip() == wanted.strip()


def fits_expected(vector: dict[str, Any], found: Split, expected: dict[str, Any]) -> bool:
    """Return True if `found` is the expected split; only channels named in `expected` are
    compared."""
    ws = vector.get("ws", "trim")
    for key, exact in (("reasoning", "exact"), ("content", "exact_content")):
        rule = "exact" if ws in ("exact", exact) else "trim" if ws == "exact_content" else ws
        any_ = vector.get(f"{key}_any") or key not in expected
        if not any_ and not same(getattr(found, key), expected[key], rule):
            return False
    calls = expected.get("tool_calls", "any")
    return calls == "any" or found.tool_calls == calls


def check_vector(vector: dict[str, Any], found: Split) -> None:
    wanted = [vector["expect"], *vector.get("accept_also", ())]
    assert any(fits_expected(vector, found, each) for each in wanted), found
    for text in vector.get("never_in_visible", ()):
        assert text not in found.reasoning
        assert text not in found.content


def format_of(vector: dict[str, Any]) -> Format:
    return FORMATS[vector["family"]]
