"""Differences between two texts, word by word; spaces and line ends around words do not count."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import takewhile

from engine.frozen import frozen

# Words of each side that are compared in one step, whose time grows with their product.
STEP = 2_000
# With more pairs of equal words, a match does not begin at a frequent word, which saves time.
_PAIRS = 4_000
# SequenceMatcher ignores frequent words only in texts of at least this many words.
_JUNK_FROM = 200
# Scripts without spaces are compared character by character.
_CHARACTERS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
Steps = list[tuple[str, int, int, int, int]]
_WORD = re.compile(rf"(?:\A\s+)?(?:[{_CHARACTERS}]|[^\s{_CHARACTERS}]+)\s*")


@frozen
class Piece:
    """A part of both texts: the `same` words, or different ones. One side can be empty."""

    left: str
    right: str
    same: bool
    left_words: int
    right_words: int

    def __add__(self, other: "Piece") -> "Piece":
        return Piece(
            self.left + other.left,
            self.right + other.right,
            self.same,
            self.left_words + other.left_words,
            self.right_words + other.right_words,
        )


def pieces(left: str, right: str) -> Iterator[Piece]:
    """Yield the pieces in order, each found in a bounded step of work. Adjacent pieces differ in
    kind."""
    last: Piece | None = None
    for piece in _found(_WORD.findall(left), _WORD.findall(right)):
        if last is not None and last.same is piece.same:
            last += piece
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def as_text(found: list[Piece]) -> str:
    """Return the pieces as wdiff writes them: [-only left-]{+only right+}."""
    return "".join(it.right if it.same else _marked(it) for it in found)


def _marked(piece: Piece) -> str:
    left, right = piece.left.rstrip(), piece.right.rstrip()
    text = (f"[-{left}-]" if left else "") + (f"{{+{right}+}}" if right else "")
    whole = piece.right if right else piece.left
    return text + whole[len(whole.rstrip()) :]


def _found(left: list[str], right: list[str]) -> Iterator[Piece]:
    at, to = 0, 0
    keys = [word.strip() for word in left], [word.strip() for word in right]
    while at < len(left) or to < len(right):
        window = keys[0][at : at + STEP], keys[1][to : to + STEP]
        begin = _common(*window)
        if begin:
            yield _piece(left[at : at + begin], right[to : to + begin], same=True)
            at, to = at + begin, to + begin
            continue
        size, steps = _steps(*window)
        if at + size < len(left) or to + size < len(right):
            steps = _settled(steps, size)
        for tag, a, b, c, d in steps:
            yield _piece(left[at + a : at + b], right[to + c : to + d], same=tag == "equal")
        at, to = at + steps[-1][2], to + steps[-1][4]


def _steps(left: list[str], right: list[str]) -> tuple[int, Steps]:
    """Return the length and the steps of the next part. A text of few different words is compared
    in smaller parts, since all of its words are frequent."""
    size = max(len(left), len(right))
    many = _pairs(left, right) > _PAIRS
    if many and len(right) < _JUNK_FROM:
        return _steps(left[: size // 2], right[: size // 2])
    steps: Steps = list(SequenceMatcher(None, left, right, autojunk=many).get_opcodes())
    same = sum(end - begin for tag, begin, end, _, _ in steps if tag == "equal")
    if not many or same > min(len(left), len(right)) // 10:
        return size, steps
    return _steps(left[: size // 2], right[: size // 2])


def _settled(steps: Steps, size: int) -> Steps:
    """Return the steps up to the last equal part: the next step may match the rest better. Return
    all steps if the second half has no equal part, so that the comparison always advances."""
    for index in range(len(steps) - 1, -1, -1):
        tag, _, left, _, right = steps[index]
        if tag == "equal" and max(left, right) > size // 2:
            return steps[: index + 1]
    return steps


def _pairs(left: list[str], right: list[str]) -> int:
    counts = Counter(left)
    return sum(counts[word] for word in right)


def _common(left: list[str], right: list[str]) -> int:
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _piece(left: list[str], right: list[str], *, same: bool) -> Piece:
    return Piece("".join(left), "".join(right), same, len(left), len(right))
