"""Runs the main path of the program strictly offline in a process of its own and prints every use
of the network as a line of JSON. Arguments: the home folder, and files to attach to a question that
is answered with a tool."""

import json
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.kit.tabs import new_chat

_used: list[str] = []


def _see(event: str, arguments: tuple[Any, ...]) -> None:
    """Ignore local sockets, which event loops create."""
    local = event == "socket.__new__" and arguments[1] in (socket.AF_UNIX, -1)
    if event.startswith("socket.") and not local:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.endswith("/socket.py"):
            frame = frame.f_back
        _used.append(f"{event} {'/'.join(Path(frame.f_code.co_filename).parts[-3:])}")


sys.addaudithook(_see)

import pytest  # noqa: E402  the hook sees the imports too
from PySide6.QtTest import QTest  # noqa: E402

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
    loaded = settings_file.open_settings(home)
    _keep_offline(loaded.value)
    # This imports the model libraries.
    from tests.kit import shared_dot  # noqa: PLC0415

    shared_dot.share(pytest.MonkeyPatch(), float32=True)
    _app = Application()
    parts = Assembly(home, loaded)
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
    report |= {"used": _used, "ended": ended}
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
