"""The options of `ask`, and the request built from them."""

import argparse
import math
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.base import logs
from app.base.paths import DOT
from app.cli import conversation_file
from app.cli.model_choices import ModelChoices, no_choices
from app.cli.option_parser import OptionParser, file_name, integer, number
from engine.errors import Refused, reason
from engine.messages import (
    ChatMessage,
    Drafting,
    Generate,
    Media,
    MediaKind,
    ModelInfo,
    Overflow,
    SamplingParams,
    Skim,
)
from engine.sentences import say_value, verbatim
from engine.system.files import read_file

# (option, type, metavar, help); each is a field of SamplingParams.
SAMPLING = (
    ("temperature", number, "T", "0 is greedy (default), higher is more varied"),
    ("top-p", number, "P", "only the likeliest tokens that together have this share"),
    ("top-k", integer, "N", "only the N likeliest tokens; 0 is off"),
    ("min-p", number, "P", "only tokens with this share of the likeliest one's probability"),
    ("repetition-penalty", number, "N", "above 1 avoids tokens of the whole conversation"),
    ("presence-penalty", number, "N", "above 0 avoids tokens of the answer"),
    ("frequency-penalty", number, "N", "the same, growing with the number of occurrences"),
    ("seed", integer, "N", "makes a sampled answer repeatable"),
    (
        "max-tokens",
        integer,
        "N",
        f"maximum length of the answer, in tokens (default: {SamplingParams().max_tokens})",
    ),
    ("thinking-budget", integer, "N", "maximum reasoning tokens"),
)
# Fields of SamplingParams whose option has another name.
OPTION_OF = {"thinking": "think", "top_logprobs": "logprobs"}
MAX_SCHEMA_BYTES = 4 << 20
# Such an argument behind --skim is meant as its share, even if it is out of range. Any other is the
# question.
_NUMBER = re.compile(r"[-+]?\.?\d[\d.,]*%?")
# Bits of the keys and values in an 8-bit conversation cache.
KV_BITS = 8
OVERFLOW = {"refuse": Overflow.REFUSE, "trim": Overflow.TRIM}


def parse_ask(arguments: list[str]) -> argparse.Namespace:
    """Return the options of `ask`. Invalid ones exit with 2, as in argparse."""
    parser = ask_parser()
    args, more = parser.parse_known_args(_with_shares(arguments))
    if more and not any(it.startswith("-") for it in more):
        parser.error(f"{say_value(more[0])} is left over; put the whole question in quotes")
    if more:
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    return args


def ask_parser() -> argparse.ArgumentParser:
    result = OptionParser(
        prog="duologue ask", description="Ask a local model and print its answer."
    )
    add = result.add_argument
    help_text = "what to ask; text that is piped in follows it. - is the piped text alone"
    add("question", nargs="?", default="", help=help_text)
    add("--model", type=file_name, default=DOT, metavar="DIR", help="model folder (default: Dot)")
    for kind in ("image", "video"):
        option, help_text = f"--{kind}", f"{kind}; repeatable"
        add(option, type=file_name, action="append", default=[], metavar="FILE", help=help_text)
    add("--messages", type=file_name, metavar="FILE.json", help="a list of messages to go on from")
    add(
        "--think",
        action=argparse.BooleanOptionalAction,
        help="let the model reason first (shown on stderr)",
    )
    for name, kind, metavar, help_text in SAMPLING:
        add(f"--{name}", type=kind, metavar=metavar, help=help_text)
    add("--stop", action="append", default=[], metavar="TEXT", help="ends the answer; repeatable")
    help_text = "add N to the logit of a token; repeatable"
    add("--logit-bias", action="append", default=[], metavar="ID=N", help=help_text)
    add("--json-schema", metavar="FILE-or-JSON", help="a schema the answer must match")
    help_text = "with --json: the N likeliest tokens at each place, at most 20"
    add("--logprobs", type=integer, default=0, metavar="N", help=help_text)
    help_text = "how to handle a conversation longer than the context (default: refuse)"
    add("--overflow", choices=OVERFLOW, help=help_text)
    help_text = "how the model marks reasoning and tool calls, if detection gets it wrong"
    add("--channel-format", default="", metavar="NAME", help=help_text)
    help_text = "8 uses an 8-bit conversation cache, about half the memory"
    add("--kv-bits", type=integer, choices=(0, 8), help=help_text)
    help_text = "memory limit of the model (default: what this computer allows)"
    add("--memory-limit", type=number, metavar="GB", help=help_text)
    help_text = "ignore what you chose for the model in the window: template, preset, formats"
    add("--no-profile", action="store_true", help=help_text)
    keep = Skim().keep
    help_text = (
        "read about this much of a long prompt, chosen by the draft model "
        f"(10 to 100, by default {100 * keep:.0f})"
    )
    # `const` is for an abbreviation, which `_with_shares` does not know.
    add("--skim", type=_percent, nargs="?", const=keep, metavar="PERCENT", help=help_text)
    add("--no-drafting", action="store_true", help="one token in each pass of the model")
    add("--json", action="store_true", help="one JSON line per event")
    logs.add_option(result)
    return result


def _with_shares(arguments: list[str]) -> list[str]:
    """Return the arguments with a share for each --skim that has none and would take the question
    behind it for one."""
    made = list[str]()
    for at, argument in enumerate(arguments):
        if argument == "--":
            return made + arguments[at:]
        following = arguments[at + 1 : at + 2]
        bare = argument == "--skim" and not any(map(_NUMBER.fullmatch, following))
        made.append(f"--skim={round(100 * Skim().keep)}" if bare else argument)
    return made


def _percent(text: str) -> float:
    """Return the share that a percentage of 10 to 100 stands for."""
    if not text.isdecimal() or not 10 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"{say_value(text)} is not a percentage from 10 to 100")
    return int(text) / 100


def request(
    args: argparse.Namespace, request_id: int, choices: ModelChoices | None = None
) -> Generate:
    """Build the request. What is given goes before the choices for the model. Raises Refused for
    values no model can use."""
    choices = choices or no_choices(args.model)
    _check_text("The question", args.question)
    for stop in args.stop:
        _check_text("--stop", stop)
        if not stop:
            raise Refused("--stop is empty. Write the text that ends the answer.")
    messages, tools = (
        conversation_file.read_conversation(args.messages) if args.messages else ([], ())
    )
    media = [Media(MediaKind.IMAGE, path) for path in args.image]
    media += [Media(MediaKind.VIDEO, path) for path in args.video]
    if args.question.strip() or media:
        messages.append(ChatMessage("user", args.question, tuple(media)))
    if not messages:
        raise Refused('The question is empty. Put it last: ask --image cat.png "What is this?"')
    system = choices.system_prompt
    if system and messages[0].role != "system":
        messages.insert(0, ChatMessage("system", system))
    kv_bits = KV_BITS if choices.in_8_bit else 0
    return Generate(
        request_id,
        choices.profile.model_id,
        tuple(messages),
        sampling(args, choices.sampling),
        tools,
        _overflow(args, choices.overflow),
        args.channel_format or choices.channel_format,
        kv_bits if args.kv_bits is None else args.kv_bits,
        drafting=Drafting.OFF if args.no_drafting else Drafting.AUTO,
        skim=None if args.skim is None else Skim(args.skim),
    )


def for_model(command: Generate, args: argparse.Namespace, model: ModelInfo) -> Generate:
    """Return the request without what was chosen for the model and it cannot do, as the window
    leaves it out too. What is given stays, and is refused."""
    sampling, kv_bits = command.sampling, command.kv_bits
    if not model.thinking:
        thinking = bool(args.think)
        sampling = replace(sampling, thinking=thinking, thinking_budget=args.thinking_budget)
    if not model.kv_8bit_bytes:
        kv_bits = args.kv_bits or 0
    return replace(command, sampling=sampling, kv_bits=kv_bits)


def _overflow(args: argparse.Namespace, chosen: Overflow) -> Overflow:
    """Return the treatment of a long conversation. Only the window writes summaries."""
    if args.overflow is not None:
        return OVERFLOW[args.overflow]
    return Overflow.TRIM if chosen is Overflow.SUMMARISE else chosen


def _check_text(name: str, text: str) -> None:
    """Refuse bytes that are not text, which arguments may contain and no tokenizer accepts."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Refused("{name} is not UTF-8 text. Set the terminal to UTF-8.", name=name) from error


def sampling(args: argparse.Namespace, chosen: SamplingParams | None = None) -> SamplingParams:
    """Return the sampling parameters: those given, the others as `chosen`. Raises as `request`
    does."""
    chosen = chosen or SamplingParams()
    if args.logprobs and not args.json:
        raise Refused("--logprobs are shown as JSON only. Add --json.")
    given = {name.replace("-", "_"): getattr(args, name.replace("-", "_")) for name, *_ in SAMPLING}
    changes: dict[str, Any] = {
        **{name: value for name, value in given.items() if value is not None},
        "thinking": chosen.thinking if args.think is None else args.think,
        "stop": tuple(args.stop) or chosen.stop,
        "logit_bias": tuple(_bias(text) for text in args.logit_bias) or chosen.logit_bias,
        "top_logprobs": args.logprobs,
        "json_schema": _schema(args.json_schema) or chosen.json_schema,
    }
    try:
        return replace(chosen, **changes)
    except ValueError as error:
        raise Refused(_as_typed(error.args[0], changes)) from error


def _as_typed(sentence: str, fields: Iterable[str]) -> str:
    """Return the sentence about a field with the option as the user types it."""
    options = {name: "--" + OPTION_OF.get(name, name).replace("_", "-") for name in fields}
    named = re.sub(rf"\b({'|'.join(options)})\b", lambda it: options[it[0]], sentence, count=1)
    return verbatim(f"{named[:1].upper()}{named[1:]}.")


def memory_limit(args: argparse.Namespace) -> int | None:
    """Return the limit in bytes, or None to leave it to the engine. Raises Refused."""
    gigabytes = args.memory_limit
    if gigabytes is None:
        return None
    if not math.isfinite(gigabytes) or not 0 < gigabytes <= 1e6:
        raise Refused(
            "--memory-limit is {gigabytes:g}; it must be a number of GB, above 0 and at most "
            "1,000,000.",
            gigabytes=gigabytes,
        )
    return round(gigabytes * 1e9)


def _bias(text: str) -> tuple[int, float]:
    token, _, bias = text.partition("=")
    try:
        return int(token), float(bias)
    except ValueError as error:
        raise Refused(
            "--logit-bias is {text}; write ID=N, such as 42=-5.", text=say_value(text)
        ) from error


def _schema(text: str | None) -> str:
    """Return the JSON text itself if it starts with a brace; anything else names a file."""
    if text is None:
        return ""
    schema = text if text.lstrip().startswith("{") else _schema_file(text)
    if not schema.strip():
        raise Refused("--json-schema is a file without a schema: {path} is empty.", path=text)
    return schema


def _schema_file(text: str) -> str:
    if not text.strip():
        raise Refused("--json-schema is empty. Write a JSON object, or the name of its file.")
    try:
        return read_file(Path(text), MAX_SCHEMA_BYTES).decode("utf-8")
    except (OSError, ValueError) as error:
        raise Refused(
            "--json-schema is neither a JSON object nor a readable file: {text}: {reason}.",
            text=text,
            reason=reason(error) if isinstance(error, OSError) else "it is not text",
        ) from error
