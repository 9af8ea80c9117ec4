"""Names of models on the hub, and the note in a folder about the one it was downloaded from."""

import re
from pathlib import Path

from engine.system import bounded_json
from engine.system.files import read_file

# In the folder of a downloaded model.
SOURCE = ".duologue-source.json"
MAX_NOTE = 1 << 16
_REPOSITORY = re.compile(r"[A-Za-z0-9_][\w.-]{0,95}/[A-Za-z0-9_][\w.-]{0,95}", re.ASCII)


def is_repository(name: str) -> bool:
    """Return True for "organization/name", which is safe as two folders."""
    return bool(_REPOSITORY.fullmatch(name)) and ".." not in name and not name.endswith(".")


def source_of(folder: Path) -> tuple[str, str]:
    """Return the repository and the commit that a folder was downloaded from, or two empty
    texts."""
    try:
        found = bounded_json.parsed(read_file(folder / SOURCE, MAX_NOTE))
        repository, commit = found["repository"], found["revision"]
    except (OSError, ValueError, LookupError, TypeError):
        return "", ""
    known = isinstance(repository, str) and isinstance(commit, str) and is_repository(repository)
    return (repository, commit) if known else ("", "")
