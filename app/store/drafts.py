"""What is being written, as its conversation keeps it."""

import json
from dataclasses import dataclass

from app.store.files import Files
from app.store.plain import plain, restored
from app.store.records import DraftRecord
from app.store.turns import attachment_records, attachments_of, data_of, uses
from ui.state.question import Question


@dataclass(frozen=True)
class Draft:
    """`editing` is the message that it shall take the place of, 0 for none."""

    question: Question
    editing: int = 0


def draft_record(draft: Draft, conversation_id: int, files: Files) -> DraftRecord:
    question = draft.question
    data = {
        "attachments": attachment_records(question.attachments, files),
        "places": plain(question.places),
        "editing": draft.editing,
    }
    return DraftRecord(
        conversation_id,
        question.text,
        "{}" if question.empty else json.dumps(data, ensure_ascii=False),
        uses(question.attachments, files),
    )


def draft_of(record: DraftRecord, files: Files) -> Draft:
    """Its text at least."""
    data = data_of(record.data)
    try:
        attachments = attachments_of(data.get("attachments", []), files)
        places = restored(tuple[int, ...], data.get("places", []))
        editing = restored(int, data.get("editing", 0))
    except ValueError:
        return Draft(Question(record.text))
    fits = len(places) in (0, len(attachments))
    return Draft(Question(record.text, attachments, places if fits else ()), editing)
