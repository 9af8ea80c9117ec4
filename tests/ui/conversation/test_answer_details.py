"""All numbers of an answer in a popup, and those of all panes side by side."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.messages import Channel, Delta, Finished, FinishReason, SamplingParams, Timings, Usage
from ui.compare.compare_tab import CompareTab
from ui.conversation.answer_details import AnswerDetails
from ui.conversation.message_reply import ReplyMessage
from ui.state.answer_words import numbers_text
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.stats.number_label import NumberLabel
from ui.tabs.chat_tab import ChatTab

USAGE = Usage(2310, cached=310, generated=41, reasoning=20, content=21, looked=3, known=1)
TIMINGS = Timings(ttft=2.5, queued=0.5, prefill=2.0, decode=0.2)


def answer(transcript, request_id, timings=TIMINGS, why=""):
    transcript.add_question(Question("Why?"))
    transcript.begin_reply(request_id, "/m/dot")
    transcript.apply(Delta(request_id, Channel.CONTENT, "Because."))
    transcript.apply(Finished(request_id, FinishReason.STOP, USAGE, timings, why))


def footer(view, index):
    message = view.message(index)
    assert isinstance(message, ReplyMessage)
    return message.footer


@pytest.fixture
def tab(qtbot):
    tab = ChatTab(Chat(1))
    qtbot.addWidget(tab)
    tab.resize(800, 600)
    tab.show()
    return tab


def opened(view, index):
    footer(view, index).numbers.click()
    return view.findChild(AnswerDetails)


def test_the_line_opens_all_numbers(tab, qtbot):
    answer(tab.transcript, 1, why="The system prompt changed.")
    details = opened(tab.view, 1)
    rows = details.rows()
    assert rows["Queued"] == ["500 ms"] and rows["Prompt time"] == ["2.0 s"]
    assert rows["Total time"] == ["2.7 s"] and rows["Speed"] == ["200 tok/s"]
    assert rows["Processed"] == ["2,000 tok"] and rows["Cached images"] == ["1 of 4"]
    assert "Model load" not in rows, "nothing was loaded"
    said = {it.accessibleName() for it in details.findChildren(NumberLabel)}
    assert "First token: 2.5 s" in said
    qtbot.mouseClick(details.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == numbers_text(tab.transcript.turns[1])
    qtbot.keyClick(details, Qt.Key.Key_Escape)
    assert not details.isVisible()


def test_only_the_last_answer_shows_its_line_until_another_has_the_focus(tab):
    answer(tab.transcript, 1)
    assert footer(tab.view, 1)._seen()
    answer(tab.transcript, 2)
    assert not footer(tab.view, 1)._seen() and footer(tab.view, 3)._seen()
    tab.activateWindow()
    footer(tab.view, 1).numbers.setFocus()
    assert footer(tab.view, 1)._seen() and footer(tab.view, 1).isVisible()


@pytest.fixture
def panes(qtbot):
    tab = CompareTab(ComparedChat(1))
    qtbot.addWidget(tab)
    tab.chat.set_names({"/m/dot": "Dot"})
    for seed in (1, 2):
        tab.add_pane(PaneSettings("/m/dot", ChatOptions(sampling=SamplingParams(seed=seed))))
    tab.resize(900, 600)
    tab.show()
    return tab


def test_panes_stand_side_by_side_on_one_scale(panes):
    panes.chat.begin_round(Question("Why?"))
    answer(panes.panes[0].transcript, 1)
    answer(panes.panes[1].transcript, 2, Timings(ttft=1.0, prefill=1.0, decode=0.35))
    details = opened(panes.panes[1].view, 1)
    assert details.rows()["Total time"] == ["2.7 s", "1.4 s"]
    assert [answer.strong for answer in details._answers] == [False, True]
    ends = [details.bar.segments(row)[-1][1].right() for row in (0, 1)]
    assert ends[1] == pytest.approx(ends[0] / 2, abs=5)


def test_a_blind_answer_has_no_numbers_to_open(panes):
    panes.comparison.set_blind(True)
    panes.chat.begin_round(Question("Why?"))
    for number, pane in enumerate(panes.panes):
        answer(pane.transcript, number)
    view = panes.panes[0].view
    assert footer(view, 1).numbers.isHidden()
