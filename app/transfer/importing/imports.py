"""Imports conversations: reads a chosen file or folder on a thread, saves on the Qt thread."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Semaphore
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.attachments.kept_files import Files
from app.base.cancelling import Cancelled
from app.database.reader import Reader
from app.database.store import Store
from app.records.chat_settings import ChatSettings, read_fields
from app.records.rounds import kept_round
from app.records.turns import ROUNDS, turns_of
from app.transfer.bundle import Bundle
from app.transfer.importing import import_writer, matching, sources
from app.transfer.importing.report import Report
from app.transfer.task import Outcome, TransferTask
from engine.errors import Refused, reason
from engine.frozen import frozen
from engine.sentences import Sentence, say, say_all
from ui.look.language import tr
from ui.state.conversation_entry import Folder
from ui.state.notice import Notice
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)

# Conversations that may be on their way to disk at a time.
_SLOTS = 8
# The cause of every notice about an import.
IMPORT = "import"

# Gets the settings files of a full export by name; returns a sentence for people.
RestoreSettings = Callable[[dict[str, Any]], str]


@frozen
class _Extras:
    """The parts of a full export that are no conversations."""

    folders: dict[Folder, str]
    tabs: dict[str, Any]
    settings_files: dict[str, Any]


class Imports(QObject):
    """All imports of the window, one at a time. `grown` has the ids of existing conversations that
    got new messages, `tabs_came` the imported state of open tabs; both are emitted once everything
    is on disk."""

    grown = Signal(object)
    tabs_came = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        files: Files,
        settle: Callable[[], None],
        restore_settings: RestoreSettings,
    ) -> None:
        super().__init__(workspace)
        self._settle = settle
        self._workspace = workspace
        self._store = store
        self._files = files
        self._restore_settings = restore_settings
        self._task: TransferTask | None = None
        # The notice that offers to open a chat, and the chat.
        self._offer: tuple[Notice | None, int] = None, 0
        workspace.conversations.front_changed.connect(self._end_offer)
        workspace.transfer_requests.imported.connect(lambda name: self.take(Path(name)))

    def take(self, *paths: Path) -> TransferTask | None:
        """Import all conversations of files or folders, unless an import is running."""
        if self._task is not None:
            self._workspace.notices.show(tr("An import is already running."), cause=IMPORT)
            return None
        if self._store.read_only or self._store.problem:
            why = self._store.problem or tr("This version of Duologue cannot write your data.")
            self._workspace.notices.show(
                say("Nothing can be imported while nothing can be saved. {why}", why=why),
                "error",
                IMPORT,
            )
            return None
        self._workspace.notices.end(IMPORT)
        slots = Semaphore(_SLOTS)
        task = self._task = TransferTask(
            tr("Importing"),
            tr("Cancel and keep what was imported so far"),
            tr("Quit? What was imported so far is kept; the rest is not imported."),
            self._workspace,
        )
        writer = import_writer.ImportWriter(self._store, slots, task)
        notes: list[str] = []
        task.posted.connect(partial(self._save, writer, notes))
        task.ended.connect(partial(self._on_ended, task, writer, notes))
        self._settle()
        self._store.flush()
        task.start(partial(self._run, paths, slots, writer), paths[0], _not_imported)
        return task

    def close(self, timeout: float) -> bool:
        """Cancel the import. Return True if it has ended within `timeout` seconds."""
        return self._task is None or self._task.close(timeout)

    # --- on the thread -------------------------------------------------------------------

    def _run(
        self,
        paths: tuple[Path, ...],
        slots: Semaphore,
        writer: "import_writer.ImportWriter",
        task: TransferTask,
    ) -> str:
        report = Report()
        reader = Reader(self._store.database_path)
        try:
            for path in paths:
                # Files have chats in common, as an older and a newer export do.
                _wait_all(slots, task)
                matcher = matching.Matcher(reader, partial(_wait_all, slots, task))
                before = report.seen
                try:
                    self._read(path, matcher, report, slots, task)
                except Cancelled:
                    raise
                except Exception as error:  # noqa: BLE001 - the person must hear of any failure
                    # The other files are imported all the same.
                    sentence = task.sentence_about(error, path)
                    part = report.seen > before
                    report.failures.append(_rest_missing(path, error) if part else sentence)
        except Cancelled:
            report.notes.append(
                say("Canceled: the rest was not imported. Import again to get the rest.")
            )
        finally:
            reader.close()
        _wait_all(slots, task)
        for arrival in writer.failed:
            report.count(arrival, -1)
            report.unsaved += 1
        if report.failed:
            raise Refused(report.sentence())
        return report.sentence()

    def _read(
        self,
        path: Path,
        matcher: "matching.Matcher",
        report: Report,
        slots: Semaphore,
        task: TransferTask,
    ) -> None:
        """Import one file or folder."""
        source = sources.ImportSource(path, self._files, report, task.check)
        before = report.seen
        for bundle in source.bundles():
            arrival = matcher.match(self._repaired(bundle, report))
            report.count(arrival)
            if arrival.changes:
                _wait(slots, task)
            task.post(arrival)
            task.show_progress(report.seen, source.total and before + source.total)
        task.post(_Extras(source.folders, source.tabs, source.settings_files))

    def _repaired(self, bundle: Bundle, report: Report) -> Bundle:
        """Return the bundle without data that would keep it from being opened."""
        kept = []
        report.broken_messages += bundle.broken_messages
        for message in bundle.messages:
            try:
                if message.branch == ROUNDS:
                    kept_round(message, self._files)
                else:
                    turns_of([message], self._files)
            except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
                log.warning("a message of an import is damaged", exc_info=True)
                report.broken_messages += 1
                message = replace(message, data="{}")
            kept.append(message)
        record = bundle.record
        try:
            read_fields(ChatSettings, record.settings)
        except (TypeError, OverflowError, RecursionError):
            record = replace(record, settings="{}")
        return replace(bundle, messages=tuple(kept), record=record)

    # --- on the Qt thread ----------------------------------------------------------------

    def _save(self, writer: "import_writer.ImportWriter", notes: list[str], posted: object) -> None:
        if isinstance(posted, matching.Arrival):
            writer.save(posted)
        elif isinstance(posted, _Extras):
            for folder, settings in posted.folders.items():
                writer.local_folder(folder, settings)
            writer.tabs = posted.tabs or writer.tabs
            if posted.settings_files:
                notes.append(self._restore_settings(posted.settings_files))

    def _on_ended(
        self,
        task: TransferTask,
        writer: "import_writer.ImportWriter",
        notes: list[str],
        ended: Outcome,
    ) -> None:
        self._task = None
        task.deleteLater()
        writer.show()
        if writer.grown:
            self.grown.emit(frozenset(writer.grown))
        if writer.tabs:
            self.tabs_came.emit(writer.local_tabs())
        notice = Notice(say_all([ended.sentence, *notes]), ended.kind, IMPORT)
        if writer.changed:
            alone = len(writer.changed) == 1
            open_first = partial(self._workspace.requests.opened.emit, writer.changed[0], 0)
            action = tr("Open chat") if alone else tr("Open the first")
            notice = replace(notice, action=action, do=open_first)
            if alone and not notice.lasts:
                self._offer = notice, writer.changed[0]
        self._workspace.notices.tell(notice)

    def _end_offer(self) -> None:
        """Take back the offer to open a chat that was opened in another way."""
        notice, chat_id = self._offer
        front = self._workspace.conversations.front
        if front and front.chat_id == chat_id and self._workspace.notices.newest is notice:
            self._workspace.notices.dismiss()


def _wait(slots: Semaphore, task: TransferTask) -> None:
    """Raises Cancelled."""
    while not slots.acquire(timeout=0.1):
        task.check()


def _wait_all(slots: Semaphore, task: TransferTask) -> None:
    """Wait until all arrivals are on disk or have failed, or the application quits."""
    for _ in range(_SLOTS):
        while not slots.acquire(timeout=0.1):
            if task.quitting.is_set():
                return
    slots.release(_SLOTS)


def _rest_missing(path: Path, error: Exception) -> Sentence:
    return say(
        "The rest of {name} could not be imported: {why}. Import it again to get the rest.",
        name=path.name,
        why=reason(error),
    )


def _not_imported(name: str, error: Exception) -> Sentence:
    return say(
        "{name} could not be imported: {why}. Check the file, or export it again.",
        name=name,
        why=reason(error),
    )
