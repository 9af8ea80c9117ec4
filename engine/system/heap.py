"""Return freed memory that the C library keeps to the system."""

import ctypes
import sys


def trim() -> None:
    """Return freed pages on Linux with glibc, which keeps those between others; else do nothing."""
    if sys.platform == "linux" and (malloc_trim := getattr(_library(), "malloc_trim", None)):
        malloc_trim(0)


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
