"""The dialogs of exports and imports: what to export, where to, and how far it is."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMarginsF, QObject, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QPageLayout
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from ui.exchange import export_dialog
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import part_text
from ui.state.export_choice import MARGIN_MM, ExportChoice, ExportFormat
from ui.state.preset import Preset
from ui.state.stored_prompts import StoredPrompt
from ui.state.transfers import ExportOffer, Progress
from ui.state.workspace import Workspace
from ui.widgets import work_bar
from ui.widgets.buttons import push_button
from ui.widgets.file_dialog import file_dialog, folder_dialog
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import vbox

_WIDTH = 460


class ImportDialog(QDialog):
    """`lmstudio` is LM Studio's conversation folder on this computer, or "" if there is none."""

    file_wanted = Signal()
    folder_wanted = Signal()
    place_wanted = Signal(str)

    def __init__(self, lmstudio: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import conversations"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.file_button = push_button(
            tr("Choose a file…"), tr("A .json or .zip file with conversations")
        )
        self.folder_button = push_button(
            tr("Choose a folder…"), tr("A folder of LM Studio conversations")
        )
        self.place_button = push_button(tr("Import from LM Studio"), lmstudio)
        self.place_button.setVisible(bool(lmstudio))
        self.cancel_button = push_button(tr("Cancel"))
        texts = (
            tr("From Duologue: a .json file, or the .zip file with everything."),
            tr("From ChatGPT: the .zip file that it sends you, or its conversations.json."),
            tr("From LM Studio: a .conversation.json file, or the folder with all of them."),
            tr("Nothing you already have is duplicated."),
        )
        column = vbox(self, spacing=10, margins=(18, 16, 18, 14))
        for text in texts:
            column.addWidget(plain_label("settings_note", text))
        if lmstudio:
            column.addWidget(plain_label("settings_note", breakable(lmstudio)))
        column.addSpacing(4)
        for button, wanted in (
            (self.place_button, lambda: self.place_wanted.emit(lmstudio)),
            (self.file_button, self.file_wanted.emit),
            (self.folder_button, self.folder_wanted.emit),
            (self.cancel_button, None),
        ):
            column.addWidget(button)
            self._follow(button, wanted)
        self.setMinimumWidth(theme.px(_WIDTH))
        (self.place_button if lmstudio else self.file_button).setFocus()

    def _follow(self, button: QPushButton, wanted: Callable[[], object] | None) -> None:
        button.clicked.connect(self.reject if wanted is None else self.accept)
        if wanted is not None:
            button.clicked.connect(lambda: wanted())


# Shorter tasks show no dialog.
SOON_MS = 500
_PROGRESS_WIDTH = 380


class ProgressDialog(QDialog):
    """Shows a Progress until it has ended, also after a person has cancelled it."""

    def __init__(self, progress: Progress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._progress = progress
        progress.changed.connect(self.show_progress)
        progress.ended.connect(self.end)
        title = progress.title
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.label = plain_label(text=title)
        self.bar = work_bar.WorkBar(title)
        self.bar.setRange(0, 0)
        self.cancel_button = push_button(tr("Cancel"), progress.cancel_tip)
        self.cancel_button.clicked.connect(self.reject)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.open)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.cancel_button)
        column = vbox(self, spacing=12, margins=(18, 16, 18, 14))
        for widget in (self.label, self.bar):
            column.addWidget(widget)
        column.addLayout(row)
        self.setMinimumWidth(theme.px(_PROGRESS_WIDTH))

    def show_soon(self) -> None:
        self._soon.start()

    def show_progress(self, done: int, total: int) -> None:
        """`total` is 0 while unknown."""
        self.bar.setRange(0, work_bar.STEPS if total else 0)
        self.bar.show_work(done, total)
        # once it was cancelled, the label says so until the end
        if total and self.cancel_button.isEnabled():
            parts = (self.windowTitle(), part_text(done, total), self.bar.time_left())
            self.label.setText(" · ".join(filter(None, parts)))

    def end(self) -> None:
        self._soon.stop()
        self.done(QDialog.DialogCode.Accepted)
        self.deleteLater()

    def reject(self) -> None:
        """Ask for cancellation; the dialog closes once the work has ended."""
        self.cancel_button.setEnabled(False)
        self.label.setText(tr("Canceling…"))
        self._progress.cancelled.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.reject()


LMSTUDIO = Path(".lmstudio") / "conversations"
_FILTERS = {
    ExportFormat.MARKDOWN: "Markdown (*.md)",
    ExportFormat.HTML: "HTML (*.html)",
    ExportFormat.PDF: "PDF (*.pdf)",
    ExportFormat.CSV: "CSV (*.csv)",
    ExportFormat.JSON: "JSON (*.json)",
}


class TransferDialogs(QObject):
    """Opens the dialogs over `window`; their answers are TransferRequests."""

    def __init__(self, workspace: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._transfers = workspace.transfers
        self._requests = workspace.transfer_requests
        self._transfers.export_offered.connect(self._choose_export)
        self._transfers.print_offered.connect(self._choose_printer)
        self._transfers.started.connect(self._show_progress)
        workspace.requests.everything_exported.connect(self._choose_everything)
        workspace.requests.imported.connect(self._choose_import)
        workspace.presets.import_wanted.connect(self._choose_imported_presets)
        workspace.presets.export_wanted.connect(self._choose_exported_presets)
        workspace.prompts.import_wanted.connect(self._choose_imported_prompts)
        workspace.prompts.export_wanted.connect(self._choose_exported_prompts)

    def _choose_export(self, offer: ExportOffer) -> None:
        """Ask for the format, then for the place."""
        # The results have an Export button too, and are in front again afterwards.
        window = QApplication.activeWindow() or self._window
        choice = self._transfers.choice
        dialog = export_dialog.ExportDialog(offer.title, offer.forms, choice, window)
        dialog.accepted.connect(lambda: self._choose_place(offer, dialog.value(), window))
        dialog.open()

    def _choose_place(self, offer: ExportOffer, choice: ExportChoice, window: QWidget) -> None:
        self._transfers.choice = choice
        if len(offer.ids) > 1 and choice.form is not ExportFormat.JSON:
            dialog = folder_dialog(window, tr("Folder for the conversations"))
        else:
            suffix = choice.form.value[1:]
            dialog = self._save_dialog(
                tr("Export"), _FILTERS[choice.form], offer.file_name, suffix, window
            )
        dialog.fileSelected.connect(partial(self._requests.exported.emit, offer, choice))
        dialog.open()

    def _choose_everything(self) -> None:
        dialog = self._save_dialog(tr("Export everything"), "ZIP (*.zip)", "Duologue", "zip")
        dialog.fileSelected.connect(self._requests.everything_exported)
        dialog.open()

    def _choose_printer(self, name: str) -> None:
        # Loading it takes a while, and few people ever print.
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(name)
        printer.setPageMargins(QMarginsF(*(MARGIN_MM,) * 4), QPageLayout.Unit.Millimeter)
        dialog = QPrintDialog(printer, self._window)
        dialog.accepted.connect(
            lambda: self._requests.printed.emit(printer, printer.outputFileName())
        )
        dialog.finished.connect(dialog.deleteLater)
        # QPrintDialog.open() requires a slot.
        QDialog.open(dialog)

    def _choose_import(self) -> None:
        """Show what can be imported, then ask for the file or folder."""
        home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
        place = Path(home) / LMSTUDIO
        dialog = ImportDialog(str(place) if place.is_dir() else "", self._window)
        dialog.file_wanted.connect(self._choose_imported_file)
        dialog.folder_wanted.connect(self._choose_imported_folder)
        dialog.place_wanted.connect(self._requests.imported)
        dialog.open()

    def _choose_imported_file(self) -> None:
        dialog = self._dialog(tr("Import"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        words = tr("Conversations ({pattern})").format(pattern="*.json *.zip")
        dialog.setNameFilters([words, tr("All files ({pattern})").format(pattern="*")])
        dialog.fileSelected.connect(self._requests.imported)
        dialog.open()

    def _choose_imported_folder(self) -> None:
        dialog = self._dialog(tr("Import"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self._requests.imported)
        dialog.open()

    def _choose_imported_presets(self) -> None:
        dialog = self._dialog(tr("Import presets"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilter(tr("Presets ({pattern})").format(pattern="*.json"))
        # The signal itself would take no list of Qt's strings.
        dialog.filesSelected.connect(self._requests.presets_imported.emit)
        dialog.open()

    def _choose_exported_presets(self, presets: tuple[Preset, ...]) -> None:
        name = presets[0].name if len(presets) == 1 else "Duologue"
        plain_name = "".join(it if it.isalnum() or it in " -_" else "-" for it in name)
        name_filter = tr("Presets ({pattern})").format(pattern="*.json")
        dialog = self._save_dialog(tr("Export presets"), name_filter, plain_name, "presets.json")
        dialog.fileSelected.connect(partial(self._requests.presets_exported.emit, presets))
        dialog.open()

    def _choose_imported_prompts(self) -> None:
        dialog = self._dialog(tr("Import prompts"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        patterns = " ".join(f"*{it}" for it in (".json", ".txt", ".md", ".markdown"))
        dialog.setNameFilter(tr("Prompts ({pattern})").format(pattern=patterns))
        dialog.filesSelected.connect(self._requests.prompts_imported.emit)
        dialog.open()

    def _choose_exported_prompts(self, prompts: tuple[StoredPrompt, ...]) -> None:
        name_filter = tr("Prompts ({pattern})").format(pattern="*.json")
        dialog = self._save_dialog(tr("Export prompts"), name_filter, "Duologue", "prompts.json")
        dialog.fileSelected.connect(partial(self._requests.prompts_exported.emit, prompts))
        dialog.open()

    def _show_progress(self, progress: Progress) -> None:
        dialog = ProgressDialog(progress, self._window)
        # The dialog blocks the keys of the window, but quitting asks before it ends the work.
        role = QAction.MenuRole.QuitRole
        dialog.addActions([it for it in self._window.actions() if it.menuRole() is role])
        dialog.show_soon()

    def _save_dialog(
        self, title: str, name_filter: str, name: str, suffix: str, window: QWidget | None = None
    ) -> QFileDialog:
        dialog = file_dialog(window or self._window, title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(name_filter)
        dialog.setDefaultSuffix(suffix.rpartition(".")[2])
        dialog.selectFile(f"{name}.{suffix}")
        return dialog

    def _dialog(self, title: str) -> QFileDialog:
        return file_dialog(self._window, title)
