"""Writes an answer as plain text or HTML for other programs, such as mail and notes."""

from collections.abc import Iterable, Iterator, Sequence

from markdown_it.tree import SyntaxTreeNode

from ui.markdown.markdown_units import Unit, in_one_list, sanitized, units
from ui.markdown.safe_html import CHARSET, TABLE_LINES, SafeHtml, escaped
from ui.markdown.safe_links import openable
from ui.state.one_line_text import without_direction_marks

_RULE = "---"
# The name under which a node of a tree has the tokens of its line.
_LINE = "line"


def pasted(markdown: str) -> tuple[str, str]:
    """Return plain text, and HTML that has no images and formulas as their source."""
    parsed = units(sanitized(markdown), {})
    writer = SafeHtml(lambda target, words: "", lambda it: escaped(it.source), TABLE_LINES)
    return _text(parsed), CHARSET + writer.html_of(parsed)


def pasted_text(markdown: str) -> str:
    """Return plain text: blank lines between blocks, indented lists, links with their address."""
    return _text(units(sanitized(markdown), {}))


def _text(parsed: Iterable[Unit]) -> str:
    text, before = "", None
    for unit in parsed:
        blocks = _blocks_of(unit)
        text += _between(*before, unit) if before else ""
        text += "\n\n".join(_block(it, unit.number) for it in blocks)
        before = unit, blocks[0]
    return text


def _blocks_of(unit: Unit) -> Sequence[SyntaxTreeNode]:
    """Return the blocks of a unit. The tokens of a line stay in one list, because emphasis can be
    nested deeper than Python calls functions."""
    tokens = [
        it.copy(children=None, meta={_LINE: it.children or []}) if it.type == "inline" else it
        for it in unit.tokens
    ]
    return SyntaxTreeNode(tokens).children


def _between(before: Unit, block: SyntaxTreeNode, unit: Unit) -> str:
    """Return the line ends between two units. `block` is the first of the one before."""
    return "\n" if in_one_list(before, unit) and _is_tight(block) else "\n\n"


def _block(node: SyntaxTreeNode, number: int | None = None) -> str:
    """Return the text of a block. `number` is that of an item of an ordered list."""
    match node.type:
        case "bullet_list" | "ordered_list":
            return _list(node)
        case "list_item":
            return _item(node, number)
        case "footnote":
            return _blocks(node.children, "\n\n")
        case "blockquote":
            return _after("> ", "> ", _blocks(node.children, "\n\n"))
        case "table":
            return "\n".join(_rows(node))
        case "hr":
            return _RULE
        case "formula_block":
            return node.meta["formula"].source
        case "paragraph" | "heading":
            return "".join(_line(it) for it in node.children)
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
        yield "\t".join(_line(cell.children[0]).replace("\n", " ") for cell in row.children)


def _line(node: SyntaxTreeNode) -> str:
    pieces: list[str] = []
    # The places where the words of open links begin, and their addresses.
    links: list[tuple[int, str]] = []
    for token in node.meta[_LINE]:
        match token.type:
            case "softbreak" | "hardbreak":
                pieces.append("\n")
            case "formula":
                pieces.append(token.meta["formula"].source)
            case "link_open":
                links.append((len(pieces), str(token.attrs.get("href", ""))))
            case "link_close":
                begin, target = links.pop()
                pieces[begin:] = [_linked("".join(pieces[begin:]), target)]
            case "image":
                pieces.append(_linked(token.content, str(token.attrs.get("src", ""))))
            case _:
                pieces.append(token.content)
    return "".join(pieces)


def _linked(words: str, target: str) -> str:
    """Return the words of a link and its address, once if the words are the address."""
    words, address = without_direction_marks(words), openable(target)
    if not address or _bare(words) in (_bare(target), _bare(address)):
        return words or address
    return f"{words} ({address})" if words.strip() else address


def _bare(address: str) -> str:
    bare = address.strip().removeprefix("mailto:")
    return bare.removeprefix("https://").removeprefix("http://").rstrip("/")
