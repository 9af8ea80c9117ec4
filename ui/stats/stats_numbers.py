"""Numbers and phases of the engine in words."""

from engine.messages import Phase
from ui.look.language import number, tr, translated

NOTHING = "–"


def size_text(size: int) -> str:
    if size >= 999.5e6:
        return tr("{size} GB").format(size=number(size / 1e9, 1))
    if size < 1e5:
        return tr("{size} kB").format(size=number(size / 1e3))
    return tr("{size} MB").format(size=number(size / 1e6, 0 if size >= 1e7 else 1))


def size_or_nothing(size: int) -> str:
    return size_text(size) if size >= 500 else NOTHING


def speed_text(tokens_per_second: float) -> str:
    if not tokens_per_second:
        return NOTHING
    digits = 1 if tokens_per_second < 100 else 0
    return tr("{speed} tok/s").format(speed=number(tokens_per_second, digits))


def time_text(seconds: float) -> str:
    if seconds >= 1:
        return tr("{value} s", "seconds").format(value=number(seconds, 1))
    if seconds < 0.0005:
        return NOTHING
    return tr("{value} ms", "milliseconds").format(value=number(seconds * 1000))


def tokens_text(count: int) -> str:
    return tr("{count} tok").format(count=number(count)) if count else NOTHING


def part_text(part: int, whole: int) -> str:
    """Return a count such as "3 of 4", or a dash if `whole` is 0."""
    if not whole:
        return NOTHING
    return tr("{part} of {whole}").format(part=number(part), whole=number(whole))


def rounded(count: int) -> str:
    """Return a count in at most five characters."""
    if count < 1000:
        return str(count)
    digits = 1 if count < 99_950 else 0
    return tr("{count}k", "thousands").format(count=number(count / 1000, digits))


def phase_text(phase: Phase) -> str:
    return translated(phase.value)


def joined_values(texts: list[str]) -> str:
    """Values of several answers as one: equal ones once, and a unit that all have once."""
    if len(set(texts)) <= 1:
        return texts[0] if texts else NOTHING
    heads, units = zip(*(text.partition(" ")[::2] for text in texts), strict=True)
    if units[0] and len(set(units)) == 1:
        return " · ".join(heads) + f" {units[0]}"
    return " · ".join(texts)
