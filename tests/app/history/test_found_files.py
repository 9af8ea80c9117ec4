"""A search result in an attached text file leads to its place in the preview."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.history.history import History
from tests.kit.desk import Desk
from ui.history.found_list import FoundList
from ui.media.media_view import MediaView
from ui.state.conversation_entry import Found, HistoryFilter

Open = Callable[[str], tuple[MediaView | None, Found]]


@pytest.fixture
def open_found(desk: Desk, qtbot: QtBot) -> Iterator[Open]:
    """Attach the text, send it, close the chat, and open the only result for “heron” from the list
    of results. Return the preview and the result."""
    conversations = desk.controller.conversations
    history = History(
        desk.workspace, desk.store, conversations.close, conversations.open, len, desk.files
    )
    desk.ready()
    desk.window.show()

    def opened(text: str) -> tuple[MediaView | None, Found]:
        chat = desk.tab.chat
        chat.attachment_requests.text_pasted.emit(text)
        qtbot.waitUntil(lambda: bool(chat.draft.attachments))
        desk.tab.composer.editor.setPlainText("What is in it?")
        desk.tab.composer.editor.return_pressed.emit()
        desk.answer(desk.generated_ids()[-1])
        qtbot.waitUntil(lambda: bool(desk.store.search("heron", HistoryFilter())))
        [result] = desk.store.search("heron", HistoryFilter())
        conversations.close(chat.chat_id)
        found = FoundList(desk.workspace.requests, desk.window)
        found.found.set_found([result])
        found.open_first()
        # The focus moves into the chat in a turn of the event loop.
        QApplication.sendPostedEvents()
        qtbot.wait(0)
        return next(iter(desk.window.findChildren(MediaView)), None), result

    yield opened
    assert history.close(5)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_result_in_a_file_opens_its_preview_there(
    desk: Desk, open_found: Open, line_end: str
) -> None:
    before = f"🙂 A line of no interest.{line_end}" * 900
    view, result = open_found(f"{before}The heron stood there.{line_end}{before}")
    assert desk.tab.chat.chat_id == result.entry.conversation_id
    assert view is not None and view.isVisible()
    assert view.text.textCursor().selectedText() == "heron"
    assert view.text.viewport().rect().contains(view.text.cursorRect())


def test_a_result_behind_the_end_of_a_preview_opens_the_message_alone(
    desk: Desk, open_found: Open
) -> None:
    view, result = open_found(f"{'word ' * 45_000}The heron stood there.")
    assert desk.tab.chat.chat_id == result.entry.conversation_id
    assert view is None
