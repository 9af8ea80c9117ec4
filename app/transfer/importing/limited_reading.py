"""Reads untrusted JSON and .zip files within limits; no name in them becomes a path."""

import json
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from app.attachments.kept_files import Files
from app.base.disk import not_read
from engine.errors import Refused
from engine.sentences import say
from engine.system.files import TooLarge, open_file, read_file

MOST_JSON = 600_000_000
_MOST_ENTRIES = 300_000
_MOST_DIRECTORY = 64 << 20
_MOST_CONTENT = 8_000_000_000
# No conversation, image or video compresses better than this.
_MAX_RATIO = 200
_SMALL = 20_000_000
_CHUNK = 4 << 20
# Errors of zipfile and its decoders for damaged, encrypted or unsupported entries.
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(OSError, EOFError, RuntimeError, ValueError, OverflowError),
)
# Index of the directory size in zipfile's end-of-central-directory record.
_DIRECTORY_SIZE = 5
Pieces = Iterator[bytes]
_SPACE = re.compile(r"[ \t\r\n]*")


def read_limited_json(path: Path) -> Any:
    """Raises Refused."""
    return parse_json(read_bytes(path), path.name)


def read_bytes(path: Path) -> bytes:
    """Raises Refused."""
    try:
        return read_file(path, MOST_JSON)
    except TooLarge as error:
        raise Refused(_too_large(path.name)) from error
    except OSError as error:
        raise not_read(error, path.name) from error


def parse_json(data: bytes, name: str) -> Any:
    """Raises Refused."""
    try:
        return json.loads(data, parse_constant=lambda _: None)
    except (ValueError, RecursionError, MemoryError) as error:
        raise _not_json(name) from error


def is_list(data: bytes) -> bool:
    return _text(data[:1000], "ignore").lstrip("\ufeff \t\r\n").startswith("[")


def iter_list(data: bytes, name: str) -> Iterator[Any]:
    """Yield the items of a JSON list one by one: parsing all at once takes many times the memory
    and blocks other threads meanwhile. Raises Refused."""
    decoder = json.JSONDecoder(parse_constant=lambda _: None)
    try:
        text = _text(data, "surrogatepass")
        at = _space(text, text.index("[") + 1)
        while not text.startswith("]", at):
            value, at = decoder.raw_decode(text, at)
            yield value
            at = _space(text, at)
            if text.startswith(",", at):
                at = _space(text, at + 1)
            elif not text.startswith("]", at):
                raise ValueError("the list has no end")
    except (ValueError, RecursionError, MemoryError) as error:
        raise _not_json(name) from error


def _text(data: bytes, errors: str) -> str:
    return data.decode(json.detect_encoding(data), errors)


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


class ZipReader:
    """An open .zip file. Entry names never become paths."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self._archive = archive
        entries = archive.infolist()
        if len(entries) > _MOST_ENTRIES:
            raise Refused(_too_large(name))
        named = {_with_slashes(it.filename): it for it in entries}
        files = {name: it for name, it in named.items() if not name.endswith("/")}
        self.entries = _without_folder(files)

    def find(self, names: re.Pattern[str]) -> list[str]:
        """Return the entries with matching names in the topmost folder that has any, sorted."""
        found = [it for it in self.entries if names.fullmatch(PurePosixPath(it).name)]
        highest = min((it.count("/") for it in found), default=0)
        return sorted(it for it in found if it.count("/") == highest)

    def json(self, entry: str) -> Any:
        """Raises Refused."""
        return parse_json(self.bytes(entry), entry)

    def put(self, entry: str, files: Files, name: str) -> Path:
        """Copy an entry into the attachments. Raises Refused."""

        def write(target: Path) -> None:
            with target.open("wb") as file:
                for data in self._pieces(entry, _MOST_CONTENT):
                    file.write(data)

        return files.put_written(write, name)

    def bytes(self, entry: str) -> bytes:
        """Raises Refused."""
        return b"".join(self._pieces(entry, MOST_JSON))

    def _pieces(self, entry: str, most: int) -> Pieces:
        """Yield the content of an entry, at most as many bytes as it declares. Raises Refused."""
        info, name = self.entries[entry], PurePosixPath(entry).name
        bomb = info.file_size > _SMALL and info.file_size > _MAX_RATIO * max(1, info.compress_size)
        if bomb or info.file_size > most:
            raise Refused(_too_large(name))
        count = 0
        try:
            with self._archive.open(info) as file:
                while data := file.read(_CHUNK):
                    count += len(data)
                    if count > info.file_size:
                        raise Refused(_too_large(name))
                    yield data
        except _BROKEN as error:
            raise Refused(
                "{name} in the .zip file is damaged. Export it again.", name=name
            ) from error


@contextmanager
def open_zip(path: Path) -> Iterator[ZipReader]:
    """Raises Refused."""
    try:
        file = open_file(path)
    except OSError as error:
        raise not_read(error, path.name) from error
    with file:
        try:
            if _directory_bytes(file) > _MOST_DIRECTORY:
                raise Refused(_too_large(path.name))
            archive = zipfile.ZipFile(file)
        except _BROKEN as error:
            raise Refused(
                "{name} is not a readable .zip file. Download it again.", name=path.name
            ) from error
        with archive:
            yield ZipReader(archive, path.name)


def _directory_bytes(file: BinaryIO) -> int:
    """Return the size of the central directory, which ZipFile reads at once."""
    record = vars(zipfile)["_EndRecData"](file)
    return record[_DIRECTORY_SIZE] if record else 0


def _with_slashes(name: str) -> str:
    """Return the name with the separators of .zip files: some programs write those of Windows."""
    return name if "/" in name else name.replace("\\", "/")


def _without_folder(files: dict[str, zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the entries without the folder that has all of them, as in a .zip file that a person
    unpacked and packed again, to which macOS adds a folder of its own."""
    ours = {name: it for name, it in files.items() if not name.startswith("__MACOSX/")}
    if len({name.partition("/")[0] for name in ours}) > 1:
        return ours
    return {name.partition("/")[2] or name: it for name, it in ours.items()}


def object_of(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else ""


def kind_label(value: Any) -> str:
    """Return the name of an unknown kind of content for a sentence, without odd characters; ""
    if there is none."""
    return re.sub(r"[^\w .-]", "", text_of(value))[:40].strip()


def _not_json(name: str) -> Refused:
    return Refused(
        "{name} is not a readable JSON file. Export it again.",
        name=name,
    )


def _too_large(name: str) -> str:
    return say("{name} is too large to import. Export fewer chats at a time.", name=name)
