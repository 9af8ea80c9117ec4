"""The words of the window in the language of the person."""

from PySide6.QtCore import QCoreApplication

from engine.messages import Sentence


def tr(text: str, note: str = "", count: int = -1) -> str:
    """`text` as lupdate finds it, translated where there is a translation.

    `note` tells equal texts of different meanings apart; `count` is put in place of %n and chooses
    the plural. Values go into `{names}` with `str.format` afterwards.
    """
    return QCoreApplication.translate("", text, note or None, count)


def translated(text: str) -> str:
    """A sentence of the engine or the application in the language of the person; any other text
    as it is."""
    if not isinstance(text, Sentence):
        return text
    count, template = text.count, text.template
    found = QCoreApplication.translate("", template, text.note or None, count)
    if found == template.replace("%n", str(count)):
        # Not translated: the endings in brackets would be left.
        found = text.english
    values = {
        name: translated(value) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return found.format(**values)
