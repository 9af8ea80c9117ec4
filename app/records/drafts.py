"""What is being written, as its conversation keeps it."""

import json
from dataclasses import dataclass, field
from typing import Any

from app.attachments.kept_files import Files
from app.base.plain import plain, restored
from app.database.rows import DraftRecord
from app.records.turns import attachment_records, attachments_of, data_of, uses
from ui.state.question import Question

# In the place of a message: the last question of a comparison, which stands in all panes.
LAST = -1


@dataclass(frozen=True)
class Draft:
    """`editing` is the message that it shall take the place of, 0 for none; `kept` is what was
    being written before that."""

    question: Question
    editing: int = 0
    kept: Question = field(default_factory=Question)


def draft_record(draft: Draft, conversation_id: int, files: Files) -> DraftRecord:
    question, kept = draft.question, draft.kept
    if question.empty and kept.empty and not draft.editing:
        return DraftRecord(conversation_id)
    data = _written(question, files) | {"editing": draft.editing}
    if not kept.empty:
        data["kept"] = _written(kept, files) | {"text": kept.text}
    return DraftRecord(
        conversation_id,
        question.text,
        json.dumps(data, ensure_ascii=False),
        uses((*question.attachments, *kept.attachments), files),
    )


def draft_of(record: DraftRecord, files: Files) -> Draft:
    """Its text at least."""
    data = data_of(record.data)
    try:
        kept = data.get("kept", {})
        return Draft(
            _read(record.text, data, files),
            restored(int, data.get("editing", 0)),
            _read(restored(str, kept.get("text", "")), kept, files),
        )
    except (ValueError, AttributeError):
        return Draft(Question(record.text))


def _written(question: Question, files: Files) -> dict[str, Any]:
    return {
        "attachments": attachment_records(question.attachments, files),
        "places": plain(question.places),
    }


def _read(text: str, data: dict[str, Any], files: Files) -> Question:
    attachments = attachments_of(data.get("attachments", []), files)
    places = restored(tuple[int, ...], data.get("places", []))
    return Question(text, attachments, places if len(places) == len(attachments) else ())
