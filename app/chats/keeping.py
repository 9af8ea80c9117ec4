"""Keeps temporary conversations: puts one on the disk with its files, and opens it from there."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer

from app.attachments.kept_files import Files
from app.base.chores import Chores
from app.chats.conversations import Conversations
from app.records.record_places import RecordPlaces
from app.transfer.bundle import Bundle, bundle_of, names_of_files
from engine.errors import Refused
from engine.sentences import say, say_all
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.workspace import Workspace

# By the hash of each file, its names.
Names = dict[str, set[str]]


class Keeping(QObject):
    """Waits for running answers, lists of prompts and files being read, copies the files on a
    thread, and then saves and opens the conversation in one turn of the event loop. `settle` hands
    what is open to where it is recorded."""

    def __init__(
        self,
        workspace: Workspace,
        places: RecordPlaces,
        conversations: Conversations,
        settle: Callable[[], None],
    ) -> None:
        super().__init__(workspace)
        self._open = workspace.conversations
        self._notices = workspace.notices
        self._places = places
        self._conversations = conversations
        self._settle = settle
        self._wanted: set[int] = set()
        self._chores = Chores("keep a chat", self)
        workspace.requests.kept.connect(self.keep)
        workspace.conversations.opened.connect(self._follow)
        workspace.conversations.closed.connect(self._forget)

    def close(self) -> None:
        self._chores.close()

    def keep(self, conversation_id: int) -> None:
        """Keep a temporary conversation, as soon as nothing is written in it any more."""
        conversation = self._open.find(conversation_id)
        if conversation is None or not conversation.temporary:
            return
        self._wanted.add(conversation_id)
        if conversation.unasked_prompts:
            self._notices.show(say("The comparison will be kept once its list has ended."))
        elif conversation.busy:
            self._notices.show(say("The chat will be kept once its answer has ended."))
        self._keep_if_idle(conversation)

    def _follow(self, conversation: Conversation) -> None:
        if conversation.temporary:
            later = partial(self._later, conversation)
            conversation.busy_changed.connect(later)
            conversation.draft.status_changed.connect(later)
            if isinstance(conversation, ComparedChat):
                conversation.list_progressed.connect(later)

    def _forget(self, conversation: Conversation) -> None:
        self._wanted.discard(conversation.chat_id)

    def _later(self, conversation: Conversation) -> None:
        if conversation.chat_id in self._wanted:
            # other receivers still have to record the end of the answer
            QTimer.singleShot(0, self, partial(self._keep_if_open, conversation.chat_id))

    def _keep_if_open(self, conversation_id: int) -> None:
        if conversation := self._open.find(conversation_id):
            self._keep_if_idle(conversation)

    def _keep_if_idle(self, conversation: Conversation) -> None:
        if conversation.chat_id not in self._wanted or _at_work(conversation):
            return
        bundle = self._bundle(conversation)
        if bundle is None:
            self._replace_empty(conversation)
            return
        names = names_of_files(bundle)
        source = self._places.files_of(conversation.chat_id)
        work = partial(_copied, source, self._places.files, names)
        self._chores.do(work, partial(self._files_copied, conversation.chat_id, names))

    def _files_copied(self, conversation_id: int, names: Names, lost: tuple[str, ...]) -> None:
        conversation = self._open.find(conversation_id)
        if conversation is None or _at_work(conversation):
            return
        bundle = self._bundle(conversation)
        if bundle is None or names_of_files(bundle) != names:
            # written to meanwhile
            self._keep_if_idle(conversation)
            return
        self._save(conversation, bundle)
        kept = say("The chat is now kept in your history.")
        missing = [
            say("{name} is missing: it was changed or removed since you added it.", name=name)
            for name in lost
        ]
        self._notices.show(say_all([kept, *missing]), "error" if lost else "info")

    def _save(self, conversation: Conversation, bundle: Bundle) -> None:
        """Save a conversation, and open it from the disk in its place."""
        conversation_id, store = conversation.chat_id, self._places.store
        store.save_whole(
            conversation_id, bundle.record, bundle.messages, bundle.heads, bundle.draft
        )
        self._conversations.renew(conversation)
        store.show((conversation_id,))

    def _replace_empty(self, conversation: Conversation) -> None:
        """Open an ordinary chat in place of one in which nothing was written."""
        at = list(self._open).index(conversation)
        if isinstance(conversation, Chat):
            self._conversations.drop(conversation)
            self._conversations.new_chat(at)

    def _bundle(self, conversation: Conversation) -> Bundle | None:
        self._settle()
        return bundle_of(self._places.of(conversation.chat_id).store, conversation.chat_id)


def _at_work(conversation: Conversation) -> bool:
    return bool(conversation.busy or conversation.draft.pending or conversation.unasked_prompts)


def _copied(source: Files, target: Files, names: Names) -> tuple[str, ...]:
    """Copy files; called on a thread. Return the names of those that are not what was added."""
    lost = []
    for sha256, each in names.items():
        for name in each:
            try:
                copy = target.put(source.path(sha256, name), name=name)
            except Refused:
                lost.append(name)
                continue
            if target.sha256_of(copy) != sha256:
                target.discard(copy)
                lost.append(name)
    return tuple(lost)
