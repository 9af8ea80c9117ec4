"""The parts of the screen that a person can capture for a question."""

from enum import Enum, auto


class ScreenPart(Enum):
    AREA = auto()
    WINDOW = auto()
    SCREEN = auto()
