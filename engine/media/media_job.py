"""The job that a worker process is sent."""

from engine.frozen import frozen
from engine.media.budget import Budget
from engine.media.file_kind import KnownFile
from engine.media.frame_plan import FrameSampling


@frozen
class WorkerJob:
    """Decode frames of a video or animated image, or the `pages` of a document, no side above
    `side` pixels. The worker writes their pixels, one after the other, to the file descriptor
    `out`."""

    file: KnownFile
    sampling: FrameSampling
    pages: tuple[int, ...]
    side: int
    budget: Budget
    out: int = -1
