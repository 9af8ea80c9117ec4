"""Cards of models, made readable."""

import pytest

from app.hub.card_text import plain_card


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("---\nlicense: mit\n---\n# Title", "# Title"),
        ("---\nnever ends", "---\nnever ends"),
        ('<div align="center">\n  <b>Bold</b> text\n</div>', "Bold text"),
        ("a <!-- hidden\nmore --> b", "a  b"),
        ("a <!-- never ends", "a"),
        ("see <https://x.example/y>", "see <https://x.example/y>"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("```html\n<b>code</b>\n```", "```html\n<b>code</b>\n```"),
        ('<img src="x.png" />', ""),
    ],
)
def test_settings_and_tags_are_dropped_but_not_code_and_links(card: str, text: str) -> None:
    assert plain_card(card) == text


@pytest.mark.parametrize("card", ["<a " * 60_000, "<" * 200_000, "</a" * 60_000])
def test_tags_that_never_end_are_text(card: str) -> None:
    assert plain_card(card) == card.strip()
