"""Parses conversations that ChatGPT exported as conversations.json."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from app.transfer.bundle import seconds
from app.transfer.importing.conversion import ParsedConversation, ParsedMessage, tool_call
from app.transfer.importing.limited_reading import kind_label, list_of, object_of, text_of
from app.transfer.importing.report import Report
from engine.errors import Refused

# marks of citations, which lead nowhere outside ChatGPT
_CITED = re.compile("\ue200[^\ue200\ue201]{0,2000}\ue201")
_FILE_ID = re.compile(r"file[-_][A-Za-z0-9]+")
# file-service://file-Ab1, sediment://file_00ab, maybe after the name of their source
_POINTER = re.compile(r"(?:^|[/#])(file[-_][A-Za-z0-9]+)(?![A-Za-z0-9]|://)")
_MOST_NODES = 100_000
# Content that ChatGPT does not show either.
_HIDDEN = {
    "user_editable_context",
    "model_editable_context",
    "reasoning_recap",
    "app_pairing_content",
}

# Copies a file into the attachments, by its id and a name; raises Refused or KeyError.
FindFile = Callable[[str, str], Path]


def is_chatgpt(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def chatgpt_conversation(
    value: dict[str, Any], find: FindFile, report: Report
) -> ParsedConversation:
    """Parse one conversation. Raises ValueError."""
    if len(value["mapping"]) > _MOST_NODES:
        raise ValueError("too many messages")
    return _Conversation(value, find, report).read()


def file_ids(entries: Iterator[str] | list[str]) -> dict[str, str]:
    """Return the entry names of files by the ids that conversations use."""
    found: dict[str, str] = {}
    for entry in entries:
        if match := _FILE_ID.match(PurePosixPath(entry).name):
            found.setdefault(match[0], entry)
    return found


class _Conversation:
    def __init__(self, value: dict[str, Any], find: FindFile, report: Report) -> None:
        self._value = value
        self._nodes = {key: object_of(node) for key, node in value["mapping"].items()}
        self._find = find
        self._report = report
        self._parsed: dict[str, ParsedMessage] = {}
        # For each node, its nearest shown message and its nearest thoughts, themselves or above.
        self._above: dict[str, tuple[str, str]] = {}
        # By node, thoughts that no message shows yet, and the node of those before them.
        self._thoughts: dict[str, tuple[str, str]] = {}

    def read(self) -> ParsedConversation:
        value = self._value
        for key in self._top_down():
            self._parse(key)
            self._above[key] = self._seen_from(key)
        messages = list(self._parsed.values())
        created = seconds(value.get("create_time"))
        times = [it.created for it in messages if it.created]
        return ParsedConversation(
            text_of(value.get("title")),
            created or min(times, default=0.0),
            seconds(value.get("update_time")) or max(times, default=0.0),
            pinned=value.get("is_starred") is True or bool(value.get("pinned_time")),
            archived=value.get("is_archived") is True,
            model=text_of(value.get("default_model_slug"))
            or next((it.model for it in reversed(messages) if it.model), ""),
            head=self._shown(text_of(value.get("current_node"))),
            messages=messages,
        )

    def _top_down(self) -> Iterator[str]:
        """Yield every node once, parents first; a node in a cycle becomes a root."""
        children: dict[str, list[str]] = {}
        for key, node in self._nodes.items():
            parent = node.get("parent")
            above = parent if isinstance(parent, str) and parent in self._nodes else ""
            children.setdefault(above, []).append(key)
        self._parents: dict[str, str] = {}
        for begin in (*children.get("", ()), *self._nodes):
            waiting = [(begin, "")] if begin not in self._parents else []
            while waiting:
                key, parent = waiting.pop()
                if key not in self._parents:
                    self._parents[key] = parent
                    yield key
                    waiting.extend((it, key) for it in reversed(children.get(key, ())))

    def _parse(self, key: str) -> None:
        message = object_of(self._nodes[key].get("message"))
        role = text_of(object_of(message.get("author")).get("role"))
        if role not in ("user", "assistant", "tool") or _hidden(message):
            return
        kind = text_of(object_of(message.get("content")).get("content_type"))
        if kind in _HIDDEN or kind == "thoughts":
            return
        parent, thoughts = self._above.get(self._parents[key], ("", ""))
        text, files = self._content(message, kind)
        above = self._parsed.get(parent)
        if role == "tool" and above and above.calls and not above.calls[-1].result and text:
            call = above.calls[-1]
            above.calls[-1] = tool_call(
                call.call.name, call.call.arguments, len(self._parsed), text
            )
            return
        parsed = ParsedMessage(
            key,
            parent,
            "user" if role == "user" else "assistant",
            text,
            self._reasoning(thoughts),
            seconds(message.get("create_time")),
            text_of(object_of(message.get("metadata")).get("model_slug")),
            files,
        )
        recipient = text_of(message.get("recipient")) or "all"
        if role == "assistant" and recipient != "all" and text:
            arguments = _arguments(text)
            parsed.calls, parsed.content = [tool_call(recipient, arguments, len(self._parsed))], ""
        if parsed.content or parsed.files or parsed.calls or parsed.reasoning:
            self._parsed[key] = parsed

    def _reasoning(self, key: str) -> str:
        """Return the thoughts of a node and those before them. One message alone shows them: many
        answers to the same thoughts would take all memory."""
        found: list[str] = []
        while key in self._thoughts:
            text, key = self._thoughts.pop(key)
            found.append(text)
        return "\n\n".join(reversed(found))

    def _seen_from(self, key: str) -> tuple[str, str]:
        """Return what the children of a parsed node have above them."""
        if key in self._parsed:
            return key, ""
        above, thoughts = self._above.get(self._parents[key], ("", ""))
        if text := _thoughts(object_of(self._nodes[key].get("message"))):
            self._thoughts[key] = text, thoughts
            return above, key
        return above, thoughts

    def _shown(self, key: str) -> str:
        while key and key not in self._parsed:
            key = self._parents.get(key, "")
        return key

    def _content(self, message: dict[str, Any], kind: str) -> tuple[str, tuple[Path, ...]]:
        content = object_of(message.get("content"))
        match kind:
            case "code":
                text = text_of(content.get("text"))
                language = text_of(content.get("language")).replace("unknown", "")
                aimed = text_of(message.get("recipient")) not in ("", "all")
                return (text if aimed or not text else f"```{language}\n{text}\n```"), ()
            case "text" | "multimodal_text":
                return self._parts(list_of(content.get("parts")), message)
            case _:
                text = next(
                    (it for name in ("text", "result") if (it := text_of(content.get(name)))), ""
                )
                if not text:
                    self._report.not_understood[kind_label(kind)] += 1
                return text, ()

    def _parts(self, parts: list[Any], message: dict[str, Any]) -> tuple[str, tuple[Path, ...]]:
        texts: list[str] = []
        files: list[Path] = []
        named = {
            text_of(it.get("id")): text_of(it.get("name"))
            for it in map(object_of, list_of(object_of(message.get("metadata")).get("attachments")))
        }
        wanted = dict(named)
        for part in parts:
            if isinstance(part, str):
                texts.append(_CITED.sub("", part))
            elif text := text_of(object_of(part).get("text")):
                texts.append(text)
            elif match := _POINTER.search(text_of(object_of(part).get("asset_pointer"))):
                wanted.setdefault(match[1], "")
            else:
                kind = object_of(part).get("content_type")
                self._report.not_understood[kind_label(kind)] += 1
        for file_id, name in wanted.items():
            try:
                files.append(self._find(file_id, name))
            except (KeyError, Refused):
                self._report.files_missing += 1
        return "\n".join(it for it in texts if it.strip()), tuple(files)


def _hidden(message: dict[str, Any]) -> bool:
    metadata = object_of(message.get("metadata"))
    hidden = metadata.get("is_visually_hidden_from_conversation") is True
    return hidden or message.get("weight") in (0, 0.0)


def _thoughts(message: dict[str, Any]) -> str:
    content = object_of(message.get("content"))
    if text_of(content.get("content_type")) != "thoughts":
        return ""
    thoughts = (object_of(it) for it in list_of(content.get("thoughts")))
    found = (text_of(it.get("content")) or text_of(it.get("summary")) for it in thoughts)
    return "\n\n".join(it for it in found if it)


def _arguments(text: str) -> str:
    """Return the text as a JSON object, which every tool call needs."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    return text if isinstance(found, dict) else json.dumps({"code": text}, ensure_ascii=False)
