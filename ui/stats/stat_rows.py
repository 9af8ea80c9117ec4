"""Values of the live panel: those of several answers side by side, and the progress of one."""

from collections.abc import Sequence

from engine.messages import Phase, RequestStats
from ui.look.numbers import NOTHING, or_nothing, speed_text
from ui.state.figures import Figure, prompt_text


def values(figures: Sequence[Figure[RequestStats]], answers: Sequence[RequestStats]) -> list[str]:
    """Return the values of several answers side by side."""
    return [joined_values([it.text(answer) for answer in answers]) for it in figures]


def request_progress(stats: RequestStats) -> str:
    """Return the progress of a live request; "" if there is no number."""
    if stats.phase is Phase.DECODE:
        return or_nothing(speed_text, stats.generation_tps)
    return prompt_text(stats) if stats.phase is Phase.PREFILL else ""


def joined_values(texts: Sequence[str]) -> str:
    """Join the values of several answers: a value that all share appears once, and so does a
    shared unit."""
    if len(set(texts)) <= 1:
        return texts[0] if texts else NOTHING
    heads, units = zip(*(text.partition(" ")[::2] for text in texts), strict=True)
    if units[0] and len(set(units)) == 1:
        return " · ".join(heads) + f" {units[0]}"
    return " · ".join(texts)
