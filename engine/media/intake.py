"""Examine a file that is added: its kind, its size, and if it fits, before it is decoded."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.errors import Refused, no_check
from engine.frozen import frozen
from engine.media.budget import BUDGET, Budget, size_in_words
from engine.media.file_kind import ANIMATED, VIDEOS, FileKind, KnownFile, stat_file
from engine.media.frame_plan import FrameSampling, VideoPlan
from engine.media.images import (
    check_bytes,
    check_pixels,
    check_size,
    decoding_bytes,
    has_more_pages,
    heic_decoder,
    moves,
    open_image,
    padded_pixels,
    read_image,
    upright_size,
)
from engine.media.media_job import WorkerJob
from engine.media.worker_client import WorkerClient, page_job
from engine.messages import Choice, Media, MediaKind, OverBudget
from engine.sentences import clock_time, say, say_all

# Seconds between two calls of `check` while a worker decodes.
TICK = 0.05
# Seconds. The frames of a longer video are far apart, and each takes a while to decode.
LONG_VIDEO = 600.0


@frozen
class Examined:
    """A file that can be sent as `items`; people may choose otherwise if it is `over` the budget.

    `size` is width and height, of the first page of a document. A video has `seconds` and `frames`.
    `strip` is a few of its frames, or the pages of a document that are sent, small, as RGB uint8
    (height, width, 3). `moving` is an animated image as a video.
    """

    file: KnownFile
    items: tuple[Media, ...]
    size: tuple[int, int]
    pages: int = 1
    frames: int = 1
    seconds: float = 0.0
    strip: tuple[np.ndarray, ...] = ()
    moving: Media | None = None
    over: OverBudget | None = None


def admit(file: KnownFile, budget: Budget = BUDGET) -> None:
    """Raise Refused if the size of a file, or in its header, already rules it out. Nothing is
    decoded, so this is cheap enough to run before the file is copied."""
    path = file.path
    if file.kind in (FileKind.PDF, FileKind.HEIC):
        check_bytes(path, stat_file(path).st_size, budget)
        if file.kind is FileKind.HEIC:
            check_pixels(path, *heic_decoder(path).size(path), budget)
    elif file.kind not in VIDEOS:
        with open_image(file, budget):
            pass


def examine_file(
    file: KnownFile,
    budget: Budget = BUDGET,
    *,
    strip: int = 1,
    check: Callable[[], None] = no_check,
    early: Callable[[Examined], None] | None = None,
) -> Examined:
    """Examine one file. The worker decodes `strip` frames of a video, and the pages of a document.

    Raises Refused for a file that can never be sent. Blocks while the worker runs; `check` is
    called repeatedly, and an exception from it ends the wait. `early` gets a video of more than
    LONG_VIDEO seconds once its first frame is decoded.
    """
    if file.kind in VIDEOS:
        item = Media(MediaKind.VIDEO, file.path)
        return examine_video(item, file, budget, strip=strip, check=check, early=early)
    if file.kind is FileKind.PDF:
        return _document(file, budget, check)
    return examine_image(file, budget)


def examine_image(file: KnownFile, budget: Budget = BUDGET, *, full: bool = False) -> Examined:
    """Examine an image that is sent shrunk, or in `full` size. Raises Refused if it cannot be sent
    that way."""
    if file.kind is FileKind.HEIC:
        size = heic_decoder(file.path).size(file.path)
        check_pixels(file.path, *size, budget)
        can_be_full, animated, more = padded_pixels(*size) <= budget.pixels, False, False
    else:
        with open_image(file, budget) as image:
            check_size(file.path, image, budget, full=full)
            size = upright_size(image)
            full_bytes = decoding_bytes(image, budget, full=True)
            pixels = padded_pixels(*image.size)
            can_be_full = full_bytes <= budget.image_bytes and pixels <= budget.pixels
            animated = file.kind in ANIMATED and moves(image)
            more = has_more_pages(image)
    over = _over_side(file.path, size, budget, full=full, can_be_full=can_be_full)
    return Examined(
        file,
        (Media(MediaKind.IMAGE, file.path, full=full),),
        size,
        moving=Media(MediaKind.VIDEO, file.path) if animated else None,
        over=_over_pages(file.path, over) if more else over,
    )


def examine_video(
    item: Media,
    file: KnownFile,
    budget: Budget = BUDGET,
    *,
    strip: int = 1,
    check: Callable[[], None] = no_check,
    early: Callable[[Examined], None] | None = None,
) -> Examined:
    """Examine a video, its span, or an animated image; arguments as of `examine_file`."""
    sampling = FrameSampling(min_frames=strip, max_frames=strip, frame_factor=1, span=item.span)
    job = WorkerJob(file, sampling, (), budget.strip_side, budget)
    with WorkerClient(job) as worker:
        while early and not worker.poll(TICK) and not worker.frames:
            check()
        if early and worker.plan and worker.plan.seconds > LONG_VIDEO:
            early(_video(item, file, worker, budget))
        _finish(worker, check)
        found = _video(item, file, worker, budget)
        if end := _broken_at(worker):
            found = cut_at(found, end)
        return found


def cut_at(video: Examined, end: float) -> Examined:
    """Return a video of which nothing after `end` can be decoded."""
    over = video.over or OverBudget("", (Choice.KEEP, Choice.LEAVE_OUT))
    sentence = say(
        "{name} cannot be read beyond {time}. Only what is before is sent.",
        name=video.file.path.name,
        time=clock_time(end),
    )
    over = replace(over, sentence=say_all([over.sentence, sentence]))
    return replace(video, seconds=end, over=over)


def look(
    item: Media, file: KnownFile, side: int, *, check: Callable[[], None] = no_check
) -> np.ndarray:
    """Decode a preview: an image, a page, or the first frame of a video or of its span.

    Returns RGB uint8 (height, width, 3), no side above `side`. Raises Refused; `check` as in
    `examine_file`.
    """
    if item.kind is MediaKind.VIDEO:
        sampling = FrameSampling(min_frames=1, max_frames=1, frame_factor=1, span=item.span)
        job = WorkerJob(file, sampling, (), side, BUDGET)
    elif file.kind is FileKind.PDF:
        job = replace(page_job(item, file), side=side)
    else:
        image = read_image(file)
        image.thumbnail((side, side))
        return np.asarray(image)
    with WorkerClient(job) as worker:
        _finish(worker, check)
        if not worker.frames:
            raise Refused("{name} has no page {page}.", name=item.path.name, page=item.page + 1)
        return worker.frames[0]


def frames_of(
    item: Media,
    file: KnownFile,
    count: int,
    side: int,
    *,
    check: Callable[[], None] = no_check,
) -> list[np.ndarray]:
    """Decode up to `count` evenly spaced frames of a video or of its span, as `look` does."""
    sampling = FrameSampling(min_frames=count, max_frames=count, frame_factor=1, span=item.span)
    with WorkerClient(WorkerJob(file, sampling, (), side, BUDGET)) as worker:
        _finish(worker, check)
        return worker.frames


def _over_side(
    path: Path, size: tuple[int, int], budget: Budget, *, full: bool, can_be_full: bool
) -> OverBudget | None:
    """Return what people choose about an image with too long a side, or None for other images."""
    if max(size) <= budget.side:
        return None
    scale = budget.side / max(size)
    width, height = (max(1, round(side * scale)) for side in size)
    done = (
        say("sent in full")
        if full
        else say("shrunk to {width:,} × {height:,}", width=width, height=height)
    )
    sentence = say(
        "{name} is {size}. It is {done}.", name=path.name, size=size_in_words(*size), done=done
    )
    choices = (Choice.SHRINK, *([Choice.FULL] if can_be_full else []), Choice.LEAVE_OUT)
    return OverBudget(sentence, choices)


def _over_pages(path: Path, over: OverBudget | None) -> OverBudget:
    """Add to what people choose about an image that its other pages are not sent."""
    over = over or OverBudget("", (Choice.KEEP, Choice.LEAVE_OUT))
    pages = say(
        "{name} has several pages. Only the first is sent. Save it as PDF to send all.",
        name=path.name,
    )
    return replace(over, sentence=say_all([over.sentence, pages]))


def _video(item: Media, file: KnownFile, worker: WorkerClient, budget: Budget) -> Examined:
    """Return a video with the frames that are decoded so far."""
    plan = worker.plan
    assert plan is not None
    return Examined(
        file,
        (item,),
        worker.size,
        frames=plan.total,
        seconds=plan.seconds,
        strip=tuple(worker.frames),
        over=_over_frames(item, plan, budget),
    )


def _document(file: KnownFile, budget: Budget, check: Callable[[], None]) -> Examined:
    path, first_pages = file.path, tuple(range(budget.pages))
    job = WorkerJob(file, FrameSampling(), first_pages, budget.strip_side, budget)
    with WorkerClient(job) as worker:
        _finish(worker, check)
        pages = worker.page_count
        over = None
        if pages > budget.pages:
            over = OverBudget(
                say(
                    "{name} has {pages:,} pages. The first {count} are sent.",
                    name=path.name,
                    pages=pages,
                    count=budget.pages,
                ),
                (Choice.KEEP, Choice.LEAVE_OUT),
            )
        height, width = worker.frames[0].shape[:2]
        sent = range(min(pages, budget.pages))
        return Examined(
            file,
            tuple(Media(MediaKind.IMAGE, path, page=page) for page in sent),
            (width, height),
            pages=pages,
            strip=tuple(worker.frames),
            over=over,
        )


def _over_frames(item: Media, plan: VideoPlan, budget: Budget) -> OverBudget | None:
    """Return what people choose about a video with too many frames, or None for other videos. The
    model isn't known here, and may take fewer frames than the budget allows."""
    start, end = item.span or (0.0, plan.seconds)
    length = max(0.0, min(end, plan.seconds) - start)
    if min(FrameSampling().fps, plan.fps) * length <= budget.frames:
        return None
    return OverBudget(
        say(
            "{name} is {length} long. At most {count} of its frames are sent, at least "
            "{seconds:.1f} s apart. Choose a shorter part to send frames that are closer together.",
            name=item.path.name,
            length=clock_time(length),
            count=budget.frames,
            seconds=length / budget.frames,
        ),
        (Choice.KEEP, Choice.LEAVE_OUT),
    )


def _broken_at(worker: WorkerClient) -> float:
    """Return the end of the last frame of a video whose end could not be decoded, in seconds; 0.0
    for other videos. Whole files may have a frame less than they say."""
    plan, found = worker.plan, len(worker.frames)
    if plan is None or not found or len(plan.indices) - found < 2:
        return 0.0
    return (plan.indices[found - 1] + 1) / plan.fps


def _finish(worker: WorkerClient, check: Callable[[], None]) -> None:
    while not worker.poll(TICK):
        check()
