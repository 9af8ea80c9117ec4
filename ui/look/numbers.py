"""Every number that people read, formatted in the person's language: one function for each kind.

Plain counts are formatted by `language.number`. A value reads the same wherever the window and the
readable exports show it. Machine-readable exports (CSV, JSON) format their own values.
"""

import math
from collections.abc import Callable
from typing import Any

from engine.messages import clock_time, say_pixels, say_size, without_zero
from ui.look.language import number, tr, translated

# Stands for a value that was not measured.
NOTHING = "–"
# Fewer bytes of memory belong to no model: MLX holds some of its own.
_LEAST_MEMORY = 100_000


def or_nothing(text: Callable[[Any], str], value: float) -> str:
    """Return `text(value)`, or a dash if the value reads as 0."""
    said = text(value)
    return NOTHING if said == text(0) else said


# --- tokens ----------------------------------------------------------------------------------


def tokens_text(count: int) -> str:
    """Return a count of tokens: "1 token", "1,934 tokens"."""
    return tr("{count} token(s)", "", count).format(count=number(count))


def short_tokens_text(count: int) -> str:
    """Return a count of tokens for narrow places: "1,934 tok"."""
    return tr("{count} tok").format(count=number(count))


def short_count_text(count: int) -> str:
    """Return a count for narrow places: whole below 10,000, else in thousands with three
    significant digits ("1,934", "30.8k", "131k")."""
    if count < 10_000:
        return number(count)
    return tr("{count}k", "thousands").format(count=_three_digits(count / 1000))


def rate_text(tokens_per_second: float) -> str:
    """Return a speed without its unit: three significant digits, at most one decimal ("8.3",
    "61.7", "250", "1,209")."""
    return _three_digits(tokens_per_second)


def speed_text(tokens_per_second: float) -> str:
    """Return a speed as `rate_text` does, with its unit: "61.7 tok/s"."""
    return tr("{speed} tok/s").format(speed=rate_text(tokens_per_second))


def per_pass_text(tokens: float) -> str:
    """Return the tokens for each pass of a model: "2.4 tok/pass"."""
    return tr("{count} tok/pass").format(count=number(tokens, 1))


def cost_text(dollars: float) -> str:
    """Return a sum of money with two significant digits, at least whole cents: "$0.0012",
    "$1.25"."""
    digits = 2 if dollars >= 0.1 else min(8, 1 - math.floor(math.log10(dollars or 1)))
    return tr("${amount}").format(amount=number(dollars, max(2, digits)))


# --- models ----------------------------------------------------------------------------------


def parameters_text(count: int) -> str:
    """Return a count of parameters: billions with one decimal below 100, else millions or thousands
    ("8.2 B", "235 B", "350 M", "40 k")."""
    if count >= 999.5e6:
        return tr("{count} B", "billions").format(count=_three_digits(count / 1e9))
    if count >= 999.5e3:
        return tr("{count} M", "millions").format(count=number(count / 1e6))
    return tr("{count} k", "thousands").format(count=number(count / 1e3))


def bits_text(bits: float) -> str:
    """Return bits per weight with one decimal, none for whole bits: "4.5", "16"."""
    return number(round(bits, 1), None)


def context_text(tokens: int) -> str:
    """Return a context length as models are advertised, in units of 1024 where it is a multiple of
    that: "128k", "1M", "500"."""
    unit = 1000 if tokens % 1024 else 1024
    if tokens >= unit * unit:
        return tr("{count}M", "millions").format(count=number(round(tokens / unit**2, 1), None))
    if tokens >= 1000:
        return tr("{count}k", "thousands").format(count=number(tokens / unit))
    return number(tokens)


# --- times -----------------------------------------------------------------------------------


def duration_text(seconds: float) -> str:
    """Return a measured time: whole milliseconds below one second, else seconds with one decimal
    ("500 ms", "2.5 s")."""
    milliseconds = round(seconds * 1000)
    if milliseconds < 1000:
        return tr("{value} ms", "milliseconds").format(value=number(milliseconds))
    return seconds_text(seconds)


def seconds_text(seconds: float) -> str:
    """Return a time in seconds with one decimal: "0.3 s". For clocks that run, whose unit must not
    change."""
    return tr("{value} s", "seconds").format(value=number(seconds, 1))


def estimate_text(seconds: float) -> str:
    """Return an estimated time, rounded to what is likely to be true: at least 0.1 s, whole seconds
    from 10 s, whole minutes from 90 s."""
    if seconds < 9.5:
        return seconds_text(max(seconds, 0.1))
    if seconds < 90:
        return tr("{value} s", "seconds").format(value=number(seconds))
    return tr("{value} min", "minutes").format(value=number(seconds / 60))


def time_left_text(seconds: float | None) -> str:
    """Return an estimate of the time that work still takes: "45 s left", "1 h 40 min left", "" if
    it is not known."""
    if seconds is None:
        return ""
    hours, minutes = divmod(round(seconds / 60), 60)
    if seconds < 90 * 60:
        return tr("{time} left").format(time=estimate_text(seconds))
    return tr("{hours} h {minutes} min left").format(hours=number(hours), minutes=number(minutes))


def video_time(seconds: float) -> str:
    """Return a place in a video with tenths of a second: "1:05.3", "2:00:00.0"."""
    whole, tenths = divmod(round(max(0.0, seconds) * 10), 10)
    return clock_time(whole) + number(tenths / 10, 1).removeprefix("0")


# --- bytes, pixels and shares -----------------------------------------------------------------


def size_text(size: int) -> str:
    """Return bytes as `say_size` says them: "400 kB", "4.1 MB", "512 MB", "5 GB", "21.4 GB"."""
    return translated(say_size(size))


def memory_used(size: int) -> int:
    """Return the bytes of memory to show as used by models, 0 while only MLX holds some."""
    return size if size >= _LEAST_MEMORY else 0


def share_text(part: int, whole: int) -> str:
    """Return bytes out of others, in the unit of the whole: "5.1 of 11.4 GB". A part that is
    less than one of that unit when rounded has its own: "30 MB of 11.4 GB"."""
    unit = 1e9 if whole >= 999.5e6 else 1e6 if whole >= 999.5e3 else 1e3
    digits = 1 if unit == 1e9 or (unit == 1e6 and whole < 9.95e6) else 0
    value = without_zero(part / unit) if digits else round(part / unit)
    shown = size_text(part) if 0 < part < 0.9995 * unit else number(value, None)
    return tr("{part} of {whole}").format(part=shown, whole=size_text(whole))


def pixels_text(width: int, height: int) -> str:
    """Return the size of an image or a frame in pixels: "5,000 × 3,000"."""
    return translated(say_pixels(width, height))


def byte_rate_text(bytes_per_second: float) -> str:
    """Return the speed of a download: "42 MB/s"."""
    return tr("{size}/s", "per second").format(size=size_text(round(bytes_per_second)))


def percent_text(percent: float, digits: int = 0) -> str:
    """Return a percentage: "41%", "99.5%" with one of `digits`."""
    return tr("{percent}%").format(percent=number(percent, digits))


def part_text(part: int, whole: int) -> str:
    """Return a count out of all: "3 of 4"."""
    return tr("{part} of {whole}").format(part=number(part), whole=number(whole))


def progress_text(done: int, total: int) -> str:
    """Return a progress for narrow places: "512 / 30,000"."""
    return f"{number(done)} / {number(total)}"


def _three_digits(value: float) -> str:
    return number(value, 1 if value < 99.95 else 0)
