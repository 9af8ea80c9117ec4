"""Decode frames of videos. Runs in the worker process, so that memory use or a crash of a decoder
stays there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import Refused
from engine.media.budget import BUDGET, Budget, size_in_words
from engine.media.file_kind import KnownFile
from engine.media.frame_plan import FrameSampling, OpenedVideo, plan_frames

# Local files only: a playlist must not fetch anything from the network.
os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = "protocol_whitelist;file"
os.environ["OPENCV_LOG_LEVEL"] = "SILENT"
os.environ["OPENCV_FFMPEG_LOGLEVEL"] = "-8"

# Each decoder thread holds frames: with 64 threads an 8K video would exceed the worker's memory.
# OpenCV takes this number as a parameter, not from the options above.
THREADS = 2
# Frames are counted up to this number if the file does not say how many it has.
MAX_COUNTED = 20_000
# Frames from which a seek is cheaper than decoding everything in between.
SEEK_GAP = 48


def open_video(file: KnownFile, sampling: FrameSampling, budget: Budget = BUDGET) -> OpenedVideo:
    """Choose the frames of a video; raises Refused."""
    import cv2  # noqa: PLC0415  half a second to import, and animated images do not need it

    path = file.path
    capture = _capture(path)
    try:
        if not capture.isOpened():
            raise Refused(
                "{name} could not be read as a video: it is incomplete, damaged, or in an "
                "unsupported format. Try another copy, or an .mp4 file with H.264.",
                name=path.name,
            )
        size = (
            int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )
        if size[0] * size[1] > budget.frame_pixels:
            raise Refused(
                "{name} has frames of {size}; a frame can have at most {most:.0f} million. Make it "
                "smaller and try again.",
                name=path.name,
                size=size_in_words(*size),
                most=budget.frame_pixels / 1e6,
            )
        if not capture.grab():
            raise Refused("No frame of {name} could be read. Try another copy.", name=path.name)
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if 0.001 <= rate <= 1000 else 25.0
        total = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        if total <= 0:
            total = 1
            while total < MAX_COUNTED and capture.grab():
                total += 1
    finally:
        capture.release()
    return OpenedVideo(file, plan_frames(total, rate, sampling), size)


def read_video(video: OpenedVideo, side: int) -> Iterator[np.ndarray]:
    """Yield the planned frames as RGB uint8 (height, width, 3), no side above `side`.

    A truncated file gives fewer frames. Raises Refused if there are none.
    """
    import cv2  # noqa: PLC0415

    cv2.setNumThreads(1)
    capture = _capture(video.file.path)
    position = found = 0
    try:
        for index in video.plan.indices:
            if index - position > SEEK_GAP:
                capture.set(cv2.CAP_PROP_POS_FRAMES, index)
                position = index
            while position <= index and capture.grab():
                position += 1
            if position <= index:
                break
            with _memory_error():
                good, frame = capture.retrieve()
                frame = _small_rgb(frame, side) if good else None
            if frame is None:
                break
            found += 1
            yield frame
    finally:
        capture.release()
    if not found:
        raise Refused(
            "No frame of {name} could be read. Try another copy.", name=video.file.path.name
        )


def _capture(path: Path) -> Any:
    import cv2  # noqa: PLC0415

    return cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, THREADS])


@contextmanager
def _memory_error() -> Iterator[None]:
    """Turn OpenCV's own out-of-memory error into MemoryError."""
    import cv2  # noqa: PLC0415

    try:
        yield
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise MemoryError from error
        raise


def _small_rgb(frame: np.ndarray, side: int) -> np.ndarray:
    import cv2  # noqa: PLC0415

    height, width = frame.shape[:2]
    scale = side / max(height, width)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
