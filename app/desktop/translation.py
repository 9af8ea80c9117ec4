"""Installs the translations of the window."""

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ui.look.language import write_numbers_as
from ui.look.theme import RESOURCES

log = logging.getLogger(__name__)

FOLDER = RESOURCES / "translations"


def install_translators(app: QCoreApplication, language: str) -> None:
    """Install the translators before any widget is built. `language` is a code such as "de", or ""
    for the system's. Without a translation the window is English: so are the texts of Qt, which
    also give the direction of the window, and the formats of dates."""
    locale = QLocale(language) if language else QLocale.system()
    words = QTranslator(app)
    translated = words.load(locale, "duologue", "_", str(FOLDER))
    if translated:
        write_numbers_as(locale)
    else:
        log.info("there is no translation into %s", locale.name())
        locale = QLocale(QLocale.Language.English, locale.territory())
        words.load(locale, "duologue", "_", str(FOLDER))
    if language or not translated:
        QLocale.setDefault(locale)
    texts_of_qt = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if texts_of_qt.load(locale, "qtbase", "_", folder):
        app.installTranslator(texts_of_qt)
    app.installTranslator(words)
