"""A chat tab shows its transcript, names itself, and hands on what its parts say."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    Choice,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Media,
    MediaKind,
    ModelInfo,
    OverBudget,
    Timings,
    Usage,
    remote_id,
)
from tests.kit.attachments import ALT, photo, press_on, use_model, wholly_shown
from tests.kit.tabs import add_tab
from ui.composer.question_edit import QuestionEdit
from ui.conversation.message_reply import ReplyMessage
from ui.state.attachment import Attachment
from ui.state.chat import Chat
from ui.state.model_entry import Sample
from ui.state.one_line_text import TITLE_LENGTH
from ui.state.question import Question
from ui.state.turn import Turn
from ui.state.workspace import BuiltIn, Workspace
from ui.tabs.chat_tab import ChatTab
from ui.tabs.welcome import SampleCard, Welcome
from ui.window.main_window import MainWindow

DOT = ModelInfo("dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
ENDS = [
    Finished(7, FinishReason.STOP, Usage(), Timings()),
    Aborted(7, Usage(), Timings()),
    Failed(7, "No memory is left."),
]


def image() -> QImage:
    result = QImage(64, 48, QImage.Format.Format_RGB32)
    result.fill(QColor("teal"))
    return result


def sample(question: str) -> Sample:
    file = Path("sample.png")
    return Sample(file, question, file, file, is_video=False)


@pytest.fixture
def tab(qtbot: QtBot) -> ChatTab:
    tab = ChatTab(Chat(3))
    qtbot.addWidget(tab)
    tab.resize(900, 700)
    use_model(tab.composer, DOT)
    tab.show()
    tab.composer.take_focus()
    return tab


def add_question(tab: ChatTab, text: str, *attachments: Attachment) -> None:
    tab.transcript.add_question(Question(text, attachments))


def tab_editor(tab: ChatTab) -> QuestionEdit:
    return tab.findChildren(QuestionEdit)[0]


def stop_button(tab: ChatTab) -> QToolButton | None:
    buttons = tab.findChildren(QToolButton)
    return next((it for it in buttons if it.accessibleName() == "Stop"), None)


# --- what it shows ------------------------------------------------------------------------


def test_a_chat_with_messages_has_no_welcome_until_they_are_gone(qtbot: QtBot):
    chat = Chat(1)
    chat.transcript.add(Turn("user", "Hello"))
    tab = ChatTab(chat)
    qtbot.addWidget(tab)
    assert not tab.findChildren(Welcome)
    chat.transcript.delete(0)
    assert len(tab.findChildren(Welcome)) == 1


def test_the_first_turn_replaces_the_welcome(tab: ChatTab):
    assert tab.welcome.isVisible()
    assert not tab.view.isVisible()
    add_question(tab, "Hello")
    assert not tab.welcome.isVisible()
    assert tab.view.isVisible()


@pytest.mark.parametrize("end", ENDS, ids=["finished", "aborted", "failed"])
def test_composer_is_busy_from_the_first_wait_to_the_end(
    tab: ChatTab, end: Finished | Aborted | Failed
):
    add_question(tab, "Hello")
    assert stop_button(tab) is None
    tab.transcript.begin_reply(7)
    assert stop_button(tab) is not None
    tab.transcript.apply(Delta(7, Channel.CONTENT, "Hi"))
    assert stop_button(tab) is not None
    tab.transcript.apply(end)
    assert stop_button(tab) is None


# --- its title ----------------------------------------------------------------------------


def test_only_a_question_that_a_person_asks_now_leaves_the_answer_being_read(tab: ChatTab):
    tab.chat.requests.submitted.connect(tab.transcript.add_question)
    bar = tab.view.verticalScrollBar()
    tab.transcript.add(Turn("assistant", "A paragraph.\n\n" * 100))
    bar.setValue(10)
    tab.transcript.add_question(Question("Queued"))
    assert bar.value() == 10
    tab.chat.draft.put(Question("Now"))
    QTest.keyClick(tab.composer.editor, Qt.Key.Key_Return)
    assert bar.value() == bar.maximum() > 10


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Hello", "Hello"),
        ("  two\n\n lines ", "two lines"),
        ("x" * TITLE_LENGTH, "x" * TITLE_LENGTH),
        ("x" * (TITLE_LENGTH + 1), "x" * (TITLE_LENGTH - 1) + "…"),
    ],
)
def test_title_is_the_first_question(tab: ChatTab, question: str, title: str):
    assert tab.title == "New chat"
    named = QSignalSpy(tab.conversation.title_changed)
    add_question(tab, question)
    add_question(tab, "another")
    assert tab.title == title
    assert named.count() == 1


def test_an_image_without_words_does_not_name_the_chat(tab: ChatTab):
    sun = Attachment(Media(MediaKind.IMAGE, Path("sun.png")), image(), "sun.png", "64 × 48")
    add_question(tab, "", sun)
    assert tab.title == "New chat"
    add_question(tab, "What is this?")
    assert tab.title == "What is this?"


def test_a_chat_is_named_after_its_draft_until_it_is_asked(tab: ChatTab):
    draft = tab.conversation.draft
    for text, title in (
        ("/", "New chat"),
        ("Plan a", "Plan a"),
        ("", "New chat"),
        (" Plan a\npark", "Plan a park"),
    ):
        draft.write(Question(text))
        assert tab.title == title
    draft.send()
    add_question(tab, "Plan a lake")
    draft.write(Question("and then"))
    assert tab.title == "Plan a lake"


def test_a_title_of_a_person_stays_while_the_draft_changes(tab: ChatTab):
    tab.conversation.set_title("Plans", named=True)
    tab.conversation.draft.write(Question("Plan a"))
    assert tab.title == "Plans"


def test_what_a_folder_writes_into_a_new_chat_does_not_name_it(tab: ChatTab):
    tab.conversation.begin_with(Question("From the folder"))
    assert tab.title == "New chat"


def test_a_reply_does_not_name_the_chat(tab: ChatTab):
    tab.transcript.add(Turn("assistant", "Welcome"))
    assert tab.title == "New chat"


# --- what it hands on ---------------------------------------------------------------------


def test_a_question_is_submitted_and_can_be_recalled(tab: ChatTab):
    sent = QSignalSpy(tab.conversation.requests.submitted)
    QTest.keyClicks(tab_editor(tab), "Hello")
    QTest.keyClick(tab_editor(tab), Qt.Key.Key_Return)
    assert sent.at(0) == [Question("Hello")]
    add_question(tab, "Hello")
    QTest.keyClick(tab_editor(tab), Qt.Key.Key_Up)
    assert tab_editor(tab).toPlainText() == "Hello"


@pytest.mark.parametrize("how", ["space", "click"])
def test_continue_moves_the_focus_to_the_question(tab: ChatTab, qtbot: QtBot, how: str):
    add_question(tab, "Count.")
    tab.transcript.begin_reply(7)
    tab.transcript.apply(Delta(7, Channel.CONTENT, "1 2"))
    tab.transcript.apply(Aborted(7, Usage(), Timings()))
    focused: list[bool] = []
    # before the button hides: where Qt puts the focus then depends on what else the window has
    tab.chat.message_requests.continued.connect(lambda: focused.append(tab_editor(tab).hasFocus()))
    tab.chat.message_requests.continued.connect(lambda: tab.transcript.resume_reply(8))
    go_on = next(it for it in tab.findChildren(QToolButton) if it.accessibleName() == "Continue")
    qtbot.waitUntil(go_on.isVisible)
    assert "options" in go_on.toolTip()
    go_on.setFocus()
    if how == "space":
        QTest.keyClick(go_on, Qt.Key.Key_Space)
    else:
        QTest.mouseClick(go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not go_on.isVisible())
    assert focused == [True]
    assert tab_editor(tab).hasFocus()


@pytest.mark.parametrize("focus", ["composer", "view"])
def test_escape_stops_once_from_the_question_and_from_the_conversation(tab: ChatTab, focus: str):
    add_question(tab, "Hello")
    tab.transcript.begin_reply(7)
    stopped = QSignalSpy(tab.conversation.requests.stopped)
    QTest.keyClick(tab_editor(tab) if focus == "composer" else tab.view, Qt.Key.Key_Escape)
    assert stopped.count() == 1


def test_escape_without_an_answer_stops_nothing(tab: ChatTab):
    stopped = QSignalSpy(tab.conversation.requests.stopped)
    QTest.keyClick(tab, Qt.Key.Key_Escape)
    assert stopped.count() == 0


def test_a_link_in_an_answer_is_opened(tab: ChatTab, qtbot: QtBot):
    add_question(tab, "Hello")
    tab.transcript.begin_reply(7)
    reply = tab.view.message(-1)
    assert isinstance(reply, ReplyMessage)
    with qtbot.waitSignal(tab.chat.message_requests.link_opened) as link:
        reply.body.link_activated.emit("https://example.org/")
    assert link.args == ["https://example.org/"]


# --- samples ------------------------------------------------------------------------------


def chat_with(qtbot: QtBot, samples: list[Sample], note: str = "Note") -> ChatTab:
    """Return a new chat with the built-in model."""
    workspace = Workspace()
    workspace.built_in = BuiltIn("dot", note, samples)
    tab = ChatTab(Chat(1), workspace)
    workspace.setParent(tab)
    qtbot.addWidget(tab)
    tab.resize(900, 700)
    with qtbot.waitActive(tab):
        tab.show()
        tab.activateWindow()
    tab.composer.take_focus()
    tab.chat.set_model(DOT)
    return tab


def other(name: str, **fields: Any) -> ModelInfo:
    return replace(DOT, model_id=name, name=name, **fields)


@pytest.mark.parametrize("how", ["click", "return", "space"])
def test_a_sample_is_chosen_by_mouse_or_key(qtbot: QtBot, how: str):
    first, second = sample("One?"), sample("Two?")
    tab = chat_with(qtbot, [first, second])
    chosen = QSignalSpy(tab.conversation.requests.sample_chosen)
    card = tab.findChildren(SampleCard)[1]
    if how == "click":
        QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(card, Qt.Key.Key_Return if how == "return" else Qt.Key.Key_Space)
    assert chosen.count() == 1
    assert chosen.at(0) == [second]
    # the card is about to hide
    assert tab.composer.editor.hasFocus()


def shown_questions(tab: ChatTab) -> list[str]:
    return [card.sample.question for card in tab.findChildren(SampleCard) if card.isVisible()]


def note_of(tab: ChatTab) -> str:
    [note] = tab.welcome.findChildren(QLabel, "welcome_note")
    return note.text()


@pytest.mark.parametrize(
    ("info", "heading", "note"),
    [
        (
            other("Qwen3-VL"),
            "Drop an image or a video, and ask",
            "Qwen3-VL sees images and videos, can think first and can call tools.",
        ),
        (
            other("Llama", vision=False, thinking=False, tools=False),
            "Ask anything",
            "Llama reads text only.",
        ),
        (
            other("R1", vision=False, thinking_switch=False, tools=False),
            "Ask anything",
            "R1 reads text only and always thinks first.",
        ),
        (
            other("New", context=0),
            "Drop an image or a video, and ask",
            "What New can do is shown once it is loaded.",
        ),
        (
            replace(
                other("Far", thinking=False, context=0),
                model_id=remote_id("http://there/v1", "Far"),
            ),
            "Drop an image or a video, and ask",
            "Far sees images and videos and can call tools.",
        ),
        (None, "Drop an image or a video, and ask", "Choose a model from the model menu."),
    ],
)
def test_an_empty_chat_describes_its_own_model(
    qtbot: QtBot, info: ModelInfo | None, heading: str, note: str
):
    tab = chat_with(qtbot, [sample("One?"), sample("Two?")], "Dot knows shapes.")
    qtbot.waitUntil(lambda: shown_questions(tab) == ["One?", "Two?"])
    assert note_of(tab) == "Dot knows shapes."
    tab.chat.set_model(info)
    qtbot.waitUntil(lambda: not shown_questions(tab))
    assert note_of(tab) == note
    assert heading in [label.text() for label in tab.welcome.findChildren(QLabel)]
    tab.chat.set_model(DOT)
    qtbot.waitUntil(lambda: shown_questions(tab) == ["One?", "Two?"])


@pytest.mark.styled
@pytest.mark.parametrize(("width", "columns"), [(900, 4), (650, 2), (420, 2), (250, 1)])
def test_samples_wrap_when_there_is_no_room(qtbot: QtBot, width: int, columns: int):
    note = "A note that is long enough to wrap when the window is narrow."
    samples = [sample(f"{number}?") for number in range(4)]
    welcome = Welcome(BuiltIn("dot", note, samples))
    qtbot.addWidget(welcome)
    welcome.set_model(DOT)
    welcome.resize(width, 900)
    welcome.show()
    cards = welcome.findChildren(SampleCard)
    qtbot.waitUntil(lambda: all(not card.visibleRegion().isEmpty() for card in cards[:2]))
    qtbot.waitUntil(lambda: len({card.x() for card in cards}) == columns)
    qtbot.waitUntil(lambda: len({card.y() for card in cards}) == 4 // columns)
    qtbot.waitUntil(lambda: wholly_shown(cards[0]) and wholly_shown(cards[columns - 1]))


# --- attachments --------------------------------------------------------------------------


def test_actions_on_attachments_reach_the_requests_of_the_chat(tab: ChatTab):
    sun = photo("sun.gif", moves=True)
    heard = [
        tab.chat.draft.attachments_changed,
        tab.conversation.attachment_requests.opened,
        tab.conversation.attachment_requests.opened_outside,
        tab.conversation.attachment_requests.media_changed,
    ]
    changed, large, outside, other = (QSignalSpy(signal) for signal in heard)
    tab.conversation.draft.add(sun)
    assert changed.count() == 1
    press_on(tab.composer, "sun.gif", Qt.Key.Key_Space)
    press_on(tab.composer, "sun.gif", Qt.Key.Key_Return)
    assert (large.at(0), outside.at(0)) == ([sun], [sun])
    over = OverBudget("It is large. It is sent small.", (Choice.SHRINK, Choice.FULL))
    huge = photo("huge.png", over=over)
    tab.conversation.draft.add(huge)
    full = next(it for it in tab.findChildren(QToolButton) if it.text() == "Send in full")
    QTest.mouseClick(full, Qt.MouseButton.LeftButton)
    assert other.at(0) == [huge, replace(huge.media, full=True)]


def test_places_of_media_are_submitted(tab: ChatTab):
    sun = photo("sun.png")
    tab.conversation.draft.add(sun)
    sent = QSignalSpy(tab.conversation.requests.submitted)
    QTest.keyClicks(tab_editor(tab), "See ")
    press_on(tab.composer, "sun.png", Qt.Key.Key_Down, ALT)
    QTest.keyClicks(tab_editor(tab), "!")
    QTest.keyClick(tab_editor(tab), Qt.Key.Key_Return)
    assert sent.at(0) == [Question("See !", (sun,), (4,))]


def test_tab_cycles_through_all_and_backtab_returns(qtbot: QtBot):
    window = MainWindow()
    qtbot.addWidget(window)
    tab = add_tab(window, Chat(1))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    tab.conversation.draft.add(photo("sun.png"))
    tab.transcript.add_question(Question("Hi", (photo("moon.png"),)))
    tab.setFocus()
    assert tab.composer.editor.hasFocus()

    def walk(modifier: Qt.KeyboardModifier) -> list[str]:
        names = []
        while not names or not tab.composer.editor.hasFocus():
            QTest.keyClick(QApplication.focusWidget() or tab, Qt.Key.Key_Tab, modifier)
            focused = QApplication.focusWidget()
            names.append(focused.accessibleName() if focused else "")
        return names[:-1]

    names = walk(Qt.KeyboardModifier.NoModifier)
    assert {"sun.png", "moon.png", "Conversation", "Options"} <= set(names)
    assert walk(Qt.KeyboardModifier.ShiftModifier) == names[::-1]


@pytest.mark.styled
@pytest.mark.parametrize("width", [420, 900, 1400])
def test_the_note_of_a_new_chat_is_not_cut_off(qtbot: QtBot, width: int) -> None:
    note = "Dot only knows simple shapes and short videos of them. " * 3
    tab = chat_with(qtbot, [], note)
    tab.resize(width, 600)
    tab.show()
    tab.resize(width + 10, 600)
    [note] = tab.welcome.findChildren(QLabel, "welcome_note")
    assert note.height() >= note.heightForWidth(note.width()) > note.fontMetrics().height()
