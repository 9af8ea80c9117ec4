"""The rounds of a stored comparison, with their answers."""

import logging

from app.attachments.kept_files import Files
from app.records.rounds import KeptRound, kept_round
from app.records.turns import ROUNDS, round_of, turns_of
from app.transfer.bundle import Bundle
from ui.state.compared import ComparedRound

log = logging.getLogger(__name__)


def rounds_of(bundle: Bundle, files: Files) -> list[ComparedRound]:
    """Return the rounds in order, without damaged ones. An answer that is still growing counts as
    stopped."""
    rounds = _without_answers(bundle, files)
    said = [it for it in bundle.messages if it.branch != ROUNDS]
    for record, turn in zip(said, turns_of(said, files), strict=True):
        index = round_of(record)
        kept = None if index is None else rounds.get(index)
        answer = kept.compared.answer(record.branch) if kept else None
        if answer and turn.role == "assistant":
            answer.turns.append(turn)
    found = [rounds[index].compared for index in sorted(rounds)]
    for compared in found:
        for answer in compared.answers:
            answer.restore()
    return found


def has_hidden_names(bundle: Bundle, files: Files) -> bool:
    """Return True if a person may not know yet which model gave which answer."""
    return any(it.compared.hidden for it in _without_answers(bundle, files).values())


def _without_answers(bundle: Bundle, files: Files) -> dict[int, KeptRound]:
    found: dict[int, KeptRound] = {}
    for record in bundle.messages:
        if record.branch == ROUNDS:
            try:
                kept = kept_round(record, files)
            except ValueError:
                log.warning("round %d is damaged", record.message_id, exc_info=True)
            else:
                found[kept.index] = kept
    return found
