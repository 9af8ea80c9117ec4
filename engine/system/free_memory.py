"""Reads the memory of this machine: all of it, and what other programs leave free."""

import ctypes
import os
import sys
from pathlib import Path

MEMINFO = Path("/proc/meminfo")
# Limits and use of a container, in both versions of cgroups.
CGROUPS = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)
# Numbers of <mach/host_info.h>.
HOST_VM_INFO64 = 4
VM_COUNTS = 40


def physical_memory() -> int:
    """Return the bytes of memory that this machine or its container has."""
    size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limits = [limit for limit, _ in _cgroups()]
    return min([size, *limits])


def available_memory() -> int:
    """Return the bytes that programs may still take before the system swaps or ends one of them;
    `physical_memory` if the system does not tell."""
    if sys.platform == "darwin":
        found = _darwin_available()
    else:
        found = _meminfo_available()
    if found is None:
        return physical_memory()
    left = [max(0, limit - used) for limit, used in _cgroups()]
    return min([found, *left])


def _meminfo_available() -> int | None:
    try:
        lines = MEMINFO.read_text("ascii", "replace").splitlines()
    except OSError:
        return None
    found = (line.split() for line in lines if line.startswith("MemAvailable:"))
    return next((int(it[1]) << 10 for it in found if len(it) > 1 and it[1].isdigit()), None)


def _cgroups() -> list[tuple[int, int]]:
    """Return the limit and the use of the container, if it has a limit."""
    found = []
    for limit, used in CGROUPS:
        try:
            numbers = limit.read_text("ascii").strip(), used.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        if all(it.isdigit() for it in numbers):
            found.append((int(numbers[0]), int(numbers[1])))
    return found


def _darwin_available() -> int | None:
    """Return the free, inactive, speculative and purgeable bytes."""
    try:
        system = ctypes.CDLL("/usr/lib/libSystem.B.dylib")
        system.mach_host_self.restype = ctypes.c_uint32
        counts, size = (ctypes.c_uint32 * VM_COUNTS)(), ctypes.c_uint32(VM_COUNTS)
        host = system.mach_host_self()
        if system.host_statistics64(host, HOST_VM_INFO64, counts, ctypes.byref(size)):
            return None
    except (OSError, AttributeError):
        return None
    return available_pages(bytes(counts)) * os.sysconf("SC_PAGE_SIZE")


def available_pages(statistics: bytes) -> int:
    """Return the pages that can be had at once, from a vm_statistics64 of the system. Speculative
    pages are among the free ones."""
    free, _, inactive = (int.from_bytes(statistics[at : at + 4], sys.byteorder) for at in (0, 4, 8))
    # After four 32-bit numbers and nine 64-bit ones.
    purgeable = int.from_bytes(statistics[88:92], sys.byteorder)
    return free + inactive + purgeable
