"""Text made to block the window, or to make it open a file or address."""

import time
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.links import ask_to_open
from tests.kit.markdown_texts import Rendered, assert_same, blocks
from ui.conversation.message_body import MessageBody
from ui.conversation.message_user import UserMessage
from ui.markdown.markdown_document import MarkdownDocument
from ui.markdown.markdown_source import LONGEST_SHOWN, MOST_LINES
from ui.state.requests import AttachmentRequests
from ui.state.turn import Turn
from ui.widgets.text_body import TextBody

HOSTILE = {
    "items": "".join(f"- item {number}\n" for number in range(20_000)),
    "quotes": "> " * 2000 + "a\n",
    "deeper quotes": "".join("> " * number + "a\n" for number in range(2000)),
    "deeper lists": "".join("  " * number + "- a\n" for number in range(500)),
    "a line": "word " * 200_000,
    "a word": "x" * 1_000_000,
    "links": "[a](https://x.y/z) " * 5000,
    "stars": "*" * 10_000,
    "stars and lines": "*_" * 20_000,
    "brackets": "[" * 50_000,
    "pictures": "![" * 25_000,
    "dollars": "$" * 10_000,
    "open formulas": "\\(" * 20_000,
    "open blocks": "$$\n" * 20_000,
    "ticks": "".join("`" * (number % 90) + " " for number in range(2000)),
    "open fence": "```python\n" + "x = f(1) + 'a'\n" * 8000,
    "comments": "```c\n" + "/* " * 30_000,
    "columns": "|a" * 1000 + "|\n" + "|-" * 1000 + "|\n" + "|x" * 1000 + "|\n",
    "rows": "|a|b|\n|-|-|\n" + "|x|y|\n" * 20_000,
    "definitions": "".join(f"[a{number}]: /u{number}\n" for number in range(5000)),
    "tags": "<b>" * 50_000,
    "entities": "&amp;" * 20_000,
}
# work that grew with the square of the text would take hundreds of times that on plain prose
_SECONDS_PER_PROSE = 60


@pytest.fixture(scope="module")
def prose_seconds(qapp: QApplication) -> float:
    """The time of this machine for plain text of the length that is shown."""
    text = ("Some words of an answer. " * 20 + "\n\n") * (LONGEST_SHOWN // 500)
    return _seconds(text)


def _seconds(text: str) -> float:
    shown = Rendered()
    shown.document.setTextWidth(600)
    shown.document.documentLayout()
    begin = time.thread_time()
    shown.message.append(text)
    shown.finish()
    shown.document.size()
    return time.thread_time() - begin


@pytest.mark.parametrize("name", HOSTILE)
def test_work_is_bounded(name: str, prose_seconds: float) -> None:
    assert _seconds(HOSTILE[name]) < _SECONDS_PER_PROSE * max(prose_seconds, 0.05)


def test_work_is_done_in_slices(qapp: QApplication) -> None:
    """A call ends with the piece during which its time runs out."""
    shown = Rendered()
    message = MarkdownDocument(shown.document)
    message.append(HOSTILE["items"], lambda: True)
    sizes = [shown.document.characterCount()]
    while message.pending:
        message.work(lambda: True)
        sizes.append(shown.document.characterCount())
    message.finish()
    steps = [after - before for before, after in pairwise(sizes)]
    assert len(steps) > 10
    assert max(steps) < 5000


def test_the_end_is_shown_even_after_the_time_limit(qapp: QApplication) -> None:
    shown = Rendered("text\n\n```sh\nls")
    shown.message.append(" -l", lambda: True)
    assert not shown.message.pending
    assert shown.text == "text\nls -l"


def test_the_window_responds_while_a_long_text_is_written(qtbot: QtBot) -> None:
    body = MessageBody()
    qtbot.addWidget(body)
    body.resize(600, 400)
    body.append_markdown(HOSTILE["items"])
    body.finish()
    assert body.pending
    qtbot.waitUntil(lambda: not body.pending, timeout=60_000)
    assert f"item {MOST_LINES - 1}" in body.toPlainText()


@pytest.mark.parametrize("name", ["a line", "items", "open fence"])
def test_a_text_that_is_too_long_is_cut_with_a_note(qapp: QApplication, name: str) -> None:
    source = HOSTILE[name]
    shown = Rendered(*(source[at : at + 7000] for at in range(0, len(source), 7000))).finish()
    assert "Only the beginning" in blocks(shown.document)[-1].text()
    assert shown.message.source == source
    assert len(shown.text) < LONGEST_SHOWN + 10_000
    assert_same(shown, Rendered(source).finish())


def test_all_of_a_cut_answer_can_be_copied(qtbot: QtBot) -> None:
    body = MessageBody()
    qtbot.addWidget(body)
    body.append_markdown("line\n" * (MOST_LINES + 10))
    body.finish()
    qtbot.waitUntil(lambda: not body.pending, timeout=60_000)
    body.selectAll()
    body.copy()
    assert body.selected_markdown() == body.plain_text() == "line\n" * (MOST_LINES + 10)
    assert QGuiApplication.clipboard().text() == body.plain_text()


@pytest.mark.parametrize("line", ["x = f(1)", "word " * 40])
def test_all_of_a_cut_code_block_is_copied(qtbot: QtBot, line: str) -> None:
    code = "\n".join([line] * (MOST_LINES + 10))
    body = MessageBody()
    qtbot.addWidget(body)
    body.append_markdown(f"```python\na = 1\n```\n\n```python\n{code}\n```\n\nThe end.")
    body.finish()
    qtbot.waitUntil(lambda: not body.pending, timeout=60_000)
    assert body.cut_off
    assert [body.code(0), body.code(1)] == ["a = 1", code]


def test_a_code_block_of_which_nothing_is_shown_is_copied(qtbot: QtBot) -> None:
    body = MessageBody()
    qtbot.addWidget(body)
    body.append_markdown("\n" * (MOST_LINES - 1) + "```python\na = 1\nb = 2\n```\n")
    body.finish()
    qtbot.waitUntil(lambda: not body.pending, timeout=60_000)
    assert (body.cut_off, body.code(0)) == (True, "a = 1\nb = 2")


def test_all_of_a_cut_question_is_copied_as_its_note_says(qtbot: QtBot) -> None:
    text = "a line\n" * 6000
    message = UserMessage(Turn("user", text), AttachmentRequests())
    qtbot.addWidget(message)
    message.show()
    assert "Select all and copy" in message.text.toPlainText()
    message.select_all()
    message.copy_selected()
    assert QGuiApplication.clipboard().text() == text


def test_a_part_of_a_cut_text_is_copied_alone(qtbot: QtBot) -> None:
    body = TextBody("reasoning", "Reasoning")
    qtbot.addWidget(body)
    body.add_text("a line\n" * 6000)
    cursor = QTextCursor(body.document())
    cursor.setPosition(6, cursor.MoveMode.KeepAnchor)
    body.setTextCursor(cursor)
    assert body.selected_text() == "a line"


def test_plain_text_is_bounded_too(qtbot: QtBot) -> None:
    body = TextBody("reasoning", "Reasoning")
    qtbot.addWidget(body)
    for _ in range(40):
        body.add_text("x" * 10_000)
    assert body.document().characterCount() < 210_000
    assert body.plain_text() == "x" * 400_000
    body.clear()
    body.add_text("a\n" * 20_000)
    assert body.document().blockCount() < 6000


def test_a_long_line_of_plain_text_is_copied_as_one(qtbot: QtBot) -> None:
    body = TextBody("reasoning", "Reasoning")
    qtbot.addWidget(body)
    for _ in range(9):
        body.add_text("y" * 999)
    body.add_text("\nend")
    assert body.plain_text() == "y" * 8991 + "\nend"


def test_excessive_nesting_loses_no_text(qapp: QApplication) -> None:
    shown = Rendered("> " * 300 + "inside\n\n" + "- " * 300 + "item\n\nend").finish()
    assert "inside" in shown.text and "item" in shown.text and shown.text.endswith("end")


# --- links -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "vbscript:x",
        "https:",
        "https:///etc",
        "//evil.example",
        "smb://host/x",
        "mailto:",
        "ftp://a.b/c",
    ],
)
def test_only_web_addresses_are_links(qtbot: QtBot, address: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    assert Rendered(f"[a]({address})").finish().addresses() == []
    ask_to_open(address, window)
    assert not window.findChildren(QMessageBox)


@pytest.mark.parametrize(
    ("link", "host"),
    [
        ("https://good.example@evil.example/x", "evil.example"),
        ("https://good.example:443@evil.example", "evil.example"),
        ("https://аррӏе.com/", "xn--80ak6aa92e.com"),
        ("https://EVIL.example./a", "evil.example."),
    ],
)
def test_the_question_about_a_link_shows_its_host(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, link: str, host: str
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.host()))
    window = QWidget()
    qtbot.addWidget(window)
    (address,) = Rendered(f"[good](<{link}>)").finish().addresses()
    ask_to_open(address, window)
    (box,) = window.findChildren(QMessageBox)
    assert box.text() == f"Open {host} in the browser?"
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert not opened
    box.reject()
    assert not opened


def test_mail_links_keep_only_address_and_subject(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    ask_to_open("mailto:a@b.example?subject=Hi&attach=/etc/passwd&bcc=c@d.example", window)
    (box,) = window.findChildren(QMessageBox)
    assert box.informativeText() == "mailto:a@b.example?subject=Hi"


def test_the_text_of_a_link_cannot_change_direction(qapp: QApplication) -> None:
    assert Rendered("[a\u202eb\u2066c](https://x.example)").finish().text == "abc"


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("pay \u202eeno\u202d two", "pay eno two"),
        ("`\u202ex`", "x"),
        ("pay &#x202E;eno", "pay eno"),
        ("one &#x2029; block&NewLine;&#xFFFC;&#xfdd0;", "one \ufffd block \ufffd\ufffd"),
        ("[![a&#10;b](c.png)](https://x.example)", "a b"),
    ],
)
def test_no_character_changes_the_order_of_text_or_the_blocks(
    qapp: QApplication, markdown: str, text: str
) -> None:
    assert Rendered(markdown).finish().text == text


# --- however it is cut -----------------------------------------------------------------------

_WORDS = "word *it* **bo ld** `c` ` ~~x~~ [a](https://b.c) [r] $x^2$ $5 \\(y\\) ![p](q) <b> &amp;"
_SIGNS = "\\ | \\[ \\] $$ - 1. _ # > [ ]"
_INLINE = st.sampled_from([*_WORDS.split(), *_SIGNS.split(), "  "])
_LINE = st.lists(_INLINE, min_size=1, max_size=6).map(" ".join)
_CODE = st.sampled_from(["x = 1", "", "  y", "```", "$z$", '"""', "/* c"])
_ROW = st.lists(st.sampled_from(["a", "*b*", "$x$", "`c`", ""]), min_size=1, max_size=4).map(
    lambda cells: "|" + "|".join(cells) + "|"
)


def _block(lines: st.SearchStrategy[str], most: int = 4) -> st.SearchStrategy[str]:
    return st.lists(lines, min_size=1, max_size=most).map("\n".join)


_SIMPLE = st.one_of(
    _block(_LINE),
    _LINE.map(lambda line: f"## {line}"),
    _block(_CODE).map(lambda code: f"```python\n{code}\n```"),
    _block(_CODE).map(lambda code: f"~~~\n{code}"),
    _block(_ROW, 30).map(lambda rows: f"|h|k|\n|-|:-:|\n{rows}"),
    _block(_LINE).map(lambda text: f"$$\n{text}\n$$"),
    _block(_LINE).map(lambda text: f"\\[\n{text}"),
    st.sampled_from(["---", "", "[r]: https://late.example", "    indented", "===", "-", "|-|"]),
)
_NESTED = st.recursive(
    _SIMPLE,
    lambda inner: st.one_of(
        inner.map(lambda text: "> " + text.replace("\n", "\n> ")),
        inner.map(lambda text: "- " + text.replace("\n", "\n  ")),
        inner.map(lambda text: "- [x] " + text.replace("\n", "\n  ")),
        inner.map(lambda text: "3. " + text.replace("\n", "\n   ")),
        st.tuples(inner, inner).map("\n".join),
    ),
    max_leaves=4,
)
_TEXT = st.lists(st.tuples(_NESTED, st.sampled_from(["\n", "\n\n"])), max_size=6).map(
    lambda parts: "".join(text + end for text, end in parts)
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=_TEXT, cuts=st.lists(st.integers(1, 40), min_size=1, max_size=12))
def test_no_text_depends_on_the_chunks(qapp: QApplication, text: str, cuts: list[int]) -> None:
    pieces, at, index = [], 0, 0
    while at < len(text):
        size = cuts[index % len(cuts)]
        pieces.append(text[at : at + size])
        at, index = at + size, index + 1
    assert_same(Rendered(*pieces).finish(), Rendered(text).finish())


def test_lines_beyond_the_shown_part_do_not_count() -> None:
    shown = MarkdownDocument(QTextDocument())
    shown.append("x" * LONGEST_SHOWN)
    for _ in range(3):
        shown.append("line\n" * MOST_LINES)
    shown.finish()
    assert shown.cut and shown.text == "x" * LONGEST_SHOWN
