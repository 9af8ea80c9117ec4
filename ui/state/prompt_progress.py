"""How far a list of prompts has been asked."""

from dataclasses import dataclass
from enum import Enum, auto


class RunState(Enum):
    """PAUSING lets the prompt that is being answered end."""

    RUNNING = auto()
    PAUSING = auto()
    PAUSED = auto()
    STOPPED = auto()
    DONE = auto()

    @property
    def ended(self) -> bool:
        return self in (RunState.STOPPED, RunState.DONE)


@dataclass(frozen=True)
class PromptProgress:
    """`done` prompts of `total` have ended, `failed` of them with an answer that failed;
    `problems` are sentences about those that could not be asked. `text` is the one at work."""

    state: RunState
    done: int
    total: int
    failed: int = 0
    problems: tuple[str, ...] = ()
    text: str = ""
