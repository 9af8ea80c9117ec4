"""The settings page about the appearance."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QHBoxLayout

from ui.look import theme
from ui.look.appearance import ACCENTS, DARK, LIGHT, OFF, ON, SYSTEM, ZOOMS, Appearance
from ui.look.colors import ACCENT_COLORS
from ui.look.language import tr
from ui.look.numbers import percent_text
from ui.settings.settings_page import SettingsPage
from ui.state.requests import SettingsRequests
from ui.state.settings import Settings
from ui.state.shortcuts import Shortcut, keys_of, native
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.swatch import Swatch


class AppearancePage(SettingsPage):
    """The appearance page; its texts name the zoom keys, from the commands in `shortcuts`."""

    def __init__(self, requests: SettingsRequests, shortcuts: Sequence[Shortcut] = ()) -> None:
        super().__init__(requests)
        self._shortcuts = {it.command_id: it for it in shortcuts}
        self._look = Appearance()
        system = tr("System")
        switch = {SYSTEM: system, ON: tr("On"), OFF: tr("Off")}
        self.scheme = ChoiceRow(
            tr("Appearance"), {SYSTEM: system, LIGHT: tr("Light"), DARK: tr("Dark")}
        )
        self.accent = ChoiceRow(tr("Accent color"), {SYSTEM: system})
        for name, title in _accents().items():
            self.accent.add(name, title, Swatch(title, lambda name=name: _shown(name)))
        self.zoom = CalmComboBox()
        self.zoom.setAccessibleName(tr("Zoom"))
        for zoom in ZOOMS:
            self.zoom.addItem(percent_text(zoom), zoom)
        self.reduced_motion = ChoiceRow(tr("Reduced motion"), switch)
        self.high_contrast = ChoiceRow(tr("High contrast"), switch)
        self._lay_out()
        for name, row in self._choices().items():
            row.changed.connect(lambda value, name=name: self._take(name, value))
        self.zoom.currentIndexChanged.connect(lambda: self._take("zoom", self.zoom.currentData()))

    def _show(self, value: Settings) -> None:
        self._look = value.appearance
        self.zoom_row.explain(self._about_zoom(dict(value.keys)))
        for name, row in self._choices().items():
            row.choose(getattr(self._look, name))
        self.zoom.setCurrentIndex(self.zoom.findData(self._look.zoom))

    def _take(self, name: str, value: object) -> None:
        if not self._filling:
            self._look = replace(self._look, **{name: value})
            self._set(appearance=self._look)

    def _choices(self) -> dict[str, ChoiceRow]:
        return {
            "scheme": self.scheme,
            "accent": self.accent,
            "reduced_motion": self.reduced_motion,
            "high_contrast": self.high_contrast,
        }

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.zoom)
        line.addStretch()
        self.add_row(tr("Appearance"), self.scheme, words=tr("dark mode theme colors"))
        self.add_row(tr("Accent color"), self.accent)
        words = tr("font size text larger smaller")
        self.zoom_row = self.add_row(tr("Zoom"), line, words=words)
        self.add_row(tr("Reduced motion"), self.reduced_motion, words=tr("animation"))
        self.add_row(tr("High contrast"), self.high_contrast)

    def _about_zoom(self, chosen: Mapping[str, str]) -> str:
        commands = [self._shortcuts.get(name) for name in ("zoom_in", "zoom_out")]
        keys = [native(keys_of(it, chosen)[-1]) for it in commands if it and keys_of(it, chosen)]
        if len(keys) < 2:
            return tr("Scales the whole interface.")
        return tr("Scales the whole interface. Also {larger} and {smaller}.").format(
            larger=keys[0], smaller=keys[1]
        )


def _accents() -> dict[str, str]:
    names = (
        *(tr("Blue"), tr("Purple"), tr("Pink"), tr("Red")),
        *(tr("Orange"), tr("Green"), tr("Graphite")),
    )
    return dict(zip(ACCENTS, names, strict=True))


def _shown(name: str) -> str:
    return ACCENT_COLORS[name][theme.colors().dark]
