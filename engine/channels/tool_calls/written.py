"""Parsers of tool calls in JSON: alone, in lists, one after another, or after the tool's name."""

import json
import re
from collections.abc import Callable
from typing import Any

from engine.channels.tool_calls.tool_schema import Call, Parsed, Tools

_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"\s*")
_BETWEEN = re.compile(r"(?:[\s;,]|<\|python_tag\|>)*")
_AGAIN = re.compile(r"\s*(?:\[TOOL_CALLS\]\s*)?")
_NAMED = re.compile(r"(?P<name>[\w.-]+)\s*")
_EXTRA = re.compile(r"(?:\[CALL_ID\]\s*[\w-]*\s*)?(?:\[ARGS\])?\s*")
_FENCE = "```"
_LANGUAGE = re.compile(r"(?:json|tool_code|python)?\s*")


def json_calls(text: str, tools: Tools) -> Parsed:
    """Read objects or lists of objects. Raises ValueError unless each of them is a call."""
    text = text.strip()
    if text.startswith(_FENCE) and text.endswith(_FENCE):
        text = text[_after(_LANGUAGE, text, len(_FENCE)) : -len(_FENCE)]
    calls: list[Call] = []
    at = _after(_SPACE, text, 0)
    while at < len(text):
        value, at = _DECODER.raw_decode(text, at)
        calls += _calls(value)
        at = _after(_BETWEEN, text, at)
    if not calls:
        raise ValueError("no call")
    return calls, ""


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _calls(value: Any) -> list[Call]:
    values = value if isinstance(value, list) else [value]
    return [_call(each) for each in values]


def _call(value: Any) -> Call:
    if not isinstance(value, dict):
        raise ValueError("no call")
    inner = value.get("function")
    if isinstance(inner, dict):
        value = inner
    name = value.get("name") or value.get("tool_name") or inner
    for key in ("arguments", "parameters", "args"):
        if key in value:
            return Call(name, value[key])
    return Call(name, {})


def named_calls(text: str, tools: Tools) -> Parsed:
    """Read Mistral's list of calls, or names with arguments, either more than once. Text after the
    last whole call is returned as text."""
    calls: list[Call] = []
    at = 0
    try:
        while found := _AGAIN.match(text, at):
            more, at = _listed_or_named(text, found.end())
            calls += more
    except ValueError:
        pass
    if not calls:
        raise ValueError("no call")
    return calls, text[at:].strip()


def _listed_or_named(text: str, at: int) -> tuple[list[Call], int]:
    if text.startswith("[", at):
        value, end = _DECODER.raw_decode(text, at)
        return _calls(value), end
    found = _NAMED.match(text, at)
    if found is None:
        raise ValueError("no name")
    arguments, end = _DECODER.raw_decode(text, _after(_EXTRA, text, found.end()))
    return [Call(found["name"], _mapping(arguments))], end


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("arguments are no mapping")
    return value


def python_tag_calls(text: str, tools: Tools) -> Parsed:
    """Read Llama's JSON, or a built-in tool as `name.call(key="value")`."""
    if text.lstrip().startswith("{"):
        return json_calls(text, tools)
    found = _BUILT_IN.fullmatch(text)
    if found is None:
        raise ValueError("no call")
    return [Call(found["name"], {found["key"]: json.loads(found["value"])})], ""


_BUILT_IN = re.compile(
    r"""\s*(?P<name>\w+)\.call\(\s*(?P<key>\w+)\s*=\s*(?P<value>"(?:[^"\\]|\\.)*")\s*\)\s*""", re.S
)


def plugin_calls(text: str, tools: Tools) -> Parsed:
    """Read InternLM's JSON after a token that names the kind of tool."""
    return json_calls(text.strip().removeprefix("<|plugin|>"), tools)


def functools_calls(text: str, tools: Tools) -> Parsed:
    """Read Phi 4's list with a word before it."""
    return json_calls(text.strip().removeprefix("functools"), tools)


def keyed_calls(text: str, tools: Tools) -> Parsed:
    """Read Apertus' list of objects whose only key is the tool's name."""
    value = json.loads(text, strict=False)
    if not isinstance(value, list) or not value:
        raise ValueError("no call")
    calls = []
    for each in value:
        ((name, arguments),) = each.items()
        calls.append(Call(name, arguments))
    return calls, ""


_BEGIN, _SEP, _END = "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>"
_FENCED = re.compile(r"\s*(?:```(?:json)?)?\s*")
_CALL_END = re.compile(rf"\s*(?:```)?\s*(?:{_END})?\s*")


def deepseek_calls(text: str, tools: Tools) -> Parsed:
    """Read a kind, the name and fenced JSON (V3 and R1), or the name and JSON (V3.1)."""
    calls: list[Call] = []
    at = _after(_SPACE, text, 0)
    while at < len(text):
        at += len(_BEGIN) if text.startswith(_BEGIN, at) else 0
        end = text.find(_SEP, at)
        if end < 0:
            raise ValueError("no call")
        name, at = text[at:end], _after(_SPACE, text, end + len(_SEP))
        if not text.startswith("{", at):
            end = text.find("\n", at)
            name, at = text[at:end], _after(_FENCED, text, end)
        arguments, at = _DECODER.raw_decode(text, at)
        calls.append(Call(name, _mapping(arguments)))
        at = _after(_CALL_END, text, at)
    if not calls:
        raise ValueError("no call")
    return calls, ""


_BRACKET = re.compile(
    r"""\s*\[(?:Calling\ tools?\s*[:=]\s*)?["']?(?P<name>[\w.-]+)["']?\s*(?P<paren>\()?\s*""",
    re.VERBOSE,
)


# Takes a tool's name, a text and the arguments' place in it; returns the arguments and their end.
ReadArguments = Callable[[str, str, int], tuple[dict[str, Any], int]]


def bracket_calls(text: str, tools: Tools) -> Parsed:
    """Read `[Calling tool: name({...})]`, which other programs' prompts teach, or
    `[name({...})]`."""
    return bracketed(text, lambda _, text, at: _DECODER.raw_decode(text, at))


def bracketed(text: str, read: ReadArguments) -> Parsed:
    """Read the same with arguments in any syntax."""
    found = _BRACKET.match(text)
    if found is None:
        raise ValueError("no call")
    at, arguments = found.end(), {}
    if text.startswith("{", at):
        arguments, at = read(found["name"], text, at)
    if re.sub(r"\s", "", text[at:]) != (")]" if found["paren"] else "]"):
        raise ValueError("no call")
    return [Call(found["name"], arguments)], ""
