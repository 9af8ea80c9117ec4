"""Translation of the window's texts, and the number format of the person's language."""

from collections.abc import Sequence
from string import Formatter
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from engine.messages import Sentence, counted

_ENGLISH = QLocale(QLocale.Language.English)
# Python's group separator and decimal point, each with its replacement.
_signs: dict[int, str] = {}


def write_numbers_as(locale: QLocale = _ENGLISH) -> None:
    """Format numbers as usual in the language of `locale` from now on."""
    usual = QLocale(locale.language())
    _signs.update(str.maketrans({",": usual.groupSeparator(), ".": usual.decimalPoint()}))


def tr(text: str, note: str = "", count: int = -1) -> str:
    """Return the translation of `text`, a literal that lupdate finds, or `text` without one.

    `note` distinguishes equal texts of different meanings; `count` replaces %n and chooses the
    plural. Values are put into `{names}` with `str.format` afterwards.
    """
    found = QCoreApplication.translate("", text, note or None, count)
    # Without a translation, the plural endings in brackets are still there.
    filled = counted(text, count) if found == text.replace("%n", str(count)) else found
    # Qt writes the digits of %n without separators.
    return filled if count < 1000 else filled.replace(str(count), number(count), 1)


def number(value: float, digits: int | None = 0) -> str:
    """Return a number with group separators and `digits` decimals; with None, as few as needed."""
    text = f"{value:,g}" if digits is None else f"{value:,.{digits}f}"
    return text.translate(_signs)


def listed(words: Sequence[str]) -> str:
    """Return words as people list them: "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return tr("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def sentence_case(text: str) -> str:
    """Return `text` with an upper-case first letter. Other letters stay as they are, since German
    nouns begin with capitals."""
    return text[:1].upper() + text[1:]


def translated(text: str) -> str:
    """Return a sentence of the engine or the application in the person's language, any other text
    as it is."""
    if not isinstance(text, Sentence):
        return text
    values = {
        name: translated(value) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    try:
        return _FILLING.vformat(tr(text.template, text.note, text.number), (), values)
    except (LookupError, ValueError):
        # A translation has a wrong name in braces; packaging/translate.py reports it.
        return text


class _Filling(Formatter):
    """A `str.format` that formats numbers in the person's language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        text = format(value, format_spec)
        return text.translate(_signs) if isinstance(value, int | float) else text


_FILLING = _Filling()
