"""Channel headers of Gemma 4, harmony and Functionary: names between or after special tokens."""

import re
from typing import Protocol

import regex

from engine.channels.format import HEADERS, RECIPIENT, Block, Format
from engine.channels.tool_calls.tool_schema import Call, Parsed, Tools
from engine.messages import Channel

_REASONING = frozenset(("thought", "thinking", "think", "analysis", "reasoning"))
_CONTENT = frozenset(("content", "final", "response", "answer", "text", "message", "commentary"))
_LABEL = re.compile(r"[A-Za-z_]*")
_MAX_LABEL = 32


class Header(Protocol):
    """A channel's name while it is written. `done` once it is complete; `rest` is text that turned
    out not to belong to it."""

    done: bool

    @property
    def channel(self) -> Channel | None:
        """The channel of the text that follows; None if no name has come."""
        ...

    @property
    def rest(self) -> str: ...

    def add(self, text: str) -> int:
        """Take text; return the number of characters that belong to the header."""
        ...

    def end(self) -> bool:
        """End with the reply; return True if the header counts as it is."""
        ...

    def call(self, tools: Tools) -> Block | None:
        """Return the block of tool text that follows, or None."""
        ...


class GemmaHeader:
    """The label between Gemma's token and a line break."""

    def __init__(self) -> None:
        self.done = self._named = False
        self._text = ""

    def add(self, text: str) -> int:
        found = _LABEL.match(text)
        size = min(found.end() if found else 0, _MAX_LABEL - len(self._text))
        self._text += text[:size]
        self.done = size < len(text) or len(self._text) == _MAX_LABEL
        if self.done and text[size : size + 1] == "\n":
            self._named = True
            return size + 1
        return size

    def end(self) -> bool:
        return True

    def call(self, tools: Tools) -> Block | None:
        return None

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


_ROLE = regex.compile(r"\s*(?:assistant\s*)?(?:to=[\w.:-]*\s*)?")
_RECIPIENT = re.compile(r"to=([^\s<]+)")
_CHANNEL = re.compile(r"\s*(analysis|commentary|final)")
# A longer text is no header: its token is missing.
_MAX_HEADER = 1024
_NOBODY = frozenset(("assistant", "user", "all", "final"))


class HarmonyHeader:
    """The text before a message: role, channel, recipient in either place, kind of content.

    `begun`: a token has opened the header; otherwise its text may still turn out to be the answer.
    """

    def __init__(self, *, begun: bool = True) -> None:
        self.done = False
        self.rest = ""
        self._loose = not begun
        self._first = not begun
        self._message = self._constrained = False
        self._role = ""
        self._text = ""

    def add(self, text: str) -> int:
        self._text += text
        self.done = len(self._text) > _MAX_HEADER
        if self._loose:
            self.done = _ROLE.fullmatch(self._text, partial=True) is None
        if self.done:
            self.rest = self._text
        elif self._loose and self._first:
            # This is the answer if the reply ends here.
            self.rest = self._text
        return len(text)

    def mark(self, name: str) -> bool:
        """Take a token; return True if the message begins after it."""
        self.rest = ""
        if name == "<|channel|>":
            self._role, self._text, self._loose = self._role + self._text, "", False
        elif name == "<|constrain|>":
            self._text, self._constrained = self._text + " ", True
        elif name == "<|message|>":
            self.done = self._message = True
        else:
            self._role = self._text = ""
            self._loose, self._first = name != "<|start|>", False
        return self.done

    def end(self) -> bool:
        """End with the reply. Text may follow a channel's name though the token between them is
        missing."""
        named = _CHANNEL.match(self._text)
        if not self._loose and named and not self._constrained and self._recipient() is None:
            self.rest = self._text[named.end() :].strip()
        return self._loose or bool(self.rest)

    @property
    def channel(self) -> Channel | None:
        if not self._message and (self._loose or not self.rest):
            return Channel.CONTENT if self.rest else None
        hidden = self._recipient() is not None or self._role.lstrip().startswith("functions.")
        analysis = self._text.lstrip().startswith("analysis")
        return Channel.REASONING if hidden or analysis else Channel.CONTENT

    def call(self, tools: Tools) -> Block | None:
        """Return the block of a message to a function. A message to a built-in tool is neither a
        call that we could run nor an answer."""
        recipient = self._recipient()
        if recipient is None or not self._message:
            return None
        name = recipient.removeprefix("functions.")
        if name == recipient and name not in tools:
            return None
        return _arguments(name, HEADERS["harmony"])

    def _recipient(self) -> str | None:
        found = _RECIPIENT.search(self._text) or _RECIPIENT.search(self._role)
        return found[1] if found and found[1] not in _NOBODY else None


_MAX_ROLE = 64
_NAME = regex.compile(r"[\w.-]{1,64}\n?")


class FunctionaryHeader:
    """The recipient of a message, "all" or a tool, on a line of its own or between tokens. `opener`
    begins it; it is "" at the beginning of a reply, because the prompt ends with it."""

    def __init__(self, opener: str = "") -> None:
        self.done = False
        self._opener = opener
        self._name = ""
        self._text = ""
        self._token = False

    def add(self, text: str) -> int:
        if self._opener == "<|from|>":
            taken = text[: _MAX_ROLE - len(self._text)]
            self._text += taken
            self.done = len(self._text) == _MAX_ROLE
            return len(taken)
        at = text.find("\n") + 1
        taken = text[:at] if at else text
        self._text += taken
        named = _NAME.fullmatch(self._text, partial=True) is not None
        self._name = self._text.strip() if named else ""
        self.done = bool(at) or not named
        return len(taken)

    def mark(self, name: str) -> bool:
        """Take a token; return True if the message begins after it."""
        self._token = self.done = name == "<|content|>"
        if name != "<|content|>":
            self._opener, self._text, self._name = name, "", ""
        return self.done

    def end(self) -> bool:
        return self._opener != "<|from|>"

    @property
    def channel(self) -> Channel | None:
        return Channel.CONTENT if self.done or self.rest else None

    @property
    def rest(self) -> str:
        if (self._name == "all" and self.done) or self._token or self._opener == "<|from|>":
            return ""
        return (self._opener if self._opener == RECIPIENT else "") + self._text

    def call(self, tools: Tools) -> Block | None:
        marked = self._token or self._opener == "<|recipient|>"
        if self.done and (self._name in tools or (marked and self._name not in ("all", ""))):
            # Versions before 3 write a token between the name and the arguments.
            return _arguments(self._name, (RECIPIENT, "<|from|>", "<|recipient|>"), "<|content|>")
        return None


def _arguments(name: str, closers: tuple[str, ...], first: str = "") -> Block:
    """Return a block with the arguments of a tool, up to the next header, maybe after one token."""

    def parse(text: str, tools: Tools) -> Parsed:
        return [Call(name, text.lstrip().removeprefix(first))], ""

    head = regex.compile(rf"\s*(?:{regex.escape(first)})?\s*\{{")
    return Block("", closers, parse, inner=frozenset((first,)), head=head, name=name)


def first_header(fmt: Format) -> Header | None:
    """Return the header that may stand at the very beginning of a reply."""
    if fmt.headers == "harmony":
        return HarmonyHeader(begun=False)
    return FunctionaryHeader() if fmt.recipients else None


def header_after(name: str, fmt: Format, open_header: Header | None) -> Header | None:
    """Return the header that a token begins or continues; None for a token that ends a channel."""
    if fmt.headers == "gemma":
        return GemmaHeader() if name == "<|channel>" else None
    if fmt.headers == "harmony":
        header = open_header if isinstance(open_header, HarmonyHeader) else HarmonyHeader()
    else:
        header = open_header if isinstance(open_header, FunctionaryHeader) else FunctionaryHeader()
    header.mark(name)
    return header
