"""The prompt for a summary of a conversation. Prompts of ours are in English."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.messages import ChatMessage, MediaKind

PROMPT = """\
Summarize the conversation below, so that it can go on from the summary alone. Keep facts, names, \
numbers, decisions, what images showed, what is wanted and what is still open. Write in the \
language of the conversation, without an introduction, in at most {words} words.

{text}"""
FORMER = "Summary of what was said before:\n{former}\n\n"
CONVERSATION = "Conversation:\n\n"
_SPEAKERS = {"user": "User", "assistant": "Assistant"}
_KINDS = {MediaKind.IMAGE: "image", MediaKind.VIDEO: "video", MediaKind.TEXT: "text file"}


def prompt(former: str, piece: str, words: int) -> str:
    before = FORMER.format(former=former) if former else ""
    return PROMPT.format(words=words, text=f"{before}{CONVERSATION}{piece}")


def packed_texts(messages: Sequence[ChatMessage], size: int) -> list[str]:
    """Write the messages into as few texts as fit `size` characters each."""
    found: list[str] = []
    for part in (part for message in messages for part in _cut(_as_text(message), size)):
        if found and len(found[-1]) + len(part) + 2 <= size:
            found[-1] += f"\n\n{part}"
        else:
            found.append(part)
    return found


def _cut(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def _as_text(message: ChatMessage) -> str:
    speaker = _SPEAKERS.get(message.role, f"Result of {message.name or 'a tool'}")
    media = [_named(_KINDS[it.kind], it.path) for it in message.media]
    calls = [f"(calls {call.name} with {call.arguments})" for call in message.tool_calls]
    return f"{speaker}: {' '.join([*media, message.content.strip(), *calls]).strip()}"


def _named(kind: str, path: Path) -> str:
    return f"({kind}: {path.name})"
