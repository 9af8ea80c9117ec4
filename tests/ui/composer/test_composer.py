"""The composer, driven by keys, clipboard and drags as a person drives it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QInputMethodEvent,
    QKeySequence,
    QMouseEvent,
    QTextCursor,
    QTextLayout,
    QTextLine,
    QWheelEvent,
)
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QApplication,
    QDoubleSpinBox,
    QFileDialog,
    QLabel,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.messages import Counted, Media, MediaKind, ModelInfo, Overflow, SamplingParams
from tests.kit.attachments import new_composer, options, photo, use_model, wholly_shown
from ui.composer.attachment_strip import AttachmentStrip
from ui.composer.composer import Composer
from ui.composer.foot_label import FootLabel
from ui.composer.prompt_form import VariableField
from ui.composer.question_edit import LONG_PASTE, MAX_PASTE, SHARE, QuestionEdit
from ui.composer.thumbnail import Thumbnail
from ui.look import theme
from ui.options.option_fields import BiasField
from ui.options.options_popup import OptionsPopup
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.conversation import Conversation
from ui.state.question import Question
from ui.state.tool_entry import ToolEntry
from ui.widgets.plain_field import PlainField
from ui.widgets.problem_strip import ProblemStrip

DOT = ModelInfo("dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
TEXT_ONLY = ModelInfo("text", "Text", "text", False, False, False, 4096, 1, 0.1)
CALCULATOR = ToolEntry("calculator", "calculator", "Calculator", "Calculates exactly.")
LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    composer = new_composer()
    qtbot.addWidget(composer)
    composer.resize(700, 200)
    use_model(composer, DOT)
    options(composer).tools.offer([CALCULATOR], {})
    composer.show()
    composer.take_focus()
    return composer


def question_edit(composer: Composer) -> QuestionEdit:
    return composer.findChildren(QuestionEdit)[0]


def button(composer: QWidget, name: str) -> QToolButton:
    return next(it for it in composer.findChildren(QToolButton) if it.accessibleName() == name)


def problem(composer: Composer) -> str:
    strip = composer.findChildren(ProblemStrip)[0]
    assert strip.isHidden() == (not strip.sentence())
    return strip.sentence()


def hint(composer: Composer) -> str:
    return next(it for it in composer.findChildren(QLabel) if it.objectName() == "hint").text()


def press(composer: Composer, key: Qt.Key, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(question_edit(composer), key, modifier)


def type_text(composer: Composer, text: str) -> None:
    QTest.keyClicks(question_edit(composer), text)


def paste(composer: Composer, data: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(data)
    QTest.keySequence(question_edit(composer), QKeySequence(QKeySequence.StandardKey.Paste))


# --- sending ----------------------------------------------------------------------------


def test_a_double_click_on_send_does_not_stop_the_answer(composer: Composer):
    requests = composer.conversation.requests
    requests.submitted.connect(lambda _: composer.set_busy(True))
    stopped = QSignalSpy(requests.stopped)
    composer.draft.put(Question("Once"))
    send = button(composer, "Send")
    at = QPointF(send.rect().center())
    QTest.mouseClick(send, LEFT)
    for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
        event = QMouseEvent(kind, at, send.mapToGlobal(at), LEFT, LEFT, NO_KEYS)
        QApplication.sendEvent(send, event)
    assert stopped.count() == 0
    QTest.mouseClick(send, LEFT)
    assert stopped.count() == 1


def test_undo_does_not_restore_a_sent_question(composer: Composer, qtbot: QtBot) -> None:
    use_model(composer, DOT)
    sent: list[str] = []
    composer.conversation.requests.submitted.connect(lambda question: sent.append(question.text))
    QTest.keyClicks(composer.editor, "Once")
    QTest.keyClick(composer.editor, Qt.Key.Key_Return)
    QTest.keyClick(composer.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(composer.editor, Qt.Key.Key_Return)
    assert sent == ["Once"] and composer.draft.question.empty


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_return_sends_stripped_text_with_attachments_and_clears(composer: Composer, key: Qt.Key):
    sun, video = photo(), photo("clip.mp4", MediaKind.VIDEO)
    composer.draft.add(sun)
    composer.draft.add(video)
    type_text(composer, "  What is this?  ")
    sent = QSignalSpy(composer.conversation.requests.submitted)
    press(composer, key)
    assert sent.count() == 1
    assert sent.at(0) == [Question("What is this?", (sun, video))]
    assert question_edit(composer).toPlainText() == ""
    assert composer.draft.attachments == ()


@pytest.mark.parametrize("kind", [QuestionEdit, VariableField])
def test_the_new_line_of_a_full_field_is_seen(composer: Composer, kind: type[PlainField]) -> None:
    field = composer.editor
    if kind is VariableField:
        field = VariableField("")
        field.setParent(composer)
        field.show()
    for _ in range(30):
        QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert field.viewport().rect().contains(field.cursorRect())


def test_shift_return_starts_a_new_line(composer: Composer):
    type_text(composer, "one")
    press(composer, Qt.Key.Key_Return, shift=True)
    type_text(composer, "two")
    sent = QSignalSpy(composer.conversation.requests.submitted)
    button(composer, "Send").click()
    assert sent.at(0) == [Question("one\ntwo")]


def test_an_image_alone_can_be_sent(composer: Composer):
    sun = photo()
    composer.draft.add(sun)
    sent = QSignalSpy(composer.conversation.requests.submitted)
    press(composer, Qt.Key.Key_Return)
    assert sent.at(0) == [Question("", (sun,))]


@pytest.mark.parametrize("text", ["", "   \n\t "])
def test_sending_without_text_explains_what_is_missing(composer: Composer, text: str):
    question_edit(composer).setPlainText(text)
    sent = QSignalSpy(composer.conversation.requests.submitted)
    press(composer, Qt.Key.Key_Return)
    assert sent.count() == 0
    assert problem(composer) == "Type a question or drop an image first."


def test_without_a_model_the_question_stays(composer: Composer):
    use_model(composer, None)
    type_text(composer, "Hello")
    sent = QSignalSpy(composer.conversation.requests.submitted)
    press(composer, Qt.Key.Key_Return)
    assert sent.count() == 0
    assert question_edit(composer).toPlainText() == "Hello"
    assert problem(composer) == "No model is loaded. Choose one from the model menu."
    assert hint(composer) == "No model loaded"
    assert not button(composer, "Send").isEnabled()


def test_a_question_waits_for_files_that_are_being_read(composer: Composer):
    type_text(composer, "What is this?")
    sent = QSignalSpy(composer.conversation.requests.submitted)
    composer.draft.add_pending(2)
    assert hint(composer) == "Reading 2 files… Esc cancels"
    press(composer, Qt.Key.Key_Return)
    assert sent.count() == 0
    assert not button(composer, "Send").isEnabled()
    composer.draft.add_pending(-1)
    assert hint(composer) == "Reading 1 file… Esc cancels"
    composer.draft.add_pending(-1)
    press(composer, Qt.Key.Key_Return)
    assert sent.count() == 1


# --- while an answer comes ----------------------------------------------------------------


def test_return_while_busy_puts_the_question_among_the_next_messages(composer: Composer):
    sun = photo()
    composer.set_busy(True)
    composer.draft.add(sun)
    type_text(composer, "and then?")
    sent, stopped = (
        QSignalSpy(composer.conversation.requests.submitted),
        QSignalSpy(composer.conversation.requests.stopped),
    )
    press(composer, Qt.Key.Key_Return)
    assert (sent.count(), stopped.count()) == (0, 0)
    [message] = composer.conversation.next_messages
    assert (message.question.text, message.question.attachments) == ("and then?", (sun,))
    assert composer.draft.question.empty


def test_an_edited_question_is_not_sent_while_busy(composer: Composer):
    composer.draft.set_last(Question("old"))
    composer.draft.edit_last()
    composer.set_busy(True)
    type_text(composer, " and new")
    press(composer, Qt.Key.Key_Return)
    assert composer.draft.question.text == "old and new"
    assert composer.draft.problems == ("Stop the running answer to send the edited question.",)
    assert not len(composer.conversation.next_messages)


def test_a_next_message_is_edited_in_the_composer_and_keeps_its_place(composer: Composer):
    conversation = composer.conversation
    composer.set_busy(True)
    for text in ("first", "second"):
        conversation.next_messages.add(conversation.as_next(Question(text)))
    press(composer, Qt.Key.Key_Up)
    assert question_edit(composer).toPlainText() == "second"
    type_text(composer, "!")
    press(composer, Qt.Key.Key_Return)
    assert [it.question.text for it in conversation.next_messages] == ["first", "second!"]
    press(composer, Qt.Key.Key_Up)
    type_text(composer, "?")
    press(composer, Qt.Key.Key_Escape)
    assert [it.question.text for it in conversation.next_messages] == ["first", "second!"]
    assert not composer.draft.editing


@pytest.mark.parametrize("model", [DOT, None])
def test_send_becomes_stop_while_busy(composer: Composer, model: ModelInfo | None):
    composer.set_busy(True)
    use_model(composer, model)
    stopped = QSignalSpy(composer.conversation.requests.stopped)
    button(composer, "Stop").click()
    assert stopped.count() == 1
    composer.set_busy(False)
    assert button(composer, "Send").isEnabled() == (model is not None)


@pytest.mark.parametrize("busy", [True, False])
def test_escape_is_left_to_the_tab_while_busy(composer: Composer, busy: bool):
    composer.draft.set_last(Question("old"))
    composer.draft.edit_last()
    composer.set_busy(busy)
    stopped = QSignalSpy(composer.conversation.requests.stopped)
    press(composer, Qt.Key.Key_Escape)
    assert (stopped.count(), composer.draft.editing) == (0, busy)


# --- recall and restore -------------------------------------------------------------------


def test_up_in_an_empty_field_recalls_the_last_question(composer: Composer):
    composer.draft.set_last(Question("first\nquestion"))
    press(composer, Qt.Key.Key_Up)
    assert question_edit(composer).toPlainText() == "first\nquestion"


def test_up_in_an_empty_field_with_files_leaves_them_there(composer: Composer):
    conversation, mine = composer.conversation, photo("mine.png")
    composer.draft.set_last(Question("old"))
    conversation.next_messages.add(conversation.as_next(Question("queued")))
    composer.draft.add(mine)
    press(composer, Qt.Key.Key_Up)
    assert (composer.draft.editing, composer.draft.attachments) == (False, (mine,))


def test_an_edited_last_question_replaces_itself(composer: Composer):
    seen = photo("seen.png")
    composer.draft.set_last(Question("Who is that?", (seen,), (4,)))
    order: list[Question | str] = []
    composer.conversation.requests.edit_submitted.connect(lambda: order.append("edit"))
    composer.conversation.requests.submitted.connect(order.append)
    press(composer, Qt.Key.Key_Up)
    assert composer.draft.editing and composer.draft.attachments == (seen,)
    assert "Editing your last question" in composer.edit_strip.accessibleName()
    type_text(composer, " Now")
    press(composer, Qt.Key.Key_Return)
    assert order == ["edit", Question("Who is that? Now", (seen,), (4,))]
    assert not composer.draft.editing and composer.draft.question.empty
    type_text(composer, "Next")
    press(composer, Qt.Key.Key_Return)
    assert order[2:] == [Question("Next")]


@pytest.mark.parametrize("by", ["escape", "cancel"])
def test_cancelling_an_edit_restores_the_draft(composer: Composer, by: str):
    mine = photo("mine.png")
    composer.draft.set_last(Question("old"))
    composer.draft.add(mine)
    composer.draft.edit_last()
    assert (composer.draft.question.text, composer.draft.attachments) == ("old", ())
    if by == "escape":
        press(composer, Qt.Key.Key_Escape)
    else:
        composer.edit_strip.buttons[0].click()
    assert not composer.draft.editing and composer.edit_strip.isHidden()
    assert (composer.draft.question.text, composer.draft.attachments) == ("", (mine,))


def test_sending_an_edited_question_restores_the_draft(composer: Composer):
    composer.draft.set_last(Question("old"))
    type_text(composer, "begun")
    composer.draft.edit_last()
    assert composer.draft.question.text == "old"
    press(composer, Qt.Key.Key_Return)
    assert composer.draft.question.text == "begun"


def test_a_draft_is_restored_completely(composer: Composer):
    one, two = photo("one.png"), photo("two.png")
    composer.draft.put(Question(" Compare  and ", (one, two), (9, 10)))
    found = composer.draft.question
    assert (found.text, found.attachments, found.places) == (" Compare  and ", (one, two), (9, 10))
    composer.draft.put(Question())
    assert composer.draft.question.empty
    question_edit(composer).undo()
    assert composer.draft.question.empty, "a draft of before is not what was just written"


# --- what an input method has in hand -----------------------------------------------------


def compose(composer: Composer, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(question_edit(composer), event)


@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier]
)
def test_return_does_not_interrupt_an_input_method(composer: Composer, modifier: Any):
    sent = QSignalSpy(composer.conversation.requests.submitted)
    type_text(composer, "Say ")
    compose(composer, "にほ")
    QTest.keyClick(question_edit(composer), Qt.Key.Key_Return, modifier)
    assert sent.count() == 0 and composer.draft.question.text == "Say "
    compose(composer, "", "日本")
    assert composer.draft.question.text == "Say 日本"
    press(composer, Qt.Key.Key_Return)
    assert sent.at(0)[0].text == "Say 日本"


def test_up_does_not_interrupt_an_input_method(composer: Composer):
    composer.draft.set_last(Question("old"))
    compose(composer, "´")
    press(composer, Qt.Key.Key_Up)
    assert not composer.draft.editing


@pytest.mark.parametrize(
    ("modifier", "sends"),
    [
        (Qt.KeyboardModifier.ControlModifier, True),
        (Qt.KeyboardModifier.KeypadModifier, True),
        (Qt.KeyboardModifier.ShiftModifier, False),
        (Qt.KeyboardModifier.AltModifier, False),
    ],
)
def test_modifiers_decide_if_return_sends(composer: Composer, modifier: Any, sends: bool):
    sent = QSignalSpy(composer.conversation.requests.submitted)
    type_text(composer, "a")
    QTest.keyClick(question_edit(composer), Qt.Key.Key_Return, modifier)
    assert sent.count() == sends
    assert composer.draft.question.text == ("" if sends else "a\n")


# --- tokens at the foot -------------------------------------------------------------------


def foot(composer: Composer) -> FootLabel:
    return composer.findChildren(FootLabel)[0]


def test_the_footer_shows_tokens_context_and_time(composer: Composer):
    composer.draft.set_counts([Counted(1, 1934, 1000, 32768, 1.234)])
    assert foot(composer).text() == "1,934 tokens · 30.8k left · first token in ~1.2 s"
    assert "1,000 of them are cached" in foot(composer).accessibleDescription()
    composer.draft.set_counts([Counted(1, 1934, 0, 32768, None, left_out=4)])
    assert foot(composer).text() == "1,934 tokens · oldest 4 messages omitted · 30.8k left"
    composer.draft.set_counts([Counted(1, 1934, 0, 4096, None, left_out=4, summarized=4)])
    assert foot(composer).text() == "1,934 tokens · the oldest 4 messages summarized · 2,162 left"
    composer.draft.set_counts([Counted(1, 5000, 0, 4096, None, left_out=4)])
    assert foot(composer).text() == (
        "5,000 tokens · the oldest 4 messages will be summarized first"
    )
    composer.draft.set_counts([])
    assert foot(composer).text() == ""
    composer.draft.set_counts([Counted(1, 32768, 0, 32768)])
    assert foot(composer).text() == (
        "1 token too many · shorten it, start a new chat, or omit or summarize the oldest (Options)"
    )


@pytest.mark.styled
def test_a_narrow_footer_is_shorter(composer: Composer):
    composer.draft.set_counts([Counted(1, 1934, 0, 32768, 1.234)])
    label = foot(composer)
    width = label.fontMetrics().horizontalAdvance
    label.resize(width("1,934 tokens · 30.8k left") + 2, 20)
    assert label.shown == "1,934 tokens · 30.8k left"
    label.resize(width("1,934 tokens") + 2, 20)
    assert label.shown == "1,934 tokens"


@pytest.mark.styled
@pytest.mark.parametrize(
    ("count", "brief"),
    [
        (Counted(1, 900, 0, 800, left_out=8), "8 to summarize"),
        (Counted(1, 700, 0, 800, left_out=8), "8 omitted"),
        (Counted(1, 700, 0, 800, left_out=8, summarized=8), "8 summarized"),
    ],
)
def test_a_narrow_footer_keeps_the_note_about_omitted_messages(
    qtbot: QtBot, composer: Composer, count: Counted, brief: str
) -> None:
    """The composer is as narrow as in a window of 900 pixels with the stats panel open."""
    composer.resize(400, 120)
    composer.show()
    composer.draft.set_counts([count])
    more = button(composer, "Options")
    qtbot.waitUntil(lambda: more.text().strip() == "" and foot(composer).width() > 100)
    assert foot(composer).shown == brief
    composer.resize(700, 120)
    qtbot.waitUntil(lambda: "Temp" in more.text() and "oldest" in foot(composer).shown)


@pytest.mark.styled
def test_a_narrow_footer_shows_no_part_of_the_hint_that_esc_stops(composer: Composer):
    composer.set_busy(True)
    label = foot(composer)
    width = label.fontMetrics().horizontalAdvance
    shown = []
    for room in (width("Esc stops") + 2, width("Esc stops") - 2, width("Esc") - 2):
        label.resize(room, 20)
        shown.append(label.shown)
    assert shown == ["Esc stops", "Esc", ""]
    assert button(composer, "Stop").toolTip() == "Stop (Esc)"


def test_the_largest_count_of_several_models_is_shown(composer: Composer):
    composer.draft.add(photo("a.png"))
    composer.draft.set_counts([Counted(1, 900, 0, 4096), Counted(2, 1900, 0, 4096)])
    assert foot(composer).text() == "1 image · up to 1,900 tokens"
    composer.draft.set_counts([Counted(1, 900, 0, 800), Counted(2, 1900, 0, 4096)])
    assert foot(composer).text().startswith("101 tokens too many")
    summarized = Counted(1, 1900, 0, 500, left_out=8)
    composer.draft.set_counts([summarized, Counted(2, 1900, 0, 1800)])
    assert foot(composer).text().startswith("101 tokens too many")
    composer.draft.set_counts(["Text reads text only.", Counted(2, 1900, 0, 4096)])
    assert foot(composer).text() == "Text reads text only."


def test_the_most_important_note_precedes_the_tokens(composer: Composer):
    composer.draft.set_counts([Counted(1, 5, 0, 100)])
    composer.draft.add_pending(2)
    assert foot(composer).text() == "Reading 2 files… Esc cancels"
    composer.draft.add_pending(-2)
    assert foot(composer).text().startswith("5 tokens")


def test_a_placeholder_ends_where_its_line_does(qtbot: QtBot):
    composer = Composer(Conversation(1))
    qtbot.addWidget(composer)
    composer.show()
    composer.set_placeholders("Ask all of these models " * 9, "")
    editor = question_edit(composer)
    hint = editor.placeholderText()
    assert hint.endswith("…")
    assert editor.fontMetrics().horizontalAdvance(hint) <= editor.viewport().width()


def test_the_empty_field_names_only_what_the_model_takes(composer: Composer):
    editor = question_edit(composer)
    composer.resize(900, 200)
    assert editor.placeholderText() == "Ask, or drop an image or a video"
    use_model(composer, TEXT_ONLY)
    assert editor.placeholderText() == "Ask, or drop a text file"
    press(composer, Qt.Key.Key_Return)
    assert problem(composer) == "Type a question first."
    composer.set_placeholders("Ask both, or drop an image", "Ask both")
    assert editor.placeholderText() == "Ask both"
    use_model(composer, DOT)
    assert editor.placeholderText() == "Ask both, or drop an image"


def test_a_composer_without_options_has_no_chips(qtbot: QtBot):
    composer = Composer(Conversation(1))
    qtbot.addWidget(composer)
    composer.set_placeholders("Ask both models", "")
    assert "Options" not in [it.accessibleName() for it in composer.findChildren(QToolButton)]
    assert question_edit(composer).placeholderText() == "Ask both models"


def test_up_in_a_filled_field_moves_the_cursor_only(composer: Composer):
    composer.draft.set_last(Question("old"))
    type_text(composer, "new")
    press(composer, Qt.Key.Key_Up)
    assert question_edit(composer).toPlainText() == "new"


def test_a_refused_question_returns_before_the_new_draft(composer: Composer):
    refused, later = photo("refused.png"), photo("later.png")
    composer.draft.tell("The model is gone.")
    composer.draft.add(later)
    type_text(composer, "new")
    composer.draft.restore(Question("old", (refused,)))
    assert question_edit(composer).toPlainText() == "old\nnew"
    assert composer.draft.attachments == (refused, later)
    assert problem(composer) == "The model is gone."


# --- paste and drop -----------------------------------------------------------------------


def test_paste_prefers_files_to_the_image_of_their_icon(composer: Composer, qtbot: QtBot):
    data = QMimeData()
    data.setImageData(photo().preview)
    data.setUrls([QUrl.fromLocalFile("/tmp/a.png")])
    data.setText("a.png")
    with (
        qtbot.waitSignal(composer.conversation.attachment_requests.files_pasted) as offered,
        qtbot.assertNotEmitted(composer.conversation.attachment_requests.image_pasted),
    ):
        paste(composer, data)
    assert offered.args == [[Path("/tmp/a.png")]]
    assert question_edit(composer).toPlainText() == ""


def test_paste_prefers_the_image_to_its_address(composer: Composer, qtbot: QtBot):
    """Browsers copy both."""
    data = QMimeData()
    data.setImageData(photo().preview)
    data.setUrls([QUrl("https://example.org/a.png")])
    data.setText("https://example.org/a.png")
    with qtbot.waitSignal(composer.conversation.attachment_requests.image_pasted) as pasted:
        paste(composer, data)
    assert pasted.args is not None
    assert pasted.args[0].size() == photo().preview.size()
    assert question_edit(composer).toPlainText() == ""


def test_paste_prefers_files_to_text(composer: Composer, qtbot: QtBot):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/a b.png"), QUrl("https://example.org/c.png")])
    data.setText("names")
    with qtbot.waitSignal(composer.conversation.attachment_requests.files_pasted) as offered:
        paste(composer, data)
    assert offered.args == [[Path("/tmp/a b.png")]]
    assert question_edit(composer).toPlainText() == ""


def test_a_pasted_web_address_is_text(composer: Composer, qtbot: QtBot):
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/")])
    data.setText("https://example.org/")
    with qtbot.assertNotEmitted(composer.conversation.attachment_requests.files_pasted):
        paste(composer, data)
    assert question_edit(composer).toPlainText() == "https://example.org/"


def test_pasted_markup_stays_plain(composer: Composer):
    data = QMimeData()
    data.setHtml("<h1>Title</h1>")
    data.setText("Title")
    paste(composer, data)
    assert question_edit(composer).toPlainText() == "Title"


@pytest.mark.parametrize("length", [MAX_PASTE, MAX_PASTE + 1, 10_000_000])
def test_a_very_long_text_is_attached_as_a_file(composer: Composer, length: int):
    type_text(composer, "begun ")
    attached = QSignalSpy(composer.conversation.attachment_requests.text_pasted)
    data = QMimeData()
    data.setText(("words of a line\n" * (length // 16 + 1))[:length])
    paste(composer, data)
    fits = length <= MAX_PASTE
    assert len(question_edit(composer).toPlainText()) == len("begun ") + (length if fits else 0)
    lengths = [len(attached.at(index)[0]) for index in range(attached.count())]
    assert lengths == ([] if fits else [length])
    assert problem(composer) == ""


@pytest.mark.parametrize(
    "text",
    [
        f"Read {'0f' * 80_000}",
        "=" * 100_000,
        "%E4%B8" * 20_000,
        "1.5;2.5;" * 10_000,
        f"{'=' * 29_990} " * 6,
        "a\u00a0" * 50_000,
        "a\n" * 20_001,
        "a\u2029" * 20_001,
    ],
)
def test_a_text_that_takes_long_to_wrap_is_attached_as_a_file(composer: Composer, text: str):
    """Qt wraps a run without a place to wrap, such as the digits of a file, in time that grows as
    the square of its length, and needs time for each line."""
    attached = QSignalSpy(composer.conversation.attachment_requests.text_pasted)
    data = QMimeData()
    data.setText(text)
    paste(composer, data)
    assert question_edit(composer).toPlainText() == ""
    assert attached.at(0) == [data.text()]


def test_a_paste_that_joins_a_long_run_is_attached_as_a_file(composer: Composer):
    field = question_edit(composer)
    attached = QSignalSpy(composer.conversation.attachment_requests.text_pasted)
    data, half = QMimeData(), "=" * 20_000
    data.setText(half)
    paste(composer, data)
    for move in ("StartOfLine", "End"):
        field.moveCursor(QTextCursor.MoveOperation[move])
        paste(composer, data)
    assert field.toPlainText() == half
    assert [attached.at(index)[0] for index in range(attached.count())] == [half, half]
    field.selectAll()
    paste(composer, data)
    field.insertPlainText(" ")
    paste(composer, data)
    assert (field.toPlainText(), attached.count()) == (f"{half} {half}", 2)


def test_runs_that_were_pasted_one_by_one_count_together(composer: Composer):
    data, run = QMimeData(), "=" * 20_000
    data.setText(f"{run} ")
    for _ in range(6):
        paste(composer, data)
    assert question_edit(composer).toPlainText() == f"{run} " * 2


@pytest.mark.parametrize(
    "text",
    [
        "\u4f60\u597d\uff0c" * 20_000,
        '{"a":1,"b":[2,3]},' * 3000,
        f"data:image/png;base64,{'iVBORw0/' * 5000}",
    ],
)
def test_a_long_line_that_wraps_without_spaces_stays_text(composer: Composer, text: str):
    data = QMimeData()
    data.setText(text)
    paste(composer, data)
    assert question_edit(composer).toPlainText() == text


def test_a_long_text_can_be_attached_after_it_was_pasted(composer: Composer):
    type_text(composer, "Sum up: ")
    attached = QSignalSpy(composer.conversation.attachment_requests.text_pasted)
    data = QMimeData()
    long = "line 🙂\n" * (LONG_PASTE // 6)
    data.setText(long)
    paste(composer, data)
    type_text(composer, "please")
    assert question_edit(composer).toPlainText() == f"Sum up: {long}please"
    attach, keep = composer.paste.strip.buttons
    assert (attach.text(), keep.text()) == ("Attach as a file", "Keep as text")
    attach.click()
    assert question_edit(composer).toPlainText() == "Sum up: please"
    assert attached.at(0) == [long]
    assert composer.paste.strip.isHidden()


def test_a_long_text_with_unusual_spaces_can_be_attached(composer: Composer):
    """The field changes such spaces and line ends."""
    attached = QSignalSpy(composer.conversation.attachment_requests.text_pasted)
    data = QMimeData()
    data.setText("5\u00a0km\u2028on\u2029foot\r\n" * (LONG_PASTE // 6))
    paste(composer, data)
    assert not composer.paste.strip.isHidden()
    composer.paste.strip.buttons[0].click()
    assert question_edit(composer).toPlainText() == ""
    assert attached.at(0) == ["5 km\non\nfoot\n" * (LONG_PASTE // 6)]


def test_a_long_text_can_stay(composer: Composer):
    attached = QSignalSpy(composer.conversation.attachment_requests.text_pasted)
    data = QMimeData()
    data.setText("x" * (LONG_PASTE + 1))
    paste(composer, data)
    composer.paste.strip.buttons[1].click()
    assert len(question_edit(composer).toPlainText()) == LONG_PASTE + 1
    assert attached.count() == 0 and composer.paste.strip.isHidden()
    data.setText("short")
    paste(composer, data)
    assert composer.paste.strip.isHidden()


def test_a_copied_question_is_plain_text_alone(composer: Composer):
    """Qt's Markdown of one long line takes seconds."""
    question_edit(composer).setPlainText("a\nb")
    question_edit(composer).selectAll()
    QTest.keySequence(question_edit(composer), QKeySequence.StandardKey.Copy)
    data = QGuiApplication.clipboard().mimeData()
    assert (data.formats(), data.text()) == (["text/plain"], "a\nb")


def test_the_offer_ends_with_the_pasted_text(composer: Composer):
    data = QMimeData()
    data.setText("x" * (LONG_PASTE + 1))
    paste(composer, data)
    assert not question_edit(composer).horizontalScrollBar().isVisible()
    assert not composer.paste.strip.isHidden()
    question_edit(composer).selectAll()
    QTest.keyClick(question_edit(composer), Qt.Key.Key_Backspace)
    assert composer.paste.strip.isHidden()


def test_cells_are_pasted_as_text_and_not_as_the_image_of_them(composer: Composer, qtbot: QtBot):
    with qtbot.assertNotEmitted(composer.conversation.attachment_requests.image_pasted):
        paste(composer, cells_mime())
    assert question_edit(composer).toPlainText() == "Sun\t1"


@pytest.mark.parametrize("text", ["", "https://example.org/a.png"])
def test_an_image_of_a_page_is_pasted_as_an_image(composer: Composer, qtbot: QtBot, text: str):
    data = QMimeData()
    data.setImageData(photo().preview)
    data.setHtml('<img src="https://example.org/a.png">')
    data.setText(text)
    with qtbot.waitSignal(composer.conversation.attachment_requests.image_pasted):
        paste(composer, data)


def test_a_broken_image_on_the_clipboard_is_reported(composer: Composer, qtbot: QtBot):
    data = QMimeData()
    data.setImageData(QImage())
    with qtbot.assertNotEmitted(composer.conversation.attachment_requests.image_pasted):
        paste(composer, data)
    assert problem(composer).startswith("The copied image could not be read.")


def file_mime() -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/a.png")])
    return data


def image_mime() -> QMimeData:
    data = QMimeData()
    data.setImageData(photo().preview)
    return data


def text_mime() -> QMimeData:
    data = QMimeData()
    data.setText("words")
    return data


def cells_mime() -> QMimeData:
    """Return what an office program copies and drags: cells, and an image of them."""
    data = image_mime()
    data.setHtml("<table><tr><td>Sun</td><td>1</td></tr></table>")
    data.setText("Sun\t1")
    return data


def address() -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.png")])
    data.setText("https://example.org/a.png")
    return data


@pytest.mark.parametrize(
    ("make", "taken"),
    [
        (file_mime, False),
        (image_mime, False),
        (address, False),
        (text_mime, True),
        (cells_mime, True),
    ],
)
def test_drags_of_media_are_left_to_the_window(
    composer: Composer, make: Callable[[], QMimeData], taken: bool
):
    data, copy = make(), Qt.DropAction.CopyAction
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(QPointF(5, 5).toPoint(), copy, data, left, plain)
    QApplication.sendEvent(question_edit(composer).viewport(), event)
    assert event.isAccepted() == taken


def test_text_of_another_program_is_copied_and_not_moved(composer: Composer):
    both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    field, proposing_to_move = question_edit(composer).viewport(), Qt.KeyboardModifier.ShiftModifier
    drag = both, text_mime(), Qt.MouseButton.LeftButton, proposing_to_move
    QApplication.sendEvent(field, QDragEnterEvent(QPoint(5, 5), *drag))
    event = QDropEvent(QPointF(5, 5), *drag)
    QApplication.sendEvent(field, event)
    assert event.isAccepted() and event.dropAction() is Qt.DropAction.CopyAction


def test_dropped_cells_become_text(composer: Composer, qtbot: QtBot):
    copy, field = Qt.DropAction.CopyAction, question_edit(composer).viewport()
    drag = copy, cells_mime(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    with qtbot.assertNotEmitted(composer.conversation.attachment_requests.image_pasted):
        QApplication.sendEvent(field, QDragEnterEvent(QPoint(5, 5), *drag))
        QApplication.sendEvent(field, QDropEvent(QPointF(5, 5), *drag))
    assert question_edit(composer).toPlainText() == "Sun\t1"


# --- attachments --------------------------------------------------------------------------


def test_the_strip_shows_only_with_attachments(composer: Composer):
    # a scroll area with its bars in each of many tabs
    assert not composer.findChildren(AttachmentStrip)
    composer.draft.add(photo())
    [strip] = composer.findChildren(AttachmentStrip)
    assert strip.isVisible()
    button(composer, "Remove sun.png").click()
    assert strip.isHidden()
    assert composer.draft.attachments == ()


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_the_focused_image_is_removed_and_the_next_takes_the_focus(composer: Composer, key: Qt.Key):
    one, two, three = photo("1"), photo("2"), photo("3")
    for attachment in (one, two, three):
        composer.draft.add(attachment)
    shown = composer.findChildren(Thumbnail)
    shown[1].setFocus()
    QTest.keyClick(shown[1], key)
    assert composer.draft.attachments == (one, three)
    assert shown[2].hasFocus()


def test_removing_the_last_image_by_key_focuses_the_question(composer: Composer):
    composer.draft.add(photo())
    only = composer.findChildren(Thumbnail)[0]
    only.setFocus()
    QTest.keyClick(only, Qt.Key.Key_Delete)
    assert question_edit(composer).hasFocus()


def test_a_title_is_never_rendered_as_markup(composer: Composer):
    composer.draft.add(photo("<img src=x>.png"))
    shown = composer.findChildren(Thumbnail)[0]
    assert "&lt;img" in shown.toolTip()
    assert shown.accessibleName() == "<img src=x>.png"


@pytest.mark.styled
@pytest.mark.parametrize("size", [(0, 0), (1, 1), (1, 20_000), (640, 1)])
def test_previews_of_any_shape_are_drawn(composer: Composer, size: tuple[int, int]):
    preview = QImage(*size, QImage.Format.Format_RGB32)
    preview.fill(QColor("red"))
    composer.draft.add(Attachment(Media(MediaKind.VIDEO, Path("a.mp4")), preview, "a.mp4", "0:12"))
    entry = composer.findChildren(Thumbnail)[0]
    drawn = entry.grab().toImage()
    around = entry.image_rect().center() + QPoint(1, 1)
    found = {drawn.pixelColor(around - QPoint(x, y)).name() for x in range(3) for y in range(3)}
    assert (found == {theme.colors().chip}) is preview.isNull()


def wheel(over: QWidget, delta: int) -> None:
    at, none = QPointF(5, 5), QPoint()
    button, plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, at, none, QPoint(0, delta), button, plain, phase, False)
    QApplication.sendEvent(over, event)


@pytest.mark.styled
def test_many_attachments_scroll_to_the_newest_and_back(composer: Composer, qtbot: QtBot):
    for number in range(20):
        composer.draft.add(photo(f"{number}.png"))
    strip, shown = composer.findChildren(AttachmentStrip)[0], composer.findChildren(Thumbnail)
    qtbot.waitUntil(lambda: wholly_shown(shown[-1]))
    assert composer.width() == 700
    for _ in range(40):
        wheel(strip.viewport(), 120)
    assert wholly_shown(shown[0])
    assert not wholly_shown(shown[-1])


# --- files from the dialog ----------------------------------------------------------------


def test_the_plus_button_offers_the_chosen_files(composer: Composer, qtbot: QtBot, tmp_path: Path):
    button(composer, "Add files or a capture of the screen").click()
    [menu] = composer.findChildren(QMenu)
    menu.actions()[0].trigger()
    menu.close()
    dialog = composer.findChildren(QFileDialog)[0]
    assert dialog.isVisible()
    with qtbot.waitSignal(composer.conversation.attachment_requests.files_offered) as offered:
        dialog.filesSelected.emit([str(tmp_path / "a.png"), str(tmp_path / "b.mp4")])
    assert offered.args == [[tmp_path / "a.png", tmp_path / "b.mp4"]]
    dialog.close()


# --- options ------------------------------------------------------------------------------


def test_chosen_options_are_shown(composer: Composer):
    chosen = ChatOptions(
        tools=("calculator",),
        system_prompt="Be brief.",
        sampling=SamplingParams(max_tokens=512, temperature=0.7, seed=42, thinking=True),
        overflow=Overflow.TRIM,
    )
    options(composer).set(chosen)
    assert options(composer).usable == chosen
    assert "Options · Temp 0.7" in button(composer, "Options").text()


def test_a_chip_lets_the_model_think(composer: Composer, qtbot: QtBot):
    with qtbot.waitSignal(options(composer).changed):
        button(composer, "Think").click()
    assert options(composer).usable.thinking


def test_the_chip_shows_that_a_model_always_reasons(composer: Composer):
    chip = button(composer, "Think")
    use_model(composer, replace(DOT, thinking_switch=False))
    assert chip.isVisible() and chip.isChecked() and not chip.isEnabled()
    assert chip.toolTip() == chip.accessibleDescription()
    assert "always thinks" in chip.toolTip()
    QTest.mouseClick(chip, LEFT)
    options(composer).set(ChatOptions())
    assert chip.isChecked()
    use_model(composer, DOT)
    assert chip.isEnabled() and not chip.isChecked()
    assert "always" not in chip.toolTip()
    assert options(composer).usable == ChatOptions()


def test_a_model_without_reasoning_has_no_thinking_chip(composer: Composer):
    use_model(composer, replace(DOT, thinking=False, thinking_switch=False))
    assert button(composer, "Think").isHidden()


def test_the_popup_changes_the_options_of_this_chat(composer: Composer, qtbot: QtBot):
    options(composer).set_thinking(True)
    button(composer, "Options").click()
    popup = composer.findChildren(OptionsPopup)[0]
    temperature = popup.findChildren(QDoubleSpinBox)[0]
    with qtbot.waitSignal(options(composer).changed):
        QTest.keyClick(temperature, Qt.Key.Key_Up)
    assert options(composer).usable == ChatOptions(
        sampling=SamplingParams(temperature=0.1, thinking=True)
    )
    assert "Temp 0.1" in button(composer, "Options").text()
    popup.close()


def test_an_open_popup_follows_a_new_model_without_changing_options(composer: Composer):
    former, new = SamplingParams(), SamplingParams(temperature=0.7, top_p=0.8, top_k=20)
    button(composer, "Options").click()
    popup = composer.findChildren(OptionsPopup)[0]
    bias = popup.fields["logit_bias"].field
    QTest.keyClicks(bias, "42:")
    use_model(composer, TEXT_ONLY)
    options(composer).follow(former, new)
    temperature = popup.findChildren(QDoubleSpinBox)[0]
    assert temperature.value() == 0.7
    assert popup.fields["thinking_budget"].isHidden()
    assert isinstance(bias, BiasField)
    assert bias.toPlainText() == "42:"
    system_prompt: Any = popup.fields["system_prompt"].field
    system_prompt.put("Be brief.")
    assert options(composer).usable == ChatOptions(system_prompt="Be brief.", sampling=new)
    popup.close()


def test_unsupported_options_are_hidden_and_the_choice_is_kept(composer: Composer):
    wanted = ChatOptions(
        tools=("calculator",), sampling=SamplingParams(thinking=True, thinking_budget=100)
    )
    options(composer).set(wanted)
    use_model(composer, TEXT_ONLY)
    assert button(composer, "Think").isHidden()
    assert not button(composer, "Tools, 1 on").isEnabled()
    use_model(composer, DOT)
    assert options(composer).usable == wanted
    assert not button(composer, "Think").isHidden()


def test_defaults_of_a_new_model_replace_only_unchanged_options(composer: Composer):
    former = SamplingParams(temperature=0.6)
    new = SamplingParams(temperature=1.0, top_k=64)
    options(composer).set(ChatOptions(sampling=replace(former, thinking=True)))
    options(composer).follow(former, new)
    assert options(composer).usable.sampling == replace(new, thinking=True)
    options(composer).follow(former, SamplingParams(temperature=0.2))
    assert options(composer).usable.sampling == replace(new, thinking=True)


def test_a_text_only_model_is_marked_only_with_images(composer: Composer):
    use_model(composer, TEXT_ONLY)
    assert hint(composer) == ""
    composer.draft.add(photo())
    assert hint(composer) == "This model cannot see images"
    use_model(composer, DOT)
    assert hint(composer) == ""


# --- problems -----------------------------------------------------------------------------


def test_a_problem_stays_until_dismissed(composer: Composer):
    composer.draft.tell("<b>x</b> cannot be read.")
    type_text(composer, "still typing")
    composer.draft.add(photo())
    assert problem(composer) == "<b>x</b> cannot be read."
    button(composer, "Dismiss").click()
    assert problem(composer) == ""


def test_a_prompt_to_act_ends_once_followed(composer: Composer):
    press(composer, Qt.Key.Key_Return)
    type_text(composer, "H")
    assert problem(composer) == ""
    use_model(composer, None)
    press(composer, Qt.Key.Key_Return)
    assert problem(composer) == "No model is loaded. Choose one from the model menu."
    use_model(composer, DOT)
    assert problem(composer) == ""


def test_a_new_problem_replaces_the_old_one(composer: Composer):
    composer.draft.tell("one")
    composer.draft.tell("two")
    assert problem(composer) == "two"


def test_problems_of_several_files_are_listed_up_to_a_limit(composer: Composer):
    for name in ("a", "b", "b", "c", "d", "e"):
        composer.draft.add_problem(f"{name} cannot be read.")
    assert problem(composer) == "a cannot be read.\nb cannot be read.\nAnd 3 more."
    strip = composer.problem
    (label,) = strip.findChildren(QLabel, "problem_text")
    assert "e cannot be read." in label.toolTip()
    QTest.mouseClick(strip.more, Qt.MouseButton.LeftButton)
    assert problem(composer).split("\n") == [f"{it} cannot be read." for it in "abcde"]
    assert strip.more.isHidden()
    composer.conversation.attachment_requests.files_offered.emit([Path("a.png")])
    composer.draft.add_problem("f cannot be read.")
    assert problem(composer) == "f cannot be read."


@pytest.mark.styled
def test_a_long_word_in_a_name_makes_nothing_wider(composer: Composer):
    sentence = f"{'n' * 250}.png is empty."
    width = composer.minimumSizeHint().width()
    composer.draft.tell(sentence)
    assert composer.minimumSizeHint().width() == width
    assert problem(composer) == sentence


def test_the_next_sent_question_or_offer_ends_a_problem(composer: Composer):
    composer.draft.tell("old")
    composer.conversation.attachment_requests.files_offered.emit([Path("a.png")])
    assert problem(composer) == ""
    composer.draft.tell("old")
    type_text(composer, "Hi")
    press(composer, Qt.Key.Key_Return)
    assert problem(composer) == ""


# --- looks --------------------------------------------------------------------------------


@pytest.fixture
def window(composer: Composer, qtbot: QtBot) -> QWidget:
    """Return a window that shows the composer at its bottom."""
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.addStretch(1)
    column.addWidget(composer)
    window.resize(700, 700)
    window.show()
    return window


@pytest.mark.styled
def test_the_field_grows_with_its_text_up_to_a_share_of_the_window(
    composer: Composer, window: QWidget
):
    field = question_edit(composer)
    heights = []
    for lines in (1, 2, 4, 100):
        field.setPlainText("\n".join("x" * lines))
        heights.append(field.height())
        assert (field.verticalScrollBar().maximum() == 0) == (lines < 100)
    one, two, _four, most = heights
    assert two > one
    assert SHARE * 700 * 0.9 < most < SHARE * 700 * 1.1
    window.resize(700, 300)
    assert one < field.height() < most


@pytest.mark.styled
@pytest.mark.usefixtures("window")
def test_a_pasted_text_of_long_and_short_lines_has_the_place_that_it_needs(
    composer: Composer, qtbot: QtBot
):
    field = question_edit(composer)
    data = QMimeData()
    data.setText("word " * 3000 + "\nWhat do you see?\n")
    paste(composer, data)
    qtbot.waitUntil(lambda: composer.height() > field.minimumHeight())
    assert field.maximumHeight() == field.minimumHeight()
    QApplication.sendPostedEvents()
    assert composer.rect().contains(field.geometry())
    assert not field.geometry().intersects(button(composer, "Send").geometry())


@pytest.mark.styled
def test_the_scroll_bar_shows_exactly_if_there_are_more_lines_than_the_field_has(
    composer: Composer, window: QWidget
):
    field = question_edit(composer)
    words = "a" * 80 + " ", "b" * 9 + " ", "c" * 40 + " d "
    for length in range(3, 13):
        field.setPlainText("\n".join(words[at % 3] * (1 + at % 5) for at in range(length)))
        for width in range(400, 700, 12):
            window.resize(width, 700)
            QApplication.sendPostedEvents()
            bar = field.verticalScrollBar().isVisible()
            assert bar == (_lines(field) > field.most_lines), (length, width)


@pytest.mark.styled
def test_the_scroll_bar_goes_once_the_text_fits_without_it(composer: Composer, window: QWidget):
    window.resize(300, 700)
    field = question_edit(composer)
    # The line is as wide as the field without its bar: beside the bar it needs two lines.
    line = "i"
    while _lines_of(field, line) == 1:
        line += "i"
    line = line[:-1]
    assert _lines_of(field, "\n".join([line] * (field.most_lines + 1))) > field.most_lines
    assert field.verticalScrollBar().isVisible()
    cursor = field.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    cursor.select(cursor.SelectionType.BlockUnderCursor)
    cursor.removeSelectedText()
    QApplication.sendPostedEvents()
    assert not field.verticalScrollBar().isVisible()


@pytest.mark.styled
@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("text", ["word " * 1500, "=" * 7000])
def test_each_key_in_a_long_text_counts_only_the_lines_that_the_field_has(
    composer: Composer, monkeypatch: pytest.MonkeyPatch, text: str
):
    """To lay out all lines of the text took longer than Qt needs for the key."""
    field, counted = question_edit(composer), list[QTextLine]()
    field.setPlainText(text)
    QApplication.sendPostedEvents()

    class Counting(QTextLayout):
        def createLine(self) -> QTextLine:
            counted.append(super().createLine())
            return counted[-1]

    monkeypatch.setattr("ui.composer.question_edit.QTextLayout", Counting)
    type_text(composer, "a")
    QApplication.sendPostedEvents()
    assert 0 < len(counted) <= field.most_lines + 1


@pytest.mark.styled
@pytest.mark.usefixtures("window")
def test_the_field_grows_with_the_text_of_an_input_method(composer: Composer):
    field = question_edit(composer)
    one = field.height()
    compose(composer, "にほ" * 200)
    assert field.height() > one
    compose(composer, "")
    assert field.height() == one


def _lines_of(field: QuestionEdit, text: str) -> int:
    """Return the number of lines of a text in the field."""
    field.setPlainText(text)
    QApplication.sendPostedEvents()
    return _lines(field)


def _lines(field: QuestionEdit) -> int:
    """Return the number of lines, once Qt has laid out all of them."""
    document = field.document()
    blocks = [document.findBlockByNumber(at) for at in range(document.blockCount())]
    for block in blocks:
        document.documentLayout().blockBoundingRect(block)
    return sum(block.layout().lineCount() for block in blocks)


@pytest.mark.styled
def test_long_lines_wrap_and_count(composer: Composer):
    field = question_edit(composer)
    one = field.height()
    field.setPlainText("word " * 100)
    assert field.height() > one
    press(composer, Qt.Key.Key_Return)
    assert field.height() == one


@pytest.mark.styled
def test_icons_follow_the_scheme(composer: Composer):
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = button(composer, "Think").icon().cacheKey()
    theme.apply(app, Qt.ColorScheme.Dark)
    try:
        assert button(composer, "Think").icon().cacheKey() != before
        send = button(composer, "Send").grab().toImage()
        assert send.pixelColor(send.width() // 2, 3) == QColor(theme.DARK.accent)
    finally:
        theme.apply(app, Qt.ColorScheme.Light)


@pytest.mark.styled
def test_thumbnails_grow_with_the_zoom(composer: Composer):
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    composer.draft.add(photo())
    entry = composer.findChildren(Thumbnail)[0]
    strip = composer.findChildren(AttachmentStrip)[0]
    small, one_line = entry.size(), question_edit(composer).height()
    theme.wear(app, replace(theme.appearance(), zoom=150))
    try:
        grown = small * 1.5 - entry.size()
        assert abs(grown.width()) <= 2 and abs(grown.height()) <= 2
        assert strip.height() == entry.height()
        assert question_edit(composer).height() > one_line
    finally:
        theme.wear(app, replace(theme.appearance(), zoom=100))
    assert entry.size() == small
