"""The words of the window in the language of the person."""

from PySide6.QtCore import QCoreApplication


def tr(text: str, note: str = "", count: int = -1) -> str:
    """`text` as lupdate finds it, translated where there is a translation.

    `note` tells equal texts of different meanings apart; `count` is put in place of %n and chooses
    the plural. Values go into `{names}` with `str.format` afterwards.
    """
    return QCoreApplication.translate("", text, note or None, count)
