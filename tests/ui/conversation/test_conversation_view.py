"""The conversation view: its contents, clicks and keys."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextBlock, QTextCursor, QTextDocument, QTransform
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Logprobs,
    Media,
    MediaKind,
    PrefillProgress,
    Timings,
    TokenLogprob,
    ToolCall,
    ToolInvocation,
    Trimmed,
    Usage,
    Waiting,
)
from ui.conversation.call_cards import CallList
from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_attachments import SentText
from ui.conversation.message_column import MessageColumn
from ui.conversation.message_folds import FoldHeader
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.message_user import UserMessage
from ui.conversation.message_widget import MessageWidget
from ui.conversation.pacing import pacer
from ui.look import theme
from ui.look.appearance import Appearance
from ui.markdown.markdown_document import MarkdownDocument
from ui.state.attachment import Attachment
from ui.state.called_tool import CallState
from ui.state.question import Question
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.widgets.axis import TEXT_WIDTH

USAGE = Usage(prompt=2310, generated=41, reasoning=20, content=19)
TIMINGS = Timings(ttft=0.182, decode=0.2)
LONG = "A paragraph with some words in it, to fill the page.\n\n" * 60
LEFT = Qt.MouseButton.LeftButton


class Conversation:
    """A transcript on screen."""

    def __init__(self, qtbot: QtBot) -> None:
        self.transcript = Transcript()
        self.requests = MessageRequests()
        self.attachment_requests = AttachmentRequests()
        self.view = ConversationView(self.transcript, self.requests, self.attachment_requests)
        self.bar = self.view.verticalScrollBar()
        qtbot.addWidget(self.view)
        self.view.resize(700, 500)
        self.view.show()

    def reply(self, text: str = "", reasoning: str = "", request: int = 1) -> ReplyMessage:
        """Begin an answer; `text` and `reasoning` have come and wait for the next frame."""
        self.transcript.begin_reply(request)
        if reasoning:
            self.transcript.apply(Delta(request, Channel.REASONING, reasoning))
        if text:
            self.transcript.apply(Delta(request, Channel.CONTENT, text))
        message = self.view.message(-1)
        assert isinstance(message, ReplyMessage)
        return message

    def more(self, text: str, request: int = 1) -> None:
        self.transcript.apply(Delta(request, Channel.CONTENT, text))

    def finish(self, reason: FinishReason = FinishReason.STOP, request: int = 1) -> None:
        self.transcript.apply(Finished(request, reason, USAGE, TIMINGS))

    def done(self, text: str = "", reasoning: str = "") -> ReplyMessage:
        message = self.reply(text, reasoning)
        self.finish()
        return message


@pytest.fixture
def shown(qtbot: QtBot) -> Conversation:
    return Conversation(qtbot)


def green_photo(kind: MediaKind = MediaKind.IMAGE) -> Attachment:
    preview = QImage(400, 300, QImage.Format.Format_RGB32)
    preview.fill(Qt.GlobalColor.darkGreen)
    return Attachment(Media(kind, Path("/nowhere/cat.png")), preview, "cat.png", "400 × 300")


def pixel_at(widget: QWidget, x: int, y: int) -> str:
    return widget.grab().toImage().pixelColor(x, y).name()


# --- text --------------------------------------------------------------------------------


def test_a_question_is_plain_text(shown: Conversation) -> None:
    shown.transcript.add_question(Question("**not** <b>bold</b> & `code`\n# no"))
    message = shown.view.message(0)
    assert isinstance(message, UserMessage)
    assert message.text.toPlainText() == "**not** <b>bold</b> & `code`\n# no"


def test_a_streamed_answer_ends_as_the_whole_text(shown: Conversation, qtbot: QtBot) -> None:
    pieces = ["# Ti", "tle\n\n- a\n", "- b <i>", "&\n```\nco", "de\n``", "`\nend"]
    message = shown.reply()
    for end, piece in enumerate(pieces, 1):
        shown.more(piece)
        last = "".join(pieces[:end]).rstrip("`").split()[-1]
        qtbot.waitUntil(lambda last=last: last in message.body.toPlainText())
    shown.finish()
    assert message.body.toPlainText() == "Title\n•\ta\n•\tb <i>&\ncode\nend"


def test_deltas_of_one_frame_are_one_change(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply("first ")
    changes = QSignalSpy(message.body.document().contentsChanged)
    for _ in range(200):
        shown.more("word ")
    assert changes.count() == 0
    qtbot.waitUntil(lambda: message.body.toPlainText().count("word") == 200)
    assert changes.count() == 1


def test_the_end_of_an_answer_is_shown_immediately(shown: Conversation) -> None:
    message = shown.done("all of it")
    assert message.body.toPlainText() == "all of it"
    assert message.footer.isVisible()


def test_the_layout_settles(shown: Conversation, qtbot: QtBot) -> None:
    shown.transcript.add_question(Question("hi", (green_photo(), green_photo())))
    shown.done(LONG, "hm")
    qtbot.waitUntil(lambda: shown.bar.value() == shown.bar.maximum())
    column = shown.view.findChild(MessageColumn)
    assert column is not None
    stale = QSignalSpy(column.stale)
    counts: list[int] = []

    def settled() -> bool:
        counts.append(stale.count())
        return len(counts) > 5 and counts[-1] == counts[-5]

    qtbot.waitUntil(settled, timeout=1000)


def test_only_the_changed_turn_is_written(shown: Conversation, qtbot: QtBot) -> None:
    first = shown.done("first")
    second = shown.reply("second", request=2)
    qtbot.waitUntil(lambda: second.body.toPlainText() == "second")
    changes = QSignalSpy(first.body.document().contentsChanged)
    shown.more(" more", request=2)
    qtbot.waitUntil(lambda: second.body.toPlainText() == "second more")
    assert changes.count() == 0


def test_earlier_turns_are_shown(qtbot: QtBot) -> None:
    transcript = Transcript()
    transcript.add_question(Question("old"))
    transcript.add(Turn("assistant", "answer", "thoughts", usage=USAGE, timings=TIMINGS))
    view = ConversationView(transcript, MessageRequests(), AttachmentRequests())
    qtbot.addWidget(view)
    reply = view.message(1)
    assert isinstance(reply, ReplyMessage)
    assert reply.body.toPlainText() == "answer"
    assert reply.fold.header.text() == "Thought for 98 ms · 20 tokens"


@pytest.mark.styled
def test_a_withdrawn_exchange_is_removed(shown: Conversation) -> None:
    shown.transcript.add_question(Question("first"))
    shown.done("one")
    shown.transcript.add_question(Question("second"))
    shown.done(LONG)
    before = shown.view.findChildren(UserMessage)[0].geometry()
    shown.transcript.take_back()
    assert [it.turn.content for it in shown.view.findChildren(UserMessage) if it.isVisible()] == [
        "first"
    ]
    assert shown.bar.maximum() == 0 and before.y() < 0 <= shown.view.message(0).y()
    shown.transcript.add_question(Question("instead"))
    assert shown.view.message(2).turn.content == "instead"


def test_keys_in_an_empty_view_are_harmless(shown: Conversation, qtbot: QtBot) -> None:
    shown.transcript.add_question(Question("first"))
    shown.done(LONG)
    shown.bar.setValue(10)
    shown.transcript.take_back()
    assert shown.bar.maximum() == 0
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Tab, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(shown.view, key)
    shown.view.open_find()
    shown.view.find_next()
    assert shown.view.focus_call() is False


# --- safety ------------------------------------------------------------------------------


@pytest.mark.qt_log_ignore("Mouse event .* not accepted")
def test_only_safe_links_are_passed_on(shown: Conversation, qtbot: QtBot) -> None:
    body = shown.done(
        "[good](https://a.b/ü)\n\n[bad](file:///etc/passwd)\n\n[js](javascript:x)"
    ).body
    opened = QSignalSpy(shown.requests.link_opened)
    for word in ("good", "bad", "js"):
        at = body.cursorRect(body.document().find(word)).center() - QPoint(4, 0)
        qtbot.mouseClick(body.viewport(), LEFT, pos=at)
    assert [opened.at(index) for index in range(opened.count())] == [["https://a.b/%C3%BC"]]


@pytest.mark.styled
def test_no_resource_is_ever_loaded(shown: Conversation, tmp_path: Path) -> None:
    secret = QImage(40, 30, QImage.Format.Format_RGB32)
    secret.fill(Qt.GlobalColor.red)
    assert secret.save(str(tmp_path / "secret.png"))
    url = QUrl.fromLocalFile(str(tmp_path / "secret.png"))
    body = shown.done(f"![alt]({url.toString()})").body
    assert body.toPlainText() == "alt"
    loaded = body.document().resource(QTextDocument.ResourceType.ImageResource.value, url)
    assert (loaded.width(), loaded.height()) == (1, 1)
    kinds = QTextDocument.ResourceType
    # Qt keeps what it has loaded by its place, of whatever kind.
    for kind, name in ((kinds.StyleSheetResource, "a.css"), (kinds.HtmlResource, "a.html")):
        (tmp_path / name).write_text("secret")
        place = QUrl.fromLocalFile(str(tmp_path / name))
        assert not body.document().resource(kind.value, place)


def test_drops_are_left_to_the_window(shown: Conversation) -> None:
    shown.transcript.add_question(Question("hi", (green_photo(),)))
    shown.done("answer", "thought")
    assert not any(it.acceptDrops() for it in shown.view.findChildren(QWidget))


# --- parts of a reply --------------------------------------------------------------------


def test_a_waiting_reply_shows_the_reason(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply()
    assert message.status.text() == "Waiting…"
    for event, words in (
        (Waiting(1, "Qwen and Dot do not fit."), "Qwen and Dot do not fit."),
        (PrefillProgress(1, 512, 30_000), "Processing the prompt: 512 of 30,000 tokens"),
        (
            PrefillProgress(1, 632, 30_000, 120),
            "Processing the prompt: 632 of 30,000 tokens · 120 cached",
        ),
    ):
        shown.transcript.apply(event)
        qtbot.waitUntil(lambda words=words: message.status.text() == words)
    shown.more("x")
    qtbot.waitUntil(lambda: not message.status.isVisible())


def test_omitted_messages_are_marked(shown: Conversation) -> None:
    message = shown.reply("x")
    assert message.note.isHidden()
    shown.transcript.apply(Trimmed(1, 3))
    shown.finish()
    assert message.note.text() == "3 earlier messages omitted"
    assert message.note.isVisible()


@pytest.mark.styled
def test_token_probabilities_are_a_table_behind_a_fold(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply("Hi")
    assert message.probabilities is None
    likely, other = TokenLogprob(" Hi", 5, -0.1), TokenLogprob("\n", 6, -2.5)
    shown.transcript.apply(Logprobs(1, likely, (likely, other)))
    shown.transcript.apply(Logprobs(1, other, (likely, other)))
    shown.finish()
    fold = message.probabilities
    assert fold is not None
    assert fold.header.text() == "Token probabilities · 2"
    assert fold.header.accessibleName() == "Token probabilities"
    assert fold.text.toPlainText() == ""
    before = message.height()
    qtbot.mouseClick(fold.header, LEFT)
    lines = ['" Hi"\t90.5%\t"\\n" 8.2%', '"\\n"\t8.2%\t" Hi" 90.5%']
    assert fold.text.toPlainText().split("\n") == lines
    qtbot.waitUntil(lambda: message.height() > before)


def test_the_columns_of_the_table_are_aligned(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply("a long one")
    for text in ("a", "a longer one"):
        token = TokenLogprob(text, 1, -0.1)
        shown.transcript.apply(Logprobs(1, token, (token, TokenLogprob("b", 2, -2.0))))
    shown.finish()
    fold = message.probabilities
    assert fold is not None
    qtbot.mouseClick(fold.header, LEFT)
    document = fold.text.document()
    rows = (document.findBlockByNumber(number) for number in range(2))
    first, second = (_after_tabs(row) for row in rows)
    assert first == second
    assert first[1] - first[0] == 65


def _after_tabs(block: QTextBlock) -> list[float]:
    line = block.layout().lineAt(0)
    tabs = [at for at, sign in enumerate(block.text()) if sign == "\t"]
    return [cast("tuple[float, int]", line.cursorToX(at + 1))[0] for at in tabs]


def test_an_open_table_grows_with_the_answer(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply("Hi")
    token = TokenLogprob("a" * 40, 5, -9.0)
    shown.transcript.apply(Logprobs(1, token, ()))
    qtbot.waitUntil(lambda: message.probabilities is not None)
    fold = message.probabilities
    assert fold is not None
    qtbot.mouseClick(fold.header, LEFT)
    shown.transcript.apply(Logprobs(1, token, ()))
    line = f'"{"a" * 16}…"\t<0.1%\t'
    qtbot.waitUntil(lambda: fold.text.toPlainText() == f"{line}\n{line}")


# --- going on ----------------------------------------------------------------------------


def test_an_interrupted_reply_can_be_continued(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply("- one\n- t")
    assert message.footer.continue_button.isHidden()
    shown.finish(FinishReason.LENGTH)
    assert message.footer.continue_button.isVisible()
    with qtbot.waitSignal(shown.requests.continued):
        qtbot.mouseClick(message.footer.continue_button, LEFT)
    shown.transcript.resume_reply(2)
    qtbot.waitUntil(lambda: not message.footer.continue_button.isVisible())
    shown.transcript.apply(Waiting(2, "Waits for memory."))
    qtbot.waitUntil(lambda: message.footer.numbers.text() == "Waits for memory.")
    assert not message.footer.copy_button.isVisible()
    shown.more("wo\n\nthree", request=2)
    qtbot.waitUntil(lambda: message.footer.isHidden())
    shown.finish(request=2)
    whole = shown.done("- one\n- two\n\nthree")
    assert message.body.toHtml() == whole.body.toHtml()
    assert "82 tokens" in message.footer.numbers.text()


def test_a_reply_can_be_continued_until_another_message_follows(shown: Conversation) -> None:
    message = shown.reply("x")
    shown.transcript.apply(Aborted(1, USAGE, TIMINGS))
    assert message.footer.continue_button.isVisible()
    shown.transcript.add_question(Question("next"))
    assert message.footer.continue_button.isHidden()


def test_a_failed_continuation_keeps_the_text_and_can_be_tried_again(shown: Conversation) -> None:
    message = shown.reply("half an ans")
    shown.transcript.apply(Aborted(1, USAGE, TIMINGS))
    shown.transcript.resume_reply(2)
    shown.transcript.apply(Failed(2, "No memory."))
    assert message.error is not None
    assert message.error.text.toPlainText() == "No memory."
    assert message.body.toPlainText() == "half an ans"
    assert message.footer.continue_button.isVisible()
    assert message.footer.numbers.text().endswith("stopped")
    shown.transcript.resume_reply(3)
    shown.view.show_changes()
    assert message.error is None
    shown.transcript.apply(Failed(3, "The model is gone."))
    assert message.error.text.toPlainText() == "The model is gone."


# --- folds, cards, footer ----------------------------------------------------------------


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_reasoning_unfolds_by_key(shown: Conversation, qtbot: QtBot, key: Qt.Key) -> None:
    fold = shown.done("answer", "deep thoughts").fold
    assert not fold.text.isVisible()
    qtbot.keyClick(fold.header, key)
    assert fold.text.isVisible()
    qtbot.keyClick(fold.header, key)
    assert not fold.text.isVisible()


@pytest.mark.styled
def test_reasoning_unfolds_by_mouse(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.done("answer", "deep *thoughts*")
    before = message.height()
    qtbot.mouseClick(message.fold.header, LEFT)
    assert message.fold.text.toPlainText() == "deep *thoughts*"
    qtbot.waitUntil(lambda: message.height() > before)


def test_reasoning_counts_the_seconds(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply(reasoning="hm")
    qtbot.waitUntil(lambda: message.fold.header.text().startswith("Thinking… 0."))
    shown.more("answer")
    qtbot.waitUntil(lambda: message.fold.header.text().startswith("Thought"))
    shown.finish()
    assert message.fold.header.text() == "Thought for 98 ms · 20 tokens"
    assert message.fold.header.accessibleName() == "Reasoning"
    assert message.fold.header.accessibleDescription() == message.fold.header.text()


def test_the_seconds_continue_after_a_stop(shown: Conversation, qtbot: QtBot) -> None:
    fold = shown.reply("", "hmm").fold
    qtbot.waitUntil(fold.isVisible)
    shown.transcript.apply(Aborted(1, Usage(), Timings()))
    qtbot.wait(1100)
    shown.transcript.resume_reply(2)
    shown.transcript.apply(Delta(2, Channel.REASONING, " so"))
    qtbot.waitUntil(lambda: fold.header.text().startswith("Thinking"))
    assert fold.header.text().startswith("Thinking… 0.")


def test_a_call_ends_the_thinking(shown: Conversation, qtbot: QtBot) -> None:
    fold = shown.reply("", "hmm").fold
    qtbot.waitUntil(fold.isVisible)
    assert fold.header.text().startswith("Thinking… ")
    shown.transcript.apply(ToolCall(1, ToolInvocation("calculator", "{}", "a")))
    qtbot.waitUntil(lambda: fold.header.text().startswith("Thought for"))
    shown.finish(FinishReason.TOOL_CALLS)
    assert fold.header.text() == "Thought for 98 ms · 20 tokens"
    shown.transcript.change_call("a", state=CallState.RUNNING)
    assert fold.header.text() == "Thought for 98 ms · 20 tokens"


def test_a_reply_has_no_parts_for_what_it_lacks(shown: Conversation) -> None:
    plain = shown.done("answer")
    assert not plain.findChildren(FoldHeader)
    assert not plain.findChildren(CallList)
    [header] = shown.done("answer", "thoughts").findChildren(FoldHeader)
    assert header.isVisible()


@pytest.mark.styled
def test_an_error_is_a_card_below_the_partial_answer(shown: Conversation) -> None:
    message = shown.reply("half an ans")
    shown.transcript.apply(Failed(1, "Out of <memory>. Close other apps."))
    assert message.error is not None
    assert message.error.text.toPlainText() == "Out of <memory>. Close other apps."
    assert message.error.isVisible()
    assert message.body.toPlainText() == "half an ans"
    assert message.error.y() > message.body.y()
    flags = message.error.text.textInteractionFlags()
    assert flags & Qt.TextInteractionFlag.TextSelectableByMouse


@pytest.mark.styled
def test_a_reply_stopped_before_its_first_word_is_marked(shown: Conversation) -> None:
    message = shown.reply()
    shown.transcript.apply(Aborted(1, Usage(), Timings()))
    assert message.footer.numbers.text() == "stopped"
    assert message.footer.isVisible() and message.height() > 0
    assert not message.status.isVisible()


@pytest.mark.parametrize("text", ["", "\n\n"])
@pytest.mark.parametrize("reasoning", ["", "Let me think."])
def test_a_reply_without_an_answer_says_what_to_do(
    shown: Conversation, text: str, reasoning: str
) -> None:
    told = "The model gave no answer. Regenerate it, or change the question."
    message = shown.done(text, reasoning)
    assert message.status.isVisible() and message.status.text() == told
    assert not reasoning or message.status.y() > message.fold.y()


def test_reasoning_that_used_up_the_answer_says_what_to_do(shown: Conversation) -> None:
    message = shown.reply(reasoning="Let me think.")
    shown.finish(FinishReason.LENGTH)
    told = "The length limit was reached before the answer. Continue, or raise Max tokens."
    assert message.status.text() == told
    assert message.footer.continue_button.isVisible()
    shown.transcript.resume_reply(2)
    shown.view.show_changes()
    assert not message.status.text()


@pytest.mark.styled
def test_the_caret_is_not_part_of_the_text(shown: Conversation, qtbot: QtBot) -> None:
    body = shown.reply("word").body
    qtbot.waitUntil(lambda: body.toPlainText() == "word")
    end = QTextCursor(body.document())
    end.movePosition(QTextCursor.MoveOperation.End)
    at = body.cursorRect(end).center() + QPoint(9, 0)
    assert pixel_at(body, at.x(), at.y()) == theme.LIGHT.accent
    shown.finish()
    assert pixel_at(body, at.x(), at.y()) != theme.LIGHT.accent


# --- showing a chat ----------------------------------------------------------------------


def shown_again(shown: Conversation, text: str, messages: int) -> ConversationView:
    """Add messages, and show the transcript in another view."""
    for number in range(messages):
        shown.transcript.add_question(Question(f"{number} {text}"))
    other = ConversationView(shown.transcript, shown.requests, shown.attachment_requests)
    other.resize(700, 500)
    other.show()
    return other


def test_messages_out_of_sight_are_made_after_the_first_paint(
    shown: Conversation, qtbot: QtBot
) -> None:
    view = shown_again(shown, "word " * 300, 9)
    qtbot.addWidget(view)
    first = len(view.column.live)
    qtbot.waitUntil(lambda: len(view.column.live) > first)
    assert first < 9


def test_a_chat_in_sight_as_a_whole_waits_for_no_frame(shown: Conversation, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not pacer().running)
    qtbot.addWidget(shown_again(shown, "", 1))
    assert not pacer().running


class FailsOnce(ConversationView):
    """A view in which the first message cannot be made at first."""

    failed = False

    def _new_message(self, index: int) -> MessageWidget:
        if not self.failed:
            self.failed = True
            raise ValueError("a fault of this message")
        return super()._new_message(index)


def test_an_error_in_a_message_does_not_end_the_layout(qtbot: QtBot) -> None:
    transcript = Transcript()
    view = FailsOnce(transcript, MessageRequests(), AttachmentRequests())
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    with qtbot.capture_exceptions() as errors:
        transcript.add_question(Question("a question"))
    assert len(errors) == 1
    transcript.add_question(Question("another question"))
    assert sorted(view.column.live) == [0, 1]


# --- copying -----------------------------------------------------------------------------


def test_copy_gives_the_source(shown: Conversation, qtbot: QtBot) -> None:
    source = "# Title\n\n**bold** & `code`\n\n- item"
    qtbot.mouseClick(shown.done(source).footer.copy_button, LEFT)
    assert QApplication.clipboard().text() == source


def test_copy_gives_the_answer_without_its_reasoning(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.done("answer", "secret thought")
    qtbot.mouseClick(message.fold.header, LEFT)
    assert message.fold.text.isVisible()
    qtbot.mouseClick(message.footer.copy_button, LEFT)
    assert QApplication.clipboard().text() == "answer"


def test_a_code_block_is_copied_by_itself(shown: Conversation, qtbot: QtBot) -> None:
    body = shown.done("text\n\n```py\nif a:\n\n    b\n```\nmore\n```\nother\n```").body
    for index, code in enumerate(("if a:\n\n    b", "other")):
        at = body.copy_area(index).center().toPoint()
        qtbot.mouseMove(body.viewport(), at)
        qtbot.mouseClick(body.viewport(), LEFT, pos=at)
        assert QApplication.clipboard().text() == code
    shape = Qt.CursorShape.PointingHandCursor
    qtbot.waitUntil(lambda: body.viewport().cursor().shape() == shape)


@pytest.mark.styled
def test_a_card_is_drawn_completely_even_if_first_or_last(shown: Conversation) -> None:
    body = shown.done("```py\nx = 1\n```").body
    header = body.copy_area()
    assert header.top() >= 0
    image = body.grab().toImage()
    column = [image.pixelColor(60, y).name() for y in range(image.height())]
    assert column.count(theme.LIGHT.line) >= 3  # upper edge, under the header, lower edge


@pytest.mark.styled
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("indent", ["", "   "])
def test_a_card_is_below_the_preceding_table(shown: Conversation, gap: str, indent: str) -> None:
    lines = f"| a | b |\n|---|---|\n| 1 | 2 |{gap}```py\nx = 1\n```".split("\n")
    source = ("1. " if indent else "") + f"\n{indent}".join(lines)
    message = shown.reply(source[:-12])
    shown.more(source[-12:])
    shown.finish()
    document = message.body.document()
    cell = document.documentLayout().blockBoundingRect(document.find("2").block())
    padding_and_border = 7
    assert message.body.copy_area().top() >= cell.bottom() + padding_and_border


@pytest.mark.styled
def test_code_cards_grow_with_the_zoom(shown: Conversation, qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    body = shown.done("a\n\n```py\nx = 1\n```").body
    before, top = body.copy_area(), body.document().size().height()
    theme.wear(app, Appearance(zoom=200))
    qtbot.waitUntil(lambda: body.document().size().height() > 1.7 * top)
    after = body.copy_area()
    assert (before.height(), after.height()) == (30, 60)
    assert after.width() > 1.5 * before.width()
    theme.wear(app, Appearance())
    qtbot.waitUntil(lambda: body.copy_area() == before)


def test_code_in_sight_gets_the_focus_without_another_layout(
    shown: Conversation, qtbot: QtBot
) -> None:
    body = shown.done("a\n\n```py\nx = 1\n```").body
    qtbot.waitUntil(lambda: body.code_count() == 1)
    body.setFocus(Qt.FocusReason.TabFocusReason)
    arranged, revealed = QSignalSpy(shown.view.arranged), QSignalSpy(body.revealed)
    qtbot.keyClick(body, Qt.Key.Key_Tab)
    assert revealed.count() == 1
    assert arranged.count() == 0


def test_an_answer_is_copied_by_keyboard(shown: Conversation, qtbot: QtBot) -> None:
    body = shown.done("two *words*").body
    qtbot.keyClick(body, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(body, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "two words"


# --- place -------------------------------------------------------------------------------


@pytest.mark.styled
def test_the_view_follows_the_end(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply(LONG)
    qtbot.waitUntil(lambda: shown.bar.maximum() > 0)
    for _ in range(3):
        before = shown.bar.maximum()
        shown.more(LONG)
        qtbot.waitUntil(lambda before=before: shown.bar.maximum() > before)
        assert shown.bar.value() == shown.bar.maximum()
    shown.finish()
    assert shown.bar.value() == shown.bar.maximum()
    assert not shown.view.end_button.isVisible()
    assert message.geometry().bottom() <= shown.bar.value() + shown.view.viewport().height()


def test_a_reader_who_scrolled_up_stays_put(shown: Conversation, qtbot: QtBot) -> None:
    shown.reply(LONG)
    qtbot.waitUntil(lambda: shown.bar.maximum() > 200)
    shown.bar.setValue(100)
    before = shown.bar.maximum()
    shown.more(LONG)
    qtbot.waitUntil(lambda: shown.bar.maximum() > before)
    assert shown.bar.value() == 100
    assert shown.view.end_button.isVisible()
    qtbot.mouseClick(shown.view.end_button, LEFT)
    assert shown.bar.value() == shown.bar.maximum()
    assert not shown.view.end_button.isVisible()


def test_the_smallest_step_up_leaves_the_end(shown: Conversation, qtbot: QtBot) -> None:
    """A trackpad scrolls by a pixel or two."""
    shown.reply(LONG)
    qtbot.waitUntil(lambda: shown.bar.maximum() > 200)
    place = shown.bar.value() - 2
    shown.bar.setValue(place)
    before = shown.bar.maximum()
    shown.more(LONG)
    qtbot.waitUntil(lambda: shown.bar.maximum() > before)
    assert shown.bar.value() == place


def test_a_selection_survives_new_text(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.reply("some words that still grow")
    qtbot.waitUntil(lambda: "grow" in message.body.toPlainText())
    cursor = message.body.textCursor()
    cursor.setPosition(5)
    cursor.setPosition(10, QTextCursor.MoveMode.KeepAnchor)
    message.body.setTextCursor(cursor)
    shown.more(" and grow")
    qtbot.waitUntil(lambda: message.body.toPlainText().endswith("and grow"))
    assert message.body.textCursor().selectedText() == "words"


def test_a_drag_in_growing_text_selects_from_where_it_began(
    shown: Conversation, qtbot: QtBot
) -> None:
    body = shown.reply("Some words that still grow").body
    qtbot.waitUntil(lambda: "grow" in body.toPlainText())

    def point(position: int) -> QPoint:
        cursor = QTextCursor(body.document())
        cursor.setPosition(position)
        return body.cursorRect(cursor).center()

    QTest.mousePress(body.viewport(), LEFT, pos=point(5))
    shown.more(" and grow")
    qtbot.waitUntil(lambda: body.toPlainText().endswith("and grow"))
    QTest.mouseMove(body.viewport(), point(10))
    assert body.textCursor().selectedText() == "words"


@pytest.mark.styled
def test_copies_are_plain_text_only(shown: Conversation, qapp: QApplication) -> None:
    theme.apply(qapp, Qt.ColorScheme.Dark)
    body = shown.done("**bold** words\n\n```python\nx = 1\ny = 2\n```").body
    body.selectAll()
    data = body.createMimeDataFromSelection()
    assert sorted(data.formats()) == ["text/markdown", "text/plain"]
    assert data.text() == "bold words\nx = 1\ny = 2"


def test_the_wheel_over_a_text_moves_the_conversation(shown: Conversation) -> None:
    body = shown.done(LONG).body
    before = shown.bar.value()
    at = QPointF(body.mapTo(shown.view, QPoint(50, before + 50)))
    QTest.wheelEvent(shown.view.windowHandle(), at, QPoint(0, 240))
    assert shown.view.childAt(at.toPoint()) is body.viewport()
    assert shown.bar.value() < before


def test_unfolding_does_not_move_the_header(shown: Conversation, qtbot: QtBot) -> None:
    message = shown.done("short", LONG)
    before = message.fold.header.mapTo(shown.view, QPoint(0, 0))
    qtbot.mouseClick(message.fold.header, LEFT)
    qtbot.waitUntil(lambda: shown.bar.maximum() > 500)
    assert message.fold.header.mapTo(shown.view, QPoint(0, 0)) == before
    assert shown.view.end_button.isVisible()


@pytest.mark.styled
def test_a_resized_view_keeps_its_place(shown: Conversation) -> None:
    for request in range(1, 5):
        shown.reply(LONG, request=request)
        shown.finish(request=request)
    shown.bar.setValue(shown.view.top_of(2))
    for width in (420, 900, 700):
        shown.view.resize(width, 500)
        assert shown.view.message(2).y() == 0
    shown.view.scroll_to_end()
    shown.view.resize(400, 300)
    assert shown.bar.value() == shown.bar.maximum()


@pytest.mark.styled
def test_text_is_centered_and_not_too_wide(shown: Conversation) -> None:
    message = shown.done(LONG)
    shown.view.resize(1500, 500)
    assert message.width() == TEXT_WIDTH
    right = shown.view.width() - message.geometry().right()
    assert abs(message.x() - right) <= 2
    shown.view.resize(400, 500)
    assert message.x() > 0 and message.geometry().right() < shown.view.viewport().width()


@pytest.mark.styled
def test_long_words_are_not_cut_off(shown: Conversation) -> None:
    shown.view.resize(420, 500)
    shown.transcript.add_question(Question("x" * 900))
    message = shown.done(f"{'y' * 900}\n\n```\n{'z' * 900}\n```\n\n|{'t' * 300}|b|\n|-|-|\n")
    for text in (shown.view.message(0).findChildren(type(message.fold.text))[0], message.body):
        assert text.document().size().width() <= text.viewport().width()
        assert text.document().size().height() <= text.viewport().height() + 1


# --- looks -------------------------------------------------------------------------------


@pytest.mark.styled
def test_a_question_is_on_the_right_and_as_wide_as_needed(shown: Conversation) -> None:
    shown.transcript.add_question(Question("hi"))
    shown.transcript.add_question(Question("many words " * 60))
    short, long = shown.view.message(0), shown.view.message(1)
    assert isinstance(short, UserMessage) and isinstance(long, UserMessage)
    assert short.bubble.width() < 60
    assert short.bubble.geometry().right() == long.bubble.geometry().right() == short.width() - 1
    assert long.bubble.width() <= 0.85 * long.width()
    assert pixel_at(short.bubble, 8, 8) == theme.LIGHT.user


@pytest.mark.styled
def test_images_are_above_the_question(shown: Conversation) -> None:
    shown.transcript.add_question(Question("look", (green_photo(), green_photo(MediaKind.VIDEO))))
    message = shown.view.message(0)
    assert isinstance(message, UserMessage)
    image, video = message.attachments
    assert image.geometry().bottom() < message.text.y()
    assert image.accessibleName() == "cat.png"
    whole = {pixel_at(it, x, y) for it in (image, video) for x in (9, 60) for y in (9, 60)}
    assert whole == {"#008000"}, "nothing lies on an image"
    signs = [it.grab(QRect(0, it.height() - 16, 11, 16)).toImage() for it in (image, video)]
    assert signs[0] != signs[1], "a sign beside the length of a video"


@pytest.mark.styled
def test_a_sent_image_is_shown_whole_in_its_own_shape(shown: Conversation) -> None:
    strip = QImage(200, 30, QImage.Format.Format_RGB32)
    strip.fill(QColor("#008000"))
    tall = strip.transformed(QTransform().rotate(90))
    images = tuple(replace(green_photo(), preview=it) for it in (strip, tall, strip))
    shown.transcript.add_question(Question("look", images))
    message = shown.view.message(0)
    assert isinstance(message, UserMessage)
    wide, high, _ = message.attachments
    assert wide.width() > 4 * (wide.height() - 18), "no more than its shape and the caption"
    assert high.height() - 18 > 3 * 24


@pytest.mark.styled
def test_images_in_the_text_are_numbered_there_and_copied_as_numbers(
    shown: Conversation,
) -> None:
    images = (green_photo(), green_photo(MediaKind.VIDEO), green_photo())
    shown.transcript.add_question(Question("Is  like 😀?", images, (0, 3, 9)))
    shown.transcript.add_question(Question("look", images))
    placed, before = shown.view.message(0), shown.view.message(1)
    assert isinstance(placed, UserMessage)
    assert isinstance(before, UserMessage)
    placed.text.selectAll()
    placed.text.copy()
    assert QApplication.clipboard().text() == "Is [2] like [3]😀?"
    names = [it.accessibleName() for it in placed.attachments]
    assert names == ["[1] cat.png", "[2] cat.png", "[3] cat.png"]
    captions = [it.attachments[0].grab(QRect(0, 112, 40, 18)) for it in (placed, before)]
    assert captions[0].toImage() != captions[1].toImage()
    assert before.text.toPlainText() == "look"
    mark = placed.text.document().find("[2]")
    assert mark.charFormat().foreground().color().name() == theme.LIGHT.accent
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, Qt.ColorScheme.Dark)
    mark = placed.text.document().find("[2]")
    assert mark.charFormat().foreground().color().name() == theme.DARK.accent
    assert placed.text.toPlainText() == "Is [2] like [3]😀?"


@pytest.mark.styled
def test_images_wrap_to_a_second_row_in_a_narrow_window(shown: Conversation) -> None:
    shown.transcript.add_question(Question("look", (green_photo(), green_photo(), green_photo())))
    message = shown.view.message(0)
    assert isinstance(message, UserMessage)
    assert len({it.y() for it in message.attachments}) == 1
    shown.view.resize(500, 500)
    assert len({it.y() for it in message.attachments}) == 2


@pytest.mark.styled
def test_an_image_is_no_wider_than_a_narrow_pane(shown: Conversation) -> None:
    shown.transcript.add_question(Question("look", (green_photo(),)))
    message = shown.view.message(0)
    assert isinstance(message, UserMessage)
    (image,) = message.attachments
    before = image.size()
    shown.view.resize(220, 400)
    assert message.bubble.x() >= 0
    assert message.bubble.rect().contains(image.geometry())
    middle = image.rect().center()
    assert (
        pixel_at(image, middle.x(), 2)
        == pixel_at(image, middle.x(), image.height() - 21)
        == "#008000"
    )
    shown.view.resize(700, 400)
    assert image.size() == before


@pytest.mark.styled
def test_a_text_that_was_sent_is_a_card_with_its_first_lines(
    shown: Conversation, qtbot: QtBot
) -> None:
    media = Media(MediaKind.TEXT, Path("notes.txt"))
    words = "\n  first\nsecond\n\nthird\n"
    text, other, empty = (
        Attachment(media, QImage(8, 8, QImage.Format.Format_RGB32), "notes.txt", "2 kB", text=it)
        for it in (words, "else", "")
    )
    for each in (text, other, empty):
        shown.transcript.add_question(Question("read", (each,)))
    cards = [shown.view.message(at).findChildren(SentText) for at in range(3)]
    (card,), (another,), (blank,) = cards
    assert card.accessibleName() == "notes.txt"
    assert card.accessibleDescription().startswith("2 kB")
    images = [it.grab().toImage() for it in (card, another, blank)]
    assert images[0] != images[1] != images[2]
    head = card.rect().adjusted(0, 0, 0, -card.height() // 2 - 10)
    assert images[0].copy(head) == images[2].copy(head)
    opened = []
    shown.attachment_requests.opened.connect(opened.append)
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    qtbot.keyClick(another, Qt.Key.Key_Space)
    assert opened == [text, other]


@pytest.mark.styled
def test_the_card_of_a_lost_text_names_it_once(shown: Conversation) -> None:
    said = "notes.txt is no longer there"
    named = Attachment(Media(MediaKind.TEXT, Path("notes.txt")), QImage(), said)
    lost = replace(named, title="notes.txt", caption=said, lost=True)
    for each in (named, lost):
        shown.transcript.add_question(Question("read", (each,)))
    cards = [shown.view.message(at).findChildren(SentText) for at in range(2)]
    (once,), (card,) = cards
    assert card.grab().toImage() == once.grab().toImage()


@pytest.mark.styled
def test_the_theme_can_change_while_text_is_streaming(shown: Conversation, qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    message = shown.reply("```\nx\n```\n\nend")
    qtbot.waitUntil(lambda: "end" in message.body.toPlainText())
    y = int(message.body.copy_area().top()) + 8
    assert pixel_at(message.body, 300, y) == theme.LIGHT.code
    theme.apply(app, Qt.ColorScheme.Dark)
    assert pixel_at(message.body, 300, y) == theme.DARK.code
    shown.more(" of it")
    shown.finish()
    assert message.body.toPlainText() == "x\nend of it"

    def color() -> str:
        return message.body.document().find("end").charFormat().foreground().color().name()

    qtbot.waitUntil(lambda: color() == theme.DARK.text)
    # The body is as high as its text a moment later.
    qtbot.waitUntil(lambda: pixel_at(message.body, 300, y) == theme.DARK.code)
    assert message.body.toPlainText() == "x\nend of it"


@pytest.mark.styled
def test_only_visible_turns_of_thousands_are_written(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is written once, and not again when the window is resized."""
    written = []
    for name in ("append", "rewrite"):
        method = getattr(MarkdownDocument, name)

        def counted(document: MarkdownDocument, *text: str, method=method) -> None:
            written.append(document)
            method(document, *text)

        monkeypatch.setattr(MarkdownDocument, name, counted)
    transcript = Transcript()
    for number in range(2500):
        transcript.add_question(Question(f"question {number}"))
        transcript.add(Turn("assistant", "Some **text**.\n\n- a\n- b\n\n```\ncode\n```\n"))
    view = ConversationView(transcript, MessageRequests(), AttachmentRequests())
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    assert 0 < len(written) == len(set(written)) < 20
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum() > 100_000
    qtbot.waitUntil(lambda: not pacer().running)
    assert len(written) == len(set(written)) < 30


@pytest.mark.parametrize("text", ["How many stars are there?", "Which way does it move?"])
def test_a_question_of_one_line_has_the_height_of_one_line(qtbot: QtBot, text: str) -> None:
    requests = AttachmentRequests()
    short, other = (UserMessage(Turn("user", it), requests) for it in ("Hi", text))
    qtbot.addWidget(short)
    qtbot.addWidget(other)
    assert other.height_for(700) == short.height_for(700)


def test_a_copy_on_the_clipboard_does_not_crash_the_exit() -> None:
    """Runs in its own process, because the clipboard is cleared after the interpreter has ended."""
    script = """
from PySide6.QtWidgets import QApplication
from ui.conversation.message_body import MessageBody
application = QApplication([])
body = MessageBody()
body.append_markdown("**bold** text")
body.finish()
body.selectAll()
body.copy()
print(application.clipboard().text())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "bold text\n"), done.stderr


def test_a_hidden_view_keeps_only_the_messages_that_were_in_sight(shown: Conversation) -> None:
    for number in range(40):
        shown.done(f"answer {number}")
    value, column = shown.bar.value(), shown.view.column
    seen = set(column.range(value, value + column.height()))
    assert len(column.live) > len(seen)
    shown.view.hide()
    assert set(column.live) == seen
    shown.view.show()
    assert shown.bar.value() == value


def test_an_open_menu_stays_while_its_message_is_carried_out_of_sight(shown: Conversation) -> None:
    menu = shown.done("an answer").footer.copy_menu()
    menu.popup(QPoint())
    shown.done(LONG)
    shown.view.show_changes()
    assert sorted(shown.view.column.live) == [0, 1]
    menu.close()
    shown.done("the end")
    assert sorted(shown.view.column.live) == [1, 2]


def test_the_focus_stays_in_the_view_when_its_message_is_replaced(
    shown: Conversation, qtbot: QtBot
) -> None:
    shown.view.activateWindow()
    for _ in range(2):
        shown.transcript.add_question(Question("a question"))
        shown.done(LONG)
    qtbot.waitUntil(lambda: shown.bar.maximum() > 2000)
    shown.view.scroll_to(2)
    shown.view.message(2).setFocus()
    shown.transcript.branch_after(1)
    shown.transcript.add_question(Question("another question"))
    assert shown.view.hasFocus()
    turns, live = shown.transcript.turns, shown.view.column.live
    assert all(message.turn is turns[index] for index, message in live.items())
