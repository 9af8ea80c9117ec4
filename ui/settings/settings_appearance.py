"""The page of the settings about the look: a value goes in, `take` changes it."""

from dataclasses import replace

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from ui import theme
from ui.colors import ACCENT_COLORS
from ui.language import tr
from ui.state.appearance import ACCENTS, DARK, LIGHT, OFF, ON, SYSTEM, ZOOMS
from ui.state.settings import Settings
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.combo_box import ComboBox
from ui.widgets.plain_label import plain_label
from ui.widgets.swatch import Swatch


class AppearancePage(QWidget):
    """Only what a person changes differs from the value put in."""

    def __init__(self, value: Settings) -> None:
        super().__init__()
        system = tr("System")
        look = value.appearance
        switch = {SYSTEM: system, ON: tr("On"), OFF: tr("Off")}
        self.scheme = ChoiceRow(
            tr("Appearance"), {SYSTEM: system, LIGHT: tr("Light"), DARK: tr("Dark")}
        )
        self.accent = ChoiceRow(tr("Accent colour"), {SYSTEM: system})
        for name, title in _accents().items():
            self.accent.add(name, title, Swatch(title, lambda name=name: _shown(name)))
        self.zoom = ComboBox()
        self.zoom.setAccessibleName(tr("Zoom"))
        for zoom in ZOOMS:
            self.zoom.addItem(tr("{percent} %").format(percent=zoom), zoom)
        self.zoom.setCurrentIndex(self.zoom.findData(look.zoom))
        self.reduced_motion = ChoiceRow(tr("Reduced motion"), switch)
        self.high_contrast = ChoiceRow(tr("High contrast"), switch)
        for row, chosen in (
            (self.scheme, look.scheme),
            (self.accent, look.accent),
            (self.reduced_motion, look.reduced_motion),
            (self.high_contrast, look.high_contrast),
        ):
            row.choose(chosen)
        self._lay_out()

    def take(self, value: Settings) -> Settings:
        """`value` with what this page sets."""
        appearance = replace(
            value.appearance,
            scheme=self.scheme.value(),
            accent=self.accent.value(),
            zoom=self.zoom.currentData(),
            reduced_motion=self.reduced_motion.value(),
            high_contrast=self.high_contrast.value(),
        )
        return replace(value, appearance=appearance)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(1, 1)
        rows: dict[str, QWidget] = {
            tr("Appearance"): self.scheme,
            tr("Accent colour"): self.accent,
            tr("Zoom"): self.zoom,
            tr("Reduced motion"): self.reduced_motion,
            tr("High contrast"): self.high_contrast,
        }
        for row, (title, editor) in enumerate(rows.items()):
            grid.addWidget(QLabel(title), row, 0)
            grid.addWidget(editor, row, 1)
        note = tr("The zoom is for text and everything around it; Ctrl+Plus and Ctrl+Minus too.")
        grid.addWidget(plain_label("option_note", note), len(rows), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(grid)
        column.addStretch()


def _accents() -> dict[str, str]:
    names = (
        *(tr("Blue"), tr("Purple"), tr("Pink"), tr("Red")),
        *(tr("Orange"), tr("Green"), tr("Graphite")),
    )
    return dict(zip(ACCENTS, names, strict=True))


def _shown(name: str) -> str:
    return ACCENT_COLORS[name][theme.colors().dark]
