"""Give what the C library keeps of freed memory back to the system."""

import ctypes
import sys


def trim() -> None:
    """Do so on Linux with glibc, which keeps freed pages between others; elsewhere do nothing."""
    if sys.platform == "linux" and (malloc_trim := getattr(_library(), "malloc_trim", None)):
        malloc_trim(0)


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
