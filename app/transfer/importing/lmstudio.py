"""Parses conversations of LM Studio, a .conversation.json file each."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.transfer.bundle import seconds
from app.transfer.importing.conversion import ParsedConversation, ParsedMessage, tool_call
from app.transfer.importing.limited_reading import kind_label, list_of, object_of, text_of
from app.transfer.importing.report import Report
from engine.errors import Refused

ENDING = ".conversation.json"
_MOST_MESSAGES = 100_000
_SILENT = {"debugInfoBlock", "toolStatus", "status"}

# Copies one of LM Studio's files into the attachments, by its name; raises Refused or KeyError.
FindFile = Callable[[str], Path]


def is_lmstudio(value: Any) -> bool:
    return any(map(_has_versions, list_of(object_of(value).get("messages"))))


def _has_versions(message: Any) -> bool:
    return isinstance(object_of(message).get("versions"), list)


def lmstudio_conversation(
    value: dict[str, Any], folder: str, find: FindFile, report: Report
) -> ParsedConversation:
    """Parse one conversation. `folder` is the one that LM Studio shows it in. Raises ValueError."""
    messages = list_of(value["messages"])
    if sum(len(list_of(object_of(it).get("versions"))) for it in messages) > _MOST_MESSAGES:
        raise ValueError("too many messages")
    created = _milliseconds(value.get("createdAt"))
    model = object_of(value.get("lastUsedModel"))
    found = ParsedConversation(
        text_of(value.get("name")),
        created,
        max(
            created,
            _milliseconds(value.get("userLastMessagedAt")),
            _milliseconds(value.get("assistantLastMessagedAt")),
        ),
        pinned=value.get("pinned") is True,
        model=text_of(model.get("identifier")).rpartition("/")[2],
        folder=folder,
        system_prompt=text_of(value.get("systemPrompt")),
    )
    parent = ""
    report.broken_messages += sum(not _has_versions(it) for it in messages)
    for number, message in enumerate(messages):
        shown = ""
        versions = list_of(object_of(message).get("versions"))
        selected = object_of(message).get("currentlySelected")
        for at, version in enumerate(versions):
            key = f"{number}.{at}"
            made = _message(key, parent, object_of(version), find, report)
            if made is not None:
                found.messages.append(made)
                shown = key if at == selected or not shown else shown
        # the next message follows the shown version of this one
        parent = shown or parent
    found.head = parent
    return found


def _message(
    key: str, parent: str, version: dict[str, Any], find: FindFile, report: Report
) -> ParsedMessage | None:
    role = text_of(version.get("role"))
    if role not in ("user", "assistant"):
        if role != "system":
            report.not_understood[kind_label(role)] += 1
        return None
    made = _Version(ParsedMessage(key, parent, role), find, report).read(version)
    empty = not (made.content or made.reasoning or made.files or made.calls)
    return None if empty else made


class _Version:
    """Reads one version of a message into `made`."""

    def __init__(self, made: ParsedMessage, find: FindFile, report: Report) -> None:
        self._made, self._find, self._report = made, find, report
        self._files: list[Path] = []
        # They answer the calls in order.
        self._results: list[str] = []

    def read(self, version: dict[str, Any]) -> ParsedMessage:
        made = self._made
        content: list[str] = []
        reasoning: list[str] = []
        if version.get("type") == "multiStep":
            for step in map(object_of, list_of(version.get("steps"))):
                thinking = object_of(step.get("style")).get("type") == "thinking"
                self._take_step(step, reasoning if thinking else content)
            made.model = text_of(object_of(version.get("senderInfo")).get("senderName"))
        else:
            self._take_blocks(list_of(version.get("content")), content)
        made.content, made.reasoning = "\n\n".join(content), "\n\n".join(reasoning)
        made.files = tuple(self._files)
        for number, result in enumerate(self._results):
            call = made.calls[number].call
            made.calls[number] = tool_call(call.name, call.arguments, number, result)
        return made

    def _take_step(self, step: dict[str, Any], texts: list[str]) -> None:
        kind = text_of(step.get("type"))
        if kind == "contentBlock":
            self._take_blocks(list_of(step.get("content")), texts)
        elif kind not in _SILENT:
            self._report.not_understood[kind_label(kind)] += 1

    def _take_blocks(self, blocks: list[Any], texts: list[str]) -> None:
        """Take the parts of a message, and add what it says to `texts`."""
        calls = self._made.calls
        for block in map(object_of, blocks):
            match block.get("type"):
                case "text":
                    if text := text_of(block.get("text")):
                        texts.append(text)
                case "file":
                    try:
                        self._files.append(self._find(text_of(block.get("fileIdentifier"))))
                    except (KeyError, Refused):
                        self._report.files_missing += 1
                case "toolCallRequest":
                    arguments = json.dumps(object_of(block.get("parameters")), ensure_ascii=False)
                    calls.append(tool_call(text_of(block.get("name")), arguments, len(calls)))
                case "toolCallResult":
                    if len(self._results) < len(calls):
                        self._results.append(text_of(block.get("content")))
                case other:
                    self._report.not_understood[kind_label(other)] += 1


def _milliseconds(value: Any) -> float:
    found = value / 1000 if isinstance(value, int | float) and abs(value) < 1e15 else 0
    return seconds(found)
