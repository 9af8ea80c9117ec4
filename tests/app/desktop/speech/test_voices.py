"""The voices of both systems, with real processes and sockets that note what they are told."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.desktop.speech.dispatcher_voice import DispatcherVoice
from app.desktop.speech.mac_voice import MacVoice, voices_by_language
from app.desktop.speech.text_language import language_of
from app.desktop.speech.voice import SILENT
from tests.kit.speech_dispatcher import SpeechDispatcher

LISTED = """\
Albert              en_US    # Hello! My name is Albert.
Anna                de_DE    # Hallo! Ich heiße Anna.
Eddy (German (Germany)) de_DE    # Hallo! Ich heiße Eddy.
Samantha            en_US    # Hello! My name is Samantha.
"""


@pytest.fixture
def dispatcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechDispatcher]:
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path / 'speechd.sock'}")
    server = SpeechDispatcher(tmp_path / "speechd.sock")
    yield server
    server.close()


def test_a_sentence_goes_to_the_dispatcher_as_text(
    dispatcher: SpeechDispatcher, qtbot: QtBot
) -> None:
    voice = DispatcherVoice()
    dispatcher.may_end.set()
    with qtbot.waitSignal(voice.finished, timeout=5000):
        voice.speak("Nein.\r\n.\r\nSTOP ALL", "de")
    language, speak, *text = dispatcher.lines[-4:]
    assert (language, speak) == ("SET SELF LANGUAGE de", "SPEAK")
    assert text == [" Nein. . STOP ALL", "."]


def test_a_stopped_sentence_is_stopped_alone_and_tells_nothing(
    dispatcher: SpeechDispatcher, qtbot: QtBot
) -> None:
    voice = DispatcherVoice()
    finished: list[bool] = []
    voice.finished.connect(lambda: finished.append(True))
    voice.speak("A long sentence.", "")
    qtbot.waitUntil(lambda: "." in dispatcher.lines)
    voice.stop()
    qtbot.waitUntil(lambda: dispatcher.lines[-1] == "STOP SELF")
    assert not finished


def test_no_dispatcher_is_a_sentence(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path / 'nothing'}")
    monkeypatch.setattr("app.desktop.speech.dispatcher_voice._START", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    voice = DispatcherVoice()
    with qtbot.waitSignal(voice.failed, timeout=5000) as failed:
        voice.speak("Hello.", "")
    assert failed.args == [SILENT]


@pytest.fixture
def voices() -> Iterator[list[MacVoice]]:
    """Keep voices until their processes have been deleted."""
    kept: list[MacVoice] = []
    yield kept
    kept.clear()


def mac_voice(folder: Path, voices: list[MacVoice], *, waits: bool = False) -> MacVoice:
    program = folder / "say"
    program.write_text(
        f"#!{sys.executable}\nimport sys, time\nfrom pathlib import Path\n"
        f"if '?' in sys.argv: print({LISTED!r}); sys.exit()\n"
        f"said = Path({str(folder / 'said')!r})\n"
        "said.write_text(' '.join(sys.argv[1:]) + ': ' + sys.stdin.read())\n"
        f"time.sleep({30 if waits else 0})\n"
    )
    program.chmod(0o755)
    voices.append(MacVoice(str(program)))
    return voices[0]


def test_a_mac_speaks_by_a_voice_of_the_language(
    qtbot: QtBot, tmp_path: Path, voices: list[MacVoice]
) -> None:
    voice = mac_voice(tmp_path, voices)
    with qtbot.waitSignal(voice.finished, timeout=5000):
        voice.speak("-v ist kein Schalter.", "de")
    assert (tmp_path / "said").read_text() == "-v Anna -f -: -v ist kein Schalter."


def test_a_mac_falls_silent_at_once(qtbot: QtBot, tmp_path: Path, voices: list[MacVoice]) -> None:
    voice = mac_voice(tmp_path, voices, waits=True)
    told: list[object] = []
    voice.finished.connect(lambda: told.append(True))
    voice.failed.connect(told.append)
    voice.speak("Hello.", "")
    qtbot.waitUntil(lambda: (tmp_path / "said").exists(), timeout=5000)
    [process] = [it for it in voice.children() if it.inherits("QProcess")]
    with qtbot.waitSignal(process.destroyed, timeout=5000):
        voice.stop()
    assert not told


def test_a_mac_without_its_program_is_a_sentence(
    qtbot: QtBot, tmp_path: Path, voices: list[MacVoice]
) -> None:
    voices.append(voice := MacVoice(str(tmp_path / "nothing")))
    with qtbot.waitSignal(voice.failed, timeout=5000) as failed:
        voice.speak("Hello.", "")
    assert failed.args == [SILENT]


def test_the_usual_voice_of_a_language_goes_before_others() -> None:
    assert voices_by_language(LISTED.split("\n")) == {"en": "Samantha", "de": "Anna"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The cat is on the table, and it is red.", "en"),
        ("Die Katze ist auf dem Tisch, und sie ist rot.", "de"),
        ("Le chat est sur la table, et il est rouge avec une balle.", "fr"),
        ("El gato está en la mesa, y es rojo como el sol.", "es"),
        ("今日は。元気ですか？", "ja"),
        ("Это красный круг.", "ru"),
        ("42", ""),
        ("", ""),
    ],
)
def test_the_language_of_a_text_is_guessed(text: str, language: str) -> None:
    assert language_of(text) == language
