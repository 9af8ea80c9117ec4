"""A comparison in each form that it is exported in, written as a whole or not at all."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from app.export.compared import Exported
from app.export.comparison_csv import as_csv
from app.export.comparison_html import as_html
from app.export.comparison_markdown import as_markdown

# By the ending of the file; each yields piece by piece.
WRITERS: dict[str, Callable[[Exported], Iterator[str]]] = {
    ".md": as_markdown,
    ".csv": as_csv,
    ".html": as_html,
}


def write(path: Path, data: Exported) -> None:
    """The form follows the ending. What was there before stays until all is written; raises
    OSError."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}-", dir=path.parent)
    fresh = Path(name)
    try:
        with open(descriptor, "w", encoding="utf-8", errors="replace", newline="") as file:
            file.writelines(WRITERS[path.suffix.lower()](data))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
