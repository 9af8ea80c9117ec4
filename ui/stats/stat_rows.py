"""The rows of the live panel: what each says, in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.messages import EngineStats, ModelStats, Phase, RequestStats
from ui.look.language import number, tr
from ui.stats.stats_numbers import (
    NOTHING,
    joined_values,
    part_text,
    size_or_nothing,
    speed_text,
    time_text,
    tokens_text,
)

Of = TypeVar("Of")


@dataclass(frozen=True)
class StatRow(Generic[Of]):
    """A row that is not shown `always` is there only where it has something to say."""

    title: str
    text: Callable[[Of], str]
    always: bool = False


def request_rows() -> list[StatRow[RequestStats]]:
    return [
        StatRow(tr("First token"), lambda it: time_text(it.timings.ttft), always=True),
        StatRow(tr("Queued"), lambda it: time_text(it.timings.waited)),
        StatRow(tr("Model load"), lambda it: time_text(it.timings.loading)),
        StatRow(tr("Memory wait"), lambda it: time_text(it.timings.memory)),
        StatRow(tr("Preparation"), lambda it: time_text(it.timings.prepare)),
        StatRow(tr("Looking"), lambda it: time_text(it.timings.looking)),
        StatRow(tr("Known images"), lambda it: _found(it.usage.known, it.usage.looked)),
        StatRow(tr("Prompt"), prompt_text, always=True),
        StatRow(tr("Reused"), lambda it: _reused(it.usage.cached, it.usage.prompt), always=True),
        StatRow(tr("Prompt speed"), lambda it: speed_text(it.prompt_tps), always=True),
        StatRow(tr("Generated"), lambda it: tokens_text(it.usage.generated), always=True),
        StatRow(tr("Reasoning"), lambda it: tokens_text(it.usage.reasoning)),
        StatRow(tr("Answer"), lambda it: tokens_text(it.usage.content) if _mixed(it) else NOTHING),
        StatRow(tr("Tool calls"), lambda it: tokens_text(it.usage.tool_call)),
        StatRow(tr("Decode speed"), lambda it: speed_text(it.generation_tps), always=True),
    ]


def engine_rows() -> list[StatRow[EngineStats]]:
    return [
        StatRow(tr("Prompts kept"), lambda it: size_or_nothing(it.prompt_memory)),
        StatRow(tr("Saved by 8 bit"), lambda it: size_or_nothing(it.kv_saved)),
        StatRow(tr("Images kept"), lambda it: size_or_nothing(it.vision_memory)),
        StatRow(tr("Images found"), lambda it: _found(it.vision_hits, it.vision_misses)),
    ]


def session_rows() -> list[StatRow[Sequence[ModelStats]]]:
    """Sums over all models since the window was opened."""
    return [
        StatRow(tr("Answers"), lambda all_: _count(sum(it.replies for it in all_))),
        StatRow(tr("Generated"), lambda all_: tokens_text(sum(it.generated for it in all_))),
        StatRow(tr("Read"), lambda all_: tokens_text(sum(it.read for it in all_))),
        StatRow(tr("Reused"), _reused_of_all),
    ]


def values(rows: Sequence[StatRow[RequestStats]], front: Sequence[RequestStats]) -> list[str]:
    """Return the values of several answers side by side."""
    return [joined_values([row.text(it) for it in front]) for row in rows]


def prompt_text(stats: RequestStats) -> str:
    """Return the progress of prompt processing, then the length of the prompt."""
    prompt = stats.usage.prompt
    if stats.phase is Phase.IDLE or stats.read == prompt:
        return tokens_text(prompt)
    return f"{number(stats.read)} / {number(prompt)}"


def progress_text(stats: RequestStats) -> str:
    """Return the progress of a live request; "" if there is no number."""
    if stats.phase is Phase.DECODE:
        return speed_text(stats.generation_tps)
    return prompt_text(stats) if stats.phase is Phase.PREFILL else ""


def _mixed(stats: RequestStats) -> bool:
    """Return True if tokens outside the answer were generated too."""
    return stats.usage.content != stats.usage.generated


def _found(hits: int, misses: int) -> str:
    return part_text(hits, hits + misses)


def _reused(cached: int, prompt: int) -> str:
    return part_text(cached, prompt) if cached else NOTHING


def _reused_of_all(models: Sequence[ModelStats]) -> str:
    cached = sum(it.cached for it in models)
    return _reused(cached, cached + sum(it.read for it in models))


def _count(count: int) -> str:
    return number(count) if count else NOTHING
