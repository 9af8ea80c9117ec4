"""The definitions of links in growing markdown, such as [1]: https://example.org."""

from typing import Any

from ui.markdown.markdown_units import Unit, units, units_again


class LinkDefinitions:
    """`known` has the definitions that later text cannot change. `seen` is True once a text had a
    definition, which later text may have made part of a table."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}
        self.seen = False
        self._text = ""
        self._found: dict[str, Any] = {}

    def units(self, text: str, number: int | None = None) -> list[Unit]:
        """Parse `text`, with the known definitions and its own."""
        self._text, self._found = text, dict(self.known)
        found = units_again(text, self._found, number)
        self.seen = self.seen or bool(self._found)
        return found

    def open_units(self, text: str, number: int | None = None) -> list[Unit]:
        """Parse the open end of a text, which is parsed again as it grows."""
        return units(text, dict(self.known), number)

    def keep(self, end: int) -> None:
        """Keep the definitions before `end` in the text that was parsed last."""
        lines = self._text.count("\n", 0, end)
        for label in self._found.keys() - self.known:
            if self._found[label]["map"][0] < lines:
                self.known[label] = self._found[label]
