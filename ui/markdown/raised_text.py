"""Parses <sup> and <sub>, which models write for powers and in chemical formulas."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

RAISED = dict(zip(map(ord, "0123456789+-−=()ni"), "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ", strict=True))
_LOWERED = dict(zip(map(ord, "0123456789+-−=()ni"), "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙᵢ", strict=True))
# Text that has no raised characters stays as it is: copied without its tags, it would be misread.
_TAGS = re.compile(r"<(su[bp])>([0-9+−=()ni-]{1,20})</\1>")


def raised_text_plugin(parser: MarkdownIt) -> None:
    """Add the tags to a parser, which would show them."""
    parser.inline.ruler.before("autolink", "raised", _inline)


def _inline(state: StateInline, silent: bool) -> bool:
    found = _TAGS.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        shifted = RAISED if found[1] == "sup" else _LOWERED
        state.pending += found[2].translate(shifted)
    state.pos = found.end()
    return True
