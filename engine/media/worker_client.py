"""Clips and documents read by a worker process, which is asked in between how far it is."""

import json
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import replace
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any

import numpy as np

from engine.errors import Refused
from engine.media.budget import BUDGET, Budget
from engine.media.file_kind import ANIMATED, CLIPS, FileKind, kind_of
from engine.media.frame_plan import ClipPlan, Sampling
from engine.media.media_job import WorkerJob
from engine.messages import Media
from engine.sentences import say, unpacked, verbatim
from engine.system.worker_process import ROOT, command, environment

# Of frames in full; the budget of all frames of a clip holds nevertheless.
MAX_SIDE = 16384
# Of what the worker says, before its line ends.
MAX_LINE = 1 << 16
READ_SIZE = 1 << 16


def clip_job(item: Media, sampling: Sampling, budget: Budget = BUDGET) -> WorkerJob:
    """Frames of a video, or of a picture that moves; raises Refused."""
    kind = kind_of(item.path)
    if kind not in CLIPS | ANIMATED:
        raise Refused(
            "{name} is no video but {kind}. Add it as a picture.",
            name=item.path.name,
            kind=kind.value,
        )
    sampling = replace(sampling, max_frames=min(sampling.max_frames, budget.frames), span=item.span)
    side = MAX_SIDE if item.full else budget.frame_side
    return WorkerJob(item.path, kind, sampling, (), side, budget)


def page_job(item: Media, budget: Budget = BUDGET) -> WorkerJob:
    """A page of a document; the program that draws it can be made to take all that it gets."""
    budget = replace(budget, worker_bytes=min(budget.worker_bytes, budget.document_bytes))
    side = budget.side if item.full else budget.page_side
    return WorkerJob(item.path, FileKind.PDF, Sampling(), (item.page,), side, budget)


class Reading:
    """One file in a worker. `poll` until it is True, then everything is there; `close` in any case.

    `plan` and `size` (width, height) of a clip are there before its frames, as is `page_count` of
    a document. `frames` are RGB uint8 (height, width, 3).
    """

    def __init__(self, job: WorkerJob) -> None:
        self.plan: ClipPlan | None = None
        self.size = (0, 0)
        self.page_count = 0
        self.frames: list[np.ndarray] = []
        self._job = job
        self._bytes = 0
        self._said = b""
        self._done = False
        self._pixels = tempfile.TemporaryFile()  # noqa: SIM115  `close` does it
        try:
            self._process = self._started()
        except OSError as error:
            self._pixels.close()
            raise Refused(
                "{name} could not be read: no process could be started for it ({reason}). "
                "Close other programs and try again.",
                name=job.path.name,
                reason=error.strerror,
            ) from error
        self._began = self._heard = time.monotonic()

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """Readable when `poll` would find something new."""
        return self._stdout.fileno()

    def poll(self, timeout: float = 0.0) -> bool:
        """Take what the worker has done until now, waiting so many seconds for it; whether it is
        done. Raises Refused where the file, or the worker, cannot go on."""
        if not self._done and wait([self.fileno()], timeout):
            self._hear()
        if not self._done:
            self._check_time()
        return self._done

    def close(self) -> None:
        """End the worker, wherever it is."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._stdout.close()
        self._pixels.close()

    def __enter__(self) -> "Reading":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def _stdout(self) -> Any:
        assert self._process.stdout is not None
        return self._process.stdout

    def _started(self) -> subprocess.Popen[bytes]:
        out = self._pixels.fileno()
        process = subprocess.Popen(
            command("media-worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            pass_fds=(out,),
            cwd=ROOT,
            env=environment(),
            # Ctrl-C in a terminal ends the request, in its own way.
            start_new_session=True,
        )
        assert process.stdin is not None and process.stdout is not None
        job = replace(self._job, path=self._job.path.absolute(), out=out)
        try:
            process.stdin.write(job.to_json().encode() + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended already: its output says so
        os.set_blocking(process.stdout.fileno(), False)
        return process

    def _hear(self) -> None:
        try:
            heard = os.read(self.fileno(), READ_SIZE)
        except BlockingIOError:
            return
        if not heard:
            raise Refused(self._ended())
        self._heard = time.monotonic()
        *lines, self._said = (self._said + heard).split(b"\n")
        try:
            for line in lines:
                self._take(json.loads(line))
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            raise Refused(self._broken(say("it answered nonsense"))) from error
        if len(self._said) > MAX_LINE:
            raise Refused(self._broken(say("it answered nonsense")))

    def _take(self, answer: dict[str, Any]) -> None:
        match answer:
            case {"refused": value}:
                raise Refused(verbatim(unpacked(value)))
            case {"clip": [total, rate, width, height, indices]}:
                chosen = tuple(int(index) for index in indices)
                self.plan = ClipPlan(self._job.path, int(total), float(rate), chosen)
                self.size = int(width), int(height)
            case {"document": pages}:
                self.page_count = int(pages)
            case {"frame": [height, width]}:
                self.frames.append(self._frame(int(height), int(width)))
            case {"done": True}:
                self._done = True
            case _:
                raise ValueError(answer)

    def _frame(self, height: int, width: int) -> np.ndarray:
        count = height * width * 3
        if min(height, width) < 1 or self._bytes + count > self._job.budget.frames_bytes:
            raise ValueError("a frame outside of the budget")
        data = os.pread(self._pixels.fileno(), count, self._bytes)
        self._bytes += count
        return np.frombuffer(data, np.uint8).reshape(height, width, 3)

    def _check_time(self) -> None:
        now, budget = time.monotonic(), self._job.budget
        silent = now - self._heard > budget.worker_silence
        if silent or now - self._began > budget.worker_seconds:
            limit = budget.worker_silence if silent else budget.worker_seconds
            raise Refused(self._slow(limit))

    def _slow(self, seconds: float) -> str:
        return say(
            "{name} takes too long to read: it was given up after {seconds:g} s. Try a "
            "shorter or smaller copy.",
            name=self._job.path.name,
            seconds=seconds,
        )

    def _ended(self) -> str:
        """Why the worker ended before it was done."""
        code = self._process.wait()
        if code == -signal.SIGXCPU:
            return self._slow(self._job.budget.worker_cpu)
        if code < 0:
            return self._broken(say("signal {number}", number=-code))
        return self._broken(say("exit code {number}", number=code))

    def _broken(self, why: str) -> str:
        return say(
            "{name} could not be read: the program that decodes it broke off ({why}). Try "
            "another copy.",
            name=self._job.path.name,
            why=why,
        )
