"""The words of the window in the language of the person."""

from PySide6.QtCore import QCoreApplication

from engine.messages import Sentence, counted


def tr(text: str, note: str = "", count: int = -1) -> str:
    """`text` as lupdate finds it, translated where there is a translation.

    `note` tells equal texts of different meanings apart; `count` is put in place of %n and chooses
    the plural. Values go into `{names}` with `str.format` afterwards.
    """
    found = QCoreApplication.translate("", text, note or None, count)
    # Not translated: the endings in brackets would be left.
    return counted(text, count) if found == text.replace("%n", str(count)) else found


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
        return tr(text.template, text.note, text.number).format(**values)
    except (LookupError, ValueError):
        # A translation with a wrong name, which packaging/translate.py finds.
        return text
