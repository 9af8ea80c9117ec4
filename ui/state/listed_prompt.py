"""A prompt of a list that is asked without a person."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ListedPrompt:
    """`files` are pictures, clips and documents that go with it; `line` is where it stands."""

    text: str
    files: tuple[Path, ...] = ()
    line: int = 1
