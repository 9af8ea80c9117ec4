"""Measure memory and CPU time of another process of this user."""

import ctypes
import os
import sys
from pathlib import Path

from engine.frozen import frozen

# The flavor of proc_pidinfo with a task's numbers, from macOS's <sys/proc_info.h>.
_TASK_INFO = 4


@frozen
class ProcessUsage:
    """`memory` in bytes of RAM, `cpu` in seconds of CPU time since the process started."""

    memory: int = 0
    cpu: float = 0.0


class _TaskInfo(ctypes.Structure):
    _fields_ = (
        ("virtual_size", ctypes.c_uint64),
        ("resident_size", ctypes.c_uint64),
        ("total_user", ctypes.c_uint64),
        ("total_system", ctypes.c_uint64),
        # times of threads, then counts
        ("others", ctypes.c_uint64 * 2),
        ("counts", ctypes.c_int32 * 12),
    )


def usage_of(pid: int) -> ProcessUsage:
    """Return the usage of a process, or zeros if it has ended or the system does not report any."""
    try:
        return _on_mac(pid) if sys.platform == "darwin" else _on_linux(pid)
    except (OSError, ValueError, IndexError, AttributeError):
        return ProcessUsage()


def address_space() -> int:
    """Return the bytes of address space of this process, or 0 if the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def peak_memory() -> int:
    """Return the most RAM that this process has had, in bytes; 0 if the system does not say."""
    if sys.platform == "darwin":
        import resource  # noqa: PLC0415  does not exist on Windows

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux's rusage begins with the peak of the process that started this one.
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(it.split()[1]) * 1024 for it in lines if it.startswith("VmHWM"))
    except (OSError, StopIteration, ValueError, IndexError):
        return 0


def _on_linux(pid: int) -> ProcessUsage:
    resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    # the process name is in brackets and may contain spaces
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ProcessUsage(resident * os.sysconf("SC_PAGE_SIZE"), ticks / os.sysconf("SC_CLK_TCK"))


def _on_mac(pid: int) -> ProcessUsage:
    library = ctypes.CDLL("/usr/lib/libproc.dylib")
    found = _TaskInfo()
    size = ctypes.sizeof(found)
    if library.proc_pidinfo(pid, _TASK_INFO, ctypes.c_uint64(0), ctypes.byref(found), size) <= 0:
        return ProcessUsage()
    return ProcessUsage(
        found.resident_size, (found.total_user + found.total_system) * _seconds_per_tick()
    )


def _seconds_per_tick() -> float:
    """Return the length of a Mach clock tick, the unit of CPU time: 125/3 ns on Apple silicon."""

    class Timebase(ctypes.Structure):
        _fields_ = (("numer", ctypes.c_uint32), ("denom", ctypes.c_uint32))

    found = Timebase()
    ctypes.CDLL(None).mach_timebase_info(ctypes.byref(found))
    return found.numer / max(found.denom, 1) * 1e-9
