"""Text for the search index: words, and single characters of scripts written without spaces."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from engine.frozen import frozen

MAX_TERMS = 20
MAX_QUERY = 300
AROUND = 40
SNIPPET = 160
# Characters that are folded at once: 20,000 take 2 ms, in which no other thread runs.
WINDOW = 20_000

# Thai, Lao, Burmese, Khmer, Hangul, kana, bopomofo and Han: each character is a word.
_ALONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff"
)
_SEPARATE = re.compile(f"([{_ALONE}])")
_STARTS_ALONE = re.compile(f"[{_ALONE}]")
_TERM = re.compile(r'"([^"]*)("?)|([^\s"]+)')
_WORD = re.compile(r"[^\W_]+")


@frozen
class Query:
    """A parsed search. `terms` are words or phrases; `whole` says for each term whether it must
    match as a whole word instead of as a prefix."""

    terms: tuple[str, ...]
    whole: tuple[bool, ...]

    @property
    def match(self) -> str:
        """Return the FTS5 query, or "" if no term contains a word. A single letter matches only the
        whole word, since as a prefix it would match half of all words."""
        wanted = []
        for term, whole in zip(self.terms, self.whole, strict=True):
            words = _WORD.findall(separated(term))
            if words:
                beginning = not whole and len(words[-1]) > 1
                wanted.append(f'"{separated(term)}"{"*" if beginning else ""}')
        return " ".join(wanted)

    @property
    def literal(self) -> tuple[str, ...]:
        """Return the terms whose punctuation matters: C++, foo_bar, ->."""
        return tuple(term for term in self.terms if not _plain(term))

    def marks(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the spans of `text` that match a term, in order and without overlaps."""
        text = folded(text)
        found = sorted(
            (it.start(), -it.end()) for term in self.terms for it in _places(term).finditer(text)
        )
        marks: list[tuple[int, int]] = []
        for start, end in found:
            if not marks or start >= marks[-1][1]:
                marks.append((start, -end))
        return tuple(marks)


def query(text: str) -> Query:
    text = unicodedata.normalize("NFC", printable(text)[:MAX_QUERY])
    terms, whole = [], []
    for phrase, closed, word in _TERM.findall(text):
        term = phrase.strip() if phrase else word.rstrip(".,;:!?") or word
        if term:
            terms.append(term)
            whole.append(bool(closed))
    return Query(tuple(terms[:MAX_TERMS]), tuple(whole[:MAX_TERMS]))


def separated(text: str) -> str:
    """Prepare text for the index, and a term for looking it up there."""
    if text.isascii():
        return text.replace('"', " ").replace("\0", " ")
    text = unicodedata.normalize("NFC", text).replace('"', " ").replace("\0", " ")
    return _SEPARATE.sub(r" \1 ", text)


def printable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def folded(text: str) -> str:
    """Return `text` in lower case and without accents, at the same length."""
    return text.lower() if text.isascii() else "".join(map(_folded, text))


def snippet(text: str, wanted: Query) -> tuple[str, tuple[tuple[int, int], ...]] | None:
    """Return the line around the first match and the spans of all matches in it, or None without a
    match."""
    first = first_match(text, wanted)
    return None if first is None else line_around(text, first[0], wanted)


def line_around(text: str, place: int, wanted: Query) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the line around a place and the spans of all matches in it."""
    start = max(0, place - AROUND)
    line = " ".join(text[start : start + SNIPPET].split())
    line = f"{'…' if start else ''}{line}{'…' if start + SNIPPET < len(text) else ''}"
    return line, wanted.marks(line)


def has_as_written(text: str, term: str) -> bool:
    """Return True if the text has the term with its punctuation and accents, in any case."""
    wanted = term.lower()
    return any(wanted in text[start:end].lower() for start, end in _windows(text))


def first_match(text: str, wanted: Query) -> tuple[int, int] | None:
    """Return the span of the first match, or None without a match."""
    patterns = [_places(term) for term in wanted.terms]
    for start, end in _windows(text):
        # The character before tells whether a word begins here.
        before = max(0, start - 1)
        plain = folded(text[before:end])
        found = [it.span() for each in patterns if (it := each.search(plain, start - before))]
        if found:
            first, last = min(found)
            return before + first, before + last
    return None


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of parts of a text. Each overlaps the next by the length of a match."""
    for start in range(0, len(text), WINDOW):
        yield start, start + WINDOW + MAX_QUERY


@lru_cache(4096)
def _folded(character: str) -> str:
    first, *rest = unicodedata.normalize("NFD", character)
    if any(unicodedata.category(it) != "Mn" for it in rest):
        first = character
    lower = first.lower()
    return lower if len(lower) == 1 else first


@lru_cache(64)
def _places(term: str) -> re.Pattern[str]:
    """Return a pattern for one term. Any punctuation may stand between the words of a term, and a
    match starts at the beginning of a word."""
    wanted = folded(term)
    if not _plain(term):
        return re.compile(re.escape(wanted))
    words = _WORD.findall(wanted)
    start = "" if _STARTS_ALONE.match(words[0]) else r"(?<![^\W_])"
    return re.compile(start + r"[\W_]+".join(map(re.escape, words)))


def _plain(term: str) -> bool:
    return bool(_WORD.search(term)) and all(it.isalnum() or it in " '’" for it in term)
