"""The text that stands for an image or video in a prompt, found by probing the chat template."""

import re
from typing import Any
from weakref import WeakKeyDictionary

from engine.channels.detection import template_of
from engine.frozen import frozen
from engine.messages import ChatMessage
from engine.rendering import chat_template
from engine.rendering.control_tokens import BREAK
from engine.rendering.message_content import MessageContent, Shape, as_family, as_parts
from engine.rendering.model_language import Language

# No template contains this text.
_PROBE = "qzprobeqz"
_NUMBER = re.compile(r"\d+")
# Attributes of processors and tokenizers that name the placeholder tokens.
_TOKEN_ATTRIBUTES = ("image_token", "boi_token", "video_token", "audio_token")


@frozen
class Placeholders:
    """The texts that stand for one image (`image`) and one video (`video`).

    Each is what the template writes for it; where the template writes nothing (the text is not
    among the `accepted`), what the processor looks for; or "" if neither is known. `numbered`: the
    family numbers its images. Most templates take a text as well as a list of parts: a `text_only`
    template prints the list itself, a `parts_only` template drops answers that are plain text.
    `spelled` matches everything in a text that would count as a placeholder.
    """

    image: str
    video: str
    accepted: frozenset[str]
    numbered: bool
    text_only: bool
    parts_only: bool
    spelled: re.Pattern[str]

    def of_image(self, number: int) -> str:
        """Return the placeholder of the `number`th image, counted from 1."""
        return _NUMBER.sub(str(number), self.image) if self.numbered else self.image

    @property
    def pattern(self) -> str:
        """Regular expression with the groups `image`, `video` and `number`."""
        image = re.escape(self.image.strip())
        if self.numbered:
            image = _NUMBER.sub(lambda _: r"(?P<number>\d+)", image)
        video = re.escape(self.video.strip())
        named = {"image": image, "video": video}
        return "|".join(f"(?P<{name}>{each})" for name, each in named.items() if each)

    def guarded(self, text: str) -> str:
        """Return the text with a break in each placeholder that it spells, so that none counts as
        an image."""
        return self.spelled.sub(lambda found: f"{found[0][0]}{BREAK}{found[0][1:]}", text)


# By tokenizer: the family and template that were probed, and the result.
_PROBED: WeakKeyDictionary[Any, tuple[tuple[str, str], Placeholders]] = WeakKeyDictionary()


def placeholders_of(language: Language) -> Placeholders:
    """Return the placeholders of a vision model: a few short renderings, once per template."""
    key = language.family, template_of(language.tokenizer)
    probed = _PROBED.get(language.tokenizer)
    if probed is None or probed[0] != key:
        probed = _PROBED[language.tokenizer] = key, _probe(language)
    return probed[1]


def _probe(language: Language) -> Placeholders:
    added = _added_tokens(language)
    tokens = {*added.values(), *(_named(language, name) for name in _TOKEN_ATTRIBUTES)} - {""}
    accepted = [_probe_shape(language, shape, tokens) for shape in (Shape(1, 0), Shape(0, 1))]
    image = accepted[0] or _named(language, "image_token")
    video = accepted[1] or _named(language, "video_token")
    numbered = _NUMBER.findall(image) == ["1"] and _has_second(language, image)
    counted = {_named(language, name) for name in _TOKEN_ATTRIBUTES}
    counted |= {added.get(number, "") for number in language.media_ids.values()}
    for each in (image, video):
        counted |= {token for token in tokens if token in each} or {each.strip()}
    return Placeholders(
        image=image,
        video=video,
        accepted=frozenset(accepted),
        numbered=numbered,
        text_only=_prints_parts(language),
        parts_only=_drops_text(language),
        spelled=_any_of(counted - {""}, numbered=numbered),
    )


def _rendered(language: Language, *contents: Any) -> str:
    """Render a conversation that starts with the user; "" if the template fails."""
    messages = tuple(
        ChatMessage("assistant" if at % 2 else "user", "") for at in range(len(contents))
    )
    try:
        return chat_template.apply_template(
            language.tokenizer, messages, list(contents), (), thinking=False
        )
    except Exception:  # noqa: BLE001  templates raise anything
        return ""


def _probe_shape(language: Language, shape: Shape, tokens: set[str]) -> str:
    """Return what the template writes for a medium, in the family's form or in the general one."""
    family = language.family
    inside = MessageContent("user", (_PROBE, shape, _PROBE), placed=True)
    before, alone = MessageContent("user", (shape, _PROBE)), MessageContent("user", (_PROBE,))
    for found in (
        _between(_rendered(language, as_family(inside, family))),
        _between(_rendered(language, as_parts(inside))),
        _added(
            _rendered(language, as_family(alone, family)),
            _rendered(language, as_family(before, family)),
            tokens,
        ),
        _added(_rendered(language, as_parts(alone)), _rendered(language, as_parts(before)), tokens),
    ):
        # A template for text prints the part itself, which is no placeholder.
        if found.strip() and "type" not in found:
            return found
    return ""


def _between(prompt: str) -> str:
    """Return the text between two probes, or "" if the template does not keep them apart."""
    parts = prompt.split(_PROBE)
    return parts[1] if len(parts) == 3 else ""


def _added(short: str, long: str, tokens: set[str]) -> str:
    """Return the text that `long` has and `short` has not, between their common prefix and suffix.

    If the added text begins like the text after it, its bounds are ambiguous; the candidate with
    the most tokens wins.
    """
    if _PROBE not in short or _PROBE not in long:
        return ""
    start = common_length(short, long)
    size = len(long) - len(short)
    if short[start:] != long[start + size :]:
        end = common_length(short[start:][::-1], long[start:][::-1])
        return long[start : len(long) - end]
    found = [long[start : start + size]]
    while start and long[start - 1] == long[start + size - 1]:
        start -= 1
        found.append(long[start : start + size])
    return max(found, key=lambda each: sum(token in each for token in tokens))


def common_length(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _has_second(language: Language, image: str) -> bool:
    two = as_family(MessageContent("user", (Shape(2, 0), _PROBE)), language.family)
    return _NUMBER.sub("2", image).strip() in _rendered(language, two)


def _prints_parts(language: Language) -> bool:
    prompt = _rendered(language, as_parts(MessageContent("user", (_PROBE,))))
    return any(f"{quote}{_PROBE}{quote}" in prompt for quote in "'\"")


def _drops_text(language: Language) -> bool:
    question = as_family(MessageContent("user", ("?",)), language.family)
    answers = _PROBE, as_parts(MessageContent("assistant", (_PROBE,)))
    as_text, listed = (_PROBE in _rendered(language, question, answer) for answer in answers)
    return listed and not as_text


def _named(language: Language, name: str) -> str:
    found = (getattr(holder, name, None) for holder in (language.processor, language.tokenizer))
    return next((str(each) for each in found if each), "")


def _added_tokens(language: Language) -> dict[Any, str]:
    added = getattr(language.tokenizer, "added_tokens_decoder", {})
    return {index: str(token) for index, token in added.items() if str(token).strip()}


def _any_of(texts: set[str], *, numbered: bool) -> re.Pattern[str]:
    every = [re.escape(each) for each in sorted(texts, key=len, reverse=True)]
    if numbered:
        every = [_NUMBER.sub(lambda _: r"\d+", each) for each in every]
    return re.compile("|".join(every) or r"(?!)")
