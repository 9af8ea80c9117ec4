"""How Gemma 4 and harmony name a channel: words between or after special tokens."""

import re

import regex

from engine.channel_formats import HEADERS, Block
from engine.messages import Channel
from engine.tool_calls.schema import Call, Parsed, Tools

_REASONING = frozenset(("thought", "thinking", "think", "analysis", "reasoning"))
_CONTENT = frozenset(("content", "final", "response", "answer", "text", "message", "commentary"))
_LABEL = re.compile(r"[A-Za-z_]*")
_LONGEST_LABEL = 32


class GemmaHeader:
    """The label between Gemma's token and a line break.

    `done` once it is read; `channel` is None where it has not come; `rest` is what was no label.
    """

    loose = True

    def __init__(self) -> None:
        self.done = self._named = False
        self._text = ""

    def add(self, text: str) -> int:
        """Take text up to the label's end; returns how much of it that is."""
        found = _LABEL.match(text)
        size = min(found.end() if found else 0, _LONGEST_LABEL - len(self._text))
        self._text += text[:size]
        self.done = size < len(text) or len(self._text) == _LONGEST_LABEL
        if self.done and text[size : size + 1] == "\n":
            self._named = True
            return size + 1
        return size

    @property
    def channel(self) -> Channel | None:
        if self._text in _CONTENT:
            return Channel.CONTENT
        if self._named and self._text and self._text not in _REASONING:
            return Channel.CONTENT
        return Channel.REASONING if self.done or self._text in _REASONING or self.rest else None

    @property
    def rest(self) -> str:
        known = _REASONING | _CONTENT
        if self._named or self._text in known:
            return ""
        started = not self.done and any(label.startswith(self._text) for label in known)
        return "" if started else self._text


_ROLE = regex.compile(r"\s*(?:assistant)?\s*(?:to=[\w.:-]*)?\s*")
_RECIPIENT = re.compile(r"to=([^\s<]+)")
# Longer than any header is text whose token is missing.
_LONGEST_HEADER = 1024
_NOBODY = frozenset(("assistant", "user", "all", "final"))


class HarmonyHeader:
    """What stands before a message: role, channel, recipient in either place, kind of content.

    `loose`: no token has begun it, so it may still be text of the answer.
    """

    def __init__(self, *, begun: bool = True) -> None:
        self.done = False
        self.loose = not begun
        self.rest = ""
        self._first = not begun
        self._message = False
        self._role = ""
        self._text = ""

    def add(self, text: str) -> int:
        """Take text; all of it is taken."""
        self._text += text
        self.done = len(self._text) > _LONGEST_HEADER
        if self.loose:
            self.done = _ROLE.fullmatch(self._text, partial=True) is None
        if self.done:
            self.rest = self._text
        elif self.loose and self._first and self._text.strip():
            # What is left at the reply's end.
            self.rest = self._text
        return len(text)

    def mark(self, name: str) -> bool:
        """Take a token; whether the message begins."""
        self.rest = ""
        if name == "<|channel|>":
            self._role, self._text, self.loose = self._role + self._text, "", False
        elif name == "<|constrain|>":
            self._text += " "
        elif name == "<|message|>":
            self.done = self._message = True
        else:
            self._role = self._text = ""
            self.loose, self._first = name != "<|start|>", False
        return self.done

    @property
    def channel(self) -> Channel | None:
        if not self._message:
            return Channel.CONTENT if self.rest else None
        words = self._text.split()
        hidden = self._recipient() is not None or self._role.lstrip().startswith("functions.")
        return Channel.REASONING if hidden or words[:1] == ["analysis"] else Channel.CONTENT

    def call(self, tools: Tools) -> Block | None:
        """The tool text that follows, where the message is for a function. One for a built-in tool
        is none that we could run, and no answer either."""
        recipient = self._recipient()
        if recipient is None or not self._message:
            return None
        name = recipient.removeprefix("functions.")
        if name == recipient and name not in tools:
            return None

        def parse(text: str, _: Tools) -> Parsed:
            return [Call(name, text)], ""

        return Block("", HEADERS["harmony"], parse)

    def _recipient(self) -> str | None:
        found = _RECIPIENT.search(self._text) or _RECIPIENT.search(self._role)
        return found[1] if found and found[1] not in _NOBODY else None
