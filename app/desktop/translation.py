"""Installs the translations of the window."""

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ui.look.language import write_numbers_as
from ui.look.theme import RESOURCES

log = logging.getLogger(__name__)

FOLDER = RESOURCES / "translations"


def install_translators(app: QCoreApplication, language: str) -> None:
    """Install the translators before any widget is built. `language` is a code such as "de", or ""
    for the system's. Without a translation the window stays English."""
    locale = QLocale(language) if language else QLocale.system()
    if language:
        QLocale.setDefault(locale)
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (("qtbase", qt), ("duologue", str(FOLDER))):
        translator = QTranslator(app)
        if translator.load(locale, name, "_", folder):
            app.installTranslator(translator)
            if name == "duologue":
                write_numbers_as(locale)
        else:
            log.info("there is no %s in %s", name, locale.name())
