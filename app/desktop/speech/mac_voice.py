"""The voices of a Mac, by its program `say`: a child that can be ended at any word.

AVSpeechSynthesizer would need a delegate of Objective-C to tell when it has finished. Not run on a
Mac yet.
"""

import subprocess
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QLocale, QProcess

from app.base.chores import Chores
from app.desktop.speech.voice import SILENT, Voice

_PROGRAM = "/usr/bin/say"
# Apple's usual voices; the first of a list may be a joke.
_USUAL = ("Samantha", "Anna", "Thomas", "Mónica", "Alice", "Luciana", "Xander", "Kyoko", "Tingting")
# Seconds
_PATIENCE = 10.0


class MacVoice(Voice):
    """Text goes through a pipe, so that no other program sees it among the arguments."""

    def __init__(self, program: str = _PROGRAM) -> None:
        super().__init__()
        self._program = program
        self._names: dict[str, str] | None = None
        self._process: QProcess | None = None
        self._chores = Chores("voices", self)

    def speak(self, sentence: str, language: str) -> None:
        self.stop()
        self._process = process = QProcess(self)
        process.finished.connect(partial(self._ended, process))
        process.errorOccurred.connect(partial(self._failed, process))
        own = not language or language == QLocale.system().name()[:2]
        if own or self._names is not None:
            self._start(process, sentence, "" if own else language)
        else:
            self._chores.do(self._listed, partial(self._take_names, process, sentence, language))

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            if process.state() is QProcess.ProcessState.NotRunning:
                process.deleteLater()

    def _take_names(
        self, process: QProcess, sentence: str, language: str, names: dict[str, str]
    ) -> None:
        self._names = names
        if process is self._process:
            self._start(process, sentence, language)

    def _start(self, process: QProcess, sentence: str, language: str) -> None:
        """Speak; with "" in the voice of the person, whose language is that of the system."""
        name = (self._names or {}).get(language)
        process.start(self._program, [*(("-v", name) if name else ()), "-f", "-"])
        process.write(sentence.encode())
        process.closeWriteChannel()

    def _listed(self) -> dict[str, str]:
        """Return a voice for each language. Runs on a worker thread."""
        try:
            command = [self._program, "-v", "?"]
            found = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return {}
        return voices_by_language(found.stdout.decode("utf-8", "replace").split("\n"))

    def _ended(self, process: QProcess, code: int, *_: object) -> None:
        process.deleteLater()
        if process is self._process:
            self._process = None
            if code:
                self.failed.emit(SILENT)
            else:
                self.finished.emit()

    def _failed(self, process: QProcess, error: QProcess.ProcessError) -> None:
        if process is self._process and error is QProcess.ProcessError.FailedToStart:
            self._process = None
            self.failed.emit(SILENT)


def voices_by_language(lines: Iterable[str]) -> dict[str, str]:
    """Return the name of a voice by language, from lines such as "Anna  de_DE  # Hallo!"."""
    found: dict[str, str] = {}
    for line in lines:
        name, _, locale = line.partition("#")[0].rstrip().rpartition(" ")
        language = locale[:2]
        if name and (language not in found or name.strip() in _USUAL):
            found[language] = name.strip()
    return found
