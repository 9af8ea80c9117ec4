"""Markdown to tokens, cut into the units that become final one after the other."""

import re
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
# a refused address would show the markup; who writes the text out decides what can be opened
_PARSER.validateLink = lambda url: True
_LISTS = ("bullet_list_open", "ordered_list_open")
_LIST_ENDS = ("bullet_list_close", "ordered_list_close")
_ITEMS = ("list_item_open", "list_item_close")
# characters that Qt gives a meaning of its own inside a document
_SAFE = dict.fromkeys([0x0, 0x2029, 0xFDD0, 0xFDD1, 0xFFFC, *range(0xD800, 0xE000)], "\ufffd")
_SAFE[ord("\r")] = ""
_MARKER_ONLY = re.compile(r"[ \t>]*([-=*+#_`~|:]+[ \t]*)?")


@dataclass(frozen=True)
class Unit:
    """One top-level block, or one item of a top-level list: what comes later cannot change it.

    `line` is where it starts; `number` is that of an item of an ordered list.
    """

    tokens: list[Token]
    line: int
    number: int | None


def sanitized(text: str) -> str:
    return text.translate(_SAFE)


def settled_part(text: str) -> str:
    """`text` without a last line that may yet turn out to be a marker, so that nothing flickers."""
    end = text.rfind("\n") + 1
    return text[:end] if _MARKER_ONLY.fullmatch(text, end) else text


def units(text: str, references: dict[str, Any], number: int | None = None) -> list[Unit]:
    """Parse `text`. `number` is that of its first item where it continues an ordered list.

    Link definitions are looked up in `references`, and those found are added to it.
    """
    result: list[Unit] = []
    start, count = 0, None
    tokens = _PARSER.parse(text, {"references": references})
    for index, token in enumerate(tokens):
        if token.level == 0 and token.type in _LISTS:
            count = _first_number(token) if index or number is None else number
        elif token.level == 0 and token.type in _LIST_ENDS:
            count = None
        elif token.level == (1 if token.type in _ITEMS else 0):
            start = start if token.nesting < 0 else index
            if token.nesting <= 0:
                line = (tokens[start].map or [0])[0]
                result.append(Unit(tokens[start : index + 1], line, count))
                count = None if count is None else count + 1
    return result


def code_lines(token: Token) -> list[str]:
    """The lines of a code token; there is always one."""
    return token.content.removesuffix("\n").split("\n")


def fence_end(markup: str) -> re.Pattern[str]:
    """Matches the line that closes a fence opened with `markup`."""
    return re.compile(rf" {{0,3}}{re.escape(markup[0])}{{{len(markup)},}}[ \t]*")


def _first_number(token: Token) -> int | None:
    return int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None
