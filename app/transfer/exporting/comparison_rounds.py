"""The rounds of a stored comparison, with their answers."""

from app.attachments.kept_files import Files
from app.records.rounds import join, kept_rounds, turns_with_records
from app.transfer.bundle import Bundle
from ui.state.compared import ComparedRound


def rounds_of(bundle: Bundle, files: Files) -> list[ComparedRound]:
    """Return the rounds in order, without damaged ones. An answer that is still growing counts as
    stopped."""
    rounds = kept_rounds(bundle.messages, files)
    for record, turn in turns_with_records(bundle.messages, files):
        join(turn, record, rounds)
    found = [it.compared for it in rounds.values()]
    for compared in found:
        for answer in compared.answers:
            answer.restore()
    return found


def has_hidden_names(bundle: Bundle, files: Files) -> bool:
    """Return True if a person may not know yet which model gave which answer."""
    return any(it.compared.hidden for it in kept_rounds(bundle.messages, files).values())
