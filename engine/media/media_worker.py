"""The program of the worker process that decodes videos and documents.

The process reads one job from standard input, sets its limits, writes the pixels of each frame to
the job's file descriptor and a line about it to standard output, and ends. Lines are JSON objects:
{"video": [total, fps, width, height, indices]} or {"document": pages}, then {"frame": [height,
width]} for each frame and {"done": true}; or {"refused": a packed sentence}.
"""

import json
import mmap
import os
import sys
from collections.abc import Iterator
from typing import Any

from engine import offline
from engine.errors import Refused, reason
from engine.media.budget import Budget
from engine.media.file_kind import ANIMATED, VIDEOS, FileKind
from engine.media.frame_plan import OpenedVideo
from engine.media.media_job import WorkerJob
from engine.sentences import packed, say
from engine.system import late_modules, worker_process

MB = 1 << 20
# More than any single allocation that decoding a frame needs.
SPARE = 256 * MB


def main() -> int:
    late_modules.import_late()
    offline.follow_environment()
    job = WorkerJob.from_json(sys.stdin.readline())
    limit_worker(job.budget)
    try:
        for message in _messages(job):
            _send(message)
        _send({"done": True})
    except Refused as error:
        _send({"refused": packed(str(error))})
    except MemoryError:
        _send({"refused": packed(too_large(job))})
    return 0


def limit_worker(budget: Budget) -> None:
    worker_process.limit_process(
        RLIMIT_AS=budget.worker_bytes,
        RLIMIT_CPU=budget.worker_cpu,
        RLIMIT_FSIZE=budget.frames_bytes,
        RLIMIT_CORE=0,
    )


def check_memory() -> None:
    """Raise MemoryError if little address space is left. FFmpeg continues after a failed
    allocation, and OpenCV then returns frames that were never written."""
    try:
        mmap.mmap(-1, SPARE).close()
    except OSError as error:
        raise MemoryError from error


def too_large(job: WorkerJob) -> str:
    return say(
        "{name} needs more than {most:,} MB of memory to be read. Make it smaller and try again.",
        name=job.file.path.name,
        most=job.budget.worker_bytes // MB,
    )


def _messages(job: WorkerJob) -> Iterator[dict[str, Any]]:
    # The decoders open videos and documents by path: refuse one that became another kind or a pipe.
    job.file.open().close()
    frames = _document(job) if job.file.kind is FileKind.PDF else _video(job)
    yield next(frames)
    written = 0
    for frame in frames:
        height, width, _ = frame.shape
        check_memory()
        written += frame.nbytes
        if written > job.budget.frames_bytes:
            raise Refused(too_large(job))
        _write(job, frame)
        yield {"frame": [height, width]}


def _video(job: WorkerJob) -> Iterator[Any]:
    if job.file.kind in VIDEOS:
        from engine.media import video_frames  # noqa: PLC0415  a job needs one of three decoders

        video = video_frames.open_video(job.file, job.sampling, job.budget)
        yield _opened(video)
        yield from video_frames.read_video(video, _side(job, video))
    elif job.file.kind in ANIMATED:
        from engine.media import animation  # noqa: PLC0415

        video = animation.open_animated(job.file, job.sampling, job.budget)
        yield _opened(video)
        yield from animation.read_animated(video, _side(job, video), job.budget)
    else:
        raise Refused("{name} is not animated. Send it as an image.", name=job.file.path.name)


def _opened(video: OpenedVideo) -> dict[str, Any]:
    return {"video": [video.plan.total, video.plan.fps, *video.size, list(video.plan.indices)]}


def _document(job: WorkerJob) -> Iterator[Any]:
    from engine.media import document_pages  # noqa: PLC0415

    path = job.file.path
    document = document_pages.open_document(path)
    yield {"document": len(document)}
    pages = [page for page in job.pages if page < len(document)]
    yield from document_pages.read_pages(document, path, pages, job.side)


def _side(job: WorkerJob, video: OpenedVideo) -> int:
    """Return the job's side, or a smaller one with which all frames fit into the budget."""
    width, height = video.size
    share = job.budget.frames_bytes / max(1, 3 * width * height * len(video.plan.indices))
    # 1 % less, because sides are rounded to whole pixels.
    largest = int(0.99 * max(video.size) * share**0.5)
    return max(1, min(job.side, largest))


def _write(job: WorkerJob, frame: Any) -> None:
    data = memoryview(frame.tobytes())
    try:
        while data:
            data = data[os.write(job.out, data) :]
    except OSError as error:
        raise Refused(
            "The decoded frames of {name} could not be saved ({reason}). Free some disk space and "
            "try again.",
            name=job.file.path.name,
            reason=reason(error),
        ) from error


def _send(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)  # noqa: T201  standard output is the channel


if __name__ == "__main__":
    sys.exit(main())
