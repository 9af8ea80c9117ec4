"""Installs the translations of the window."""

import logging
import os
import sys

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ui.look.language import write_numbers_as
from ui.look.theme import RESOURCES

log = logging.getLogger(__name__)

FOLDER = RESOURCES / "translations"


def install_translators(app: QCoreApplication, language: str) -> None:
    """Install the translators before any widget is built. `language` is a code such as "de", or ""
    for those of the system. Without a translation the window is English. The texts of Qt, which
    also give the direction of the window, and the names in dates are in the same language."""
    locale = QLocale(language) if language else QLocale.system()
    dates = locale if language else _locale_of_dates()
    words = QTranslator(app)
    if not words.load(locale, "duologue", "_", str(FOLDER)):
        log.info("there is no translation into %s", locale.name())
        words.load(QLocale(QLocale.Language.English), "duologue", "_", str(FOLDER))
    shown = QLocale(words.language()).language()
    if shown != locale.language():
        locale = QLocale(shown, locale.territory())
    if locale != QLocale.system() or shown != dates.language():
        QLocale.setDefault(QLocale(shown, dates.territory()))
    write_numbers_as(locale)
    texts_of_qt = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if texts_of_qt.load(locale, "qtbase", "_", folder):
        app.installTranslator(texts_of_qt)
    app.installTranslator(words)


def _locale_of_dates() -> QLocale:
    """Return the locale of dates. On Linux, it can be another than that of the language."""
    names = (os.environ.get(it) for it in ("LC_ALL", "LC_TIME", "LANG"))
    name = next(filter(None, names), "")
    return QLocale(name) if name and sys.platform != "darwin" else QLocale.system()
