"""A bundle as it is read: the path of messages that is shown, of a comparison that of each pane."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from app.attachments.kept_files import Files
from app.database.rows import Kind
from app.records.chat_settings import ChatSettings, read
from app.records.rounds import ComparisonSettings, kept_round
from app.records.turns import ROUNDS, turns_of
from app.transfer.bundle import Bundle
from app.transfer.exporting.document import Readable, readable
from ui.exchange.export_choice import ExportChoice
from ui.state.compared import ComparedRound
from ui.state.turn import Turn


def shown(bundle: Bundle, files: Files, choice: ExportChoice) -> Readable:
    record = bundle.record
    if record.kind is Kind.CHAT:
        prompt = read(ChatSettings, record.settings).options.system_prompt
        return readable(record, [("", _path(bundle, 0, files))], choice, prompt)
    covered = hidden_round(bundle, files)
    if covered is None:
        return readable(record, _panes(bundle, files), choice)
    choice, record = replace(choice, numbers=False), replace(record, model="")
    return readable(record, _covered(bundle, covered, files), choice)


def hidden_round(bundle: Bundle, files: Files) -> ComparedRound | None:
    """The newest of a comparison, where nobody may see yet which model said what."""
    found: ComparedRound | None = None
    for record in bundle.messages:
        if record.branch == ROUNDS:
            # one that is damaged has nothing to hide
            with suppress(ValueError):
                found = kept_round(record, files).compared
    return found if found and found.hidden else None


def _covered(
    bundle: Bundle, covered: ComparedRound, files: Files
) -> Iterator[tuple[str, Sequence[Turn]]]:
    """Nothing of what was said before: it tells whose answer is whose."""
    for branch in covered.order:
        turns = _path(bundle, branch, files)
        asked = [at for at, it in enumerate(turns) if it.role == "user"]
        turns = turns[asked[-1] :] if asked else turns
        for turn in turns:
            # why one failed could tell
            turn.model_id = turn.error = turn.summary = ""
        yield covered.letter(branch), turns


def _panes(bundle: Bundle, files: Files) -> Iterator[tuple[str, Sequence[Turn]]]:
    names = {it.pane_id: it.name for it in read(ComparisonSettings, bundle.record.settings).panes}
    there = {it.branch for it in bundle.messages if it.branch != ROUNDS}
    order = [*(it for it in names if it in there), *sorted(there - names.keys())]
    for branch in order:
        yield names.get(branch, f"{branch}"), _path(bundle, branch, files)


def _path(bundle: Bundle, branch: int, files: Files) -> list[Turn]:
    """From the beginning to the head; to the newest message where none is known."""
    turns = turns_of((it for it in bundle.messages if it.branch == branch), files)
    by_id = {it.message_id: it for it in turns}
    head_id, _ = bundle.heads.get(branch, (0, 0))
    found: list[Turn] = []
    at = by_id.get(head_id) or (turns[-1] if turns else None)
    while at is not None:
        found.append(at)
        at = at.parent
    return found[::-1]
