"""Asks Dot about an image, and stores, closes, reopens, exports and imports the chat, without any
widget. Run as a program by test_without_a_window.py with an empty folder; prints JSON."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.base.paths import DOT
from app.core import Core
from tests.kit import shared_dot
from tests.kit.images import save_small_image
from tests.kit.loop import run_until
from ui.state.chat import Chat
from ui.state.export_choice import ExportChoice, ExportFormat


def texts(chat: Chat) -> list[str]:
    return [turn.content for turn in chat.transcript.turns]


def opened(core: Core, chat_id: int) -> Chat:
    chat = core.controller.conversations.open(chat_id)
    assert isinstance(chat, Chat)
    return chat


def exported(core: Core, chat_id: int, path: Path, form: ExportFormat) -> str:
    task = core.exchange.exports.write([chat_id], ExportChoice(form=form), path)
    assert task is not None
    ended: list[object] = []
    task.ended.connect(ended.append)
    run_until(lambda: bool(ended))
    return path.read_text(encoding="utf-8")


def main(folder: Path) -> dict[str, object]:
    first = Core(folder / "first")
    first.start_engine()
    chat = first.controller.conversations.new_chat()
    chat.attachment_requests.files_offered.emit(
        [save_small_image(folder / "red.png", ("red", "circle", 0.5, 0.5))]
    )
    run_until(lambda: bool(chat.draft.attachments) and not chat.draft.pending)
    run_until(lambda: first.requests.models.in_memory(str(DOT)))
    chat.draft.write(replace(chat.draft.question, text="What color is it?"))
    chat.requests.submitted.emit(chat.draft.send())
    run_until(lambda: len(chat.transcript.turns) == 2 and not chat.busy)
    said, chat_id = texts(chat), chat.chat_id
    first.controller.conversations.close(chat_id)
    again = opened(first, chat_id)
    file = folder / "chat.json"
    exported(first, chat_id, file, ExportFormat.JSON)
    markdown = exported(first, chat_id, folder / "chat.md", ExportFormat.MARKDOWN)
    result = {
        "said": said,
        "again": texts(again),
        "image_again": again.transcript.turns[0].attachments[0].media.path.exists(),
        "in_markdown": all(text in markdown for text in said),
    }
    assert first.close(30)
    second = Core(folder / "second")
    second.complete()
    task = second.exchange.imports.take(file)
    assert task is not None
    ended: list[object] = []
    task.ended.connect(ended.append)
    run_until(lambda: bool(ended))
    [imported] = second.store.conversation_ids()
    result["imported"] = texts(opened(second, imported))
    assert second.close(30)
    return result


if __name__ == "__main__":
    application = QCoreApplication([])
    shared_dot.share(pytest.MonkeyPatch(), float32=True)
    found = main(Path(sys.argv[1]))
    widgets = [name for name in sys.modules if name.startswith(("ui.window", "ui.tabs"))]
    sys.stdout.write(json.dumps({**found, "widgets": widgets}) + "\n")
