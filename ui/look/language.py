"""The words and numbers of the window in the language of the person."""

from string import Formatter
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from engine.messages import Sentence, counted

_ENGLISH = QLocale(QLocale.Language.English)
# What Python writes between thousands and before decimals, and what is shown instead.
_signs: dict[int, str] = {}


def write_numbers_as(locale: QLocale = _ENGLISH) -> None:
    """Write numbers in the way of the locale's language from now on."""
    usual = QLocale(locale.language())
    _signs.update(str.maketrans({",": usual.groupSeparator(), ".": usual.decimalPoint()}))


def tr(text: str, note: str = "", count: int = -1) -> str:
    """`text` as lupdate finds it, translated where there is a translation.

    `note` tells equal texts of different meanings apart; `count` is put in place of %n and chooses
    the plural. Values go into `{names}` with `str.format` afterwards.
    """
    found = QCoreApplication.translate("", text, note or None, count)
    # Not translated: the endings in brackets would be left.
    return counted(text, count) if found == text.replace("%n", str(count)) else found


def number(value: float, digits: int | None = 0) -> str:
    """Return a number with group separators and `digits` decimals; with None, as few as needed."""
    text = f"{value:,g}" if digits is None else f"{value:,.{digits}f}"
    return text.translate(_signs)


def sentence_case(text: str) -> str:
    """`text` with its first letter large; the others stay, as those of German nouns."""
    return text[:1].upper() + text[1:]


def translated(text: str) -> str:
    """A sentence of the engine or the application in the language of the person; any other text
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
        # A translation with a wrong name, which packaging/translate.py finds.
        return text


class _Filling(Formatter):
    """A `str.format` that writes numbers in the person's language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        text = format(value, format_spec)
        return text.translate(_signs) if isinstance(value, int | float) else text


_FILLING = _Filling()
