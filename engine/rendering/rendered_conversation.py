"""A conversation rendered by a model's chat template, with every image and video at its place."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

from engine.channels.detection import template_of
from engine.errors import Refused
from engine.frozen import frozen
from engine.messages import ChatMessage
from engine.rendering import chat_template
from engine.rendering.accepted_messages import Accepted, accepted, as_accepted
from engine.rendering.control_tokens import Guard, guarded_input
from engine.rendering.message_content import (
    MessageContent,
    Part,
    Shape,
    as_family,
    as_parts,
    keeps_order,
    message_content,
    with_sentinels,
)
from engine.rendering.model_language import Language
from engine.rendering.placeholders import Placeholders, placeholders_of
from engine.rendering.prompt_input import PromptInput
from engine.rendering.template_problem import template_problem

# Makes what a template is given as the content of each message.
ContentForm = Callable[[Sequence[MessageContent]], list[Any]]


def render_conversation(
    prompt_input: PromptInput, shapes: Sequence[Shape], language: Language
) -> str:
    """Return the prompt of a conversation; `shapes` are those of all its media, in their order.

    Text that spells a control token or a placeholder gets a break (`control_tokens`), so that it
    stays text. Raises Refused, also if no form keeps the template from moving an image.
    """
    if not language.tokenizer.has_chat_template:
        raise Refused(
            "{model} has no chat template, so it cannot hold a conversation. Choose the "
            "instruct or chat version of the model, or give it a template on the model's page.",
            model=language.name,
        )
    if _is_unusual(prompt_input.messages):
        messages = as_accepted(prompt_input.messages, _accepted(language))
        prompt_input = replace(prompt_input, messages=messages)
    guard = guard_of(language)
    guarded = guarded_input(prompt_input, guard)
    if not language.vision:
        texts = [guard(message.content) for message in prompt_input.messages]
        return _applied(guarded, texts, language)
    _check_count(shapes, language)
    placeholders = placeholders_of(language)
    contents = list(_guarded_contents(prompt_input, shapes, guard))
    forms = list(_ContentForms(placeholders, language.family).every())
    if _can_be_moved(contents, placeholders):
        return _in_order(guarded, contents, forms, placeholders, language)
    return _applied(guarded, forms[0](contents), language)


def _is_unusual(messages: Sequence[ChatMessage]) -> bool:
    """Return True if a template may not take the order of the roles."""
    roles = [message.role for message in messages]
    later = (b == "system" and a != "system" for a, b in pairwise(roles))
    return any(later) or any(a == b and a in ("user", "assistant") for a, b in pairwise(roles))


def _accepted(language: Language) -> Accepted:
    template = template_of(language.tokenizer)

    def takes(messages: Sequence[ChatMessage], texts: Sequence[str]) -> bool:
        contents = [message.content for message in messages]
        try:
            rendered = _applied(PromptInput(tuple(messages)), contents, language)
        except Refused:
            return False
        places = [rendered.find(text) for text in texts]
        return min(places) >= 0 and places == sorted(places)

    if template not in language.accepted:
        language.accepted[template] = accepted(takes)
    return language.accepted[template]


def guard_of(language: Language) -> Guard:
    """Return the guard of a model: no text becomes a control token or a placeholder of it."""
    guard = language.control.guarded
    if not language.vision:
        return guard
    placeholders = placeholders_of(language)
    return lambda text: placeholders.guarded(guard(text))


def _check_count(shapes: Sequence[Shape], language: Language) -> None:
    from mlx_vlm.prompt_utils import SINGLE_IMAGE_ONLY_MODELS  # noqa: PLC0415

    several = sum(shape.images for shape in shapes) > 1
    if several and language.family in SINGLE_IMAGE_ONLY_MODELS:
        raise Refused(
            "{model} sees one image in a conversation, and no videos. Start a new chat "
            "for another image, or choose a model that sees several.",
            model=language.name,
        )


def _guarded_contents(
    prompt_input: PromptInput, shapes: Sequence[Shape], guard: Guard
) -> Iterator[MessageContent]:
    left = iter(shapes)
    for message in prompt_input.messages:
        content = message_content(message, [next(left) for _ in message.media])
        parts = (guard(part) if isinstance(part, str) else part for part in content.parts)
        yield replace(content, parts=tuple(parts))


def _can_be_moved(contents: Sequence[MessageContent], placeholders: Placeholders) -> bool:
    """Return True if a template could move media or drop them; else media have only one place."""
    users = [content for content in contents if content.role == "user"]
    with_media = [content for content in users if content.media]
    placed = any(content.placed for content in with_media)
    kinds = {
        placeholders.video if shape.videos else placeholders.image
        for content in with_media
        for shape in content.media
    }
    if kinds == {""}:
        # The processor inserts them by itself, at the beginning.
        return placed or with_media != users[:1]
    alone = contents[-1] is users[0] if users else True
    return bool(with_media) and (placed or not alone or not kinds <= placeholders.accepted)


def _in_order(
    prompt_input: PromptInput,
    contents: Sequence[MessageContent],
    forms: Sequence[ContentForm],
    placeholders: Placeholders,
    language: Language,
) -> str:
    """Return the prompt in the first form in which the template keeps the order of media."""
    probe = with_sentinels(contents)
    pattern, numbered = placeholders.pattern, placeholders.numbered
    faults: list[Refused] = []
    for form in forms:
        try:
            rendered = _applied(prompt_input, form(probe), language)
            if keeps_order(rendered, probe, pattern, numbered=numbered):
                return _applied(prompt_input, form(contents), language)
        except Refused as fault:
            faults.append(fault)
    if len(faults) == len(forms):
        try:
            raise faults[0]
        finally:
            # this frame is in the traceback: the list would keep itself alive
            faults.clear()
    raise Refused(
        "The chat template of {model} moves images and videos away from where they stand "
        "in this conversation. Start a new chat with them, before the text of its first "
        "question, or choose another model.",
        model=language.name,
    )


def _applied(prompt_input: PromptInput, contents: list[Any], language: Language) -> str:
    try:
        return chat_template.apply_template(
            language.tokenizer,
            prompt_input.messages,
            contents,
            prompt_input.tools,
            thinking=prompt_input.thinking,
        )
    except MemoryError:
        raise
    except Exception as error:
        raise Refused(
            "The chat template of {model} does not accept this conversation: {reason}",
            model=language.name,
            reason=template_problem(error).sentence,
        ) from error


@frozen
class _ContentForms:
    """The forms in which a family's template can be given the contents of messages."""

    placeholders: Placeholders
    family: str

    def every(self) -> Iterator[ContentForm]:
        """Yield the forms, those nearest to the model's training first."""
        plain = MessageContent("user", ("",))
        if not self.placeholders.text_only or isinstance(as_family(plain, self.family), str):
            yield self._family
        if not self.placeholders.text_only:
            yield lambda contents: self._by_role(contents, as_parts)
            yield lambda contents: self._family(list(self._spelled(contents)))
        yield lambda contents: [content.text for content in self._spelled(contents)]

    def _family(self, contents: Sequence[MessageContent]) -> list[Any]:
        return self._by_role(contents, lambda content: as_family(content, self.family))

    def _by_role(
        self, contents: Sequence[MessageContent], of_user: Callable[[MessageContent], Any]
    ) -> list[Any]:
        def of_others(content: MessageContent) -> Any:
            return as_parts(content) if self.placeholders.parts_only else content.text

        return [
            of_user(content) if content.role == "user" else of_others(content)
            for content in contents
        ]

    def _spelled(self, contents: Sequence[MessageContent]) -> Iterator[MessageContent]:
        """Yield the contents with placeholders in their texts, which templates take as they are."""
        images = count(1)

        def text(part: Part) -> str:
            if isinstance(part, str):
                return part
            marks = [self.placeholders.of_image(next(images)) for _ in range(part.images)]
            return "".join([*marks, self.placeholders.video * part.videos])

        for content in contents:
            yield MessageContent(content.role, ("".join(map(text, content.parts)),))
