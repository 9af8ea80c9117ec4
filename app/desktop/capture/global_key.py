"""The key that asks about the screen from any program, as far as this system has such keys."""

from collections.abc import Iterable

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from engine.sentences import say
from ui.state.shortcuts import bare_problem, is_bare, native, parts

NOT_HERE = say(
    "Shortcuts that work in every program are not available here. Use the + menu or the "
    "command palette."
)
Modifier = Qt.KeyboardModifier


class GlobalKey(QObject):
    """A key of the whole system; this one is of a system without any. `pressed` comes when it is
    pressed; `problem` is a sentence why it is not held, or "", and `told` comes when that
    changes."""

    pressed = Signal()
    told = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.problem = ""

    def hold(self, keys: str) -> None:
        """Hold these keys of Qt's portable notation, with "" none, instead of those before."""
        self._release()
        sentence = unusable(keys) if keys else ""
        self._tell(sentence or (self._hold(keys) if keys else ""))

    def _hold(self, keys: str) -> str:
        """Return a sentence why these keys cannot be held, or ""."""
        return NOT_HERE

    def _release(self) -> None:
        """Give back the key that is held, if one is."""

    def _tell(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            self.told.emit()


def unusable(keys: str) -> str:
    """Return a sentence why no system holds these keys, or ""."""
    pressed = parts(QKeySequence(keys))
    if len(pressed) != 1 or not is_plain(pressed[0].key()):
        return say("That key does not work in every program. Use a letter, a digit or F1 to F12.")
    if is_bare(keys):
        return bare_problem(native(keys))
    return ""


def taken(keys: str) -> str:
    return say("{keys} is used by another program. Choose other keys.", keys=native(keys))


def combination(keys: str) -> QKeyCombination:
    """Return the only combination of usable keys."""
    return parts(QKeySequence(keys))[0]


def flags(of: QKeyCombination, known: Iterable[tuple[Modifier, int]]) -> int:
    """Return the modifiers in the numbers of a system."""
    return sum(number for modifier, number in known if of.keyboardModifiers() & modifier)


def is_plain(key: Qt.Key) -> bool:
    letter = Qt.Key.Key_A <= key <= Qt.Key.Key_Z
    digit = Qt.Key.Key_0 <= key <= Qt.Key.Key_9
    return letter or digit or Qt.Key.Key_F1 <= key <= Qt.Key.Key_F12
