"""Attacks by files imported into the running program."""

import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from app.database.connections import NAME
from tests.attacks.attack import SECONDS, Attack, Judge, Outcome
from tests.attacks.program import outcome, program

CONVERSATION = {
    "title": "Imported",
    "create_time": 1.7e9,
    "update_time": 1.7e9,
    "conversation_id": "c1",
    "current_node": "1",
    "mapping": {
        "1": {
            "id": "1",
            "parent": None,
            "children": [],
            "message": {
                "id": "m1",
                "author": {"role": "user"},
                "create_time": 1.7e9,
                "content": {"content_type": "text", "parts": ["Hello from elsewhere"]},
            },
        }
    },
}


def fifo_file(name: str, folder: Path) -> Path:
    os.mkfifo(folder / name)
    return folder / name


def device(name: str, folder: Path) -> Path:
    (folder / name).symlink_to("/dev/zero")
    return folder / name


def _zip(folder: Path, entries: dict[str, list[bytes]]) -> Path:
    path = folder / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, pieces in entries.items():
            with packed.open(name, "w", force_zip64=True) as entry:
                for piece in pieces:
                    entry.write(piece)
    return path


def zip_of_blanks(folder: Path) -> Path:
    return _zip(folder, {"conversations.json": [b" " * (1 << 20)] * 3000})


def zip_of_items(folder: Path) -> Path:
    """Save 500 kB that unpack to 550 MB of items that are no conversations."""
    piece = b"{}," * 350_000
    return _zip(folder, {"conversations.json": [b"[", *[piece] * 520, b"{}]"]})


def zip_of_levels(folder: Path) -> Path:
    return _zip(folder, {"conversations.json": [b"[" * 1_000_000, b"]" * 1_000_000]})


def zip_of_entries(folder: Path) -> Path:
    path = folder / "a.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("conversations.json", json.dumps([CONVERSATION]))
        for number in range(320_000):
            packed.writestr(zipfile.ZipInfo(f"{number}"), b"")
    return path


def zip_damaged(folder: Path) -> Path:
    """Save a ChatGPT export of two files, the first with damaged bytes."""
    first = [CONVERSATION | {"conversation_id": f"c{number}"} for number in range(50)]
    noise = [it | {"title": os.urandom(200).hex()} for it in first]
    texts = {
        "conversations-000.json": [json.dumps(noise).encode()],
        "conversations-001.json": [json.dumps([CONVERSATION]).encode()],
    }
    path = _zip(folder, texts)
    data = bytearray(path.read_bytes())
    place = data.index(b"conversations-000.json") + 400
    data[place : place + 64] = os.urandom(64)
    path.write_bytes(bytes(data))
    return path


def meet_import(make: Callable[[Path], Path], expected: str, folder: Path) -> Outcome:
    """Expect that the import ends with a sentence and that the text `expected` is there
    afterwards."""
    home, judge = folder / "home", Judge()
    path = make(folder)
    with program(home, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        run.until(lambda: False, 3)
        run.begins()
        run.do("import", path=str(path))
        ended = run.until(lambda: run.told("ended"), SECONDS)
        judge.expect(ended, f"the import did not end within {SECONDS:g} s")
        judge.said = run.last("ended") or ""
        judge.expect(judge.said.endswith(".") or not ended, f"it says {judge.said!r}")
        run.texts()
        run.quit()
        if expected:
            _expect_text(judge, home, expected)
        return outcome(judge, run)


def damaged_export(folder: Path) -> Outcome:
    """Expect that a damaged conversation in a full export leaves the others importable."""
    home, other, judge = folder / "home", folder / "other", Judge()
    path, broken = folder / "all.zip", folder / "broken.zip"
    with program(home, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        for number in range(3):
            run.do("new")
            run.ask(f"Question {number}?", tokens=2)
            judge.expect(run.answers(), "no answer")
        run.do("export", path=str(path))
        if not judge.expect(run.until(path.exists, SECONDS), "no export"):
            return outcome(judge, run)
        run.until(lambda: run.told("ended"), SECONDS)
        run.quit()
    _damage_one(path, broken)
    with program(other, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        run.do("import", path=str(broken))
        judge.expect(run.until(lambda: run.told("ended"), SECONDS), "the import did not end")
        judge.said = run.last("ended") or ""
        run.quit()
        kept = _texts(other)
        found = sum(f"Question {number}?" in kept for number in range(3))
        judge.expect(found == 2, f"{found} of the 2 whole conversations are there")
        return outcome(judge, run)


def _damage_one(path: Path, broken: Path) -> None:
    """Change bytes within the compressed data of the first conversation."""
    shutil.copy(path, broken)
    with zipfile.ZipFile(path) as packed:
        entry = next(it for it in packed.infolist() if it.filename.startswith("conversations/"))
    data = bytearray(broken.read_bytes())
    start = entry.header_offset + 30 + len(entry.filename) + 8
    data[start : start + 24] = b"\xff" * 24
    broken.write_bytes(bytes(data))


def _texts(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / NAME)) as connection:
        return [row[0] for row in connection.execute("SELECT content FROM messages")]


def _expect_text(judge: Judge, home: Path, text: str) -> None:
    judge.expect(text in _texts(home), "what was whole is not there")


def _import_attacks() -> Iterator[Attack]:
    hello = "Hello from elsewhere"
    for name, row, make, expected in (
        ("a FIFO as .json", "16", partial(fifo_file, "a.json"), ""),
        ("a FIFO as .zip", "16", partial(fifo_file, "a.zip"), ""),
        ("/dev/zero as .json", "16", partial(device, "a.json"), ""),
        ("/dev/zero as .zip", "16", partial(device, "a.zip"), ""),
        ("a .zip of 3 GB of blanks", "import", zip_of_blanks, ""),
        ("a .zip of 550 MB of items", "import", zip_of_items, ""),
        ("a .zip of a million levels", "held", zip_of_levels, ""),
        ("a .zip of 320,000 entries", "import", zip_of_entries, ""),
        ("a damaged .zip", "15", zip_damaged, hello),
    ):
        yield Attack(f"import: {name}", row, partial(meet_import, make, expected))
    yield Attack("import: a damaged export of everything", "15", damaged_export)


ATTACKS = tuple(_import_attacks())
