"""The ticks of a menu with checked entries."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.look import theme
from ui.look.appearance import Appearance
from ui.widgets.ticked_menu import TickedMenu


@pytest.mark.styled
@pytest.mark.parametrize("zoom", [100, 200])
def test_the_tick_grows_with_the_zoom(qapp: QApplication, qtbot: QtBot, zoom: int) -> None:
    theme.wear(qapp, Appearance(zoom=zoom))
    menu = TickedMenu()
    qtbot.addWidget(menu)
    action = menu.addAction("Dot")
    action.setCheckable(True)
    action.setChecked(True)
    menu.addAction("Other")
    menu.popup(QPoint())
    image = menu.grab().toImage()
    entry, ground = menu.actionGeometry(action), QColor(theme.colors().card)
    drawn = [
        x
        for x in range(entry.left(), entry.left() + theme.px(24))
        for y in range(entry.top(), entry.bottom())
        if QColor(image.pixel(x, y)) != ground
    ]
    assert theme.px(8) <= max(drawn) - min(drawn) <= theme.px(14)
