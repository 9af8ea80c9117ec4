"""A prompt of a list that runs unattended."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ListedPrompt:
    """`files` are the attachments; `line` is the number of its line in the list."""

    text: str
    files: tuple[Path, ...] = ()
    line: int = 1
