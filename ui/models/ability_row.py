"""What a model can do, as a row of chips with icons."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engine.messages import ModelFacts
from ui.look import theme
from ui.look.language import sentence_case
from ui.models.model_words import abilities
from ui.widgets.labels import plain_label

_ICON = 15


class AbilityRow(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: list[tuple[str, str]] = []
        self._icons: list[tuple[QLabel, str]] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(5)
        self.hide()

    def show_facts(self, facts: ModelFacts | None) -> None:
        found = abilities(facts)
        self.setVisible(bool(found))
        if found != self._shown:
            self._shown = found
            self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._tint()

    def _fill(self) -> None:
        self._icons.clear()
        while item := self._row.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        for icon, words in self._shown:
            spot, text = QLabel(self), plain_label("settings_note", sentence_case(words))
            text.setWordWrap(False)
            self._icons.append((spot, icon))
            self._row.addWidget(spot)
            self._row.addWidget(text)
            self._row.addSpacing(12)
        self._row.addStretch()
        self._tint()

    def _tint(self) -> None:
        for spot, icon in self._icons:
            spot.setPixmap(theme.pixmap(icon, theme.colors().dim, theme.px(_ICON)))
