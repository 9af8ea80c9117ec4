import ctypes
import platform
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import pytest

from engine.disk_cache.disk_files import DiskFiles
from engine.system import disk_priority

IOPRIO_GET = {"x86_64": 252, "aarch64": 31}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in IOPRIO_GET,
    reason="asks Linux for the priority of a thread",
)


def priority() -> int:
    """Return the disk priority of the calling thread."""
    return ctypes.CDLL(None).syscall(IOPRIO_GET[platform.machine()], 1, 0)


def test_lowers_the_disk_priority_of_one_thread_only() -> None:
    before = priority()
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(disk_priority.lower).result()
        assert pool.submit(priority).result() == disk_priority.LOWEST
    assert priority() == before != disk_priority.LOWEST


def test_prompt_caches_are_written_at_low_disk_priority(tmp_path: Path) -> None:
    files, seen = DiskFiles(tmp_path), SimpleQueue[int]()
    files._tasks.put(lambda: seen.put(priority()))
    files.close(5)
    assert seen.get_nowait() == disk_priority.LOWEST
