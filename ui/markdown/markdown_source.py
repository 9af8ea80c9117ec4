"""The markdown of an answer as it grows: all of it, and the beginning that is shown."""

from ui.markdown.markdown_units import sanitized

# Characters and lines that are shown of an answer: Qt lays a document out in one go.
LONGEST_SHOWN = 120_000
MOST_LINES = 2500


class MarkdownSource:
    def __init__(self) -> None:
        self._parts: list[str] = []
        self._beginning = ""
        self._lines, self._end = 0, LONGEST_SHOWN

    @property
    def text(self) -> str:
        """The text as it was received."""
        self._parts = ["".join(self._parts)]
        return self._parts[0]

    @property
    def shown(self) -> str:
        """The sanitized beginning of the text, up to the limits."""
        return self._beginning[: self._end]

    @property
    def shown_length(self) -> int:
        return min(len(self._beginning), self._end)

    @property
    def cut(self) -> bool:
        """True if only the beginning of the text is shown."""
        return len(self._beginning) > self._end

    def piece(self, start: int, length: int) -> str:
        """Return up to `length` shown characters."""
        return self._beginning[start : min(start + length, self._end)]

    def append(self, text: str) -> None:
        self._parts.append(text)
        before = len(self._beginning)
        clean = sanitized(text[: LONGEST_SHOWN + 1])
        self._beginning = (self._beginning + clean)[: LONGEST_SHOWN + 1]
        self._lines += self._beginning.count("\n", before)
        if self._lines > MOST_LINES and self._end == LONGEST_SHOWN:
            self._end = _after_lines(self._beginning, MOST_LINES)


def _after_lines(text: str, count: int) -> int:
    position = 0
    for _ in range(count):
        position = text.index("\n", position) + 1
    return position
