"""Imports Qt without the hook that PySide6 leaves in every later `import` of the process."""

import builtins


def import_qt() -> None:
    """Import the modules of Qt that every window needs; call this before any other import of
    PySide6.

    PySide6 replaces `builtins.__import__` for `from __feature__ import ...`, which nothing here
    uses. The replacement reads the source of each imported module, on any thread, and keeps it: a
    fifth of the time of all imports, and 36 MB with the model libraries.
    """
    plain = builtins.__import__
    import PySide6.QtWidgets  # noqa: F401, PLC0415  this import is what the function is for

    builtins.__import__ = plain
