"""A conversation as a model's chat template writes it, with its media where they belong."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from engine.errors import Refused
from engine.messages import Generate
from engine.rendering import chat_template
from engine.rendering.control_tokens import Guard, guarded_request
from engine.rendering.language import Language
from engine.rendering.message_content import Part, Shape, Turn, as_parts, as_usual, turn_of
from engine.rendering.order_check import keeps_order, with_sentinels
from engine.rendering.placeholders import Placeholders, find
from engine.sentences import say

# What a template is given for each message.
Form = Callable[[Sequence[Turn]], list[Any]]


def render(request: Generate, shapes: Sequence[Shape], language: Language) -> str:
    """The prompt; `shapes` are those of the media of all messages, in their order.

    What spells a control token or a placeholder in a text gets a break (`control_tokens`), so that
    it stays text. Raises Refused, also where the template cannot be brought to leave a picture at
    its place.
    """
    if not language.tokenizer.has_chat_template:
        raise Refused(
            "{model} has no chat template, so it cannot hold a conversation. Choose the "
            "instruct or chat version of the model.",
            model=language.name,
        )
    guard = guard_of(language)
    if not language.vision:
        contents = [guard(message.content) for message in request.messages]
        return _applied(guarded_request(request, guard), contents, language)
    _check_count(shapes, language)
    found = find(language)
    turns = list(_turns(request, shapes, guard))
    request = guarded_request(request, guard)
    forms = list(_Forms(found, language.family).every())
    if _can_be_moved(turns, found):
        return _in_order(request, turns, forms, found, language)
    return _applied(request, forms[0](turns), language)


def guard_of(language: Language) -> Guard:
    """Return what keeps a text from becoming a control token or a placeholder of the model."""
    guard = language.control.guarded
    if not language.vision:
        return guard
    found = find(language)
    return lambda text: found.guarded(guard(text))


def _check_count(shapes: Sequence[Shape], language: Language) -> None:
    from mlx_vlm.prompt_utils import SINGLE_IMAGE_ONLY_MODELS  # noqa: PLC0415

    several = sum(shape.pictures for shape in shapes) > 1
    if several and language.family in SINGLE_IMAGE_ONLY_MODELS:
        raise Refused(
            "{model} sees one picture in a conversation, and no videos. Start a new chat "
            "for another picture, or choose a model that sees several.",
            model=language.name,
        )


def _turns(request: Generate, shapes: Sequence[Shape], guard: Guard) -> Iterator[Turn]:
    left = iter(shapes)
    for message in request.messages:
        turn = turn_of(message, [next(left) for _ in message.media])
        parts = (guard(part) if isinstance(part, str) else part for part in turn.parts)
        yield replace(turn, parts=tuple(parts))


def _can_be_moved(turns: Sequence[Turn], found: Placeholders) -> bool:
    """Whether a template could move media or drop them; else there is one place for them only."""
    users = [turn for turn in turns if turn.role == "user"]
    shown = [turn for turn in users if turn.media]
    placed = any(turn.placed for turn in shown)
    kinds = {found.clip if shape.clips else found.picture for turn in shown for shape in turn.media}
    if kinds == {""}:
        # The processor puts them in by itself, at the beginning.
        return placed or shown != users[:1]
    alone = turns[-1] is users[0] if users else True
    return bool(shown) and (placed or not alone or not kinds <= found.taken)


def _in_order(
    request: Generate,
    turns: Sequence[Turn],
    forms: Sequence[Form],
    found: Placeholders,
    language: Language,
) -> str:
    """In the first form in which the template leaves all at its place."""
    tried = with_sentinels(turns)
    faults: list[Refused] = []
    for form in forms:
        try:
            if keeps_order(_applied(request, form(tried), language), tried, found):
                return _applied(request, form(turns), language)
        except Refused as fault:
            faults.append(fault)
    if len(faults) == len(forms):
        try:
            raise faults[0]
        finally:
            # this frame is in the traceback: the list would hold itself
            faults.clear()
    raise Refused(
        "The chat template of {model} moves pictures and videos away from where they stand "
        "in this conversation. Start a new chat with them, before the text of its first "
        "question, or choose another model.",
        model=language.name,
    )


def _applied(request: Generate, contents: list[Any], language: Language) -> str:
    try:
        return chat_template.apply(
            language.tokenizer,
            request.messages,
            contents,
            request.tools,
            thinking=request.sampling.thinking,
        )
    except MemoryError:
        raise
    except Exception as error:
        endless = isinstance(error, RecursionError)
        raise Refused(
            "The chat template of {model} does not accept this conversation: {reason}",
            model=language.name,
            reason=say("it calls itself without end.") if endless else str(error)[:500],
        ) from error


@dataclass(frozen=True)
class _Forms:
    """In which a family's template can be given a conversation."""

    found: Placeholders
    family: str

    def every(self) -> Iterator[Form]:
        """Those before are nearer to what the model was trained with."""
        if not self.found.text_only or isinstance(as_usual(Turn("user", ("",)), self.family), str):
            yield self._usual
        if not self.found.text_only:
            yield lambda turns: self._contents(turns, as_parts)
            yield lambda turns: self._usual(list(self._written(turns)))
        yield lambda turns: [turn.text for turn in self._written(turns)]

    def _usual(self, turns: Sequence[Turn]) -> list[Any]:
        return self._contents(turns, lambda turn: as_usual(turn, self.family))

    def _contents(self, turns: Sequence[Turn], of_user: Callable[[Turn], Any]) -> list[Any]:
        def of_others(turn: Turn) -> Any:
            return as_parts(turn) if self.found.parts_only else turn.text

        return [of_user(turn) if turn.role == "user" else of_others(turn) for turn in turns]

    def _written(self, turns: Sequence[Turn]) -> Iterator[Turn]:
        """With placeholders in the texts, which templates take as they are."""
        pictures, clips = count(1), count(1)

        def text(part: Part) -> str:
            if isinstance(part, str):
                return part
            marks = [self.found.written(next(pictures), clip=False) for _ in range(part.pictures)]
            return "".join(
                [*marks, *(self.found.written(next(clips), clip=True) for _ in range(part.clips))]
            )

        for turn in turns:
            yield Turn(turn.role, ("".join(map(text, turn.parts)),))
