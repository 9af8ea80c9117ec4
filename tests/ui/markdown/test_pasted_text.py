"""The text and the HTML that "Copy answer as text" puts on the clipboard."""

import re

import pytest

from ui.markdown.pasted_text import pasted, pasted_text


def pasted_html(markdown: str) -> str:
    return pasted(markdown)[1]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("# Title\nfirst\n\nsecond\nline", "Title\n\nfirst\n\nsecond\nline"),
        ("- a\n- b\n  - c\n    d\n- e\n\nend", "- a\n- b\n  - c\n    d\n- e\n\nend"),
        ("9. a\n10. b\n    - c", "9. a\n10. b\n    - c"),
        ("- a\n\n  more\n\n- b", "- a\n\n  more\n\n- b"),
        ("- a\n\n1. b\n2. c", "- a\n\n1. b\n2. c"),
        ("0. a\n1. b", "0. a\n1. b"),
        ("1. a\n\n[r]: /u\n\n1. b", "1. a\n\n1. b"),
        ("1. a\n2) b\n3) c", "1. a\n\n2) b\n3) c"),
        ("- a\n+ b", "- a\n\n- b"),
        ("- [x] a\n- [ ] b\n\n1. [x] c", "☑ a\n☐ b\n\n1. ☑ c"),
        ("> a\n>\n> b", "> a\n>\n> b"),
        ("```python\nif a:\n\n    b\n```\nend", "if a:\n\n    b\n\nend"),
        ("| a | b |\n|---|---|\n| *c* | d<br>e |", "a\tb\nc\td e"),
        ("a \\(x^2\\)\n\n$$\ny\n$$\n\n---\n\n`b` **c**", "a \\(x^2\\)\n\n$$\ny\n$$\n\n---\n\nb c"),
        ("[^1]: a\n\n    *b*\n\n    - c\n\nd", "¹ a\n\nb\n\n- c\n\nd"),
        ("H<sub>2</sub>O, 10<sup>-6</sup>, `<sup>1</sup>`", "H₂O, 10⁻⁶, <sup>1</sup>"),
        ("a<sup>N</sup> 2<sup>3</sub>", "a<sup>N</sup> 2<sup>3</sub>"),
        ("", ""),
    ],
)
def test_blocks_and_lists_stay_apart_as_text(markdown: str, text: str) -> None:
    assert pasted_text(markdown) == text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("See [*Link*](https://a.org/b).", "See Link (https://a.org/b)."),
        ("| a |\n|---|\n| [b](https://a.org) |", "a\nb (https://a.org)"),
        ("https://a.org/b and www.a.org", "https://a.org/b and www.a.org"),
        ("**https://a.org**(b) **https://a.org/c*d**", "https://a.org(b) https://a.org/c*d"),
        ("[a.org/b/](https://a.org/b)", "a.org/b/"),
        ("<me@a.org> [me](mailto:me@a.org)", "me@a.org me (mailto:me@a.org)"),
        ("[run](javascript:alert)", "run"),
        ("![far](https://a.org/b.png) ![near](attachment:1)", "far (https://a.org/b.png) near"),
        ("[](https://a.org)", "https://a.org"),
        ("![a\u202eb](https://c.org)", "ab (https://c.org)"),
        ("[![a](https://b.org)](https://c.org)", "a (https://b.org) (https://c.org)"),
    ],
)
def test_a_link_has_its_address_unless_its_words_are_the_address(markdown: str, text: str) -> None:
    assert pasted_text(markdown) == text


def test_text_is_copied_however_deep_its_emphasis_is_nested() -> None:
    assert pasted_text(f"{'**a ' * 500}b{'**' * 500}") == f"{'a ' * 500}b"


def test_html_keeps_lists_and_bold_text_and_names_its_character_set() -> None:
    html = pasted_html("- ä **b**\n- \\(x\\)")
    assert html.startswith('<meta charset="utf-8">')
    assert '<ul dir="auto">\n<li>ä <strong>b</strong></li>\n<li>\\(x\\)</li>\n</ul>' in html


@pytest.mark.parametrize(
    ("markdown", "begins"),
    [
        ("|א|ב|\n|-|-|\n|ג|ד|", ['<table dir="auto" border="1" cellspacing="0" cellpadding="4">']),
        ("0. a\n1. b", ['<ol dir="auto" start="0">']),
        ("1. a\n2) b", ['<ol dir="auto">', '<ol dir="auto" start="2">']),
        ("- a\n+ b\n1. c", ['<ul dir="auto">', '<ul dir="auto">', '<ol dir="auto">']),
        ("- a\n\nb\n\n- c", ['<ul dir="auto">', '<ul dir="auto">']),
    ],
)
def test_html_has_the_lists_and_tables_of_the_answer_from_either_side(
    markdown: str, begins: list[str]
) -> None:
    assert re.findall("<(?:[uo]l|table)[^>]*>", pasted_html(markdown)) == begins


def test_html_has_one_mark_for_each_task() -> None:
    html = pasted_html("- [x] a\n\n  more\n- [ ] b\n\n1. [x] c")
    assert '<li style="list-style: none"><p>☑ a</p>\n<p>more</p>' in html
    assert "<li>☑ c</li>" in html


def test_html_loads_and_runs_nothing() -> None:
    html = pasted_html("<script>a</script> ![b](https://a.org/b.png) [c](javascript:d)")
    assert "<script" not in html and "<img" not in html and "javascript" not in html


@pytest.mark.parametrize("markdown", ["[*a\u202eb*](https://c.org)", "![a\u202eb](https://c.org)"])
def test_the_words_of_a_link_do_not_turn_in_html(markdown: str) -> None:
    assert "\u202e" not in pasted_html(markdown)
