"""What is said about a reply in words and numbers, around its text."""

from engine.messages import FinishReason, Timings, Usage
from ui.turn import MAX_LOGPROBS, Turn, TurnState


def status_caption(turn: Turn) -> str:
    """The line that stands where the answer will be; empty once there is something to see."""
    if turn.content or turn.reasoning or turn.tool_calls:
        return ""
    if turn.state is TurnState.DONE:
        return "The model gave no answer."
    return progress_caption(turn)


def progress_caption(turn: Turn) -> str:
    """What a reply does before its next word; empty when it does not grow."""
    if not turn.growing:
        return ""
    if turn.waiting:
        return turn.waiting
    done, total, cached = turn.prefill
    if not total:
        return "Waiting…"
    reused = f" ({cached:,} cached)" if cached else ""
    return f"Reading the prompt {done:,} / {total:,}{reused}"


def trimmed_caption(turn: Turn) -> str:
    if not turn.trimmed:
        return ""
    plural = "" if turn.trimmed == 1 else "s"
    return f"{turn.trimmed:,} earlier message{plural} left out"


def probabilities_caption(turn: Turn) -> str:
    count = len(turn.logprobs)
    shown = f"the first {count:,}" if count == MAX_LOGPROBS else f"{count:,}"
    return f"Token probabilities · {shown}"


def reasoning_caption(turn: Turn, seconds: float) -> str:
    """`seconds` is what a clock beside the reply says; the engine's own timing wins."""
    if turn.growing and not turn.content:
        return f"Thinking… {seconds:.1f} s"
    seconds = _reasoning_seconds(turn.usage, turn.timings) or seconds
    time = f"Thought for {seconds:.1f} s" if seconds else "Thought"
    return f"{time} · {_tokens(turn.usage.reasoning)}" if turn.usage.reasoning else time


def footer_caption(turn: Turn) -> str:
    """The numbers of an ended reply, or what one that goes on does before its next word."""
    if turn.growing:
        return progress_caption(turn) if turn.continues else ""
    parts = []
    if turn.usage.generated:
        parts.append(_tokens(turn.usage.generated))
    if turn.timings.ttft:
        parts.append(f"{_duration(turn.timings.ttft)} to first token")
    if rate := turn.generation_tps:
        parts.append(f"{rate:,.0f} tok/s" if rate >= 10 else f"{rate:.1f} tok/s")
    if turn.state is TurnState.STOPPED:
        parts.append("stopped")
    if turn.reason is FinishReason.LENGTH:
        parts.append("length limit reached")
    return " · ".join(parts)


def _reasoning_seconds(usage: Usage, timings: Timings) -> float:
    return timings.decode * usage.reasoning / usage.generated if usage.generated else 0.0


def _tokens(count: int) -> str:
    return f"{count:,} token" if count == 1 else f"{count:,} tokens"


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
