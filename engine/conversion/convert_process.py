"""The worker process that quantizes one model, polled for its progress."""

import json
import os
import signal
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import Refused, reason
from engine.messages import Recipe, RecipeOffer
from engine.models.model_source import ModelSource
from engine.sentences import say, unpacked, verbatim
from engine.system import worker_process
from engine.system.process_usage import usage_of

# Bytes of output that a worker may owe the end of their line.
MAX_LINE = 1 << 20
READ_SIZE = 1 << 16
# A process that takes this multiple of its memory is stopped: the limit is for faults.
TOLERANCE = 1.25


class ConvertProcess:
    """Call `poll` until what is waited for is set; always `close`.

    `offers` are set first. After `convert`, `done` of `total` bytes of the new weights are
    computed, until `finished`. `peak` is the most memory the process has taken, in bytes. Raises
    Refused if no process can be started.
    """

    def __init__(self, source: ModelSource, view: Path) -> None:
        self.offers: tuple[RecipeOffer, ...] = ()
        self.done = self.total = self.peak = 0
        self.finished = False
        self._name = source.name
        self._most = 0
        self._unfinished_line = b""
        try:
            self._process = worker_process.start("convert-worker")
        except OSError as error:
            raise Refused(
                "{model} could not be converted: no process could be started for it ({reason}). "
                "Close other programs and try again.",
                model=self._name,
                reason=reason(error),
            ) from error
        os.set_blocking(self.fileno(), False)
        order = {"folder": str(source.folder), "view": str(view), "vision": source.vision}
        self._send(order)

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """Return a descriptor that is readable when `poll` would find something new."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def convert(self, recipe: Recipe, folder: Path, most: int) -> None:
        """Begin to write into an empty folder, in at most `most` bytes of memory."""
        self._most = most
        self._send({"recipe": asdict(recipe), "folder": str(folder)})

    def poll(self) -> None:
        """Take what the process has said. Raises Refused if it failed."""
        while output := self._output():
            *lines, self._unfinished_line = (self._unfinished_line + output).split(b"\n")
            try:
                if len(self._unfinished_line) > MAX_LINE:
                    raise ValueError("a line without an end")
                for line in lines:
                    self._take(json.loads(line))
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                raise self._failed(say("it sent an invalid reply")) from error
        if self._most and usage_of(self.pid).memory > TOLERANCE * self._most:
            raise Refused(
                "The conversion of {model} was stopped: it took more memory than was set aside for "
                "it. Allow more memory in Settings and try again.",
                model=self._name,
            )

    def close(self) -> None:
        """Kill the process, whatever it is doing."""
        worker_process.end(self._process)

    def _send(self, order: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        # If the process has ended already, `poll` says why.
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(order).encode() + b"\n")

    def _output(self) -> bytes:
        try:
            output = os.read(self.fileno(), READ_SIZE)
        except BlockingIOError:
            return b""
        if not output and not self.finished:
            raise self._ended()
        return output

    def _take(self, answer: dict[str, Any]) -> None:
        match answer:
            case {"refused": sentence}:
                raise Refused(verbatim(unpacked(sentence)))
            case {"offers": [*offers]}:
                self.offers = tuple(_offer(it) for it in offers)
            case {"done": done, "total": total}:
                self.done, self.total = int(done), int(total)
            case {"peak": peak}:
                self.peak, self.finished = int(peak), True
            case _:
                raise ValueError(answer)

    def _ended(self) -> Refused:
        """Return the error for a process that ended by itself."""
        code = self._process.wait()
        if code == -signal.SIGKILL:
            return self._failed(say("the system ended it, perhaps because memory ran out"))
        return self._failed(worker_process.say_ended(code))

    def _failed(self, why: str) -> Refused:
        return Refused(
            "{model} could not be converted: the conversion failed ({why}). Nothing was changed. "
            "Try again.",
            model=self._name,
            why=why,
        )


def _offer(answer: dict[str, Any]) -> RecipeOffer:
    return RecipeOffer(
        Recipe(**answer["recipe"]),
        int(answer.get("size", 0)),
        int(answer.get("memory", 0)),
        unpacked(answer.get("problem", "")),
    )
