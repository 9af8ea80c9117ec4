"""A conversation to token ids and arrays that the model's context can hold."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import mlx.core as mx

from engine import conversation, media_inputs, sampling
from engine.errors import Refused
from engine.loader import LoadedModel
from engine.media_items import Item, Shape
from engine.memory import nbytes
from engine.messages import ChatMessage, Generate, Overflow, RequestEvent
from engine.segments import AT_ONCE
from engine.sentences import say
from engine.towers import Piece

# For each token of a context: a text as a whole has shorter tokens.
MOST_CHARACTERS = 32


def check(request: Generate, model: LoadedModel) -> None:
    """Raises Refused for a request that this model can never answer."""
    if not any(message.content.strip() or message.media for message in request.messages):
        raise Refused(say("The question is empty. Type one, or drop a picture."))
    if not model.vision and any(message.media for message in request.messages):
        raise Refused(
            say(
                "{model} reads text only. Remove the pictures and videos, or choose a vision "
                "model.",
                model=model.info.name,
            )
        )
    if any(message.media for message in request.messages if message.role != "user"):
        raise Refused(
            say("Pictures and videos can only stand in a user's message. Move them there.")
        )
    if request.tools and not model.info.tools:
        raise Refused(
            say("{model} cannot call tools. Switch the tools off.", model=model.info.name)
        )
    # the last message must fit, whatever else is left out
    trimmed = request.overflow is Overflow.TRIM
    told = request.messages[-1:] if trimmed else request.messages
    check_characters(sum(len(message.content) for message in told), model)
    model.marked(request.channel_format)
    sampling.check(request.sampling, model.tokenizer, model.markers, request.tools, model.info.name)


@dataclass(frozen=True)
class Fitted:
    """A conversation that the model's context can hold: the messages that fit, with `shapes` of
    their media, the prompt as the chat template wrote it, token ids, the processor's arrays, and
    the pieces that the vision tower looks at."""

    messages: tuple[ChatMessage, ...]
    shapes: list[Shape]
    text: str
    tokens: list[int]
    arrays: dict[str, Any]
    pieces: list[Piece]


# Nothing to tell yet: between two pieces of work.
Fitting = Generator[list[RequestEvent], None, Fitted]


def fit(request: Generate, items: list[Item], model: LoadedModel) -> Fitting:
    """`items` are the media of the conversation in their order. Raises Refused."""
    messages = request.messages
    while True:
        fitted = yield from written(replace(request, messages=messages), items, model)
        tokens = fitted.tokens
        if not tokens:
            raise Refused(
                say(
                    "The chat template of {model} leaves nothing of this question.",
                    model=model.info.name,
                )
            )
        left_out = len(request.messages) - len(messages)
        # With room for an answer, where there is a choice.
        room = model.info.context - min(request.sampling.max_tokens, model.info.context // 4)
        if len(tokens) <= (room if left_out else model.info.context - 1):
            return fitted
        kept = _without_oldest(messages, room / len(tokens))
        if request.overflow is Overflow.REFUSE or len(kept) == len(messages):
            check_length(len(tokens), model)
            return fitted
        gone = sum(len(message.media) for message in messages) - sum(len(m.media) for m in kept)
        messages, items = kept, items[gone:]


def written(request: Generate, items: list[Item], model: LoadedModel) -> Fitting:
    """All of the conversation, however long it is. Raises Refused."""
    shapes = [item.shape for item in items]
    text = conversation.render(request, shapes, model)
    if len(text) > AT_ONCE:
        yield []
    if not model.vision or model.adapter.items is not None:
        for _ in model.segments.learn(media_inputs.expanded(text, items)):
            yield []
    return Fitted(request.messages, shapes, text, *_encoded(text, items, model))


def _encoded(
    text: str, items: Sequence[Item], model: LoadedModel
) -> tuple[list[int], dict[str, Any], list[Piece]]:
    """A rendered conversation to token ids, the processor's arrays, and the pieces that the vision
    tower looks at."""
    if model.adapter.items is not None:
        return media_inputs.joined(text, items, model)
    tokens, arrays = media_inputs.encode(text, [item.decoded for item in items], model)
    return tokens, arrays, []


def looking(fitted: Fitted, items: list[Item], model: LoadedModel) -> int:
    """Bytes that the vision tower may take: with the pixels of one of `items` at a time in hand, or
    with all, where the prompt is processed as a whole."""
    unknown = {piece.key: piece for piece in fitted.pieces if not model.adapter.knows(piece)}
    sizes = (sum(piece.nbytes for piece in it.pieces if piece.key in unknown) for it in items)
    whole = media_inputs.TOWER_FACTOR * nbytes(fitted.arrays)
    return whole + media_inputs.looking(max(sizes, default=0), list(unknown.values()), model)


def extended(fitted: Fitted, said: list[int]) -> Fitted:
    """The prompt with text tokens after it; arrays that have a value per token grow with it."""
    count, arrays = len(said), fitted.arrays
    added = {"attention_mask": 1, "token_type_ids": 0, "mm_token_type_ids": 0}
    longer = {
        key: mx.concatenate([arrays[key], mx.full((1, count), value, arrays[key].dtype)], axis=1)
        for key, value in added.items()
        if key in arrays
    }
    return replace(fitted, tokens=fitted.tokens + said, arrays=arrays | longer)


def check_characters(characters: int, model: LoadedModel) -> None:
    """Raises Refused for what need not be tokenized, which may take very long, to be known as too
    long."""
    if characters > MOST_CHARACTERS * model.info.context:
        raise Refused(
            say(
                "This has {characters:,} characters, far more than {model} reads at once "
                "({context:,} tokens). Leave out most of it.",
                characters=characters,
                model=model.info.name,
                context=model.info.context,
            )
        )


def check_length(tokens: int, model: LoadedModel) -> None:
    """Raises Refused where no token is left for an answer."""
    context = model.info.context
    if tokens >= context:
        raise Refused(
            say(
                "This conversation has {tokens:,} tokens, and {model} reads at most "
                "{context:,}. Start a new chat, ask with fewer pictures or less text, or let "
                "the oldest messages be left out (Options).",
                tokens=tokens,
                model=model.info.name,
                context=context,
            )
        )


def _without_oldest(messages: tuple[ChatMessage, ...], share: float) -> tuple[ChatMessage, ...]:
    """Leave out whole exchanges, at least one, until about `share` of the text is left; what the
    system says and the last question stay."""
    system = [message for message in messages if message.role == "system"]
    rest = [message for message in messages if message.role != "system"]
    starts = [index for index, message in enumerate(rest) if message.role == "user"][1:]
    size = sum(len(message.content) for message in rest)
    for start in starts:
        left = sum(len(message.content) for message in rest[start:])
        if left <= share * size or start == starts[-1]:
            return (*system, *rest[start:])
    return messages
