"""Runs the main path of the program strictly offline in a process of its own.

Prints a line of JSON with every use of the network and every file of the program that is written.
Arguments: the home folder, and files to attach to a question that is answered with a tool.
"""

import json
import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.kit.paths import ROOT
from tests.kit.tabs import new_chat

_used: list[str] = []
_written: list[str] = []
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def _see(event: str, arguments: tuple[Any, ...]) -> None:
    """Ignore local sockets, which event loops create, and bytecode: the launcher of a bundle has
    Python write none."""
    if event == "open" and isinstance(arguments[0], str) and arguments[2] & _WRITES:
        path = os.path.abspath(arguments[0])
        if path.startswith(f"{ROOT}{os.sep}") and "__pycache__" not in path:
            _written.append(path)
    local = event == "socket.__new__" and arguments[1] in (socket.AF_UNIX, -1)
    if event.startswith("socket.") and not local:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.endswith("/socket.py"):
            frame = frame.f_back
        _used.append(f"{event} {'/'.join(Path(frame.f_code.co_filename).parts[-3:])}")


sys.addaudithook(_see)

from PySide6.QtTest import QTest  # noqa: E402  the hook sees the imports too

from app.__main__ import _keep_offline  # noqa: E402
from app.assembly import Assembly  # noqa: E402
from app.desktop.application import Application  # noqa: E402
from app.settings import settings_file  # noqa: E402
from ui.state.question import Question  # noqa: E402
from ui.tabs.chat_tab import ChatTab  # noqa: E402

PATIENCE = 90.0


def wait(ready: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < until, "it takes too long"
        QTest.qWait(5)


def answer_in(tab: ChatTab) -> str:
    wait(lambda: tab.transcript.turns and not tab.busy)
    return tab.transcript.turns[-1].content


def main() -> None:
    home, *files = (Path(it) for it in sys.argv[1:])
    value = settings_file.load_settings(home)
    _keep_offline(value)
    _app = Application()
    parts = Assembly(home, value)
    parts.show()
    wait(lambda: parts.requests.models.current is not None)
    tab = new_chat(parts)
    tab.chat.options.change(tools=("calculator",))
    tab.conversation.attachment_requests.files_offered.emit(files)
    wait(lambda: len(tab.conversation.draft.attachments) == len(files))
    tab.conversation.requests.submitted.emit(
        Question("What is 17 times 23?", tab.conversation.draft.attachments)
    )
    said = answer_in(tab)
    seen = [it.media.kind.value for it in tab.transcript.turns[0].attachments]
    calls = [it.result for turn in tab.transcript.turns for it in turn.tool_calls]
    states = [[it.name, it.state.value] for it in parts._toolbox.statuses]
    ended = parts.close(30)
    report = {"said": said, "seen": seen, "calls": calls, "servers": states}
    report |= {"used": _used, "written": _written, "ended": ended}
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
