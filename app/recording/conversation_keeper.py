"""Keeps one conversation as it changes: its settings, title and draft, and its turns."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, DraftRecord, Kind
from app.database.store import Store
from app.recording.branch_keeper import BranchKeeper
from app.records.drafts import LAST, Draft, draft_record
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.tabs.tab import Tab

# Between two savings of who writes or turns a knob without a pause.
REST_MS = 500


class ConversationKeeper(QObject):
    """A conversation comes into the store with its first message or draft, which `begun` tells.
    `grown` asks for a `flush` soon."""

    grown = Signal()
    begun = Signal()
    kind = Kind.CHAT

    def __init__(
        self,
        store: Store,
        files: Files,
        tab: Tab,
        known: ConversationRecord | None,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._files = files
        self._tab = tab
        self._id = tab.chat_id
        self._begun = known is not None
        self._untitled = tab.title if known is None else ""
        self._branches: dict[int, BranchKeeper] = {}
        self._saved = ("", "")
        self._titled = (known.title, known.named) if known else ("", False)
        # of one that was brought back it is not known how much could be read
        self._draft = None if known else DraftRecord(tab.chat_id)
        self._settings_rest = self._rest(self.save_settings)
        self._draft_rest = self._rest(self.save_draft)
        tab.title_changed.connect(self._save_title)
        tab.composer.draft_changed.connect(self._draft_changed)
        tab.composer.options_changed.connect(self._settings_changed)

    def flush(self) -> None:
        """Everything that changed is on its way to the disk."""
        self._settings_rest.stop()
        self._draft_rest.stop()
        self.save_settings()
        self.save_draft()
        self.flush_text()

    def end(self) -> None:
        """Its tab is closed."""
        for branch in self._branches.values():
            branch.end()
        self.flush()

    def flush_text(self) -> None:
        for branch in self._branches.values():
            branch.flush()

    def save_draft(self) -> None:
        record = draft_record(self.written(), self._id, self._files)
        if record == self._draft:
            return
        if record != DraftRecord(self._id):
            self.begin()
        self._draft = record
        if self._begun:
            self._store.save_draft(record)

    def save_settings(self) -> None:
        if not self._begun:
            return
        model, settings = found = self.described()
        if found != self._saved:
            self._saved = found
            self._store.update_conversation(self._id, model=model, settings=settings)

    def begin(self) -> None:
        """Have it in the store."""
        if self._begun:
            return
        self._begun = True
        self._saved = model, settings = self.described()
        self._titled = title, named = self._title()
        now = self._store.now()
        self._store.save_conversation(
            ConversationRecord(
                self._id,
                self.kind,
                title,
                named,
                created=now,
                updated=now,
                model=model,
                settings=settings,
            )
        )
        self.begun.emit()

    def described(self) -> tuple[str, str]:
        """The names of its models, and what a person set, as JSON."""
        raise NotImplementedError

    def written(self) -> Draft:
        """What is being written in it."""
        composer = self._tab.composer
        if not composer.editing:
            return Draft(composer.draft())
        edited = composer.edited
        message_id = edited.message_id if isinstance(edited, Turn) else LAST
        return Draft(composer.draft(), message_id, composer.kept_draft)

    def _keep(self, branch: int, transcript: Transcript) -> BranchKeeper:
        keeper = BranchKeeper(
            self._store,
            self._files,
            self._id,
            branch,
            transcript,
            self.begin,
            lambda: self._round_index(branch),
            self,
        )
        keeper.grown.connect(self.grown)
        keeper.stirred.connect(self._stir)
        self._branches[branch] = keeper
        return keeper

    def _round_index(self, branch: int) -> int | None:
        return None

    def _stir(self) -> None:
        self._store.update_conversation(self._id, updated=self._store.now())

    def _title(self) -> tuple[str, bool]:
        """One that nobody gave is not kept: it would not change with the language."""
        title = "" if self._tab.title == self._untitled else self._tab.title
        return title, self._tab.named

    def _save_title(self) -> None:
        title, named = self._title()
        if self._begun and (title, named) != self._titled:
            self._titled = title, named
            self._store.update_conversation(self._id, title=title, named=named)

    def _draft_changed(self) -> None:
        _begin(self._draft_rest)

    def _settings_changed(self) -> None:
        _begin(self._settings_rest)

    def _rest(self, save: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=REST_MS)
        timer.timeout.connect(save)
        return timer


def _begin(timer: QTimer) -> None:
    """Not anew: who never pauses is saved too."""
    if not timer.isActive():
        timer.start()
