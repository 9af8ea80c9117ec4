"""A file that is added: what it is, how large, and whether it fits, before its pixels are read."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.budget import BUDGET, Budget, size_in_words
from engine.clip_plan import ClipPlan, Sampling
from engine.file_kind import ANIMATED, CLIPS, FileKind, kind_of
from engine.media import (
    check_pixels,
    decoding_bytes,
    heic_decoder,
    moves,
    open_picture,
    upright_size,
)
from engine.messages import Choice, Media, MediaKind, OverBudget
from engine.reading import Reading
from engine.worker_job import WorkerJob

# How long a worker is waited for before its time is looked at.
TICK = 0.05


@dataclass(frozen=True)
class Examined:
    """What goes with a message as `items`, unless people choose otherwise where it is `over` the
    budget. `size` is width and height, of the first page of a document. A clip has `seconds` and
    `frames`; `strip` is a few of them, or the pages of a document that are sent, small, RGB uint8
    (height, width, 3). `moving` is a picture that moves as a clip."""

    kind: FileKind
    items: tuple[Media, ...]
    file_bytes: int
    size: tuple[int, int]
    pages: int = 1
    frames: int = 1
    seconds: float = 0.0
    strip: tuple[np.ndarray, ...] = ()
    moving: Media | None = None
    over: OverBudget | None = None

    def chosen(self, choice: Choice) -> tuple[Media, ...]:
        if choice is Choice.LEAVE_OUT:
            return ()
        return tuple(replace(item, full=choice is Choice.FULL) for item in self.items)


def examine(path: Path, budget: Budget = BUDGET, *, strip: int = 1) -> Examined:
    """Look at one file; `strip` frames of a clip, and pages, are decoded small, in the worker.

    Raises Refused for what can never be read. Blocks for the worker's time.
    """
    kind = kind_of(path)
    if kind in CLIPS:
        return examine_clip(Media(MediaKind.VIDEO, path), budget, strip=strip)
    if kind is FileKind.PDF:
        return _document(path, budget)
    if kind is FileKind.HEIC:
        size = heic_decoder(path).size(path)
        check_pixels(path, *size, budget)
        return _picture(path, kind, size, budget, full=True, clip=False)
    with open_picture(path, budget) as picture:
        within = decoding_bytes(picture, budget, full=True) <= budget.picture_bytes
        full = within and picture.width * picture.height <= budget.pixels
        clip = kind in ANIMATED and moves(picture)
        return _picture(path, kind, upright_size(picture), budget, full=full, clip=clip)


def examine_clip(item: Media, budget: Budget = BUDGET, *, strip: int = 1) -> Examined:
    """As `examine`, of a video, a span of it, or a picture that moves."""
    kind = kind_of(item.path)
    sampling = Sampling(min_frames=strip, max_frames=strip, span=item.span)
    job = WorkerJob(item.path, kind, sampling, (), budget.strip_side, budget)
    with Reading(job) as reading:
        _finish(reading)
        assert reading.plan is not None
        plan = reading.plan
        return Examined(
            kind,
            (item,),
            item.path.stat().st_size,
            reading.size,
            frames=plan.total,
            seconds=plan.seconds,
            strip=tuple(reading.frames),
            over=_over_frames(item, plan, budget),
        )


def in_time(seconds: float) -> str:
    """1:05, or 2:00:00."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _picture(
    path: Path, kind: FileKind, size: tuple[int, int], budget: Budget, *, full: bool, clip: bool
) -> Examined:
    over = None
    if max(size) > budget.side:
        scale = budget.side / max(size)
        width, height = (max(1, round(side * scale)) for side in size)
        choices = (Choice.SHRINK, *([Choice.FULL] if full else []), Choice.LEAVE_OUT)
        over = OverBudget(
            f"{path.name} is {size_in_words(*size)}. It is sent as {width:,} × {height:,}.", choices
        )
    return Examined(
        kind,
        (Media(MediaKind.IMAGE, path),),
        path.stat().st_size,
        size,
        moving=Media(MediaKind.VIDEO, path) if clip else None,
        over=over,
    )


def _document(path: Path, budget: Budget) -> Examined:
    shown = tuple(range(budget.pages))
    job = WorkerJob(path, FileKind.PDF, Sampling(), shown, budget.strip_side, budget)
    with Reading(job) as reading:
        _finish(reading)
        pages = reading.page_count
        over = None
        if pages > budget.pages:
            over = OverBudget(
                f"{path.name} has {pages:,} pages. The first {budget.pages} are sent.",
                (Choice.SHRINK, Choice.LEAVE_OUT),
            )
        height, width = reading.frames[0].shape[:2]
        sent = range(min(pages, budget.pages))
        return Examined(
            FileKind.PDF,
            tuple(Media(MediaKind.IMAGE, path, page=page) for page in sent),
            path.stat().st_size,
            (width, height),
            pages=pages,
            strip=tuple(reading.frames),
            over=over,
        )


def _over_frames(item: Media, plan: ClipPlan, budget: Budget) -> OverBudget | None:
    start, end = item.span or (0.0, plan.seconds)
    length = max(0.0, min(end, plan.seconds) - start)
    if min(Sampling().fps, plan.fps) * length <= budget.frames:
        return None
    return OverBudget(
        f"{item.path.name} is {in_time(length)} long. {budget.frames} of its frames are sent, one "
        f"every {length / budget.frames:.1f} s; of a shorter part more is seen.",
        (Choice.SHRINK, Choice.LEAVE_OUT),
    )


def _finish(reading: Reading) -> None:
    while not reading.poll(TICK):
        pass
