"""Parses markdown into units that become final one after the other."""

import re
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, entity
from markdown_it.token import Token

from engine.frozen import frozen
from ui.markdown.bare_links import bare_links_plugin
from ui.markdown.footnotes import footnotes_plugin
from ui.markdown.math_syntax import formulas_plugin
from ui.markdown.raised_text import raised_text_plugin

# Nobody writes longer paragraphs; inline parsing of them could take long.
_LONGEST_PARAGRAPH = 4000
_DEEPEST_BRACKETS = 30
_MOST_COLUMNS = 20
_MAX_NESTING = 20
_LISTS = ("bullet_list_open", "ordered_list_open")
_LIST_ENDS = ("bullet_list_close", "ordered_list_close")
_ITEMS = ("list_item_open", "list_item_close")
# Characters with a special meaning inside a Qt document.
_SAFE = dict.fromkeys([0x0, 0x2029, 0xFDD0, 0xFDD1, 0xFFFC, *range(0xD800, 0xE000)], "\ufffd")
_SAFE[ord("\r")] = ""
# They show text in another order than it is copied, and no language needs them.
_SAFE |= dict.fromkeys([0x202D, 0x202E], "")
_MARKER_ONLY = re.compile(r"[ \t>]*([-=*+#_`~|:]+[ \t]*)?")
_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?!\S)")
_TASK = re.compile(r"\[([ xX])\][ \t]+(?=\S)")
_BREAK = re.compile(r"\s*<br ?/?>\s*", re.IGNORECASE)
_LONG_WORD = re.compile(r"\S{1000}(?=\S)")
_BRACKETS = re.compile(r"[\[\]]")


@frozen
class Unit:
    """One top-level block, or one item of a top-level list. Later text cannot change it.

    `start` and `end` are offsets in the parsed text; `number` is that of an item of an ordered
    list.
    """

    tokens: list[Token]
    start: int
    end: int
    number: int | None

    @property
    def kind(self) -> str:
        return self.tokens[0].type


def in_one_list(before: Unit, unit: Unit) -> bool:
    """Return True if a unit is the next item of the same list."""
    if before.kind != "list_item_open" or before.tokens[0].markup != unit.tokens[0].markup:
        return False
    return before.number is None or unit.number == before.number + 1


def sanitized(text: str) -> str:
    return text.translate(_SAFE)


def settled_part(text: str) -> str:
    """Return `text` without a last line that may still become a marker, which would flicker."""
    end = text.rfind("\n") + 1
    return text[:end] if _MARKER_ONLY.fullmatch(text, end) else text


def units(text: str, references: dict[str, Any], number: int | None = None) -> list[Unit]:
    """Parse `text`. `number` is that of its first item if it continues an ordered list. Link
    definitions are looked up in `references`; new ones are added to it."""
    result: list[Unit] = []
    first, count = 0, None
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    tokens = _PARSER.parse(text, {"references": references})
    for index, token in enumerate(tokens):
        if token.level == 0 and token.type in _LISTS:
            count = _first_number(token) if index or number is None else number
        elif token.level == 0 and token.type in _LIST_ENDS:
            count = None
        elif token.level == (1 if token.type in _ITEMS else 0):
            first = first if token.nesting < 0 else index
            if token.nesting <= 0:
                lines = tokens[first].map or [0, 0]
                begin, end = starts[lines[0]], min(starts[lines[1]], len(text))
                found = _readable(tokens[first : index + 1], text[begin:end])
                result.append(Unit(found, begin, end, count))
                count = None if count is None else count + 1
    return result


def units_again(text: str, references: dict[str, Any], number: int | None = None) -> list[Unit]:
    """Return what `units` does, for text that is written again: on a change of the look, or when
    an answer that was scrolled away is back. Its units are remembered; leave them as they are."""
    if references:
        return units(text, references, number)
    found, defined = _remembered(text, number)
    references.update(defined)
    return found


@lru_cache(maxsize=256)
def _remembered(text: str, number: int | None) -> tuple[list[Unit], dict[str, Any]]:
    defined: dict[str, Any] = {}
    return units(text, defined, number), defined


def code_lines(token: Token) -> list[str]:
    """Return the lines of a code token, at least one."""
    return token.content.removesuffix("\n").split("\n")


def fence_end(markup: str) -> re.Pattern[str]:
    """Return a pattern for the line that closes a fence opened with `markup`."""
    return re.compile(rf" {{0,3}}{re.escape(markup[0])}{{{len(markup)},}}[ \t]*")


def _first_number(token: Token) -> int | None:
    return int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None


def _readable(tokens: list[Token], source: str) -> list[Token]:
    """Return tokens that can be shown. Parsing loses text of excessive nesting, and very wide
    tables are unreadable, so such units become plain text."""
    columns = 0
    for token in tokens:
        columns = 0 if token.type == "tr_open" else columns + (token.type == "th_open")
        if token.level >= _MAX_NESTING - 1 or columns > _MOST_COLUMNS:
            return _plain(source)
    return tokens


def _plain(source: str) -> list[Token]:
    inline = Token("inline", "", 0, content=source, children=_plain_children(source.rstrip("\n")))
    return [Token("paragraph_open", "p", 1), inline, Token("paragraph_close", "p", -1)]


def _plain_children(text: str) -> list[Token]:
    children: list[Token] = []
    # Qt is slow at wrapping one long word many times.
    for line in _LONG_WORD.sub(r"\g<0>\n", text).split("\n"):
        children += [Token("softbreak", "br", 0)] if children else []
        children.append(Token("text", "", 0, content=line))
    return children


def _inline(state: StateCore) -> None:
    """Parse inline markdown as the rule of the library does, except in text that nobody would write
    and that would take long."""
    for token in state.tokens:
        if token.type == "inline":
            if _is_simple(token.content):
                token.children = []
                state.md.inline.parse(token.content, state.md, state.env, token.children)
            else:
                token.children = _plain_children(token.content)


def _table(state: StateBlock, begin: int, end: int, silent: bool) -> bool:
    """Parse a table as the rule of the library does, unless its header would be a list item. An
    item is parsed alone once those before it are final, and must stay one."""
    header = state.bMarks[begin] + state.tShift[begin]
    return not _ITEM.match(state.src, header) and table(state, begin, end, silent)


def _entity(state: StateInline, silent: bool) -> bool:
    """Parse an entity as the rule of the library does, and sanitize its character."""
    found = entity(state, silent)
    if found and not silent:
        state.tokens[-1].content = sanitized(state.tokens[-1].content.replace("\n", " "))
    return found


def _is_simple(text: str) -> bool:
    if len(text) > _LONGEST_PARAGRAPH:
        return False
    depth = 0
    for bracket in _BRACKETS.findall(text):
        depth = depth + 1 if bracket == "[" else max(0, depth - 1)
        if depth > _DEEPEST_BRACKETS:
            return False
    return True


def _tasks(state: StateCore) -> None:
    """Make list items that begin with [ ] or [x] tasks, and remove the sign from their text."""
    for item, paragraph, inline in zip(
        state.tokens, state.tokens[1:], state.tokens[2:], strict=False
    ):
        if item.type != "list_item_open" or paragraph.type != "paragraph_open":
            continue
        match = _TASK.match(inline.content)
        first = inline.children[0] if inline.children else None
        if match and first and first.type == "text" and first.content.startswith(match[0]):
            item.meta = {"done": match[1] != " "}
            first.content = first.content[match.end() :]


def _breaks(state: StateCore) -> None:
    """Break lines at the tag <br> in cells, where markdown has no other way. Elsewhere the tag may
    be what the text is about, as in a cell that has nothing else."""
    for cell, inline in pairwise(state.tokens):
        if cell.type in ("th_open", "td_open") and not _BREAK.fullmatch(inline.content):
            inline.children = [part for it in inline.children or () for part in _broken(it)]


def _broken(token: Token) -> list[Token]:
    if token.type != "text":
        return [token]
    first, *others = _BREAK.split(token.content)
    parts = [Token("text", "", 0, content=first)]
    for words in others:
        parts += [Token("hardbreak", "br", 0), Token("text", "", 0, content=words)]
    return parts


def _parser() -> MarkdownIt:
    options = {"html": False, "maxNesting": _MAX_NESTING}
    result = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    plugins = formulas_plugin, bare_links_plugin, footnotes_plugin, raised_text_plugin
    for plugin in plugins:
        plugin(result)
    result.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    result.inline.ruler.at("entity", _entity)
    result.core.ruler.at("inline", _inline)
    result.core.ruler.after("inline", "tasks", _tasks)
    result.core.ruler.after("inline", "breaks", _breaks)
    # The library would show the markup of a refused address; `openable` refuses it later.
    result.validateLink = lambda url: True
    return result


_PARSER = _parser()
