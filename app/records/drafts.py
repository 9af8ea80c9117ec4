"""Drafts as records of the database."""

import json
from dataclasses import field
from typing import Any

from app.attachments.kept_files import Files
from app.base.json_values import json_value, restored
from app.database.rows import DraftRecord
from app.records.chat_settings import ChatSettings, read_fields
from app.records.turns import attachment_records, attachments_of, data_of, uses
from engine.frozen import frozen
from ui.state.conversation import Conversation
from ui.state.next_messages import NextMessage
from ui.state.question import Question

# Stands for the message id of a comparison's last question, which is in all panes.
LAST = -1


@frozen
class SavedDraft:
    """A Draft of ui.state, with the id of the message that it will replace: 0 if there is none, or
    `LAST`. `coming` are the next messages; `rewriting` is the number of the one that the draft is
    about, from 1, or 0."""

    question: Question
    editing: int = 0
    kept: Question = field(default_factory=Question)
    coming: tuple[NextMessage, ...] = ()
    rewriting: int = 0

    @property
    def empty(self) -> bool:
        questions = (self.question, self.kept)
        return all(it.empty for it in questions) and not (self.editing or self.coming)


def saved_draft(conversation: Conversation) -> SavedDraft:
    draft, coming = conversation.draft, conversation.next_messages
    if coming.edited is not None:
        place = coming.place(coming.edited)
        rewriting = 0 if place is None else place + 1
        return SavedDraft(draft.question, 0, draft.kept, tuple(coming), rewriting)
    edited = draft.edited.message_id if draft.edited else LAST
    editing = edited if draft.editing else 0
    return SavedDraft(draft.question, editing, draft.kept, tuple(coming))


def draft_record(draft: SavedDraft, conversation_id: int, files: Files) -> DraftRecord:
    """Return the record of a draft; that of an empty draft has nothing but the conversation."""
    if draft.empty:
        return DraftRecord(conversation_id)
    question, kept = draft.question, draft.kept
    data = _question_data(question, files) | {"editing": draft.editing}
    if not kept.empty:
        data["kept"] = _question_data(kept, files) | {"text": kept.text}
    if draft.coming:
        data["next"] = [_next_data(it, files) for it in draft.coming]
        data["rewriting"] = draft.rewriting
    questions = (question, kept, *(it.question for it in draft.coming))
    attachments = [each for it in questions for each in it.attachments]
    return DraftRecord(
        conversation_id,
        question.text,
        json.dumps(data, ensure_ascii=False),
        uses(attachments, files),
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
            tuple(_next_of(it, files) for it in data.get("next", ())),
            restored(int, data.get("rewriting", 0)),
        )
    except (ValueError, AttributeError, TypeError):
        return SavedDraft(Question(record.text))


def _next_data(message: NextMessage, files: Files) -> dict[str, Any]:
    question = message.question
    data = _question_data(question, files) | {"text": question.text, "model": message.model_id}
    if message.options is not None:
        settings = ChatSettings(message.model_id, message.options, message.recommended)
        data["settings"] = json_value(settings)
    return data


def _next_of(data: dict[str, Any], files: Files) -> NextMessage:
    """Raises ValueError, AttributeError or TypeError for damaged data."""
    question = _question(restored(str, data.get("text", "")), data, files)
    if "settings" not in data:
        return NextMessage(question, restored(str, data.get("model", "")))
    settings = read_fields(ChatSettings, json.dumps(data["settings"]))
    return NextMessage(question, settings.model_id, settings.options, settings.recommended)


def _question_data(question: Question, files: Files) -> dict[str, Any]:
    return {
        "attachments": attachment_records(question.attachments, files),
        "places": json_value(question.places),
    }


def _question(text: str, data: dict[str, Any], files: Files) -> Question:
    attachments = attachments_of(data.get("attachments", []), files)
    places = restored(tuple[int, ...], data.get("places", []))
    return Question(text, attachments, places if len(places) == len(attachments) else ())
