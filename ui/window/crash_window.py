"""The window that shows reports of faults: what a person could share, to be edited first."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QWidget,
)

from ui.look import theme
from ui.look.language import tr, translated
from ui.state.crash_reports import CrashReport
from ui.state.workspace import Workspace
from ui.widgets.buttons import CopyButton, push_button
from ui.widgets.combo_box import ComboBox
from ui.widgets.file_dialog import file_dialog
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import hbox, resize_window, vbox
from ui.widgets.own_window import begin_window
from ui.widgets.plain_field import FormField

SIZE = QSize(760, 580)
_ISSUES = "/issues/new"
_FILE_NAME = "duologue-crash-"
_SUFFIX = ".txt"


class CrashWindow(QDialog):
    """Shows the kept reports of a workspace, one at a time. Edits are those of the text that is
    copied or saved; the kept report stays as it is."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._state = workspace.crash_reports
        self._shown: CrashReport | None = None
        begin_window(self, tr("Crash reports"))
        self.choice = ComboBox()
        self.field = FormField(tr("Report"))
        self.note = plain_label("settings_note")
        self.copy_button = CopyButton()
        self.save_button = push_button(tr("Save…"))
        self.issue_button = push_button(
            tr("Open issue page"), tr("Open the issue page in the browser")
        )
        self.delete_button = push_button(tr("Delete"), tr("Delete this report"))
        self.close_button = push_button(tr("Close"))
        self._lay_out()
        self._connect()
        self._list_reports()

    def _list_reports(self) -> None:
        """List the reports, and keep showing the one in front if it is still there."""
        former = self._shown.name if self._shown else ""
        names = [it.name for it in self._state.reports]
        self.choice.blockSignals(True)
        self.choice.clear()
        for report in self._state.reports:
            self.choice.addItem(_title(report), report.name)
        self.choice.setCurrentIndex(names.index(former) if former in names else 0)
        self.choice.blockSignals(False)
        self._show_chosen()

    def _show_chosen(self) -> None:
        index = self.choice.currentIndex()
        reports = self._state.reports
        report = reports[index] if 0 <= index < len(reports) else None
        if report != self._shown or report is None:
            self._shown = report
            self.field.setPlainText(report.text if report else tr("There are no reports."))
        self.field.setReadOnly(report is None)
        for button in (self.copy_button, self.save_button, self.delete_button):
            button.setEnabled(report is not None)
        self._show_address()

    def _show_address(self) -> None:
        self.issue_button.setVisible(bool(self._workspace.about.facts.repository))

    def _copy(self) -> None:
        self.copy_button.copy_text(self.field.toPlainText())

    def _choose_file(self) -> None:
        dialog = file_dialog(self, tr("Save the report"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        name = _FILE_NAME + (self._shown.name if self._shown else "")
        dialog.selectFile(name + _SUFFIX)
        dialog.fileSelected.connect(self.save)
        dialog.open()

    def save(self, path: str) -> None:
        """Ask for the text, as edited, to be written to a file."""
        self._workspace.about_requests.report_saved.emit(self.field.toPlainText(), path)

    def _delete(self) -> None:
        if self._shown:
            self._workspace.about_requests.report_deleted.emit(self._shown.name)

    def _open_issues(self) -> None:
        repository = self._workspace.about.facts.repository
        self._workspace.link_opened.emit(repository + _ISSUES)

    def _tell(self, sentence: str) -> None:
        self.note.setText(breakable(translated(sentence)))

    def _connect(self) -> None:
        self._state.changed.connect(self._list_reports)
        self._state.told.connect(self._tell)
        self._workspace.about.changed.connect(self._show_address)
        self.choice.currentIndexChanged.connect(self._show_chosen)
        self.copy_button.clicked.connect(self._copy)
        self.save_button.clicked.connect(self._choose_file)
        self.issue_button.clicked.connect(self._open_issues)
        self.delete_button.clicked.connect(self._delete)
        self.close_button.clicked.connect(self.close)

    def _lay_out(self) -> None:
        about = tr(
            "This is the whole report. It contains no text of your chats, and nothing is sent. "
            "You can edit it, then copy or save it to share it."
        )
        theme.set_font(self.field, 12, monospaced=True)
        self.choice.setAccessibleName(tr("Reports"))
        self.close_button.setDefault(True)
        buttons = hbox(spacing=8)
        for button in (self.copy_button, self.save_button, self.issue_button, self.delete_button):
            buttons.addWidget(button)
        buttons.addStretch()
        buttons.addWidget(self.close_button)
        column = vbox(self, spacing=10, margins=(20, 18, 20, 16))
        for widget in (plain_label("settings_note", about), self.choice, self.field, self.note):
            column.addWidget(widget, int(widget is self.field))
        column.addLayout(buttons)
        resize_window(self, SIZE)
        self.field.setFocus()


def _title(report: CrashReport) -> str:
    ended = tr("Duologue ended") if report.ended else tr("Duologue kept running")
    return f"{report.started} – {ended}"
