"""A row of the downloads page: a model with its progress, and what can be done with it."""

from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QPushButton,
    QWidget,
)

from ui.look import numbers
from ui.look.language import tr, translated
from ui.state.downloads import Download, DownloadPhase
from ui.state.workspace import Workspace
from ui.widgets.buttons import explain, push_button
from ui.widgets.confirm import confirm
from ui.widgets.labels import ElidedLabel, breakable, plain_label, show_text, tooltip
from ui.widgets.layouts import hbox, vbox
from ui.widgets.work_bar import WorkBar

# Bytes that nobody wants to download again for a slip of the hand.
ASK_FROM = 1_000_000_000


class DownloadRow(QFrame):
    def __init__(self, workspace: Workspace, item: Download, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._requests = workspace.download_requests
        self._library_requests = workspace.library_requests
        self.item = item
        self.name = ElidedLabel("download_name")
        self.organization = ElidedLabel("settings_note")
        self.bar = WorkBar(tr("Progress"))
        self.line = plain_label("settings_note")
        self.problem = plain_label("settings_line")
        # both exist in every phase, so that the keyboard stays where it is
        self.main = push_button("")
        self.end = push_button("")
        self.main.clicked.connect(self._on_main)
        self.end.clicked.connect(self._on_end)
        self._lay_out()
        self.show_item(item)

    def show_item(self, item: Download) -> None:
        """Show the download as it is now."""
        self.item = item
        organization, _, name = item.repository.rpartition("/")
        self.name.setText(name)
        self.name.setToolTip(tooltip(item.folder))
        self.organization.setText(organization)
        self.bar.show_work(item.done, item.total)
        self.bar.setAccessibleName(tr("Progress of {name}").format(name=name))
        self.bar.setVisible(item.phase is not DownloadPhase.DONE)
        self.line.setText(progress_line(item))
        show_text(self.problem, breakable(translated(item.problem)))
        self._show_buttons(name)
        about = (item.repository, self.line.text(), translated(item.problem))
        self.setAccessibleName(". ".join(filter(None, about)))

    def _show_buttons(self, name: str) -> None:
        phase = self.item.phase
        if phase is DownloadPhase.DONE:
            _label(self.main, tr("Open page"), tr("Open the page of {name}"), name)
        elif phase is DownloadPhase.PAUSED:
            _label(self.main, tr("Resume"), tr("Resume the download of {name}"), name)
        elif phase is DownloadPhase.FAILED:
            _label(self.main, tr("Try again"), tr("Try to download {name} again"), name)
        else:
            _label(self.main, tr("Pause"), tr("Pause the download of {name}"), name)
        if phase is DownloadPhase.DONE:
            _label(self.end, tr("Remove from list"), tr("Remove {name} from this list"), name)
        elif phase is DownloadPhase.FAILED:
            _label(self.end, tr("Remove"), tr("Remove the download of {name}"), name)
        else:
            _label(self.end, tr("Cancel"), tr("Cancel the download of {name}"), name)

    def _on_main(self) -> None:
        phase, repository = self.item.phase, self.item.repository
        if phase is DownloadPhase.DONE:
            self._library_requests.page_opened.emit(self.item.folder)
        elif phase in (DownloadPhase.PAUSED, DownloadPhase.FAILED):
            self._requests.resumed.emit(repository)
        else:
            self._requests.paused.emit(repository)

    def _on_end(self) -> None:
        if self.item.phase is DownloadPhase.DONE:
            self._requests.removed.emit(self.item.repository)
        elif self.item.done >= ASK_FROM:
            confirm(
                self.window(),
                tr("Delete the downloaded part?"),
                tr("{size} of {name} has been downloaded. “Pause” keeps it.").format(
                    size=numbers.size_text(self.item.done), name=self.item.repository
                ),
                tr("Delete"),
                self._cancel,
            )
        else:
            self._cancel()

    def _cancel(self) -> None:
        self._requests.cancelled.emit(self.item.repository)

    def _lay_out(self) -> None:
        names = vbox(spacing=1)
        names.addWidget(self.name)
        names.addWidget(self.organization)
        buttons = hbox(spacing=8)
        buttons.addWidget(self.main)
        buttons.addWidget(self.end)
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 14, 12)
        grid.setVerticalSpacing(7)
        grid.setHorizontalSpacing(14)
        grid.setColumnStretch(0, 1)
        grid.addLayout(names, 0, 0)
        grid.addLayout(buttons, 0, 1)
        grid.addWidget(self.bar, 1, 0, 1, 2)
        grid.addWidget(self.line, 2, 0, 1, 2)
        grid.addWidget(self.problem, 3, 0, 1, 2)


def progress_line(item: Download) -> str:
    """Return how far a download is: "3.1 of 8.2 GB · 42 MB/s · 2 min left"."""
    working = item.phase in (DownloadPhase.RUNNING, DownloadPhase.CHECKING)
    if working and not item.total:
        return tr("Getting the list of files…")
    parts = [_amount_text(item)]
    if item.phase is not DownloadPhase.RUNNING or item.rate is None:
        parts.append(translated(item.phase.value))
    if item.rate is not None:
        parts.append(numbers.byte_rate_text(item.rate))
    parts.append(numbers.time_left_text(item.seconds_left))
    text = " · ".join(filter(None, parts))
    return text[:1].upper() + text[1:]


def _amount_text(item: Download) -> str:
    if not item.total:
        return ""
    if item.done in (0, item.total) and item.phase in (DownloadPhase.QUEUED, DownloadPhase.DONE):
        return numbers.size_text(item.total)
    return numbers.share_text(min(item.done, item.total), item.total)


def _label(button: QPushButton, text: str, about: str, name: str) -> None:
    if button.text() != text:
        button.setText(text)
        explain(button, about.format(name=name))
