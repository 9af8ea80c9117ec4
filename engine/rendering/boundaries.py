"""Where the parts of a rendered conversation begin, in tokens."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.errors import Refused
from engine.messages import ChatMessage, Generate
from engine.rendering.conversation import render
from engine.rendering.language import Language
from engine.rendering.message_content import Shape
from engine.rendering.placeholders import common_length


@dataclass(frozen=True, slots=True)
class Places:
    """In tokens: see `cache_misses.Boundaries`."""

    first: int = 0
    answer: int = 0
    last: int = 0
    tail: int = 0


def places_of(
    request: Generate, shapes: Sequence[Shape], text: str, tokens: list[int], language: Language
) -> Places:
    """Return where the parts of `request` begin in its prompt, as text and as tokens.

    The conversation is rendered with other words in one place, and the marker of the template
    before the first difference is taken. A place that cannot be found is 0, which costs time and no
    more."""
    said = request.messages
    users = [index for index, message in enumerate(said) if message.role == "user"]
    answers = [index for index, message in enumerate(said) if message.role == "assistant"]
    if not users:
        return Places()

    def place(before: Sequence[ChatMessage], role: str, content: str) -> int:
        # Begins otherwise than what stands there.
        probe = ChatMessage(role, "1" if content.startswith("0") else "0")
        seen = shapes[: sum(len(message.media) for message in before)]
        try:
            other = render(replace(request, messages=(*before, probe)), seen, language)
        except Refused:
            return 0
        return _token_at(language, text, tokens, common_length(text, other))

    first, last = users[0], users[-1]
    answer = answers[-1] if answers else 0
    return Places(
        first=place(said[:first], "user", said[first].content),
        answer=place(said[:answer], "assistant", said[answer].content) if answer else 0,
        last=place(said[:last], "user", said[last].content),
        tail=place(said, "assistant", ""),
    )


def _token_at(language: Language, text: str, tokens: list[int], stop: int) -> int:
    """The place of the last special token in text[:stop]. It is counted: between them the
    processor may write any number of others."""
    specials = {str(token): index for index, token in _specials(language)}
    if not specials:
        return 0
    pattern = re.compile("|".join(re.escape(each) for each in sorted(specials, key=len)[::-1]))
    found = [match for match in pattern.finditer(text) if match.end() <= stop]
    if not found:
        return 0
    name = found[-1].group()
    places = np.flatnonzero(np.asarray(tokens) == specials[name])
    every = sum(match.group() == name for match in pattern.finditer(text))
    before = sum(match.group() == name for match in found) - 1
    return int(places[before]) if len(places) == every else 0


def _specials(language: Language) -> list[tuple[int, str]]:
    added = getattr(language.tokenizer, "added_tokens_decoder", {})
    return [(index, token.content) for index, token in added.items() if token.special]
