"""The voices of all systems have this in common: they speak one sentence at a time."""

from PySide6.QtCore import QObject, Signal

from engine.sentences import say

NO_VOICE = say(
    "This computer has no voice yet. Install speech-dispatcher and a voice such as espeak-ng, then "
    "try again."
)
SILENT = say("The system voice does not respond. Test it in the system settings.")


class Voice(QObject):
    """Lives on the Qt thread. `finished` comes once after each sentence that was not stopped;
    `failed` comes instead with a sentence for people."""

    finished = Signal()
    failed = Signal(str)

    def speak(self, sentence: str, language: str) -> None:
        """Speak in a language, such as "de"; "" is that of the system. Nothing is spoken now."""
        raise NotImplementedError

    def stop(self) -> None:
        """Fall silent at once; nothing comes of the sentence any more."""
        raise NotImplementedError
