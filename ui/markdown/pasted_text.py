"""Writes an answer as plain text or HTML for other programs, such as mail and notes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it.tree import SyntaxTreeNode

from ui.markdown.markdown_units import Unit, sanitized, units
from ui.markdown.safe_html import CHARSET, TABLE_LINES, SafeHtml, escaped
from ui.markdown.safe_links import openable
from ui.state.one_line_text import without_direction_marks

_RULE = "---"


def pasted_html(markdown: str) -> str:
    """Return HTML that has no images; a formula is its source."""
    writer = SafeHtml(lambda target, words: "", lambda it: escaped(it.source), TABLE_LINES)
    return CHARSET + writer.html(markdown)


def pasted_text(markdown: str) -> str:
    """Return plain text: blank lines between blocks, indented lists, links with their address."""
    found = units(sanitized(markdown), {})
    if not found:
        return ""
    text = _unit(found[0])
    for before, unit in pairwise(found):
        text += f"{_between(before, unit)}{_unit(unit)}"
    return text


def _between(before: Unit, unit: Unit) -> str:
    lists = before.kind == unit.kind == "list_item_open"
    one_list = lists and (before.number is None) == (unit.number is None) and unit.number != 1
    return "\n" if one_list and _is_tight(SyntaxTreeNode(before.tokens).children[0]) else "\n\n"


def _unit(unit: Unit) -> str:
    return "\n\n".join(_block(it, unit.number) for it in SyntaxTreeNode(unit.tokens).children)


def _block(node: SyntaxTreeNode, number: int | None = None) -> str:
    """Return the text of a block. `number` is that of an item of an ordered list."""
    match node.type:
        case "bullet_list" | "ordered_list":
            return _list(node)
        case "list_item":
            return _item(node, number)
        case "blockquote":
            return _after("> ", "> ", _blocks(node.children, "\n\n"))
        case "table":
            return "\n".join(_rows(node))
        case "hr":
            return _RULE
        case "formula_block":
            return node.meta["formula"].source
        case "paragraph" | "heading":
            return "".join(_inline(it.children) for it in node.children)
        case _:
            return node.content.removesuffix("\n")


def _blocks(nodes: Sequence[SyntaxTreeNode], between: str) -> str:
    return between.join(_block(it) for it in nodes)


def _list(node: SyntaxTreeNode) -> str:
    first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    items = [
        _item(it, None if first is None else first + at) for at, it in enumerate(node.children)
    ]
    tight = all(_is_tight(it) for it in node.children)
    return ("\n" if tight else "\n\n").join(items)


def _item(node: SyntaxTreeNode, number: int | None) -> str:
    marker = "-" if number is None else f"{number}{node.markup}"
    if "done" in node.meta:
        box = "☑" if node.meta["done"] else "☐"
        marker = box if number is None else f"{marker} {box}"
    between = "\n" if _is_tight(node) else "\n\n"
    indent = " " * (len(marker) + 1)
    return _after(f"{marker} ", indent, _blocks(node.children, between))


def _is_tight(item: SyntaxTreeNode) -> bool:
    return all(it.hidden for it in item.children if it.type == "paragraph")


def _after(first: str, later: str, text: str) -> str:
    """Return the text with something before each line."""
    lines = text.split("\n")
    begun = [f"{first}{lines[0]}", *(f"{later}{it}" for it in lines[1:])]
    return "\n".join(it.rstrip() for it in begun)


def _rows(table: SyntaxTreeNode) -> Iterator[str]:
    for row in (row for part in table.children for row in part.children):
        yield "\t".join(_inline(cell.children[0].children) for cell in row.children)


def _inline(nodes: Sequence[SyntaxTreeNode]) -> str:
    return "".join(_piece(it) for it in nodes)


def _piece(node: SyntaxTreeNode) -> str:
    match node.type:
        case "softbreak" | "hardbreak":
            return "\n"
        case "formula":
            return node.meta["formula"].source
        case "link":
            words = without_direction_marks(_inline(node.children))
            return _linked(words, str(node.attrs.get("href", "")))
        case "image":
            return _linked(node.content, str(node.attrs.get("src", "")))
        case _ if node.children:
            return _inline(node.children)
        case _:
            return node.content


def _linked(words: str, target: str) -> str:
    """Return the words of a link and its address, once if the words are the address."""
    address = openable(target)
    if not address or _bare(words) in (_bare(target), _bare(address)):
        return words or address
    return f"{words} ({address})" if words.strip() else address


def _bare(address: str) -> str:
    bare = address.strip().removeprefix("mailto:")
    return bare.removeprefix("https://").removeprefix("http://").rstrip("/")
