"""The conversations that are open: new ones, those of the store, and closed ones reopened."""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.chats.chats import Chats
from app.chats.comparisons import Comparisons
from app.database.rows import ConversationRecord, Kind
from app.recording import restore
from app.recording.recorder import Recorder
from app.records.chat_settings import ChatSettings, read_fields
from app.records.folder_records import folder_settings
from app.records.record_places import RecordPlaces
from app.requests.engine_requests import EngineRequests
from engine.errors import reason
from engine.messages import Drafting, SamplingParams
from engine.sentences import say
from ui.state.chat import Chat
from ui.state.chat_options import USUAL_SKIM, ChatOptions
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.workspace import Workspace

if TYPE_CHECKING:
    from app.attachments.temporary_files import TemporaryFiles

log = logging.getLogger(__name__)

GONE = say("This chat no longer exists. Search your chats for another one.")
EDITED = say("This question was edited since. Its answers are in the results of the comparison.")


class Conversations(QObject):
    """Opens and closes conversations. `remove_files` gets the files of a closed temporary one, to
    be removed by another thread."""

    def __init__(
        self,
        workspace: Workspace,
        places: RecordPlaces,
        remove_files: "Callable[[TemporaryFiles], object]",
        recorder: Recorder,
        requests: EngineRequests,
        chats: Chats,
        comparisons: Comparisons,
    ) -> None:
        super().__init__(workspace)
        self._open = workspace.conversations
        self._notices = workspace.notices
        self._places = places
        self._store = places.store
        self._files = places.files
        self._remove_files = remove_files
        self._recorder = recorder
        self._models = requests.models
        self._replies = requests.replies
        self._chats = chats
        self._comparisons = comparisons
        workspace.requests.new_chat.connect(self._show_empty_chat)
        workspace.history_requests.chat_added.connect(self.new_chat_in)
        workspace.requests.new_comparison.connect(self.new_comparison)
        workspace.requests.new_temporary_chat.connect(self.new_temporary_chat)
        workspace.requests.new_temporary_comparison.connect(self.new_temporary_comparison)
        workspace.requests.discarded.connect(self._discard)
        workspace.profile_requests.compared.connect(self.compare)
        workspace.requests.closed.connect(self._close_by_person)
        workspace.requests.reopened.connect(self.reopen)

    # --- new ones ----------------------------------------------------------------------------

    def new_chat(self, at: int = -1) -> Chat:
        """Open a new chat at a place in the order of the tabs."""
        return self._begin_chat(self._make_chat(self._store.next_id()), at)

    def new_temporary_chat(self) -> Chat | None:
        """Return None, after a notice, if there is no place for its files."""
        chat = self._make_chat(self._store.next_id())
        return self._begin_chat(chat) if self._make_temporary(chat) else None

    def _begin_chat(self, chat: Chat, at: int = -1) -> Chat:
        self._models.begin(chat)
        self._recorder.follow_chat(chat)
        self._open.add(chat, at)
        return chat

    def new_chat_in(self, folder_id: int) -> Chat:
        """Open a chat in a folder, with the folder's settings. It replaces one that was opened
        there before and not used."""
        used = [it for it in self._open.chats if it.folder_id == folder_id and untouched(it)]
        chat = self._make_chat(self._store.next_id())
        self._put_in_folder(chat, folder_id)
        chat.begin_with(Question(attachments=chat.folder_settings.attachments))
        self._begin_chat(chat)
        for former in used:
            self.drop(former)
        return chat

    def new_comparison(self) -> ComparedChat:
        return self._begin_comparison(self._make_comparison())

    def new_temporary_comparison(self) -> ComparedChat | None:
        """Return None as `new_temporary_chat` does."""
        chat = self._make_comparison()
        return self._begin_comparison(chat) if self._make_temporary(chat) else None

    def compare(self, model_ids: Sequence[str]) -> ComparedChat:
        """Open a comparison of these models."""
        return self._begin_comparison(self._make_comparison(), model_ids)

    def _begin_comparison(self, chat: ComparedChat, model_ids: Sequence[str] = ()) -> ComparedChat:
        self._comparisons.begin(chat, model_ids)
        self._recorder.follow_comparison(chat)
        self._open.add(chat)
        return chat

    def compare_drafting(self, source: Chat, index: int) -> ComparedChat:
        """Open a comparison that asks the question of the reply at `index` again, with and without
        drafting."""
        now = source.options.value
        both = (replace(now, drafting=it) for it in (Drafting.AUTO, Drafting.OFF))
        return self._compare_options(source, index, both)

    def compare_skimming(self, source: Chat, index: int) -> ComparedChat:
        """Open a comparison that asks the question of the skimmed reply at `index` again, skimmed
        and read in full."""
        now = source.options.value
        both = (replace(now, skim=it) for it in (now.skim or USUAL_SKIM, 0))
        return self._compare_options(source, index, both)

    def _compare_options(
        self, source: Chat, index: int, choices: Iterable[ChatOptions]
    ) -> ComparedChat:
        """Open a comparison that asks the question of the reply at `index` again with each of the
        options. That of a temporary chat is temporary too."""
        chat = self._make_comparison()
        self._put_in_folder(chat, source.folder_id)
        self._share_if_temporary(source, chat)
        turns = source.transcript.turns
        at = max(place for place in range(index) if turns[place].role == "user")
        recommended = source.recommended or SamplingParams()
        for options in choices:
            chat.add_pane(PaneSettings(source.model_id, options, recommended))
        self._recorder.follow_comparison(chat)
        for pane in chat.panes:
            pane.transcript.take_over(source.transcript, at)
        self._open.add(chat)
        self._comparisons.ask(chat, turns[at].question)
        return chat

    def fork(self, source: Chat, index: int) -> Chat:
        """Return a new chat with the messages of another, up to the turn at `index`, in the
        same folder. That of a temporary chat is temporary too."""
        chat = self._make_chat(self._store.next_id())
        self._put_in_folder(chat, source.folder_id)
        self._share_if_temporary(source, chat)
        self._models.restore(chat, source.model_id, source.options.value, source.recommended)
        self._recorder.follow_chat(chat)
        chat.transcript.take_over(source.transcript, index + 1)
        self._open.add(chat)
        return chat

    # --- those of the store ------------------------------------------------------------------

    def open(self, conversation_id: int, message_id: int = 0) -> Conversation | None:
        """Return a conversation, in front, scrolled to a message unless `message_id` is 0; None if
        it is gone. It replaces an untouched chat in front."""
        conversation = self._open.find(conversation_id)
        if conversation is None:
            front = self._open.front
            conversation = self.restore(conversation_id)
            if conversation is None:
                if self._store.conversation(conversation_id) is None:
                    self._notices.show(GONE)
                return None
            if front is not None and untouched(front):
                self.drop(front)
        else:
            self._open.show(conversation)
        if message_id:
            self._seek(conversation, message_id)
        return conversation

    def _seek(self, conversation: Conversation, message_id: int) -> None:
        """Show a message, in a chat also of a version that is not shown. While names are hidden
        show none, since the messages before it could reveal them."""
        if conversation.masked:
            return
        for transcript in conversation.transcripts:
            turn = next((it for it in transcript.all_turns() if it.message_id == message_id), None)
            if turn is None:
                continue
            if isinstance(conversation, ComparedChat) and transcript.place(turn) is None:
                # The next question would follow it in this pane alone.
                self._notices.show(EDITED)
                return
            transcript.show_turn(turn)
            place = transcript.place(turn)
            if place is not None:
                conversation.turn_sought.emit(transcript, place)

    def restore(
        self,
        conversation_id: int,
        at: int = -1,
        *,
        front: bool = True,
        scrolls: Sequence[object] = (),
    ) -> Conversation | None:
        """Open a conversation that is not open, at a place in the order of the tabs. `scrolls` say
        where the views of its transcripts stood. Return None if it is gone, or damaged, which a
        notice reports."""
        record = self._store.conversation(conversation_id)
        if record is None:
            return None
        try:
            conversation = self._restored(record)
        except Exception:
            # unexpected damage of one conversation must not keep the others away
            log.exception("conversation %d could not be opened", conversation_id)
            notice = say(
                "“{title}” is damaged and cannot be opened. Export it as JSON from its menu to "
                "keep its text.",
                title=record.title or say("New chat"),
            )
            self._notices.show(notice, "error")
            return None
        for transcript, scroll in zip(conversation.transcripts, scrolls, strict=False):
            if isinstance(scroll, dict):
                transcript.scroll = scroll
        self._open.add(conversation, at, front=front)
        return conversation

    def close(self, conversation_id: int) -> bool:
        """Stop and close a conversation; all of it is saved. Return False if it was not open."""
        conversation = self._open.find(conversation_id)
        if conversation is not None:
            self.drop(conversation)
        self._keep_one_open()
        return conversation is not None

    def reload(self, ids: Collection[int]) -> None:
        """Show what the store now has of open conversations, except of one that is busy, whose
        requests would end, or whose list of prompts would."""
        for conversation in self._open:
            at_work = conversation.busy or conversation.unasked_prompts
            if conversation.chat_id in ids and not at_work:
                self.renew(conversation)

    def renew(self, conversation: Conversation) -> None:
        """Open a conversation anew from the store, where it stood."""
        place = list(self._open).index(conversation)
        front, pause = conversation is self._open.front, conversation.next_messages.pause
        for transcript in conversation.transcripts:
            transcript.scroll_wanted.emit()
        scrolls = [transcript.scroll for transcript in conversation.transcripts]
        self.drop(conversation)
        opened = self.restore(conversation.chat_id, place, front=front, scrolls=scrolls)
        if opened is not None:
            opened.next_messages.set_pause(pause)

    def reopen(self) -> None:
        """Open the conversation that was closed last and still exists."""
        while self._open.reopenable:
            conversation_id = self._open.reopenable.pop()
            if self._store.conversation(conversation_id):
                self.open(conversation_id)
                return

    def drop(self, conversation: Conversation) -> None:
        """Close a conversation and stop its requests."""
        if isinstance(conversation, ComparedChat):
            conversation.forget_removed()
        for transcript in conversation.transcripts:
            self._forget(conversation, transcript)
        self._recorder.forget(conversation.chat_id)
        self._open.remove(conversation)
        if files := self._places.forget(conversation.chat_id):
            self._remove_files(files)

    # --- inside ------------------------------------------------------------------------------

    def _show_empty_chat(self) -> None:
        """Show a chat in which nothing was written, which need not be a new one."""
        unused = [
            it for it in self._open.chats if it.untouched and not it.temporary and not it.folder_id
        ]
        if unused:
            self._open.show(unused[-1])
        else:
            self.new_chat()

    def _close_by_person(self, conversation_id: int) -> None:
        conversation = self._open.find(conversation_id)
        if conversation and (conversation in self._open.temporary or conversation.unasked_prompts):
            self._open.discard_asked.emit(conversation)
        else:
            self._discard(conversation_id)

    def _discard(self, conversation_id: int) -> None:
        """Close a conversation, whatever is lost: a temporary one leaves nothing."""
        conversation = self._open.find(conversation_id)
        if conversation and not (conversation.temporary or untouched(conversation)):
            self._open.reopenable.append(conversation_id)
        self.close(conversation_id)

    def _make_temporary(self, conversation: Conversation) -> bool:
        try:
            self._places.add_temporary(conversation.chat_id)
        except OSError as error:
            notice = say(
                "A temporary chat could not be opened: {reason}.",
                reason=reason(error),
            )
            self._notices.show(notice, "error")
            return False
        conversation.temporary = True
        return True

    def _share_if_temporary(self, source: Chat, conversation: Conversation) -> None:
        if source.temporary:
            self._places.share(source.chat_id, conversation.chat_id)
            conversation.temporary = True

    def _keep_one_open(self) -> None:
        if not len(self._open):
            self.new_chat()

    def _make_chat(self, conversation_id: int) -> Chat:
        chat = self._chats.make(conversation_id)
        chat.message_requests.forked.connect(partial(self.fork, chat))
        chat.message_requests.drafting_compared.connect(partial(self.compare_drafting, chat))
        chat.message_requests.skimming_compared.connect(partial(self.compare_skimming, chat))
        return chat

    def _make_comparison(self, conversation_id: int = 0) -> ComparedChat:
        chat = self._comparisons.make(conversation_id or self._store.next_id())
        chat.pane_closed.connect(lambda pane: self._forget(chat, pane.transcript))
        return chat

    def _forget(self, conversation: Conversation, transcript: Transcript) -> None:
        """Stop the requests of a transcript that is being closed."""
        late = self._recorder.late_saver(conversation.chat_id, transcript)
        self._replies.forget(transcript, None if conversation.temporary else late)

    def _put_in_folder(self, conversation: Conversation, folder_id: int) -> None:
        if folder_id:
            text = self._store.folder_settings(folder_id)
            conversation.put_in_folder(folder_id, folder_settings(text, self._files))

    def _restored(self, record: ConversationRecord) -> Conversation:
        is_chat = record.kind is Kind.CHAT
        conversation = self._chat(record) if is_chat else self._comparison(record)
        # first, so that a title that was made of the draft goes on with it
        restore.restore_draft(conversation, self._store, self._files)
        if record.title:
            conversation.set_title(record.title, record.named)
        return conversation

    def _chat(self, record: ConversationRecord) -> Chat:
        chat = self._make_chat(record.conversation_id)
        self._put_in_folder(chat, record.folder_id)
        settings = read_fields(ChatSettings, record.settings)
        if settings.model_id:
            self._models.restore(chat, settings.model_id, settings.options, settings.recommended)
        else:
            self._models.begin(chat)
        restore.restore_chat(chat, self._store, self._files)
        self._recorder.follow_chat(chat, record)
        return chat

    def _comparison(self, record: ConversationRecord) -> ComparedChat:
        chat = self._make_comparison(record.conversation_id)
        self._put_in_folder(chat, record.folder_id)
        settings = restore.comparison_settings(record.settings)
        rounds = restore.restore_comparison(chat, settings, self._store, self._files)
        self._recorder.follow_comparison(chat, record, rounds)
        return chat


def untouched(conversation: Conversation) -> bool:
    """Return True if closing a conversation loses nothing, not even the panes of a comparison."""
    return isinstance(conversation, Chat) and conversation.untouched
