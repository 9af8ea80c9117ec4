"""Imports Qt without what PySide6 does for others: a hook in every later `import` of the process,
and the texts of signatures.

PySide6 replaces `builtins.__import__` for `from __feature__ import ...`, which nothing here uses.
The replacement reads the source of each imported module, on any thread, and keeps it: a fifth of
the time of all imports, and 36 MB with the model libraries.

PySide6 also compiles its modules about signatures at each start, from an archive inside a library,
before any finder of ours is asked: a fifth of the time to the first paint of a bare window. Only
the message of a call with wrong arguments, and documentation, need them.

The risk: PySide6 uses these modules from C++ while it makes such a message, and ends the process
if one of them cannot be imported then. So a module is late only if the archive has it, and the
archive stays among the finders; where either is not so, PySide6 imports as it always does. The
list fits the version in pyproject.toml: `tests/test_imports.py` compares the message with that of
a plain PySide6.
"""

import builtins
import sys
from collections.abc import Iterator
from typing import Any

from engine.system import late_modules

# Not "mapping", whose attributes C++ takes from its dictionary, where a stand-in has none.
_SIGNATURES = (
    *("errorhandler", "layout", "parser"),
    *("lib.enum_sig", "lib.pyi_generator", "lib.tool"),
)
_ARCHIVE = "shibokensupport"
_PACKAGE = _ARCHIVE + ".signature"
_LOADER = _PACKAGE + ".loader"
_plain_import = builtins.__import__


def import_qt() -> None:
    """Import the modules of Qt that every window needs; call this before any other import of
    PySide6."""
    builtins.__import__ = _import_late
    try:
        import PySide6.QtWidgets  # noqa: F401, PLC0415  this import is what the function is for
    finally:
        builtins.__import__ = _plain_import


def _import_late(name: str, *arguments: Any, **more: Any) -> Any:
    """Import a module. Those about signatures are late from the first import of their package on,
    when PySide6 has cleared the way for them."""
    if name == _PACKAGE and _LOADER not in sys.modules:
        late_modules.stand_in(_names_in_archive())
    return _plain_import(name, *arguments, **more)


def _names_in_archive() -> Iterator[str]:
    """Yield the modules that may be late, and leave the archive where they are found later: PySide6
    removes it from the front of the finders when it has imported its own."""
    archive: Any = sys.modules[_ARCHIVE].__loader__
    if not hasattr(archive, "find_spec"):
        return
    sys.meta_path.append(archive)
    for name in _SIGNATURES:
        if archive.find_spec(f"{_PACKAGE}.{name}", None):
            yield f"{_PACKAGE}.{name}"
