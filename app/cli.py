"""The command line: `ask` answers in the terminal with the engine of the window."""

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, TextIO

from app.paths import DOT
from engine.engine import Engine
from engine.errors import Refused
from engine.messages import (
    Abort,
    Channel,
    ChatMessage,
    Delta,
    EngineStats,
    Event,
    Failed,
    Finished,
    Generate,
    Media,
    MediaKind,
    SamplingParams,
    ToolCall,
    ToolInvocation,
)

OK, FAULT, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
REQUEST_ID = 1


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="duologue ask", description="Ask a local model and print its answer."
    )
    add = result.add_argument
    add("question", nargs="?", default="", help="what to ask")
    add("--model", type=Path, default=DOT, metavar="DIR", help="model folder (default: Dot)")
    add(
        "--image", type=Path, action="append", default=[], metavar="F", help="a picture; repeatable"
    )
    add("--video", type=Path, action="append", default=[], metavar="F", help="a clip; repeatable")
    add("--think", action="store_true", help="let the model reason first (shown on stderr)")
    add("--temperature", type=float, metavar="T", help="0 is greedy (default)")
    add("--seed", type=int, metavar="N", help="makes a warm answer repeatable")
    add("--max-tokens", type=int, metavar="N", help="longest answer, in tokens")
    add("--messages", type=Path, metavar="FILE.json", help="a conversation to go on from")
    add("--json", action="store_true", help="one JSON line per event")
    return result


def ask(arguments: list[str]) -> int:
    """Run one request; returns the exit code. Argument errors exit with 2 as argparse does."""
    args = parser().parse_args(arguments)
    try:
        request = _request(args)
    except (Refused, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    show = _show_json if args.json else _show_text
    events: list[Event] = []
    engine = Engine(events.append)
    engine.submit(request)
    last: Event | None = None
    try:
        for event in _events(engine, events):
            show(event, sys.stdout)
            last = event
    except BrokenPipeError:
        return FAULT
    finally:
        engine.close()
    if isinstance(last, Failed):
        return FAULT if last.fault else BAD_INPUT
    return OK if isinstance(last, Finished) else INTERRUPTED


def _events(engine: Engine, events: list[Event]) -> Iterator[Event]:
    """Step the engine to its end; Ctrl-C stops the answer and keeps what came."""
    while not engine.idle:
        try:
            engine.step()
        except KeyboardInterrupt:
            engine.submit(Abort(REQUEST_ID))
            engine.step()
        yield from (event for event in events if not isinstance(event, EngineStats))
        events.clear()


def _request(args: argparse.Namespace) -> Generate:
    messages, tools = _read_messages(args.messages) if args.messages else ([], ())
    media = [Media(MediaKind.IMAGE, path) for path in args.image]
    media += [Media(MediaKind.VIDEO, path) for path in args.video]
    if args.question.strip() or media:
        messages.append(ChatMessage("user", args.question, tuple(media)))
    if not messages:
        raise Refused('The question is empty. Put it last: ask --image cat.png "What is this?"')
    given = {
        "temperature": args.temperature,
        "seed": args.seed,
        "max_tokens": args.max_tokens,
    }
    sampling = SamplingParams(**{k: v for k, v in given.items() if v is not None})
    model_id = str(args.model.resolve())
    return Generate(REQUEST_ID, model_id, tuple(messages), sampling, args.think, tools)


def _read_messages(path: Path) -> tuple[list[ChatMessage], tuple[str, ...]]:
    """A list of messages in the OpenAI form, or an object with `messages` and `tools`."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        listed = found["messages"] if isinstance(found, dict) else found
        tools = found.get("tools", []) if isinstance(found, dict) else []
        messages = [_message(item, path.parent) for item in listed]
        return messages, tuple(json.dumps(tool) for tool in tools)
    except OSError as error:
        raise Refused(f"{path} could not be read: {error.strerror}.") from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Refused(
            f"{path} is not a list of messages, each with a role and a content: {error}."
        ) from error


def _message(item: dict[str, Any], folder: Path) -> ChatMessage:
    role, content = item["role"], item.get("content") or ""
    if role not in {"system", "user", "assistant", "tool"}:
        raise ValueError(f"unknown role {role!r}")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    text = "\n".join(part["text"] for part in parts if part["type"] == "text")
    media = tuple(_media(part, folder) for part in parts if part["type"] != "text")
    calls = tuple(_invocation(call["function"]) for call in item.get("tool_calls") or ())
    return ChatMessage(role, text, media, calls)


def _media(part: dict[str, Any], folder: Path) -> Media:
    """{"type": "image", "image": "cat.png"}; paths are relative to the messages file."""
    kind = {"image": MediaKind.IMAGE, "video": MediaKind.VIDEO}[part["type"]]
    return Media(kind, folder / part[part["type"]])


def _invocation(function: dict[str, Any]) -> ToolInvocation:
    arguments = function["arguments"]
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments)
    return ToolInvocation(function["name"], arguments)


def _show_text(event: Event, out: TextIO) -> None:
    match event:
        case Delta(_, Channel.REASONING, text):
            sys.stderr.write(text)
            sys.stderr.flush()
        case Delta(_, _, text):
            out.write(text)
            out.flush()
        case ToolCall(_, call):
            out.write(json.dumps({"name": call.name, "arguments": json.loads(call.arguments)}))
        case Failed(_, message):
            sys.stderr.write(f"{message}\n")
        case Finished():
            out.write("\n")


def _show_json(event: Event, out: TextIO) -> None:
    fields = {"event": type(event).__name__} | dataclasses.asdict(event)
    out.write(json.dumps(fields, default=_plain, ensure_ascii=False) + "\n")
    out.flush()


def _plain(value: Any) -> str:
    return value.value if isinstance(value, Enum) else str(value)
