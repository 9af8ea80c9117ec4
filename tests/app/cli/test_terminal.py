"""Model output cannot control a terminal, and is unchanged in a file."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import TextIO

import pytest

from app.cli import ask
from app.cli.terminal import visible_controls, write_progress
from engine.messages import Channel, Delta, Failed, ToolCall, ToolInvocation

HOSTILE = "a\x1b]0;b\x07\tc\n\x9b31m\u202egnp\r\x7f\x00"
SEEN = "a␛]0;b␇\tc\n\\u009b31m\\u202egnp␍␡␀"


class Terminal:
    """A real terminal; `shown` is everything written to it, with a terminal's line ends."""

    def __init__(self) -> None:
        self._master, slave = os.openpty()
        self.stream: TextIO = os.fdopen(slave, "w", encoding="utf-8")

    @property
    def shown(self) -> str:
        return os.read(self._master, 10_000).decode().replace("\r\n", "\n")

    def close(self) -> None:
        self.stream.close()
        os.close(self._master)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    with closing(Terminal()) as made:
        yield made


def test_control_characters_become_visible_symbols() -> None:
    assert visible_controls(HOSTILE) == SEEN
    assert visible_controls("Grüße 🦊, שלום\n") == "Grüße 🦊, שלום\n"


def test_an_answer_cannot_control_a_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", terminal.stream)
    ask._show_text(Delta(1, Channel.CONTENT, HOSTILE))
    assert terminal.shown == SEEN
    ask._show_json(Delta(1, Channel.CONTENT, "\x1b\x9b\u202e"))
    assert '"\\u001b\\u009b\\u202e"' in terminal.shown
    ask._show_text(ToolCall(1, ToolInvocation("a\x1b", '{"b": "\x9b"}', "1"), ""))
    assert "\x1b" not in (shown := terminal.shown)
    assert "\x9b" not in shown


def test_reasoning_and_errors_cannot_control_a_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal.stream)
    ask._show_text(Delta(1, Channel.REASONING, HOSTILE))
    assert terminal.shown == SEEN
    ask._show_text(Failed(1, "There is no file \x1b[2J."))
    assert terminal.shown == "There is no file ␛[2J.\n"
    with pytest.raises(SystemExit):
        ask.run_ask(["hi", "\x1b[2J"])
    assert "\x1b" not in terminal.shown


def test_progress_stays_in_one_line(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_progress("1 %")
    assert capsys.readouterr().out == ""
    monkeypatch.setenv("COLUMNS", "12")
    monkeypatch.setattr(sys, "stdout", terminal.stream)
    write_progress("100 % \x1bmodel.safetensors")
    assert terminal.shown == "\r100 % ␛mode\033[K"
    write_progress("")
    assert terminal.shown == "\r\033[K"


def test_an_answer_written_to_a_file_is_raw(capsys: pytest.CaptureFixture[str]) -> None:
    ask._show_text(Delta(1, Channel.CONTENT, HOSTILE))
    ask._show_text(Delta(1, Channel.REASONING, HOSTILE))
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == (HOSTILE, HOSTILE)
