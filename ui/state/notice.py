"""A notice to the user, as the bar below the header shows it."""

from collections.abc import Callable
from dataclasses import dataclass

# How long a notice is shown: time to see it, to read each letter, and to decide about its action.
SEEN_MS, LETTER_MS, ACTION_MS = 5_000, 60, 12_000


@dataclass(frozen=True, slots=True)
class Notice:
    """`cause` is the key of the notice: a newer one with the same cause replaces it.

    `action` is the label of its button, which calls `do`. An error `stays` until it is dismissed or
    its cause has ended; other notices end by themselves, unless `stays` is set.
    """

    sentence: str
    kind: str = "info"
    cause: str = ""
    action: str = ""
    do: Callable[[], object] | None = None
    stays: bool = False

    @property
    def lasts(self) -> bool:
        return self.stays or self.kind == "error"

    @property
    def milliseconds(self) -> int:
        return SEEN_MS + LETTER_MS * len(self.sentence) + (ACTION_MS if self.action else 0)
