"""The result of a check of a converted model: how often both models agree, and where not."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from engine.messages import Divergence, ModelSpeed, PromptDivergence
from ui.look import theme
from ui.look.language import number, tr
from ui.look.numbers import part_text, percent_text, speed_text
from ui.models.section import FactGrid
from ui.state.one_line_text import one_line
from ui.widgets.labels import plain_label
from ui.widgets.layouts import vbox
from ui.widgets.sorted_table import Column, SortedTable, SortedView

# pixels of the columns; the difference gets the rest
_WIDTHS = (320, 100, 80, 0)
_DIFFERENCE = 3
# Shares of agreement from which a conversion answers almost as, or much as, its original.
CLOSE, FAIR = 0.95, 0.85


class CheckResult(QWidget):
    """The figures, and a table with a row for each prompt."""

    def __init__(self) -> None:
        super().__init__()
        self.verdict = plain_label("settings_line")
        self.figures = FactGrid()
        self.prompts = PromptTable()
        self.table = CheckView(self.prompts)
        column = vbox(self, spacing=8)
        for part in (self.verdict, self.figures, self.table):
            column.addWidget(part)
        self._shown: Divergence | None = None

    def show_divergence(self, found: Divergence) -> None:
        if found is self._shown:
            return
        self._shown = found
        self.verdict.setText(_verdict(found.agreement))
        self.figures.show_rows(_figures(found))
        self.prompts.show_prompts(found.prompts)
        self.table.fit()


class PromptTable(SortedTable):
    """A table with a row for each prompt of a check."""

    def __init__(self) -> None:
        super().__init__(_columns())
        self._places: dict[int, int] = {}

    def show_prompts(self, prompts: Iterable[PromptDivergence]) -> None:
        self.beginResetModel()
        self._rows = list(prompts)
        self._places = {id(row): place for place, row in enumerate(self._rows)}
        self.endResetModel()

    def natural(self, row: PromptDivergence) -> int:
        return self._places[id(row)]


class CheckView(SortedView):
    """The table with all of its rows in sight: the page around it scrolls."""

    def __init__(self, prompts: PromptTable) -> None:
        super().__init__(tr("Agreement for each prompt"), prompts, _DIFFERENCE)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.look.changed.connect(self.fit)

    def fit(self) -> None:
        """Follow the number of rows and the zoom."""
        self.set_widths(_WIDTHS)
        rows = self.model().rowCount() * self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows)


def _verdict(agreement: float) -> str:
    if agreement >= CLOSE:
        return tr("The converted model answers almost like the original.")
    if agreement >= FAIR:
        return tr("The converted model answers much like the original, sometimes in other words.")
    return tr("The converted model clearly differs from the original. Try more bits.")


def _figures(found: Divergence) -> list[tuple[str, str]]:
    agreed = tr("{percent} of {count} tokens").format(
        percent=percent_text(100 * found.agreement, 1), count=number(found.positions)
    )
    return [
        (tr("Same most likely token"), agreed),
        (tr("Average KL divergence"), _nats(found.kl)),
        (tr("Speed of the original"), _speed(found.original_speed)),
        (tr("Speed of the converted model"), _speed(found.other_speed)),
    ]


def _speed(speed: ModelSpeed) -> str:
    return tr("{decode} for answers, {prefill} for prompts").format(
        decode=speed_text(speed.decode), prefill=speed_text(speed.prefill)
    )


def _nats(value: float) -> str:
    return tr("{value} nats").format(value=number(value, 4))


def _difference(prompt: PromptDivergence) -> str:
    if prompt.first < 0:
        return tr("None", "difference")
    return tr("At token {place}: “{got}” instead of “{expected}”").format(
        place=number(prompt.first + 1), got=_token(prompt.got), expected=_token(prompt.expected)
    )


def _token(text: str) -> str:
    return one_line(text) or "␣"


def _columns() -> list[Column]:
    return [
        Column(tr("Prompt"), lambda it: one_line(it.prompt), lambda it: 0, number=False),
        Column(
            tr("Agreement"),
            lambda it: part_text(it.agreed, it.positions),
            lambda it: it.agreed / max(1, it.positions),
        ),
        Column(tr("KL"), lambda it: number(it.kl, 4), lambda it: it.kl),
        Column(tr("First difference"), _difference, lambda it: it.first, number=False),
    ]
