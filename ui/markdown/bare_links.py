"""Parses web addresses that stand in the text as they are, such as https://example.org."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

# Letters of scripts that put no space between words and an address.
_UNSPACED = r"\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SCHEME = re.compile(rf"(?:^|[\W_{_UNSPACED}])(https?)$", re.IGNORECASE)
_LONGEST_SCHEME = len("https")
_SEPARATOR = "://"
# Models write "_" as in markdown. "[^" begins a footnote, and "**" ends bold text.
_PART = (
    r"""(?:\\_|(?!\[\^|\*\*)"""
    r"""[^\s<>"`\\…—“”„‘’‚»«›‹\u3001-\u3004\u3008-\u301f\u3030"""
    r"""\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])"""
)
# Text without spaces goes on behind its own punctuation, or where its letters follow one of another
# script: addresses have such letters too, mostly whole parts of them. Titles in a wiki mix scripts.
_REST = re.compile(rf"[\w.-]+/wiki/{_PART}+|(?:(?!(?<=[a-zA-Z0-9)\]])[{_UNSPACED}]){_PART})+")
# They end a sentence or are markup around the address.
_AFTER = ".,:;!?'*_~|\\"
_BRACKETS = {")": "(", "]": "["}


def bare_links_plugin(parser: MarkdownIt) -> None:
    """Add bare addresses to a parser, as links whose text is the address."""
    parser.inline.ruler.after("text", "bare_link", _inline)


def _inline(state: StateInline, silent: bool) -> bool:
    if state.linkLevel or not state.src.startswith(_SEPARATOR, state.pos):
        return False
    # The letters before are pending, as they could be any word.
    scheme = _SCHEME.search(state.pending[-_LONGEST_SCHEME - 1 :])
    if not scheme:
        return False
    rest = _REST.match(state.src, state.pos + len(_SEPARATOR), state.posMax)
    found = _without_end(rest[0]) if rest else ""
    if not found:
        return False
    after = f"{_SEPARATOR}{found}"
    if not silent:
        address = f"{scheme[1]}{after}".replace("\\_", "_").replace("&amp;", "&")
        state.pending = state.pending[: -len(scheme[1])]
        state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(address)}
        state.push("text", "", 0).content = address
        state.push("link_close", "a", -1)
    state.pos += len(after)
    return True


def _without_end(text: str) -> str:
    """Return an address without the punctuation of the sentence around it. A bracket belongs to the
    address if that has its opening one."""
    spare = {it: text.count(it) - text.count(opens) for it, opens in _BRACKETS.items()}
    end = len(text)
    while end and (text[end - 1] in _AFTER or spare.get(text[end - 1], 0) > 0):
        end -= 1
        if text[end] in spare:
            spare[text[end]] -= 1
    return text[:end]
