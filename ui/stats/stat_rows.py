"""The rows of the live panel: the title of each, and the text of its value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.messages import EngineStats, ModelStats, Phase, RequestStats
from ui.look.language import number, tr
from ui.look.numbers import (
    NOTHING,
    duration_text,
    or_nothing,
    part_text,
    progress_text,
    short_tokens_text,
    size_text,
    speed_text,
)

Of = TypeVar("Of")


@dataclass(frozen=True)
class StatRow(Generic[Of]):
    """A row of the live panel. It is hidden while it has no value, unless it is shown `always`."""

    title: str
    text: Callable[[Of], str]
    always: bool = False


def request_rows() -> list[StatRow[RequestStats]]:
    return [
        _row(tr("First token"), duration_text, lambda it: it.timings.ttft, always=True),
        _row(tr("Queued"), duration_text, lambda it: it.timings.waited),
        _row(tr("Model load"), duration_text, lambda it: it.timings.loading),
        _row(tr("Memory wait"), duration_text, lambda it: it.timings.memory),
        _row(tr("Preparation"), duration_text, lambda it: it.timings.prepare),
        _row(tr("Looking"), duration_text, lambda it: it.timings.looking),
        StatRow(tr("Known images"), lambda it: _found(it.usage.known, it.usage.looked)),
        StatRow(tr("Prompt"), prompt_text, always=True),
        StatRow(tr("Reused"), lambda it: _reused(it.usage.cached, it.usage.prompt), always=True),
        _row(tr("Prompt speed"), speed_text, lambda it: it.prompt_tps, always=True),
        _row(tr("Generated"), short_tokens_text, lambda it: it.usage.generated, always=True),
        _row(tr("Reasoning"), short_tokens_text, lambda it: it.usage.reasoning),
        _row(tr("Answer"), short_tokens_text, lambda it: it.usage.content if _mixed(it) else 0),
        _row(tr("Tool calls"), short_tokens_text, lambda it: it.usage.tool_call),
        _row(tr("Decode speed"), speed_text, lambda it: it.generation_tps, always=True),
    ]


def engine_rows() -> list[StatRow[EngineStats]]:
    return [
        _row(tr("Prompts kept"), size_text, lambda it: it.prompt_memory),
        _row(tr("Saved by 8 bit"), size_text, lambda it: it.kv_saved),
        _row(tr("Images kept"), size_text, lambda it: it.vision_memory),
        StatRow(tr("Images found"), lambda it: _found(it.vision_hits, it.vision_misses)),
    ]


def session_rows() -> list[StatRow[Sequence[ModelStats]]]:
    """Return the rows with sums over all models since the window was opened."""
    return [
        _row(tr("Answers"), number, lambda all_: sum(it.replies for it in all_)),
        _row(tr("Generated"), short_tokens_text, lambda all_: sum(it.generated for it in all_)),
        _row(tr("Read"), short_tokens_text, lambda all_: sum(it.read for it in all_)),
        StatRow(tr("Reused"), _reused_of_all),
    ]


def _row(
    title: str, text: Callable[[Any], str], value: Callable[[Of], float], *, always: bool = False
) -> StatRow[Of]:
    return StatRow(title, lambda it: or_nothing(text, value(it)), always)


def values(rows: Sequence[StatRow[RequestStats]], front: Sequence[RequestStats]) -> list[str]:
    """Return the values of several answers side by side."""
    return [joined_values([row.text(it) for it in front]) for row in rows]


def prompt_text(stats: RequestStats) -> str:
    """Return the progress of prompt processing, then the length of the prompt."""
    prompt = stats.usage.prompt
    if stats.phase is Phase.IDLE or stats.read == prompt:
        return or_nothing(short_tokens_text, prompt)
    return progress_text(stats.read, prompt)


def request_progress(stats: RequestStats) -> str:
    """Return the progress of a live request; "" if there is no number."""
    if stats.phase is Phase.DECODE:
        return or_nothing(speed_text, stats.generation_tps)
    return prompt_text(stats) if stats.phase is Phase.PREFILL else ""


def _mixed(stats: RequestStats) -> bool:
    """Return True if tokens outside the answer were generated too."""
    return stats.usage.content != stats.usage.generated


def _found(hits: int, misses: int) -> str:
    return part_text(hits, hits + misses) if hits + misses else NOTHING


def _reused(cached: int, prompt: int) -> str:
    return part_text(cached, prompt) if cached else NOTHING


def _reused_of_all(models: Sequence[ModelStats]) -> str:
    cached = sum(it.cached for it in models)
    return _reused(cached, cached + sum(it.read for it in models))


def joined_values(texts: Sequence[str]) -> str:
    """Join the values of several answers: a value that all share appears once, and so does a
    shared unit."""
    if len(set(texts)) <= 1:
        return texts[0] if texts else NOTHING
    heads, units = zip(*(text.partition(" ")[::2] for text in texts), strict=True)
    if units[0] and len(set(units)) == 1:
        return " · ".join(heads) + f" {units[0]}"
    return " · ".join(texts)
