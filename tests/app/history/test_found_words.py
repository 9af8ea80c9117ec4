"""A search result leads to the match in its message, also in folded reasoning and in a long
answer."""

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.history.history import History
from engine.messages import Channel, Delta, Finished, FinishReason
from tests.kit.attachments import photo
from tests.kit.desk import NUMBERS, Desk
from tests.kit.tabs import new_comparison
from ui.compare.compare_tab import CompareTab
from ui.conversation.conversation_view import ConversationView
from ui.conversation.find_bar import FindBar
from ui.conversation.message_reply import ReplyMessage
from ui.history.found_list import FoundList
from ui.state.conversation_entry import HistoryFilter
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab
from ui.widgets.text_body import TextBody

Open = Callable[[str], None]
LONG = "A line of no interest.\n\n" * 200


@pytest.fixture
def open_found(desk: Desk, qtbot: QtBot) -> Iterator[Open]:
    """Close the tab in front, and open the only result for some words."""
    conversations = desk.controller.conversations
    history = History(
        desk.workspace, desk.store, conversations.close, conversations.open, len, desk.files
    )
    desk.window.show()

    def opened(words: str) -> None:
        qtbot.waitUntil(lambda: bool(desk.store.search(words, HistoryFilter())))
        [result] = desk.store.search(words, HistoryFilter())
        conversations.close(result.entry.conversation_id)
        found = FoundList(desk.workspace.requests, desk.window)
        found.found.set_found([result])
        found.open_first()

    yield opened
    assert history.close(5)


def say(desk: Desk, request_id: int, reasoning: str, answer: str) -> None:
    desk.say(
        Delta(request_id, Channel.REASONING, reasoning),
        Delta(request_id, Channel.CONTENT, answer),
        Finished(request_id, FinishReason.STOP, *NUMBERS),
    )


def front(desk: Desk) -> ChatTab:
    tab = desk.window.current_tab()
    assert isinstance(tab, ChatTab)
    return tab


def in_sight(view: ConversationView, text: TextBody) -> bool:
    """Return True if the marked match of a text is visible."""
    marks = text.extraSelections()
    if not marks or not text.isVisible():
        return False
    place = text.mapTo(view.viewport(), text.cursorRect(marks[0].cursor).center())
    return view.viewport().rect().contains(place)


def reply(view: ConversationView, index: int) -> ReplyMessage:
    message = view.column.message(index)
    assert isinstance(message, ReplyMessage)
    return message


def bar_of(view: ConversationView) -> FindBar:
    bar = view.findChild(FindBar)
    assert bar is not None
    return bar


def test_a_match_in_folded_reasoning_is_shown(desk: Desk, open_found: Open, qtbot: QtBot) -> None:
    desk.ready()
    say(desk, desk.ask(desk.tab, "What is it?"), f"{LONG}It may be a heron.", "A bird.")
    open_found("heron")
    view = front(desk).view
    qtbot.waitUntil(lambda: in_sight(view, reply(view, 1).fold.text))
    assert reply(view, 1).unfolded
    assert bar_of(view).field.text() == "heron"


def test_a_match_far_down_in_an_answer_is_scrolled_to(
    desk: Desk, open_found: Open, qtbot: QtBot
) -> None:
    desk.ready()
    say(desk, desk.ask(desk.tab, "What is it?"), "", f"{LONG}It is a heron.\n\n{LONG}")
    open_found("heron")
    view = front(desk).view
    qtbot.waitUntil(lambda: in_sight(view, reply(view, 1).body))


def test_a_match_in_a_comparison_is_shown_in_its_pane(
    desk: Desk, open_found: Open, qtbot: QtBot
) -> None:
    desk.ready()
    tab = new_comparison(desk)
    desk.controller.comparisons.ask(tab.chat, Question("What is it?"))
    first, second = desk.generated_ids()[-2:]
    say(desk, first, "It may be an egret.", "A bird.")
    say(desk, second, "It may be a heron.", "A bird.")
    open_found("heron")
    shown = desk.window.current_tab()
    assert isinstance(shown, CompareTab)
    left, right = (pane.view for pane in shown.panes)
    qtbot.waitUntil(lambda: in_sight(right, reply(right, 1).fold.text))
    assert left.findChild(FindBar) is None


def test_a_name_of_a_file_leads_to_its_message_alone(
    desk: Desk, open_found: Open, qtbot: QtBot
) -> None:
    desk.ready()
    desk.answer(desk.ask(desk.tab, Question("What is it?", (photo("heron.png"),))))
    open_found("heron")
    view = front(desk).view
    # The bar is made when the message is looked through.
    qtbot.waitUntil(lambda: view.findChild(FindBar) is not None)
    assert bar_of(view).isHidden()
