"""The panes and rounds of a comparison as records of the database."""

import json
import logging
from collections.abc import Iterable
from dataclasses import field
from typing import Any

from app.attachments.kept_files import Files
from app.base.json_values import json_value, restored
from app.database.rows import MessageRecord
from app.records.turns import (
    ROUNDS,
    attachment_records,
    attachments_of,
    data_of,
    round_of,
    turns_of,
    uses,
)
from engine.frozen import frozen, mutable
from ui.state.compared import ComparedPane, ComparedRound, PaneAnswer, Vote
from ui.state.pane import PaneSettings
from ui.state.turn import Turn

log = logging.getLogger(__name__)


@frozen
class KeptPane:
    """`batch` and `turns` are as in ui.state.pane.PaneState."""

    pane_id: int
    name: str
    settings: PaneSettings
    batch: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()


@frozen
class ComparisonSettings:
    """`panes` are in order from left to right; `last_pane` is the newest pane id in use."""

    panes: tuple[KeptPane, ...] = ()
    last_pane: int = 0
    blind: bool = False


@mutable
class KeptRound:
    """A restored round with the id of its record; its answers have no turns yet."""

    message_id: int
    index: int
    compared: ComparedRound = field(repr=False)


def round_record(
    compared: ComparedRound, index: int, message_id: int, conversation_id: int, files: Files
) -> MessageRecord:
    data = {
        "index": index,
        "question": compared.question,
        "attachments": attachment_records(compared.attachments, files),
        "places": json_value(compared.places),
        "order": json_value(compared.order),
        "blind": compared.blind,
        "revealed": compared.revealed,
        "vote": json_value(compared.vote),
        "answers": [_answer(answer) for answer in compared.answers],
    }
    return MessageRecord(
        message_id,
        conversation_id,
        ROUNDS,
        role="round",
        data=json.dumps(data, ensure_ascii=False),
        files=uses(compared.attachments, files),
    )


def kept_round(record: MessageRecord, files: Files) -> KeptRound:
    """Return the round of a record. Raises ValueError if it is damaged."""
    data = data_of(record.data)
    try:
        compared = ComparedRound(
            restored(str, data["question"]),
            attachments_of(data["attachments"], files),
            [_read_answer(it) for it in data["answers"]],
            restored(tuple[int, ...], data["places"]),
            restored(tuple[int, ...], data["order"]),
            restored(bool, data["blind"]),
            restored(bool, data["revealed"]),
            restored(Vote | None, data["vote"]),  # type: ignore[arg-type]
        )
        return KeptRound(record.message_id, restored(int, data["index"]), compared)
    except (LookupError, TypeError) as error:
        raise ValueError(f"a round is damaged: {error}") from error


def kept_rounds(records: Iterable[MessageRecord], files: Files) -> dict[int, KeptRound]:
    """Return the rounds among the records of a comparison by the index that their answers have;
    damaged ones are left out."""
    found: dict[int, KeptRound] = {}
    for record in records:
        if record.branch == ROUNDS:
            try:
                kept = kept_round(record, files)
            except ValueError:
                log.warning("round %d is damaged", record.message_id, exc_info=True)
            else:
                found[kept.index] = kept
    return dict(sorted(found.items()))


def turns_with_records(
    records: Iterable[MessageRecord], files: Files
) -> Iterable[tuple[MessageRecord, Turn]]:
    """Return the turns of a comparison, which are not yet in its rounds."""
    messages = [it for it in records if it.branch != ROUNDS]
    return zip(messages, turns_of(messages, files), strict=True)


def join(turn: Turn, record: MessageRecord, rounds: dict[int, KeptRound]) -> None:
    """Add a turn to the answer that it is part of."""
    index = round_of(record)
    if turn.role != "assistant" or index not in rounds:
        return
    if answer := rounds[index].compared.answer(record.branch):
        answer.add(turn)


def _answer(answer: PaneAnswer) -> dict[str, Any]:
    return {
        "pane": json_value(answer.pane),
        "unattended": answer.unattended,
        "dropped": answer.dropped,
    }


def _read_answer(value: Any) -> PaneAnswer:
    pane = restored(ComparedPane, value["pane"])
    return PaneAnswer(
        pane, [], restored(bool, value["unattended"]), restored(bool, value["dropped"])
    )
