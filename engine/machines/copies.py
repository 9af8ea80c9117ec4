"""Copies a model folder to a computer over the pipes of `duologue worker --receive` there."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import Refused, reason
from engine.plain_names import folder_name
from engine.sentences import packed, say, say_size, unpacked, verbatim
from engine.system.files import open_file

# The argument with which a process receives a folder.
RECEIVE = "--receive"
_BLOCK = 1 << 20
# Bytes of a line of JSON, and of a digest.
_LINE, _DIGEST = 1 << 20, 64
_PART = ".part"


def send(
    folder: Path,
    to: BinaryIO,
    answers: BinaryIO,
    told: Callable[[str, int, int], object],
    check: Callable[[], None],
) -> None:
    """Send the files of a folder that are not there yet, or only in part. `told` is called after
    each block with the name of the file, the bytes that are there, and all bytes; `check` before
    each block, and may raise to stop. Raises Refused with what the other side says, and OSError."""
    try:
        _send(folder, to, answers, told, check)
    except BrokenPipeError:
        # It has said why before it ended.
        _answer(answers)
        raise


def _send(
    folder: Path,
    to: BinaryIO,
    answers: BinaryIO,
    told: Callable[[str, int, int], object],
    check: Callable[[], None],
) -> None:
    files = _files(folder)
    to.write(json.dumps([str(folder), [[*it] for it in files]]).encode() + b"\n")
    to.flush()
    there = _answer(answers)
    total = sum(size for _, size, _ in files)
    done = sum(min(size, there[name]) for name, size, _ in files)
    for name, size, _ in files:
        digest = hashlib.sha256()
        with open_file(folder / name) as file:
            for block in _blocks(file, min(size, there[name])) if there[name] < size else ():
                digest.update(block)
            for block in _blocks(file, size - there[name]):
                check()
                digest.update(block)
                to.write(block)
                done += len(block)
                told(name, done, total)
        if there[name] < size:
            to.write(digest.hexdigest().encode())
            to.flush()
            _answer(answers)


def receive(asked: BinaryIO, answers: BinaryIO) -> None:
    """Receive a folder: parts of files stay when the sender ends, and are continued next time."""
    try:
        _receive(asked, answers)
    except Refused as error:
        _write(answers, {"error": packed(error.args[0])})
    except EOFError:
        return
    except OSError as error:
        said = say("Files cannot be written: {reason}.", reason=reason(error))
        _write(answers, {"error": packed(said)})


def _receive(asked: BinaryIO, answers: BinaryIO) -> None:
    path, files = json.loads(asked.readline(_LINE))
    folder = Path(path)
    if not folder.is_absolute() or any(Path(it[0]).name != it[0] for it in files):
        raise Refused("The copy contains a path outside its folder.")
    folder.mkdir(parents=True, exist_ok=True)
    there = {name: _present(folder / name, size, time) for name, size, time in files}
    missing = sum(size - there[name] for name, size, _ in files)
    if missing > (free := shutil.disk_usage(folder).free):
        raise Refused(
            "{missing} is missing, and the disk has {free} left.",
            missing=say_size(missing),
            free=say_size(free),
        )
    _write(answers, there)
    for name, size, time in files:
        if there[name] < size:
            _receive_file(folder / name, size, there[name], asked)
            os.utime(folder / name, (time, time))
            _write(answers, {})


def _receive_file(path: Path, size: int, there: int, asked: BinaryIO) -> None:
    part = path.with_name(path.name + _PART)
    digest = hashlib.sha256()
    with part.open("r+b" if there else "wb") as file:
        for block in _blocks(file, there):
            digest.update(block)
        for block in _blocks(asked, size - there):
            digest.update(block)
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
    if asked.read(_DIGEST).decode() != digest.hexdigest():
        part.unlink()
        raise Refused("{name} differs from the file here. Copy it again.", name=path.name)
    part.replace(path)


def _files(folder: Path) -> list[tuple[str, int, float]]:
    """Return name, size and modification time of each file of a model, small ones first. Raises
    Refused if there is no model."""
    if not (folder / "config.json").is_file():
        raise Refused(
            "{model} has no config.json, so it is not a model.", model=folder_name(folder)
        )
    found = [(it.name, it.stat()) for it in folder.iterdir() if it.is_file()]
    whole = [(name, stat) for name, stat in found if not name.endswith(_PART)]
    return sorted(((name, it.st_size, it.st_mtime) for name, it in whole), key=lambda it: it[1])


def _present(path: Path, size: int, time: float) -> int:
    """Return how many bytes of a file are there: all, those of its part, or none."""
    if path.is_file():
        stat = path.stat()
        if stat.st_size == size and abs(stat.st_mtime - time) < 2:
            return size
    part = path.with_name(path.name + _PART)
    # Even a whole part has its digest to come.
    return min(part.stat().st_size, max(0, size - 1)) if part.is_file() else 0


def _blocks(file: BinaryIO, count: int) -> Iterator[bytes]:
    """Yield `count` bytes. Raises EOFError if there are fewer."""
    while count > 0:
        block = file.read(min(_BLOCK, count))
        if not block:
            raise EOFError
        count -= len(block)
        yield block


def _write(answers: BinaryIO, value: Any) -> None:
    answers.write(json.dumps(value).encode() + b"\n")
    answers.flush()


def _answer(answers: BinaryIO) -> Any:
    """Return the next answer of the other side; a login shell may greet before the first. Raises
    Refused for an error, and EOFError at the end."""
    while line := answers.readline(_LINE):
        try:
            found = json.loads(line)
            why = unpacked(found["error"]) if "error" in found else ""
        except (ValueError, TypeError, LookupError):
            continue
        if why:
            raise Refused(verbatim(why))
        return found
    raise EOFError
