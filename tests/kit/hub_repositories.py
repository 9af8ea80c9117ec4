"""The repositories of the loopback hub: folders, their commits, and what older commits had."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

# The hub stores these as large files, with a sha256 instead of the SHA-1 of a Git blob.
LARGE_SUFFIXES = (".safetensors", ".bin", ".gguf", ".pt", ".model")
LARGE_NAMES = ("tokenizer.json",)


@dataclass(frozen=True)
class StoredFile:
    name: str
    data: bytes = field(repr=False)

    @property
    def large(self) -> bool:
        return self.name.endswith(LARGE_SUFFIXES) or Path(self.name).name in LARGE_NAMES

    @cached_property
    def blob_id(self) -> str:
        return hashlib.sha1(b"blob %d\0" % len(self.data) + self.data).hexdigest()

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def etag(self) -> str:
        return self.sha256 if self.large else self.blob_id

    def sibling(self) -> dict[str, Any]:
        """Return the entry of a model's `siblings` with blobs."""
        about = {"rfilename": self.name, "size": len(self.data), "blobId": self.blob_id}
        return {**about, "lfs": self._pointer("sha256")} if self.large else about

    def entry(self) -> dict[str, Any]:
        """Return the entry of a tree."""
        about = {"type": "file", "path": self.name, "size": len(self.data), "oid": self.blob_id}
        return {**about, "lfs": self._pointer("oid")} if self.large else about

    def _pointer(self, key: str) -> dict[str, Any]:
        return {key: self.sha256, "size": len(self.data), "pointerSize": 130}


class Repositories:
    """Serves the folders `root`/organization/name. Contents are read once: after a change on disk
    call `push`. `about` has fields of /api/models by repository: gated, tags, downloads, cardData,
    and others. `moved` has new names by old ones."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.about: dict[str, dict[str, Any]] = {}
        self.moved: dict[str, str] = {}
        self._commits: dict[str, dict[str, dict[str, StoredFile]]] = {}

    def names(self) -> list[str]:
        return sorted(f"{it.parent.name}/{it.name}" for it in self.root.glob("*/*") if it.is_dir())

    def push(self, repository: str, files: dict[str, bytes] | None = None) -> str:
        """Write files, if given, and return the new commit. Older commits keep their contents."""
        for name, data in (files or {}).items():
            path = self.root / repository / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        found = self._read(repository)
        listing = "".join(f"{it.name}:{it.etag}\n" for it in found.values())
        commit = hashlib.sha1(listing.encode()).hexdigest()
        commits = self._commits.setdefault(repository, {})
        commits.pop(commit, None)
        commits[commit] = found
        return commit

    def replace(self, repository: str, name: str, data: bytes) -> None:
        """Change a file without a new commit, as no honest hub does."""
        self._commits[repository][self.head(repository)][name] = StoredFile(name, data)

    def squash(self, repository: str) -> None:
        """Forget all commits but the newest."""
        newest = self.head(repository)
        self._commits[repository] = {newest: self._commits[repository][newest]}

    def head(self, repository: str) -> str:
        if repository not in self._commits:
            self.push(repository)
        return list(self._commits[repository])[-1]

    def find(self, repository: str, revision: str) -> tuple[str, dict[str, StoredFile]] | None:
        """Return the commit and the files of a revision: "main" or a commit, also shortened."""
        head = self.head(repository)
        known = self._commits[repository]
        if revision == "main":
            return head, known[head]
        found = next((it for it in known if len(revision) > 6 and it.startswith(revision)), "")
        return (found, known[found]) if found else None

    def info(self, repository: str, revision: str, *, blobs: bool) -> dict[str, Any] | None:
        """Return what /api/models/REPOSITORY answers; None if there is no such revision."""
        found = self.find(repository, revision)
        if found is None:
            return None
        commit, files = found
        siblings = [it.sibling() if blobs else {"rfilename": it.name} for it in files.values()]
        size = sum(len(it.data) for it in files.values())
        about = {
            "id": repository,
            "modelId": repository,
            "_id": commit[:24],
            "sha": commit,
            "author": repository.split("/")[0],
            "private": False,
            "gated": False,
            "disabled": False,
            "tags": ["mlx", "safetensors"],
            "library_name": "mlx",
            "pipeline_tag": "text-generation",
            "downloads": 1,
            "likes": 0,
            "lastModified": "2026-01-01T00:00:00.000Z",
            "createdAt": "2025-01-01T00:00:00.000Z",
            "usedStorage": size,
        }
        return {**about, **self.about.get(repository, {}), "siblings": siblings}

    def _read(self, repository: str) -> dict[str, StoredFile]:
        folder = self.root / repository
        paths = sorted(it for it in folder.rglob("*") if it.is_file())
        found = (StoredFile(it.relative_to(folder).as_posix(), it.read_bytes()) for it in paths)
        return {it.name: it for it in found}
