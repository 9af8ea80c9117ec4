"""Sizes of memory in words."""

from engine.sentences import Sentence, say


def gigabytes(size: int) -> Sentence:
    """Return a size such as "1.5 GB", in megabytes if it is small."""
    if size >= 5e7:
        return say("{size:.1f} GB", size=size / 1e9)
    return say("{size:.1f} MB", size=size / 1e6)
