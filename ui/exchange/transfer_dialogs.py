"""The dialogs of exports and imports: what to export, where to, and how far it is."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from ui.exchange.export_dialog import ExportDialog
from ui.exchange.import_dialog import ImportDialog
from ui.exchange.progress_dialog import ProgressDialog
from ui.look.language import tr
from ui.state.export_choice import ExportChoice, ExportFormat
from ui.state.preset import Preset
from ui.state.transfers import ExportOffer, Progress
from ui.state.workspace import Workspace

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

    def _choose_export(self, offer: ExportOffer) -> None:
        """Ask for the format, then for the place."""
        dialog = ExportDialog(offer.title, offer.forms, self._transfers.choice, self._window)
        dialog.accepted.connect(lambda: self._choose_place(offer, dialog.value()))
        dialog.open()

    def _choose_place(self, offer: ExportOffer, choice: ExportChoice) -> None:
        self._transfers.choice = choice
        if len(offer.ids) > 1 and choice.form is not ExportFormat.JSON:
            dialog = self._dialog(tr("Folder for the conversations"))
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog = self._save_dialog(
                tr("Export"), _FILTERS[choice.form], offer.file_name, choice.form.value[1:]
            )
        dialog.fileSelected.connect(partial(self._requests.exported.emit, offer, choice))
        dialog.open()

    def _choose_everything(self) -> None:
        dialog = self._save_dialog(tr("Export everything"), "ZIP (*.zip)", "Duologue", "zip")
        dialog.fileSelected.connect(self._requests.everything_exported)
        dialog.open()

    def _choose_printer(self, title: str) -> None:
        # Loading it takes a while, and few people ever print.
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(title)
        dialog = QPrintDialog(printer, self._window)
        dialog.accepted.connect(lambda: self._requests.printed.emit(printer))
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
        dialog.filesSelected.connect(self._requests.presets_imported)
        dialog.open()

    def _choose_exported_presets(self, presets: tuple[Preset, ...]) -> None:
        name = presets[0].name if len(presets) == 1 else "Duologue"
        plain_name = "".join(it if it.isalnum() or it in " -_" else "-" for it in name)
        name_filter = tr("Presets ({pattern})").format(pattern="*.json")
        dialog = self._save_dialog(tr("Export presets"), name_filter, plain_name, "presets.json")
        dialog.fileSelected.connect(partial(self._requests.presets_exported.emit, presets))
        dialog.open()

    def _show_progress(self, progress: Progress) -> None:
        ProgressDialog(progress, self._window).show_soon()

    def _save_dialog(self, title: str, name_filter: str, name: str, suffix: str) -> QFileDialog:
        dialog = self._dialog(title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(name_filter)
        dialog.setDefaultSuffix(suffix.rpartition(".")[2])
        dialog.selectFile(f"{name}.{suffix}")
        return dialog

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.finished.connect(dialog.deleteLater)
        return dialog
