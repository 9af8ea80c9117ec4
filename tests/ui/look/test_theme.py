"""Readable text in every look, and changes of the look on visible widgets."""

import weakref
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QImage, QPixmap, QTextLayout
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from tests.kit.tabs import add_tab
from ui.look import fonts, theme
from ui.look.appearance import ACCENTS, DARK, LIGHT, OFF, ON, SYSTEM, ZOOMS, Appearance, next_zoom
from ui.look.colors import (
    ACCENT_COLORS,
    HIGH_CONTRAST,
    NORMAL_CONTRAST,
    Colors,
    contrast,
    readable,
    table,
)
from ui.state.chat import Chat
from ui.widgets.buttons import IconButton
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.styled

# the icon of the app is our own drawing
OURS = {"app", "app-dark", "app-tinted"}
ICONS = [
    path for path in sorted((theme.RESOURCES / "icons").glob("*.svg")) if path.stem not in OURS
]
HARD = ("#ffff00", "#000000", "#ffffff", "#00ff00", "#0000ff", "#808080")


@pytest.fixture(autouse=True)
def system_as_before(qapp: QApplication) -> Iterator[None]:
    before = theme.system()
    yield
    theme.follow(qapp, before)


def every_table() -> Iterator[tuple[Colors, float]]:
    for dark, high in product((False, True), (False, True)):
        for accent in (*(pair[dark] for pair in ACCENT_COLORS.values()), *HARD):
            yield (
                table(dark=dark, accent=accent, high=high),
                HIGH_CONTRAST if high else NORMAL_CONTRAST,
            )


def test_the_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#777777", "#ffffff") == contrast("#ffffff", "#777777")


def test_text_is_readable_on_every_background_in_every_look() -> None:
    for c, ratio in every_table():
        plain = (c.window, c.bar, c.card, c.sidebar, c.code, c.chip)
        soft = (c.inline_code, c.track, c.green_soft, c.orange_soft, c.red_soft, c.accent_soft)
        for text, ground in product((c.text, c.dim, c.faint), (*plain, *soft, c.hover, c.user)):
            assert contrast(text, ground) >= ratio, (text, ground)
        for text, ground in product((c.green, c.orange, c.red), plain):
            assert contrast(text, ground) >= ratio, (text, ground)
        for ground in (*plain, c.hover, c.accent_soft, c.user):
            assert contrast(c.accent, ground) >= ratio, (c.accent, ground)
        for text, ground in (
            (c.on_accent, c.accent),
            (c.selected_text, c.selected),
            (c.text, c.selected),
            (c.text, c.thumb),
            (c.red, c.red_soft),
            (c.green, c.green_soft),
            (c.orange, c.orange_soft),
        ):
            assert contrast(text, ground) >= ratio, (text, ground)
        for text in (c.keyword, c.string, c.number, c.comment, c.function, c.type):
            assert contrast(text, c.code) >= ratio, text


def test_lines_are_visible_in_high_contrast() -> None:
    for c, ratio in every_table():
        if ratio == HIGH_CONTRAST:
            assert contrast(c.line, c.window) >= 3


def test_a_readable_color_is_unchanged() -> None:
    assert readable("#0a60d8", ("#ffffff",), 4.5) == "#0a60d8"
    assert contrast(readable("#ffff00", ("#ffffff",), 4.5), "#ffffff") >= 4.5


# --- person and system ------------------------------------------------------------------------


def test_a_chosen_scheme_overrides_the_system_until_reset(
    qapp: QApplication,
) -> None:
    theme.wear(qapp, Appearance(scheme=LIGHT))
    theme.follow(qapp, theme.System(dark=True))
    assert not theme.colors().dark
    theme.wear(qapp, Appearance(scheme=SYSTEM))
    assert theme.colors().dark
    theme.follow(qapp, theme.System(dark=False))
    assert not theme.colors().dark


def test_toggling_goes_to_the_other_scheme_and_back_to_following(qapp: QApplication) -> None:
    once = theme.toggled(Appearance(zoom=150))
    assert once == Appearance(scheme=DARK, zoom=150)
    assert theme.toggled(once) == Appearance(scheme=SYSTEM, zoom=150)
    theme.follow(qapp, theme.System(dark=True))
    assert theme.toggled(Appearance()).scheme == LIGHT
    assert theme.toggled(Appearance(scheme=LIGHT)).scheme == SYSTEM


def test_the_accent_is_the_chosen_one_or_that_of_the_system(qapp: QApplication) -> None:
    theme.follow(qapp, theme.System(accent="#8a2be2"))
    theme.wear(qapp, Appearance(accent=SYSTEM))
    assert theme.colors().accent == table(dark=False, accent="#8a2be2").accent
    theme.wear(qapp, Appearance(accent="green"))
    assert theme.colors().accent == table(dark=False, accent=ACCENT_COLORS["green"][0]).accent
    assert set(ACCENTS) == set(ACCENT_COLORS)


@pytest.mark.parametrize(
    ("choice", "by_system", "moves"),
    [
        (SYSTEM, False, True),
        (SYSTEM, True, False),
        (ON, False, False),
        (OFF, True, True),
    ],
)
def test_the_user_or_the_system_can_turn_motion_off(
    qapp: QApplication, choice: str, by_system: bool, moves: bool
) -> None:
    theme.follow(qapp, theme.System(reduced_motion=by_system))
    theme.wear(qapp, Appearance(reduced_motion=choice))
    assert theme.motion() is moves


def test_high_contrast_follows_the_system_or_the_user(qapp: QApplication) -> None:
    theme.follow(qapp, theme.System(dark=True, high_contrast=True))
    assert theme.colors().window == "#000000"
    theme.wear(qapp, Appearance(high_contrast=OFF))
    assert theme.colors().window != "#000000"


# --- zoom -------------------------------------------------------------------------------------


def test_zoom_steps_stop_at_the_limits() -> None:
    assert [next_zoom(zoom, 1) for zoom in ZOOMS] == [*ZOOMS[1:], 200]
    assert [next_zoom(zoom, -1) for zoom in ZOOMS] == [70, *ZOOMS[:-1]]
    assert (next_zoom(103, 1), next_zoom(103, -1)) == (110, 100)


def test_fonts_follow_the_zoom_wherever_they_come_from(qapp: QApplication, qtbot: QtBot) -> None:
    label, own, styled, area = QLabel("x"), QLineEdit(), QLabel("x"), QPlainTextEdit()
    theme.set_font(area, 14)
    styled.setProperty("kind", "number")
    theme.set_font(own, 12, monospaced=True)
    for widget in (label, own, styled, area):
        qtbot.addWidget(widget)
        widget.show()
    for zoom in (200, 70, 100):
        theme.wear(qapp, Appearance(zoom=zoom))
        sizes = [widget.font().pixelSize() for widget in (label, own, styled)]
        assert sizes == [round(size * zoom / 100) for size in (13, 12, 18)]
        # a placeholder is written in this font
        assert area.viewport().font() == area.font()
        assert area.font().pixelSize() == round(14 * zoom / 100)
    assert own.font().family() == theme.MONO


def test_cached_values_are_not_reused_for_another_look(qapp: QApplication) -> None:
    before = theme.colors()
    theme.wear(qapp, Appearance(zoom=150))
    zoomed = theme.colors()
    assert zoomed is not before and zoomed.text == before.text
    theme.wear(qapp, Appearance(zoom=150))
    assert theme.colors() is zoomed


class Told(QLabel):
    """Keeps what it looks like whenever it is told of a change of the look."""

    def __init__(self, found: list[tuple[str, int, int]]) -> None:
        super().__init__("x")
        self.setProperty("kind", "number")
        self._found = found
        self._own = QLabel(self)
        theme.set_font(self._own, 10)
        theme.look.changed.connect(self._look)

    def _look(self) -> None:
        color = self.palette().windowText().color().name()
        sizes = self.font().pixelSize(), self._own.font().pixelSize()
        self._found.append((color, *sizes))


def test_a_widget_is_told_once_of_a_change_when_it_is_dressed(
    qapp: QApplication, qtbot: QtBot
) -> None:
    found: list[tuple[str, int, int]] = []
    widget = Told(found)
    qtbot.addWidget(widget)
    widget.show()
    theme.wear(qapp, Appearance(scheme=DARK))
    theme.wear(qapp, Appearance(scheme=LIGHT, zoom=200))
    theme.follow(qapp, replace(theme.system(), high_contrast=True))
    theme.follow(qapp, theme.system())
    theme.put_on_sheet(qapp)
    dark, light, high = (
        table(dark=dark, accent=ACCENT_COLORS["blue"][dark], high=high).text
        for dark, high in ((True, False), (False, False), (False, True))
    )
    assert found == [(dark, 18, 10), (light, 36, 20), (high, 36, 20), (high, 36, 20)]


def test_nobody_is_told_who_is_gone(qapp: QApplication) -> None:
    found: list[tuple[str, int, int]] = []
    parent = QLabel()
    forgotten, child, closed = Told(found), Told(found), Told(found)
    child.setParent(parent)
    ends = [weakref.ref(it) for it in (forgotten, child)]
    delete(closed)
    delete(parent)
    del forgotten, child
    assert not any(end() for end in ends)
    theme.wear(qapp, Appearance(zoom=200))
    assert not found


def test_turning_off_motion_repaints_nothing(qapp: QApplication) -> None:
    before = theme.colors()
    theme.follow(qapp, replace(theme.system(), reduced_motion=True))
    assert theme.colors() is before and not theme.motion()


@pytest.mark.parametrize("zoom", [70, 150, 200])
def test_no_words_of_the_window_are_cut_off_at_any_zoom(
    qapp: QApplication, qtbot: QtBot, zoom: int
) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    add_tab(window, Chat(1))
    window.workspace.notices.show("One sentence.")
    window.resize(1400, 900)
    window.show()
    theme.wear(qapp, Appearance(zoom=zoom))
    qtbot.waitUntil(lambda: window.header.height() == round(52 * zoom / 100))
    words = [*window.findChildren(QLabel), *window.findChildren(QToolButton)]
    # their own page of a stack is laid out only when it is in front
    shown = [
        it for it in words if it.isVisible() and it.text() and not it.visibleRegion().isEmpty()
    ]
    assert len(shown) > 8

    def cut() -> list[str]:
        return [it.text() for it in shown if it.height() < it.fontMetrics().height()]

    qtbot.waitUntil(lambda: not cut())


def test_an_icon_grows_with_the_zoom(qapp: QApplication, qtbot: QtBot) -> None:
    button = IconButton("x", "Close")
    qtbot.addWidget(button)
    button.show()
    theme.wear(qapp, Appearance(zoom=150))
    assert button.iconSize() == QSize(24, 24)


# --- icons ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
def test_every_icon_is_from_lucide_and_takes_its_color(path: Path, qapp: QApplication) -> None:
    text = path.read_text(encoding="utf-8")
    name = path.stem
    assert "@license lucide-static" in text and "ISC" in text
    assert f'class="lucide lucide-{name}"' in text
    assert 'stroke="currentColor"' in text and "#" not in text
    drawn = theme.pixmap(name, "#ff0000", 24, ratio=1).toImage()
    colors = {
        drawn.pixelColor(x, y).name()
        for x in range(24)
        for y in range(24)
        if drawn.pixelColor(x, y).alpha() == 255
    }
    assert "#ff0000" in colors


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_icons_are_drawn_at_the_pixel_ratio_of_the_screen(qapp: QApplication, ratio: float) -> None:
    drawn = theme.pixmap("x", "#000000", 16, ratio)
    assert drawn.size() == QSize(round(16 * ratio), round(16 * ratio))
    assert drawn.devicePixelRatio() == ratio
    assert edge_steps(drawn) > 0


def edge_steps(drawn: QPixmap) -> int:
    """Return the number of fully covered pixels: none if a larger icon was shrunk to a blur."""
    image = drawn.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    return sum(
        image.pixelColor(x, y).alpha() > 240
        for x in range(image.width())
        for y in range(image.height())
    )


def test_the_scheme_can_follow_the_system_again(qapp: QApplication) -> None:
    theme.apply(qapp, Qt.ColorScheme.Dark)
    assert theme.colors().dark and theme.system().dark


@pytest.fixture
def our_fonts(qapp: QApplication) -> Iterator[None]:
    added = [
        QFontDatabase.addApplicationFont(str(path))
        for path in (theme.RESOURCES / "fonts").glob("*.[ot]tf")
    ]
    yield
    for number in added:
        QFontDatabase.removeApplicationFont(number)


@pytest.mark.parametrize("text", ["0x1F", "3x4", "->"])
@pytest.mark.parametrize("make", [fonts.inter, partial(fonts.monospaced, 13)])
def test_fonts_draw_each_character_as_itself(our_fonts, make, text) -> None:
    """Both fonts have signs of multiplication and arrows for these."""

    def glyphs(part: str) -> list[int]:
        layout = QTextLayout(part, make())
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        return [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]

    assert glyphs(text) == [glyph for character in text for glyph in glyphs(character)]
