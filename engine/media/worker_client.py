"""Decode videos and documents in a worker process that is polled for its progress."""

import json
import os
import signal
import tempfile
import time
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Any

import numpy as np

from engine.errors import Refused, reason
from engine.media.budget import BUDGET, Budget
from engine.media.file_kind import ANIMATED, VIDEOS, KnownFile
from engine.media.frame_plan import FrameSampling, VideoPlan
from engine.media.media_job import WorkerJob
from engine.messages import Media
from engine.sentences import say, unpacked, verbatim
from engine.system import worker_process

# Longest side of frames sent in full size; `frames_bytes` of the budget applies as well.
MAX_SIDE = 16384
# Characters of a line from the worker.
MAX_LINE = 1 << 16
READ_SIZE = 1 << 16


def video_job(
    item: Media, file: KnownFile, sampling: FrameSampling, budget: Budget = BUDGET
) -> WorkerJob:
    """Return the job for frames of a video or animated image; raises Refused for other kinds."""
    if file.kind not in VIDEOS | ANIMATED:
        raise Refused(
            "{name} is not a video but {kind}. Add it as an image.",
            name=file.path.name,
            kind=file.kind.value,
        )
    sampling = replace(sampling, max_frames=min(sampling.max_frames, budget.frames), span=item.span)
    side = MAX_SIDE if item.full else budget.frame_side
    return WorkerJob(file, sampling, (), side, budget)


def page_job(item: Media, file: KnownFile, budget: Budget = BUDGET) -> WorkerJob:
    """Return the job for a page of a document, with little memory: a PDF can use up any amount."""
    budget = replace(budget, worker_bytes=min(budget.worker_bytes, budget.document_bytes))
    side = budget.side if item.full else budget.page_side
    return WorkerJob(file, FrameSampling(), (item.page,), side, budget)


class WorkerClient:
    """A worker process that decodes one file. Call `poll` until it returns True; always `close`.

    `frames` are RGB uint8 (height, width, 3). `plan` and `size` (width, height) of a video, and
    `page_count` of a document, are set before the first frame.
    """

    def __init__(self, job: WorkerJob) -> None:
        self.plan: VideoPlan | None = None
        self.size = (0, 0)
        self.page_count = 0
        self.frames: list[np.ndarray] = []
        self._job = job
        self._bytes = 0
        self._unfinished_line = b""
        self._done = False
        self._pixels = tempfile.TemporaryFile()  # noqa: SIM115  `close` closes it
        try:
            self._process = self._start()
        except OSError as error:
            self._pixels.close()
            raise Refused(
                "{name} could not be read: no process could be started for it ({reason}). "
                "Close other programs and try again.",
                name=job.file.path.name,
                reason=reason(error),
            ) from error
        self._started = self._last_output = time.monotonic()

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """Return a descriptor that is readable when `poll` would find something new."""
        return self._stdout.fileno()

    def poll(self, timeout: float = 0.0) -> bool:
        """Receive the worker's progress, waiting up to `timeout` seconds for some, and return True
        once it is done. Raises Refused if the file cannot be decoded or the worker failed."""
        if not self._done and wait([self.fileno()], timeout):
            self._receive()
        if not self._done:
            self._check_time()
        return self._done

    def close(self) -> None:
        """End the worker, whatever it is doing."""
        worker_process.end(self._process)
        self._pixels.close()

    def __enter__(self) -> "WorkerClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _stdout(self) -> Any:
        assert self._process.stdout is not None
        return self._process.stdout

    def _start(self) -> worker_process.Process:
        out = self._pixels.fileno()
        process = worker_process.start("media-worker", (out,))
        assert process.stdin is not None and process.stdout is not None
        file = replace(self._job.file, path=self._job.file.path.absolute())
        job = replace(self._job, file=file, out=out)
        try:
            process.stdin.write(job.to_json().encode() + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass  # the worker has ended already; its output says why
        os.set_blocking(process.stdout.fileno(), False)
        return process

    def _receive(self) -> None:
        try:
            output = os.read(self.fileno(), READ_SIZE)
        except BlockingIOError:
            return
        if not output:
            raise Refused(self._early_end())
        self._last_output = time.monotonic()
        *lines, self._unfinished_line = (self._unfinished_line + output).split(b"\n")
        try:
            if len(self._unfinished_line) > MAX_LINE:
                raise ValueError("a line without an end")
            for line in lines:
                self._handle(json.loads(line))
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            raise Refused(self._failed(say("it sent an invalid reply"))) from error

    def _handle(self, message: dict[str, Any]) -> None:
        match message:
            case {"refused": value}:
                raise Refused(verbatim(unpacked(value)))
            case {"video": [total, fps, width, height, indices]}:
                planned = tuple(int(index) for index in indices)
                self.plan = VideoPlan(int(total), float(fps), planned)
                self.size = int(width), int(height)
            case {"document": pages}:
                self.page_count = int(pages)
            case {"frame": [height, width]}:
                self.frames.append(self._frame(int(height), int(width)))
            case {"done": True}:
                self._done = True
            case _:
                raise ValueError(message)

    def _frame(self, height: int, width: int) -> np.ndarray:
        count = height * width * 3
        if min(height, width) < 1 or self._bytes + count > self._job.budget.frames_bytes:
            raise ValueError("a frame beyond the budget")
        data = os.pread(self._pixels.fileno(), count, self._bytes)
        self._bytes += count
        return np.frombuffer(data, np.uint8).reshape(height, width, 3)

    def _check_time(self) -> None:
        now, budget = time.monotonic(), self._job.budget
        silent = now - self._last_output > budget.worker_silence
        if silent or now - self._started > budget.worker_seconds:
            limit = budget.worker_silence if silent else budget.worker_seconds
            raise Refused(self._too_slow(limit))

    def _too_slow(self, seconds: float) -> str:
        return say(
            "{name} takes too long to read: stopped after {seconds:g} s. Try a shorter or smaller "
            "copy.",
            name=self._job.file.path.name,
            seconds=seconds,
        )

    def _early_end(self) -> str:
        """Return the sentence for a worker that ended before it was done."""
        code = self._process.wait()
        if code == -signal.SIGXCPU:
            return self._too_slow(self._job.budget.worker_cpu)
        return self._failed(worker_process.say_ended(code))

    def _failed(self, why: str) -> str:
        return say(
            "{name} could not be read: decoding it failed ({why}). Try another copy.",
            name=self._job.file.path.name,
            why=why,
        )
