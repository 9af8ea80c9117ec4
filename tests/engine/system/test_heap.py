"""Freed memory that the C library holds is returned to the system."""

import os
import sys
from pathlib import Path

import pytest

from engine.system import heap


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is nothing to do")
def test_freed_blocks_below_a_used_one_are_returned() -> None:
    blocks = [b"x" * 1000 + bytes(number % 7) for number in range(60_000)]
    last = blocks[-1]
    blocks.clear()
    before = resident()
    heap.trim()
    assert resident() < before - 30_000_000
    assert last


def test_other_platforms_do_nothing(monkeypatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(heap, "_library", lambda: pytest.fail("there is no such function"))
    heap.trim()
