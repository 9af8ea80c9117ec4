"""Drafts as records of the database."""

import json
from dataclasses import dataclass, field
from typing import Any

from app.attachments.kept_files import Files
from app.base.json_values import json_value, restored
from app.database.rows import DraftRecord
from app.records.turns import attachment_records, attachments_of, data_of, uses
from ui.state.draft import Draft
from ui.state.question import Question

# Stands for the message id of a comparison's last question, which is in all panes.
LAST = -1


@dataclass(frozen=True)
class SavedDraft:
    """A Draft of ui.state, with the id of the message that it will replace: 0 if there is none, or
    `LAST`."""

    question: Question
    editing: int = 0
    kept: Question = field(default_factory=Question)


def saved_draft(draft: Draft) -> SavedDraft:
    edited = draft.edited.message_id if draft.edited else LAST
    return SavedDraft(draft.question, edited if draft.editing else 0, draft.kept)


def draft_record(draft: SavedDraft, conversation_id: int, files: Files) -> DraftRecord:
    """Return the record of a draft; that of an empty draft has nothing but the conversation."""
    question, kept = draft.question, draft.kept
    if question.empty and kept.empty and not draft.editing:
        return DraftRecord(conversation_id)
    data = _question_data(question, files) | {"editing": draft.editing}
    if not kept.empty:
        data["kept"] = _question_data(kept, files) | {"text": kept.text}
    return DraftRecord(
        conversation_id,
        question.text,
        json.dumps(data, ensure_ascii=False),
        uses((*question.attachments, *kept.attachments), files),
    )


def draft_of(record: DraftRecord, files: Files) -> SavedDraft:
    """Return the draft of a record; if the record is damaged, its text alone."""
    data = data_of(record.data)
    try:
        kept = data.get("kept", {})
        return SavedDraft(
            _question(record.text, data, files),
            restored(int, data.get("editing", 0)),
            _question(restored(str, kept.get("text", "")), kept, files),
        )
    except (ValueError, AttributeError):
        return SavedDraft(Question(record.text))


def _question_data(question: Question, files: Files) -> dict[str, Any]:
    return {
        "attachments": attachment_records(question.attachments, files),
        "places": json_value(question.places),
    }


def _question(text: str, data: dict[str, Any], files: Files) -> Question:
    attachments = attachments_of(data.get("attachments", []), files)
    places = restored(tuple[int, ...], data.get("places", []))
    return Question(text, attachments, places if len(places) == len(attachments) else ())
