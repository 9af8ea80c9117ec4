"""Conversations that were kept, back in their tabs."""

import logging
from collections.abc import Iterable

from app.attachments.kept_files import Files
from app.database.rows import MessageRecord
from app.database.store import Store
from app.records.chat_settings import read
from app.records.drafts import Draft, draft_of
from app.records.rounds import ComparisonSettings, KeptRound, kept_round
from app.records.turns import ROUNDS, round_of, turns_of
from ui.compare.compare_tab import CompareTab
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab

log = logging.getLogger(__name__)

Heads = dict[int, tuple[int, int]]


def kept_draft(store: Store, files: Files, conversation_id: int) -> Draft | None:
    record = store.draft(conversation_id)
    return draft_of(record, files) if record else None


def put_draft(tab: Tab, draft: Draft) -> None:
    """Also where another version of a question is being written."""
    if not draft.editing:
        tab.composer.set_draft(draft.question)
        return
    tab.composer.set_draft(draft.kept)
    if isinstance(tab, ChatTab):
        turns = tab.transcript.all_turns()
        edited = next((it for it in turns if it.message_id == draft.editing), None)
        if edited:
            tab.edit(edited)
    else:
        tab.composer.edit_last()
    # where that is gone, what was written is not
    if not draft.question.empty:
        tab.composer.set_draft(draft.question)


def fill_chat(tab: ChatTab, store: Store, files: Files) -> None:
    """With its messages."""
    records = [it for it in store.messages(tab.chat_id) if it.branch != ROUNDS]
    _load(tab.transcript, turns_of(records, files), store.heads(tab.chat_id), 0)


def fill_comparison(
    tab: CompareTab, settings: ComparisonSettings, store: Store, files: Files
) -> list[MessageRecord]:
    """With its panes and rounds, whose records come back."""
    tab.last_pane_id = settings.last_pane
    records = store.messages(tab.chat_id)
    rounds = _rounds((it for it in records if it.branch == ROUNDS), files)
    heads = store.heads(tab.chat_id)
    turns: dict[int, list[Turn]] = {}
    for record, turn in _with_turns(records, files):
        turns.setdefault(record.branch, []).append(turn)
        _join(turn, record, rounds)
    for pane in settings.panes:
        view = tab.restore_pane(pane.pane_id, pane.settings)
        view.batch, view.turns = set(pane.batch), set(pane.turns)
        _load(view.transcript, turns.get(pane.pane_id, []), heads, pane.pane_id)
    names = {pane.pane_id: pane.name for pane in settings.panes}
    tab.restore(names, [it.compared for it in rounds.values()], blind=settings.blind)
    kept = {it.message_id for it in rounds.values()}
    return [it for it in records if it.message_id in kept]


def comparison_settings(text: str) -> ComparisonSettings:
    return read(ComparisonSettings, text)


def _rounds(records: Iterable[MessageRecord], files: Files) -> dict[int, KeptRound]:
    """By the number under which answers know them; one that is damaged is left out."""
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
    said = [it for it in records if it.branch != ROUNDS]
    return zip(said, turns_of(said, files), strict=True)


def _join(turn: Turn, record: MessageRecord, rounds: dict[int, KeptRound]) -> None:
    """To the answer that it is of."""
    index = round_of(record)
    if turn.role != "assistant" or index not in rounds:
        return
    if answer := rounds[index].compared.answer(record.branch):
        answer.turns.append(turn)


def _load(transcript: Transcript, turns: list[Turn], heads: Heads, branch: int) -> None:
    head, told_from = heads.get(branch, (0, 0))
    by_id = {turn.message_id: turn for turn in turns}
    transcript.load(turns, by_id.get(head), by_id.get(told_from))
