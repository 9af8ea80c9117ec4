"""JSON that a person writes: each mistake is told in the person's language, with its place."""

import json

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from tests.kit.paths import ROOT
from ui.state.json_words import read_json


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a": True}', "A value is missing or not valid in line 1, column 7."),
        ("{a: 1}", "A name in double quotes is missing in line 1, column 2."),
        ('{"a"\n1}', "A colon is missing in line 2, column 1."),
        ('{"a": [1, 2}', "A comma or a closing bracket is missing in line 1, column 12."),
        ('{"a": "x}', "The text that begins in line 1, column 7 has no closing quote."),
        ('{"a": "x\ny"}', "There is a line break or a tab inside the text in line 1, column 9."),
        ('{"a": "\\q"}', "JSON does not know the escape in line 1, column 8. Write \\\\ for"),
        ('{"a": "\\u1"}', "JSON does not know the escape in line 1, column"),
        ('{"a": 1} x', "The JSON ends before line 1, column 10."),
        ('{"a": "\\ud800"}', "\\ud800 is only half a character."),
        ('{"a": 1e999}', "The number 1e999 is too large."),
        ("1" * 5000, "The number 11111111111111111111… is too large."),
        ("[" * 100_000, "This JSON is nested too deeply."),
    ],
)
def test_each_mistake_has_its_sentence_in_both_languages(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_json(text)
    assert str(refused.value).startswith(sentence)
    german = QTranslator()
    assert german.load(str(ROOT / "resources" / "translations" / "duologue_de.qm"))
    assert QCoreApplication.installTranslator(german)
    try:
        with pytest.raises(ValueError) as told:
            read_json(text)
    finally:
        QCoreApplication.removeTranslator(german)
    assert str(told.value) != str(refused.value)


@pytest.mark.parametrize("value", [{}, [1, 2.5, None, True], "\U0001f600", 10**300])
def test_what_json_can_say_is_read(value: object) -> None:
    assert read_json(json.dumps(value)) == value
