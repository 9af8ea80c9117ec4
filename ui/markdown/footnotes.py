"""Parses footnotes: a number in brackets, [^1], is shown raised, in the text and before its note.

A note stands where it was written: later text cannot move a block that is final."""

import re

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, paragraph
from markdown_it.rules_inline import StateInline

from ui.markdown.raised_text import RAISED

# Not followed by what makes a link of it. Other names could be meant as they are: [^a-z].
_MARK = re.compile(r"\[\^(\d{1,3})\](?!\()")
_NOTE = re.compile(r"\[\^(?!\])[^\s\[\]]{1,40}\]:[ \t]*")
_NARROW_SPACE = "\u202f"
# Blocks so far below a note belong to it.
_INDENT = 4
# A table is interrupted by what interrupts a quote.
_INTERRUPTED: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote"]}


def footnotes_plugin(parser: MarkdownIt) -> None:
    """Add footnotes to a parser, which would take short notes for the addresses of links."""
    parser.inline.ruler.before("link", "footnote", _inline)
    parser.block.ruler.before("reference", "footnote", _block, _INTERRUPTED)


def _inline(state: StateInline, silent: bool) -> bool:
    mark = _MARK.match(state.src, state.pos, state.posMax)
    if not mark:
        return False
    if not silent:
        number = mark[1].translate(RAISED)
        follows = state.pending[-1:] in tuple(RAISED.values())
        state.pending += f"{_NARROW_SPACE}{number}" if follows else number
    state.pos = mark.end()
    return True


def _block(state: StateBlock, begin: int, end: int, silent: bool) -> bool:
    if state.is_code_block(begin):
        return False
    start = state.bMarks[begin] + state.tShift[begin]
    note = _NOTE.match(state.src, start, state.eMarks[begin])
    if not note or silent:
        return note is not None
    token = state.push("footnote_open", "", 1)
    paragraph(state, begin, end, False)
    inline = state.tokens[-2]
    if _MARK.match(inline.content):
        mark, _, text = inline.content.partition(":")
        inline.content = f"{mark} {text.lstrip()}"
    below = state.skipEmptyLines(state.line)
    if below < end and state.sCount[below] - state.blkIndent >= _INDENT:
        state.blkIndent += _INDENT
        state.md.block.tokenize(state, below, end)
        state.blkIndent -= _INDENT
    token.map = [begin, state.line]
    state.push("footnote_close", "", -1)
    return True
