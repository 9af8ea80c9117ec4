"""The system's wishes for the appearance, including those Qt does not report."""

import sys

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from app.desktop import objective_c
from ui.look import overlay_bars, theme
from ui.look.appearance import SYSTEM
from ui.look.overlay_bars import OverlayStyle

_FORCED = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


class SystemLook(QObject):
    """Keeps the theme up to date. While the user has chosen light or dark, native parts such as
    title bars follow that choice, and Qt stops reporting the system's."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        if sys.platform == "darwin":
            app.setStyle(OverlayStyle())
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self.read)
        hints.accessibility().contrastPreferenceChanged.connect(self.read)
        # A user who returns may have changed the system settings.
        app.applicationStateChanged.connect(self.read)
        # An event filter of the application would be called for each event of each widget.
        app.paletteChanged.connect(self.read)

    def read(self) -> None:
        hints, before = self._app.styleHints(), theme.system()
        dark = before.dark
        if theme.appearance().scheme == SYSTEM and hints.colorScheme() != Qt.ColorScheme.Unknown:
            dark = hints.colorScheme() == Qt.ColorScheme.Dark
        contrast = hints.accessibility().contrastPreference()
        found = theme.System(
            dark=dark,
            accent=self._app.palette().accent().color().name(),
            high_contrast=contrast == Qt.ContrastPreference.HighContrast,
            reduced_motion=_reduced_motion(),
            overlay_bars=_overlay_bars(),
        )
        theme.follow(self._app, found)
        if theme.system().overlay_bars != before.overlay_bars:
            overlay_bars.follow_system()

    def dress_native_parts(self) -> None:
        """Apply the color scheme to native parts, after every change of the appearance."""
        hints, scheme = self._app.styleHints(), theme.appearance().scheme
        if scheme == SYSTEM:
            hints.unsetColorScheme()
            self.read()
        else:
            hints.setColorScheme(_FORCED[scheme])


def _reduced_motion() -> bool:
    """Return NSWorkspace.sharedWorkspace.accessibilityDisplayShouldReduceMotion."""
    if sys.platform != "darwin":
        return False
    macos = objective_c.ObjectiveC("AppKit")
    workspace = macos.send(macos.class_named("NSWorkspace"), "sharedWorkspace")
    # the low byte is the BOOL; the others are undefined
    return bool((macos.send(workspace, "accessibilityDisplayShouldReduceMotion") or 0) & 0xFF)


def _overlay_bars() -> bool:
    """Return True if NSScroller.preferredScrollerStyle is NSScrollerStyleOverlay. It is the other
    one with a mouse, or if a person has chosen that scroll bars always show."""
    if sys.platform != "darwin":
        return False
    macos = objective_c.ObjectiveC("AppKit")
    return macos.send(macos.class_named("NSScroller"), "preferredScrollerStyle") == 1
