"""Markdown that grows: what is final stays in the document, only the open end is written anew."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from PySide6.QtGui import QTextCursor, QTextDocument

from ui.conversation.message_formats import CODE_HEADER, CODE_PADDING
from ui.conversation.message_markdown import Unit, fence_end, sanitized, settled_part, units
from ui.conversation.message_writer import BlockWriter, Mark, MarkKind


@dataclass
class OpenFence:
    language: str
    end: re.Pattern[str]
    empty: bool = True


class MessageDocument:
    """However the text is cut into pieces, the finished document is the same.

    `_tail` is the text from the open unit on, or the last line inside an open fence.
    """

    def __init__(self, document: QTextDocument) -> None:
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        self._document = document
        self._source = ""
        self._finished = False
        self._references: dict[str, Any] = {}
        self._reset()

    @property
    def marks(self) -> list[Mark]:
        """What is to be painted under the text."""
        return self._writer.marks

    def append(self, text: str) -> None:
        self._source += text
        with self._editing():
            self._grow(text)

    def finish(self) -> None:
        """No more text will come."""
        self._finished = True
        if self._references:
            # a link may stand far above the line that defines it
            self.rewrite()
        else:
            with self._editing():
                self._close()

    def resume(self) -> None:
        """More text comes after all, where the last ended."""
        self._finished = False
        # The text may have been cut in the middle of an address.
        self._references.clear()
        self.rewrite()

    def rewrite(self) -> None:
        """Write everything again, in the colours of now."""
        self._reset()
        with self._editing():
            self._grow(self._source)
            if self._finished:
                self._close()

    def _reset(self) -> None:
        self._document.clear()
        self._writer = BlockWriter(self._document)
        self._final = self._writer.checkpoint()
        self._tail = ""
        self._number: int | None = None
        self._fence: OpenFence | None = None

    @contextmanager
    def _editing(self) -> Iterator[None]:
        """Many changes, one layout."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        yield
        self._make_room()
        cursor.endEditBlock()

    def _make_room(self) -> None:
        """Qt drops the margins above the first block and below the last: cards would be cut off."""
        starts_with_code = bool(self.marks) and self.marks[0].kind is MarkKind.CODE
        top = CODE_HEADER + CODE_PADDING if starts_with_code and not self.marks[0].first else 0
        root = self._document.rootFrame()
        format_ = root.frameFormat()
        if format_.topMargin() != top or format_.bottomMargin() != CODE_PADDING:
            format_.setTopMargin(top)
            format_.setBottomMargin(CODE_PADDING)
            root.setFrameFormat(format_)

    def _grow(self, text: str) -> None:
        self._writer.rewind(self._final)
        self._tail += sanitized(text)
        self._settle()
        self._write_tail(settled_part(self._tail))

    def _close(self) -> None:
        self._writer.rewind(self._final)
        if self._tail and not self._tail.endswith("\n"):
            self._tail += "\n"
        self._settle()
        self._write_tail(self._tail)

    def _settle(self) -> None:
        """Make final what the complete lines of the tail have closed."""
        while "\n" in self._tail:
            closed = self._settle_code(self._fence) if self._fence else self._settle_units()
            if not closed:
                break
        self._final = self._writer.checkpoint()

    def _settle_units(self) -> bool:
        end = self._tail.rfind("\n") + 1
        found = units(self._tail[:end], self._references, self._number)
        for unit in found[:-1]:
            self._writer.write(unit.tokens, unit.number)
        return bool(found) and self._open(found[-1])

    def _open(self, unit: Unit) -> bool:
        """Let the tail start with `unit`; True where that is a fence."""
        lines = self._tail.split("\n")[unit.line :]
        self._number = unit.number
        token = unit.tokens[0]
        fence = token.type == "fence" and lines[0].startswith(token.markup)
        if fence:
            self._fence = OpenFence(token.info.strip(), fence_end(token.markup))
        self._tail = "\n".join(lines[fence:])
        return fence

    def _settle_code(self, fence: OpenFence) -> bool:
        *lines, self._tail = self._tail.split("\n")
        for index, line in enumerate(lines):
            if fence.end.fullmatch(line):
                self._tail = "\n".join([*lines[index + 1 :], self._tail])
                self._write_tail("")
                self._fence = None
                return True
            self._writer.code_line(line, fence.language, fence.empty)
            fence.empty = False
        return False

    def _write_tail(self, text: str) -> None:
        """A fence shows at least one line; otherwise `text` is markdown."""
        if not self._fence:
            for unit in units(text, dict(self._references), self._number):
                self._writer.write(unit.tokens, unit.number)
        elif text or self._fence.empty:
            self._writer.code_line(text, self._fence.language, self._fence.empty)
