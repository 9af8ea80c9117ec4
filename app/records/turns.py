"""Turns as records of the database, and back."""

import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields, replace
from typing import Any, get_type_hints

from app.attachments.kept_files import Files
from app.base.json_values import json_value, restored
from app.database.rows import FileUse, MessageRecord
from app.records import tokens
from engine.messages import DraftCounts, Logprobs, SkimReport, Traced
from engine.sentences import packed, say, unpacked
from ui.state.attachment import Attachment
from ui.state.called_tool import CallState
from ui.state.turn import Turn, TurnState

log = logging.getLogger(__name__)

# The branch that stands for the rounds of a comparison.
ROUNDS = -1
# The key of the round that a turn belongs to.
ROUND = "round"
DAMAGED = say("Part of this message could not be read; the rest is shown.")

_GROWING = ("waiting", "streaming", "interrupted")
_COLUMNS = {"role", "content", "reasoning", "state", "created", "message_id"}
# Fields that only a running request uses.
_TRANSIENT = {"parent", "request_id", "waiting", "continues", "writing"}
_SENTENCES = {"error", "read_again"}
# What has a sentence in its `note`.
_WITH_NOTE = {"drafts", "skim"}
_OF_TOKENS = {"traces", "logprobs"}
_FILED = {"attachments"}


def turn_record(
    turn: Turn, conversation_id: int, branch: int, files: Files, round_index: int | None = None
) -> MessageRecord:
    """Return the record of a turn. The tokens of a growing reply are saved at its end."""
    left_out = _OF_TOKENS if turn.growing else set()
    data = {name: _kept(name, turn, files) for name in _differing(turn) if name not in left_out}
    if round_index is not None:
        data[ROUND] = round_index
    return MessageRecord(
        turn.message_id,
        conversation_id,
        branch,
        turn.parent.message_id if turn.parent else 0,
        turn.role,
        turn.content,
        turn.reasoning,
        turn.state.name.lower(),
        turn.created,
        json.dumps(data, ensure_ascii=False),
        uses(turn.attachments, files),
    )


def turns_of(records: Iterable[MessageRecord], files: Files) -> list[Turn]:
    """Return the turns of records, which have parents before their children. Damaged data is left
    out; a message without its parent becomes a root."""
    found: dict[int, Turn] = {}
    for record in records:
        turn = _turn(record, files)
        turn.parent = found.get(record.parent_id)
        found[record.message_id] = turn
    return list(found.values())


def round_of(record: MessageRecord) -> int | None:
    found = data_of(record.data).get(ROUND)
    return found if isinstance(found, int) else None


def data_of(text: str) -> dict[str, Any]:
    """Return the JSON object in `text`, or {} if it is damaged."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def uses(attachments: Iterable[Attachment], files: Files) -> tuple[FileUse, ...]:
    found = (files.use(attachment) for attachment in attachments)
    return tuple(it for it in found if it is not None)


def attachment_records(attachments: Iterable[Attachment], files: Files) -> list[dict]:
    return [files.attachment_record(attachment) for attachment in attachments]


def attachments_of(value: Any, files: Files) -> tuple[Attachment, ...]:
    """Return the attachments of JSON data. Raises ValueError if one of them is damaged."""
    if not isinstance(value, list):
        raise ValueError(f"{value!r:.99} is no list of attachments")
    return tuple(files.attachment(it) for it in value)


def _differing(turn: Turn) -> list[str]:
    """Return the names of the fields saved in `data`: those that differ from the default."""
    return [name for name, default in _FIELDS.items() if getattr(turn, name) != default]


def _kept(name: str, turn: Turn, files: Files) -> Any:
    value = getattr(turn, name)
    if name in _FILED:
        return attachment_records(value, files)
    if name in _SENTENCES:
        return packed(value)
    if name in _WITH_NOTE:
        return json_value(value) | {"note": packed(value.note)}
    if name == "traces":
        return tokens.packed_traces(value)
    if name == "logprobs":
        return tokens.packed_logprobs(value)
    if name == "tool_calls":
        # After a crash, a call whose tool did not run yet must not seem to have acted.
        value = [replace(it, state=CallState.PROPOSED) if it.awaits else it for it in value]
    return json_value(value)


def _turn(record: MessageRecord, files: Files) -> Turn:
    data = data_of(record.data)
    turn = Turn(record.role, record.content, record.reasoning)
    turn.message_id, turn.created = record.message_id, record.created
    turn.interrupted = record.state in _GROWING
    damaged = record.data.strip() != "{}" and not data
    for name in data.keys() & _FIELDS.keys():
        try:
            setattr(turn, name, _READERS.get(name, _value)(name, data[name], files))
        except (ValueError, TypeError, LookupError):
            log.warning("%s of message %d is damaged", name, record.message_id, exc_info=True)
            damaged = True
    if len(turn.places) not in (0, len(turn.attachments)):
        turn.places = ()
    if turn.interrupted:
        turn.state = TurnState.STOPPED
    else:
        turn.state = _STATES.get(record.state, TurnState.DONE)
    if turn.interrupted:
        turn.drop_calls()
    turn.drop_running_calls()
    if damaged and not turn.error:
        turn.error = DAMAGED
    return turn


def _value(name: str, value: Any, files: Files) -> Any:
    return restored(_HINTS[name], value)


def _sentence(name: str, value: Any, files: Files) -> str:
    return unpacked(value)


def _with_note(name: str, value: Any, files: Files) -> DraftCounts | SkimReport:
    found = restored(_HINTS[name], value | {"note": ""})
    return replace(found, note=unpacked(value.get("note", "")))


def _attached(name: str, value: Any, files: Files) -> tuple[Attachment, ...]:
    return attachments_of(value, files)


def _traces(name: str, value: Any, files: Files) -> Callable[[], tuple[Traced, ...]]:
    """Return a function that unpacks the traces, as they are long and seldom needed."""

    def unpacked_traces() -> tuple[Traced, ...]:
        try:
            return tuple(tokens.traces(value))
        except (ValueError, TypeError, LookupError):
            log.warning("traces of a message are damaged", exc_info=True)
            return ()

    return unpacked_traces


def _logprobs(name: str, value: Any, files: Files) -> list[Logprobs]:
    return tokens.logprobs(value)


_READERS: dict[str, Callable[[str, Any, Files], Any]] = {
    "attachments": _attached,
    "traces": _traces,
    "logprobs": _logprobs,
    **dict.fromkeys(_SENTENCES, _sentence),
    **dict.fromkeys(_WITH_NOTE, _with_note),
}
_STATES = {state.name.lower(): state for state in TurnState}
_HINTS = get_type_hints(Turn)
_FIELDS = {
    it.name: it.default_factory() if it.default_factory is not MISSING else it.default
    for it in fields(Turn)
    if it.name not in _COLUMNS | _TRANSIENT
}
