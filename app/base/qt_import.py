"""Imports Qt without what PySide6 does for others: a hook in every later `import` of the process,
and the texts of signatures."""

import builtins
import sys
from typing import Any

from engine.system import late_modules

# Used for messages of errors and for documentation alone, but compiled anew at each start. Not
# "mapping", which Qt's library reads past `getattr`.
_SIGNATURES = (
    *("errorhandler", "layout", "parser"),
    *("lib.enum_sig", "lib.pyi_generator", "lib.tool"),
)
_PACKAGE = "shibokensupport.signature"
_LOADER = _PACKAGE + ".loader"
_plain_import = builtins.__import__


def import_qt() -> None:
    """Import the modules of Qt that every window needs; call this before any other import of
    PySide6.

    PySide6 replaces `builtins.__import__` for `from __feature__ import ...`, which nothing here
    uses. The replacement reads the source of each imported module, on any thread, and keeps it: a
    fifth of the time of all imports, and 36 MB with the model libraries.

    PySide6 imports its modules about signatures from an archive inside a library, before any
    finder of ours is asked: a fifth of the time to the first paint of a bare window.
    """
    builtins.__import__ = _import_late
    import PySide6.QtWidgets  # noqa: F401, PLC0415  this import is what the function is for

    builtins.__import__ = _plain_import
    archive: Any = sys.modules["shibokensupport"].__loader__
    if hasattr(archive, "find_spec"):
        # PySide6 has removed it from here, but the late modules are still to be found.
        sys.meta_path.append(archive)


def _import_late(name: str, *arguments: Any, **more: Any) -> Any:
    """Import a module. Those about signatures are late from the first import of their package on,
    when PySide6 has cleared the way for them."""
    if name == _PACKAGE and _LOADER not in sys.modules:
        late_modules.stand_in(f"{_PACKAGE}.{it}" for it in _SIGNATURES)
    return _plain_import(name, *arguments, **more)
