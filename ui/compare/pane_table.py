"""A comparison as a table with a row for each pane."""

from collections.abc import Sequence
from typing import Any

from ui.compare.result_table import Column, ResultTable
from ui.look.language import number, tr
from ui.look.numbers import duration_text, or_nothing, progress_text, rate_text
from ui.state.pane_summary import PaneSummary


class PaneTable(ResultTable):
    def __init__(self) -> None:
        super().__init__(_pane_columns())

    def show_panes(self, panes: Sequence[PaneSummary]) -> None:
        """Many change at a time, and they are few."""
        self.beginResetModel()
        self._rows = list(panes)
        self.endResetModel()
        self.resort()

    def natural(self, row: PaneSummary) -> Any:
        return row.pane_id, row.name

    def strong(self, row: PaneSummary) -> bool:
        return row.wins > 0 and row.wins == max(it.wins for it in self._rows)


def _pane_columns() -> list[Column]:
    return [
        Column(tr("Pane"), lambda it: it.name, lambda it: it.name.casefold(), number=False),
        Column(tr("Wins"), lambda it: str(it.wins), lambda it: it.wins),
        Column(tr("Ties"), lambda it: str(it.ties), lambda it: it.ties),
        Column(
            tr("Answers"),
            lambda it: progress_text(it.whole, it.asked),
            lambda it: it.whole,
            tr("Whole answers, of all that were asked for; the numbers are of those alone"),
        ),
        Column(
            tr("First token"),
            lambda it: or_nothing(duration_text, it.ttft),
            lambda it: it.ttft,
            tr("Mean of the seconds to the first token"),
        ),
        Column(
            tr("Read tok/s"),
            lambda it: or_nothing(rate_text, it.prompt_tps),
            lambda it: it.prompt_tps,
            tr("Mean of the answers' speeds of reading; tokens from a cache do not count"),
        ),
        Column(
            tr("Decode tok/s"),
            lambda it: or_nothing(rate_text, it.generation_tps),
            lambda it: it.generation_tps,
            tr("Mean of the answers' speeds"),
        ),
        Column(
            tr("Tokens"), lambda it: or_nothing(number, it.tokens), lambda it: it.tokens, tr("Sum")
        ),
        Column(
            tr("Time"),
            lambda it: or_nothing(duration_text, it.seconds),
            lambda it: it.seconds,
            tr("Sum"),
        ),
    ]
