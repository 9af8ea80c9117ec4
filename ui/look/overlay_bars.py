"""Scroll bars as on a Mac: they show while something scrolls, and fade away."""

from typing import Any

from PySide6.QtCore import QObject, QPropertyAnimation, QTimer
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QProxyStyle, QScrollBar

from ui.look import theme

# Until a bar fades, and how long that takes.
REST_MS = 1000
_FADE_MS = 200


class OverlayStyle(QProxyStyle):
    """The style of the window, with bars that fade. Qt polishes each widget once it is shown, which
    reaches the bars of all lists and pages."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    # Qt's three methods of this name are one in Python.
    def polish(self, *polished: Any) -> Any:
        found = super().polish(*polished)
        if isinstance(bar := polished[0], QScrollBar) and bar.graphicsEffect() is None:
            FadingBar(bar)
        return found


class FadingBar(QObject):
    """Shows and hides a scroll bar, which keeps its place, if the system wants that."""

    def __init__(self, bar: QScrollBar) -> None:
        # No reference to the bar: in a cycle with it, the garbage collector would end this object.
        super().__init__(bar)
        self._effect = QGraphicsOpacityEffect(bar)
        bar.setGraphicsEffect(self._effect)
        self._fade = QPropertyAnimation(self._effect, b"opacity", self)
        self._fade.setEndValue(0.0)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._hide)
        bar.valueChanged.connect(self.show)
        bar.rangeChanged.connect(self.show)
        self.show()

    def show(self) -> None:
        self._fade.stop()
        self._effect.setOpacity(1.0)
        self._rest.start()

    def _hide(self) -> None:
        bar = self.parent()
        assert isinstance(bar, QScrollBar)
        if bar.underMouse() or bar.isSliderDown():
            self._rest.start()
        elif theme.system().overlay_bars:
            self._fade.setDuration(_FADE_MS if theme.motion() else 0)
            self._fade.start()


def follow_system() -> None:
    """Show all bars after the system's wish has changed; they fade again only if it wants that."""
    for bar in QApplication.allWidgets():
        if isinstance(bar, QScrollBar):
            for fading in bar.findChildren(FadingBar):
                fading.show()
