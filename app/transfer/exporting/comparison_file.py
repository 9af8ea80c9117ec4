"""A comparison in each form that it is exported in, written as a whole or not at all."""

from collections.abc import Callable, Iterator
from pathlib import Path

from app.base.disk import write_text
from app.transfer.exporting.compared import Exported
from app.transfer.exporting.comparison_html import as_html
from app.transfer.exporting.comparison_markdown import as_markdown
from app.transfer.exporting.csv_writer import as_csv

# By the ending of the file; each yields piece by piece.
WRITERS: dict[str, Callable[[Exported], Iterator[str]]] = {
    ".md": as_markdown,
    ".csv": as_csv,
    ".html": as_html,
}


def write(path: Path, data: Exported) -> None:
    """The form follows the ending. What was there before stays until all is written; raises
    OSError."""
    write_text(path, WRITERS[path.suffix.lower()](data))
