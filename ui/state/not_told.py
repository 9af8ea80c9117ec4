"""The ways to omit the oldest messages of a conversation that exceeds the context."""

from enum import Enum, auto


class NotTold(Enum):
    """LEFT_OUT: the messages are not sent. SUMMARISED: a summary is sent instead. TO_SUMMARISE:
    they will be summarized before the next question is answered."""

    LEFT_OUT = auto()
    SUMMARISED = auto()
    TO_SUMMARISE = auto()
