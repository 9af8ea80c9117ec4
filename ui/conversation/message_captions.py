"""What is said about a reply in words and numbers, around its text."""

from engine.messages import FinishReason, Timings, Usage
from ui.state.turn import MAX_LOGPROBS, Turn, TurnState


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
    if thinking(turn):
        return f"Thinking… {seconds:.1f} s"
    seconds = _reasoning_seconds(turn.usage, turn.timings) or seconds
    time = f"Thought for {seconds:.1f} s" if seconds else "Thought"
    return f"{time} · {_tokens(turn.usage.reasoning)}" if turn.usage.reasoning else time


def thinking(turn: Turn) -> bool:
    """Whether the model still reasons, as far as is known: nothing else has come yet."""
    return turn.growing and not turn.content and not turn.tool_calls


def footer_caption(turn: Turn) -> str:
    """The numbers of an ended reply, or what one that goes on does before its next word."""
    if turn.growing:
        return progress_caption(turn) if turn.continues else ""
    parts = []
    if turn.usage.generated:
        parts.append(_generated(turn.usage))
    if turn.timings.ttft:
        parts.append(f"{duration(turn.timings.ttft)} to first token")
    if rate := turn.generation_tps:
        parts.append(f"{rate:,.0f} tok/s" if rate >= 10 else f"{rate:.1f} tok/s")
    if turn.state is TurnState.STOPPED:
        parts.append("stopped")
    if turn.reason is FinishReason.LENGTH:
        parts.append("length limit reached")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def _reasoning_seconds(usage: Usage, timings: Timings) -> float:
    return timings.decode * usage.reasoning / usage.generated if usage.generated else 0.0


def _generated(usage: Usage) -> str:
    """Where there is reasoning, it is told apart from the answer."""
    if not usage.reasoning:
        return _tokens(usage.generated)
    kinds = [f"{usage.reasoning:,} reasoning"]
    kinds += [f"{usage.content:,} answer"] if usage.content else []
    kinds += [f"{usage.tool_call:,} tool call"] if usage.tool_call else []
    return f"{_tokens(usage.generated)} ({', '.join(kinds)})"


def _tokens(count: int) -> str:
    return f"{count:,} token" if count == 1 else f"{count:,} tokens"
