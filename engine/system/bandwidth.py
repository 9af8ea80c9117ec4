"""Looks up the memory bandwidth of this machine, which bounds the speed of decoding."""

import ctypes
import sys
from functools import cache

# Bytes per second of unified memory, by Apple's technical specifications. Chips that exist with
# two bandwidths have the lower one.
CHIPS = {
    "M1": 68e9,
    "M1 Pro": 200e9,
    "M1 Max": 400e9,
    "M1 Ultra": 800e9,
    "M2": 100e9,
    "M2 Pro": 200e9,
    "M2 Max": 400e9,
    "M2 Ultra": 800e9,
    "M3": 100e9,
    "M3 Pro": 150e9,
    "M3 Max": 300e9,
    "M3 Ultra": 819e9,
    "M4": 120e9,
    "M4 Pro": 273e9,
    "M4 Max": 410e9,
    "M5": 153e9,
    "M5 Pro": 307e9,
    "M5 Max": 460e9,
}
# Share of the bandwidth that decoding reaches.
REACHED = 0.75
MAX_NAME = 256


@cache
def memory_bandwidth() -> float | None:
    """Return bytes per second; None where the machine is not an Apple chip that is known."""
    return bandwidth_of(_chip_name()) if sys.platform == "darwin" else None


def bandwidth_of(chip: str) -> float | None:
    """Return bytes per second for a name such as "Apple M2 Pro"."""
    return CHIPS.get(chip.strip().removeprefix("Apple "))


def expected_speed(active: int, cache_bytes: int, bandwidth: float | None) -> float | None:
    """Return tokens per second if each reads `active` bytes of weights and the cache; None without
    a bandwidth or weights."""
    if not bandwidth or active <= 0:
        return None
    return REACHED * bandwidth / (active + cache_bytes)


def _chip_name() -> str:
    try:
        system = ctypes.CDLL("/usr/lib/libSystem.B.dylib")
        name, size = ctypes.create_string_buffer(MAX_NAME), ctypes.c_size_t(MAX_NAME)
        key = b"machdep.cpu.brand_string"
        failed = system.sysctlbyname(key, name, ctypes.byref(size), None, ctypes.c_size_t(0))
    except (OSError, AttributeError):
        return ""
    return "" if failed else name.value.decode("ascii", "replace")
