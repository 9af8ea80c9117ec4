"""The list of live requests: the chat, the phase and the progress of each."""

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QGridLayout

from engine.messages import RequestStats
from ui.look.language import number, tr, translated
from ui.stats.number_label import NumberLabel
from ui.stats.stat_rows import request_progress
from ui.widgets.labels import ElidedLabel, tooltip


class LiveList(QFrame):
    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._rows: list[tuple[ElidedLabel, NumberLabel, ElidedLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 10, 12, 10)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        heading = ElidedLabel(text=tr("All requests"), kind="caption")
        self._grid.addWidget(heading, 0, 0, 1, 2)

    def show_requests(
        self,
        live: tuple[tuple[str, RequestStats], ...],
        name: Callable[[str], str],
        *,
        hidden: bool,
    ) -> None:
        """Show live requests; if `hidden`, without their models, and without their speeds and cache
        hits, which could reveal those. `name` returns the name of a model."""
        while len(self._rows) < len(live):
            self._add_row()
        for row in self._rows[len(live) :]:
            for part in row:
                part.hide()
        for row, (title, request) in zip(self._rows, live, strict=False):
            about = "" if hidden else _about(title, request, name)
            _fill(row, title, request, about, hidden=hidden)
        self.setVisible(bool(live))

    def lines(self) -> list[tuple[str, str]]:
        rows = [row for row in self._rows if not row[0].isHidden()]
        return [
            (title.text(), ", ".join(part for part in (phase.text(), number.text()) if part))
            for title, number, phase in rows
        ]

    def _add_row(self) -> None:
        row = ElidedLabel("live_title"), NumberLabel("value"), ElidedLabel(kind="unit")
        at = 2 * len(self._rows) + 1
        self._grid.addWidget(row[0], at, 0)
        self._grid.addWidget(row[1], at, 1)
        self._grid.addWidget(row[2], at + 1, 0, 1, 2)
        self._rows.append(row)


def _about(title: str, request: RequestStats, name: Callable[[str], str]) -> str:
    """Return the model of a request, unless the title is its name, and the cached tokens."""
    model = name(request.model_id) if request.model_id else ""
    cached = request.usage.cached
    hit = tr("{count} cached").format(count=number(cached)) if cached else ""
    return " · ".join(part for part in (model if model != title else "", hit) if part)


def _fill(
    row: tuple[ElidedLabel, NumberLabel, ElidedLabel],
    title: str,
    request: RequestStats,
    about: str,
    *,
    hidden: bool,
) -> None:
    # A reason to wait is long, and names what matters.
    waiting = translated(request.waiting)
    phase = waiting or " · ".join(it for it in (translated(request.phase.value), about) if it)
    progress = "" if hidden else request_progress(request)
    for label, text in ((row[0], title), (row[2], phase)):
        if label.text() != text:
            label.setText(text)
            label.setToolTip(tooltip(text))
        label.show()
    row[0].setAccessibleName(f"{title}: {phase}")
    row[1].show_number(progress, f"{title}: {progress}")
    row[1].setVisible(bool(progress))
