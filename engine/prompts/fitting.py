"""Conversations as token ids and arrays that fit the model's context."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import mlx.core as mx

from engine.errors import Refused, TooLong
from engine.frozen import frozen
from engine.messages import ChatMessage, Generate, Overflow, RequestEvent
from engine.models.cache_misses import Boundaries, Origin
from engine.models.loader import LoadedModel
from engine.models.measured_cost import nbytes
from engine.prompts import processing
from engine.prompts.overflow import LongConversation, summary_room
from engine.rendering.message_content import Shape
from engine.rendering.prompt_input import PromptInput, normalized, split_answer
from engine.sampling import sampler
from engine.sentences import say
from engine.vision.item_cache import Item
from engine.vision.towers import VisionPiece

# For each token of the context. No long text has tokens that are so long on average.
MAX_CHARACTERS = 32


def check_request(request: Generate, model: LoadedModel) -> None:
    """Check that the model can answer a request at all; raises Refused."""
    split_answer(request.messages)
    if not any(message.content.strip() or message.media for message in request.messages):
        raise Refused("The question is empty. Type one, or add an image.")
    if not model.vision and any(message.media for message in request.messages):
        raise Refused(
            "{model} reads text only. Remove the images and videos, or choose a vision model.",
            model=model.info.name,
        )
    if any(message.media for message in request.messages if message.role != "user"):
        raise Refused("Images and videos are only allowed in a user message. Move them there.")
    if request.tools and not model.info.tools:
        raise Refused("{model} cannot call tools. Switch the tools off.", model=model.info.name)
    # The last message must fit, whatever else is omitted.
    all_sent = request.overflow is Overflow.REFUSE
    sent = request.messages if all_sent else request.messages[-1:]
    if request.raw and (len(request.messages) != 1 or request.tools or request.messages[0].media):
        raise Refused("A raw prompt is a single text, without media or tools.")
    check_characters(sum(len(message.content) for message in sent), model)
    model.marked(request.channel_format)
    sampler.check_params(request.sampling, model.tokenizer, model.markers, model.info.name)


@frozen
class Fitted:
    """A conversation that fits the model's context.

    `prompt_input` has the messages that are sent, and `shapes` are those of their media. `text` is
    the prompt as the chat template wrote it, `arrays` are the processor's, and `pieces` go through
    the vision tower. The oldest `left_out` messages are not sent; a summary stands for the first
    `summarized` of them. The last `answer_tokens` tokens are those of the answer to continue.
    """

    prompt_input: PromptInput
    shapes: list[Shape]
    text: str
    tokens: list[int]
    arrays: dict[str, Any]
    pieces: list[VisionPiece]
    left_out: int = 0
    summarized: int = 0
    answer_tokens: int = 0


# Yields no events, between pieces of work.
Fitting = Generator[list[RequestEvent], None, Fitted]


def fit(request: Generate, items: list[Item], model: LoadedModel) -> Fitting:
    """Return the conversation as it fits; `items` are its media in their order. Raises Refused, and
    TooLong if a summary has to be made first."""
    whole = yield from _whole(request, items, model)
    return (yield from _shortened(request, items, model, whole))


def fit_or_whole(
    request: Generate, items: list[Item], model: LoadedModel
) -> Generator[list[RequestEvent], None, tuple[Fitted, int]]:
    """Return the conversation as it fits, and 0. If `fit` would raise TooLong, return all of it,
    and the number of oldest messages that a summary has to cover first. Raises Refused."""
    whole = yield from _whole(request, items, model)
    try:
        return (yield from _shortened(request, items, model, whole)), 0
    except TooLong as error:
        return whole, error.left_out


def _whole(request: Generate, items: list[Item], model: LoadedModel) -> Fitting:
    """Return all of the conversation, however long; summaries are of use only if it is too long.
    Raises Refused."""
    messages = [message for message in request.messages if message.role != "summary"]
    whole = yield from _rendered(request, messages, items, model)
    if not whole.tokens:
        raise Refused(
            "The chat template of {model} drops this question. Choose another template on the "
            "model's page, or another model.",
            model=model.info.name,
        )
    return whole


def _shortened(request: Generate, items: list[Item], model: LoadedModel, whole: Fitted) -> Fitting:
    """Return the whole conversation if it fits, or else what the request's `overflow` leaves of it.
    Raises TooLong if that is nothing or still too much, or if a summary has to be made first."""
    tokens = len(whole.tokens)
    if tokens < model.info.context:
        return whole
    if request.overflow is Overflow.REFUSE:
        raise (yield from _explained(too_long(tokens, model), request, model))
    shortening = _Shortening(request, items, model, tokens)
    if request.overflow is Overflow.TRIM:
        return (yield from shortening.trimmed())
    return (yield from shortening.summarized())


def _explained(
    error: TooLong, request: Generate, model: LoadedModel
) -> Generator[list[RequestEvent], None, TooLong]:
    """Return the error of a conversation that cannot be shortened, or one that names the system
    prompt if that is too long by itself: then no other message matters."""
    leading = takewhile(lambda message: message.role == "system", request.messages)
    system = "\n\n".join(message.content for message in leading)
    tokens = yield from model.writer.count(request.request_id, system)
    if tokens < model.info.context:
        return error
    sentence = say(
        "The system prompt alone has about {tokens:,} tokens, more than the context of {model} "
        "({context:,}). Shorten it.",
        tokens=tokens,
        model=model.info.name,
        context=model.info.context,
    )
    return TooLong(sentence, tokens=error.tokens, context=error.context)


class _Shortening:
    """Shortens one conversation, which has `tokens` tokens as a whole."""

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
        # Leaves room for an answer, if there is a choice.
        self._room = context - min(request.sampling.max_tokens, context // 4)

    def trimmed(self) -> Fitting:
        steps = self._long.steps(self._sizes, self._model.info.context, self._tokens)
        if not steps:
            raise (yield from self._alone_too_long(self._tokens))
        return (yield from self._longest(steps, self._room))

    def summarized(self) -> Fitting:
        """Use the first of the existing summaries with which the conversation fits."""
        covered, fewest = 0, self._tokens
        for start, text in self._long.summaries:
            fitted = yield from self._from(start, text)
            # No more can be omitted than all before the last question.
            last = start == self._long.starts[-1]
            if len(fitted.tokens) <= (self._model.info.context - 1 if last else self._room):
                return replace(fitted, summarized=start)
            covered, fewest = start, len(fitted.tokens)
        context = self._model.info.context
        steps = [it for it in self._long.steps(self._sizes, context, self._tokens) if it > covered]
        if not steps:
            raise (yield from self._alone_too_long(fewest))
        longest = yield from self._longest(steps, self._room - summary_room(context))
        raise too_long(self._tokens, self._model, longest.left_out)

    def _longest(self, starts: list[int], room: int) -> Fitting:
        """Return the conversation from the first of `starts` from which it fits. Raises TooLong."""
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
                    raise (yield from self._alone_too_long(len(fitted.tokens)))
                return fitted
            failed, at = at, at + 1
        return best

    def _alone_too_long(self, tokens: int) -> Generator[list[RequestEvent], None, TooLong]:
        sentence = say(
            "The last question has {tokens:,} tokens with the system prompt, tools and pinned "
            "images, more than the context of {model} ({context:,}). Send less text, fewer images "
            "or fewer tools.",
            tokens=tokens,
            model=self._model.info.name,
            context=self._model.info.context,
        )
        error = TooLong(sentence, tokens=tokens, context=self._model.info.context)
        return (yield from _explained(error, self._request, self._model))

    def _from(self, start: int, summary: str = "") -> Fitting:
        plan = self._long.context_plan(start, summary)
        items = [self._items[place] for place in plan.media]
        fitted = yield from _rendered(self._request, plan.messages, items, self._model)
        return replace(fitted, left_out=start)


def _rendered(
    request: Generate, messages: Sequence[ChatMessage], items: list[Item], model: LoadedModel
) -> Fitting:
    """Normalize and render those messages of a request, whatever their length. Raises Refused."""
    _, markers = model.marked(request.channel_format)
    prompt_input = normalized(request, messages, markers)
    media = [item.medium for item in items]
    made = yield from model.writer.write(request.request_id, prompt_input, media)
    tokens, arrays, pieces = processing.joined_prompt(made, items, model)
    _check_ids([*tokens, *made.answer_tokens], model)
    shapes = [item.shape for item in items]
    fitted = Fitted(prompt_input, shapes, made.text, tokens, arrays, pieces)
    if not made.answer_tokens:
        return fitted
    whole = extended(fitted, made.answer_tokens)
    text = made.text + made.answer_text
    return replace(whole, text=text, answer_tokens=len(made.answer_tokens))


def _check_ids(tokens: list[int], model: LoadedModel) -> None:
    """Check that the model has all tokens: MLX would read beyond its memory. Raises Refused."""
    most = model.cost.vocabulary
    known = set(model.media_ids.values())
    if most and tokens and max(tokens) >= most and {it for it in tokens if it >= most} - known:
        raise Refused(
            "The tokenizer of {model} has tokens that its weights do not have. Download the "
            "model again.",
            model=model.info.name,
        )


def part_starts(
    request: Generate, fitted: Fitted, model: LoadedModel
) -> Generator[list[RequestEvent], None, Boundaries]:
    """Return where the parts of a fitted conversation begin."""
    found = yield from model.writer.offsets(
        request.request_id, fitted.prompt_input, fitted.shapes, fitted.text, fitted.tokens
    )
    system = tuple(it.content for it in request.messages if it.role == "system")
    return Boundaries(
        found.first,
        found.answer,
        found.last,
        found.tail,
        omitted=fitted.left_out > 0,
        summarized=fitted.summarized > 0,
        origin=Origin(request.conversation, system, request.tools),
    )


def encoding_bytes(fitted: Fitted, items: list[Item], model: LoadedModel) -> int:
    """Return the bytes that the vision tower may take: with the pixels of one of `items` in memory
    at a time, or with all pixels if the prompt is processed as a whole."""
    vision = model.adapter.vision
    new = (it for it in fitted.pieces if vision is None or not vision.is_encoded(it))
    unknown = {piece.key: piece for piece in new}
    sizes = (sum(piece.nbytes for piece in it.pieces if piece.key in unknown) for it in items)
    whole = processing.TOWER_FACTOR * nbytes(fitted.arrays)
    return whole + processing.encoding_peak(max(sizes, default=0), list(unknown.values()), model)


def extended(fitted: Fitted, said: list[int]) -> Fitted:
    """Return the prompt with text tokens after it; arrays with a value per token grow too."""
    count, arrays = len(said), fitted.arrays
    added = {"attention_mask": 1, "token_type_ids": 0, "mm_token_type_ids": 0}
    longer = {
        key: mx.concatenate([arrays[key], mx.full((1, count), value, arrays[key].dtype)], axis=1)
        for key, value in added.items()
        if key in arrays
    }
    return replace(fitted, tokens=fitted.tokens + said, arrays=arrays | longer)


def check_characters(characters: int, model: LoadedModel) -> None:
    """Check the length of a text before it is tokenized, which could take very long. Raises Refused
    for a text that is certainly too long."""
    if characters > MAX_CHARACTERS * model.info.context:
        sentence = say(
            "This has {characters:,} characters, far more than fit into the context of {model} "
            "({context:,} tokens). Send much less text.",
            characters=characters,
            model=model.info.name,
            context=model.info.context,
        )
        raise TooLong(sentence, context=model.info.context)


def check_length(tokens: int, model: LoadedModel) -> None:
    """Check that a token is left for an answer; raises TooLong."""
    if tokens >= model.info.context:
        raise too_long(tokens, model)


def too_long(tokens: int, model: LoadedModel, left_out: int = 0) -> TooLong:
    sentence = say(
        "This conversation has {tokens:,} tokens, more than the context of {model} ({context:,}). "
        "Have the oldest messages omitted or summarized (Options), send fewer images or less "
        "text, or start a new chat.",
        tokens=tokens,
        model=model.info.name,
        context=model.info.context,
    )
    return TooLong(sentence, left_out, tokens=tokens, context=model.info.context)
