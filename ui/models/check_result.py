"""What a check of a converted model has found: how often both models agree, and where not."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.messages import Divergence, ModelSpeed, PromptDivergence
from ui.look import theme
from ui.look.language import number, tr
from ui.look.numbers import part_text, percent_text, speed_text
from ui.models.section import FactGrid
from ui.state.one_line_text import one_line
from ui.widgets.labels import plain_label, tooltip

HEIGHT = 260
# Shares of agreement from which a conversion answers almost as, or much as, its original.
CLOSE, FAIR = 0.95, 0.85


class CheckResult(QWidget):
    """The figures, and a table with a row for each prompt."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = plain_label("settings_line")
        self.figures = FactGrid()
        self.table = _table()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for part in (self.verdict, self.figures, self.table):
            column.addWidget(part)
        self._shown: Divergence | None = None

    def show_divergence(self, found: Divergence) -> None:
        if found is self._shown:
            return
        self._shown = found
        self.verdict.setText(_verdict(found.agreement))
        self.figures.show_rows(_figures(found))
        self.table.setRowCount(len(found.prompts))
        for row, prompt in enumerate(found.prompts):
            for column, text in enumerate(_cells(prompt)):
                self.table.setItem(row, column, _item(text))


def _verdict(agreement: float) -> str:
    if agreement >= CLOSE:
        return tr("The converted model answers almost as the original.")
    if agreement >= FAIR:
        return tr("The converted model answers much as the original, in other words now and then.")
    return tr("The converted model clearly differs from the original. Try more bits.")


def _figures(found: Divergence) -> list[tuple[str, str]]:
    agreed = tr("{percent} of {count} tokens").format(
        percent=percent_text(100 * found.agreement, 1), count=number(found.positions)
    )
    return [
        (tr("Same likeliest token"), agreed),
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


def _cells(prompt: PromptDivergence) -> tuple[str, str, str, str]:
    agreed = part_text(prompt.agreed, prompt.positions)
    return one_line(prompt.prompt), agreed, number(prompt.kl, 4), _difference(prompt)


def _difference(prompt: PromptDivergence) -> str:
    if prompt.first < 0:
        return tr("None")
    return tr("At token {place}: “{got}” instead of “{expected}”").format(
        place=number(prompt.first + 1), got=_token(prompt.got), expected=_token(prompt.expected)
    )


def _token(text: str) -> str:
    return one_line(text) or "␣"


def _item(text: str) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    item.setToolTip(tooltip(text))
    return item


def _table() -> QTableWidget:
    titles = (tr("Prompt"), tr("Agreement"), tr("KL"), tr("First difference"))
    table = QTableWidget(0, len(titles))
    table.setHorizontalHeaderLabels(titles)
    table.setAccessibleName(tr("Agreement for each prompt"))
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setMinimumHeight(theme.px(HEIGHT))
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for column in range(len(titles)):
        stretches = column in (0, 3)
        mode = QHeaderView.ResizeMode
        header.setSectionResizeMode(column, mode.Stretch if stretches else mode.ResizeToContents)
    return table
