"""Sentences for people: English text that remembers what a translation of it needs."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

_ENDING = re.compile(r"\((\w*)(?:\|(\w+))?\)")
# What a value from another process may be formatted with: a width could ask for gigabytes.
_SPEC = re.compile(r"\{(?:\w+(?::,?(?:\.\d)?[dfg]?)?)?\}|\{\{|\}\}|[^{}]")
# How deep sentences from another process may stand in each other.
_DEEPEST = 3


class Sentence(str):
    """`template` is what translators are given, with a `note` that tells equal ones apart;
    `number` chooses its plural and stands for %n, and `values` go into its {names}. Values may be
    sentences again; they are plain, since an exception would keep its traceback and all in it."""

    template = ""
    note = ""
    number = -1
    values: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        # Not a plain copy: `str(error)` of what was raised with a sentence is the sentence.
        return self


def say(text: str, note: str = "", count: int = -1, /, **values: Any) -> Sentence:
    """`text`, a literal that packaging/translate.py finds, with its values: `{names}` as of
    `str.format`, and %n with endings in brackets for a `count`."""
    made = Sentence(counted(text, count).format(**values))
    made.template, made.note, made.number, made.values = text, note, count, values
    return made


def say_all(sentences: Iterable[str]) -> str:
    """One after the other, those that are empty left out."""
    parts = [sentence for sentence in sentences if sentence]
    if len(parts) < 2:
        return parts[0] if parts else ""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    # not a literal: it is nothing to translate
    joined = " ".join(f"{{{name}}}" for name in values)
    return say(joined, **values)


def clock_time(seconds: float) -> str:
    """Return 1:05, or 2:00:00."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def english(text: str, count: int) -> str:
    """The singular or plural of a text with endings in brackets: "%n file(s)", "%n repl(y|ies)"."""

    def ending(found: re.Match[str]) -> str:
        one, many = found.groups()
        if many is None:
            return "" if count == 1 else one
        return one if count == 1 else many

    return _ENDING.sub(ending, text)


def counted(template: str, count: int) -> str:
    """`template` in English with its count, where it has one."""
    return template if count < 0 else english(template, count).replace("%n", str(count))


def packed(sentence: str) -> Any:
    """For JSON; `unpacked` makes the sentence of it again."""
    if not isinstance(sentence, Sentence):
        return sentence
    values = {
        name: packed(value) if isinstance(value, str) else value
        for name, value in sentence.values.items()
    }
    return [sentence.template, sentence.note, sentence.number, values]


def verbatim(text: str) -> Sentence:
    """A text that is shown as it is, whatever braces it has."""
    return say(text.replace("{", "{{").replace("}", "}}"))


def unpacked(data: Any, deepest: int = _DEEPEST) -> Sentence:
    """Raises ValueError, TypeError or LookupError for what `packed` did not make."""
    if isinstance(data, str):
        return verbatim(data)
    template, note, count, values = data
    if not deepest or _SPEC.sub("", template):
        raise ValueError("no sentence of ours")
    found = {
        str(name): unpacked(value, deepest - 1) if isinstance(value, str | list) else value
        for name, value in values.items()
    }
    if not all(isinstance(value, str | int | float) for value in found.values()):
        raise ValueError("values of a sentence are plain")
    return say(template, str(note), int(count), **found)
