"""A line about a piece of work; while it runs, its progress and a button that cancels it."""

from PySide6.QtWidgets import QWidget

from ui.look.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox, vbox
from ui.widgets.work_bar import WorkBar


class WorkRow(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.state = plain_label("settings_line")
        self.bar = WorkBar(tr("Progress"))
        self.cancel = push_button(tr("Cancel"))
        row = hbox(spacing=8)
        row.addWidget(self.bar, 1)
        row.addWidget(self.cancel)
        column = vbox(self, spacing=6)
        column.addWidget(self.state)
        column.addLayout(row)

    def show_work(self, text: str, done: int, total: int, left: str | None = None) -> None:
        """Show how far the work is; without a total, that is not known. `left` is the time that is
        left, where others show it, too."""
        self._show_progress(True)
        # An indeterminate bar would move for minutes while the work only waits.
        self.bar.show_work(done, total)
        left = self.bar.time_left() if left is None else left
        self.state.setText(" · ".join(filter(None, (text, left))))

    def show_rest(self, text: str) -> None:
        """Show a text alone, while nothing runs."""
        self.state.setText(text)
        self.bar.restart()
        self._show_progress(False)

    def _show_progress(self, shown: bool) -> None:
        self.bar.setVisible(shown)
        self.cancel.setVisible(shown)
