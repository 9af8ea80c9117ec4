"""The whole window while it shows what was made to hold it up, or to make it reach out."""

import ctypes
import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from app.models.library import Library
from engine.messages import (
    Channel,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Media,
    MediaKind,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from engine.plain_names import folder_name
from tests.kit.desk import Desk, model_info
from tests.kit.paths import ROOT
from tests.kit.tabs import new_comparison
from ui.conversation.message_body import MessageBody
from ui.state.attachment import Attachment
from ui.state.question import Question
from ui.state.workspace import Workspace
from ui.tabs.chat_tab import ChatTab

pytestmark = pytest.mark.styled

WAIT = 60_000

PICTURE = ROOT / "resources/samples/three-shapes.png"
NAME = '<b>bold</b><img src="https://evil.example/n.png">\u202egnp.exe\u2066\nsecond line'
TEMPLATE = """<img src="WEB/a.png"><img src="FILE"> <script src="WEB/s.js">alert(1)</script>

<style>*{background:url(WEB/b.png)}</style> <iframe src="FILE"></iframe>
<link rel="stylesheet" href="FILE">

![remote](WEB/p.png) ![local](FILE) ![plain](PATH) ![share](//127.0.0.1/share.png)
![data](data:image/png;base64,iVBORw0KGgo=) ![qt](:/x.png)

[run](javascript:alert(1)) [file](FILE) [host](WEB/x) <ftp://e.example>
"""
ANSWERS = {
    "items": "".join(f"- item {number}\n" for number in range(20_000)),
    "quotes": "".join("> " * number + "deep\n" for number in range(1500)),
    "line": "word " * 200_000,
    "word": "x" * 1_000_000,
}
_IN_OPEN, _NONBLOCKING = 0x20, 0o4000


class Bait:
    """An image in a folder and a server on this machine: texts name both, and nobody may come.

    Qt opens files without Python, so that the kernel is asked who opened them.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.path = folder / "bait.png"
        QImage(8, 8, QImage.Format.Format_RGB32).save(str(self.path))
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.setblocking(False)
        self.opened: list[str] = []
        libc = ctypes.CDLL(None)
        self._watch = libc.inotify_init1(_NONBLOCKING)
        libc.inotify_add_watch(self._watch, os.fsencode(folder), _IN_OPEN)

    @property
    def web(self) -> str:
        return f"http://127.0.0.1:{self._server.getsockname()[1]}"

    @property
    def text(self) -> str:
        found = TEMPLATE.replace("WEB", self.web).replace("FILE", self.path.as_uri())
        return found.replace("PATH", str(self.path))

    def taken(self) -> list[str]:
        """Return and forget everything opened, read or fetched since the last call."""
        found, self.opened[:] = list(self.opened), []
        try:
            os.read(self._watch, 4096)
            found.append("a file")
        except BlockingIOError:
            pass
        try:
            self._server.accept()[0].close()
            found.append("an address")
        except BlockingIOError:
            pass
        return found

    def close(self) -> None:
        self._server.close()
        os.close(self._watch)


@pytest.fixture
def bait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bait]:
    if sys.platform != "linux":
        pytest.skip("who opens a file is asked of Linux")
    made = Bait(tmp_path / "bait")
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: made.opened.append(url.toString()))
    yield made
    made.close()


def stream(desk: Desk, request: int, text: str, channel: Channel = Channel.CONTENT) -> None:
    """Send `text` in batches, as the engine does."""
    for at in range(0, len(text), 40_000):
        desk.say(Delta(request, channel, text[at : at + 40_000]))


def finish_request(desk: Desk, request: int) -> None:
    desk.say(Finished(request, FinishReason.STOP, Usage(), Timings()))


def finished_text(qtbot: QtBot, tab: ChatTab) -> str:
    qtbot.waitUntil(lambda: not tab.view.message(-1).unfinished, timeout=WAIT)
    tab.grab()
    return answer_body(tab).toPlainText()


def answer_body(tab: ChatTab) -> MessageBody:
    return tab.view.message(-1).findChildren(MessageBody)[-1]


# --- answers ---------------------------------------------------------------------------------


def test_the_bait_detects_access(bait: Bait) -> None:
    assert bait.taken() == []
    bait.path.read_bytes()
    socket.create_connection(("127.0.0.1", int(bait.web.rpartition(":")[2]))).close()
    assert bait.taken() == ["a file", "an address"]
    assert bait.taken() == []


@pytest.mark.parametrize("name", [*ANSWERS, "markup", "much markup"])
def test_an_answer_loads_nothing_and_is_shown_whole(
    desk: Desk, qtbot: QtBot, bait: Bait, name: str
) -> None:
    request = desk.ask(desk.tab)
    text = ANSWERS.get(name) or bait.text * (300 if name == "much markup" else 1)
    stream(desk, request, text)
    finish_request(desk, request)
    assert finished_text(qtbot, desk.tab)
    assert answer_body(desk.tab).markdown() == text
    assert bait.taken() == []


def test_markup_is_shown_as_text(desk: Desk, qtbot: QtBot, bait: Bait) -> None:
    request = desk.ask(desk.tab)
    stream(desk, request, bait.text)
    finish_request(desk, request)
    text = finished_text(qtbot, desk.tab)
    for part in ("<img src=", "alert(1)</script>", "<style>", "<iframe", "remote", "data"):
        assert part in text
    assert bait.taken() == []


def test_only_web_links_ask_and_none_is_opened(desk: Desk, qtbot: QtBot, bait: Bait) -> None:
    request = desk.ask(desk.tab)
    stream(desk, request, bait.text)
    finish_request(desk, request)
    finished_text(qtbot, desk.tab)
    body = answer_body(desk.tab)
    for word in ("run", "file", "host"):
        cursor = body.document().find(word, body.toPlainText().rindex(word) - 1)
        place = body.cursorRect(cursor).center()
        QTest.mouseClick(body.viewport(), Qt.MouseButton.LeftButton, pos=place)
    boxes = [box for box in desk.window.findChildren(QMessageBox) if box.isVisible()]
    assert [box.text() for box in boxes] == ["Open 127.0.0.1 in the browser?"]
    boxes[0].reject()
    assert bait.taken() == []


def test_reasoning_calls_results_and_errors_load_nothing(
    desk: Desk, qtbot: QtBot, bait: Bait
) -> None:
    request = desk.ask(desk.tab)
    stream(desk, request, bait.text + ANSWERS["line"], Channel.REASONING)
    stream(desk, request, bait.text)
    desk.say(ToolCall(request, ToolInvocation(NAME, json.dumps({"a": ANSWERS["word"]}), "one")))
    desk.tab.transcript.change_call("one", result=bait.text + ANSWERS["line"], title=NAME)
    desk.say(Failed(request, bait.text))
    finished_text(qtbot, desk.tab)
    assert desk.tab.transcript.turns[-1].reasoning == bait.text + ANSWERS["line"]
    assert bait.taken() == []


# --- names -----------------------------------------------------------------------------------


def test_names_are_plain_text_on_one_line(desk: Desk, qtbot: QtBot, bait: Bait) -> None:
    desk.window.complete()
    desk.ready(model_info(str(ROOT), NAME))
    preview = QImage(8, 8, QImage.Format.Format_RGB32)
    attached = Attachment(Media(MediaKind.IMAGE, PICTURE), preview, NAME, NAME)
    desk.tab.conversation.draft.add(attached)
    request = desk.ask(desk.tab, NAME)
    stream(desk, request, "Yes.")
    finish_request(desk, request)
    finished_text(qtbot, desk.tab)
    desk.window.grab()
    labels = [it for it in desk.window.findChildren(QLabel) if "bold" in it.text()]
    assert labels
    assert all(it.textFormat() == Qt.TextFormat.PlainText for it in labels)
    for title in (desk.window.windowTitle(), desk.tab.title):
        assert not any(sign in title for sign in "\n\u202e\u2066")
    assert bait.taken() == []


def test_the_name_of_a_model_is_one_line_without_direction_changes(tmp_path: Path) -> None:
    library = Library(Workspace(), tmp_path)
    library.used(f"/models/{NAME.replace('/', '')}")
    _, entry = library.entries()
    shown = '<b>bold<b><img src="https:evil.examplen.png">gnp.exe second line'
    assert entry.name == shown
    assert folder_name(Path(entry.path)) == shown


def test_the_names_of_panes_are_plain_text_too(desk: Desk, qtbot: QtBot, bait: Bait) -> None:
    desk.window.complete()
    desk.ready(model_info(str(ROOT), NAME))
    tab = new_comparison(desk)
    desk.controller.comparisons.ask(tab.chat, Question(NAME))
    for pane in tab.panes:
        reply = pane.transcript.reply
        assert reply
        stream(desk, reply.request_id, bait.text)
        finish_request(desk, reply.request_id)
    qtbot.waitUntil(lambda: not any(it.view.message(-1).unfinished for it in tab.panes))
    tab.differences_wanted.emit()
    tab.results_wanted.emit()
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible():
            widget.grab()
    labels = [it for it in tab.findChildren(QLabel) if "<b>" in it.text()]
    assert all(it.textFormat() == Qt.TextFormat.PlainText for it in labels)
    assert bait.taken() == []


# --- what is pasted --------------------------------------------------------------------------


@pytest.mark.parametrize("make", [lambda: "word " * 2_000_000, lambda: "\n" * 150_000])
def test_a_huge_paste_becomes_a_file_and_leaves_the_field_empty(
    desk: Desk, qtbot: QtBot, home: Path, make: Callable[[], str]
) -> None:
    data, text = QMimeData(), make()
    data.setText(text)
    composer = desk.tab.composer
    composer.editor.insertFromMimeData(data)
    assert composer.editor.toPlainText() == ""
    qtbot.waitUntil(lambda: len(composer.draft.attachments) == 1, timeout=WAIT)
    (attached,) = composer.draft.attachments
    assert attached.media.kind is MediaKind.TEXT
    assert attached.media.path.is_relative_to(home)
    assert attached.media.path.read_text() == text


def test_a_pasted_web_page_becomes_plain_text(desk: Desk, qtbot: QtBot, bait: Bait) -> None:
    data = QMimeData()
    data.setHtml(bait.text)
    data.setText("its words")
    desk.tab.composer.editor.insertFromMimeData(data)
    desk.tab.grab()
    assert desk.tab.composer.editor.toPlainText() == "its words"
    assert bait.taken() == []
