"""Restores conversations from the store."""

import logging
from collections.abc import Iterable

from app.attachments.kept_files import Files
from app.database.rows import MessageRecord
from app.database.store import Store
from app.records.chat_settings import read_fields
from app.records.drafts import SavedDraft, draft_of
from app.records.rounds import ComparisonSettings, KeptRound, kept_round
from app.records.turns import ROUNDS, round_of, turns_of
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.transcript import Transcript
from ui.state.turn import Turn

log = logging.getLogger(__name__)

# By branch, the ids of the last turn and of the first turn sent to the model.
Heads = dict[int, tuple[int, int]]


def restore_draft(conversation: Conversation, store: Store, files: Files) -> None:
    """Restore the draft of a conversation whose turns are restored already."""
    record = store.draft(conversation.chat_id)
    if record is not None:
        _put_draft(conversation, draft_of(record, files))


def restore_chat(chat: Chat, store: Store, files: Files) -> None:
    """Restore the messages of a chat."""
    records = [it for it in store.messages(chat.chat_id) if it.branch != ROUNDS]
    _load(chat.transcript, turns_of(records, files), store.heads(chat.chat_id), 0)


def restore_comparison(
    chat: ComparedChat, settings: ComparisonSettings, store: Store, files: Files
) -> list[MessageRecord]:
    """Restore the panes and rounds of a comparison, and return the records of the rounds."""
    chat.last_pane_id = settings.last_pane
    records = store.messages(chat.chat_id)
    rounds = _rounds((it for it in records if it.branch == ROUNDS), files)
    heads = store.heads(chat.chat_id)
    turns: dict[int, list[Turn]] = {}
    for record, turn in _with_turns(records, files):
        turns.setdefault(record.branch, []).append(turn)
        _join(turn, record, rounds)
    for kept in settings.panes:
        pane = chat.restore_pane(kept.pane_id, kept.settings)
        pane.batch, pane.turns = set(kept.batch), set(kept.turns)
        _load(pane.transcript, turns.get(kept.pane_id, []), heads, kept.pane_id)
    names = {kept.pane_id: kept.name for kept in settings.panes}
    chat.restore(names, [it.compared for it in rounds.values()], blind=settings.blind)
    found = {it.message_id for it in rounds.values()}
    return [it for it in records if it.message_id in found]


def comparison_settings(text: str) -> ComparisonSettings:
    return read_fields(ComparisonSettings, text)


def _put_draft(conversation: Conversation, saved: SavedDraft) -> None:
    conversation.next_messages.restore(saved.coming)
    if 0 < saved.rewriting <= len(saved.coming):
        conversation.draft.put(saved.kept)
        conversation.edit_next(saved.coming[saved.rewriting - 1])
        conversation.draft.put(saved.question)
        return
    if not saved.editing:
        conversation.draft.put(saved.question)
        return
    conversation.draft.put(saved.kept)
    if isinstance(conversation, ComparedChat):
        conversation.draft.edit_last()
    elif isinstance(conversation, Chat):
        turns = conversation.transcript.all_turns()
        if edited := next((it for it in turns if it.message_id == saved.editing), None):
            conversation.edit(edited)
    # the draft is kept even if the edited message is gone
    if not saved.question.empty:
        conversation.draft.put(saved.question)


def _rounds(records: Iterable[MessageRecord], files: Files) -> dict[int, KeptRound]:
    """Return the rounds by the index that their answers have; damaged ones are left out."""
    found: dict[int, KeptRound] = {}
    for record in records:
        try:
            kept = kept_round(record, files)
        except ValueError:
            log.warning("round %d is damaged", record.message_id, exc_info=True)
            continue
        found[kept.index] = kept
    return dict(sorted(found.items()))


def _with_turns(records: list[MessageRecord], files: Files) -> Iterable[tuple[MessageRecord, Turn]]:
    messages = [it for it in records if it.branch != ROUNDS]
    return zip(messages, turns_of(messages, files), strict=True)


def _join(turn: Turn, record: MessageRecord, rounds: dict[int, KeptRound]) -> None:
    """Add a turn to the answer that it is part of."""
    index = round_of(record)
    if turn.role != "assistant" or index not in rounds:
        return
    if answer := rounds[index].compared.answer(record.branch):
        answer.add(turn)


def _load(transcript: Transcript, turns: list[Turn], heads: Heads, branch: int) -> None:
    head, told_from = heads.get(branch, (0, 0))
    by_id = {turn.message_id: turn for turn in turns}
    transcript.load(turns, by_id.get(head), by_id.get(told_from))
