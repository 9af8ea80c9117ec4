"""The files of a model on the hub: which ones are downloaded, their checksums, safe names."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

from app.hub.hub_problems import DownloadFailed
from engine.checkpoints.model_settings import DATA_SUFFIXES
from engine.frozen import frozen
from engine.sentences import say

MAX_FILES = 4000
MAX_NAME, MAX_PART, MAX_DEPTH = 500, 200, 6
MAX_SIZE = 1 << 44
WEIGHTS = ".safetensors"
_ABOUT = re.compile(r"(readme|license|licence|notice|use_policy)(\.(md|txt))?", re.IGNORECASE)
_SHA1, _SHA256 = re.compile(r"[0-9a-f]{40}"), re.compile(r"[0-9a-f]{64}")


@frozen
class RemoteFile:
    """A file on the hub. `checksum` is its sha256, or for small files the SHA-1 of its Git blob;
    "" until known. `size` is in bytes, None until known."""

    name: str
    size: int | None = None
    checksum: str = ""

    @property
    def key(self) -> str:
        """Identify the contents, whatever the file is called."""
        return f"{self.checksum}-{self.size}"


@frozen
class WantedFiles:
    """The files of a repository that are downloaded at a commit."""

    repository: str
    commit: str
    files: tuple[RemoteFile, ...]

    @property
    def size(self) -> int:
        """Bytes to download: equal contents are downloaded once."""
        return sum({it.key: it.size or 0 for it in self.files}.values())

    def path_of(self, file: RemoteFile) -> str:
        """Return the path of a file on the hub."""
        return f"{self.repository}/resolve/{self.commit}/{quote(file.name)}"


def is_wanted(name: str) -> bool:
    """Return True for files that Duologue downloads: data of a model, its card and licence, never
    code, nor weights in folders, which are other versions of the same."""
    path = PurePosixPath(name)
    if path.suffix == WEIGHTS:
        return "/" not in name
    return path.suffix in DATA_SUFFIXES or bool(_ABOUT.fullmatch(name))


def wanted_names(names: Iterable[str]) -> set[str]:
    """Return which of a model's files are downloaded."""
    files = [RemoteFile(name) for name in names if is_wanted(name)]
    return {it.name for it in _without_twins(files)}


def wanted_files(repository: str, info: Any) -> WantedFiles:
    """Return what is downloaded, from a model's page of the hub's API. Raises DownloadFailed."""
    try:
        commit = info["sha"]
        listed = [_remote_file(it) for it in info["siblings"]]
    except (KeyError, TypeError) as error:
        raise _odd(repository) from error
    if not (isinstance(commit, str) and _SHA1.fullmatch(commit)) or len(listed) > MAX_FILES:
        raise _odd(repository)
    files = _without_twins([it for it in listed if is_wanted(it.name)])
    _check_names(it.name for it in files)
    if not any(it.name.endswith(WEIGHTS) for it in files):
        raise DownloadFailed(
            say(
                "{repository} has no safetensors files, so it does not run here. Choose a"
                " version for MLX.",
                repository=repository,
            )
        )
    return WantedFiles(repository, commit, tuple(files))


def _remote_file(found: Any) -> RemoteFile:
    """Return a file of the hub's list. Values of a wrong type count as unknown."""
    name, size, large = found["rfilename"], found.get("size"), found.get("lfs")
    if not isinstance(name, str):
        raise TypeError("a name is no text")
    kind, value = _SHA1, found.get("blobId")
    if isinstance(large, dict):
        kind, value, size = _SHA256, large.get("sha256"), large.get("size", size)
    known = type(size) is int and 0 <= size <= MAX_SIZE
    checksum = value if isinstance(value, str) and kind.fullmatch(value) else ""
    return RemoteFile(name, size if known else None, checksum)


def _without_twins(files: list[RemoteFile]) -> list[RemoteFile]:
    """Leave out a second copy of the weights under the makers' own names."""
    if any(it.name.startswith("model") and it.name.endswith(WEIGHTS) for it in files):
        return [it for it in files if not it.name.startswith("consolidated")]
    return files


def _check_names(names: Iterable[str]) -> None:
    """Raise DownloadFailed unless every file stays in its folder, under a name of its own."""
    listed = list(names)
    # a file and a folder of one name exclude each other
    seen = {_on_disk(str(it)) for name in listed for it in PurePosixPath(name).parents}
    for name in listed:
        if not _is_safe(name) or _on_disk(name) in seen:
            raise DownloadFailed(
                say(
                    "A file of this model has a name that is not safe: {name}. Nothing is"
                    " downloaded.",
                    name=ascii(name[:80])[1:-1],
                )
            )
        seen.add(_on_disk(name))


def _on_disk(name: str) -> str:
    """Return the same text for names that are one file to the disks of a Mac."""
    return normalize("NFD", normalize("NFD", name).casefold())


def _is_safe(name: str) -> bool:
    parts = name.split("/")
    return (
        len(name.encode("utf-8", "replace")) <= MAX_NAME
        and len(parts) <= MAX_DEPTH
        and name.isprintable()
        and "\\" not in name
        and ":" not in name
        and all(
            part and not part.startswith(".") and len(part.encode("utf-8", "replace")) <= MAX_PART
            for part in parts
        )
    )


def _odd(repository: str) -> DownloadFailed:
    return DownloadFailed(
        say(
            "The hub's list of the files of {repository} cannot be read. Try again later.",
            repository=repository,
        )
    )
