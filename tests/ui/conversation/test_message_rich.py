"""Formulas, coloured code, tables, tasks and images of an answer, and what is copied of them."""

import random
from pathlib import Path

import pytest
from markdown_it.token import Token
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QTextCursor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.messages import Media, MediaKind
from tests.kit.markdown_texts import (
    Rendered,
    assert_same,
    blocks,
    cut_at_random,
    fragments,
    let_finish,
)
from ui.conversation import message_body
from ui.conversation.message_body import MessageBody
from ui.look import theme
from ui.look.appearance import Appearance
from ui.markdown import markdown_units
from ui.markdown.copied_text import plain_text
from ui.markdown.math_images import LONGEST
from ui.markdown.named_images import image_finder
from ui.state.attachment import Attachment

MIXED = """Energy is $E=mc^2$ and \\(a_1\\).

$$
\\frac{a}{b}
$$

```python
def f(x):  # why
    return "x"
```

| a | b |
|---|---|
| $x$ | 2 |

- one
- two **bold**

end"""


def colors_of(rendered: Rendered, text: str) -> dict[str, str]:
    pieces = fragments(rendered.block(text))
    return {words.strip(): style.foreground().color().name() for words, style in pieces}


@pytest.fixture
def body(qtbot: QtBot) -> MessageBody:
    made = MessageBody()
    qtbot.addWidget(made)
    made.resize(600, 800)
    made.show()
    return made


def written(body: MessageBody, text: str, qtbot: QtBot) -> MessageBody:
    body.append_markdown(text)
    body.finish()
    qtbot.waitUntil(lambda: not body.pending)
    let_finish(qtbot)
    qtbot.waitUntil(lambda: not body.pending)
    return body


# --- formulas --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("a $x^2$ b", ["$x^2$"]),
        ("\\(y_1\\) and \\[ z \\]", ["\\(y_1\\)", "\\[ z \\]"]),
        ("$$\na\n- b\n$$\n", ["$$\na\n- b\n$$"]),
        ("from\n\\[\nq\n\\]\non", ["\\[\nq\n\\]"]),
        ("the $n$th", ["$n$"]),
        ("it is $5", []),
        ("from $5 to $10 a month", []),
        ("$5 and 10$ more", []),
        ("US$5, A$6 and $1,000", []),
        ("$HOME and $PATH", []),
        ("`$x$` and ``\\(y\\)``", []),
        ("```\n$x$\n```", []),
        ("\\$x$ and $ y $", []),
        ("not closed $x + y", []),
        ("$$\nnot closed", []),
    ],
)
def test_formulas_are_distinguished_from_prices_and_code(
    qtbot: QtBot, text: str, formulas: list[str]
) -> None:
    Rendered(text).finish()
    let_finish(qtbot)
    assert Rendered(text).finish().images() == formulas


def test_a_formula_is_text_until_it_is_closed_and_drawn(qtbot: QtBot) -> None:
    shown = Rendered("so $\\beta_7").follow()
    assert shown.text == "so $\\beta_7"
    shown.message.append("$ it is")
    assert shown.text == "so $\\beta_7$ it is"
    let_finish(qtbot)
    assert shown.text == "so \ufffc it is"
    assert shown.images() == ["$\\beta_7$"]


def test_late_formulas_give_the_same_document(qtbot: QtBot) -> None:
    text = "> $\\gamma_{8}$ a\n\n" + MIXED + "\n\n```js\nlet late;\n```\n\n$$\\delta^{9}$$\n\nlast"
    late = Rendered(*cut_at_random(text, random.Random(1))).follow().finish()
    half = Rendered(text[: len(text) // 2]).follow()
    let_finish(qtbot)
    half.message.append(text[len(text) // 2 :])
    half.finish()
    let_finish(qtbot)
    whole = Rendered(text).finish()
    assert "$\\gamma_{8}$" in whole.images()
    assert_same(late, whole)
    assert_same(half, whole)


def test_an_undrawable_formula_stays_text(qtbot: QtBot) -> None:
    sources = ["$\\ce{H2O}$", "$\\frac{$", f"${'x' * (LONGEST + 1)}$"]
    for source in sources:
        shown = Rendered(f"a {source} b").follow().finish()
        let_finish(qtbot)
        assert shown.text == f"a {source} b"


@pytest.mark.styled
def test_a_formula_is_on_the_baseline_of_its_text(body: MessageBody, qtbot: QtBot) -> None:
    """The formula shares the baseline of the text."""
    written(body, "x $x$", qtbot)
    line = body.document().begin().layout().lineAt(0)
    image = body.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    ratio = image.devicePixelRatio()
    split = round(line.naturalTextWidth() * ratio / 2)

    def bottom(left: int, right: int) -> int:
        dark = [
            y
            for y in range(image.height())
            if any(image.pixelColor(x, y).lightness() < 130 for x in range(left, right))
        ]
        return max(dark)

    assert abs(bottom(0, split) - bottom(split, split + round(15 * ratio))) <= 1 * ratio


@pytest.mark.styled
def test_formulas_follow_the_color_of_the_theme(
    body: MessageBody, qtbot: QtBot, qapp: QApplication
) -> None:
    written(body, "$x^2$", qtbot)

    def names() -> list[str]:
        return [f.toImageFormat().name() for _, f in fragments(body.document().begin())]

    light = names()
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert light[0].split(":")[2] == theme.LIGHT.text
    qtbot.waitUntil(lambda: theme.DARK.text in names()[0].split(":"))


@pytest.mark.styled
def test_a_hidden_answer_gets_the_new_colors_when_shown(
    body: MessageBody, qtbot: QtBot, qapp: QApplication
) -> None:
    written(body, "plain words", qtbot)

    def color() -> str:
        (found,) = [format_ for _, format_ in fragments(body.document().begin())]
        return found.foreground().color().name()

    body.hide()
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert color() == theme.LIGHT.text
    body.show()
    assert color() == theme.DARK.text
    theme.apply(qapp, Qt.ColorScheme.Light)
    qtbot.waitUntil(lambda: color() == theme.LIGHT.text)


@pytest.mark.styled
def test_code_within_a_line_grows_with_the_zoom(qapp: QApplication) -> None:
    def sizes() -> list[int]:
        shown = Rendered("words and `code`").finish()
        found = fragments(shown.document.begin())
        return [format_.font().pixelSize() for _, format_ in found]

    usual = sizes()
    theme.wear(qapp, Appearance(zoom=200))
    assert sizes() == [2 * size for size in usual]


def test_the_focused_code_card_keeps_the_focus_while_the_text_is_written_again(
    qtbot: QtBot, qapp: QApplication, body: MessageBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 60
    written(body, "".join(f"text\n\n```python\nx = {i}\n```\n\n" for i in range(count)), qtbot)
    for _ in range(count):
        QTest.keyClick(body, Qt.Key.Key_Tab)
    # A slice writes as little as it can.
    monkeypatch.setattr(message_body, "_SLICE", 0)
    with qtbot.waitSignal(body.grown):
        theme.wear(qapp, Appearance(zoom=200))
    assert body.code_count() < count
    body.grab()
    QTest.keyClick(body, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not body.pending)
    QTest.keyClick(body, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text() == f"x = {count - 1}"


@pytest.mark.styled
def test_the_view_is_notified_of_a_late_formula(body: MessageBody, qtbot: QtBot) -> None:
    with qtbot.waitSignal(body.grown):
        body.append_markdown("wait $\\frac{\\epsilon}{11}$")
    before = body.heightForWidth(600)
    with qtbot.waitSignal(body.grown):
        let_finish(qtbot)
    assert body.heightForWidth(600) != before


# --- code ------------------------------------------------------------------------------------


def test_code_highlighting_spans_lines(qtbot: QtBot) -> None:
    text = '```python\ndef f():\n    """first\n    second"""\n    return 1\n```\n'
    Rendered(text)
    let_finish(qtbot)
    shown = Rendered(*text).finish()
    colors = theme.LIGHT
    assert colors_of(shown, "def f():")["def"] == colors.keyword
    assert colors_of(shown, "def f():")["f"] == colors.function
    assert colors_of(shown, '    second"""') == {'second"""': colors.string} or (
        set(colors_of(shown, '    second"""').values()) == {colors.string}
    )
    assert colors_of(shown, "    return 1")["1"] == colors.number


def test_a_comment_continues_on_the_next_line(qtbot: QtBot) -> None:
    text = '```c\nint a; /* one\ntwo */ int b;\nchar *s = "/*";\nint c;\n```\n'
    Rendered(text)
    let_finish(qtbot)
    shown = Rendered(text).finish()
    assert colors_of(shown, "two */ int b;")["two */"] == theme.LIGHT.comment
    assert colors_of(shown, "int c;")["int"] == theme.LIGHT.type


@pytest.mark.parametrize("language", ["", "nonsense", "text", "x" * 5000, "../../etc"])
def test_code_of_no_known_language_is_plain(qtbot: QtBot, language: str) -> None:
    shown = Rendered(f"```{language}\ndef f(): pass\n```\n").follow().finish()
    let_finish(qtbot)
    assert set(colors_of(shown, "def f(): pass").values()) == {theme.LIGHT.text}


def test_a_very_long_line_is_plain_and_copied_whole(body: MessageBody, qtbot: QtBot) -> None:
    code = "x = '" + "a" * 9000 + "'\n\ny = 2"
    written(body, f"```python\n{code}\n```\n", qtbot)
    assert body.code(0) == code


def test_the_code_of_an_open_fence_can_be_copied(body: MessageBody) -> None:
    body.append_markdown("a\n\n```sh\nls\n\nec")
    body.append_markdown("ho")
    assert body.code(0) == "ls\n\necho"


def test_code_is_copied_by_keyboard(body: MessageBody, qtbot: QtBot) -> None:
    written(body, "a\n\n```\none\n```\n\n```\ntwo\n```\n", qtbot)
    body.setFocus(Qt.FocusReason.TabFocusReason)
    places = QSignalSpy(body.revealed)
    qtbot.keyClick(body, Qt.Key.Key_Tab)
    qtbot.keyClick(body, Qt.Key.Key_Tab)
    qtbot.keyClick(body, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text() == "two"
    assert places.count() == 2
    qtbot.keyClick(body, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(body, Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == "one"


# --- tables, tasks, images -----------------------------------------------------------------


def test_rows_become_final_one_by_one(qapp: QApplication) -> None:
    shown = Rendered("|a|b|\n|-|-|\n" + "".join(f"|{i}|x|\n" for i in range(200)))
    shown.document.documentLayout()
    changed: list[int] = []
    shown.document.contentsChange.connect(lambda start, removed, added: changed.append(start))
    shown.message.append("|la")
    shown.message.append("st|y|\n|n")
    assert min(changed) >= shown.block("190").position()
    assert "last" in shown.text and shown.block("n").isValid()


def test_a_long_table_has_the_same_columns_everywhere(qapp: QApplication) -> None:
    shown = Rendered("|a|b|\n|-|-|\n" + "".join(f"|{i}|{'word ' * i}|\n" for i in range(60)))
    tables = {
        table.firstPosition(): table.format().columnWidthConstraints()
        for block in blocks(shown.finish().document)
        if (table := QTextCursor(block).currentTable())
    }
    first, *others = tables.values()
    assert len(others) == 3
    assert len(first) == 2 and all(it == first for it in others)


def test_tasks_have_boxes(qapp: QApplication) -> None:
    shown = Rendered("- [ ] a\n- [x] **b**\n- c\n- [x](u)\n").finish()
    assert shown.text.split("\n")[:3] == ["☐\ta", "☑\tb", "•\tc"]


def attachment(title: str, color: str) -> Attachment:
    preview = QImage(64, 48, QImage.Format.Format_RGB32)
    preview.fill(QColor(color))
    return Attachment(Media(MediaKind.IMAGE, Path("/none.png")), preview, title, "64 × 48")


@pytest.mark.styled
@pytest.mark.parametrize(
    ("target", "color"),
    [
        ("cat.png", "#ff0000"),
        ("my%20dog.jpg", "#0000ff"),
        ("<my dog.jpg>", "#0000ff"),
        ("attachment:2", "#0000ff"),
        ("<image 1>", "#ff0000"),
        ("image_1", "#ff0000"),
    ],
)
def test_images_of_the_conversation_are_shown(
    body: MessageBody, qtbot: QtBot, target: str, color: str
) -> None:
    there = [attachment("cat.png", "#ff0000"), attachment("my dog.jpg", "#0000ff")]
    body.set_images(image_finder(lambda: there))
    written(body, f"![it]({target})", qtbot)
    at = body.cursorRect().center() + QPoint(10, -5)
    assert body.grab().toImage().pixelColor(body.mapFrom(body, QPoint(10, 20))).name() == color, at


@pytest.mark.parametrize("target", ["image3", "other.png", "file:///etc/passwd", "0", "9999999"])
def test_other_images_are_their_text(body: MessageBody, qtbot: QtBot, target: str) -> None:
    body.set_images(image_finder(lambda: [attachment("cat.png", "#ff0000")]))
    written(body, f"![it]({target})", qtbot)
    assert body.toPlainText() == "it"


# --- copying ---------------------------------------------------------------------------------


def select(body: MessageBody, first: str, last: str) -> None:
    document = body.document()
    cursor = document.find(first)
    start = cursor.selectionStart()
    end = document.find(last).selectionEnd()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    body.setTextCursor(cursor)


def test_a_full_copy_equals_the_source(body: MessageBody, qtbot: QtBot) -> None:
    written(body, MIXED, qtbot)
    body.selectAll()
    data = body.createMimeDataFromSelection()
    assert bytes(data.data("text/markdown").data()).decode() == MIXED == body.markdown()
    assert data.text() == body.selected_text()


def test_a_copy_as_text_parses_the_answer_once(
    body: MessageBody, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(body, "- **a**", qtbot)
    parse, parsed = markdown_units._PARSER.parse, []

    def counted(text: str, env: dict[str, object]) -> list[Token]:
        parsed.append(text)
        return parse(text, env)

    monkeypatch.setattr(markdown_units._PARSER, "parse", counted)
    data = body.whole_data()
    assert data.text() == "- a" and "<strong>a</strong>" in data.html()
    assert parsed == ["- **a**"]


def test_selected_text_has_formulas_and_cells(body: MessageBody, qtbot: QtBot) -> None:
    written(body, MIXED, qtbot)
    body.selectAll()
    assert body.selected_text() == (
        "Energy is $E=mc^2$ and \\(a_1\\).\n$$\n\\frac{a}{b}\n$$\n"
        'def f(x):  # why\n    return "x"\na\tb\n$x$\t2\n•\tone\n•\ttwo bold\nend'
    )


def test_whole_units_are_copied_as_markdown_and_parts_as_text(
    body: MessageBody, qtbot: QtBot
) -> None:
    written(body, MIXED, qtbot)
    select(body, "one", "bold")
    assert body.selected_markdown() == "one\n\n- two **bold**"
    select(body, "return", "two")
    assert body.selected_markdown() == (
        'return "x"\n\n| a | b |\n|---|---|\n| $x$ | 2 |\n\n- one\n\n•\ttwo'
    )
    select(body, "bol", "bol")
    assert body.selected_markdown() == "bol" == body.selected_text()


def test_a_selection_survives_later_text(body: MessageBody, qtbot: QtBot) -> None:
    body.append_markdown("first $\\zeta_{12}$ words\n\nsecond")
    select(body, "words", "words")
    body.append_markdown(" and more")
    let_finish(qtbot)
    assert body.selected_text() == "words"


def test_the_pixel_ratio_of_the_screen_is_that_of_the_images(
    body: MessageBody, qtbot: QtBot
) -> None:
    written(body, "$x^2$", qtbot)
    body.event(QEvent(QEvent.Type.DevicePixelRatioChange))
    (_, style), *_ = fragments(body.document().begin())
    assert style.toImageFormat().name().endswith(f":{body.devicePixelRatioF():g}")
    assert plain_text(body.document()) == "$x^2$"


# --- quotes ----------------------------------------------------------------------------------


@pytest.mark.styled
@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("> quote", [0]),
        ("> \u0645\u0631\u062d\u0628\u0627", [-3]),
        ("> quote\n> > inside", [0, 16]),
        ("> \u0645\u0631\u062d\u0628\u0627\n> > \u0645\u0631\u062d\u0628\u0627", [-3, -19]),
    ],
)
def test_the_bar_of_a_quote_stands_where_its_text_begins(
    body: MessageBody, qtbot: QtBot, text: str, places: list[int]
) -> None:
    written(body, text, qtbot)
    last = body.document().lastBlock()
    line = body.document().documentLayout().blockBoundingRect(last)
    image, width = body.viewport().grab().toImage(), body.viewport().width()
    ratio, y = image.devicePixelRatio(), line.center().y()
    for x in (theme.px(at) if at >= 0 else width - 3 - theme.px(-3 - at) for at in places):
        found = image.pixelColor(round((x + 1.5) * ratio), round(y * ratio))
        assert found == QColor(theme.colors().hover)
