"""Offsets in tokens at which the parts of a rendered conversation begin."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.errors import Refused
from engine.frozen import frozen
from engine.messages import ChatMessage
from engine.rendering.message_content import Shape
from engine.rendering.model_language import Language
from engine.rendering.placeholders import common_length
from engine.rendering.prompt_input import PromptInput
from engine.rendering.rendered_conversation import render_conversation


@frozen
class PartOffsets:
    """Token offsets of the first question, the last answer, the last question, and the generation
    prompt (`tail`). 0 means unknown."""

    first: int = 0
    answer: int = 0
    last: int = 0
    tail: int = 0


def offsets_of(
    prompt_input: PromptInput,
    shapes: Sequence[Shape],
    text: str,
    tokens: list[int],
    language: Language,
) -> PartOffsets:
    """Return the offsets of the parts of a prompt, which is given as text and tokens.

    The conversation is rendered with another text in one message, and the template's last marker
    before the first difference is the offset. One that cannot be found costs time and no more.
    """
    messages = prompt_input.messages
    users = [index for index, message in enumerate(messages) if message.role == "user"]
    answers = [index for index, message in enumerate(messages) if message.role == "assistant"]
    if not users or prompt_input.raw:
        return PartOffsets()

    def offset(before: Sequence[ChatMessage], role: str, content: str) -> int:
        # Begins otherwise than the message that it replaces.
        probe = ChatMessage(role, "1" if content.startswith("0") else "0")
        known = shapes[: sum(len(message.media) for message in before)]
        try:
            other = render_conversation(
                replace(prompt_input, messages=(*before, probe)), known, language
            )
        except Refused:
            return 0
        return _token_at(language, text, tokens, common_length(text, other))

    first, last = users[0], users[-1]
    answer = answers[-1] if answers else 0
    return PartOffsets(
        first=offset(messages[:first], "user", messages[first].content),
        answer=offset(messages[:answer], "assistant", messages[answer].content) if answer else 0,
        last=offset(messages[:last], "user", messages[last].content),
        tail=offset(messages, "assistant", ""),
    )


def _token_at(language: Language, text: str, tokens: list[int], stop: int) -> int:
    """Return the offset of the last special token in text[:stop], 0 if unknown. It is found by
    counting equal ones: the processor may write any number of tokens between them."""
    specials = {str(token): index for index, token in _specials(language)}
    if not specials:
        return 0
    pattern = re.compile("|".join(re.escape(each) for each in sorted(specials, key=len)[::-1]))
    before = [match for match in pattern.finditer(text) if match.end() <= stop]
    if not before:
        return 0
    name = before[-1].group()
    offsets = np.flatnonzero(np.asarray(tokens) == specials[name])
    in_text = sum(match.group() == name for match in pattern.finditer(text))
    number = sum(match.group() == name for match in before) - 1
    return int(offsets[number]) if len(offsets) == in_text else 0


def _specials(language: Language) -> list[tuple[int, str]]:
    added = getattr(language.tokenizer, "added_tokens_decoder", {})
    return [(index, token.content) for index, token in added.items() if token.special]
