"""Text as the search index has it: words, and characters of scripts that write without spaces."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

MAX_TERMS = 20
MAX_QUERY = 300
AROUND = 40
SNIPPET = 160

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


@dataclass(frozen=True, slots=True)
class Query:
    """What a person looks for: `terms` are words or phrases, `whole` of each whether it is to be
    found as it stands and not as the beginning of a word."""

    terms: tuple[str, ...]
    whole: tuple[bool, ...]

    @property
    def match(self) -> str:
        """For FTS5; empty where no term has a word. One letter is a word, not the beginning of
        half of all words."""
        wanted = []
        for term, whole in zip(self.terms, self.whole, strict=True):
            words = _WORD.findall(separated(term))
            if words:
                beginning = not whole and len(words[-1]) > 1
                wanted.append(f'"{separated(term)}"{"*" if beginning else ""}')
        return " ".join(wanted)

    @property
    def literal(self) -> tuple[str, ...]:
        """The terms whose punctuation means something: C++, foo_bar, ->."""
        return tuple(term for term in self.terms if not _plain(term))

    def marks(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where the terms stand in `text`, in order; none overlaps another."""
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
    """For the index, and for what is looked up in it."""
    if text.isascii():
        return text.replace('"', " ").replace("\0", " ")
    text = unicodedata.normalize("NFC", text).replace('"', " ").replace("\0", " ")
    return _SEPARATE.sub(r" \1 ", text)


def printable(text: str) -> str:
    """Without halves of characters, which no file can have."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def folded(text: str) -> str:
    """As long as `text`, in lower case and without accents."""
    return text.lower() if text.isascii() else "".join(map(_folded, text))


def snippet(text: str, wanted: Query) -> tuple[str, tuple[tuple[int, int], ...]] | None:
    """The line around what was looked for, and its places there; None where it is not in it."""
    plain = folded(text)
    places = [it.start() for term in wanted.terms if (it := _places(term).search(plain))]
    if not places:
        return None
    start = max(0, min(places) - AROUND)
    line = " ".join(text[start : start + SNIPPET].split())
    line = f"{'…' if start else ''}{line}{'…' if start + SNIPPET < len(text) else ''}"
    return line, wanted.marks(line)


@lru_cache(4096)
def _folded(character: str) -> str:
    first, *rest = unicodedata.normalize("NFD", character)
    if any(unicodedata.category(it) != "Mn" for it in rest):
        first = character
    lower = first.lower()
    return lower if len(lower) == 1 else first


@lru_cache(64)
def _places(term: str) -> re.Pattern[str]:
    """A term with words may have other marks between them; a word is found at its beginning."""
    wanted = folded(term)
    if not _plain(term):
        return re.compile(re.escape(wanted))
    words = _WORD.findall(wanted)
    start = "" if _STARTS_ALONE.match(words[0]) else r"(?<![^\W_])"
    return re.compile(start + r"[\W_]+".join(map(re.escape, words)))


def _plain(term: str) -> bool:
    return bool(_WORD.search(term)) and all(it.isalnum() or it in " '’" for it in term)
