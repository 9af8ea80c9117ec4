"""Whether a chat template leaves texts, pictures and clips in their order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from engine.rendering.message_content import Part, Turn
from engine.rendering.placeholders import Placeholders

# Stands in place of a text, to see where a template puts that.
_SENTINEL = "qzt{}zq"
_SENTINELS = r"(?P<text>qzt\d+zq)"


def with_sentinels(turns: Sequence[Turn]) -> list[Turn]:
    """With other texts of users and answers, each a different one."""
    numbers = count()

    def sentinel(part: Part) -> Part:
        shown = isinstance(part, str) and part.strip()
        return _SENTINEL.format(next(numbers)) if shown else part

    return [
        replace(turn, parts=tuple(map(sentinel, turn.parts)))
        if turn.role in ("user", "assistant")
        else turn
        for turn in turns
    ]


def keeps_order(prompt: str, turns: Sequence[Turn], found: Placeholders) -> bool:
    """Of a prompt that was made of `turns` with sentinels. Answers may be missing; media that are
    not placed may stand before the text of their turn or behind it."""
    pattern = "|".join(filter(None, (_SENTINELS, found.pattern)))
    left = [_seen(match) for match in re.finditer(pattern, prompt)]
    pictures = count(1)
    for turn in turns:
        wanted = [item for part in turn.parts for item in _wanted(part, pictures, found)]
        if turn.role == "assistant" and not set(wanted) & set(left):
            continue
        if not turn.placed and left[: len(wanted)] != wanted:
            # The text is the last of it.
            wanted = wanted[-1:] + wanted[:-1]
        if left[: len(wanted)] != wanted:
            return False
        left = left[len(wanted) :]
    return not left


def _seen(match: re.Match[str]) -> str:
    """A text, or the kind of a medium with its number, where it has one."""
    groups = match.groupdict()
    if groups["text"]:
        return groups["text"]
    kind = "picture" if groups.get("picture") else "clip"
    return kind + (groups.get("number") or "")


def _wanted(part: Part, pictures: Iterator[int], found: Placeholders) -> Iterator[str]:
    if isinstance(part, str):
        yield from re.findall(_SENTINELS, part)
        return
    for _ in range(part.pictures):
        yield f"picture{next(pictures)}" if found.numbered else "picture"
    yield from ["clip"] * part.clips
