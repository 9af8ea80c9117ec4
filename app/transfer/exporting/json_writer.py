"""Writes conversations with their attachments as one JSON file, to be imported again."""

import base64
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.attachments.kept_files import Files
from app.base.cancelling import Check, ShowProgress, no_progress
from app.transfer.bundle import FORMAT, VERSION, Bundle, names_of_files, to_json
from app.transfer.exporting.file_pieces import Unread, Unreadable, file_pieces
from engine.errors import Refused
from engine.messages import say_size

# An import reads the whole file into memory.
MOST_BYTES = 500_000_000


def as_json(
    bundles: Iterable[Bundle],
    files: Files,
    check: Check,
    unread: list[Unread],
    show_progress: ShowProgress = no_progress,
) -> Iterator[str]:
    """Yield the text piece by piece. Files that cannot be read are left out and added to `unread`.
    Raises Refused if the attachments are too large for it."""
    bundles = list(bundles)
    named = merged_names(bundles)
    size = content_bytes(files, named)
    if size > MOST_BYTES:
        raise Refused(
            "The attached files take {size}, too much for one JSON file. Use “Export "
            "everything…”, which makes a .zip file.",
            size=say_size(size),
        )
    head = json.dumps(head_of(), ensure_ascii=False, indent=1)
    yield head.removesuffix("\n}") + ',\n "conversations": [\n'
    total = len(bundles) + len(named)
    for number, bundle in enumerate(bundles):
        check()
        show_progress(number, total)
        yield ",\n" if number else ""
        yield json.dumps(to_json(bundle), ensure_ascii=False, indent=1)
    yield '\n],\n "files": {'
    between = "\n"
    for number, (sha256, names) in enumerate(named.items(), len(bundles)):
        show_progress(number, total)
        path = content(files, sha256, names)
        if path is None:
            continue
        # The text of a file cannot be taken back once it is yielded, so each file is read twice.
        if error := _reading_error(path, check):
            unread.append((path.name, error))
            continue
        yield f'{between}{json.dumps(sha256)}: {{"names": {json.dumps(sorted(names))}, "base64": "'
        between = ",\n"
        for data in file_pieces(path):
            check()
            yield base64.b64encode(data).decode("ascii")
        yield '"}'
    yield "}\n}\n"


def head_of() -> dict[str, Any]:
    application = QCoreApplication.applicationName() or "Duologue"
    return {
        "format": FORMAT,
        "version": VERSION,
        "application": f"{application} {QCoreApplication.applicationVersion()}".strip(),
        "exported": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def merged_names(bundles: Iterable[Bundle]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for bundle in bundles:
        for sha256, names in names_of_files(bundle).items():
            found.setdefault(sha256, set()).update(names)
    return found


def content(files: Files, sha256: str, names: Iterable[str]) -> Path | None:
    """Return a file with this content under any name, or None if it is gone."""
    with suppress(ValueError, OSError):
        places = [files.path(sha256, name) for name in sorted(names)]
        home = files.home(sha256)
        places += sorted(home.iterdir()) if home.is_dir() else []
        return next((it for it in places if it.is_file()), None)
    return None


def content_bytes(files: Files, named: Mapping[str, Iterable[str]]) -> int:
    """Return the bytes of the contents that are there."""
    found = (content(files, sha256, names) for sha256, names in named.items())
    return sum(it.stat().st_size for it in found if it)


def _reading_error(path: Path, check: Check) -> OSError | None:
    try:
        for _ in file_pieces(path):
            check()
    except Unreadable as failure:
        return failure.error
    return None
