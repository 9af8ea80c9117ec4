"""A block of tool text while it is written."""

import json
import logging
import re

from engine.channels.format import Block
from engine.channels.tool_calls.gemma import GEMMA_QUOTE
from engine.channels.tool_calls.growing import GrowingCalls, GrownCall
from engine.channels.tool_calls.tool_schema import Call, Tools

log = logging.getLogger(__name__)

# Characters. A longer block is text.
MAX_SIZE = 1_000_000
# Characters after the opener that must suffice to recognize a call.
_DECIDED = 256
_BRACKETS = re.compile(r"""["'\\\[\](){}]""")
_NO_OPENERS = str.maketrans("", "", "[({")


class OpenBlock:
    """The text of a block so far. `closers` end the block; `ended` once its brackets are closed, if
    they have to be."""

    def __init__(self, block: Block, *, shown: int = 0) -> None:
        """`shown`: number of characters of a plain-text opener that were shown already."""
        self.closers = frozenset(block.close)
        self.inner = block.inner
        self.bare = block.bare is not None
        self.ended = False
        self._block = block
        # All text, and all but the text of special tokens.
        self._parts = [block.open] if self.bare else []
        self._ordinary = list(self._parts)
        self._size = 0
        self._shown = shown if self.bare else 0
        self._undecided = self.bare
        # A call in plain text may turn out to be text.
        self._growing = None if self.bare else GrowingCalls(block.head, block.name)
        self._depth = len(block.open) - len(block.open.translate(_NO_OPENERS))
        # The open quotation mark, and True inside of Gemma's quotation tokens.
        self._quote, self._between = "", False
        # Position of the last backslash that escapes, and number of characters scanned.
        self._slash, self._position = -2, 0

    @property
    def full(self) -> bool:
        return self._size >= MAX_SIZE

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def grown(self) -> list[GrownCall]:
        """The calls so far, as far as they are known before the block ends."""
        return [] if self._growing is None else self._growing.calls

    def stop_growing(self) -> None:
        """Tell the calls only when the block has ended."""
        self._growing = None

    @property
    def written(self) -> str:
        """The text without that of special tokens."""
        return "".join(self._ordinary)

    def add(self, text: str, *, special: bool = False) -> int:
        """Take text; return the number of characters that belong to the block."""
        text = text[: MAX_SIZE - self._size]
        if text == GEMMA_QUOTE:
            self._between = not self._between
        elif self._block.balanced and not self._between:
            text = text[: self._balance(text)]
        self._parts.append(text)
        if not special:
            self._ordinary.append(text)
        self._size += len(text)
        if self._growing is not None:
            self._growing.add(text)
        return len(text)

    def give_back(self) -> str:
        """Return all text after the opener, to be routed again."""
        rest = self.written[len(self._block.open) :]
        self._parts = self._ordinary = [self._block.open]
        self._size = 0
        return rest

    def rejected(self, tools: Tools) -> bool:
        """Return True if the block turned out to be ordinary text that only begins like a call."""
        if not self._undecided or self._block.bare is None:
            return False
        start = self.text[len(self._block.open) :][:_DECIDED]
        found = self._block.bare.match(start, partial=True)
        if found is not None and found.partial and len(start) < _DECIDED:
            return False
        self._undecided = False
        if found is None or found.partial:
            return True
        name = found.groupdict().get("name")
        return name is not None and name not in tools

    def unshown(self, held: str) -> str:
        """Return the part of the block, and of the held text, that was not shown as text yet; it
        counts as shown from then on. The text of special tokens is never shown."""
        text = "".join((*self._ordinary, held))
        text = text if self.bare else text.strip("\n")
        rest, self._shown = text[self._shown :], max(self._shown, len(text))
        return rest

    @property
    def shown_ahead(self) -> int:
        """Number of characters after the block that were shown when the reply was cut."""
        return max(self._shown - len(self.written), 0)

    def read(self, tools: Tools, *, closed: bool) -> tuple[list[Call], str]:
        """Return the calls in the block and the text after them; no calls if the block is not
        whole."""
        if not closed and (self._block.must_close or not self.text.strip()):
            return [], ""
        try:
            calls, rest = self._block.parse(self.text, tools)
        except Exception:  # noqa: BLE001  the libraries' parsers raise anything about bad text
            log.info("unreadable tool call of %d characters", self._size)
            return [], ""
        # Plain text that looks like a call is one only if it names an offered tool.
        if self.bare and any(call.name not in tools for call in calls):
            return [], ""
        for call, grown in zip(calls, self.grown, strict=False):
            if _same(call, grown):
                call.grown = grown
        return calls, rest

    def _balance(self, text: str) -> int:
        for found in _BRACKETS.finditer(text):
            character, at = found[0], found.start()
            if self._quote and self._slash == self._position + at - 1:
                continue
            if character == "\\":
                self._slash = self._position + at
            elif character in ('"', "'"):
                if self._quote in ("", character):
                    self._quote = "" if self._quote else character
            elif not self._quote:
                self._depth += 1 if character in "[({" else -1
                if self._depth == 0:
                    self.ended = True
                    return at + 1
        self._position += len(text)
        return len(text)


def _same(call: Call, grown: GrownCall) -> bool:
    named = grown.whole and grown.name == call.name
    return named and json.loads(grown.arguments) == call.arguments
