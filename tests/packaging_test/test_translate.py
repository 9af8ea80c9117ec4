"""Texts given to translators, and faults found in their translations."""

from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QTranslator

import translate

WRITTEN = """<?xml version="1.0" encoding="utf-8"?>
<TS version="2.1" language="de"><context><name></name>
<message><source>{name} has {size:,.0f} MB</source><translation>%s</translation></message>
</context></TS>
"""


def messages(catalogue: Path) -> dict[str, ElementTree.Element]:
    found = ElementTree.parse(catalogue).iter("message")
    return {message.findtext("source", ""): message for message in found}


def test_sentences_of_all_packages_are_collected(tmp_path: Path) -> None:
    target = tmp_path / "words_de.ts"
    translate.collect("de", target)
    found = messages(target)
    assert "{name} is a damaged PDF document. Try another copy." in found  # engine
    assert "Restart Duologue to use the new memory limit." in found  # app
    assert "No messages yet" in found  # ui
    assert found["The document has only %n page(s). Add it again."].get("numerus") == "yes"
    assert set(translate.missing(target)) == set(found)


def test_the_plurals_of_english_are_made(tmp_path: Path) -> None:
    target = tmp_path / "words_en.ts"
    translate.collect("en", target)
    assert translate.missing(target) == []
    compiled = tmp_path / "words_en.qm"
    translate.compiled(target, compiled)
    words = QTranslator()
    assert words.load(str(compiled))
    for count, text in ((1, "only %n page."), (2, "only %n pages.")):
        source = "The document has only %n page(s). Add it again."
        assert text in (words.translate("", source, None, count) or "")


def test_a_translation_must_have_the_values_of_its_source(tmp_path: Path) -> None:
    path = tmp_path / "words_de.ts"
    for text, wrong in (
        ("{size:,.0f} MB hat {name}", False),
        ("{size:,.0f} MB hat {nam}", True),
        ("{size:.1f} MB hat {name}", True),
        ("{name} ist groß", True),
        ("{name} hat {size:,.0f MB", True),
    ):
        path.write_text(WRITTEN % text, encoding="utf-8")
        assert bool(translate.misnamed(path)) is wrong, text
