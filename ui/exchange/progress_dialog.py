"""Dialog with the progress of a long task, and a button that cancels it."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import part_text
from ui.state.transfers import Progress
from ui.widgets.plain_label import plain_label
from ui.widgets.push_button import push_button

# Shorter tasks show no dialog.
SOON_MS = 500
_WIDTH = 380


class ProgressDialog(QDialog):
    """Shows a Progress until it has ended, also after a person has cancelled it."""

    def __init__(self, progress: Progress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._progress = progress
        progress.changed.connect(self.show_progress)
        progress.ended.connect(self.end)
        title = progress.title
        self.setObjectName("exchange_progress")
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.label = plain_label("run_about", title)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(title)
        self.cancel_button = push_button(tr("Cancel"), progress.cancel_tip)
        self.cancel_button.clicked.connect(self.reject)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.open)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        for widget in (self.label, self.bar):
            column.addWidget(widget)
        column.addLayout(row)
        self.setMinimumWidth(theme.px(_WIDTH))

    def show_soon(self) -> None:
        self._soon.start()

    def show_progress(self, done: int, total: int) -> None:
        """`total` is 0 while unknown."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        if total:
            text = part_text(done, total)
            self.label.setText(f"{self.windowTitle()} · {text}")

    def end(self) -> None:
        self._soon.stop()
        self.done(QDialog.DialogCode.Accepted)
        self.deleteLater()

    def reject(self) -> None:
        """Ask for cancellation; the dialog closes once the work has ended."""
        self.cancel_button.setEnabled(False)
        self.label.setText(tr("Cancelling…"))
        self._progress.cancelled.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.reject()
