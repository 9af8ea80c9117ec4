"""A conversation as text and as tokens, by its model's chat template and tokenizer alone."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from engine.messages import Generate
from engine.rendering.chat_template import has_switch, takes_tools
from engine.rendering.continuation import begun, parted, thinks
from engine.rendering.conversation import render
from engine.rendering.language import Language
from engine.rendering.message_content import Medium
from engine.rendering.placeholders import find
from engine.rendering.segments import AT_ONCE


@dataclass(frozen=True, slots=True)
class Written:
    """A prompt; `begun` is what follows of an answer that the model goes on with. Texts have breaks
    (`control_tokens`)."""

    text: str
    tokens: list[int]
    begun_text: str
    begun: list[int]


def write(
    request: Generate, media: Sequence[Medium], language: Language
) -> Generator[None, None, Written]:
    """Render and tokenize all of the conversation, in bounded pieces of work; raises Refused."""
    messages, answer = parted(request.messages)
    if answer is not None:
        thinking = thinks(request, language.marked(request.channel_format)[1])
        request = replace(request, sampling=replace(request.sampling, thinking=thinking))
    request = replace(request, messages=messages)
    shapes = [medium.shape for medium in media]
    text = render(request, shapes, language)
    if len(text) > AT_ONCE:
        yield
    whole = expanded(text, media)
    for _ in language.segments.learn(whole):
        yield
    tokens = language.segments.encode(whole, add_special_tokens=begins(text, language))
    if answer is None:
        return Written(text, tokens, "", [])
    yield
    found = begun(request, answer, text, tokens, shapes, language)
    return Written(text, tokens, found.text, found.tokens)


@dataclass(frozen=True, slots=True)
class Abilities:
    """Abilities of a chat template: switch reasoning on and off, and tell the model of tools."""

    thinking_switch: bool
    tools: bool


def abilities_of(language: Language) -> Abilities:
    tokenizer = language.tokenizer
    return Abilities(has_switch(tokenizer), takes_tools(tokenizer, language.channels))


def media_marks(language: Language) -> tuple[str, str]:
    """Return what stands in a prompt for one image and for one video, without white space around
    it: "" where the processor puts images in by itself, or the template has no place for a video.
    """
    if not language.vision:
        return "", ""
    found = find(language)
    return found.written(1, clip=False).strip(), found.written(1, clip=True).strip()


def count(text: str, language: Language) -> int:
    """Return how many tokens a text has in a message."""
    return len(language.segments.encode(language.control.guarded(text)))


def expanded(prompt: str, media: Sequence[Medium]) -> str:
    """Return a rendered conversation with the text that the processor writes for each medium."""
    found, at = [], 0
    for medium in media:
        for text in medium.texts:
            place = prompt.find(medium.placeholder, at)
            if place < 0:
                raise ValueError("the prompt has other placeholders than images and videos")
            found += [prompt[at:place], text]
            at = place + len(medium.placeholder)
    return "".join([*found, prompt[at:]])


def begins(prompt: str, language: Language) -> bool:
    """Return True if the tokenizer shall write the token that begins a text: the template has not.
    Prompts of text models are as their templates write them."""
    from mlx_vlm.utils import should_add_special_tokens  # noqa: PLC0415

    if not language.vision:
        return False
    bos = language.tokenizer.bos_token
    add = should_add_special_tokens(language.family, language.processor)
    return bool(add and not (bos and prompt.startswith(bos)))
