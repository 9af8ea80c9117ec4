"""The tool that reads the text files a user picked for a chat, in pages. No other file is
reachable."""

import codecs
import io
import os
import stat
import unicodedata
from pathlib import Path
from typing import Any, BinaryIO

from app.tools.names import printable_text
from app.tools.tool import ToolContext, ToolError
from engine.errors import reason

PAGE = 8_000  # characters, about 2,000 tokens
SAMPLE = 65_536  # bytes
MAX_BYTES = 256_000_000
MAX_LISTED = 50
MAX_NAMED = 20
MAX_LABEL = 300  # no file system has longer names
DESCRIPTION = (
    "Read a text file that the user picked for this chat. Without a name, list those files."
)
PARAMETERS = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "The name of a file, as it is listed."},
        "offset": {
            "type": "integer",
            "minimum": 0,
            "description": "How many characters to skip, to read on in a long file.",
        },
    },
    "additionalProperties": False,
}
# UTF-32 first: its byte order mark starts with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
KINDS = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"PK\x03\x04", "an archive or an office document"),
)


def run_read_file(arguments: dict[str, Any], context: ToolContext) -> str:
    files = by_label(context.files)
    name = _label(str(arguments.get("name") or ""))
    if not name:
        return _listing(files)
    if name not in files:
        raise ToolError(f"There is no file called {name[:100]!r}. {_listing(files)}")
    try:
        return _page(name, files[name], int(arguments.get("offset") or 0))
    except (OSError, RuntimeError) as error:  # Python 3.11 raises RuntimeError for a loop of links
        raise ToolError(f"{name} could not be read: {reason(error)}.") from error


def by_label(files: tuple[Path, ...]) -> dict[str, Path]:
    """Return files by unique names: a second `a.txt` becomes `a (2).txt`."""
    found: dict[str, Path] = {}
    for path in dict.fromkeys(files):
        label, count = _label(path.name), 1
        while label in found:
            count += 1
            label = _label(f"{path.stem} ({count}){path.suffix}")
        found[label] = path
    return found


def _label(name: str) -> str:
    """Return a name as a model would write it: macOS decomposes accented letters, and a name may
    contain bytes that are not text."""
    return printable_text(unicodedata.normalize("NFC", name).replace("\n", " "), MAX_LABEL)


def files_note(files: tuple[Path, ...]) -> str:
    """Return what a model learns about the files before it reads one, or "" without files."""
    names = list(by_label(files))
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return f"The files are: {', '.join(names[:MAX_NAMED])}{more}." if names else ""


def _listing(files: dict[str, Path]) -> str:
    if not files:
        return "The user picked no files for this chat."
    lines = [f"- {label}{_size(path)}" for label, path in list(files.items())[:MAX_LISTED]]
    if len(files) > MAX_LISTED:
        lines.append(f"- and {len(files) - MAX_LISTED} more")
    return "\n".join(["The files of this chat:", *lines])


def _size(path: Path) -> str:
    try:
        return f" ({path.stat().st_size:,} bytes)"
    except OSError:
        return " (not there any more)"


def _page(name: str, path: Path, offset: int) -> str:
    with _opened(name, path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > MAX_BYTES:
            raise ToolError(f"{name} is too large: {size:,} bytes of at most {MAX_BYTES:,}.")
        encoding = _encoding(name, file)
        file.seek(0)
        with io.TextIOWrapper(file, encoding, errors="replace") as text:
            skipped = _skip(text, offset)
            page = text.read(PAGE)
            more = bool(text.read(1))
    if not page:
        return f"{name} is empty." if not skipped else f"{name} ends after {skipped} characters."
    if not offset and not more:
        return f"{name}:\n{page}"
    end = offset + len(page)
    rest = f"There is more: read on with offset {end}." if more else "This is the end of the file."
    return f"{name}, characters {offset} to {end}. {rest}\n{page}"


def _opened(name: str, path: Path) -> BinaryIO:
    """Open the file, following links. Raises ToolError or OSError."""
    # NONBLOCK: opening a pipe would wait for its other end.
    descriptor = os.open(path.resolve(strict=True), os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ToolError(f"{name} is not a file that can be read.")
    return os.fdopen(descriptor, "rb")


def _encoding(name: str, file: BinaryIO) -> str:
    """Return the encoding of a file, which is read up to its first letters beyond ASCII. Raises
    ToolError if it is not text."""
    sample = file.read(SAMPLE)
    for mark, encoding in MARKS:
        if sample.startswith(mark):
            return encoding
    for start, kind in KINDS:
        if sample.startswith(start):
            raise ToolError(f"{name} is {kind}. Only plain text can be read.")
    if _is_binary(sample):
        raise ToolError(f"{name} is a binary file. Only plain text can be read.")
    while sample.isascii() and (more := file.read(SAMPLE)):
        sample = more
    try:
        # Not final: the sample may end inside a character.
        codecs.getincrementaldecoder("utf-8")().decode(sample, final=False)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _is_binary(sample: bytes) -> bool:
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\v\b\x1b" for byte in sample)
    return b"\0" in sample or controls * 20 > len(sample)


def _skip(text: io.TextIOWrapper, count: int) -> int:
    """Skip up to `count` characters and return how many were skipped."""
    left = count
    while left and (read := text.read(min(left, SAMPLE))):
        left -= len(read)
    return count - left
