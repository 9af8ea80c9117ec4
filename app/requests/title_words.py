"""A title for a conversation from the words of its first exchange, in any language."""

import re
import unicodedata

LENGTH = 48
# a question of so few letters says little of what it is about
FEW = 20
# of a question or an answer, at most
_READ = 2000
_FENCED = re.compile(r"(```|~~~).*?(\1|\Z)", re.DOTALL)
_FORMULA = re.compile(r"\$\$.*?(\$\$|\Z)|\\\[.*?(\\\]|\Z)", re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_BEGIN_OF_LINE = re.compile(r"^\s*(#{1,6}\s+|>\s*|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)", re.M)
_RULE = re.compile(r"^\s*([-*_=|:]\s*){3,}$", re.MULTILINE)
_MARKS = re.compile(r"[*`~|]+|(?<!\w)_+|_+(?!\w)")
_AT_THE_END = " \t,;:–—-.("
# what the first sentence of an answer ends with; those of Chinese and Japanese need no space
_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=[。！？])|\n")
_LEAST = 2


def title_for(question: str, answer: str) -> str:
    """The question, or where it says little the answer's beginning with it; "" where neither has
    words."""
    asked, said = plain_words(question), first_sentence(plain_words(answer, lines=True))
    if not letters(asked):
        return shortened(said) if letters(said) else ""
    if letters(asked) >= FEW or not letters(said):
        return shortened(asked)
    return shortened(f"{asked} – {said}")


def plain_words(text: str, *, lines: bool = False) -> str:
    """Without marks of markdown, code and formulas, unless it has nothing else; on one line, or
    on `lines`."""
    text = text[:_READ]
    bare = _FORMULA.sub(" ", _FENCED.sub(" ", text))
    if not letters(bare):
        bare = re.sub(r"^\s*(```|~~~)[^\n]*", " ", text, flags=re.MULTILINE)
    bare = _LINK.sub(r"\1", _PICTURE.sub(" ", bare))
    bare = _MARKS.sub("", _BEGIN_OF_LINE.sub("", _RULE.sub("", bare)))
    bare = "".join(it for it in bare if it.isspace() or unicodedata.category(it)[0] != "C")
    found = (" ".join(line.split()) for line in bare.splitlines())
    return ("\n" if lines else " ").join(line for line in found if line)


def first_sentence(text: str) -> str:
    """On one line; with what follows where the first says next to nothing."""
    ends = (found.start() for found in _SENTENCE.finditer(text))
    end = next((it for it in ends if letters(text[:it]) >= FEW), len(text))
    return " ".join(text[:end].split())


def shortened(text: str, length: int = LENGTH) -> str:
    """At the end of a word, where there is one in reach."""
    if _width(text) <= length:
        return text.rstrip()
    end, width = 0, 1
    while width + _width(text[end]) <= length:
        width += _width(text[end])
        end += 1
    head = text[:end]
    if not text[end].isspace() and (space := head.rfind(" ")) > end // 2:
        head = head[:space]
    return head.rstrip(_AT_THE_END) + "…"


def letters(text: str) -> int:
    """Signs of Chinese, Japanese and Korean say as much as three letters."""
    return sum(3 if _is_wide(it) else 1 for it in text if it.isalnum())


def written_title(text: str) -> str:
    """What a model wrote as one, "" where it is none."""
    rows = [row for row in text.strip().splitlines() if row.strip()]
    if len(rows) != 1:
        return ""
    line = plain_words(re.sub(r"^\s*(title|titel)\s*:\s*", "", rows[0], flags=re.IGNORECASE))
    line = line.strip(" \"'“”„«»‚‘’「」『』.。")
    usual = letters(line) >= _LEAST and _width(line) <= 2 * LENGTH
    return shortened(line) if usual and not re.search(r"[<>{}\[\]\\]", line) else ""


def _width(text: str) -> int:
    return sum(2 if _is_wide(it) else 1 for it in text)


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"
