"""Attacks on the command line, and on strict offline."""

import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.attacks.attack import BYTES, SECONDS, Attack, Judge, Outcome, patience
from tests.attacks.engine_driver import is_sentence
from tests.attacks.folders import base
from tests.attacks.tokenizer_files import decode_as
from tests.attacks.watched import ROOT, Watched, offscreen_environment, python, watch

BAD_INPUT = 2
# Imports and Dot come first.
LIMIT = 40.0
# The libraries and Dot, which are no part of an attack.
USUAL_BYTES = 900 << 20


def _asks(*arguments: str) -> list[str]:
    return python("app", "ask", *arguments)


def _judged(found: Watched, codes: tuple[int, ...], words: str = "") -> Outcome:
    """Expect that the program ended by itself with a sentence."""
    judge = Judge()
    judge.expect(not found.killed, f"it {found.killed}")
    judge.expect(found.code in (None, *codes), f"exit code {found.code}")
    judge.expect("Traceback" not in found.errors, found.errors[-300:])
    sentence = found.errors.strip().splitlines()[-1:] or [""]
    judge.expect(not words or is_sentence(sentence[0]), f"it says {sentence[0]!r:.200}")
    judge.expect(found.peak_bytes < USUAL_BYTES + BYTES, f"{found.peak_bytes >> 20:,} MB")
    judge.expect(found.seconds < patience(SECONDS), f"{found.seconds:.1f} s")
    peak = round(found.peak_bytes / (1 << 20), 1)
    return Outcome(tuple(judge.problems), round(found.seconds, 2), peak, found.errors[-300:])


def messages_option(put: Callable[[Path], None], folder: Path) -> Outcome:
    put(folder / "messages.json")
    found = watch(_asks("--messages", str(folder / "messages.json")), LIMIT, begins=False)
    return _judged(found, (BAD_INPUT,), "a sentence")


def _zero(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _deep_list(path: Path) -> None:
    path.write_text("[" * 200_000 + "]" * 200_000)


def _many(path: Path) -> None:
    with path.open("w") as file:
        file.write("[" + "{}," * 60_000_000 + "{}]")


def image_option(put: Callable[[Path], None], folder: Path) -> Outcome:
    put(folder / "a.png")
    found = watch(_asks("--image", str(folder / "a.png"), "Hi"), LIMIT, begins=False)
    return _judged(found, (BAD_INPUT,), "a sentence")


def output(redirection: str, _: Path) -> Outcome:
    """Expect an exit code and at most a sentence if the output cannot be written."""
    line = " ".join([sys.executable, "-m", "app", "ask", "Hi", redirection])
    return _judged(watch(["sh", "-c", line], LIMIT, begins=False), (0, 1, BAD_INPUT))


def hostile_terminal(folder: Path) -> Outcome:
    """Ask a model in a terminal whose tokens decode to control characters."""
    import shutil  # noqa: PLC0415

    model = folder / "hostile"
    shutil.copytree(base("qwen3"), model)
    decode_as("\x1b]0;evil\x07", model)
    ours, theirs = pty.openpty()
    command = _asks("--model", str(model), "--max-tokens", "4", "the quick fox")
    with subprocess.Popen(
        command, cwd=ROOT, env=offscreen_environment(), stdin=theirs, stdout=theirs, stderr=theirs
    ) as run:
        os.close(theirs)
        said, limit = b"", time.monotonic() + patience(60)
        os.set_blocking(ours, False)
        while time.monotonic() < limit:
            ended = run.poll() is not None
            with suppress(OSError):
                said += os.read(ours, 1 << 16)
            if ended:
                break
            time.sleep(0.05)
        run.kill()
    os.close(ours)
    judge = Judge()
    judge.expect(b"evil" in said, f"the model said {said!r:.300}")
    judge.expect(b"\x1b]0;evil" not in said, "a control sequence reaches the terminal")
    return Outcome(tuple(judge.problems), said=repr(said)[:200])


WAYS_OUT: dict[str, str] = {
    "Python": "socket.create_connection(('127.0.0.1', port), 3)",
    "Python by default": "_socket.socket().connect(('127.0.0.1', port))",
    # the application has not imported it before: tests/engine/test_offline.py
    "Qt": """
from PySide6.QtNetwork import QTcpSocket
made = QTcpSocket()
made.connectToHost('127.0.0.1', port)
made.waitForConnected(3000)""",
    "a worker": """
code = "from engine import offline; offline.follow_environment(); "
code += f"import socket; socket.create_connection(('127.0.0.1', {port}), 3)"
subprocess.run([sys.executable, '-c', code], env=environment(), timeout=20)""",
}
WAY_OUT = """
import os, socket, subprocess, sys
import _socket
sys.path.insert(0, os.getcwd())
from engine import offline
from engine.system.worker_process import environment
offline.strict(True)
port = int(sys.argv[1])
"""


def way_out(name: str, _: Path) -> Outcome:
    """Expect that a server of ours sees no connection."""
    import socket  # noqa: PLC0415

    code = WAYS_OUT[name]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        port = str(listening.getsockname()[1])
        found = watch([sys.executable, "-c", WAY_OUT + code, port], LIMIT, begins=False)
        try:
            listening.accept()[0].close()
        except BlockingIOError:
            return Outcome(seconds=round(found.seconds, 2), said=found.errors[-200:])
    return Outcome((f"{name} connects",), round(found.seconds, 2))


def _command_attacks() -> Iterator[Attack]:
    for name, put in (
        ("a FIFO", os.mkfifo),
        ("/dev/zero", _zero),
        ("200,000 levels", _deep_list),
        ("180 MB of items", _many),
    ):
        yield Attack(
            f"ask: {name} as messages", "16", partial(messages_option, put), name == "a FIFO"
        )
    for name, put in (("a FIFO", os.mkfifo), ("/dev/zero", _zero)):
        yield Attack(f"ask: {name} as image", "16", partial(image_option, put))
    for where in (">&-", ">/dev/full", ">&- 2>&-", "--json >/dev/full", "| head -c 1"):
        yield Attack(f"ask: {where}", "17", partial(output, where))
    yield Attack("ask: control characters in a terminal", "5", hostile_terminal)
    for name in WAYS_OUT:
        yield Attack(f"offline: {name}", "19", partial(way_out, name), quick=name == "Qt")


ATTACKS = tuple(_command_attacks())
