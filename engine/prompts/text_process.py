"""The worker process that renders and tokenizes for one model folder: its jobs, answers and
limits."""

import json
import os
import pickle
import select
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import Refused, reason
from engine.frozen import frozen
from engine.prompts.text_worker import LENGTH
from engine.sentences import say, unpacked, verbatim
from engine.system import worker_process
from engine.system.process_usage import ProcessUsage, usage_of

MB = 1 << 20
READ_SIZE = 1 << 20
# Seconds to wait for the process to read more of a long job.
WRITE_WAIT = 0.005


@frozen
class Limits:
    """Limits of a piece of work: `seconds` of processor time, bytes of `memory` and of the
    `answer`."""

    seconds: float
    memory: int
    answer: int

    @staticmethod
    def of_start(view: Path) -> "Limits":
        """Return the limits of loading what a view contains. An honest tokenizer takes a third of
        them."""
        size = sum(it.stat().st_size for it in view.iterdir() if it.suffix != ".safetensors")
        return Limits(min(5 + size / (4 * MB), 10), 256 * MB + 10 * size, MB)

    @staticmethod
    def of_job(size: int) -> "Limits":
        """Return the limits of a job of `size` bytes. An honest tokenizer takes 450 bytes of memory
        per byte if every character is a token, and a tenth of the time."""
        memory = min(256 * MB + 512 * size, MAX_MEMORY)
        return Limits(5 + size / (200 << 10), memory, 16 * MB + 16 * size)


# Signals that end a process and come from outside of it.
FROM_OTHERS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# Enough for the longest text of any context.
MAX_MEMORY = 4096 * MB
# Bytes of a job per write.
AT_ONCE = 1 << 20
# A sleeping process takes no processor time, so elapsed time is limited to a multiple of that.
PATIENCE = 10
# Processor seconds left to a job whose request has ended. Starting a process takes about as long.
HURRY = 1.0


class TextProcess:
    """Does one job at a time. `take` polls for its answer.

    `take` raises Refused if the job could not be done; the process has ended if it is no longer
    `alive`.
    """

    def __init__(self, name: str, hello: tuple[Any, Path]) -> None:
        self._name = name
        self._limits = Limits.of_start(hello[1])
        self._out = memoryview(b"")
        self._received = bytearray()
        self._base = ProcessUsage()
        self._imported = False
        # Bytes that the process took before its first job.
        self._settled = 0
        try:
            self._process = worker_process.start("text-worker")
        except OSError as error:
            raise Refused(
                "{model} could not be loaded: no process could be started for it ({reason}). "
                "Close other programs and try again.",
                model=name,
                reason=reason(error),
            ) from error
        self.alive = True
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        self._send(*hello)

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """Return a descriptor that is readable when `take` would find something new."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def ask(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Start a job, after the previous one has been answered."""
        data = pickle.dumps(arguments)
        self._limits = Limits.of_job(len(data))
        usage = usage_of(self.pid)
        self._settled = self._settled or usage.memory
        self._base = ProcessUsage(self._settled, usage.cpu)
        self._send(name, data)

    def hurry(self) -> None:
        """Leave the job little more time: nobody waits for its answer any more, but others wait for
        theirs."""
        used = usage_of(self.pid).cpu - self._base.cpu
        self._limits = replace(self._limits, seconds=min(self._limits.seconds, used + HURRY))

    def take(self) -> dict[str, Any] | None:
        """Return the answer to the job, or None if there is none yet; raises Refused."""
        try:
            self._write()
            answer = self._answer()
            if answer == {"imported": True}:
                self._imported = True
                self._base, self._started = usage_of(self.pid), time.monotonic()
                answer = None
            if answer is None:
                self._check_limits()
            return None if answer is None else self._checked(answer)
        except Refused:
            raise
        except (OSError, ValueError, TypeError, LookupError) as error:
            raise self._killed(_broken(self._name)) from error

    def close(self) -> None:
        """Kill the process, whatever it is doing."""
        self.alive = False
        worker_process.end(self._process)

    def _send(self, first: Any, second: Any) -> None:
        data = pickle.dumps((first, second, self._limits.memory))
        self._out = memoryview(LENGTH.pack(len(data)) + data)
        self._started = time.monotonic()

    def _write(self) -> None:
        assert self._process.stdin is not None
        left = len(self._out) - AT_ONCE
        while len(self._out) > max(left, 0):
            _, ready, _ = select.select([], [self._process.stdin], [], WRITE_WAIT)
            if not ready:
                return
            self._out = self._out[os.write(self._process.stdin.fileno(), self._out) :]

    def _answer(self) -> Any:
        """Return the next frame from the process, or None."""
        while (frame := self._frame()) is None:
            try:
                received = os.read(self.fileno(), READ_SIZE)
            except BlockingIOError:
                return None
            if not received:
                raise self._ended()
            self._received += received
        return json.loads(frame)

    def _frame(self) -> bytes | None:
        if len(self._received) < LENGTH.size:
            return None
        (size,) = LENGTH.unpack_from(self._received)
        if size > self._limits.answer:
            raise self._killed(self._too_large())
        end = LENGTH.size + size
        if len(self._received) < end:
            return None
        frame = bytes(self._received[LENGTH.size : end])
        del self._received[:end]
        return frame

    def _checked(self, answer: dict[str, Any]) -> dict[str, Any]:
        match answer:
            case {"refused": sentence}:
                raise Refused(verbatim(unpacked(sentence)))
            case {"large": True}:
                raise Refused(self._too_large())
            case {"broken": str()}:
                raise Refused(_broken(self._name))
        return answer

    def _check_limits(self) -> None:
        """Check the job against its limits; raises Refused."""
        usage, waited = usage_of(self.pid), time.monotonic() - self._started
        if waited > PATIENCE * self._limits.seconds:
            raise self._killed(self._too_slow(PATIENCE * self._limits.seconds))
        if not self._imported:
            return
        if usage.cpu - self._base.cpu > self._limits.seconds:
            raise self._killed(self._too_slow(self._limits.seconds))
        if usage.memory - self._base.memory > self._limits.memory:
            raise self._killed(self._too_large())

    def _ended(self) -> Refused:
        """Return the error for a process that has ended: native code aborts if it gets no more
        memory, while others send the signals that end a healthy process."""
        code = -self._process.wait()
        if code == signal.SIGABRT:
            return self._killed(self._too_large())
        return self._killed((_ended_by_others if code in FROM_OTHERS else _broken)(self._name))

    def _killed(self, sentence: str) -> Refused:
        self.close()
        return Refused(sentence)

    def _too_slow(self, seconds: float) -> str:
        return say(
            "The tokenizer or chat template of {model} was stopped after {seconds:.0f} s of work. "
            "Ask something shorter, or choose another model.",
            model=self._name,
            seconds=seconds,
        )

    def _too_large(self) -> str:
        return say(
            "The tokenizer or chat template of {model} was stopped: it needs more than {most:,} MB "
            "of memory. Ask something shorter, or choose another model.",
            model=self._name,
            most=self._limits.memory // MB,
        )


def _ended_by_others(name: str) -> str:
    return say(
        "The process that runs the tokenizer and chat template of {model} was ended by the system, "
        "which does that if memory runs out, or by another program. Close other programs and ask "
        "again.",
        model=name,
    )


def _broken(name: str) -> str:
    return say(
        "The tokenizer or chat template of {model} failed. Download the model again, or choose "
        "another model.",
        model=name,
    )
