"""A file that is added: what it is, how large, and whether it fits, before its pixels are read."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.errors import Refused
from engine.media.budget import BUDGET, Budget, size_in_words
from engine.media.file_kind import ANIMATED, CLIPS, FileKind, kind_of
from engine.media.frame_plan import ClipPlan, Sampling
from engine.media.images import (
    check_pixels,
    check_size,
    decoding_bytes,
    heic_decoder,
    moves,
    open_picture,
    read_picture,
    upright_size,
)
from engine.media.media_job import WorkerJob
from engine.media.worker_client import Reading, page_job
from engine.messages import Choice, Media, MediaKind, OverBudget
from engine.sentences import say

# How long a worker is waited for before its time is looked at.
TICK = 0.05
# From so many seconds on the frames of a clip are far apart, and each takes a while.
LONG = 600.0


def go_on() -> None:
    """What is called while a worker is waited for, where nothing can end the wait."""


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


def admit(path: Path, budget: Budget = BUDGET) -> FileKind:
    """What a file is, by its first bytes and the size in its header: enough to copy it or not.

    Raises Refused for what is known by these to be of no use. Nothing of it is decoded.
    """
    kind = kind_of(path)
    if kind is FileKind.PDF:
        _check_bytes(path, budget)
    elif kind is FileKind.HEIC:
        _check_bytes(path, budget)
        check_pixels(path, *heic_decoder(path).size(path), budget)
    elif kind not in CLIPS:
        open_picture(path, budget).close()
    return kind


def examine(
    path: Path,
    budget: Budget = BUDGET,
    *,
    strip: int = 1,
    check: Callable[[], None] = go_on,
    first: Callable[[Examined], None] | None = None,
) -> Examined:
    """Look at one file; `strip` frames of a clip, and pages, are decoded small, in the worker.

    Raises Refused for what can never be read. Blocks for the worker's time, in which `check` is
    called again and again: what it raises ends the wait. `first` is told of a LONG clip before its
    strip is there, but for the first frame.
    """
    kind = kind_of(path)
    if kind in CLIPS:
        item = Media(MediaKind.VIDEO, path)
        return examine_clip(item, budget, strip=strip, check=check, first=first)
    if kind is FileKind.PDF:
        return _document(path, budget, check)
    return examine_picture(Media(MediaKind.IMAGE, path), budget)


def examine_picture(item: Media, budget: Budget = BUDGET) -> Examined:
    """As `examine`, of a picture that is sent shrunk or in `full`; raises Refused also where it
    cannot be sent in full."""
    kind = kind_of(item.path)
    if kind is FileKind.HEIC:
        size = heic_decoder(item.path).size(item.path)
        check_pixels(item.path, *size, budget)
        return _picture(item, kind, size, budget, full=True, clip=False)
    with open_picture(item.path, budget) as picture:
        check_size(item.path, picture, budget, full=item.full)
        within = decoding_bytes(picture, budget, full=True) <= budget.picture_bytes
        full = within and picture.width * picture.height <= budget.pixels
        clip = kind in ANIMATED and moves(picture)
        return _picture(item, kind, upright_size(picture), budget, full=full, clip=clip)


def examine_clip(
    item: Media,
    budget: Budget = BUDGET,
    *,
    strip: int = 1,
    check: Callable[[], None] = go_on,
    first: Callable[[Examined], None] | None = None,
) -> Examined:
    """As `examine`, of a video, a span of it, or a picture that moves."""
    kind = kind_of(item.path)
    sampling = Sampling(min_frames=strip, max_frames=strip, frame_factor=1, span=item.span)
    job = WorkerJob(item.path, kind, sampling, (), budget.strip_side, budget)
    with Reading(job) as reading:
        while first and not reading.poll(TICK) and not reading.frames:
            check()
        if first and reading.plan and reading.plan.seconds > LONG:
            first(_clip(item, kind, reading, budget))
        _finish(reading, check)
        return _clip(item, kind, reading, budget)


def look(
    item: Media, side: int, budget: Budget = BUDGET, *, check: Callable[[], None] = go_on
) -> np.ndarray:
    """What people see of it: a picture, a page, or the first frame of a clip or of its span; RGB
    uint8 (height, width, 3), no side above `side`. Raises Refused; `check` as in `examine`."""
    kind = kind_of(item.path)
    if item.kind is MediaKind.VIDEO:
        sampling = Sampling(min_frames=1, max_frames=1, frame_factor=1, span=item.span)
        job = WorkerJob(item.path, kind, sampling, (), side, budget)
    elif kind is FileKind.PDF:
        job = replace(page_job(item, budget), side=side)
    else:
        picture = read_picture(item.path, budget=budget)
        picture.thumbnail((side, side))
        return np.asarray(picture)
    with Reading(job) as reading:
        _finish(reading, check)
        if not reading.frames:
            raise Refused("{name} has no page {page}.", name=item.path.name, page=item.page + 1)
        return reading.frames[0]


def in_time(seconds: float) -> str:
    """1:05, or 2:00:00."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _check_bytes(path: Path, budget: Budget) -> None:
    size = path.stat().st_size
    if size > budget.file_bytes:
        raise Refused(
            "{name} has {size:,.0f} MB; the largest file of this kind is {most:,.0f} MB. "
            "Make it smaller and try again.",
            name=path.name,
            size=size / 1e6,
            most=budget.file_bytes / 1e6,
        )


def _picture(
    item: Media, kind: FileKind, size: tuple[int, int], budget: Budget, *, full: bool, clip: bool
) -> Examined:
    path, over = item.path, None
    if max(size) > budget.side:
        scale = budget.side / max(size)
        width, height = (max(1, round(side * scale)) for side in size)
        choices = (Choice.SHRINK, *([Choice.FULL] if full else []), Choice.LEAVE_OUT)
        done = (
            say("sent in full")
            if item.full
            else say("shrunk to {width:,} × {height:,}", width=width, height=height)
        )
        over = OverBudget(
            say(
                "{name} is {size}. It is {done}.",
                name=path.name,
                size=size_in_words(*size),
                done=done,
            ),
            choices,
        )
    return Examined(
        kind,
        (item,),
        path.stat().st_size,
        size,
        moving=Media(MediaKind.VIDEO, path) if clip else None,
        over=over,
    )


def _clip(item: Media, kind: FileKind, reading: Reading, budget: Budget) -> Examined:
    """With the frames that have been read."""
    plan = reading.plan
    assert plan is not None
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


def _document(path: Path, budget: Budget, check: Callable[[], None]) -> Examined:
    shown = tuple(range(budget.pages))
    job = WorkerJob(path, FileKind.PDF, Sampling(), shown, budget.strip_side, budget)
    with Reading(job) as reading:
        _finish(reading, check)
        pages = reading.page_count
        over = None
        if pages > budget.pages:
            over = OverBudget(
                say(
                    "{name} has {pages:,} pages. The first {count} are sent.",
                    name=path.name,
                    pages=pages,
                    count=budget.pages,
                ),
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
        say(
            "{name} is {length} long. {count} of its frames are sent, one every {seconds:.1f} "
            "s; of a shorter part more is seen.",
            name=item.path.name,
            length=in_time(length),
            count=budget.frames,
            seconds=length / budget.frames,
        ),
        (Choice.SHRINK, Choice.LEAVE_OUT),
    )


def _finish(reading: Reading, check: Callable[[], None]) -> None:
    while not reading.poll(TICK):
        check()
