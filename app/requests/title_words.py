"""Make a title from the first question and answer of a conversation, in any language."""

import re
import unicodedata

# The longest title, in columns: a wide character takes two.
LENGTH = 48
# A question or sentence with fewer letters says little about the subject.
FEW = 20
# Characters of a question or an answer that are examined.
_MAX_CHARACTERS = 2000
_FENCED = re.compile(r"(```|~~~).*?(\1|\Z)", re.DOTALL)
_FORMULA = re.compile(r"\$\$.*?(\$\$|\Z)|\\\[.*?(\\\]|\Z)", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_LINE_START = re.compile(r"^\s*(#{1,6}\s+|>\s*|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)", re.M)
_RULE = re.compile(r"^\s*([-*_=|:]\s*){3,}$", re.MULTILINE)
_TABLE_ROW = re.compile(r"^[^\S\n]*\|\s.*\s\|[^\S\n]*$", re.MULTILINE)
_CODE = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)")
# Marks in pairs around words, but not the signs of 2*3*4, *.py, .*a|b.* and __init__. Code keeps
# its marks. The inside ends at the next mark, so that this takes linear time.
_MARKED = re.compile(
    r"""(?P<code>`[^`\n]+`)
    | (?<![^\s(\[{"'>,:/&=\-\x80-\U0010ffff])(?!__[a-z0-9_]+__)
      (?P<mark>\*{1,3}|~~|_{1,2})(?=[^\s.,;:!?)/|])(?P<inside>(?:(?!(?P=mark)).)+)
      (?<=\S)(?P=mark)(?![A-Za-z0-9*~_])""",
    re.VERBOSE,
)
# An answer that was stopped may end with these.
_OPEN_END = " ,;:–—-("
_STRIPPED_END = " \t,;:–—-.("
# The end of a sentence; a Chinese or Japanese full stop needs no space after it.
_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=[。！？])|\n")
# Letters that a title has at least.
_MIN_LETTERS = 2


def title_for(question: str, answer: str, *, cut: bool = False) -> str:
    """Return the question, with the beginning of the answer if the question says little; "" if
    neither has letters. Of an answer that was `cut` short, a short fragment is no title."""
    question = plain_words(question)
    answer = plain_words(answer, lines=True)
    answer = first_sentence(_without_fragment(answer) if cut else answer)
    if not letters(question):
        return shortened(answer) if letters(answer) else ""
    if letters(question) >= FEW or not letters(answer):
        return shortened(question)
    return shortened(f"{question} – {answer.rstrip(_OPEN_END)}")


def plain_words(text: str, *, lines: bool = False) -> str:
    """Remove Markdown marks, code and formulas, unless the text has nothing else. The result is
    one line, or keeps its lines if `lines`."""
    text = text[:_MAX_CHARACTERS]
    bare = _FORMULA.sub(" ", _FENCED.sub(" ", text))
    if not letters(bare):
        bare = re.sub(r"^\s*(```|~~~)[^\n]*", " ", text, flags=re.MULTILINE)
    bare = _LINK.sub(r"\1", _IMAGE.sub(" ", bare))
    bare = _without_marks(_LINE_START.sub("", _RULE.sub("", bare)))
    bare = "".join(it for it in bare if it.isspace() or unicodedata.category(it)[0] != "C")
    found = (" ".join(line.split()) for line in bare.splitlines())
    return ("\n" if lines else " ").join(line for line in found if line)


def _without_marks(text: str) -> str:
    text = _TABLE_ROW.sub(lambda row: row[0].replace("|", " "), text)
    # The second time removes marks within marks.
    for _ in range(2):
        text = _MARKED.sub(lambda found: found["code"] or found["inside"], text)
    return _CODE.sub(r"\2", text)


def first_sentence(text: str) -> str:
    """Return the first sentence on one line; with the next ones if the first says little."""
    ends = (found.start() for found in _SENTENCE.finditer(text))
    end = next((it for it in ends if letters(text[:it]) >= FEW), len(text))
    return " ".join(text[:end].split())


def _without_fragment(text: str) -> str:
    """Return the text without an unfinished last sentence, unless the sentence says enough."""
    whole = max((found.start() for found in _SENTENCE.finditer(f"{text} ")), default=0)
    return text if letters(text[whole:]) >= FEW else text[:whole]


def shortened(text: str) -> str:
    """Cut the text to LENGTH columns, at the end of a word if one is near."""
    if _width(text) <= LENGTH:
        return text.rstrip()
    end, width = 0, 1
    while width + _width(text[end]) <= LENGTH:
        width += _width(text[end])
        end += 1
    head = text[:end]
    if not text[end].isspace() and (space := head.rfind(" ")) > end // 2:
        head = head[:space]
    return head.rstrip(_STRIPPED_END) + "…"


def letters(text: str) -> int:
    """Count letters and digits; a Chinese, Japanese or Korean character counts as three."""
    return sum(3 if _is_wide(it) else 1 for it in text if it.isalnum())


def written_title(text: str) -> str:
    """Return the title that a model wrote, or "" if its answer is no title."""
    rows = [row for row in text.strip().splitlines() if row.strip()]
    if len(rows) != 1:
        return ""
    line = plain_words(re.sub(r"^\s*(title|titel)\s*:\s*", "", rows[0], flags=re.IGNORECASE))
    line = line.strip(" \"'“”„«»‚‘’「」『』.。")
    usual = letters(line) >= _MIN_LETTERS and _width(line) <= 2 * LENGTH
    return shortened(line) if usual and not re.search(r"[<>{}\[\]\\]", line) else ""


def _width(text: str) -> int:
    return sum(2 if _is_wide(it) else 1 for it in text)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
