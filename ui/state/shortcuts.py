"""The keys of commands, and the rules for choosing others."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from engine.frozen import frozen
from engine.messages import Sentence, say

_MODIFIERS = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.MetaModifier,
)
_IN_TEXT = re.compile(r"\b(?:(?:Ctrl|Alt|Shift)\+)+(?:[A-Z][a-z]+|[A-Z0-9/])")
_SIGNS = {"Plus": "+", "Minus": "-"}


@frozen
class Shortcut:
    """A command in the list of shortcuts. `usual` are its keys until a person chooses others. The
    keys of the system's own text editing are `fixed`."""

    command_id: str
    text: str
    menu: str
    usual: tuple[str, ...] = ()
    fixed: bool = False


def keys_of(shortcut: Shortcut, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of a command: those that a person chose, else the usual ones."""
    if shortcut.fixed or shortcut.command_id not in chosen:
        return shortcut.usual
    keys = chosen[shortcut.command_id]
    return (keys,) if keys else ()


def is_bare(keys: str) -> bool:
    """Return True if a part of `keys` could be typed by accident or into a text."""
    return any(_is_bare(part) for part in parts(QKeySequence(keys)))


def bare_problem(shown: str) -> Sentence:
    """Return why these keys, as the system writes them, are not taken without a modifier."""
    if sys.platform == "darwin":
        return say(
            "{keys} alone is too easily pressed by accident. Hold Command, Option or Control with "
            "it, or use a function key.",
            keys=shown,
        )
    return say(
        "{keys} alone is too easily pressed by accident. Hold Ctrl or Alt with it, or use a "
        "function key.",
        keys=shown,
    )


def problem(
    shortcuts: Iterable[Shortcut], chosen: Mapping[str, str], command_id: str, keys: str
) -> str:
    """Return a sentence why `keys` cannot start the command, or "" if they can."""
    if not keys:
        return ""
    sequence = QKeySequence(keys)
    pressed = [part.key() for part in parts(sequence)]
    if not pressed or Qt.Key.Key_unknown in pressed:
        return say("That is not a shortcut. Try again.")
    shown = native(keys)
    if is_bare(keys):
        return bare_problem(shown)
    for other in shortcuts:
        if other.command_id != command_id and any(
            _meet(sequence, QKeySequence(its)) for its in keys_of(other, chosen)
        ):
            return say(
                "{keys} is used for “{command}”. Press other keys, or change that command first.",
                keys=shown,
                command=other.text,
            )
    return ""


def accepted(
    shortcuts: Iterable[Shortcut], wanted: Iterable[tuple[str, str]]
) -> tuple[dict[str, str], list[str]]:
    """Return the usable keys of a file by command, and a sentence for each that is not usable."""
    known = {it.command_id: it for it in shortcuts if not it.fixed}
    pairs = [(command_id, keys) for command_id, keys in wanted if command_id in known]
    refused: list[str] = [
        say("there is no command {name}", name=f"{it!r:.99}") for it, _ in wanted if it not in known
    ]
    # all at once, so that two commands can exchange their keys
    chosen = dict(pairs)
    for command_id, keys in pairs:
        if sentence := problem(shortcuts, chosen, command_id, keys):
            del chosen[command_id]
            refused.append(f"{command_id}: {sentence}")
    return chosen, refused


def parts(sequence: QKeySequence) -> list[QKeyCombination]:
    # the stubs of PySide6 do not allow indexing
    return [sequence[at] for at in range(sequence.count())]  # pyright: ignore[reportIndexIssue]


def native(keys: str | Qt.Key | QKeyCombination | QKeySequence) -> str:
    """Return the keys as the system writes them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def with_native_keys(text: str, write: Callable[[str], str] = native) -> str:
    """Return `text`, which names keys like "Ctrl+Shift+L", with each as the system writes it."""

    def written(found: re.Match[str]) -> str:
        modifiers, _, key = found[0].rpartition("+")
        if sys.platform == "darwin" and key == "Tab":
            # Command and Tab are the system's; Qt calls the key Control of a Mac Meta
            modifiers = modifiers.replace("Ctrl", "Meta")
        return write(f"{modifiers}+{_SIGNS.get(key, key)}")

    return _IN_TEXT.sub(written, text)


def _is_bare(combination: QKeyCombination) -> bool:
    modifiers = combination.keyboardModifiers()
    if any(modifiers & wanted for wanted in _MODIFIERS):
        return False
    return not Qt.Key.Key_F1 <= combination.key() <= Qt.Key.Key_F35


def _meet(one: QKeySequence, other: QKeySequence) -> bool:
    """Return True if one begins with the other."""
    exact = QKeySequence.SequenceMatch.NoMatch
    return one.matches(other) != exact or other.matches(one) != exact
