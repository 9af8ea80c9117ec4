"""The window in another language, whole or some of its texts."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from ui.look.language import write_numbers_as


class _Words(QTranslator):
    def __init__(self, words: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__()
        self._words = words

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> Any:
        forms = self._words.get(sourceText)
        return forms[0 if n in (-1, 1) else 1] if forms else None


@contextmanager
def in_other_words(words: Mapping[str, tuple[str, ...]]) -> Iterator[None]:
    """Translate texts, each to its only form or to those of one and of many."""
    application, translator = QCoreApplication.instance(), _Words(words)
    assert application is not None and application.installTranslator(translator)
    try:
        yield
    finally:
        application.removeTranslator(translator)


@contextmanager
def english_afterwards(application: QCoreApplication) -> Iterator[None]:
    """Take back what `install_translators` does in between."""
    before, locale = set(application.findChildren(QTranslator)), QLocale()
    try:
        yield
    finally:
        for translator in set(application.findChildren(QTranslator)) - before:
            application.removeTranslator(translator)
            translator.setParent(None)
        QLocale.setDefault(locale)
        write_numbers_as()
