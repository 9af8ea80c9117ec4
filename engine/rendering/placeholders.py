"""What stands in a prompt for a picture or a clip, found out by asking the chat template."""

import re
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from engine.channels.detection import template_of
from engine.messages import ChatMessage
from engine.rendering import chat_template
from engine.rendering.control_tokens import BREAK
from engine.rendering.language import Language
from engine.rendering.message_content import Shape, Turn, as_parts, as_usual

# A text that no template has.
_PROBE = "qzprobeqz"
_NUMBER = re.compile(r"\d+")
# Where processors and configurations name the tokens that count.
_NAMES = ("image_token", "boi_token", "video_token", "audio_token")


@dataclass(frozen=True)
class Placeholders:
    """`picture` and `clip` are what the template writes for one, or what the processor looks for
    where the template writes nothing (it is not among the `taken`), or "" where neither is known.
    Some families number their pictures. Most templates take a text and a list of parts: one that
    is `text_only` prints the list itself, one that is `parts_only` drops answers that are plain
    text. `spelled` finds what in a text would count as a placeholder."""

    picture: str
    clip: str
    taken: frozenset[str]
    numbered: bool
    text_only: bool
    parts_only: bool
    spelled: re.Pattern[str]

    def written(self, number: int, *, clip: bool) -> str:
        """For one that is the `number`th of its kind, counted from 1."""
        if clip:
            return self.clip
        return _NUMBER.sub(str(number), self.picture) if self.numbered else self.picture

    @property
    def pattern(self) -> str:
        """A regular expression with the groups `picture`, `clip` and `number`."""
        picture = re.escape(self.picture.strip())
        if self.numbered:
            picture = _NUMBER.sub(lambda _: r"(?P<number>\d+)", picture)
        clip = re.escape(self.clip.strip())
        named = {"picture": picture, "clip": clip}
        return "|".join(f"(?P<{name}>{each})" for name, each in named.items() if each)

    def guarded(self, text: str) -> str:
        """Return the text with a break in whatever spells a placeholder, so that it does not count
        as an image."""
        return self.spelled.sub(lambda found: f"{found[0][0]}{BREAK}{found[0][1:]}", text)


# By tokenizer: the family and the template that were asked, and what was found.
_KNOWN: WeakKeyDictionary[Any, tuple[tuple[str, str], Placeholders]] = WeakKeyDictionary()


def find(language: Language) -> Placeholders:
    """Of a vision model: found by a few short renderings, once for each template."""
    asked = language.family, template_of(language.tokenizer)
    known = _KNOWN.get(language.tokenizer)
    if known is None or known[0] != asked:
        known = _KNOWN[language.tokenizer] = asked, _asked(language)
    return known[1]


def _asked(language: Language) -> Placeholders:
    added = _added_tokens(language)
    tokens = {*added.values(), *(_named(language, name) for name in _NAMES)} - {""}
    taken = [_written_for(language, shape, tokens) for shape in (Shape(1, 0), Shape(0, 1))]
    picture = taken[0] or _named(language, "image_token")
    clip = taken[1] or _named(language, "video_token")
    numbered = _NUMBER.findall(picture) == ["1"] and _has_second(language, picture)
    counted = {_named(language, name) for name in _NAMES}
    counted |= {added.get(number, "") for number in language.media_ids.values()}
    for each in (picture, clip):
        counted |= {token for token in tokens if token in each} or {each.strip()}
    return Placeholders(
        picture=picture,
        clip=clip,
        taken=frozenset(taken),
        numbered=numbered,
        text_only=_prints_parts(language),
        parts_only=_drops_text(language),
        spelled=_any_of(counted - {""}, numbered=numbered),
    )


def _rendered(language: Language, *contents: Any) -> str:
    """A conversation that a user begins; "" where the template fails."""
    messages = tuple(
        ChatMessage("assistant" if at % 2 else "user", "") for at in range(len(contents))
    )
    try:
        return chat_template.apply(language.tokenizer, messages, list(contents), (), thinking=False)
    except Exception:  # noqa: BLE001  templates raise anything
        return ""


def _written_for(language: Language, shape: Shape, tokens: set[str]) -> str:
    """What the template writes for a medium, in the usual form or in the general one."""
    family = language.family
    inside = Turn("user", (_PROBE, shape, _PROBE), placed=True)
    before, alone = Turn("user", (shape, _PROBE)), Turn("user", (_PROBE,))
    for found in (
        _between(_rendered(language, as_usual(inside, family))),
        _between(_rendered(language, as_parts(inside))),
        _added(
            _rendered(language, as_usual(alone, family)),
            _rendered(language, as_usual(before, family)),
            tokens,
        ),
        _added(_rendered(language, as_parts(alone)), _rendered(language, as_parts(before)), tokens),
    ):
        # Not the part itself, which a template for text prints.
        if found.strip() and "type" not in found:
            return found
    return ""


def _between(prompt: str) -> str:
    """What stands between two probes, where a template leaves them apart."""
    parts = prompt.split(_PROBE)
    return parts[1] if len(parts) == 3 else ""


def _added(short: str, long: str, tokens: set[str]) -> str:
    """What stands in `long` between the beginning and the end that both have. Where it begins as
    what follows it, its bounds are not clear, and the most tokens tell."""
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
    """How many characters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _has_second(language: Language, picture: str) -> bool:
    two = as_usual(Turn("user", (Shape(2, 0), _PROBE)), language.family)
    return _NUMBER.sub("2", picture).strip() in _rendered(language, two)


def _prints_parts(language: Language) -> bool:
    prompt = _rendered(language, as_parts(Turn("user", (_PROBE,))))
    return any(f"{quote}{_PROBE}{quote}" in prompt for quote in "'\"")


def _drops_text(language: Language) -> bool:
    question = as_usual(Turn("user", ("?",)), language.family)
    answers = _PROBE, as_parts(Turn("assistant", (_PROBE,)))
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
