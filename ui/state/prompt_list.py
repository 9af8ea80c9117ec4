"""A list of prompts that runs unattended, and the progress of the run."""

from enum import Enum, auto
from pathlib import Path

from engine.frozen import frozen

# The kinds of files that can be lists.
LIST_SUFFIXES = (".txt", ".md", ".markdown", ".json", ".jsonl", ".csv", ".tsv")


@frozen
class ListedPrompt:
    """A prompt of a list. `files` are its attachments; `line` is the number of its line in the
    list."""

    text: str
    files: tuple[Path, ...] = ()
    line: int = 1


class Split(Enum):
    """The ways to split a pasted text into prompts."""

    LINES = "lines"
    BLOCKS = "blocks"
    JSON = "json"
    CSV = "csv"


class RunState(Enum):
    """PAUSING waits for the end of the prompt that is being answered."""

    RUNNING = auto()
    PAUSING = auto()
    PAUSED = auto()
    STOPPED = auto()
    DONE = auto()

    @property
    def ended(self) -> bool:
        return self in (RunState.STOPPED, RunState.DONE)


@frozen
class PromptProgress:
    """`done` prompts of `total` have ended, `failed` of them with a failed answer. `problems` are
    sentences about prompts that could not be asked. `text` is the current prompt. `unasked` prompts
    have yet to be asked, unless the list was stopped."""

    state: RunState
    done: int
    total: int
    failed: int = 0
    problems: tuple[str, ...] = ()
    text: str = ""
    unasked: int = 0
