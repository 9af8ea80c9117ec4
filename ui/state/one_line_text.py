"""Text of people and models, made safe to stand in one line of the window."""

from collections.abc import Container
from itertools import count

# Labels end it where their room does.
TITLE_LENGTH = 80
# Characters of the name of a preset or of a stored prompt.
LONGEST_NAME = 80
# Characters of a question that can become part of a title.
_MAX_SOURCE = 2000
# Marks that change the direction of the text after them, so that it reads as something else.
DIRECTION_MARKS = dict.fromkeys(
    [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)


def without_direction_marks(text: str) -> str:
    """Return `text` without marks that change the text direction."""
    return text.translate(DIRECTION_MARKS)


def title_from(text: str) -> str:
    """Return the beginning of `text` in one line of at most `TITLE_LENGTH` characters."""
    line = " ".join(without_direction_marks(text[:_MAX_SOURCE]).split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"


def one_line(text: str, most: int = 200) -> str:
    """Return the beginning of `text` in one line of at most `most` characters."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"


def free_name(name: str, taken: Container[str]) -> str:
    """Return a name that is not taken: with a number, if it is."""
    if name not in taken:
        return name
    kept = name[: LONGEST_NAME - 5].rstrip()
    return next(it for n in count(2) if (it := f"{kept} {n}") not in taken)
