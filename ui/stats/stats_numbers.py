"""Which numbers the live panel shows, and whose they are. No widgets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.messages import EngineStats, Phase, RequestStats
from ui.state.turn import Turn, TurnState

NOTHING = "–"
STARTING = "Starting the engine"
ELSEWHERE = "another chat"


@dataclass(frozen=True)
class LiveNumbers:
    """`front` are those of the chat in front unless `owner` says otherwise; `others` has the live
    requests with their titles, where the front alone would not tell. `model` is a name."""

    engine: EngineStats = field(default_factory=EngineStats)
    chat_id: int = 0
    owner: str = ""
    front: RequestStats = field(default_factory=RequestStats)
    model: str = ""
    others: tuple[tuple[str, RequestStats], ...] = ()


@dataclass(frozen=True)
class EndedReply(RequestStats):
    """The sum of a reply's parts, whose `rate` does not follow from the sums."""

    rate: float = 0.0

    @property
    def generation_tps(self) -> float:
        return self.rate


def live_numbers(
    engine: EngineStats,
    chat_id: int,
    reply: Turn | None,
    titles: Mapping[int, str],
    models: Mapping[str, str],
) -> LiveNumbers:
    """`reply` is the newest of the chat in front; `titles` names the chats by their requests, and
    `models` the models by their ids."""
    owner, front = _front(engine, reply, titles)
    live = [
        (titles.get(request.request_id) or _name(request, models) or STARTING, request)
        for request in engine.requests
    ]
    alone = [request.request_id for request in engine.requests] == [front.request_id]
    others = () if alone else tuple(live)
    return LiveNumbers(engine, chat_id, owner, front, _name(front, models), others)


def _front(
    engine: EngineStats, reply: Turn | None, titles: Mapping[int, str]
) -> tuple[str, RequestStats]:
    last = engine.last
    if reply is None:
        if last is None:
            return "", RequestStats()
        return f"Last answer, in {titles.get(last.request_id, ELSEWHERE)}", _ended(last)
    if reply.growing:
        live = {request.request_id: request for request in engine.requests}
        unseen = RequestStats(reply.request_id, reply.model_id, Phase.QUEUED)
        return "This chat", live.get(reply.request_id, unseen)
    if reply.state is TurnState.FAILED and last and last.request_id == reply.request_id:
        return "This chat, last answer", _ended(last)
    # as the footer of the reply has them: the sum of its parts
    read = reply.usage.prompt
    ids = reply.request_id, reply.model_id
    return "This chat, last answer", EndedReply(
        *ids, Phase.IDLE, read, reply.usage, reply.timings, reply.generation_tps
    )


def _ended(stats: RequestStats) -> RequestStats:
    return replace(stats, phase=Phase.IDLE)


def _name(request: RequestStats, models: Mapping[str, str]) -> str:
    return models.get(request.model_id) or Path(request.model_id).name


# --- in words ----------------------------------------------------------------------------


def size_text(size: int) -> str:
    if size >= 999.5e6:
        return f"{size / 1e9:.1f} GB"
    if size < 1e5:
        return f"{size / 1e3:,.0f} kB"
    return f"{size / 1e6:,.0f} MB" if size >= 1e7 else f"{size / 1e6:.1f} MB"


def speed_text(tokens_per_second: float) -> str:
    digits = 1 if tokens_per_second < 100 else 0
    return f"{tokens_per_second:,.{digits}f} tok/s" if tokens_per_second else NOTHING


def time_text(seconds: float) -> str:
    if seconds >= 10:
        return f"{seconds:,.1f} s"
    return f"{seconds * 1000:,.0f} ms" if seconds >= 0.0005 else NOTHING


def _tokens(count: int) -> str:
    return f"{count:,} tok" if count else NOTHING


def _prompt(stats: RequestStats) -> str:
    """How far it is read, then how long it was."""
    prompt = stats.usage.prompt
    if stats.phase is Phase.IDLE or stats.read == prompt:
        return _tokens(prompt)
    return f"{stats.read:,} / {prompt:,}"


def progress_text(stats: RequestStats) -> str:
    """Of a live request, in a few words."""
    if stats.phase is Phase.DECODE:
        return speed_text(stats.generation_tps)
    return _prompt(stats) if stats.phase is Phase.PREFILL else stats.phase.value


def _share(reserved: int, limit: int) -> str:
    if not limit:
        return size_text(reserved) if reserved else NOTHING
    return f"{size_text(reserved) if reserved else 0} of {size_text(limit)}"


def _found(hits: int, misses: int) -> str:
    """How often a picture or frame was known, of all that were wanted."""
    return f"{hits:,} of {hits + misses:,}" if hits or misses else NOTHING


REQUEST_ROWS: dict[str, Callable[[RequestStats], str]] = {
    "First token": lambda it: time_text(it.timings.ttft),
    "Waited": lambda it: time_text(it.timings.queued),
    "Prepared in": lambda it: time_text(it.timings.prepare),
    "Prompt": _prompt,
    "From cache": lambda it: _tokens(it.usage.cached),
    "Prompt speed": lambda it: speed_text(it.prompt_tps),
    "Generated": lambda it: _tokens(it.usage.generated),
    "Of that reasoning": lambda it: _tokens(it.usage.reasoning),
    "Of that answer": lambda it: _tokens(it.usage.content),
    "Of that tool calls": lambda it: _tokens(it.usage.tool_call),
}
ENGINE_ROWS: dict[str, Callable[[EngineStats], str]] = {
    "Answering": lambda it: f"{it.batch_size} at once" if it.batch_size else NOTHING,
    "Waiting": lambda it: str(_waiting(it) or NOTHING),
    "Kept for reuse": lambda it: size_text(it.cache_memory) if it.cache_memory >= 500 else NOTHING,
    "Prompts kept": lambda it: size_text(it.prompt_memory) if it.prompt_memory else NOTHING,
    "Saved by 8 bit": lambda it: size_text(it.kv_saved) if it.kv_saved else NOTHING,
    "Pictures kept": lambda it: size_text(it.vision_memory) if it.vision_memory else NOTHING,
    "Pictures found": lambda it: _found(it.vision_hits, it.vision_misses),
    "Reserved": lambda it: _share(it.reserved, it.memory_limit),
}


def _waiting(stats: EngineStats) -> int:
    return sum(request.phase is Phase.QUEUED for request in stats.requests)
