"""Limits of size, memory and time for reading images, videos and documents."""

from engine.frozen import frozen
from engine.sentences import say


@frozen
class Budget:
    """Limits in bytes, seconds, pixels (sides) and counts.

    A file beyond `side`, `frames` or `pages` is reduced, and people are asked how. A file beyond
    any other limit is refused before it is decoded.
    """

    # A file that is read into memory as a whole: everything but videos.
    file_bytes: int = 256 << 20
    # Pixels of a decoded image, and of a video frame (8K has 33 million).
    pixels: int = 64_000_000
    frame_pixels: int = 40_000_000
    # Peak memory of decoding one image in this process.
    image_bytes: int = 768 << 20
    # Larger than any model family's processor keeps; longer sides are scaled down.
    side: int = 4096
    frame_side: int = 768
    page_side: int = 2048
    strip_side: int = 640
    frames: int = 128
    pages: int = 20
    # All frames of a video, or pages of a document, decoded and scaled.
    frames_bytes: int = 384 << 20
    # Limits of the worker process: address space, CPU time, elapsed time, and time without output.
    worker_bytes: int = 3 << 30
    # Address space of a worker for documents: a small PDF can ask for any amount of memory.
    document_bytes: int = 768 << 20
    worker_cpu: int = 300
    worker_seconds: float = 300.0
    worker_silence: float = 30.0


BUDGET = Budget()


def size_in_words(width: int, height: int) -> str:
    """Return width and height for people, with millions of pixels from one million on."""
    if width * height < 1e6:
        return say("{width:,} × {height:,} pixels", width=width, height=height)
    return say(
        "{width:,} × {height:,} pixels ({millions:,.0f} million)",
        width=width,
        height=height,
        millions=width * height / 1e6,
    )
