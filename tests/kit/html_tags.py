"""The tags of an HTML page."""

from html.parser import HTMLParser

Tag = tuple[str, dict[str, str | None]]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Tag] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def tags(text: str) -> list[Tag]:
    """Return the name and attributes of each start tag, in order."""
    parser = _Tags()
    parser.feed(text)
    return parser.found
