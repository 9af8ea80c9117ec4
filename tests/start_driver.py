"""Runs the start-up probe with its arguments, and prints what was imported when, and what was
written into the program's folder, as a line of JSON. Run as a program by test_imports.py."""

import builtins
import json
import os
import sys
from typing import Any

from tests.kit.paths import ROOT
from tests.kit.qt_messages import message_of_qt

_written: list[str] = []
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
# The argument that names what is changed.
_CHANGED = {"os.mkdir": 0, "os.truncate": 0, "os.rename": 1, "os.symlink": 1}


def _see(event: str, arguments: tuple[Any, ...]) -> None:
    opened = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
    if not opened and event not in _CHANGED:
        return
    changed = arguments[_CHANGED.get(event, 0)]
    if isinstance(changed, str | os.PathLike):
        path = os.path.abspath(changed)
        if path.startswith(f"{ROOT}{os.sep}"):
            _written.append(f"{event} {path}")


sys.addaudithook(_see)

from app import __main__  # noqa: E402  the hook sees what imports write
from engine.system.late_modules import LateModule  # noqa: E402

_report: dict[str, Any] = {"before_qt": sorted(sys.modules)}
_plain_import = builtins.__import__
_import_qt = __main__.import_qt


def _loaded() -> list[str]:
    return sorted(name for name, it in sys.modules.items() if not isinstance(it, LateModule))


def _import_and_watch() -> None:
    """Import Qt as the program does, then have the window and its probe report."""
    _import_qt()
    _report["plain_import"] = builtins.__import__ is _plain_import
    from app import assembly  # noqa: PLC0415  not before the program prepares its imports
    from app.cli import probe  # noqa: PLC0415
    from engine.messages import Delta, Event  # noqa: PLC0415

    class Watched(assembly.Assembly):
        def _painted(self) -> None:
            _report["painted"] = _loaded()
            size, screen = self.window.size(), self.window.screen().availableGeometry().size()
            _report["fits"] = size == size.boundedTo(screen)
            super()._painted()

    class WatchedProbe(probe.Probe):
        def on_events(self, events: list[Event]) -> None:
            if "answered" not in _report and any(isinstance(it, Delta) for it in events):
                _report["answered"] = _loaded()
            super().on_events(events)

    assembly.Assembly = Watched
    probe.Probe = WatchedProbe


def main() -> int:
    sys.argv = ["duologue", "--probe"]
    __main__.import_qt = _import_and_watch
    code = __main__.main()
    chat_templates = sys.modules["transformers.utils.chat_template_utils"]
    _report["sandbox"] = chat_templates.ImmutableSandboxedEnvironment.__qualname__
    indexed = sys.modules["transformers.utils.import_utils"].define_import_structure
    _report["indexed_by"] = indexed.__module__
    _report["error"] = message_of_qt()
    print(json.dumps(_report | {"written": _written}))  # noqa: T201
    return code


if __name__ == "__main__":
    sys.exit(main())
