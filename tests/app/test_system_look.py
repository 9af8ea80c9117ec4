"""The theme hears what the system wants, except where a person has chosen."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.system_look import SystemLook
from ui import theme
from ui.state.appearance import Appearance


@pytest.fixture
def look(qapp: QApplication) -> Iterator[SystemLook]:
    theme.wear(qapp, Appearance())
    made = SystemLook(qapp)
    yield made
    qapp.removeEventFilter(made)
    made.setParent(None)
    qapp.styleHints().unsetColorScheme()
    theme.wear(qapp, Appearance())
    theme.apply(qapp, Qt.ColorScheme.Light)


def test_our_own_colours_are_not_taken_for_the_accent_of_the_system(
    qapp: QApplication, look: SystemLook
) -> None:
    look.read()
    accent = theme.system().accent
    theme.wear(qapp, Appearance(accent="green"))
    look.read()
    assert theme.system().accent == accent == qapp.palette().accent().color().name()
    assert qapp.palette().highlight().color().name() == theme.colors().accent != accent


def test_a_chosen_scheme_is_not_taken_for_that_of_the_system(
    qapp: QApplication, look: SystemLook
) -> None:
    theme.apply(qapp, Qt.ColorScheme.Light)
    theme.wear(qapp, Appearance(scheme="dark"))
    look.dress_native_parts()
    look.read()
    assert theme.colors().dark and not theme.system().dark
    theme.wear(qapp, Appearance())
    look.dress_native_parts()
    assert not theme.colors().dark
