"""The charts of the results: by pane and by prompt, of what a person chooses."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.charts.chart import Chart
from ui.charts.chart_view import ChartView
from ui.charts.result_charts import Measured, has_values, result_charts
from ui.look.language import tr
from ui.state.compared import ComparedRound
from ui.state.requests import TransferRequests
from ui.widgets.buttons import IconButton
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.labels import ElidedLabel, plain_label, show_text
from ui.widgets.layouts import scroll_area, vbox


class ChartCard(QFrame):
    """A chart with its title, its menu and a note about what it leaves out."""

    def __init__(self, requests: TransferRequests) -> None:
        super().__init__()
        self.setObjectName("card")
        self.view = ChartView(requests)
        self.title = ElidedLabel(kind="heading")
        self.menu_button = IconButton("ellipsis", tr("Save or copy the chart"))
        self.menu_button.clicked.connect(self._open_menu)
        self.note = plain_label("settings_note")
        self.empty = plain_label("settings_line")
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.menu_button)
        column = vbox(self, spacing=6, margins=(14, 8, 14, 10))
        column.addLayout(top)
        for widget in (self.view, self.empty, self.note):
            column.addWidget(widget)

    def show_chart(self, chart: Chart, empty: str) -> None:
        """Show the chart, or the sentence `empty` if it has no values."""
        self.title.setText(chart.title)
        show_text(self.note, chart.note)
        known = has_values(chart)
        self.view.setVisible(known)
        self.menu_button.setEnabled(known)
        show_text(self.empty, "" if known else empty)
        self.view.show_chart(chart)

    def _open_menu(self) -> None:
        self.view.open_menu(self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height())))


class ResultsCharts(QWidget):
    """Both charts of the measure that is chosen in `choice`, which stands elsewhere."""

    def __init__(self, requests: TransferRequests) -> None:
        super().__init__()
        self._rounds: Sequence[ComparedRound] = ()
        self.choice = ChoiceRow(tr("Charts for"), {it.value: it.title for it in Measured})
        self.choice.choose(Measured.SPEED.value)
        self.choice.changed.connect(self._draw)
        self.by_pane, self.by_prompt = ChartCard(requests), ChartCard(requests)
        self._lay_out()

    def show_rounds(self, rounds: Sequence[ComparedRound]) -> None:
        self._rounds = rounds
        self._draw()

    def _draw(self) -> None:
        measured = Measured(self.choice.value())
        by_pane, by_prompt = result_charts(self._rounds, measured)
        nothing = (
            tr("There are no votes yet.")
            if measured is Measured.VOTES
            else tr("No answer has these statistics yet.")
        )
        self.by_pane.show_chart(by_pane, nothing)
        self.by_prompt.show_chart(by_prompt, tr("Every vote is a tie."))
        # One sentence is enough.
        self.by_prompt.setVisible(has_values(by_pane))

    def _lay_out(self) -> None:
        inside = QWidget()
        cards = vbox(inside, spacing=12)
        cards.addWidget(self.by_pane)
        cards.addWidget(self.by_prompt)
        cards.addStretch()
        vbox(self, spacing=0).addWidget(scroll_area(inside))
