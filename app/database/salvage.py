"""Reads the rows of a damaged database directly from its leaf pages.

SQLite reaches a page through its parents and gives up if one of them is damaged. Deleted rows are
overwritten with zeros (`secure_delete`), so anything that parses as a row is one.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.database.connections import PAGE_BYTES, log_of
from engine.system.files import open_file

Row = tuple[Any, ...]

_LEAF = 13
_HEADER = 100
_LOG_HEADER, _FRAME_HEADER = 32, 24
# Payload bytes a leaf page holds of a row that overflows, for pages without reserved bytes.
_MAX_LOCAL = PAGE_BYTES - 35
_MIN_LOCAL = (PAGE_BYTES - 12) * 32 // 255 - 23
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

# Column types, used to recognize a table. In tables with row ids, the first column is the row id
# and stored as NULL.
_COLUMNS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("conversations", (str, str, int, float, float, int, int, int, str, str, int)),
    ("messages", (int, int, int, str, str, float, int, str, str, str)),
    ("message_files", (int, int, str, str, int)),
    ("heads", (int, int, int, int)),
    ("drafts", (str, str, str)),
    ("folders", (str, str)),
    # Folders that were written before they had settings.
    ("folders", (str,)),
    ("deleted_folders", (str, str, int)),
    ("states", (str, str)),
    ("counter", (int,)),
)
_WITHOUT_ID = ("message_files", "heads", "states")


def rows(path: Path) -> Iterator[tuple[str, Row]]:
    """Yield the table and values of each readable row, with the row id first if the table has one.
    Raises OSError."""
    pages = _Pages(path)
    for number in range(1, pages.count + 1):
        for row_id, values in _cells(pages, number):
            table = _table_of(values)
            if table:
                yield table, values if table in _WITHOUT_ID else (row_id, *values[1:])


class _Pages:
    """The pages of the file, overridden by newer ones in the log."""

    def __init__(self, path: Path) -> None:
        self._data = _bytes(path)
        self._logged_pages = _logged(log_of(path))
        self.count = max([-(-len(self._data) // PAGE_BYTES), *self._logged_pages])

    def __getitem__(self, number: int) -> bytes:
        if number in self._logged_pages:
            return self._logged_pages[number]
        start = (number - 1) * PAGE_BYTES
        return self._data[start : start + PAGE_BYTES].ljust(PAGE_BYTES, b"\0")


def _bytes(path: Path) -> bytes:
    with open_file(path) as file:
        return file.read()


def _logged(path: Path) -> dict[int, bytes]:
    """Return the newest version of each page up to the log's last commit."""
    data = _bytes(path) if path.exists() else b""
    salts = data[16:24]
    committed: dict[int, bytes] = {}
    uncommitted: dict[int, bytes] = {}
    step = _FRAME_HEADER + PAGE_BYTES
    for start in range(_LOG_HEADER, len(data) - step + 1, step):
        if data[start + 8 : start + 16] != salts:
            break
        body = data[start + _FRAME_HEADER : start + step]
        uncommitted[int.from_bytes(data[start : start + 4])] = body
        if any(data[start + 4 : start + 8]):
            committed.update(uncommitted)
            uncommitted = {}
    return committed


def _cells(pages: _Pages, number: int) -> Iterator[tuple[int, Row]]:
    page = pages[number]
    start = _HEADER if number == 1 else 0
    if page[start] != _LEAF:
        return
    count = int.from_bytes(page[start + 3 : start + 5])
    for at in range(start + 8, min(start + 8 + 2 * count, PAGE_BYTES - 1), 2):
        place = int.from_bytes(page[at : at + 2])
        try:
            size, place = _varint(page, place)
            row_id, place = _varint(page, place)
            yield _signed(row_id), _record(_payload(pages, page, place, size))
        except (IndexError, ValueError):
            continue


def _payload(pages: _Pages, page: bytes, place: int, size: int) -> bytes:
    """Return what is readable of a payload; a long one continues in a chain of overflow pages."""
    if size <= _MAX_LOCAL:
        return page[place : place + size]
    here = _MIN_LOCAL + (size - _MIN_LOCAL) % (PAGE_BYTES - 4)
    here = here if here <= _MAX_LOCAL else _MIN_LOCAL
    parts = [page[place : place + here]]
    following = int.from_bytes(page[place + here : place + here + 4])
    missing, seen = size - here, set()
    while missing > 0 and 0 < following <= pages.count and following not in seen:
        seen.add(following)
        body = pages[following]
        parts.append(body[4 : 4 + min(missing, PAGE_BYTES - 4)])
        missing -= PAGE_BYTES - 4
        following = int.from_bytes(body[:4])
    return b"".join(parts)


def _record(payload: bytes) -> Row:
    size, place = _varint(payload, 0)
    values: list[Any] = []
    at = size
    while place < size:
        kind, place = _varint(payload, place)
        value, at = _value(payload, at, kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in (0, 8, 9):
        return (None, 0, 1)[(0, 8, 9).index(kind)], at
    if kind == 7:
        return _real(payload[at : at + 8]), at + 8
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(payload[at:end], signed=True), end
    if kind < 12:
        raise ValueError("unknown type of value")
    end = at + (kind - 12) // 2
    found = payload[at:end]
    return (found.decode("utf-8", "replace") if kind % 2 else found), end


def _real(data: bytes) -> float:
    if len(data) < 8:
        raise ValueError("a number is truncated")
    return struct.unpack(">d", data)[0]


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for step in range(8):
        byte = data[place + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + step + 1
    return value << 8 | data[place + 8], place + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _table_of(values: Row) -> str | None:
    for table, kinds in _COLUMNS:
        found = values if table in _WITHOUT_ID else values[1:]
        has_id = table in _WITHOUT_ID or (bool(values) and values[0] is None)
        if has_id and len(found) == len(kinds) and all(map(_fits, found, kinds)):
            return table
    return None


def _fits(value: Any, kind: type) -> bool:
    # SQLite stores a float without a fraction as an integer.
    return isinstance(value, (int, float) if kind is float else kind)
