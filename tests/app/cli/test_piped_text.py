"""Text that is piped into `ask` becomes part of the question."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.cli import ask, piped_text

NOTES = "One circle.\n  Two squares.\n"


@contextmanager
def piped(monkeypatch: pytest.MonkeyPatch, data: bytes) -> Iterator[None]:
    """Make standard input a pipe with the data, whose writer has gone."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return the question of `ask` with these arguments, and b"…" piped in."""

    def question(data: bytes, *arguments: str) -> str:
        made = []
        request = ask.request

        def kept(*given):
            made.append(request(*given))
            raise KeyboardInterrupt

        monkeypatch.setattr(ask, "request", kept)
        with piped(monkeypatch, data), pytest.raises(KeyboardInterrupt):
            ask.run_ask([*arguments])
        monkeypatch.setattr(ask, "request", request)
        return made[0].messages[-1].content

    return question


def test_piped_text_follows_the_question(asked: Callable[..., str]) -> None:
    assert asked(NOTES.encode(), "Summarize") == "Summarize\n\nOne circle.\n  Two squares."


@pytest.mark.parametrize("arguments", [[], [""], ["-"]])
def test_piped_text_without_a_question_is_the_question(
    asked: Callable[..., str], arguments: list[str]
) -> None:
    assert asked(NOTES.encode(), *arguments) == "One circle.\n  Two squares."


def test_a_byte_order_mark_is_no_text(asked: Callable[..., str]) -> None:
    assert asked(b"\xef\xbb\xbfHello", "-") == "Hello"


def test_an_empty_pipe_leaves_the_question(asked: Callable[..., str]) -> None:
    assert asked(b" \n", "Hello") == "Hello"


def test_a_slow_pipe_is_waited_for_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piped_text, "QUIET_WAIT", 0)
    (reading, writing), (error_reading, error_writing) = os.pipe(), os.pipe()

    def write_once_waited_for() -> bytes:
        line = os.read(error_reading, 1000)
        os.write(writing, NOTES.encode())
        os.close(writing)
        return line

    with (
        ThreadPoolExecutor(1) as slow,
        os.fdopen(reading) as stdin,
        os.fdopen(error_writing, "w") as stderr,
    ):
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stderr", stderr)
        line = slow.submit(write_once_waited_for)
        text = piped_text.with_piped_text("Summarize", complete=True)
    os.close(error_reading)
    assert text == "Summarize\n\nOne circle.\n  Two squares."
    assert line.result() == (
        b"Waiting for the text of the pipe. To ask without it, press Ctrl+C and add < /dev/null.\n"
    )


def test_a_socket_that_nobody_writes_leaves_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, os.fdopen(os.dup(theirs.fileno())) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert piped_text.with_piped_text("Hello", complete=True) == "Hello"


def test_a_file_and_a_socket_are_read_as_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("From a file")
    with (tmp_path / "notes.txt").open() as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert piped_text.with_piped_text("Read", complete=True) == "Read\n\nFrom a file"
    ours, theirs = socket.socketpair()
    with ours, theirs, os.fdopen(os.dup(theirs.fileno())) as stdin:
        # Some programs leave their end so that reads do not block.
        os.set_blocking(stdin.fileno(), False)
        ours.sendall(b"From a socket")
        ours.shutdown(socket.SHUT_WR)
        monkeypatch.setattr(sys, "stdin", stdin)
        assert piped_text.with_piped_text("Read", complete=True) == "Read\n\nFrom a socket"


@pytest.mark.parametrize(("question", "text"), [("Hello", "Hello"), ("-", ""), ("", "")])
def test_a_terminal_is_never_waited_for(
    monkeypatch: pytest.MonkeyPatch, question: str, text: str
) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert piped_text.with_piped_text(question, complete=bool(text)) == text
    os.close(ours)


def test_no_standard_input_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert piped_text.with_piped_text("Hello", complete=True) == "Hello"


@pytest.mark.parametrize("file", ["/dev/stdin", "/dev/fd/0"])
@pytest.mark.parametrize("option", ["--image", "--video"])
def test_a_file_that_an_option_reads_is_not_the_question(
    asked: Callable[..., str], option: str, file: str
) -> None:
    assert asked(b"\x89PNG", option, file, "What is this?") == "What is this?"


def test_what_is_no_question_is_refused(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def refused(data: bytes) -> str:
        with piped(monkeypatch, data):
            assert ask.run_ask(["Summarize"]) == ask.BAD_INPUT
        return capsys.readouterr().err

    assert refused(b"\xff\xd8\xff").startswith("The text in standard input is not UTF-8. Convert")
    monkeypatch.setattr(piped_text, "MAX_BYTES", 1000)
    assert refused(b"x" * 1001).startswith("The text in standard input is larger than")


def test_a_reader_without_rights_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(piped_text.Refused, match="Standard input could not be read: Bad file"):
            piped_text.with_piped_text("Hello", complete=True)
