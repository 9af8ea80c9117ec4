"""Attacks on the whole running program: its disk, database, data folder and input."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.database.connections import NAME, files_of
from tests.attacks.attack import BYTES, QUIT_SECONDS, SECONDS, Attack, Judge, Outcome, patience
from tests.attacks.folders import base
from tests.attacks.watched import MOST_BYTES, PERIOD, Tree, offscreen_environment, python, started

START_SECONDS = 60.0
# Seconds for which the window may not respond, with other programs on the machine.
FROZEN_SECONDS = 2.0
LONG = 3000
# Log lines begin with a level.
UNHANDLED = re.compile(
    r"Exception in thread|Fatal Python|^(?!ERROR|WARNING).+\nTraceback|\ATrace", re.M
)
MODULE = "tests.attacks.program_driver"


class Program:
    """The application in a process of its own, and its output so far."""

    def __init__(self, home: Path, judge: Judge) -> None:
        self.judge = judge
        self.reports: list[dict[str, Any]] = []
        self._out = tempfile.TemporaryFile()  # noqa: SIM115  `end` does it
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        env = offscreen_environment(DUOLOGUE_HOME=str(home))
        self.run = started(python(MODULE), self._out, self._errors, env=env, stdin=subprocess.PIPE)
        self._tree = Tree(self.run.pid)
        self._place, self._base, self.peak = 0, 0, 0

    def do(self, what: str, **fields: Any) -> None:
        assert self.run.stdin
        with suppress(BrokenPipeError):
            self.run.stdin.write(json.dumps({"do": what} | fields).encode() + b"\n")
            self.run.stdin.flush()

    def hear(self) -> list[dict[str, Any]]:
        """Return the new reports since the last call."""
        data = os.pread(self._out.fileno(), 1 << 24, self._place)
        whole = data.rpartition(b"\n")[0]
        self._place += len(whole) + 1 if whole else 0
        found = [json.loads(line) for line in whole.split(b"\n") if line]
        self.reports += found
        bytes_ = self._tree.bytes()
        self.peak = max(self.peak, bytes_ - self._base) if self._base else 0
        if self.peak > MOST_BYTES:
            self.judge.expect(False, "it had to be killed for its memory")
            self._tree.end()
        return found

    def until(self, done: Callable[[], bool], seconds: float) -> bool:
        limit = time.monotonic() + patience(seconds)
        while True:
            self.hear()
            if done():
                return True
            if time.monotonic() > limit or self.run.poll() is not None:
                return False
            time.sleep(PERIOD)

    def told(self, key: str, since: int = 0) -> bool:
        return any(key in it for it in self.reports[since:])

    def last(self, key: str) -> Any:
        return next((it[key] for it in reversed(self.reports) if key in it), None)

    def sentences(self) -> list[str]:
        keys = ("problem", "notice", "trouble")
        return [it[key] for it in self.reports for key in keys if it.get(key)]

    def opens(self) -> bool:
        opened = self.until(lambda: self.told("opened"), START_SECONDS)
        errors = "" if opened else self.errors()[-300:]
        return self.judge.expect(opened, f"no window within {START_SECONDS:g} s: {errors!r}")

    def begins(self) -> None:
        """Start counting memory."""
        self._base = self._tree.bytes()

    def ask(self, text: str, model: Path | None = None, tokens: int = 30) -> None:
        self.do("ask", text=text, tokens=tokens, **({"model": str(model)} if model else {}))

    def streams(self) -> bool:
        """Return True if an answer grows."""
        self.until(lambda: self.told("shown"), SECONDS)
        first = self.last("shown") or 0
        return self.until(lambda: (self.last("shown") or 0) > first + 20, START_SECONDS)

    def answers(self) -> bool:
        """Return True if a question gets its answer."""
        busy = self.until(lambda: self.last("busy") is True, START_SECONDS)
        return busy and self.until(lambda: self.last("busy") is False, START_SECONDS)

    def texts(self) -> list[str]:
        """Return the texts of the conversation that the window shows."""
        since = len(self.reports)
        self.do("tell")
        told = self.until(lambda: self.told("texts", since), SECONDS)
        return self.last("texts") if self.judge.expect(told, "the window does not react") else []

    def longest_gap(self) -> float:
        """Return the longest time without a report after the window opened, in seconds."""
        beats = [it["at"] for it in self.reports if "beat" in it]
        return max((later - earlier for earlier, later in pairwise(beats)), default=0.0)

    def quit(self) -> None:
        """Quit as the system would and judge how the program ends."""
        self.hear()
        self.run.terminate()
        self.until(lambda: False, QUIT_SECONDS)
        ended = self.run.poll() is not None
        self.hear()
        self.judge.expect(ended, f"did not quit within {QUIT_SECONDS:g} s")
        code = self.run.poll() if ended else 0
        self.judge.expect(code == 0, f"exit code {code}: {self.errors()[-300:]!r}")
        gap = self.longest_gap()
        self.judge.expect(gap < patience(FROZEN_SECONDS), f"the window stood still for {gap:.1f} s")
        self.judge.expect(self.peak <= BYTES, f"{self.peak >> 20:,} MB more than before")
        unhandled = UNHANDLED.search(self.errors())
        self.judge.expect(unhandled is None, f"{self.errors()[-400:]!r}")

    def errors(self) -> str:
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode(errors="replace")

    def end(self) -> None:
        self.hear()
        self._tree.end()
        self.run.wait()
        assert self.run.stdin
        with suppress(BrokenPipeError):
            self.run.stdin.close()
        self._out.close()
        self._errors.close()


@contextmanager
def program(home: Path, judge: Judge) -> Iterator[Program]:
    made = Program(home, judge)
    try:
        yield made
    finally:
        made.end()


def outcome(judge: Judge, run: Program | None = None) -> Outcome:
    seconds = round(run.longest_gap(), 2) if run else round(judge.seconds, 2)
    peak = round(run.peak / (1 << 20), 1) if run else 0.0
    return Outcome(tuple(judge.problems), seconds, peak, judge.said)


# --- the database -----------------------------------------------------------------------------


def kept_texts(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        rows = connection.execute("SELECT content FROM messages WHERE NOT deleted ORDER BY id")
        return [row[0] for row in rows]


def expect_kept(judge: Judge, home: Path, texts: Sequence[str]) -> None:
    try:
        kept = kept_texts(home)
    except (sqlite3.Error, AssertionError) as error:
        judge.expect(False, f"the database is damaged afterwards: {error!r}")
        return
    lost = [text[:40] for text in texts if text and text not in kept]
    judge.expect(not lost, f"not kept: {lost}")


def put_directory(path: Path) -> None:
    path.mkdir()


def put_garbage(path: Path) -> None:
    path.write_bytes(os.urandom(100_000))


def put_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def put_nothing(path: Path) -> None:
    assert not path.exists()


IN_PLACE: dict[str, Callable[[Path], None]] = {
    "a directory": put_directory,
    "a FIFO": os.mkfifo,
    "garbage": put_garbage,
    "/dev/zero": put_device,
    "nothing": put_nothing,
}


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def replaced_while_it_runs(put: Callable[[Path], None], folder: Path) -> Outcome:
    """Expect that text written meanwhile is on disk once the database is back."""
    home, judge, aside = folder / "home", Judge(), folder / "aside"
    aside.mkdir()
    with program(home, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        run.ask("First question?", base("qwen3"), LONG)
        judge.expect(run.streams(), "no answer grew")
        run.begins()
        for file in files_of(home / NAME):
            if file.exists():
                file.rename(aside / file.name)
        put(home / NAME)
        since = len(run.reports)
        warned = run.until(lambda: bool(run.sentences()), 6.0)
        judge.expect(warned, "no sentence says that nothing can be saved")
        run.do("look")
        judge.expect(run.until(lambda: run.told("looked", since), SECONDS), "nothing can be read")
        run.do("stop")
        run.until(lambda: run.last("busy") is False, SECONDS)
        run.ask("Second question?", tokens=5)
        judge.expect(
            run.until(lambda: len(run.texts()) >= 4 and run.last("busy") is False, 20),
            "no second answer while the database is away",
        )
        texts = run.texts()
        _put_back(home, aside)
        judge.expect(
            run.until(lambda: run.last("problem") in ("", None), SECONDS),
            f"still not saved once it was back: {run.last('problem')!r}",
        )
        judge.said = (run.sentences() or [""])[-1]
        run.quit()
        expect_kept(judge, home, texts)
        return outcome(judge, run)


def _put_back(home: Path, aside: Path) -> None:
    for path in files_of(home / NAME):
        remove(path)
    for file in aside.iterdir():
        file.rename(home / file.name)


def overwritten_while_it_runs(folder: Path) -> Outcome:
    """Expect that beside a database of garbage a new one keeps what was said since, and the next
    question."""
    home, judge = folder / "home", Judge()
    with program(home, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        run.ask("First question?", base("qwen3"), LONG)
        judge.expect(run.streams(), "no answer grew")
        run.begins()
        with (home / NAME).open("r+b") as file:
            file.write(os.urandom((home / NAME).stat().st_size))
        run.do("look")
        run.until(lambda: False, 4)
        run.do("stop")
        run.until(lambda: run.last("busy") is False, SECONDS)
        run.ask("Second question?", tokens=5)
        asked = run.until(lambda: len(run.texts()) >= 4 and run.last("busy") is False, 20)
        judge.expect(asked, "no second answer")
        judge.said = (run.sentences() or [""])[-1]
        run.quit()
    with program(home, judge) as again:
        if again.opens():
            again.quit()
        expect_kept(judge, home, ["Second question?"])
        return outcome(judge, run)


def replaced_before_it_starts(put: Callable[[Path], None], name: str, folder: Path) -> Outcome:
    """Expect that the window opens, says what is wrong, and answers."""
    home, judge = folder / "home", Judge()
    home.mkdir(mode=0o700)
    put(home / name)
    with program(home, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        run.begins()
        run.ask("A question?", base("qwen3"), 10)
        judge.expect(run.answers(), "no answer")
        texts = run.texts()
        judge.expect(len(texts) == 2, f"the conversation is {texts!r:.200}")
        judge.said = (run.sentences() or [""])[-1]
        if name == NAME and put is not put_nothing and put is not put_garbage:
            judge.expect(bool(run.sentences()), "no sentence says that nothing can be saved")
            remove(home / name)
            saved = run.until(lambda: run.last("problem") == "", SECONDS)
            judge.expect(saved, "not saved once the place was free")
        run.quit()
        if name == NAME:
            expect_kept(judge, home, texts)
        return outcome(judge, run)


# --- a full disk ------------------------------------------------------------------------------


def full_disk(folder: Path) -> Outcome:
    home, judge = folder / "home", Judge()
    home.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=700", "tmpfs", str(home)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        return Outcome(skipped="no small disk could be mounted")
    try:
        return _full_disk(home, judge)
    finally:
        subprocess.run(["umount", "-l", str(home)], check=False)


def _full_disk(home: Path, judge: Judge) -> Outcome:
    with program(home, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        run.ask("First question?", base("qwen3"), LONG)
        judge.expect(run.streams(), "no answer grew")
        run.begins()
        filler = home / "filler"
        _fill(filler)
        told = run.until(lambda: "full" in (run.last("problem") or ""), 15)
        judge.expect(told, f"no sentence says that the disk is full: {run.sentences()}")
        judge.said = (run.sentences() or [""])[-1]
        grown = run.last("shown")
        judge.expect(
            run.until(lambda: run.last("shown") > grown + 20, SECONDS), "the answer stopped growing"
        )
        filler.unlink()
        judge.expect(
            run.until(lambda: run.last("problem") == "", SECONDS), "not saved once there was room"
        )
        run.do("stop")
        run.until(lambda: run.last("busy") is False, SECONDS)
        texts = run.texts()
        run.quit()
        expect_kept(judge, home, texts)
        return outcome(judge, run)


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)


# --- several of them, and kills ---------------------------------------------------------------


def two_on_one_home(folder: Path) -> Outcome:
    """Expect that of two starts at once one shows its window and the other says so and ends, and
    that a start after a kill is as usual."""
    home, judge = folder / "home", Judge()
    with program(home, judge) as one, program(home, judge) as other:
        both = (one, other)

        def opened() -> bool:
            other.hear()
            return any(it.told("opened") for it in both)

        judge.expect(one.until(opened, START_SECONDS) or opened(), "neither opened")
        first, second = both if one.told("opened") else both[::-1]
        ended = second.until(lambda: second.run.poll() is not None, 20)
        judge.expect(ended or second.run.poll() == 0, "the second one goes on")
        judge.expect(not second.told("opened"), "both have opened")
        judge.expect("already running" in second.errors(), f"it says {second.errors()!r:.200}")
        first.ask("A question?", base("qwen3"), 10)
        judge.expect(first.streams(), "no answer grew")
        os.kill(first.run.pid, signal.SIGKILL)
        first.run.wait()
    with program(home, judge) as third:
        if third.opens():
            third.quit()
        expect_kept(judge, home, ["A question?"])
        return outcome(judge, third)


def kills(mode: str, folder: Path) -> Outcome:
    from tests.bench.kills import kill_often  # noqa: PLC0415  it imports much

    tally = kill_often(2, folder, (mode,))
    judge = Judge()
    judge.expect(not tally.lost_prompts, f"lost: {tally.lost_prompts}")
    judge.expect(not tally.damaged, f"damaged: {tally.damaged}")
    judge.expect(not tally.unmarked, "an interrupted answer is not marked")
    judge.expect(max(tally.lost_ms, default=0) <= 300, f"{tally.lost_ms} ms of an answer lost")
    return outcome(judge)


def killed_while_exporting(folder: Path) -> Outcome:
    """Expect that a killed export is complete or absent, and leaves no other files."""
    home, judge = folder / "home", Judge()
    place = folder / "place"
    place.mkdir()
    for number in range(4):
        with program(home, judge) as run:
            if not run.opens():
                return outcome(judge, run)
            run.ask(f"Question {number}?", tokens=3)
            judge.expect(run.answers(), "no answer")
            run.do("export", path=str(place / f"{number}.zip"))
            time.sleep(0.03 * number)
            os.kill(run.run.pid, signal.SIGKILL)
            run.run.wait()
        for path in place.glob("*.zip"):
            judge.expect(is_whole_zip(path), f"{path.name} is cut short")
        expect_kept(judge, home, [f"Question {it}?" for it in range(number + 1)])
    return outcome(judge)


def is_whole_zip(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as packed:
            return packed.testzip() is None
    except zipfile.BadZipFile:
        return False


# --- what it is given -------------------------------------------------------------------------


def opened_while_it_runs(make: Callable[[Path], Path], folder: Path) -> Outcome:
    """Expect that the chat goes on after the desktop opens a hostile path, and SIGTERM works."""
    home, judge = folder / "home", Judge()
    with program(home, judge) as run:
        if not run.opens():
            return outcome(judge, run)
        run.ask("A question?", base("qwen3"), 10)
        judge.expect(run.answers(), "no answer")
        run.begins()
        run.do("open", path=str(make(folder)))
        run.until(lambda: False, 5)
        run.texts()
        run.quit()
        return outcome(judge, run)


def _hostile_folder(name: str, folder: Path) -> Path:
    made = folder / "hostile"
    shutil.copytree(base("qwen3"), made)
    (made / name).unlink(missing_ok=True)
    os.mkfifo(made / name)
    return made


def _hostile_file(name: str, put: Callable[[Path], None], folder: Path) -> Path:
    put(folder / name)
    return folder / name


def _settings(name: str) -> Iterator[Attack]:
    for kind in ("a FIFO", "/dev/zero", "a directory"):
        run = partial(replaced_before_it_starts, IN_PLACE[kind], name)
        yield Attack(f"home: {kind} as {name}", "program", run)


def _program_attacks() -> Iterator[Attack]:
    for kind, put in IN_PLACE.items():
        run = partial(replaced_while_it_runs, put)
        yield Attack(f"database: {kind} while it runs", "program", run)
        run = partial(replaced_before_it_starts, put, NAME)
        yield Attack(f"database: {kind} before it starts", "program", run)
    yield from _settings("settings.json")
    yield from _settings(f"{NAME}-wal")
    yield from _settings("running.lock")
    yield from _settings("attachments")
    yield Attack("disk full while it streams", "program", full_disk)
    yield Attack("two programs on one home", "program", two_on_one_home)
    yield Attack("database: overwritten while it runs", "program", overwritten_while_it_runs)
    for mode in ("streaming", "editing", "importing", "migrating"):
        yield Attack(f"kill -9 while {mode}", "program", partial(kills, mode))
    yield Attack("kill -9 while exporting", "program", killed_while_exporting)
    for name in ("config.json", "tokenizer.json"):
        make = partial(_hostile_folder, name)
        yield Attack(f"opened: a folder with a FIFO as {name}", "5", _opened(make))
    for name, kind in (("a.png", "a FIFO"), ("a.zip", "a FIFO"), ("a.txt", "/dev/zero")):
        make = partial(_hostile_file, name, IN_PLACE[kind])
        yield Attack(f"opened: {kind} as {name}", "16", _opened(make))


def _opened(make: Callable[[Path], Path]) -> Callable[[Path], Outcome]:
    return partial(opened_while_it_runs, make)


ATTACKS = tuple(_program_attacks())
