"""What pictures, clips and documents may take, as numbers."""

from dataclasses import dataclass

from engine.sentences import say


@dataclass(frozen=True, slots=True)
class Budget:
    """Counts and bytes; times in seconds, sides in pixels.

    Where a file is beyond `side`, `frames` or `pages`, people choose what becomes of it; beyond the
    others nothing of it is decoded.
    """

    # A file that is held in memory as a whole: all but clips.
    file_bytes: int = 256 << 20
    # Of one picture, decoded; of one frame of a clip (8K has 33 million).
    pixels: int = 64_000_000
    frame_pixels: int = 40_000_000
    # What decoding one picture may take in this process.
    picture_bytes: int = 768 << 20
    # Larger sides than any family's processor keeps are scaled down.
    side: int = 4096
    frame_side: int = 768
    page_side: int = 2048
    strip_side: int = 640
    frames: int = 128
    pages: int = 20
    # Frames of one clip or pages of one document, decoded and scaled.
    frames_bytes: int = 384 << 20
    # The worker process: address space, processor time, time from start to end, and how long it
    # may say nothing.
    worker_bytes: int = 3 << 30
    # The same of a worker for documents, whose pages are small: the rest is for what is in them.
    document_bytes: int = 768 << 20
    worker_cpu: int = 300
    worker_seconds: float = 300.0
    worker_silence: float = 30.0


BUDGET = Budget()


def size_in_words(width: int, height: int) -> str:
    if width * height < 1e6:
        return say("{width:,} × {height:,} pixels", width=width, height=height)
    return say(
        "{width:,} × {height:,} pixels ({millions:,.0f} million)",
        width=width,
        height=height,
        millions=width * height / 1e6,
    )
