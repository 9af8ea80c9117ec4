"""The markdown in which the selected part of a message was written."""

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from PySide6.QtGui import QTextDocument

from ui.markdown.plain_text import plain_text


class Written(NamedTuple):
    """A unit of markdown: where it begins in the document and in the source."""

    position: int
    offset: int


def selected_markdown(
    document: QTextDocument, start: int, end: int, source: str, written: list[Written]
) -> str:
    """The source of all that is selected whole, and the text of what is selected in part."""
    last = document.characterCount() - 1
    first_unit = bisect_left(written, start, key=lambda it: it.position)
    ends = [it.position - 1 for it in written[1:]] + [last]
    end_unit = bisect_right(ends, end)
    if first_unit >= end_unit or end <= start:
        return plain_text(document, start, end)
    offsets = [it.offset for it in written] + [len(source)]
    whole = source[offsets[first_unit] : offsets[end_unit]].strip("\n")
    before = plain_text(document, start, max(start, written[first_unit].position - 1))
    after = plain_text(document, ends[end_unit - 1] + 1, end) if end > ends[end_unit - 1] else ""
    return "\n\n".join(part for part in (before, whole, after) if part)
