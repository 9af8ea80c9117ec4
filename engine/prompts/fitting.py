"""A conversation to token ids and arrays that the model's context can hold."""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

import mlx.core as mx

from engine.errors import Refused, TooLong
from engine.messages import ChatMessage, Generate, Overflow, RequestEvent
from engine.models.cache_misses import Boundaries, Origin
from engine.models.loader import LoadedModel
from engine.models.model_cost import nbytes
from engine.prompts import processing
from engine.prompts.overflow import LongConversation, summary_room
from engine.rendering.continuation import parted
from engine.rendering.message_content import Shape
from engine.sampling import sampler
from engine.sentences import say
from engine.vision.item_cache import Item
from engine.vision.towers import VisionPiece

# For each token of a context: a text as a whole has shorter tokens.
MOST_CHARACTERS = 32


def check(request: Generate, model: LoadedModel) -> None:
    """Raises Refused for a request that this model can never answer."""
    parted(request.messages)
    if not any(message.content.strip() or message.media for message in request.messages):
        raise Refused("The question is empty. Type one, or drop a picture.")
    if not model.vision and any(message.media for message in request.messages):
        raise Refused(
            "{model} reads text only. Remove the pictures and videos, or choose a vision model.",
            model=model.info.name,
        )
    if any(message.media for message in request.messages if message.role != "user"):
        raise Refused("Pictures and videos can only stand in a user's message. Move them there.")
    if request.tools and not model.info.tools:
        raise Refused("{model} cannot call tools. Switch the tools off.", model=model.info.name)
    # the last message must fit, whatever else is left out
    refused = request.overflow is Overflow.REFUSE
    told = request.messages if refused else request.messages[-1:]
    check_characters(sum(len(message.content) for message in told), model)
    model.marked(request.channel_format)
    sampler.check(request.sampling, model.tokenizer, model.markers, request.tools, model.info.name)


@dataclass(frozen=True)
class Fitted:
    """A conversation that the model's context can hold: the messages that are told, with `shapes`
    of their media, the prompt as the chat template wrote it, token ids, the processor's arrays, and
    the pieces that the vision tower looks at. `left_out` of the oldest are not told, and a summary
    of the first `summarised` of them is. The last `begun` tokens are of an answer that the model
    goes on with, which is none of the messages."""

    messages: tuple[ChatMessage, ...]
    shapes: list[Shape]
    text: str
    tokens: list[int]
    arrays: dict[str, Any]
    pieces: list[VisionPiece]
    left_out: int = 0
    summarised: int = 0
    begun: int = 0


# Nothing to tell yet: between two pieces of work.
Fitting = Generator[list[RequestEvent], None, Fitted]


def fit(request: Generate, items: list[Item], model: LoadedModel) -> Fitting:
    """`items` are the media of the conversation in their order. Raises Refused; TooLong where a
    summary has to be made first."""
    fitted = yield from whole(request, items, model)
    if not fitted.tokens:
        raise Refused(
            "The chat template of {model} leaves nothing of this question.",
            model=model.info.name,
        )
    if len(fitted.tokens) < model.info.context:
        return fitted
    return (yield from shortened(request, items, model, fitted))


def whole(request: Generate, items: list[Item], model: LoadedModel) -> Fitting:
    """Without summaries, which are of use only where it is too long. Raises Refused."""
    said = tuple(message for message in request.messages if message.role != "summary")
    return (yield from written(replace(request, messages=said), items, model))


def shortened(request: Generate, items: list[Item], model: LoadedModel, fitted: Fitted) -> Fitting:
    """What is told of a conversation that does not fit, as `fitted` shows. Raises TooLong where
    that is not allowed or not enough, or where a summary has to be made first."""
    tokens = len(fitted.tokens)
    if request.overflow is Overflow.REFUSE:
        raise too_long(tokens, model)
    shortening = _Shortening(request, items, model, tokens)
    if request.overflow is Overflow.TRIM:
        return (yield from shortening.trimmed())
    return (yield from shortening.summarised())


class _Shortening:
    """Of a conversation of so many `tokens`."""

    def __init__(
        self, request: Generate, items: list[Item], model: LoadedModel, tokens: int
    ) -> None:
        self._request = request
        self._items = items
        self._model = model
        self._tokens = tokens
        self._long = LongConversation(request.messages)
        self._sizes = [item.cost.tokens if item.cost else 0 for item in items]
        context = model.info.context
        # With room for an answer, where there is a choice.
        self._room = context - min(request.sampling.max_tokens, context // 4)

    def trimmed(self) -> Fitting:
        steps = self._long.steps(self._sizes, self._model.info.context, self._tokens)
        if not steps:
            raise self._alone_too_long(self._tokens)
        return (yield from self._longest(steps, self._room))

    def summarised(self) -> Fitting:
        """With the oldest of the summaries that are there with which it fits."""
        covered, least = 0, self._tokens
        for start, text in self._long.summaries:
            fitted = yield from self._from(start, text)
            # more cannot be left out than all but the last question
            last = start == self._long.starts[-1]
            if len(fitted.tokens) <= (self._model.info.context - 1 if last else self._room):
                return replace(fitted, summarised=start)
            covered, least = start, len(fitted.tokens)
        context = self._model.info.context
        steps = [it for it in self._long.steps(self._sizes, context, self._tokens) if it > covered]
        if not steps:
            raise self._alone_too_long(least)
        longest = yield from self._longest(steps, self._room - summary_room(context))
        raise too_long(self._tokens, self._model, longest.left_out)

    def _longest(self, starts: list[int], room: int) -> Fitting:
        """From the first of `starts` from which it fits. Raises TooLong."""
        wanted = room / self._tokens
        shares = (self._long.share(start, self._sizes) <= wanted for start in starts)
        at = next((at for at, enough in enumerate(shares) if enough), len(starts) - 1)
        best: Fitted | None = None
        failed = -1
        while best is None or at > failed:
            fitted = yield from self._from(starts[at])
            if len(fitted.tokens) <= room:
                best, at = fitted, at - 1
                continue
            if best is not None:
                break
            if at == len(starts) - 1:
                if len(fitted.tokens) >= self._model.info.context:
                    raise self._alone_too_long(len(fitted.tokens))
                return fitted
            failed, at = at, at + 1
        return best

    def _alone_too_long(self, tokens: int) -> TooLong:
        return TooLong(
            say(
                "The last question alone has {tokens:,} tokens with the system prompt and pinned "
                "pictures, and {model} reads at most {context:,}. Ask with fewer pictures or less "
                "text.",
                tokens=tokens,
                model=self._model.info.name,
                context=self._model.info.context,
            )
        )

    def _from(self, start: int, summary: str = "") -> Fitting:
        told = self._long.told(start, summary)
        items = [self._items[place] for place in told.media]
        request = replace(self._request, messages=told.messages)
        fitted = yield from written(request, items, self._model)
        return replace(fitted, left_out=start)


def written(request: Generate, items: list[Item], model: LoadedModel) -> Fitting:
    """All of the conversation, however long it is. Raises Refused."""
    made = yield from model.writer.write(request, [item.medium for item in items])
    tokens, arrays, pieces = processing.joined(made, items, model)
    _check_ids([*tokens, *made.begun], model)
    messages, _ = parted(request.messages)
    shapes = [item.shape for item in items]
    fitted = Fitted(messages, shapes, made.text, tokens, arrays, pieces)
    if not made.begun:
        return fitted
    whole = extended(fitted, made.begun)
    return replace(whole, text=made.text + made.begun_text, begun=len(made.begun))


def _check_ids(tokens: list[int], model: LoadedModel) -> None:
    """Raises Refused for tokens that the model does not have: MLX would read beyond its memory."""
    most = model.cost.vocabulary
    known = set(model.media_ids.values())
    if most and tokens and max(tokens) >= most and {it for it in tokens if it >= most} - known:
        raise Refused(
            "The tokenizer of {model} has tokens that its weights do not have. Download the "
            "model again.",
            model=model.info.name,
        )


def parts(
    request: Generate, fitted: Fitted, model: LoadedModel
) -> Generator[list[RequestEvent], None, Boundaries]:
    """Return where the parts of a fitted conversation begin."""
    told = replace(request, messages=fitted.messages)
    found = yield from model.writer.places(told, fitted.shapes, fitted.text, fitted.tokens)
    system = tuple(it.content for it in request.messages if it.role == "system")
    return Boundaries(
        found.first,
        found.answer,
        found.last,
        found.tail,
        omitted=fitted.left_out > 0,
        summarized=fitted.summarised > 0,
        origin=Origin(request.conversation, system, request.tools),
    )


def looking(fitted: Fitted, items: list[Item], model: LoadedModel) -> int:
    """Bytes that the vision tower may take: with the pixels of one of `items` at a time in hand, or
    with all, where the prompt is processed as a whole."""
    vision = model.adapter.vision
    new = (it for it in fitted.pieces if vision is None or not vision.is_encoded(it))
    unknown = {piece.key: piece for piece in new}
    sizes = (sum(piece.nbytes for piece in it.pieces if piece.key in unknown) for it in items)
    whole = processing.TOWER_FACTOR * nbytes(fitted.arrays)
    return whole + processing.looking(max(sizes, default=0), list(unknown.values()), model)


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
            "This has {characters:,} characters, far more than {model} reads at once "
            "({context:,} tokens). Leave out most of it.",
            characters=characters,
            model=model.info.name,
            context=model.info.context,
        )


def check_length(tokens: int, model: LoadedModel) -> None:
    """Raises Refused where no token is left for an answer."""
    if tokens >= model.info.context:
        raise too_long(tokens, model)


def too_long(tokens: int, model: LoadedModel, left_out: int = 0) -> TooLong:
    sentence = say(
        "This conversation has {tokens:,} tokens, and {model} reads at most {context:,}. Let the "
        "oldest messages be left out or summarised (Options), ask with fewer pictures or less "
        "text, or start a new chat.",
        tokens=tokens,
        model=model.info.name,
        context=model.info.context,
    )
    return TooLong(sentence, left_out)
