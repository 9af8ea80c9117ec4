"""The command line: `ask` answers in the terminal with the engine of the window."""

import dataclasses
import json
import sys
from collections.abc import Callable
from enum import Enum
from typing import Any, TextIO

from app import logs
from app.cli_options import memory_limit, parser, request
from engine.engine import Engine
from engine.errors import Refused
from engine.messages import (
    Channel,
    Delta,
    Failed,
    Finished,
    RequestEvent,
    ToolCall,
    Trimmed,
    Waiting,
)

OK, FAULT, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
REQUEST_ID = 1
Show = Callable[[RequestEvent, TextIO], None]


def ask(arguments: list[str]) -> int:
    """Run one request; returns the exit code. Argument errors exit with 2 as argparse does."""
    args = parser().parse_args(arguments)
    try:
        command = request(args, REQUEST_ID)
        limit = memory_limit(args)
    except (Refused, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    logs.set_level(args.log_level or "warning")
    engine = Engine(lambda event: None, memory_limit=limit)
    show = _show_json if args.json else _show_text
    last: RequestEvent | None = None
    try:
        for event in engine.stream(command):
            last = event
            show(event, sys.stdout)
    except BrokenPipeError:
        return FAULT
    finally:
        engine.close()
    if isinstance(last, Failed):
        return FAULT if last.fault else BAD_INPUT
    return OK if isinstance(last, Finished) else INTERRUPTED


def _show_text(event: RequestEvent, out: TextIO) -> None:
    match event:
        case Delta(_, Channel.REASONING, text):
            sys.stderr.write(text)
            sys.stderr.flush()
        case Delta(_, _, text):
            out.write(text)
            out.flush()
        # One that was written as text is in the answer.
        case ToolCall(_, call, ""):
            out.write(json.dumps({"name": call.name, "arguments": json.loads(call.arguments)}))
        case Waiting(_, sentence) | Failed(_, sentence):
            sys.stderr.write(f"{sentence}\n")
        case Trimmed(_, count):
            sys.stderr.write(f"Messages left out, the oldest: {count}\n")
        case Finished():
            out.write("\n")


def _show_json(event: RequestEvent, out: TextIO) -> None:
    fields = {"event": type(event).__name__} | dataclasses.asdict(event)
    out.write(json.dumps(fields, default=_plain, ensure_ascii=False) + "\n")
    out.flush()


def _plain(value: Any) -> str:
    return value.value if isinstance(value, Enum) else str(value)
