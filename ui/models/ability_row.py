"""The abilities of a model, as icons with words."""

from PySide6.QtWidgets import QWidget

from engine.messages import ModelFacts
from ui.look.language import sentence_case
from ui.models.model_words import abilities
from ui.widgets.labels import short_label
from ui.widgets.layouts import FlowLayout, clear_layout, hbox
from ui.widgets.tinted_icon import TintedIcon


class AbilityRow(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[str, str]] = []
        self._row = FlowLayout(17, 2, self)
        self.hide()

    def show_facts(self, facts: ModelFacts | None) -> None:
        found = abilities(facts)
        self.setVisible(bool(found))
        if found != self._shown:
            self._shown = found
            self._fill()

    def _fill(self) -> None:
        clear_layout(self._row)
        for icon, words in self._shown:
            self._row.addWidget(_ability(icon, sentence_case(words), self))


def _ability(icon: str, words: str, parent: QWidget) -> QWidget:
    part = QWidget(parent)
    row = hbox(part, spacing=5)
    row.addWidget(TintedIcon(icon))
    row.addWidget(short_label("settings_note", words))
    return part
