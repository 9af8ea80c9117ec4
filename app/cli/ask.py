"""`duologue ask`: answers in the terminal, with the same engine as the window."""

import dataclasses
import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.base import logs
from app.cli.ask_options import for_model, memory_limit, parse_ask, request
from app.cli.model_choices import ModelChoices, no_choices
from app.cli.piped_text import PIPED, STANDARD_INPUT, with_piped_text
from app.cli.terminal import write_error, write_output
from app.machines.group_router import STRICT
from engine import offline
from engine.engine import Engine
from engine.errors import FailureKind, Refused
from engine.messages import (
    HERE,
    Channel,
    Configure,
    Delta,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    Overflow,
    RequestEvent,
    SkimReport,
    ToolCall,
    Trimmed,
    Waiting,
)
from engine.sentences import say

if TYPE_CHECKING:
    from app.cli.group_stream import GroupStream

OK, FAULT, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
REQUEST_ID = 1
Show = Callable[[RequestEvent], None]


def run_ask(arguments: list[str], choices_of: Callable[[Path], ModelChoices] = no_choices) -> int:
    """Run one request and return the exit code. Invalid arguments exit with 2, as in argparse.
    `choices_of` returns what was chosen in the window for the model of a folder. Raises
    Unwritable."""
    try:
        args = parse_ask(arguments)
        write_output("")
        args.question = _question(args)
        choices = (no_choices if args.no_profile else choices_of)(args.model)
        command = request(args, REQUEST_ID, choices)
        engine = _engine(choices, memory_limit(args))
    except Refused as error:
        write_error(f"{error}\n")
        return BAD_INPUT
    logs.set_level(args.log_level or "warning")
    show_event: Show = _show_json if args.json else _show_text
    last: RequestEvent | None = None
    try:
        for event in _events(engine, args, choices, command):
            event = _as_typed(event, command)
            if show_event is _show_text and _reasons(last) and not _reasons(event):
                write_error("\n\n")
            show_event(event)
            last = event
    finally:
        engine.close()
    if isinstance(last, Failed):
        return FAULT if last.fault else BAD_INPUT
    return OK if isinstance(last, Finished) else INTERRUPTED


def _question(args: Namespace) -> str:
    """Return the question with the text that is piped in, unless an option reads standard input.
    Raises Refused."""
    files = map(str, (*args.image, *args.video, args.messages, args.json_schema))
    if args.question != PIPED and not STANDARD_INPUT.isdisjoint(files):
        return args.question
    complete = bool(args.question.strip() or args.messages or args.image or args.video)
    return with_piped_text(args.question, complete=complete)


def _engine(choices: ModelChoices, limit: int | None) -> "Engine | GroupStream":
    """Return what runs the model: this process, or the machines that were chosen for it."""
    if not choices.machines:
        return Engine(lambda event: None, memory_limit=limit)
    if offline.is_strict() and any(it != HERE for it in choices.machines):
        raise Refused(STRICT)
    from app.cli.group_stream import GroupStream  # noqa: PLC0415  seldom needed

    return GroupStream(choices.machines, limit)


def _events(
    engine: "Engine | GroupStream", args: Namespace, choices: ModelChoices, command: Generate
) -> Iterator[RequestEvent]:
    """Yield the events of the request, and first those of the load if it depends on the model."""
    engine.submit(Configure((choices.profile,)))
    if choices.depend_on_abilities:
        event = None
        for event in engine.stream(LoadModel(REQUEST_ID, command.model_id)):
            yield event
        if not isinstance(event, ModelReady):
            return
        command = for_model(command, args, event.model)
    yield from engine.stream(command)


def _as_typed(event: RequestEvent, command: Generate) -> RequestEvent:
    """Return the event, with the option of `ask` where the engine names one of the window."""
    if isinstance(event, Failed) and event.kind is FailureKind.BIAS:
        named = event.message.replace("Token bias", "--logit-bias", 1)
        return dataclasses.replace(event, message=named)
    if not isinstance(event, Failed) or event.kind is not FailureKind.TOO_LONG:
        return event
    if not event.tokens or command.overflow is not Overflow.REFUSE:
        return event
    sentence = say(
        "This conversation has {tokens:,} tokens, more than the context of the model "
        "({context:,}). Add --overflow trim to have the oldest messages omitted, or send fewer "
        "images or less text.",
        tokens=event.tokens,
        context=event.context,
    )
    return dataclasses.replace(event, message=sentence)


def _show_text(event: RequestEvent) -> None:
    match event:
        case Delta(_, Channel.REASONING, text):
            write_error(text)
        case Delta(_, _, text):
            write_output(text)
        # A call that the model wrote as text is part of the answer already.
        case ToolCall(_, call, ""):
            write_output(json.dumps({"name": call.name, "arguments": json.loads(call.arguments)}))
        case Waiting(_, sentence) | Failed(_, sentence):
            write_error(f"{sentence}\n")
        case Trimmed(_, count):
            write_error(f"Oldest messages omitted: {count}\n")
        case Finished():
            write_output("\n")
            _show_skim(event.skim)


def _reasons(event: RequestEvent | None) -> bool:
    return isinstance(event, Delta) and event.channel is Channel.REASONING


def _show_skim(skim: SkimReport) -> None:
    if skim.note:
        write_error(f"Not skimmed: {skim.note}\n")
    elif skim.left_out:
        write_error(
            f"Skimmed: {skim.read:,} of {skim.whole:,} tokens read, chosen by {skim.chooser}\n"
        )


def _show_json(event: RequestEvent) -> None:
    fields = {"event": type(event).__name__} | dataclasses.asdict(event)
    write_output(json.dumps(fields, default=_plain, ensure_ascii=False) + "\n")


def _plain(value: Any) -> str:
    return value.value if isinstance(value, Enum) else str(value)
