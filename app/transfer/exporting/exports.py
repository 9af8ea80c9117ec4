"""Conversations that are written into files or printed: chosen by a person, done by a thread."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QPagedPaintDevice
from PySide6.QtWidgets import QDialog, QFileDialog

from app.attachments.kept_files import Files
from app.base.cancelling import Cancelled
from app.base.disk import is_disk_full, write_text
from app.database.reader import Reader
from app.database.store import Store
from app.settings import settings
from app.transfer.bundle import Bundle, bundle_of
from app.transfer.exporting.conversation_document import hidden_round, shown
from app.transfer.exporting.conversation_writer import write_chat
from app.transfer.exporting.file_names import free_name, safe_name
from app.transfer.exporting.json_writer import as_json
from app.transfer.exporting.pdf_writer import Fonts, print_chat
from app.transfer.exporting.zip_writer import write_everything
from app.transfer.task import Outcome, TransferTask, reason_of
from engine.sentences import Sentence, say, say_all
from ui import theme
from ui.compare.compare_tab import CompareTab
from ui.exchange.export_choice import ExportChoice, Form
from ui.exchange.export_dialog import ExportDialog
from ui.language import tr
from ui.window.main_window import MainWindow

# The cause of the notices of all exports.
EXPORT = "export"
# So many are taken from the store at once; a thread reads more by itself.
_FEW = 50
_NAMES = {
    Form.MARKDOWN: "Markdown (*.md)",
    Form.HTML: "HTML (*.html)",
    Form.PDF: "PDF (*.pdf)",
    Form.JSON: "JSON (*.json)",
}


class Exports(QObject):
    def __init__(
        self,
        window: MainWindow,
        store: Store,
        files: Files,
        home: Path,
        settle: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._settle = settle
        self._window = window
        self._store = store
        self._files = files
        self._home = home
        self._choice = ExportChoice()
        self._works: list[TransferTask] = []

    def choose(self, ids: Sequence[int]) -> ExportDialog | None:
        """In which form; then it is asked where to. Without `ids` the one in front."""
        tab = self._window.current_tab()
        if not ids and isinstance(tab, CompareTab):
            tab.export_wanted.emit()
            return None
        wanted = [it for it in ids or (tab.chat_id,) if self._store.conversation(it)]
        if not wanted:
            self._window.show_notice(
                tr("Nothing has been asked yet, so there is nothing to export.")
            )
            return None
        record = self._store.conversation(wanted[0])
        several = tr("%n conversation(s)", "", len(wanted))
        title = several if len(wanted) > 1 or not record else record.title or tr("Conversation")
        dialog = ExportDialog(title, self._choice, self._window)
        dialog.accepted.connect(lambda: self._choose_place(wanted, dialog.value(), title))
        dialog.open()
        return dialog

    def choose_everything(self) -> QFileDialog:
        dialog = self._save_dialog(tr("Export everything"), "ZIP (*.zip)", "zip", "Duologue")
        dialog.fileSelected.connect(lambda name: self.write_everything(Path(name)))
        dialog.open()
        return dialog

    def write(self, ids: Sequence[int], choice: ExportChoice, path: Path) -> TransferTask | None:
        """One into a file at `path`; several into a folder, or all into one JSON file."""
        if not self._may_write(path):
            return None
        self._settle()
        bundles = self._bundles(ids)
        fonts = _fonts()

        def run(work: TransferTask) -> str:
            if choice.form is Form.JSON:
                found = bundles()
                write_text(path, as_json(found, self._files, work.check))
                return say_all([say("Exported to {name}.", name=path.name), *self._told(found)])
            if len(ids) == 1:
                for bundle in bundles():
                    write_chat(path, bundle, choice, self._files, fonts, work.check)
                return say("Exported to {name}.", name=path.name)
            return self._write_several(bundles(), choice, path, fonts, work)

        return self._start(tr("Exporting"), run, path)

    def write_json(self, conversation_id: int, path: Path) -> TransferTask | None:
        return self.write((conversation_id,), ExportChoice(Form.JSON), path)

    def write_everything(self, path: Path) -> TransferTask | None:
        if not self._may_write(path):
            return None
        self._settle()
        self._store.flush()

        def run(work: TransferTask) -> str:
            reader = Reader(self._store.database_path)
            try:
                count = write_everything(
                    path, reader, self._files, self._home, work.show_progress, work.check
                )
            finally:
                reader.close()
            told = say("%n conversation(s) exported to {name}.", "", count, name=path.name)
            return say_all([told, *_secrets(self._home)])

        return self._start(tr("Exporting everything"), run, path)

    def print_front(self) -> QObject | None:
        """The conversation in front, on a printer that a person chooses."""
        # most who come here never print, and it takes its time to come
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415

        self._settle()
        bundle = bundle_of(self._store, self._window.current_tab().chat_id)
        if bundle is None:
            self._window.show_notice(
                tr("Nothing has been asked yet, so there is nothing to print.")
            )
            return None
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(bundle.record.title)
        dialog = QPrintDialog(printer, self._window)
        dialog.accepted.connect(lambda: self._print(printer, bundle))
        dialog.finished.connect(dialog.deleteLater)
        # its own `open` wants a slot
        QDialog.open(dialog)
        return dialog

    def close(self, timeout: float) -> bool:
        ended = [work.close(timeout) for work in self._works]
        return all(ended)

    def _print(self, printer: QPagedPaintDevice, bundle: Bundle) -> TransferTask:
        choice, fonts = self._choice, _fonts()

        def run(work: TransferTask) -> Sentence:
            chat = shown(bundle, self._files, choice)
            print_chat(printer, chat, choice.pictures, fonts, work.check)
            return say("{name} was sent to the printer.", name=chat.title)

        return self._start(tr("Printing"), run, Path(bundle.record.title))

    def _told(self, bundles: Sequence[Bundle]) -> list[Sentence]:
        """What a person might not expect of a file that has everything."""
        if not any(hidden_round(it, self._files) for it in bundles):
            return []
        return [say("It has the names that are hidden in the window until you have voted.")]

    def _write_several(
        self,
        bundles: Sequence[Bundle],
        choice: ExportChoice,
        folder: Path,
        fonts: Fonts,
        work: TransferTask,
    ) -> Sentence:
        """A file for each; what is there when a person cancels it stays."""
        taken: set[str] = set()
        for number, bundle in enumerate(bundles):
            work.show_progress(number, len(bundles))
            place = folder / _unused(bundle.record.title, choice.form, folder, taken)
            try:
                work.check()
                write_chat(place, bundle, choice, self._files, fonts, work.check)
            except Cancelled:
                return say(
                    "Cancelled: %n conversation(s) (was|were) exported to {name}.",
                    "",
                    number,
                    name=folder.name,
                )
        return say("Exported to {name}.", name=folder.name)

    def _may_write(self, path: Path) -> bool:
        """What is in the home might be written over, or removed as nothing refers to it."""
        inside = path.resolve().is_relative_to(self._home.resolve())
        if inside:
            self._window.show_notice(
                say(
                    "{folder} is where your conversations are kept. Choose another folder to "
                    "export to.",
                    folder=str(self._home),
                ),
                "error",
                EXPORT,
            )
        return not inside

    def _bundles(self, ids: Sequence[int]) -> Callable[[], Sequence[Bundle]]:
        """Few are taken as they are now, also where they cannot be saved."""
        if len(ids) <= _FEW:
            found = [it for one in ids if (it := bundle_of(self._store, one))]
            return lambda: found
        self._store.flush()

        def read() -> list[Bundle]:
            reader = Reader(self._store.database_path)
            try:
                return [it for one in ids if (it := bundle_of(reader, one))]
            finally:
                reader.close()

        return read

    def _choose_place(self, ids: Sequence[int], choice: ExportChoice, title: str) -> QFileDialog:
        self._choice = choice
        if len(ids) > 1 and choice.form is not Form.JSON:
            dialog = QFileDialog(self._window, tr("Folder for the conversations"))
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.finished.connect(dialog.deleteLater)
        else:
            name = safe_name(title, tr("Conversation"))
            suffix = choice.form.value[1:]
            dialog = self._save_dialog(tr("Export"), _NAMES[choice.form], suffix, name)
        one = len(ids) == 1
        dialog.fileSelected.connect(lambda name: self.write(ids, *_form_of(name, choice, one)))
        dialog.open()
        return dialog

    def _save_dialog(self, title: str, kind: str, suffix: str, name: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(kind)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{name}.{suffix}")
        dialog.finished.connect(dialog.deleteLater)
        return dialog

    def _start(self, title: str, run: Callable[[TransferTask], str], path: Path) -> TransferTask:
        self._window.end_notice(EXPORT)
        work = TransferTask(title, tr("End this; nothing of it is kept"), self._window)
        self._works.append(work)
        work.ended.connect(partial(self._tell, work))
        work.start(run, path, not_written)
        return work

    def _tell(self, work: TransferTask, ended: Outcome) -> None:
        self._works.remove(work)
        self._window.show_notice(ended.sentence, ended.kind, EXPORT)
        work.deleteLater()


def _form_of(name: str, choice: ExportChoice, one: bool) -> tuple[ExportChoice, Path]:
    """Let the name that was typed decide the form, if it ends as one of them; any other name gets
    the ending of the form that was chosen. Several conversations in a file can only be JSON."""
    path = Path(name)
    forms = {form.value: form for form in Form}
    typed = forms.get(path.suffix.lower())
    if typed is choice.form or path.is_dir():
        return choice, path
    if typed and one:
        return replace(choice, form=typed), path
    return choice, path.with_name(free_name(path.name, choice.form.value, path.parent))


def _fonts() -> Fonts:
    return Fonts(theme.font(13).family(), theme.MONO)


def _unused(title: str, form: Form, folder: Path, taken: set[str]) -> str:
    """A name that nothing in the folder has."""
    found = free_name(safe_name(title, tr("Conversation")), form.value, folder, taken)
    taken.add(found.casefold())
    return found


def not_written(name: str, error: Exception) -> Sentence:
    if is_disk_full(error):
        return say(
            "{name} could not be written: the disk is full. Nothing is left of it; free some room "
            "and try again.",
            name=name,
        )
    return say("{name} could not be written: {why}.", name=name, why=reason_of(error))


def _secrets(home: Path) -> list[Sentence]:
    """Who gives the file away gives these too."""
    if not any(server.environment for server in settings.load(home).servers):
        return []
    return [say("It has the environment of your tool servers, which may hold keys.")]
