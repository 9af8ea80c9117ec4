"""Converts a model's Markdown to HTML that runs nothing and loads nothing, whatever it contains."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any

from markdown_it.token import Token

from ui.markdown.markdown_units import Unit, in_one_list, sanitized, units
from ui.markdown.math_syntax import Formula
from ui.markdown.safe_links import openable
from ui.state.one_line_text import without_direction_marks

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
# Without it, some programs read HTML in the character set of the system.
CHARSET = '<meta charset="utf-8">\n'
# The attributes of a table with lines, for programs that know little of HTML.
TABLE_LINES = ' border="1" cellspacing="0" cellpadding="4"'
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ALIGNED = re.compile(r"text-align:(left|right|center)")
_BULLETS = ("-", "+", "*")
# Bars, markers and first columns stand where the text of their element begins, which may be on the
# right.
_DIRECTION = ' dir="auto"'
# Tags of elements that contain others, by the parser's names. No other tags are written.
_AROUND = {
    "paragraph": "p",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "em": "em",
    "strong": "strong",
    "s": "s",
}


def escaped(text: str) -> str:
    return escape(_CONTROL.sub("\ufffd", text))


class SafeHtml:
    """`image` returns the HTML of an image of the conversation for a Markdown target and its
    words, or "" if the target names none; `formula` returns the HTML of a formula. `table` are
    the attributes of every table. On `paper`, only the HTML that Qt knows is used."""

    def __init__(
        self,
        image: Callable[[str, str], str],
        formula: Callable[[Formula], str],
        table: str = "",
        *,
        paper: bool = False,
    ) -> None:
        self._image_source = image
        self._formula = formula
        self._table = table
        self._paper = paper

    def html(self, text: str) -> str:
        return self.html_of(units(sanitized(text), {}))

    def html_of(self, parsed: Iterable[Unit]) -> str:
        return "".join(self._pieces(parsed))

    def _pieces(self, parsed: Iterable[Unit]) -> Iterator[str]:
        """Join list items that follow each other into one list."""
        before, inside = None, ""
        for unit in parsed:
            if not before or not in_one_list(before, unit):
                yield f"</{inside}>\n" if inside else ""
                item = unit.kind == "list_item_open"
                inside = "" if not item else "ul" if unit.number is None else "ol"
                yield _list_open(inside, unit.number) if inside else ""
            yield from self._blocks(unit.tokens)
            before = unit
        yield f"</{inside}>\n" if inside else ""

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[str]:
        box = ""
        for token in tokens:
            name, _, end = token.type.rpartition("_")
            if token.hidden:
                continue
            if token.type == "inline":
                yield box
                box = ""
                yield from self._inline(token.children or ())
            elif token.type == "list_item_open":
                item, box = self._item_open(token)
                yield item
            elif end in ("open", "close"):
                yield self._tag(name, token)
            else:
                yield self._whole(token)

    def _tag(self, name: str, token: Token) -> str:
        closes = token.nesting < 0
        if name in ("bullet_list", "ordered_list"):
            kind = "ol" if name == "ordered_list" else "ul"
            return f"</{kind}>\n" if closes else _list_open(kind, token.attrs.get("start", 1))
        if name == "blockquote":
            return "</blockquote>\n" if closes else f"<blockquote{_DIRECTION}>"
        if name == "list_item":
            return "</li>\n"
        if name == "heading" and token.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            return f"</{token.tag}>\n" if closes else f"<{token.tag}>"
        if name == "table":
            return "</table>\n" if closes else f"<table{_DIRECTION}{self._table}>"
        if name in ("th", "td"):
            return f"</{name}>" if closes else f"<{name}{_aligned(token)}>"
        tag = _AROUND.get(name, "")
        return f"</{tag}>\n" if tag and closes else f"<{tag}>" if tag else ""

    def _item_open(self, token: Token) -> tuple[str, str]:
        """Return the tag of an item, and the box before its text if it is a task. The box stands
        for the bullet, or behind the number."""
        if "done" not in token.meta:
            return "<li>", ""
        done, bullet = token.meta["done"], token.markup in _BULLETS
        if bullet and self._paper:
            # Qt draws a box for the bullet.
            return f'<li class="{"checked" if done else "unchecked"}">', ""
        return '<li style="list-style: none">' if bullet else "<li>", "☑ " if done else "☐ "

    def _whole(self, token: Token) -> str:
        match token.type:
            case "fence" | "code_block":
                code = escaped(token.content.removesuffix("\n"))
                return f"<pre><code>{code}</code></pre>\n"
            case "hr":
                return "<hr>\n"
            case "formula_block":
                return f'<p class="formula">{self._formula(token.meta["formula"])}</p>\n'
            case _:
                return f"<p>{escaped(token.content)}</p>\n" if token.content else ""

    def _inline(self, tokens: Sequence[Token]) -> Iterator[str]:
        # A link that cannot be opened becomes plain text.
        links: list[bool] = []
        for token in tokens:
            match token.type:
                case "link_open":
                    address = openable(str(token.attrs.get("href", "")))
                    links.append(bool(address))
                    yield _link(address)
                case "link_close":
                    yield "</a>" if links and links.pop() else ""
                case "softbreak" | "hardbreak":
                    yield "<br>\n"
                case "code_inline":
                    yield f"<code>{escaped(token.content)}</code>"
                case "formula":
                    yield self._formula(token.meta["formula"])
                case "image":
                    yield self._image(token, inside=any(links))
                case _:
                    name = token.type.rpartition("_")[0]
                    tag = _AROUND.get(name, "") if token.nesting else ""
                    end = "/" if token.nesting < 0 else ""
                    words = without_direction_marks(token.content) if any(links) else token.content
                    yield f"<{end}{tag}>" if tag else escaped(words)

    def _image(self, token: Token, *, inside: bool) -> str:
        """Show images of this conversation only; any other becomes a link with its text."""
        target = str(token.attrs.get("src", ""))
        shown = self._image_source(target, token.content)
        if shown:
            return shown
        address = "" if inside else openable(target)
        words = escaped(without_direction_marks(token.content or target))
        return f"{_link(address)}{words}</a>" if address else words


def _link(address: str) -> str:
    return f'<a href="{escape(address)}" rel="noopener noreferrer nofollow">' if address else ""


def _list_open(kind: str, first: Any) -> str:
    start = f' start="{int(first)}"' if kind == "ol" and int(first or 0) != 1 else ""
    return f"<{kind}{_DIRECTION}{start}>\n"


def _aligned(token: Token) -> str:
    found = _ALIGNED.fullmatch(str(token.attrs.get("style", "")))
    return f' align="{found[1]}"' if found else ""
