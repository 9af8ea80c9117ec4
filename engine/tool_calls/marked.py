"""Tool calls written in the tags and small languages of single families."""

import ast
import re
from collections.abc import Callable
from typing import Any

from mlx_lm.tool_parsers import glm47, kimi_k2, longcat, minimax_m2, pythonic

from engine.tool_calls.schema import Call, Parsed, Parser, Tools, literal, typed, types
from engine.tool_calls.written import json_calls

LibraryParser = Callable[[str, Any], Any]


def library(parse: LibraryParser) -> Parser:
    """One of the libraries' functions, with what it read brought to the schema's types."""

    def parser(text: str, tools: Tools) -> Parsed:
        found = parse(text, tools.all)
        calls = [Call(each["name"], each["arguments"]) for each in _listed(found)]
        if not calls:
            raise ValueError("no call")
        return [_typed(call, tools) for call in calls], ""

    return parser


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _typed(call: Call, tools: Tools) -> Call:
    """Text where the schema wants another type is read as that."""
    properties = tools.properties(call.name)
    read = {
        key: typed(value, properties.get(key)) if isinstance(value, str) else value
        for key, value in call.arguments.items()
    }
    return Call(call.name, read)


_XML_FUNCTION = re.compile(r"\s*<function=\s*(?P<name>[^\s<>]+?)\s*>(?P<body>.*?)</function>", re.S)
_XML_PARAMETER = re.compile(
    r"\s*<parameter=\s*(?P<key>[^\s<>]+?)\s*>(?P<value>.*?)"
    r"(?:</parameter>|(?=\s*<parameter=)|\s*\Z)",
    re.S,
)


def xml_calls(text: str, tools: Tools) -> Parsed:
    """Qwen3-Coder, Seed and Nemotron: a tag per argument; its closer may be missing."""
    calls, at = [], 0
    while found := _XML_FUNCTION.match(text, at):
        calls.append(Call(found["name"], _xml_arguments(found["name"], found["body"], tools)))
        at = found.end()
    if not calls or text[at:].strip():
        raise ValueError("no call")
    return calls, ""


def _xml_arguments(name: str, body: str, tools: Tools) -> dict[str, Any]:
    properties, arguments, at = tools.properties(name), {}, 0
    while found := _XML_PARAMETER.match(body, at):
        value = found["value"].removeprefix("\n").removesuffix("\n")
        arguments[found["key"]] = typed(value, properties.get(found["key"]))
        at = found.end()
    if body[at:].strip():
        raise ValueError("text between arguments")
    return arguments


def tool_call_calls(text: str, tools: Tools) -> Parsed:
    """What stands between <tool_call> tags: JSON, or the tags of Qwen3-Coder or GLM."""
    start = text.lstrip()
    if start.startswith("<function"):
        return xml_calls(text, tools)
    return glm_calls(text, tools) if "<arg_key>" in text else json_calls(text, tools)


_GLM_NAME = re.compile(r"\s*(?P<name>[\w.-]+)\s*(?P<rest><arg_key>.*</arg_value>)?\s*", re.S)
_glm = library(glm47.parse_tool_call)


def glm_calls(text: str, tools: Tools) -> Parsed:
    """GLM: a name, then pairs of tags; JSON where a model writes that."""
    if text.lstrip().startswith(("{", "[")):
        return json_calls(text, tools)
    found = _GLM_NAME.fullmatch(text)
    if found is None or text.count("<arg_key>") != text.count("</arg_value>"):
        raise ValueError("no call")
    if not found["rest"]:
        return [Call(found["name"], {})], ""
    return _glm(text.strip(), tools)


def minimax_calls(text: str, tools: Tools) -> Parsed:
    """MiniMax; its parser drops what is not closed, which is no call for us."""
    if not text.count("<invoke ") or text.count("<invoke ") != text.count("</invoke>"):
        raise ValueError("no whole call")
    if text.count("<parameter ") != text.count("</parameter>"):
        raise ValueError("no whole argument")
    return library(minimax_m2.parse_tool_call)(text, tools)


_python = library(pythonic.parse_tool_call)


def pythonic_calls(text: str, tools: Tools) -> Parsed:
    """Python calls in a list; one that is no valid Python was cut or broken."""
    text = text.strip()
    if text.startswith(("{", "[{")):
        return json_calls(text, tools)
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, MemoryError) as error:
        raise ValueError("no call") from error
    written = tree.elts if isinstance(tree, ast.List) else [tree]
    if not written or not all(isinstance(each, ast.Call) and not each.args for each in written):
        raise ValueError("no call")
    return _python(text if isinstance(tree, ast.List) else f"[{text}]", tools)


def kimi_calls(text: str, tools: Tools) -> Parsed:
    """Kimi K2: each call between its own tokens."""
    if text.count("<|tool_call_begin|>") != text.count("<|tool_call_end|>"):
        raise ValueError("no whole call")
    return library(kimi_k2.parse_tool_call)(text, tools)


longcat_calls = library(longcat.parse_tool_call)

_QUOTE = '<|"|>'
_GEMMA_HEAD = re.compile(r"[\s,;]*call:\s*(?P<name>[\w.-]+)\s*(?=\{)")
_GEMMA_KEY = re.compile(r"\s*(?P<key>[^\s:{}\[\],]+?)\s*:")
_GEMMA_BARE = re.compile(r"[^,{}\[\]]*")
_GEMMA_SPACE = re.compile(r"\s*")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s*[,}\]])', re.S)


def gemma_calls(text: str, tools: Tools) -> Parsed:
    """Gemma 4: `call:name{key:value}`, strings between tokens of their own or bare."""
    calls, at = [], 0
    while found := _GEMMA_HEAD.match(text, at):
        reader = _Gemma(text, found.end())
        arguments = reader.mapping(tools.properties(found["name"]))
        calls.append(Call(found["name"], arguments))
        at = reader.at
    if not calls or text[at:].strip():
        raise ValueError("no call")
    return calls, ""


class _Gemma:
    """A reader of values, by recursion; raises ValueError, and RecursionError when too deep."""

    def __init__(self, text: str, at: int) -> None:
        self.at = at
        self._text = text

    def mapping(self, properties: Any) -> dict[str, Any]:
        result: dict[str, Any] = {}
        self.at += 1
        while not self._ends("}"):
            key = self._key()
            self._space()
            result[key] = self._value(properties.get(key))
        return result

    def _key(self) -> str:
        self._space()
        if self._text.startswith(_QUOTE, self.at):
            key = self._quoted()
            self._space()
            if not self._text.startswith(":", self.at):
                raise ValueError("no key")
            self.at += 1
            return key
        found = _GEMMA_KEY.match(self._text, self.at)
        if found is None:
            raise ValueError("no key")
        self.at = found.end()
        return found["key"].strip("\"'")

    def _value(self, schema: Any) -> Any:
        self._space()
        if self._text.startswith(_QUOTE, self.at):
            return self._quoted()
        if self._text.startswith("{", self.at):
            inner = schema.get("properties") if isinstance(schema, dict) else None
            return self.mapping(inner or {})
        if self._text.startswith("[", self.at):
            return self._list(schema.get("items") if isinstance(schema, dict) else None)
        if found := _JSON_STRING.match(self._text, self.at):
            self.at = found.end()
            return str(literal(found[0]))
        found = _GEMMA_BARE.match(self._text, self.at)
        bare = found[0].strip() if found else ""
        self.at += len(found[0]) if found else 0
        return self._bare(bare, schema)

    def _bare(self, text: str, schema: Any) -> Any:
        if not text:
            raise ValueError("no value")
        if types(schema):
            return typed(text, schema)
        try:
            return literal(text)
        except ValueError:
            return text

    def _list(self, items: Any) -> list[Any]:
        result = []
        self.at += 1
        while not self._ends("]"):
            result.append(self._value(items))
        return result

    def _quoted(self) -> str:
        start = self.at + len(_QUOTE)
        end = self._text.find(_QUOTE, start)
        if end < 0:
            raise ValueError("no end of a string")
        self.at = end + len(_QUOTE)
        return self._text[start:end]

    def _ends(self, closer: str) -> bool:
        """Whether the closer comes; otherwise a comma, the first value, or an error."""
        self._space()
        if self._text.startswith(closer, self.at):
            self.at += 1
            return True
        if self.at >= len(self._text):
            raise ValueError("no end")
        if self._text.startswith(",", self.at):
            self.at += 1
        return False

    def _space(self) -> None:
        found = _GEMMA_SPACE.match(self._text, self.at)
        self.at = found.end() if found else self.at
