"""However a text arrives, the document is that of the whole text, and nothing in it can act."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from tests.kit.markdown_texts import (
    Rendered,
    assert_same,
    assert_same_when_cut,
    blocks,
    fragments,
    structure,
)
from ui.look import theme
from ui.markdown.block_writer import MarkKind
from ui.markdown.copied_text import plain_text
from ui.markdown.markdown_document import MarkdownDocument

SAMPLES = {
    "prose": "# Title\n\n*Text* with **bold**, `code` and ~~gone~~.\nNext line\\\nhard.\n\nEnd",
    "lists": "3. a\n4. b\n   - nested\n     - deeper\n\n   more of b\n5. c\n\n- x\n-\n- y\n\nend",
    "list code": "1. do\n   ```sh\n   ls\n   ```\n2. then\n\n       indented\n3. done",
    "fences": "```python\nx = 1\n\n---\n```\nafter\n~~~\n```\n~~~\n```\n```\nlast",
    "open fence": "text\n```js\nlet a = '<b>&amp;';\n\n  b()",
    "code": "para\n\n    first\n\n    second\n\nend",
    "quotes": "> one\n> two\n\n>\n\n> > deep\n> - item\n\n> ```\n> code\n",
    "tables": "a|b\n-|:-:\n1|**2**\n3\n\n|x|\n|-|\n\nmid\n|y|\n|-|\n|`z`|\n",
    "rules": "a\n\n---\n\n***\nb\n___",
    "setext": "a\n===\nb\n---\nc\n-\n- d\n---",
    "links": "[a](https://x.y/?a=1&b=2) <https://z.w> [r] [s][r]\n\n[r]: https://late.org 'T'\n",
    "split definition": "one [q] two\n\n[q]:\nhttps://q.example\n\nthree [q]\n[w]: <b\nx>",
    "bare links": "See https://x.y/a_b?c=1, **http://z.w** (https://v.u/w_(x)).\n- https://t.s\n",
    "no definition": "a [r]\n\nb\n\n|c|\n|-|\n\n[r]: https://u.x 'a|b'\n-|-\n[r]|d\n",
    "a table instead": "[r]:||\n-|-\n",
    "no longer one": "a [r]\n\nb\n\n[r]: https://u.x 'a|b'\n-|-\n",
    "footnotes": "a[^1] b[^2]\n[^1]: one\nmore\n[^2]: https://x.y\n\n> [^3]: c\n\n[^n]: d\n",
    "footnotes below": "> a\n[^1]: b\n\n|c|\n|-|\n|d|\n[^2]: e\n\n- f\n[^3]: g\n",
    "footnote blocks": "[^1]: a\n\n    b\n\n    - c\n\n> [^2]: d\n>\n>     e\n\n    code\n",
    "html": "<b>bold</b> & <script>alert(1)</script>\n<div>\n\n<img src=x>\n",
    "odd": "a\r\nb\x00\x0b\x0c\u2029c\ufdd0d\ufdd1e\ufffc\u2028f \u00a0\U0001f600\ud800",
    "numbers": "1986\\. A year\n\n1986. A list\n1. next\n\n2) other\n\n007. bond\n- dash\n0. zero",
    "nothing": "",
    "markers": "**\n\n#\n\n- \n\n>\n\n```",
    "tasks": "- [ ] open\n- [x] *done*\n  - [X] in\n- [ ]\n- [x]no\n1. [ ] first\n",
    "formulas": "a $x^2$ b\n$$\nx\n- y\n$$\nc \\(z\\) \\[ q \\]\n\n\\[\nw\n\n\\]\n",
    "more formulas": "- $$k$$\n- $5 and $6\n\n> $$\n> a\n> $$\n> b\n\n$$$ $$x$$ y\n",
    "open formula": "text\n$$\na\n- b\n",
    "table after text": "say\n|a|b|\n|-|-|\n|1|2|\nstill a row\n> no row\n\n|c|\n|-|\n",
    "many rows": "|a|b|\n|-|-|\n"
    + "".join(f"|{i}|{'x' * (i % 9)}|\n" for i in range(50))
    + "\nend",
    "right to left": "- \u05e9\u05dc\u05d5\u05dd\n  1. **\u05e2\u05d5\u05dc\u05dd** a\n- b\n"
    "\n> \u0645\u0631\u062d\u0628\u0627\n",
    "right to left table": "|# \u05d0|**b**|\n|-|-|\n"
    + "".join(f"|{i}|{'x' * (i % 9)}|\n" for i in range(30))
    + "\nend",
    "item or table": "-\n- a | b\n-|-\n\\[\n",
    "two tables": "|a|\n|-|\n|1|\n\n|b|\n|-|\n|2|\n",
}
LONG = {
    "long line": "word " * 4000,
    "long code line": "```\n" + "x" * 5000 + "\n" + "y" * 4000 + "\nz\n```\n",
    "long item": "- a\n" + "  more of it\n" * 1500 + "- b\n",
    "too deep": "> " * 60 + "a\n" + "> " * 60 + "b\n\nend",
    "too wide": "|a" * 100 + "|\n" + "|-" * 100 + "|\n|x|\n",
}
_SYNTAX = ["`", "``", "```", "~~~", "\n", "\n\n", "- ", "1. ", "> ", "# ", "|", "|-|\n", "**", "_"]
_SYNTAX += [
    "    ",
    "  ",
    "a",
    "word ",
    "[x]",
    "[x]: /u\n",
    "https",
    "://",
    "[^1]",
    "[^1]: ",
    "](",
    "![",
    "<b>",
    "&amp;",
    "\\",
    "---\n",
]


def changes(document: QTextDocument) -> list[int]:
    """Collect the position of each change from now on; every layout adds one."""
    starts: list[int] = []
    document.documentLayout()
    document.contentsChange.connect(lambda start, removed, added: starts.append(start))
    return starts


@pytest.mark.parametrize("name", SAMPLES)
def test_the_document_does_not_depend_on_the_chunks(qapp: QApplication, name: str) -> None:
    for seed in range(3):
        assert_same_when_cut(SAMPLES[name], random.Random(seed))


@pytest.mark.parametrize("name", LONG)
def test_the_document_does_not_depend_on_chunks_inside_blocks(
    qapp: QApplication, name: str
) -> None:
    text, whole = LONG[name], Rendered(LONG[name]).finish()
    for size in (1000, 333):
        pieces = (text[at : at + size] for at in range(0, len(text), size))
        assert_same(Rendered(*pieces).finish(), whole)


def test_random_markup_does_not_depend_on_the_chunks(qapp: QApplication) -> None:
    for seed in range(40):
        chance = random.Random(seed)
        assert_same_when_cut("".join(chance.choices(_SYNTAX, k=40)), chance)


@pytest.mark.parametrize(
    "line", ["- item {} *x*\n", "1. item {}\n", "  - nested {}\n", "line {}\n"]
)
def test_unfinished_text_is_shown_completely(qapp: QApplication, line: str) -> None:
    shown = Rendered("- top\n", *(line.format(number) for number in range(30)))
    assert all(f" {number}" in shown.text for number in range(30))


def test_finished_blocks_are_not_written_again(qapp: QApplication) -> None:
    shown = Rendered("first\n\nsecond\n")
    starts = changes(shown.document)
    shown.message.append("grows")
    shown.message.append("\n\n- one\n- two")
    assert len(starts) == 2
    assert min(starts) >= len("first")


def test_an_open_fence_only_changes_its_last_line(qapp: QApplication) -> None:
    shown = Rendered("```\n" + "a line\n" * 50 + "the la")
    starts = changes(shown.document)
    shown.message.append("st")
    line_before = shown.block("the last").position() - len("a line\n")
    assert [start >= line_before for start in starts] == [True]


def test_angle_brackets_and_ampersands_are_text(qapp: QApplication) -> None:
    assert Rendered("a < b && <b>c</b> <!-- d -->").finish().text == "a < b && <b>c</b> <!-- d -->"


def test_an_unclosed_fence_keeps_its_code(qapp: QApplication) -> None:
    shown = Rendered("so:\n```python\nif a < b:\n    pass").finish()
    assert shown.text == "so:\nif a < b:\n    pass"


def test_code_has_one_block_per_line_and_its_language(qapp: QApplication) -> None:
    shown = Rendered("```python title\nx = 1\n\ny = 2\n```\nafter").finish()
    assert [block.text() for block in blocks(shown.document)] == ["x = 1", "", "y = 2", "after"]
    (card,) = shown.message.marks
    assert (card.kind, card.label) == (MarkKind.CODE, "python title")
    assert (card.first, card.last) == (0, shown.block("y = 2").position())


def test_lists_keep_their_numbers_and_depth(qapp: QApplication) -> None:
    shown = Rendered(*"3. three\n3. four\n   - in\n\n1) other\n").finish()
    assert shown.text.split("\n") == ["3.\tthree", "4.\tfour", "◦\tin", "1)\tother"]
    margins = [block.blockFormat().leftMargin() for block in blocks(shown.document)]
    assert margins[0] == margins[1] == margins[3] < margins[2]


@pytest.mark.parametrize("item", ["- ", "12. ", "- [x] ", "- a\n  - ", "> - "])
def test_list_items_from_right_to_left_are_not_cut_off(qapp: QApplication, item: str) -> None:
    rendered = Rendered(f"{item}\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd\n").finish()
    rendered.document.setTextWidth(400)
    last = rendered.document.lastBlock()
    rendered.document.documentLayout().blockBoundingRect(last)
    line = last.layout().lineAt(0)
    marker = last.text().index("\t")
    # The stubs do not know that these are pairs.
    right = line.cursorToX(0)[0]  # pyright: ignore[reportIndexIssue]
    text = line.cursorToX(marker + 1)[0]  # pyright: ignore[reportIndexIssue]
    assert right <= 400
    assert text == pytest.approx(400 - last.blockFormat().rightMargin(), abs=0.1)


_HEBREW_ROWS = ("\u05d0\u05d7\u05d3", "\u05e9\u05ea\u05d9\u05d9\u05dd"), ("x", "1")
_HEBREW_TABLE = "|{}|{}|\n|-|-|\n|{}|{}|\n".format(*_HEBREW_ROWS[0], *_HEBREW_ROWS[1])


@pytest.mark.parametrize("before", ["", "> "])
def test_a_table_from_right_to_left_begins_at_the_right(qapp: QApplication, before: str) -> None:
    lines = _HEBREW_TABLE.splitlines()
    shown = Rendered(*"".join(f"{before}{line}\n" for line in lines)).finish()
    shown.document.setTextWidth(400)
    layout = shown.document.documentLayout()
    table = QTextCursor(shown.block("x")).currentTable()
    edge = 400 - table.format().rightMargin()
    for row in _HEBREW_ROWS:
        first, second = (layout.blockBoundingRect(shown.block(it)) for it in row)
        assert first.right() == pytest.approx(edge, abs=10)
        assert first.left() > second.right()
    assert (table.format().rightMargin() > 0) == bool(before)
    assert shown.block("1").blockFormat().alignment() & Qt.AlignmentFlag.AlignRight


def test_a_table_from_right_to_left_is_copied_in_reading_order(qapp: QApplication) -> None:
    shown = Rendered(f"a\n\n{_HEBREW_TABLE}\nb").finish()
    rows = "\n".join("\t".join(row) for row in _HEBREW_ROWS)
    assert plain_text(shown.document) == f"a\n{rows}\nb"


def test_a_column_to_the_right_is_there_also_with_text_from_right_to_left(
    qapp: QApplication,
) -> None:
    shown = Rendered("|a|\n|-:|\n|\u05d0|\n").finish()
    shown.document.setTextWidth(400)
    block = shown.block("\u05d0")
    shown.document.documentLayout().blockBoundingRect(block)
    line = block.layout().lineAt(0)
    assert line.naturalTextRect().right() == pytest.approx(line.rect().right(), abs=1)


def test_inline_styles_are_applied(qapp: QApplication) -> None:
    shown = Rendered("# Big\n**b** *i* ~~s~~ `c`").finish()
    heading, line = blocks(shown.document)
    assert heading.blockFormat().headingLevel() == 1
    styles = dict(fragments(line))
    assert styles["b"].fontWeight() > styles["i"].fontWeight()
    assert styles["i"].fontItalic() and styles["s"].fontStrikeOut()
    assert styles["c"].fontFamilies() == [theme.MONO]


def test_line_breaks_of_the_model_are_kept(qapp: QApplication) -> None:
    assert Rendered("roses\nviolets  \nend").finish().text == "roses\nviolets\nend"


def test_a_table_has_its_cells_and_alignment(qapp: QApplication) -> None:
    shown = Rendered(*"|a|b|\n|-|-:|\n|x|1|\n").finish()
    table = QTextCursor(shown.block("x")).currentTable()
    assert (table.rows(), table.columns()) == (2, 2)
    assert shown.block("1").blockFormat().alignment() & Qt.AlignmentFlag.AlignRight


def test_a_cell_breaks_its_lines_at_the_tag_that_models_write_for_it(qapp: QApplication) -> None:
    rows = "|a<BR>b|<br>|`<br>`|\n|-|-|-|\n|**c** <br/> d|e|f|\n"
    shown = Rendered(f"{rows}\nthe <br> tag\n").finish()
    assert "a\u2028b" in shown.document.toRawText()
    text = plain_text(shown.document).strip()
    assert text == "a b\t<br>\t<br>\nc d\te\tf\nthe <br> tag"


def test_a_table_is_as_far_below_a_formula_as_below_text(qapp: QApplication) -> None:
    def top(above: str) -> float:
        document = Rendered(f"{above}\n\n|a|\n|-|\n").finish().document
        [table] = document.rootFrame().childFrames()
        return document.documentLayout().frameBoundingRect(table).top()

    assert top("$$x$$") == pytest.approx(top("x"), abs=1)


def test_only_web_and_mail_addresses_can_be_opened(qapp: QApplication) -> None:
    good = ["https://a.b/c", "http://a.b", "mailto:a@b.c"]
    bad = [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "JaVaScRiPt:x",
        "data:text/html,x",
        "/x",
        "",
    ]
    shown = Rendered(" ".join(f"[t{i}]({it})" for i, it in enumerate(good + bad))).finish()
    assert shown.addresses() == good
    assert shown.text == " ".join(f"t{index}" for index in range(len(good + bad)))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("请看https://a.org/b。", "https://a.org/b"),
        ("見てhttps://a.orgは良い", "https://a.org"),
        ("https://a.org/b是一个", "https://a.org/b"),
        ("https://a.org/b_(c)は", "https://a.org/b_(c)"),
        ("〈https://a.org/b〉", "https://a.org/b"),
        ("https://zh.org/wiki/中文?q=文", "https://zh.org/wiki/中文?q=文"),
        ("https://ja.a.org/wiki/Python入門。", "https://ja.a.org/wiki/Python入門"),
        ("https://例え.jp/佐々木", "https://例え.jp/佐々木"),
        ("https://a.org/?b=1&amp;c=2", "https://a.org/?b=1&c=2"),
    ],
)
def test_a_bare_address_ends_where_it_does_for_people(
    qapp: QApplication, text: str, address: str
) -> None:
    shown = Rendered(text).finish()
    [(found, _)] = [it for it in fragments(shown.document.firstBlock()) if it[1].isAnchor()]
    assert found == address
    assert shown.text == text.replace("&amp;", "&")


def test_images_are_their_alt_text(qapp: QApplication) -> None:
    shown = Rendered(
        "see ![a *big* cat](file:///etc/passwd) and ![dog](https://x.y/d.png)"
    ).finish()
    assert shown.text == "see a big cat and dog"
    formats = [f for block in blocks(shown.document) for _, f in fragments(block)]
    assert not any(f.isImageFormat() for f in formats)


def test_a_link_may_be_defined_after_its_use(qapp: QApplication) -> None:
    shown = Rendered(*"see [this]\n\nmore\n\n[this]: https://a.b\n").finish()
    assert shown.addresses() == ["https://a.b"]


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_link_may_be_defined_in_the_last_line(qapp: QApplication, end: str) -> None:
    text = f"see [this]\n\nmore\n\nstill more\n\n[this]: https://a.b{end}"
    for pieces in ([text], text):
        shown = Rendered(*pieces).finish()
        assert shown.addresses() == ["https://a.b"]
        assert shown.text == "see this\nmore\nstill more"


def test_a_marker_does_not_flash_while_it_may_still_change(qapp: QApplication) -> None:
    shown = Rendered("a paragraph\n-")
    assert shown.text == "a paragraph"
    assert blocks(shown.document)[0].blockFormat().headingLevel() == 0
    shown.message.append(" item")
    assert shown.text == "a paragraph\n•\titem"


@pytest.mark.styled
def test_new_colors_change_nothing_else(qapp: QApplication) -> None:
    source = SAMPLES["tables"] + SAMPLES["fences"]
    shown, half = Rendered(source).finish(), Rendered(source)
    before, before_half = shown.text, half.text
    theme.apply(qapp, Qt.ColorScheme.Dark)
    shown.message.rewrite()
    half.message.rewrite()
    half.message.append("!")
    assert (shown.text, half.text) == (before, before_half + "!")
    assert structure(shown) == structure(Rendered(source).finish())
    color = fragments(shown.block("after"))[0][1].foreground().color().name()
    assert color == theme.DARK.text


def test_two_thousand_items_are_one_change_and_no_list_of_qt(qapp: QApplication) -> None:
    """Qt's lists take time that grows with the square of their items."""
    document = QTextDocument()
    message, changes = MarkdownDocument(document), QSignalSpy(document.contentsChanged)
    message.append("".join(f"- item {number}\n" for number in range(2000)))
    message.finish()
    assert document.blockCount() == 2000
    assert all(block.textList() is None for block in blocks(document))
    assert changes.count() <= 2


def test_a_text_written_again_keeps_the_definitions_of_its_links(qapp: QApplication) -> None:
    text = "[q]: https://again.example\n\none [q]\n\ntwo [q]\n"
    for shown in (Rendered(text).finish(), Rendered(text).finish()):
        assert shown.addresses() == ["https://again.example"] * 2


def test_a_truncated_link_is_complete_after_a_continuation() -> None:
    whole = "see [here][r]\n\n[r]: https://example.org\n"
    at = whole.index("example")
    document = QTextDocument()
    message = MarkdownDocument(document)
    message.append(whole[:at])
    message.finish()
    message.resume()
    message.append(whole[at:])
    message.finish()
    assert "https://example.org" in document.toHtml()
