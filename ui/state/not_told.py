"""What becomes of the oldest messages of a conversation that is longer than the model's context."""

from enum import Enum, auto


class NotTold(Enum):
    """LEFT_OUT: the model is not told of them. SUMMARISED: it is told a summary. TO_SUMMARISE: the
    next question has them summarised first."""

    LEFT_OUT = auto()
    SUMMARISED = auto()
    TO_SUMMARISE = auto()
