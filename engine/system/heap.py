"""Give freed memory that the C library keeps back to the system."""

import ctypes
import sys


def trim() -> None:
    """Give back free pages between used ones on Linux with glibc; elsewhere do nothing."""
    if sys.platform == "linux" and (malloc_trim := getattr(_library(), "malloc_trim", None)):
        malloc_trim(0)


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
