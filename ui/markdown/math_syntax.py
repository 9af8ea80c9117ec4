"""Parses formulas: `$…$` and `\\(…\\)`, and `$$…$$` and `\\[…\\]`, which may be blocks."""

import re
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

_CLOSING = {"$$": "$$", "\\[": "\\]", "\\(": "\\)", "$": "$"}
_INTERRUPTED: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
# An amount of money and words, as in "$5 and 10$", which does not begin a formula.
_PRICE = re.compile(r"\d[\d.,]*[^\\^_={}]*\s[^\W\d_]{2,}[^\\^_={}]*")


class Formula(NamedTuple):
    """A formula; `source` is its text with the delimiters."""

    latex: str
    source: str
    display: bool


def formulas_plugin(parser: MarkdownIt) -> None:
    """Add formulas to a parser. A block that is not closed yet becomes a `formula_pending`."""
    parser.inline.ruler.before("escape", "formula", _inline)
    parser.block.ruler.before("fence", "formula_block", _block, _INTERRUPTED)


def _inline(state: StateInline, silent: bool) -> bool:
    opening = _opening(state.src, state.pos)
    if not opening:
        return False
    begin = state.pos + len(opening)
    end = _end(state.src, begin, state.posMax, opening)
    if end < 0:
        # Both signs of `$$` at once: the second alone would begin a formula.
        if opening == "$$" and not silent:
            state.pending += opening
        state.pos += len(opening) if opening == "$$" else 0
        return opening == "$$"
    after = end + len(_CLOSING[opening])
    if not silent:
        token = state.push("formula", "", 0)
        token.content = state.src[begin:end].strip()
        token.meta = {"formula": _formula(state.src[state.pos : after], opening)}
    state.pos = after
    return True


def _opening(text: str, position: int) -> str:
    if text[position] == "\\":
        sign = text[position : position + 2]
        return sign if sign in _CLOSING else ""
    if text[position] != "$":
        return ""
    if text.startswith("$$", position):
        return "$$" if not text.startswith("$$$", position) else ""
    before = text[position - 1] if position else " "
    return "" if before.isalnum() or before == "$" else "$"


def _end(text: str, begin: int, limit: int, opening: str) -> int:
    """Return the position of the closing delimiter; -1 if there is none, or no formula before
    it."""
    if opening != "$":
        end = text.find(_CLOSING[opening], begin, limit)
        return end if text[begin:end].strip() else -1
    line_end = text.find("\n", begin, limit)
    end = _dollar(text, begin, limit if line_end < 0 else line_end)
    return end if end > begin and _is_formula(text[begin:end], text[end + 1 : end + 2]) else -1


def _dollar(text: str, begin: int, limit: int) -> int:
    end = text.find("$", begin, limit)
    while end > 0 and text[end - 1] == "\\":
        end = text.find("$", end + 1, limit)
    return end


def _is_formula(content: str, after: str) -> bool:
    """Return True unless the dollar signs around `content` are those of prices."""
    spaced = content[0].isspace() or content[-1].isspace()
    return not (spaced or after.isdigit() or after == "$" or _PRICE.fullmatch(content))


def _formula(source: str, opening: str) -> Formula:
    inside = source.strip()[len(opening) : -len(opening)].strip()
    return Formula(inside, source, opening in ("$$", "\\["))


def _block(state: StateBlock, begin: int, end: int, silent: bool) -> bool:
    if state.is_code_block(begin):
        return False
    line = _line(state, begin)
    opening = line[:2]
    if opening not in ("$$", "\\[") or line.startswith("$$$"):
        return False
    if silent:
        return True
    last, closed = _last_line(state, begin, end, opening)
    if last < 0:
        return False
    source = "\n".join(_line(state, number) for number in range(begin, last + 1))
    kind = "formula_block" if closed and source[2:-2].strip() else "formula_pending"
    token = state.push(kind, "", 0)
    token.content = source
    token.meta = {"formula": _formula(source, opening)}
    token.map = [begin, last + 1]
    state.line = last + 1
    return True


def _last_line(state: StateBlock, begin: int, end: int, opening: str) -> tuple[int, bool]:
    """Return the last line of a block, and True if it closes the block; (-1, False) if there is no
    block."""
    closing = _CLOSING[opening]
    for number in range(begin, end):
        line = _line(state, number)
        if not line or state.sCount[number] < state.blkIndent:
            return -1, False
        at = line.find(closing, 2 if number == begin else 0)
        if at >= 0:
            ends = at + len(closing) == len(line)
            return (number, True) if ends else (-1, False)
    # Later text can close the block only if it reaches the end of the whole text.
    return (end - 1, False) if end == state.lineMax and state.level == 0 else (-1, False)


def _line(state: StateBlock, number: int) -> str:
    begin = state.bMarks[number] + state.tShift[number]
    return state.src[begin : state.eMarks[number]].rstrip()
