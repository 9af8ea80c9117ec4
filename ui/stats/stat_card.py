"""A card of the live panel: a title, a large number, its course over the last minute, a legend."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from ui.stats.legend import Legend
from ui.stats.number_label import NumberLabel
from ui.stats.sparkline import Sparkline
from ui.widgets.elided_label import ElidedLabel


class StatCard(QFrame):
    def __init__(self, title: str, height: int = 44) -> None:
        super().__init__()
        self.setObjectName("card")
        self.title = title
        self.chart = Sparkline(height)
        self.legend = Legend()
        self._caption = ElidedLabel("stat_caption")
        self._caption.setText(title)
        self._caption.setProperty("kind", "caption")
        self._number = NumberLabel("number")
        self._unit = NumberLabel("unit")
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self._caption, 1)
        top.addWidget(self._number)
        top.addWidget(self._unit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.chart)
        layout.addWidget(self.legend)
        self.legend.hide()

    def show_value(self, text: str) -> None:
        number, _, unit = text.rpartition(" ") if " · " in text else text.partition(" ")
        self._number.show_number(number, f"{self.title}: {text}")
        self._unit.show_number(unit)
        self.setAccessibleName(f"{self.title}: {text}")

    def lines(self) -> list[tuple[str, str]]:
        """Return the shown values as titles and texts."""
        said = f"{self._number.text()} {self._unit.text()}".strip()
        return [(self.title, said), *((it.name, it.text) for it in self.legend.entries)]
