"""Markdown is spoken by sentence, independent of how it is split into deltas."""

import pytest

from ui.markdown.spoken_text import SpokenText


def spoken_sentences(text: str, piece: int = 10_000) -> list[str]:
    spoken, told = SpokenText(), []
    for start in range(0, len(text), piece):
        spoken.add(text[start : start + piece])
        told += spoken.take()
    return [*told, *spoken.end()]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("It costs 3.5 dollars. Good.", ["It costs 3.5 dollars.", "Good."]),
        ("Use a list, e.g. Python has one. Yes.", ["Use a list, e.g. Python has one.", "Yes."]),
        ("Dr. J. Smith came. He left.", ["Dr. J. Smith came.", "He left."]),
        ('"Really?" he asked. Then "No." She', ['"Really?" he asked.', 'Then "No."', "She"]),
        ("So am I. You too.", ["So am I.", "You too."]),
        ("Am 3. Mai. Dann", ["Am 3. Mai.", "Dann"]),
        ("今日は。元気ですか？はい！", ["今日は。", "元気ですか？", "はい！"]),
        ("A **bold. Still** and *thin* ~~gone~~.", ["A bold.", "Still and thin gone."]),
        ("A snake_case, 2 * 3 and `__init__`.", ["A snake_case, 2 * 3 and __init__."]),
        ("See [the docs](https://x.y/z).", ["See the docs."]),
        (
            "So it is.[^1] Or[^22] not, `[^1]`.\n\n[^1]: A note.",
            ["So it is.", "Or not, [^1].", "A note."],
        ),
        ("See `` `re[^1]x` `` now, z.B.[^2] Or `a`[^3].", ["See `re[^1]x` now, z.B. Or a."]),
        ("[^123]: A note here. **So.**[^1] End.", ["A note here.", "So.", "End."]),
        ("# Title\n\n- one\n- [x] two\n3. three", ["Title", "one", "two", "three"]),
        ("> quoted text here\n> goes on", ["quoted text here goes on"]),
        ("| A | B |\n|---|:-:|\n| 1 | 2 |\n", ["A, B", "1, 2"]),
        (
            "Look:\n```python\na = 1\n\n# b.\n```\nDone.",
            ["Look:", "Code, python, 3 lines", "Done."],
        ),
        ("```\nx\n```\n", ["Code, 1 line"]),
        ("Never closed:\n\n~~~\nx\ny", ["Never closed:", "Code, 2 lines"]),
        ("one\n\n---\n\ntwo\n***\n", ["one", "two"]),
    ],
)
def test_text_is_split_into_sentences(qapp, text: str, sentences: list[str]) -> None:
    assert spoken_sentences(text) == sentences
    for piece in (1, 2, 3, 7):
        assert spoken_sentences(text, piece) == sentences


def test_a_sentence_is_spoken_once_the_next_begins(qapp) -> None:
    spoken = SpokenText()
    spoken.add("The answer is 3.")
    assert spoken.take() == []
    spoken.add("5 or so. ")
    assert spoken.take() == []
    spoken.add("N")
    assert spoken.take() == ["The answer is 3.5 or so."]


def test_speech_continues_where_it_ended(qapp) -> None:
    text = "# A title\n\nThe quick brown fox jumps. Then it\n\n```py\na\nb\nc\n```\n\nEnd."
    for cut in range(len(text)):
        spoken = SpokenText()
        spoken.add(text[:cut])
        told = spoken.end()
        spoken.add(text[cut:])
        told += spoken.end()
        words = "".join(it for it in told if not it.startswith("Code,")).replace(" ", "")
        assert words == "AtitleThequickbrownfoxjumps.ThenitEnd."
        assert any(it.startswith("Code, py, ") for it in told)


def test_an_endless_sentence_is_cut_at_a_word(qapp) -> None:
    told = spoken_sentences("word " * 500)
    assert len(told) > 2
    assert all(len(it) <= 600 and it.endswith("word") for it in told)
    assert " ".join(told).split() == ["word"] * 500
