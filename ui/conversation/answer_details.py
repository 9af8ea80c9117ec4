"""All numbers of an answer in a popup: where the time went as a bar, and every figure. In a
comparison the answers of all panes stand side by side, on one scale."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.conversation.message_widget import layout_height
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import NOTHING
from ui.state.answer_stats import NamedAnswer
from ui.state.answer_words import skim_text, why_not_drafted, why_processed
from ui.state.figures import (
    Figure,
    first_token,
    speed,
    time_figures,
    token_figures,
    total_time,
)
from ui.stats.number_label import NumberLabel
from ui.stats.stat_table import figure_title
from ui.stats.time_bar import TimeBar
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel, plain_label, tooltip
from ui.widgets.layouts import hbox, scroll_area, vbox
from ui.widgets.popup_card import PopupCard

_TITLES, _COLUMN = 190, 104
_EDGE = 16
_GAP = 6


class AnswerDetails(PopupCard):
    """`text` is what the copy button copies."""

    def __init__(
        self, answers: Sequence[NamedAnswer], text: str, parent: QWidget | None = None
    ) -> None:
        width = theme.px(2 * _EDGE + _TITLES + _COLUMN * len(answers))
        super().__init__("answer_details", tr("Answer statistics"), width, parent)
        self._answers = answers
        self._text = text
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bar = TimeBar()
        self.bar.show_answers([it.stats for it in answers])
        self.copy_button = IconButton("copy", tr("Copy statistics"), 13)
        self.copy_button.setProperty("kind", "message_copy")
        self.copy_button.clicked.connect(self._copy)
        self._inside = QWidget()
        self._lay_out()

    def show_at(self, line: QWidget) -> None:
        """Show the popup above the line that was pressed, or below it if there is more room."""
        screen = line.screen().availableGeometry()
        self.setFixedWidth(min(self.width(), screen.width()))
        wanted = layout_height(self._column, self.width() - 2) + 2
        top = line.mapToGlobal(QPoint(0, 0)).y()
        bottom = line.mapToGlobal(QPoint(0, line.height())).y()
        above, below = top - screen.top() - _GAP, screen.bottom() - bottom - _GAP
        over = above >= wanted or above >= below
        self.setFixedHeight(min(wanted, max(above, below)))
        place = QRect(line.mapToGlobal(QPoint(0, 0)), self.size())
        place.moveTop(top - _GAP - place.height() if over else bottom + _GAP)
        place.moveLeft(max(min(place.left(), screen.right() - place.width()), screen.left()))
        self.move(place.topLeft())
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def rows(self) -> dict[str, list[str]]:
        """Return the texts of all shown rows by their titles, one for each answer."""
        grids = self._inside.findChildren(FigureGrid)
        return {title: texts for grid in grids for title, texts in grid.rows.items()}

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.addWidget(ElidedLabel(text=tr("Where the time went"), kind="heading"), 1)
        heading.addWidget(self.copy_button)
        self._column = column = QVBoxLayout(self._inside)
        edge = theme.px(_EDGE)
        column.setContentsMargins(edge, theme.px(10), edge, edge)
        column.setSpacing(theme.px(8))
        column.addLayout(heading)
        column.addWidget(self._bars())
        names = len(self._answers) > 1
        column.addWidget(FigureGrid([*time_figures(), total_time()], self._answers, names=names))
        reasons = dict.fromkeys(why_processed(it.stats) for it in self._answers)
        for why in filter(None, reasons):
            again = tr("Processed again: {why}").format(why=why)
            column.addWidget(plain_label("stats_why", again))
        column.addSpacing(theme.px(4))
        column.addWidget(ElidedLabel(text=tr("Speed and tokens"), kind="heading"))
        column.addWidget(FigureGrid([speed(), first_token(), *token_figures()], self._answers))
        for why in dict.fromkeys((*map(_skim, self._answers), *map(_drafting, self._answers))):
            if why:
                column.addWidget(plain_label("stats_why", why))
        column.addStretch()
        around = QVBoxLayout(self)
        around.setContentsMargins(1, 1, 1, 1)
        around.addWidget(scroll_area(self._inside))

    def _bars(self) -> QWidget:
        """Return the bars, each beside the name of its pane."""
        if len(self._answers) == 1:
            return self.bar
        box = QWidget()
        row = hbox(box, spacing=theme.px(10))
        names = vbox(spacing=0)
        for answer in self._answers:
            names.addWidget(_name(answer, Qt.AlignmentFlag.AlignLeft), 1)
        row.addLayout(names)
        row.addWidget(self.bar, 1)
        self.bar.set_step(theme.px(18))
        return box

    def _copy(self) -> None:
        self.copy_button.copy_text(self._text)


class FigureGrid(QWidget):
    """Figures with their titles, in a column for each answer. Those without a value are left out.
    What a number means is the tooltip of its row."""

    def __init__(
        self, figures: Sequence[Figure], answers: Sequence[NamedAnswer], *, names: bool = False
    ) -> None:
        super().__init__()
        self.rows: dict[str, list[str]] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.px(8))
        self._grid.setVerticalSpacing(theme.px(5))
        self._grid.setColumnStretch(0, 1)
        if names:
            for column, answer in enumerate(answers):
                self._grid.addWidget(_name(answer, Qt.AlignmentFlag.AlignRight), 0, 1 + column)
        for figure in figures:
            texts = [figure.text(answer.stats) for answer in answers]
            if any(text != NOTHING for text in texts):
                self.rows[figure.title] = texts
                self._add(figure, texts, answers)

    def _add(self, figure: Figure, texts: Sequence[str], answers: Sequence[NamedAnswer]) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(figure_title(figure), row, 0)
        for column, (text, answer) in enumerate(zip(texts, answers, strict=True)):
            value = NumberLabel("value")
            value.explain(figure.title, figure.about)
            named = f"{answer.name}, {figure.title}" if answer.name else figure.title
            value.show_number(text, f"{named}: {text}")
            value.setMinimumWidth(theme.px(_COLUMN - 8))
            self._grid.addWidget(value, row, 1 + column)


def _skim(answer: NamedAnswer) -> str:
    return skim_text(answer.stats.skim)


def _drafting(answer: NamedAnswer) -> str:
    return why_not_drafted(answer.stats)


def _name(answer: NamedAnswer, side: Qt.AlignmentFlag) -> QLabel:
    label = ElidedLabel(text=answer.name, kind="value" if answer.strong else "caption")
    label.setToolTip(tooltip(answer.name))
    label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    label.setMinimumWidth(theme.px(_COLUMN - 8))
    return label
