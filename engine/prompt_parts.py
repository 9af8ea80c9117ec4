"""Where the parts of a rendered conversation begin, in tokens."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.conversation import render
from engine.errors import Refused
from engine.inputs import Fitted
from engine.loader import LoadedModel
from engine.messages import ChatMessage, Generate
from engine.placeholders import common_length
from engine.read_again import Origin, Parts


def parts_of(request: Generate, fitted: Fitted, model: LoadedModel) -> Parts:
    """Found by rendering the conversation with other words in one place, and taking the marker of
    the template before the first difference. A place that cannot be found is 0, which costs time
    and no more."""
    said = fitted.messages
    users = [index for index, message in enumerate(said) if message.role == "user"]
    answers = [index for index, message in enumerate(said) if message.role == "assistant"]
    system = tuple(it.content for it in request.messages if it.role == "system")
    origin = Origin(request.conversation, system, request.tools)
    if not users:
        return Parts(origin=origin)

    def place(before: Sequence[ChatMessage], role: str, content: str) -> int:
        # Begins otherwise than what stands there.
        probe = ChatMessage(role, "1" if content.startswith("0") else "0")
        shapes = fitted.shapes[: sum(len(message.media) for message in before)]
        try:
            other = render(replace(request, messages=(*before, probe)), shapes, model)
        except Refused:
            return 0
        return _token_at(model, fitted.text, fitted.tokens, common_length(fitted.text, other))

    first, last = users[0], users[-1]
    answer = answers[-1] if answers else 0
    return Parts(
        first=place(said[:first], "user", said[first].content),
        answer=place(said[:answer], "assistant", said[answer].content) if answer else 0,
        last=place(said[:last], "user", said[last].content),
        tail=place(said, "assistant", ""),
        left_out=fitted.left_out > 0,
        summarised=fitted.summarised > 0,
        origin=origin,
    )


def _token_at(model: LoadedModel, text: str, tokens: list[int], stop: int) -> int:
    """The place of the last special token in text[:stop]. It is counted: between them the
    processor may write any number of others."""
    specials = {str(token): index for index, token in _specials(model)}
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


def _specials(model: LoadedModel) -> list[tuple[int, str]]:
    added = getattr(model.tokenizer, "added_tokens_decoder", {})
    return [(index, token.content) for index, token in added.items() if token.special]
