"""Reads prompt lists: text, Markdown, JSON, JSON Lines, CSV."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

from app.base.disk import not_read
from engine.errors import Refused
from engine.messages import say_size
from engine.rendering.half_characters import whole_characters
from engine.sentences import Sentence, say
from engine.system.files import TooLarge, read_file
from ui.state.prompt_list import LIST_SUFFIXES, ListedPrompt

MAX_PROMPTS = 5_000
MAX_BYTES = 20 << 20
# Names of the column or key for the prompt, and for its files.
TEXT_KEYS = ("prompt", "question", "text", "input")
FILE_KEYS = ("images", "image", "files", "media", "videos", "video")
# A prompt in a table may be long too.
csv.field_size_limit(MAX_BYTES)
_RULE = re.compile(r"^[ \t]*-{3,}[ \t]*$", re.MULTILINE)


def read_prompts(path: Path) -> tuple[ListedPrompt, ...]:
    """Return all prompts of a file, after checking that their attachments exist. Raises Refused
    with a sentence that names the line."""
    if path.suffix.lower() not in _READERS:
        raise Refused(
            "{name} is not a readable list of prompts. Choose a file that ends in {endings}.",
            name=path.name,
            endings=", ".join(LIST_SUFFIXES),
        )
    return prompts_of(path, path.suffix.lower(), _text(path))


def prompts_of(path: Path, suffix: str, text: str) -> tuple[ListedPrompt, ...]:
    """Return the prompts of a text in the format of `suffix`; `path` stands for it in sentences.
    Raises Refused."""
    found = tuple(_bounded(path, _READERS[suffix](path, text)))
    if not found:
        raise Refused("{name} contains no prompts. Write one on each line.", name=path.name)
    return found


def _text(path: Path) -> str:
    try:
        data = read_file(path, MAX_BYTES)
    except TooLarge as error:
        raise Refused(
            "{name} is larger than {size}. Split the list.",
            name=path.name,
            size=say_size(MAX_BYTES),
        ) from error
    except OSError as error:
        raise not_read(error, path.name) from error
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Refused(
            "{where} is not UTF-8 text. Save the file as UTF-8.", where=_line(path, line)
        ) from error


def _bounded(path: Path, prompts: Iterator[ListedPrompt]) -> Iterator[ListedPrompt]:
    for number, prompt in enumerate(prompts):
        if number == MAX_PROMPTS:
            raise Refused(
                "{name} contains more than {most:,} prompts: line {line:,} is one too many. "
                "Split the list.",
                name=path.name,
                most=MAX_PROMPTS,
                line=prompt.line,
            )
        yield prompt


def _line(path: Path, number: int) -> Sentence:
    return say("Line {number:,} of {name}", number=number, name=path.name)


# --- formats -----------------------------------------------------------------------------


def _plain(_: Path, text: str) -> Iterator[ListedPrompt]:
    """Yield the blocks between `---` lines, or each non-empty line if there is no such line."""
    if _RULE.search(text):
        begin = 0
        for end in [*(it.span() for it in _RULE.finditer(text)), (len(text), len(text))]:
            yield from _block(text, begin, end[0])
            begin = end[1]
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield ListedPrompt(line.strip(), line=number)


def _block(text: str, begin: int, end: int) -> Iterator[ListedPrompt]:
    block = text[begin:end]
    if block.strip():
        first = begin + len(block) - len(block.lstrip())
        yield ListedPrompt(block.strip(), line=text.count("\n", 0, first) + 1)


def _lines(path: Path, text: str) -> Iterator[ListedPrompt]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            where = _line(path, number)
            yield _of_json(path, _loaded(line, where), number, where)


def _json(path: Path, text: str) -> Iterator[ListedPrompt]:
    try:
        items = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" in text.strip():
            # One object per line: JSON Lines under another name.
            yield from _lines(path, text)
            return
        raise _not_json(_line(path, error.lineno), error.colno) from error
    except (RecursionError, ValueError) as error:
        raise Refused(_no_list(path.name)) from error
    if isinstance(items, dict) and isinstance(items.get("prompts"), list):
        items = items["prompts"]
    if not isinstance(items, list):
        raise Refused(
            "{name} is not a list of prompts. Write {example}.",
            name=path.name,
            example='["first", {"prompt": "second", "images": ["cat.png"]}]',
        )
    for number, item in enumerate(items, 1):
        yield _of_json(
            path, item, number, say("Prompt {number:,} of {name}", number=number, name=path.name)
        )


def _loaded(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise _not_json(where, error.colno) from error
    except (RecursionError, ValueError) as error:
        raise Refused(_no_list(where)) from error


def _not_json(where: str, at: int) -> Refused:
    return Refused(
        "{where} is not JSON: there is a mistake at character {at:,} of it.", where=where, at=at
    )


def _no_list(where: str) -> Sentence:
    """Return the reason for a text that JSON permits but Python cannot parse."""
    return say(
        "{where} is nested too deeply or contains a number that is too long.",
        where=where,
    )


def _of_json(path: Path, item: Any, line: int, where: str) -> ListedPrompt:
    """Read a string, or an object with the prompt and optional file names."""
    if isinstance(item, str) and item.strip():
        return ListedPrompt(whole_characters(item.strip()), line=line)
    if not isinstance(item, dict):
        raise Refused(
            "{where} is not a prompt. Write {example}.",
            where=where,
            example='"text" or {"prompt": "text"}',
        )
    text = next((item[key] for key in TEXT_KEYS if key in item), None)
    if not isinstance(text, str) or not text.strip():
        raise Refused(
            "{where} has no text. Write {example}.", where=where, example='{"prompt": "text"}'
        )
    named = next((item[key] for key in FILE_KEYS if item.get(key)), [])
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise Refused(
            "{where} does not name its files. Write {example}.",
            where=where,
            example='"images": ["cat.png"]',
        )
    files = tuple(_file(path, name, where) for name in names)
    return ListedPrompt(whole_characters(text.strip()), files, line)


def _csv(path: Path, text: str) -> Iterator[ListedPrompt]:
    """Read the column "prompt"; another column may name files, separated by ";"."""
    if not text.strip():
        return
    mark = "\t" if path.suffix.lower() == ".tsv" else _delimiter(text)
    rows = csv.reader(StringIO(text), delimiter=mark, strict=True)
    try:
        titles = [title.strip().casefold() for title in next(rows, [])]
        text_column = next((titles.index(it) for it in TEXT_KEYS if it in titles), None)
        file_column = next((titles.index(it) for it in FILE_KEYS if it in titles), None)
        if text_column is None:
            raise Refused(
                "The first line of {name} has no column “prompt”. Put the column titles there, "
                "one of them “prompt”.",
                name=path.name,
            )
        for row in rows:
            yield from _of_row(path, row, rows.line_num, text_column, file_column)
    except csv.Error as error:
        raise Refused(
            "{where} is not CSV. Check the quotation marks up to there.",
            where=_line(path, rows.line_num),
        ) from error


def _of_row(
    path: Path, row: list[str], line: int, text_column: int, file_column: int | None
) -> Iterator[ListedPrompt]:
    text = row[text_column].strip() if text_column < len(row) else ""
    if not text:
        if any(cell.strip() for cell in row):
            raise Refused("{where} has an empty “prompt” column.", where=_line(path, line))
        return
    cell = row[file_column] if file_column is not None and file_column < len(row) else ""
    names = [name.strip() for name in cell.split(";") if name.strip()]
    where = _line(path, line)
    yield ListedPrompt(text, tuple(_file(path, name, where) for name in names), line)


def _delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _file(path: Path, name: str, where: str) -> Path:
    """Return the path of a file; relative paths start at the folder of the list."""
    if re.match(r"(?i)(https?|ftp|data):", name):
        raise Refused(
            "{where} names {name}, but nothing is downloaded. Save the file next to the list and "
            "use its name.",
            where=where,
            name=_short(name),
        )
    if "\0" in name:
        raise Refused("{where} names a file with an invalid character.", where=where)
    file = path.parent / name.removeprefix("file://")
    # `expanduser` raises this for an unknown user.
    with suppress(RuntimeError):
        file = path.parent / Path(name.removeprefix("file://")).expanduser()
    if not _is_file(file):
        raise Refused(
            "{where} names {name}, which does not exist in {folder}.",
            where=where,
            name=_short(file.name),
            folder=_short(str(file.parent), 200),
        )
    return file


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        # The name is too long.
        return False


def _short(name: str, most: int = 80) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


_READERS: dict[str, Callable[[Path, str], Iterator[ListedPrompt]]] = {
    ".txt": _plain,
    ".md": _plain,
    ".markdown": _plain,
    ".json": _json,
    ".jsonl": _lines,
    ".csv": _csv,
    ".tsv": _csv,
}
