"""Converts parsed conversations of other programs to bundles."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.attachments import thumbnails
from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord
from app.records.chat_settings import ChatSettings, fields_json
from app.records.turns import turn_record
from app.transfer.bundle import Bundle, in_order
from engine.errors import Refused
from engine.messages import ToolInvocation
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool, CallState
from ui.state.chat_options import ChatOptions
from ui.state.conversation_entry import Folder
from ui.state.turn import Turn

_LONGEST_TITLE = 300


@dataclass
class ParsedMessage:
    """`key` and `parent` are ids of the other program; `files` are attachments already."""

    key: str
    parent: str
    role: str
    content: str = ""
    reasoning: str = ""
    created: float = 0.0
    model: str = ""
    files: tuple[Path, ...] = ()
    calls: list[CalledTool] = field(default_factory=list)


@dataclass
class ParsedConversation:
    title: str = ""
    created: float = 0.0
    updated: float = 0.0
    pinned: bool = False
    archived: bool = False
    model: str = ""
    folder: str = ""
    system_prompt: str = ""
    head: str = ""
    messages: list[ParsedMessage] = field(default_factory=list)


def converted(found: ParsedConversation, files: Files, refused: Callable[[Refused], Any]) -> Bundle:
    """Return the bundle. `refused` is called for each file that cannot be used."""
    turns: dict[str, Turn] = {}
    # newer messages need higher ids
    messages = sorted(found.messages, key=lambda it: it.created)
    for number, message in enumerate(messages, 1):
        turns[message.key] = Turn(
            message.role,
            message.content,
            message.reasoning,
            attachments=_attachments(message.files, files, refused),
            tool_calls=message.calls,
            model_id=message.model,
            message_id=number,
            created=message.created or found.created,
        )
    for message in messages:
        turns[message.key].parent = turns.get(message.parent)
    records = in_order([turn_record(it, 0, 0, files) for it in turns.values()])
    head = turns.get(found.head) or (list(turns.values())[-1] if turns else None)
    options = ChatOptions(system_prompt=found.system_prompt)
    record = ConversationRecord(
        1,
        title=" ".join(found.title.split())[:_LONGEST_TITLE],
        named=bool(found.title.strip()),
        created=found.created,
        updated=max(found.updated, found.created),
        pinned=found.pinned,
        archived=found.archived,
        model=found.model[:_LONGEST_TITLE],
        settings=fields_json(ChatSettings(options=options)) if found.system_prompt else "{}",
    )
    folder = Folder(0, found.folder[:_LONGEST_TITLE]) if found.folder else None
    return Bundle(record, records, {0: (head.message_id, 0)} if head else {}, None, folder)


def tool_call(name: str, arguments: str, number: int, result: str | None = None) -> CalledTool:
    """Return a finished call, so that nobody is asked about it. `arguments` is a JSON object; a
    call without a `result` did not run."""
    invocation = ToolInvocation(name[:100] or "tool", arguments, f"imported-{number}")
    state = CallState.DROPPED if result is None else CallState.DONE
    return CalledTool(invocation, state=state, result=result or "")


def _attachments(
    paths: tuple[Path, ...], files: Files, refused: Callable[[Refused], Any]
) -> tuple[Attachment, ...]:
    found: list[Attachment] = []
    for path in paths:
        try:
            looked = thumbnails.attachments(path, lambda: None, lambda _: None)
        except Refused as error:
            files.discard(path)
            refused(error)
            continue
        for it in looked:
            # thumbnails can be rebuilt
            with suppress(OSError):
                files.keep_views(it.media, it.preview, it.strip)
        found += [replace(it, title=path.name) for it in looked]
    return tuple(found)
