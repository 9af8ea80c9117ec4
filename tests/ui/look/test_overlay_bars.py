"""Scroll bars that fade, as on a Mac."""

import gc
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.system_look import SystemLook
from ui.look import overlay_bars, theme
from ui.look.appearance import Appearance
from ui.look.overlay_bars import OverlayStyle


@pytest.fixture
def overlay_style(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(overlay_bars, "REST_MS", 1)
    before = theme.system()
    qapp.setStyle(OverlayStyle())
    theme.wear(qapp, Appearance(reduced_motion="on"))
    yield
    theme.follow(qapp, before)
    qapp.setStyle("Fusion")
    theme.wear(qapp, Appearance())


def scrolled_area(qtbot: QtBot) -> QScrollArea:
    area = QScrollArea()
    inside = QWidget()
    inside.resize(50, 900)
    area.setWidget(inside)
    qtbot.addWidget(area)
    area.resize(200, 200)
    area.show()
    return area


def opacity(area: QScrollArea) -> float:
    effect = area.verticalScrollBar().graphicsEffect()
    assert isinstance(effect, QGraphicsOpacityEffect)
    return effect.opacity()


def faded_area(qtbot: QtBot, app: QApplication) -> tuple[QScrollArea, int]:
    """Return an area whose bar has faded, and the width of its viewport before that."""
    theme.follow(app, replace(theme.system(), overlay_bars=True))
    area = scrolled_area(qtbot)
    width = area.viewport().width()
    qtbot.waitUntil(lambda: opacity(area) == 0)
    return area, width


@pytest.mark.usefixtures("overlay_style")
def test_a_bar_shows_while_something_scrolls_and_keeps_its_place(
    qtbot: QtBot, qapp: QApplication
) -> None:
    area, width = faded_area(qtbot, qapp)
    area.verticalScrollBar().setValue(100)
    assert opacity(area) == 1
    assert area.verticalScrollBar().width() > 0
    qtbot.waitUntil(lambda: opacity(area) == 0)
    assert area.viewport().width() == width


@pytest.mark.usefixtures("overlay_style")
def test_a_bar_fades_after_a_garbage_collection(qtbot: QtBot, qapp: QApplication) -> None:
    theme.follow(qapp, replace(theme.system(), overlay_bars=True))
    area = scrolled_area(qtbot)
    gc.collect(0)
    qtbot.waitUntil(lambda: opacity(area) == 0)


@pytest.mark.usefixtures("overlay_style")
def test_bars_stay_if_the_system_always_shows_them(qtbot: QtBot) -> None:
    area = scrolled_area(qtbot)
    qtbot.wait(20)
    assert opacity(area) == 1


@pytest.mark.usefixtures("overlay_style")
def test_a_faded_bar_shows_again_once_the_system_always_shows_them(
    qtbot: QtBot, qapp: QApplication
) -> None:
    area, _ = faded_area(qtbot, qapp)
    look = SystemLook(qapp)
    look.read()
    look.setParent(None)
    assert not theme.system().overlay_bars
    qtbot.wait(20)
    assert opacity(area) == 1
