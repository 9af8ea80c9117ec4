"""Times in videos, in words."""

from engine.messages import Media, MediaCost
from ui.language import number, tr


def in_time(seconds: float, *, tenths: bool = False) -> str:
    """Return a time as 1:05, 1:05.3 with tenths, or 2:00:00."""
    parts = 10 if tenths else 1
    whole, part = divmod(round(max(0.0, seconds) * parts), parts)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    minute = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    second = number(rest + part / 10, 1).zfill(4) if tenths else f"{rest:02d}"
    return f"{minute}:{second}"


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
