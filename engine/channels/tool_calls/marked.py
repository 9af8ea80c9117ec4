"""Parsers of the tags and small languages in which single families write tool calls."""

import re
from collections.abc import Callable
from typing import Any

from mlx_lm.tool_parsers import function_gemma as gemma

from engine.channels.tool_calls.tool_schema import (
    Call,
    Parsed,
    Parser,
    Tools,
    literal,
    typed,
    types,
)
from engine.channels.tool_calls.written import json_calls

LibraryParser = Callable[[str, Any], Any]


def library(parse: LibraryParser) -> Parser:
    """Wrap a library's parser; texts that it read are converted to the types of the schema."""

    def parser(text: str, tools: Tools) -> Parsed:
        found = parse(text, tools.all)
        calls = _some([Call(each["name"], each["arguments"]) for each in _listed(found)])
        return [_typed(call, tools) for call in calls], ""

    return parser


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _typed(call: Call, tools: Tools) -> Call:
    """Convert texts whose schema wants another type."""
    properties = tools.properties(call.name)
    read = {
        key: typed(value, properties.get(key)) if isinstance(value, str) else value
        for key, value in call.arguments.items()
    }
    return Call(call.name, read)


def _elements(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return consecutive matches. Raises ValueError if other text follows them."""
    found, at = [], 0
    while match := pattern.match(text, at):
        found.append(match)
        at = match.end()
    if text[at:].strip():
        raise ValueError("text outside the elements")
    return found


def _some(calls: list[Call]) -> list[Call]:
    """Return the calls. Raises ValueError if there are none."""
    if not calls:
        raise ValueError("no call")
    return calls


# A value can have the tags as text: the tag that ends it is before the next element or the end.
_XML_FUNCTION = re.compile(
    r"\s*<function=\s*(?P<name>[^\s<>]+?)\s*>(?P<body>.*?)</function>(?=\s*(?:<function=|\Z))",
    re.S,
)
_CLOSER = "</parameter>"
_XML_PARAMETER = re.compile(
    r"\s*<parameter=\s*(?P<key>[^\s<>]+?)\s*>(?P<value>.*?)"
    rf"(?:(?P<closed>{_CLOSER})(?=\s*(?:<parameter=|\Z))|(?=<parameter=)|\Z)",
    re.S,
)


def xml_calls(text: str, tools: Tools) -> Parsed:
    """Read a tag per argument, whose closer may be missing (Qwen3-Coder, Seed and Nemotron), or
    JSON (Llama, Functionary and others)."""
    calls = [
        Call(found["name"], _xml_arguments(found["name"], found["body"], tools))
        for found in _elements(_XML_FUNCTION, text)
    ]
    return _some(calls), ""


def _xml_arguments(name: str, body: str, tools: Tools) -> Any:
    if body.lstrip().startswith("{"):
        return body
    properties, arguments = tools.properties(name), {}
    for found in _elements(_XML_PARAMETER, body):
        value = found["value"] if found["closed"] else _unclosed(found["value"])
        value = value.removeprefix("\n").removesuffix("\n")
        arguments[found["key"]] = typed(value, properties.get(found["key"]))
    return arguments


def _unclosed(value: str) -> str:
    """Return a value whose closer is missing. Raises ValueError if it has one."""
    if _CLOSER in value:
        raise ValueError("text outside the elements")
    return value.rstrip()


def tool_call_calls(text: str, tools: Tools) -> Parsed:
    """Read the text between <tool_call> tags: JSON, or the tags of Qwen3-Coder or GLM."""
    start = text.lstrip()
    if start.startswith("<function"):
        return xml_calls(text, tools)
    return json_calls(text, tools) if start.startswith(("{", "[", "`")) else glm_calls(text, tools)


_LISTED = re.compile(r"\s*<tool_call>(.*?)</tool_call>", re.S)


def listed_calls(text: str, tools: Tools) -> Parsed:
    """Read JSON (Jamba and MiniMax M1), or an element per call with a mark after the name
    (Hunyuan)."""
    if not text.lstrip().startswith("<tool_call>"):
        return json_calls(text, tools)
    texts = [found[1].replace("<tool_sep>", "\n") for found in _elements(_LISTED, text)]
    return _some([call for each in texts for call in tool_call_calls(each, tools)[0]]), ""


def _paired(tag: str) -> Parser:
    """Return the parser of a name and two elements for each argument, or of JSON if a model writes
    that. Text without a type in the schema becomes the literal that it spells."""
    call = re.compile(rf"(?P<name>[\w.-]+)\s*(?P<rest>(?:<{tag}_key>.*</{tag}_value>)?)", re.S)
    pair = re.compile(
        rf"\s*<{tag}_key>(?P<key>[^<>]+)</{tag}_key>(?:\\n|\s)*<{tag}_value>(?P<value>.*?)"
        rf"</{tag}_value>(?=\s*(?:<{tag}_key>|\Z))",
        re.S,
    )

    def parser(text: str, tools: Tools) -> Parsed:
        text = text.strip()
        if text.startswith(("{", "[")):
            return json_calls(text, tools)
        found = call.fullmatch(text)
        if found is None:
            raise ValueError("no call")
        properties, arguments = tools.properties(found["name"]), {}
        for it in _elements(pair, found["rest"]):
            _check_one(it["value"], f"</{tag}_value>", f"<{tag}_key>")
            key = it["key"].strip()
            arguments[key] = _converted(it["value"].strip(), properties.get(key))
        return [Call(found["name"], arguments)], ""

    return parser


def _check_one(value: str, closer: str, opener: str) -> None:
    """Raise ValueError for a value that may be several with other text between them."""
    if 0 <= value.find(closer) < value.rfind(opener):
        raise ValueError("text between the elements")


def _converted(text: str, schema: Any) -> Any:
    if types(schema):
        return typed(text, schema)
    try:
        return literal(text)
    except (ValueError, RecursionError):
        return text


glm_calls, longcat_calls = _paired("arg"), _paired("longcat_arg")

_STEP = re.compile(r"<｜tool_call_(?:begin|end)｜>|function<｜tool_sep｜>")
_INVOKE = re.compile(
    r"""\s*<(?P<kind>｜DSML｜|steptml:|)invoke\ name=["']?(?P<name>[^"'>]+)["']?>
    (?P<body>.*?)</(?P=kind)invoke>(?=\s*(?:<(?P=kind)invoke\ name=|\Z))""",
    re.S | re.X,
)
_INVOKED = re.compile(
    r"""\s*<(?P<kind>｜DSML｜|steptml:|)parameter\ name=["']?(?P<key>[^"'>]+)["']?
    (?:\ string="(?P<string>true|false)")?>(?P<value>.*?)</(?P=kind)parameter>
    (?=\s*(?:<(?P=kind)parameter\ name=|\Z))""",
    re.S | re.X,
)


def invoke_calls(text: str, tools: Tools) -> Parsed:
    """Read an element per call and per argument (MiniMax, DeepSeek from V3.2 on, and Step 3)."""
    text = _STEP.sub("", text)
    calls = [
        Call(found["name"], _invoked(found["name"], found["body"], tools))
        for found in _elements(_INVOKE, text)
    ]
    return _some(calls), ""


def _invoked(name: str, body: str, tools: Tools) -> Any:
    if body.lstrip().startswith("{"):
        return body
    properties, arguments = tools.properties(name), {}
    for found in _elements(_INVOKED, body):
        key, value, kind = found["key"], found["value"], found["kind"]
        _check_one(value, f"</{kind}parameter>", f"<{kind}parameter name=")
        if found["string"] == "false":
            arguments[key] = literal(value)
        else:
            whole = value if found["string"] else value.strip()
            arguments[key] = whole if found["string"] else typed(whole, properties.get(key))
    return arguments


_KIMI_CALL = re.compile(
    r"\s*(?:<\|tool_call_begin\|>)?\s*(?:functions\.)?(?P<name>[\w.-]+?)(?::\d+)?\s*"
    r"<\|tool_call_argument_begin\|>(?P<arguments>.*?)(?:<\|tool_call_end\|>|\Z)\s*",
    re.S,
)


def kimi_calls(text: str, tools: Tools) -> Parsed:
    """Read Kimi K2's name with the call's number and JSON, each call between its own tokens."""
    calls, at = [], 0
    while at < len(text):
        found = _KIMI_CALL.match(text, at)
        if found is None or not found["arguments"].strip():
            raise ValueError("no whole call")
        calls.append(Call(found["name"], found["arguments"]))
        at = found.end()
    return _some(calls), ""


_function_gemma = library(gemma.parse_tool_call)


def function_gemma(text: str, tools: Tools) -> Parsed:
    """Read FunctionGemma's call. The library's parser accepts a call that was cut; we do not."""
    if not text.rstrip().endswith("}"):
        raise ValueError("no whole call")
    return _function_gemma(text, tools)
