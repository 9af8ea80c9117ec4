"""Sentences for people: English text that remembers what its translation needs."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

_ENDING = re.compile(r"\((\w*)(?:\|(\w+))?\)")
# Formats allowed in sentences from another process: a width could ask for gigabytes.
_SPEC = re.compile(r"\{(?:\w+(?::,?(?:\.\d)?[dfg]?)?)?\}|\{\{|\}\}|[^{}]")
# Maximum nesting of sentences from another process.
_MAX_DEPTH = 3
# Qt has a C int for the count that chooses a plural.
_MOST_COUNTED = 0x7FFFFFFF
# Characters of a refused value that are shown.
_MOST_OF_VALUE = 60
# They join, or keep apart, the characters beside them.
_JOINERS = "\u200c\u200d"


class Sentence(str):
    """A text for people, with the parts that its translation is made of.

    Translators get the `template`, with a `note` that distinguishes equal templates. `number`
    chooses the plural and replaces %n, and `values` fill the {names}. Values may be sentences
    themselves; all others are plain, since an exception would keep its traceback and everything in
    it alive.
    """

    template = ""
    note = ""
    number = -1
    values: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        # No plain copy: `str(error)` of an error that was raised with a sentence is the sentence.
        return self


def say(text: str, note: str = "", count: int = -1, /, **values: Any) -> Sentence:
    """Return the sentence of `text`, a literal that packaging/translate.py finds. `values` fill its
    `{names}` as in `str.format`; with a `count`, %n and endings in brackets are replaced."""
    made = Sentence(counted(text, count).format(**values))
    made.template, made.note, made.number, made.values = text, note, count, values
    return made


class SentenceTemplate(str):
    """A sentence without its values, a literal that packaging/translate.py finds."""

    def filled(self, **values: Any) -> Sentence:
        return say(str(self), **values)


def say_all(sentences: Iterable[str]) -> str:
    """Join sentences with spaces; empty ones are dropped."""
    parts = [sentence for sentence in sentences if sentence]
    if len(parts) < 2:
        return parts[0] if parts else ""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    # Not a literal: there is nothing to translate.
    joined = " ".join(f"{{{name}}}" for name in values)
    return say(joined, **values)


def say_size(size: int) -> Sentence:
    """Return bytes in decimal units, as the window writes them: whole kB, at least 1 unless there
    is nothing; MB below 10 and GB with one decimal, unless that is a zero ("1 kB", "400 kB",
    "4.1 MB", "512 MB", "5 GB", "21.4 GB")."""
    if size >= 999.5e6:
        return say("{size} GB", size=without_zero(size / 1e9))
    if size >= 9.95e6:
        return say("{size} MB", size=round(size / 1e6))
    if size >= 999.5e3:
        return say("{size} MB", size=without_zero(size / 1e6))
    return say("{size} kB", size=round(size / 1e3) or min(size, 1))


def say_pixels(width: int, height: int) -> Sentence:
    """Return the size of an image or a frame in pixels: "5,000 × 3,000"."""
    return say("{width:,} × {height:,}", width=width, height=height)


def say_value(value: object) -> str | float:
    """Return a refused value as people and programs write it, in JSON, and a long one cut.
    Characters that hide or turn text are escaped."""
    if isinstance(value, list | tuple):
        return say("a list")
    if isinstance(value, dict):
        return say("an object")
    if not isinstance(value, int | float | None):
        return _quoted(str(value))
    text = json.dumps(value)
    if len(text) > _MOST_OF_VALUE:
        return f"{text[:_MOST_OF_VALUE]}…"
    # A number stays one, so that its translation writes it as the language does.
    return text if value is None or isinstance(value, bool) else value


def _quoted(text: str) -> str:
    """Return a text in JSON, cut between two characters: an escape stays whole."""
    quoted, before = '"', ""
    for it in text[:_MOST_OF_VALUE]:
        escaped = json.dumps(it, ensure_ascii=not _is_shown(it, before))[1:-1]
        before = it
        if len(quoted) + len(escaped) > _MOST_OF_VALUE:
            return f"{quoted}…"
        quoted += escaped
    return f'{quoted}"'


def _is_shown(character: str, before: str) -> bool:
    """Return True if a character is seen, as a space or as what it joins in an emoji or a script:
    nothing is joined after ASCII, where a joiner would only hide."""
    if character in _JOINERS:
        return not before.isascii() and before.isprintable()
    return character.isprintable() or unicodedata.category(character) == "Zs"


def without_zero(value: float) -> float:
    """Return a value with one decimal, as a whole number if that is a zero."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def clock_time(seconds: float) -> str:
    """Return 1:05, or 2:00:00."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def english(text: str, count: int) -> str:
    """Choose singular or plural in a text with endings in brackets: "%n file(s)", "%n
    repl(y|ies)"."""

    def ending(found: re.Match[str]) -> str:
        one, many = found.groups()
        if many is None:
            return "" if count == 1 else one
        return one if count == 1 else many

    return _ENDING.sub(ending, text)


def counted(template: str, count: int) -> str:
    """Return `template` in English with its count, if it has one."""
    return template if count < 0 else english(template, count).replace("%n", str(count))


def packed(sentence: str) -> Any:
    """Convert a sentence to JSON; `unpacked` makes a sentence of it again."""
    if not isinstance(sentence, Sentence):
        return sentence
    values = {
        name: packed(value) if isinstance(value, str) else value
        for name, value in sentence.values.items()
    }
    return [sentence.template, sentence.note, sentence.number, values]


def verbatim(text: str) -> Sentence:
    """Return a sentence that shows a text as it is, braces included; a sentence stays the same."""
    if isinstance(text, Sentence):
        return text
    return say(text.replace("{", "{{").replace("}", "}}"))


def unpacked(data: Any, depth: int = _MAX_DEPTH) -> str:
    """Return the sentence or plain text of packed data. Raises ValueError, TypeError or LookupError
    for data that `packed` did not make."""
    if isinstance(data, str):
        return data
    template, note, count, values = data
    counts = isinstance(count, int) and -1 <= count <= _MOST_COUNTED
    if not depth or not counts or not isinstance(values, dict) or _SPEC.sub("", template):
        raise ValueError("no sentence of ours")
    found = {
        str(name): unpacked(value, depth - 1) if isinstance(value, str | list) else value
        for name, value in values.items()
    }
    if not all(isinstance(value, str | int | float) for value in found.values()):
        raise ValueError("values of a sentence are plain")
    return say(template, str(note), count, **found)
