"""Saves one conversation as it changes: its settings, title, draft and turns."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, DraftRecord, Kind
from app.recording.branch_keeper import BranchKeeper
from app.records.drafts import draft_record, saved_draft
from app.records.record_places import RecordStore
from ui.state.conversation import Conversation
from ui.state.transcript import Transcript
from ui.state.turn import Turn

# Delay before a changed draft or setting is saved, so that typing is not saved key by key.
SAVE_DELAY_MS = 500


class ConversationKeeper(QObject):
    """A conversation comes into the store with its first message or draft, which `stored` tells.
    `flush_needed` asks for a `flush` soon. `known` is the record of a restored conversation."""

    flush_needed = Signal()
    stored = Signal()
    kind = Kind.CHAT

    def __init__(
        self,
        store: RecordStore,
        files: Files,
        conversation: Conversation,
        known: ConversationRecord | None,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._files = files
        self._conversation = conversation
        self._id = conversation.chat_id
        self._stored = known is not None
        self.branches: dict[int, BranchKeeper] = {}
        self._saved_settings = ("", "")
        self._saved_title = (known.title, known.named) if known else ("", False)
        # a restored draft may have been damaged in part, so that it is saved anew
        self._saved_draft = None if known else DraftRecord(self._id)
        self._settings_timer = self._timer(self.save_settings)
        self._draft_timer = self._timer(self._save_written)
        conversation.title_changed.connect(self._title_changed)
        conversation.draft.changed.connect(self._draft_changed)
        conversation.draft.editing_changed.connect(self._draft_changed)
        # at once, in one transaction with the question that has been taken from them
        conversation.next_messages.changed.connect(self.save_draft)

    def flush(self) -> None:
        """Hand everything that changed to the store."""
        self._settings_timer.stop()
        self._draft_timer.stop()
        self.save_settings()
        self._save_written()
        self.flush_text()

    def saver(self, transcript: Transcript) -> tuple[int, Callable[[Turn], None]]:
        """Return the branch of a transcript, and what saves a turn of it, also once closed."""
        found = self.branches.items()
        return next((branch, it.save) for branch, it in found if it.transcript is transcript)

    def end(self) -> None:
        """Save everything for the last time."""
        for branch in self.branches.values():
            branch.end()
        self.flush()

    def flush_text(self) -> None:
        for branch in self.branches.values():
            branch.flush()

    def save_draft(self) -> None:
        if not self._stored and self._conversation.untouched:
            return
        draft = saved_draft(self._conversation)
        record = draft_record(draft, self._id, self._files)
        if record == self._saved_draft:
            return
        if record != DraftRecord(self._id):
            self.ensure_stored()
        self._saved_draft = record
        if self._stored:
            self._store.save_draft(record)

    def save_settings(self) -> None:
        if not self._stored:
            return
        model, settings = found = self.described()
        if found != self._saved_settings:
            self._saved_settings = found
            self._store.update_conversation(self._id, model=model, settings=settings)

    def ensure_stored(self) -> None:
        """Put the conversation into the store if it is not there yet."""
        if self._stored:
            return
        self._stored = True
        self._saved_settings = model, settings = self.described()
        self._saved_title = title, named = self._title()
        now = self._store.now()
        self._store.save_conversation(
            ConversationRecord(
                self._id,
                self.kind,
                title,
                named,
                created=now,
                updated=now,
                folder_id=self._conversation.folder_id,
                model=model,
                settings=settings,
            )
        )
        self.stored.emit()

    def described(self) -> tuple[str, str]:
        """Return the names of the models, and the settings as JSON."""
        raise NotImplementedError

    def _keep(self, branch: int, transcript: Transcript) -> BranchKeeper:
        keeper = BranchKeeper(
            self._store,
            self._files,
            self._id,
            branch,
            transcript,
            self.ensure_stored,
            lambda: self._round_index(branch),
            self,
        )
        keeper.flush_needed.connect(self.flush_needed)
        keeper.updated.connect(self._save_time)
        self.branches[branch] = keeper
        return keeper

    def _round_index(self, branch: int) -> int | None:
        return None

    def _save_time(self) -> None:
        self._store.update_conversation(self._id, updated=self._store.now())

    def _title(self) -> tuple[str, bool]:
        return self._conversation.title, self._conversation.named

    def _title_changed(self) -> None:
        """Save a title at once, unless it grows with the draft."""
        if self._conversation.empty and not self._conversation.named:
            self._draft_changed()
        else:
            self._save_title()

    def _save_written(self) -> None:
        self.save_draft()
        self._save_title()

    def _save_title(self) -> None:
        title, named = self._title()
        if self._stored and (title, named) != self._saved_title:
            self._saved_title = title, named
            self._store.update_conversation(self._id, title=title, named=named)

    def _draft_changed(self) -> None:
        _start(self._draft_timer)

    def _settings_changed(self) -> None:
        _start(self._settings_timer)

    def _timer(self, save: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=SAVE_DELAY_MS)
        timer.timeout.connect(save)
        return timer


def _start(timer: QTimer) -> None:
    """Do not restart a running timer, so that continuous typing is still saved."""
    if not timer.isActive():
        timer.start()
