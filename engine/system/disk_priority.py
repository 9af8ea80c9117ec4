"""Lets a thread's disk writes yield to those of other programs, as `ionice` does."""

import ctypes
import logging
import platform
import sys

from engine import offline

log = logging.getLogger(__name__)

# linux/ioprio.h: a class in the top bits, a level from 0 to 7 (lowest) below. The idle class would
# never be served on a busy disk, and the caches would be lost at quit.
_BEST_EFFORT, _CLASS_SHIFT, _WHO_PROCESS = 2, 13, 1
LOWEST = _BEST_EFFORT << _CLASS_SHIFT | 7
# The C library has no function for these system calls.
IOPRIO_SET = {"x86_64": 251, "aarch64": 30}
# sys/resource.h of macOS
_DISK, _THREAD_SCOPE, _UTILITY = 0, 1, 4


def lower() -> bool:
    """Lower the disk priority of the calling thread alone. Return True if the system did."""
    if sys.platform == "darwin":
        failed = ctypes.CDLL(None).setiopolicy_np(_DISK, _THREAD_SCOPE, _UTILITY)
    elif sys.platform == "linux" and platform.machine() in IOPRIO_SET:
        # Linux takes 0 of WHO_PROCESS for the calling thread.
        call = IOPRIO_SET[platform.machine()]
        failed = offline.system_call()(call, _WHO_PROCESS, 0, LOWEST)
    else:
        return False
    if failed:
        log.info("the disk priority was not lowered")
    return not failed
