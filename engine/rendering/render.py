"""A conversation as text and tokens, by its model's chat template and tokenizer alone."""

from collections.abc import Generator, Sequence
from typing import TypeVar

from engine.frozen import frozen
from engine.messages import RequestEvent
from engine.rendering.chat_template import can_be_compiled, has_switch, takes_tools
from engine.rendering.continuation import continuation
from engine.rendering.message_content import Medium
from engine.rendering.model_language import Language
from engine.rendering.placeholders import placeholders_of
from engine.rendering.prompt_input import PromptInput
from engine.rendering.rendered_conversation import render_conversation
from engine.rendering.segments import AT_ONCE

T = TypeVar("T")
Events = list[RequestEvent]


@frozen
class RenderedPrompt:
    """A prompt, and the text and tokens of the answer that continues it. Texts have breaks
    (`control_tokens`)."""

    text: str
    tokens: list[int]
    answer_text: str
    answer_tokens: list[int]


def render_prompt(
    prompt_input: PromptInput, media: Sequence[Medium], language: Language
) -> Generator[Events, None, RenderedPrompt]:
    """Render and tokenize a whole conversation in bounded pieces of work; yields no events. Raises
    Refused."""
    if prompt_input.raw:
        return (yield from _raw_prompt(prompt_input.messages[0].content, language))
    shapes = [medium.shape for medium in media]
    text = render_conversation(prompt_input, shapes, language)
    if len(text) > AT_ONCE:
        yield []
    whole = expanded(text, media)
    for _ in language.segments.learn(whole):
        yield []
    tokens = language.segments.encode(whole, add_special_tokens=needs_bos(text, language))
    if prompt_input.answer is None:
        return RenderedPrompt(text, tokens, "", [])
    yield []
    more = continuation(prompt_input, text, tokens, shapes, language)
    return RenderedPrompt(text, tokens, more.text, more.tokens)


def _raw_prompt(text: str, language: Language) -> Generator[Events, None, RenderedPrompt]:
    if len(text) > AT_ONCE:
        yield []
    tokens = language.segments.encode(text, add_special_tokens=True)
    return RenderedPrompt(text, tokens, "", [])


def returned(work: Generator[object, None, T]) -> T:
    """Run `work` to its end at once, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value


@frozen
class Abilities:
    """Abilities of a chat template: to switch reasoning on and off, and to offer tools. One that is
    not `parsed` has none."""

    thinking_switch: bool
    tools: bool
    parsed: bool


def abilities_of(language: Language) -> Abilities:
    tokenizer = language.tokenizer
    return Abilities(
        has_switch(tokenizer),
        takes_tools(tokenizer, language.channels),
        can_be_compiled(tokenizer),
    )


def media_marks(language: Language) -> tuple[str, str]:
    """Return the text for one image and for one video in a prompt, without white space around it:
    "" if the processor inserts images by itself, or the template has no place for a video."""
    if not language.vision:
        return "", ""
    placeholders = placeholders_of(language)
    return placeholders.of_image(1).strip(), placeholders.video.strip()


def count(text: str, language: Language) -> int:
    """Return the number of tokens of a text inside a message."""
    return len(language.segments.encode(language.control.guarded(text)))


def expanded(prompt: str, media: Sequence[Medium]) -> str:
    """Return a rendered conversation with the text that the processor writes for each medium."""
    parts, at = [], 0
    for medium in media:
        for text in medium.texts:
            place = prompt.find(medium.placeholder, at)
            if place < 0:
                raise ValueError("the prompt has other placeholders than images and videos")
            parts += [prompt[at:place], text]
            at = place + len(medium.placeholder)
    return "".join([*parts, prompt[at:]])


def needs_bos(prompt: str, language: Language) -> bool:
    """Return True if the tokenizer must add the token that begins a text, because the template has
    not written it. Prompts of text models are left as their templates write them."""
    from mlx_vlm.utils import should_add_special_tokens  # noqa: PLC0415

    if not language.vision:
        return False
    bos = language.tokenizer.bos_token
    add = should_add_special_tokens(language.family, language.processor)
    return bool(add and not (bos and prompt.startswith(bos)))
