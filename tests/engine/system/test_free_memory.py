import struct
from pathlib import Path

import pytest

from engine.system import free_memory
from engine.system.bandwidth import bandwidth_of, expected_speed


@pytest.fixture
def container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the files in which the system tells its memory."""
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "meminfo").write_text("MemTotal:  64 kB\nMemAvailable:   8000 kB\n")
    monkeypatch.setattr(free_memory, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(free_memory, "CGROUPS", ((tmp_path / "max", tmp_path / "current"),))
    return tmp_path


def test_the_system_tells_what_is_available(container: Path) -> None:
    assert free_memory.available_memory() == 8000 << 10


def test_a_container_may_have_less(container: Path) -> None:
    (container / "max").write_text("5000000\n")
    (container / "current").write_text("3000000\n")
    assert free_memory.available_memory() == 2_000_000
    assert free_memory.physical_memory() == 5_000_000


def test_a_container_without_a_limit_has_all(container: Path) -> None:
    (container / "max").write_text("max\n")
    (container / "current").write_text("3000000\n")
    assert free_memory.available_memory() == 8000 << 10


def test_a_system_that_tells_nothing_has_its_physical_memory(container: Path) -> None:
    (container / "meminfo").unlink()
    assert free_memory.available_memory() == free_memory.physical_memory() > 0


def test_pages_of_a_mac_that_can_be_had_at_once() -> None:
    """The layout is that of vm_statistics64 in <mach/vm_statistics.h>."""
    statistics = struct.pack("=4I9Q2I", 10, 1000, 20, 1000, *[1000] * 9, 5, 1000)
    assert free_memory.available_pages(statistics + bytes(64)) == 35


def test_the_bandwidth_of_known_chips() -> None:
    assert bandwidth_of("Apple M2 Pro") == 200e9
    assert bandwidth_of("Apple M4") == 120e9
    assert bandwidth_of("Apple M5 Max") == 460e9
    assert bandwidth_of("Intel(R) Core(TM) i7") is None
    assert bandwidth_of("Apple M99") is None


def test_each_token_reads_the_weights_and_the_cache_once() -> None:
    fast, slow = (expected_speed(10**9, cache, 100e9) for cache in (0, 10**9))
    assert fast is not None
    assert slow == fast / 2
    assert expected_speed(10**9, 0, None) is None
