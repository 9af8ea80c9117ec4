"""Times in videos, in words."""

from engine.messages import Media, MediaCost, clock_time
from ui.look.language import number, tr


def in_time(seconds: float, *, tenths: bool = False) -> str:
    """Return 1:05, 1:05.3 with tenths, or 2:00:00."""
    if not tenths:
        return clock_time(seconds)
    whole, part = divmod(round(max(0.0, seconds) * 10), 10)
    return clock_time(whole) + number(part / 10, 1).removeprefix("0")


def span_text(media: Media, seconds: float, cost: MediaCost | str | None) -> str:
    """Return which part of a video of `seconds` is sent, and, once the cost is known, how many
    frames."""
    start, end = media.span or (0.0, seconds)
    part = f"{in_time(start, tenths=True)}–{in_time(end, tenths=True)}"
    if not isinstance(cost, MediaCost):
        return tr("{part} is sent").format(part=part) if media.span else tr("All of it is sent")
    if cost.frames == 1:
        return tr("1 frame of {part}").format(part=part)
    every = number((end - start) / cost.frames, 1)
    said = tr("{count} frame(s) of {part}, one every {seconds} s", "", cost.frames)
    return said.format(count=number(cost.frames), part=part, seconds=every)
