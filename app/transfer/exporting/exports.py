"""Exports and prints conversations: offers them, then writes on a thread."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QPagedPaintDevice

from app.attachments.kept_files import Files
from app.base.cancelling import Cancelled
from app.base.disk import write_text
from app.base.file_manager import with_file
from app.database.reader import Reader
from app.database.rows import ConversationRecord, Kind
from app.database.store import Store
from app.records.record_places import RecordPlaces
from app.settings import settings_file
from app.transfer.bundle import Bundle, bundle_of
from app.transfer.exporting import (
    chart_svg,
    comparison_rounds,
    conversation_document,
    conversation_writer,
    json_writer,
    pdf_writer,
    zip_writer,
)
from app.transfer.exporting.export_sentences import (
    all_left_out,
    left_out,
    not_written,
    warned_of_keys,
)
from app.transfer.exporting.file_names import free_file_name, safe_name
from app.transfer.exporting.file_pieces import Unread
from app.transfer.task import Outcome, TransferTask
from engine.errors import Refused
from engine.sentences import Sentence, say, say_all
from ui.look import theme
from ui.look.language import tr
from ui.state.export_choice import ExportChoice, ExportFormat
from ui.state.notice import Notice
from ui.state.transfers import ExportOffer
from ui.state.workspace import Workspace

if TYPE_CHECKING:
    from ui.charts.chart import Chart

# The cause of every notice about an export.
EXPORT = "export"
# Up to this many conversations are read on the Qt thread, more on the task's thread.
_READ_AT_ONCE = 50
_CHART = ".svg"


class Exports(QObject):
    """All exports of the window, of chats and comparisons alike; each runs as a TransferTask."""

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        places: RecordPlaces,
        home: Path,
        settle: Callable[[], None],
    ) -> None:
        """`settle` hands unsaved changes of open tabs to the store."""
        super().__init__(workspace)
        self._settle = settle
        self._workspace = workspace
        self._store = store
        self._places = places
        self._files = places.files
        self._home = home
        self._to_print: Bundle | None = None
        self._tasks: list[TransferTask] = []
        requests = workspace.transfer_requests
        requests.exported.connect(self._write_chosen)
        requests.everything_exported.connect(lambda name: self.write_everything(Path(name)))
        requests.printed.connect(self._print)
        requests.chart_saved.connect(self.write_chart)

    def offer(self, ids: Sequence[int]) -> ExportOffer | None:
        """Offer to export these conversations, by default the one in front."""
        ids = ids or (self._front_id(),)
        found = (self._places.of(it).store.conversation(it) for it in ids)
        records = [it for it in found if it]
        if not records or (len(records) == 1 and self._is_empty(records[0])):
            self._workspace.notices.show(
                tr("Nothing has been asked yet, so there is nothing to export.")
            )
            return None
        title = records[0].title or tr("Conversation")
        if len(records) > 1:
            title = tr("%n conversation(s)", "", len(records))
        offer = ExportOffer(
            tuple(it.conversation_id for it in records),
            title,
            safe_name(title, tr("Conversation")),
            _forms_of(records),
        )
        self._workspace.transfers.export_offered.emit(offer)
        return offer

    def write(self, ids: Sequence[int], choice: ExportChoice, path: Path) -> TransferTask | None:
        """Write one conversation to a file at `path`; several into a folder there, or into one JSON
        file."""
        if not self._may_write(path):
            return None
        self._settle()
        read_bundles, files = self._bundle_reader(ids), self._files_of(ids)
        # fonts need a window system, which other formats do without
        fonts = _fonts() if choice.form is ExportFormat.PDF else pdf_writer.Fonts("", "")

        def run(task: TransferTask) -> str:
            bundles = read_bundles()
            if len(ids) > 1 and choice.form is not ExportFormat.JSON:
                return self._write_several(bundles, choice, path, fonts, task)
            exported = say("Exported to {name}.", name=path.name)
            check, progress, unread = task.check, task.show_progress, list[Unread]()
            if choice.form is ExportFormat.JSON:
                write_text(path, json_writer.as_json(bundles, files, check, unread, progress))
                hidden = self._hidden_names(bundles)
                return say_all([exported, *all_left_out(unread), *hidden])
            for bundle in bundles:
                unread += conversation_writer.write_conversation(
                    path, bundle, choice, files, fonts, check, progress
                )
            return say_all([exported, *all_left_out(unread)])

        several = len(ids) > 1 and choice.form is not ExportFormat.JSON
        if not several:
            return self._start(tr("Exporting"), run, path)
        tip = tr("Cancel and keep the files written so far")
        question = tr("Quit? The files written so far are kept; the others are not written.")
        return self._start(tr("Exporting"), run, path, tip, question)

    def write_everything(self, path: Path) -> TransferTask | None:
        if not self._may_write(path):
            return None
        self._settle()
        self._store.flush()

        def run(task: TransferTask) -> str:
            reader = Reader(self._store.database_path)
            try:
                done = zip_writer.write_everything(
                    path, reader, self._files, self._home, task.show_progress, task.check
                )
            finally:
                reader.close()
            count = done.conversations
            exported = say("%n conversation(s) exported to {name}.", "", count, name=path.name)
            missing = all_left_out(done.attachments)
            missing += [left_out(*it) for it in done.settings.items()]
            secrets = [] if settings_file.NAME in done.settings else warned_of_keys(self._home)
            return say_all([exported, *missing, *secrets])

        return self._start(tr("Exporting everything"), run, path)

    def write_chart(self, chart: "Chart", name: str) -> TransferTask | None:
        """Write a chart to a file of the name that a person chose."""
        path = Path(name)
        if path.suffix.lower() != _CHART:
            path = path.with_name(free_file_name(path.name, _CHART, path.parent))
        if not self._may_write(path):
            return None

        def run(task: TransferTask) -> Sentence:
            write_text(path, [chart_svg.svg_file(chart)])
            return say("Exported to {name}.", name=path.name)

        return self._start(tr("Exporting"), run, path)

    def offer_to_print(self) -> Bundle | None:
        """Offer to print the conversation in front."""
        self._settle()
        front = self._front_id()
        self._to_print = bundle_of(self._places.of(front).store, front)
        if self._to_print is None:
            self._workspace.notices.show(
                tr("Nothing has been asked yet, so there is nothing to print.")
            )
        else:
            name = safe_name(self._to_print.record.title, tr("Conversation"))
            self._workspace.transfers.print_offered.emit(name)
        return self._to_print

    def close(self, timeout: float) -> bool:
        """Cancel all exports. Return True if all have ended within `timeout` seconds each."""
        ended = [task.close(timeout) for task in self._tasks]
        return all(ended)

    def _files_of(self, ids: Sequence[int]) -> Files:
        """Return the files of conversations; several together are all on disk."""
        return self._places.files_of(ids[0]) if len(ids) == 1 else self._files

    def _front_id(self) -> int:
        front = self._workspace.conversations.front
        return front.chat_id if front else 0

    def _is_empty(self, record: ConversationRecord) -> bool:
        """A comparison is stored as soon as its panes are set up."""
        is_comparison = record.kind is Kind.COMPARISON
        store = self._places.of(record.conversation_id).store
        return is_comparison and not store.has_messages(record.conversation_id)

    def _write_chosen(self, offer: ExportOffer, choice: ExportChoice, name: str) -> None:
        # Several conversations fit into one file only as JSON.
        forms = offer.forms if len(offer.ids) == 1 else (ExportFormat.JSON,)
        self.write(offer.ids, *_typed(name, choice, forms))

    def _print(self, printer: QPagedPaintDevice, name: str) -> None:
        """Print on paper, or to a file of that `name`."""
        bundle, choice, fonts = self._to_print, self._workspace.transfers.choice, _fonts()
        if bundle is None or (name and not self._may_write(Path(name))):
            return
        files = self._files_of((bundle.record.conversation_id,))

        def run(task: TransferTask) -> Sentence:
            document = conversation_document.document_of(bundle, files, choice)
            try:
                pdf_writer.print_document(
                    printer, document, choice.images, fonts, task.check, task.show_progress
                )
            except Cancelled:
                if name:
                    Path(name).unlink(missing_ok=True)
                    raise
                return say("Canceled. Pages sent before that may still be printed.")
            if name:
                pdf_writer.check_printed(printer, Path(name))
                return say("Exported to {name}.", name=Path(name).name)
            return say("{name} was sent to the printer.", name=document.title)

        self._start(
            tr("Printing"),
            run,
            Path(name or bundle.record.title),
            "" if name else tr("Stop sending pages to the printer"),
            "" if name else tr("Quit? Pages that the printer does not have yet are not printed."),
        )

    def _hidden_names(self, bundles: Sequence[Bundle]) -> list[Sentence]:
        """Warn that a complete export names models that a vote still hides."""
        if not any(comparison_rounds.has_hidden_names(it, self._files) for it in bundles):
            return []
        return [say("The file contains model names that the window hides until you vote.")]

    def _write_several(
        self,
        bundles: Sequence[Bundle],
        choice: ExportChoice,
        folder: Path,
        fonts: "pdf_writer.Fonts",
        task: TransferTask,
    ) -> str:
        """Write a file for each; files written before a cancellation stay."""
        taken: set[str] = set()
        unread: list[Unread] = []
        for number, bundle in enumerate(bundles):
            task.show_progress(number, len(bundles))
            title = safe_name(bundle.record.title, tr("Conversation"))
            name = free_file_name(title, choice.form.value, folder, taken)
            taken.add(name.casefold())
            try:
                task.check()
                unread += conversation_writer.write_conversation(
                    folder / name, bundle, choice, self._files, fonts, task.check
                )
            except Cancelled:
                return say(
                    "Canceled: %n conversation(s) (was|were) exported to {name}.",
                    "",
                    number,
                    name=folder.name,
                )
            except Exception as error:
                if not number:
                    raise
                written = say(
                    "%n conversation(s) exported to {name}.", "", number, name=folder.name
                )
                sentence = task.sentence_about(error, folder / name)
                raise Refused(say_all([written, sentence])) from error
        exported = say("Exported to {name}.", name=folder.name)
        return say_all([exported, *all_left_out(unread)])

    def _may_write(self, path: Path) -> bool:
        """Refuse the data folder: exports there could overwrite data, or be removed as unused."""
        inside = path.resolve().is_relative_to(self._home.resolve())
        if inside:
            self._workspace.notices.show(
                say(
                    "{folder} is the data folder of Duologue. Choose another folder to export to.",
                    folder=str(self._home),
                ),
                "error",
                EXPORT,
            )
        return not inside

    def _bundle_reader(self, ids: Sequence[int]) -> Callable[[], Sequence[Bundle]]:
        """Return a function for the task's thread. A few conversations are read at once, so that
        they have what the store could not save."""
        if len(ids) <= _READ_AT_ONCE:
            found = [it for one in ids if (it := bundle_of(self._places.of(one).store, one))]
            return lambda: found
        self._store.flush()

        def read() -> list[Bundle]:
            reader = Reader(self._store.database_path)
            try:
                return [it for one in ids if (it := bundle_of(reader, one))]
            finally:
                reader.close()

        return read

    def _start(
        self,
        title: str,
        run: Callable[[TransferTask], str],
        path: Path,
        cancel_tip: str = "",
        quit_question: str = "",
    ) -> TransferTask:
        self._workspace.notices.end(EXPORT)
        task = TransferTask(
            title,
            cancel_tip or tr("Cancel and keep nothing"),
            quit_question or tr("Quit? The unfinished file is not kept."),
            self._workspace,
        )
        self._tasks.append(task)
        task.ended.connect(partial(self._on_ended, task, path))
        task.start(run, path, not_written)
        return task

    def _on_ended(self, task: TransferTask, path: Path, outcome: Outcome) -> None:
        """Say how it ended, and offer to show what was written; a print has no file."""
        self._tasks.remove(task)
        notice = Notice(outcome.sentence, outcome.kind, EXPORT)
        if outcome.done and path.is_absolute() and path.exists():
            notice = with_file(notice, path)
        self._workspace.notices.tell(notice)
        task.deleteLater()


def _forms_of(records: Sequence[ConversationRecord]) -> tuple[ExportFormat, ...]:
    """Return the formats on offer: CSV has the answers of comparisons."""
    compared = all(it.kind is Kind.COMPARISON for it in records)
    return tuple(it for it in ExportFormat if compared or it is not ExportFormat.CSV)


def _typed(
    name: str, choice: ExportChoice, forms: Sequence[ExportFormat]
) -> tuple[ExportChoice, Path]:
    """Let a typed name with the suffix of one of `forms` choose the format; any other name gets the
    suffix of the chosen one."""
    path = Path(name)
    suffix = path.suffix.lower()
    if suffix == choice.form.value or path.is_dir():
        return choice, path
    for form in forms:
        if suffix == form.value:
            return replace(choice, form=form), path
    return choice, path.with_name(free_file_name(path.name, choice.form.value, path.parent))


def _fonts() -> "pdf_writer.Fonts":
    return pdf_writer.Fonts(theme.font(13).family(), theme.MONO)
