"""The ticks and arrows of a menu."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.look import theme
from ui.look.appearance import Appearance
from ui.widgets.menu import Menu


def tick_of(qtbot: QtBot, *, enabled: bool = True) -> list[tuple[int, QColor]]:
    """Return the pixels of the tick of an entry, each with its place from the left."""
    menu = Menu()
    qtbot.addWidget(menu)
    action = menu.addAction("Dot")
    action.setCheckable(True)
    action.setChecked(True)
    action.setEnabled(enabled)
    menu.addAction("Other")
    menu.popup(QPoint())
    image = menu.grab().toImage()
    entry, ground = menu.actionGeometry(action), QColor(theme.colors().card)
    return [
        (x, color)
        for x in range(entry.left(), entry.left() + theme.px(24))
        for y in range(entry.top(), entry.bottom())
        if (color := QColor(image.pixel(x, y))) != ground
    ]


@pytest.mark.styled
@pytest.mark.parametrize("zoom", [100, 200])
def test_the_tick_grows_with_the_zoom(qapp: QApplication, qtbot: QtBot, zoom: int) -> None:
    theme.wear(qapp, Appearance(zoom=zoom))
    drawn = [x for x, _ in tick_of(qtbot)]
    assert theme.px(8) <= max(drawn) - min(drawn) <= theme.px(14)


@pytest.mark.styled
def test_the_tick_of_a_disabled_entry_is_as_dim_as_its_words(
    qapp: QApplication, qtbot: QtBot
) -> None:
    # At this zoom a tick has pixels that are not blended with the ground.
    theme.wear(qapp, Appearance(zoom=200))
    text, dim = QColor(theme.colors().text), QColor(theme.colors().dim)
    for enabled in (True, False):
        found = [color for _, color in tick_of(qtbot, enabled=enabled)]
        assert (text in found, dim in found) == (enabled, not enabled)


@pytest.mark.styled
def test_a_hidden_entry_has_no_tick(qtbot: QtBot) -> None:
    menu = Menu()
    qtbot.addWidget(menu)
    action = menu.addAction("Dot")
    action.setCheckable(True)
    action.setVisible(False)
    menu.addAction("Other")
    menu.popup(QPoint())
    unchecked = menu.grab().toImage()
    action.setChecked(True)
    assert menu.grab().toImage() == unchecked


@pytest.mark.styled
@pytest.mark.parametrize("zoom", [100, 200])
def test_the_arrow_of_a_submenu_grows_with_the_zoom(
    qapp: QApplication, qtbot: QtBot, zoom: int
) -> None:
    theme.wear(qapp, Appearance(zoom=zoom))
    menu = Menu()
    qtbot.addWidget(menu)
    action = menu.addMenu("Sort by").menuAction()
    menu.popup(QPoint())
    image = menu.grab().toImage()
    entry, ground = menu.actionGeometry(action), QColor(theme.colors().card)
    drawn = [
        y
        for x in range(entry.right() - theme.px(20), entry.right())
        for y in range(entry.top(), entry.bottom())
        if QColor(image.pixel(x, y)) != ground
    ]
    assert theme.px(5) <= max(drawn) - min(drawn) <= theme.px(12)
