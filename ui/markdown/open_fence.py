"""A code block of which more lines are expected."""

import re
from dataclasses import replace
from itertools import takewhile

from ui.markdown.block_writer import LONGEST_PIECE, BlockWriter, code_pieces
from ui.markdown.code_lexers import Coloring


class OpenFence:
    """`empty` is True until a line was written."""

    def __init__(
        self, label: str, end: re.Pattern[str], coloring: Coloring, writer: BlockWriter
    ) -> None:
        self._label = label
        self._end = end
        self._writer = writer
        self._inside_line = False
        self.coloring = coloring
        self.empty = True

    def write(self, text: str) -> tuple[int, bool]:
        """Write the complete lines of `text`, and all but the rest of a very long one. Return the
        number of characters read, and True if the block is closed."""
        read = 0
        *lines, rest = text.split("\n")
        for line in lines:
            read += len(line) + 1
            if not self._inside_line and self._end.fullmatch(line):
                if self.empty:
                    self._write_line("")
                return read, True
            for piece in code_pieces(line):
                self._write_line(piece.text, continues=self._inside_line or piece.continues)
            self._inside_line = False
        while len(rest) > LONGEST_PIECE:
            self._write_line(rest[:LONGEST_PIECE], continues=self._inside_line)
            self._inside_line = True
            read += LONGEST_PIECE
            rest = rest[LONGEST_PIECE:]
        return read, False

    def show(self, text: str) -> None:
        """Write the unfinished last line, which will be taken back; at least an empty one."""
        if text or self.empty:
            words = replace(self.coloring).line(text)
            self._writer.code_line(
                text, self._label, words, first=self.empty, continues=self._inside_line
            )

    def rest(self, shown: str, text: str) -> str:
        """Return what is missing of the block if only the beginning `shown` of `text` is shown."""
        lines = text[len(shown) :].split("\n")
        rest = "\n".join(takewhile(lambda line: not self._end.fullmatch(line), lines))
        return f"\n{rest}" if shown.endswith("\n") and not self.empty else rest

    def _write_line(self, text: str, continues: bool = False) -> None:
        words = self.coloring.line(text)
        self._writer.code_line(text, self._label, words, first=self.empty, continues=continues)
        self.empty = False
