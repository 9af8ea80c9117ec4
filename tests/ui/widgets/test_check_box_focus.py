"""The ring of the focus around check boxes and radio buttons."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.look import theme
from ui.look.appearance import Appearance
from ui.widgets.buttons import CheckBox, PushButton


def edge_color(button: QAbstractButton, part: QStyle.SubElement) -> str:
    """Return the color in the middle of the left edge of the box or the circle, which is smoothed,
    as the nearest one of those that a ring has."""
    option = QStyleOptionButton()
    option.initFrom(button)
    box = button.style().subElementRect(part, option, button)
    image = QImage(button.size(), QImage.Format.Format_RGB32)
    button.render(image)
    seen = QColor(image.pixel(box.left(), box.center().y()))
    colors = theme.colors()
    return min((colors.faint, colors.accent, colors.text), key=lambda it: distance(seen, it))


def distance(one: QColor, other: str) -> int:
    another = QColor(other)
    pairs = (one.red(), another.red()), (one.green(), another.green()), (one.blue(), another.blue())
    return sum(abs(mine - theirs) for mine, theirs in pairs)


@pytest.mark.styled
@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_the_focus_draws_a_ring_in_the_colors_of_a_button(
    qapp: QApplication, qtbot: QtBot, zoom: int, scheme: Qt.ColorScheme
) -> None:
    theme.wear(qapp, Appearance(zoom=zoom))
    theme.apply(qapp, scheme)
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    elsewhere, check, radio = PushButton("Elsewhere"), CheckBox("Check"), QRadioButton("Radio")
    radio.setAutoExclusive(False)
    for button in (elsewhere, check, radio):
        column.addWidget(button)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    colors, element = theme.colors(), QStyle.SubElement
    for button, part in (
        (check, element.SE_CheckBoxIndicator),
        (radio, element.SE_RadioButtonIndicator),
    ):
        for on, plain, ring in (
            (False, colors.faint, colors.accent),
            (True, colors.accent, colors.text),
        ):
            button.setChecked(on)
            elsewhere.setFocus()
            assert edge_color(button, part) == plain
            button.setFocus(Qt.FocusReason.TabFocusReason)
            assert edge_color(button, part) == ring
