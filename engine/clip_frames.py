"""Frames of videos, decoded. For the worker process: what a decoder takes or breaks, it alone
loses."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from engine.budget import BUDGET, Budget, size_in_words
from engine.clip_plan import OpenedClip, Sampling, planned
from engine.errors import Refused

# No other input than a local file: a playlist may not fetch from the network. Each thread of the
# decoder holds frames.
os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = "protocol_whitelist;file|threads;2"
os.environ["OPENCV_LOG_LEVEL"] = "SILENT"
os.environ["OPENCV_FFMPEG_LOGLEVEL"] = "-8"

# Frames that are looked through where a file does not say how many it has.
MAX_COUNTED = 20_000
# From this gap on a seek is cheaper than reading on.
SEEK_GAP = 48


def open_clip(path: Path, sampling: Sampling, budget: Budget = BUDGET) -> OpenedClip:
    """Choose the frames of a video; raises Refused."""
    import cv2  # noqa: PLC0415  half a second to import, and animated pictures do without

    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        if not capture.isOpened():
            raise Refused(
                f"{path.name} could not be read as a video: it is cut short, damaged, or in a form "
                "that is not known. Try another copy, or an .mp4 file with H.264 in it."
            )
        size = (
            int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )
        if size[0] * size[1] > budget.frame_pixels:
            raise Refused(
                f"{path.name} has frames of {size_in_words(*size)}; the largest are "
                f"{budget.frame_pixels / 1e6:.0f} million. Make it smaller and try again."
            )
        if not capture.grab():
            raise Refused(f"{path.name} is a video without a single frame that can be read.")
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if 0.001 <= rate <= 1000 else 25.0
        total = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        if total <= 0:
            total = 1
            while total < MAX_COUNTED and capture.grab():
                total += 1
    finally:
        capture.release()
    return OpenedClip(planned(path, total, rate, sampling), size)


def read_clip(clip: OpenedClip, side: int) -> Iterator[np.ndarray]:
    """Yield the planned frames, RGB uint8 (height, width, 3), no side above `side`.

    Fewer come where the file ends early; raises Refused when there is none at all.
    """
    import cv2  # noqa: PLC0415

    cv2.setNumThreads(1)
    plan = clip.plan
    capture = cv2.VideoCapture(str(plan.path), cv2.CAP_FFMPEG)
    at = found = 0
    try:
        for index in plan.indices:
            if index - at > SEEK_GAP:
                capture.set(cv2.CAP_PROP_POS_FRAMES, index)
                at = index
            while at <= index and capture.grab():
                at += 1
            good, frame = capture.retrieve() if at > index else (False, None)
            if not good or frame is None:
                break
            found += 1
            yield _small_rgb(frame, side)
    finally:
        capture.release()
    if not found:
        raise Refused(f"No frame of {plan.path.name} could be read. Try another copy.")


def _small_rgb(frame: np.ndarray, side: int) -> np.ndarray:
    import cv2  # noqa: PLC0415

    height, width = frame.shape[:2]
    scale = side / max(height, width)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
