"""Writes growing markdown into a document: final blocks stay, only the open end is rewritten."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from PySide6.QtGui import QTextCursor, QTextDocument

from ui.look import theme
from ui.look.language import tr
from ui.markdown import markdown_formats
from ui.markdown.block_writer import (
    LONGEST_PIECE,
    BlockWriter,
    Mark,
    MarkKind,
)
from ui.markdown.code_lexers import language_of
from ui.markdown.copied_text import Written
from ui.markdown.link_definitions import LinkDefinitions
from ui.markdown.markdown_formats import reserve_margins
from ui.markdown.markdown_inline import Ink
from ui.markdown.markdown_source import MarkdownSource
from ui.markdown.markdown_table import OpenTable, table_rows
from ui.markdown.markdown_units import Unit, fence_end, sanitized, settled_part
from ui.markdown.math_images import Wanted
from ui.markdown.named_images import FindImage, no_image
from ui.markdown.open_fence import OpenFence

# Longer blocks are split.
LONGEST_UNIT = 8000
_STEP = 1500
# A longer open block is rewritten only when it has grown by 1/_SHARE of its length.
_EAGER = 1000
_SHARE = 16
_MOST_CELLS_READ = 60_000
Over = Callable[[], bool]


class MarkdownDocument:
    """Writes markdown at the end of a QTextDocument as it arrives. The finished document does not
    depend on how the text was cut into pieces.

    Text is written at once, or until `over` returns True; the rest waits for `work`. `_tail` is the
    text from the open unit on, or the last line inside an open fence or table.
    """

    def __init__(self, document: QTextDocument, *, text_only: bool = False) -> None:
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        self.ratio = 1.0
        self._text_only = text_only
        self._find_image: FindImage = no_image
        self._document = document
        self._source = MarkdownSource()
        self._finished = False
        self._links, self._linked = LinkDefinitions(), False
        self._reset()

    @property
    def source(self) -> str:
        """The text as it was received."""
        return self._source.text

    @property
    def text(self) -> str:
        """The shown part of the source, which the offsets of `written` are about."""
        return self._source.shown

    @property
    def cut(self) -> bool:
        """True if only part of the text is shown."""
        return self._source.cut

    @property
    def code_left(self) -> str:
        """The rest of the last code block, where the part that is shown ends inside it."""
        if self._fence is None or not (self.cut and self._closed):
            return ""
        return self._fence.rest(self._source.shown, sanitized(self._source.text))

    @property
    def marks(self) -> list[Mark]:
        """The marks that are painted under the text."""
        return self._writer.marks

    @property
    def written(self) -> list[Written]:
        if self._closed or not self._tail:
            return self._written
        return [*self._written, Written(self._final_end, self._base)]

    @property
    def pending(self) -> bool:
        """True if some text is not written yet."""
        left = not self._closed and (self._ending or self._taken < self._source.shown_length)
        return left or bool(self._uncolored)

    @property
    def changed_from(self) -> int:
        """The position before which the last call changed nothing."""
        return self._changed_from

    def image(self, name: str) -> Any:
        return self._ink.images.get(name)

    def set_images(self, find: FindImage) -> None:
        self._find_image = self._ink.find_image = find

    def append(self, text: str, over: Over | None = None) -> None:
        self._source.append(text)
        self.work(over)

    def finish(self, over: Over | None = None) -> None:
        """Write the end of the text: no more is expected."""
        self._finished = True
        self.work(over)

    def resume(self, over: Over | None = None) -> None:
        """Expect more text after `finish`."""
        self._finished = False
        # The text may have been cut in the middle of an address.
        self._links, self._linked = LinkDefinitions(), False
        self.rewrite(over)

    def rewrite(self, over: Over | None = None) -> None:
        """Write everything again, in the current colors."""
        self._reset()
        self.work(over)

    def work(self, over: Over | None = None) -> None:
        self._write_pending(over)
        if self._closed and self._links.seen and not self._linked:
            # A link may stand far above the line that defines it, or that no longer does.
            self._linked = True
            self._reset()
            self._write_pending(over)

    def _write_pending(self, over: Over | None) -> None:
        self._changed_from = self._final.position
        with self._editing():
            if self._uncolored:
                self._color()
            while self._taken < self._source.shown_length and not self._closed:
                self._take(self._source.piece(self._taken, _STEP))
                left = self._taken < self._source.shown_length
                if left and over and over():
                    return
            if self._ending and not self._closed:
                self._close()
            elif not self._closed and self._length < 0:
                self._write_tail(settled_part(self._tail))

    def draw(self, wanted: Wanted) -> bool:
        """Replace the text of a formula by its image. Return False if the text is not there."""
        if not any(it.wanted == wanted for it in self._ink.awaited):
            return False
        with self._editing():
            for place, by in self._writer.draw(wanted):
                self._shift(place, by)
        return True

    def load(self, language: str) -> bool:
        """Color the code in a language that was loaded. Return False if there is none."""
        cards = [mark for mark in self.marks if mark.kind is MarkKind.CODE]
        self._uncolored += [it.first for it in cards if language_of(it.label) == language]
        return bool(self._uncolored)

    # --- state ---------------------------------------------------------------------------

    @property
    def _ending(self) -> bool:
        return self._finished or self.cut

    def _reset(self) -> None:
        self._document.clear()
        formats = markdown_formats.formats(theme.colors())
        self._ink = Ink(formats, self.ratio, self._find_image, self._text_only)
        self._writer = BlockWriter(self._document, self._ink)
        self._final = self._writer.checkpoint()
        self._final_end = 0
        self._changed_from = 0
        self._written: list[Written] = []
        self._uncolored: list[int] = []
        self._taken = self._base = 0
        self._tail = ""
        # Length of the tail when it was written in full; -1 if the document ends before the tail.
        self._length = -1
        self._closed = False
        self._number: int | None = None
        self._fence: OpenFence | None = None
        self._table: OpenTable | None = None

    @contextmanager
    def _editing(self) -> Iterator[None]:
        """Group changes, so that the document is laid out once."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        try:
            yield
            first = self.marks[0] if self.marks else None
            code_first = first is not None and first.kind is MarkKind.CODE and not first.first
            reserve_margins(self._document, code_first=code_first)
        finally:
            cursor.endEditBlock()

    def _shift(self, place: int, by: int) -> None:
        def moved(position: int) -> int:
            return position - by if position > place else position

        final = self._final
        last = final.last_mark.moved(moved) if final.last_mark else None
        before = final.awaited - (place < final.position)
        position = moved(final.position)
        self._final = final._replace(position=position, last_mark=last, awaited=before)
        self._final_end = moved(self._final_end)
        self._written = [it._replace(position=moved(it.position)) for it in self._written]
        self._uncolored = [moved(it) for it in self._uncolored]

    # --- growing -------------------------------------------------------------------------

    def _take(self, text: str) -> None:
        self._taken += len(text)
        self._tail += text
        grown = len(self._tail) - self._length
        if self._length > _EAGER and grown * _SHARE < self._length and not self._fence:
            if not self._table:
                self._writer.more(text)
            return
        self._rewind()
        if "\n" in text or len(self._tail) > LONGEST_PIECE:
            self._settle()

    def _rewind(self) -> None:
        """Remove the written part of the tail."""
        if self._length >= 0:
            if self._table:
                self._table.writer.take_back()
            self._writer.rewind(self._final)
            self._length = -1

    def _close(self) -> None:
        self._rewind()
        if self._tail and not self._tail.endswith("\n"):
            self._tail += "\n"
        self._settle()
        if self._fence or self._table:
            self._write_tail(self._tail)
        else:
            for unit in self._links.units(self._tail, self._number):
                self._write(unit)
            self._links.keep(len(self._tail))
        if self.cut:
            self._writer.note(
                tr("Only the beginning of this long answer is shown. Copy includes all of it.")
            )
        self._keep()
        self._length, self._closed = 0, True

    def _settle(self) -> None:
        """Write the closed units of the tail for good."""
        more = True
        while more:
            if self._fence:
                more = self._settle_code(self._fence)
            elif self._table:
                more = self._settle_rows(self._table)
            else:
                more = self._settle_units()
        self._keep()

    def _keep(self) -> None:
        self._final = self._writer.checkpoint()
        self._final_end = self._writer.next_position

    def _settle_units(self) -> bool:
        end = self._tail.rfind("\n", 0, LONGEST_UNIT) + 1
        full = len(self._tail) >= LONGEST_UNIT
        inside_line = full and not end
        end = LONGEST_UNIT if inside_line else end
        found = self._links.units(self._tail[:end], self._number) if end else []
        for unit in found[:-1]:
            if unit.kind == "table_open":
                return self._open_table(unit)
            self._write(unit)
        if not found:
            self._drop_parsed(end if full else 0)
            return full
        last = found[-1]
        if last.kind == "table_open" and not inside_line:
            return self._open_table(last)
        if last.kind == "fence" and not inside_line and self._open_fence(last):
            return True
        self._number = last.number
        if full and len(found) == 1:
            self._write(last)
            self._number, last = None, replace(last, start=end)
        self._drop_parsed(last.start)
        return full

    def _write(self, unit: Unit) -> None:
        self._mark_start(unit.start)
        self._writer.write(unit.tokens, unit.number)

    def _mark_start(self, start: int) -> None:
        self._written.append(Written(self._writer.next_position, self._base + start))

    def _drop_parsed(self, count: int) -> None:
        self._links.keep(count)
        self._drop(count)

    def _drop(self, count: int) -> None:
        self._tail = self._tail[count:]
        self._base += count

    # --- code ----------------------------------------------------------------------------

    def _open_fence(self, unit: Unit) -> bool:
        """Open a code block. Return False if it is inside another block, and so indented."""
        token = unit.tokens[0]
        if not self._tail.startswith(token.markup, unit.start):
            return False
        self._mark_start(unit.start)
        label = token.info.strip()
        self._fence = OpenFence(
            label, fence_end(token.markup), self._ink.coloring(label), self._writer
        )
        self._drop_parsed(self._tail.index("\n", unit.start) + 1)
        self._number = None
        return True

    def _settle_code(self, fence: OpenFence) -> bool:
        read, closed = fence.write(self._tail)
        self._drop(read)
        if closed:
            self._fence = None
        return closed

    def _color(self) -> None:
        """Highlight the cards whose language was loaded after they were written."""
        self._rewind()
        open_card = self._writer.marks[-1].first if self._fence and not self._fence.empty else -1
        for mark in list(self._writer.marks):
            if mark.first in self._uncolored:
                coloring = self._writer.recolor(mark)
                if self._fence and mark.first == open_card:
                    self._fence.coloring = coloring
        self._changed_from = min([self._changed_from, *self._uncolored])
        self._uncolored = []

    # --- tables --------------------------------------------------------------------------

    def _open_table(self, unit: Unit) -> bool:
        self._mark_start(unit.start)
        self._drop_parsed(unit.start)
        end = self._tail.index("\n", self._tail.index("\n") + 1) + 1
        header = self._tail[:end]
        tokens = self._links.units(header)[0].tokens
        columns = sum(token.type == "th_open" for token in tokens)
        self._table = OpenTable(header, columns, self._writer.table(tokens[1:-1]))
        self._drop(end)
        self._number = None
        return True

    def _settle_rows(self, table: OpenTable) -> bool:
        end = self._tail.rfind("\n", 0, LONGEST_UNIT) + 1
        if not end:
            if len(self._tail) >= LONGEST_UNIT:
                self._table = None
            return self._table is None
        lines = self._tail[:end].split("\n")[:-1][: max(1, _MOST_CELLS_READ // table.columns)]
        text = "".join(line + "\n" for line in lines)
        unit = self._links.units(table.header + text)[0]
        table.writer.add(table_rows(unit.tokens[1:-1])[1:])
        read = unit.end - len(table.header)
        self._drop(read)
        if read < len(text):
            self._table = None
        return True

    # --- the end -------------------------------------------------------------------------

    def _write_tail(self, text: str) -> None:
        """Write the open end: a line of a fence, a row of a table, or else markdown."""
        self._length = len(self._tail)
        if self._fence:
            self._fence.show(text)
        elif self._table:
            found = self._links.open_units(self._table.header + text) if text.strip() else []
            rows = table_rows(found[0].tokens[1:-1])[1:] if len(found) == 1 else []
            if rows:
                self._table.writer.show(rows[0])
        else:
            for unit in self._links.open_units(text, self._number):
                self._writer.write(unit.tokens, unit.number)
