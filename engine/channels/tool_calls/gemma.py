"""Gemma 4's tool calls: a syntax of its own, with a special token as quotation mark."""

import re
from typing import Any

from engine.channels.tool_calls.tool_schema import Call, Parsed, Tools, literal, typed, types
from engine.channels.tool_calls.written import bracket_calls, bracketed

GEMMA_QUOTE = '<|"|>'
_GEMMA_HEAD = re.compile(r"[\s,;:]*call:\s*(?P<name>[\w.-]+)\s*(?=\{)")
_GEMMA_KEY = re.compile(r"\s*(?P<key>[^\s:{}\[\],]+?)\s*:")
_GEMMA_BARE = re.compile(r"[^,{}\[\]]*")
_GEMMA_SPACE = re.compile(r"\s*")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s*[,}\]])', re.S)


def gemma_calls(text: str, tools: Tools) -> Parsed:
    """Read Gemma 4's `call:name{key:value}`; strings stand between tokens of their own, or bare."""
    calls, at = [], 0
    while found := _GEMMA_HEAD.match(text, at):
        reader = _Gemma(text, found.end())
        arguments = reader.mapping(tools.properties(found["name"]))
        calls.append(Call(found["name"], arguments))
        at = reader.at
    if not calls or text[at:].strip():
        raise ValueError("no call")
    return calls, ""


def gemma_bracket_calls(text: str, tools: Tools) -> Parsed:
    """Read `[Calling tool: name({...})]` with arguments in JSON or in Gemma's syntax."""

    def read(name: str, text: str, at: int) -> tuple[dict[str, Any], int]:
        reader = _Gemma(text, at)
        return reader.mapping(tools.properties(name)), reader.at

    try:
        return bracket_calls(text, tools)
    except ValueError:
        return bracketed(text, read)


class _Gemma:
    """A recursive reader of values; raises ValueError, and RecursionError for values nested too
    deep."""

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
        if self._text.startswith(GEMMA_QUOTE, self.at):
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
        if self._text.startswith(GEMMA_QUOTE, self.at):
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
        start = self.at + len(GEMMA_QUOTE)
        end = self._text.find(GEMMA_QUOTE, start)
        if end < 0:
            raise ValueError("no end of a string")
        self.at = end + len(GEMMA_QUOTE)
        return self._text[start:end]

    def _ends(self, closer: str) -> bool:
        """Return True at the closer; otherwise skip a comma. Raises ValueError at the end of the
        text."""
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
