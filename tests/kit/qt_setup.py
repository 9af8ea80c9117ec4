"""Imports Qt as the application does. Import this before any other import of PySide6."""

from app.base.qt_import import import_qt

import_qt()
