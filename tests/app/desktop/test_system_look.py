"""The theme follows the system, except where the user has chosen."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.system_look import SystemLook
from ui.look import theme
from ui.look.appearance import Appearance

pytestmark = pytest.mark.styled


@pytest.fixture
def system_look(qapp: QApplication) -> Iterator[SystemLook]:
    theme.wear(qapp, Appearance())
    made = SystemLook(qapp)
    yield made
    qapp.removeEventFilter(made)
    made.setParent(None)
    qapp.styleHints().unsetColorScheme()
    theme.wear(qapp, Appearance())
    theme.apply(qapp, Qt.ColorScheme.Light)


def test_our_own_colors_are_not_mistaken_for_the_system_accent(
    qapp: QApplication, system_look: SystemLook
) -> None:
    system_look.read()
    accent = theme.system().accent
    theme.wear(qapp, Appearance(accent="green"))
    system_look.read()
    assert theme.system().accent == accent == qapp.palette().accent().color().name()
    assert qapp.palette().highlight().color().name() == theme.colors().accent != accent


def test_a_chosen_scheme_is_not_mistaken_for_the_system_scheme(
    qapp: QApplication, system_look: SystemLook
) -> None:
    theme.apply(qapp, Qt.ColorScheme.Light)
    theme.wear(qapp, Appearance(scheme="dark"))
    system_look.dress_native_parts()
    system_look.read()
    assert theme.colors().dark and not theme.system().dark
    theme.wear(qapp, Appearance())
    system_look.dress_native_parts()
    assert not theme.colors().dark


class Restyled(QWidget):
    """Counts how often its style changes."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.count += event.type() == QEvent.Type.StyleChange


def test_a_change_of_appearance_paints_everything_once(
    qapp: QApplication, system_look: SystemLook, qtbot: QtBot
) -> None:
    system_look.read()
    widget = Restyled()
    qtbot.addWidget(widget)
    widget.show()
    qapp.removeEventFilter(system_look)
    theme.wear(qapp, Appearance(scheme="dark"))
    alone, widget.count = widget.count, 0
    qapp.installEventFilter(system_look)
    theme.wear(qapp, Appearance(scheme="light"))
    system_look.dress_native_parts()
    qapp.processEvents()
    assert 0 < widget.count <= alone


def test_an_unused_system_accent_paints_nothing(qapp: QApplication) -> None:
    theme.wear(qapp, Appearance(accent="green"))
    before = theme.colors()
    theme.follow(qapp, replace(theme.system(), accent="#8a2be2"))
    assert theme.colors() is before
