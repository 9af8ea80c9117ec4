"""Texts and numbers around the text of a reply."""

from engine.messages import FinishReason, Timings, Usage
from ui.look.language import number, tr, translated
from ui.look.numbers import duration_text, seconds_text, tokens_text
from ui.state.turn import MAX_LOGPROBS, Turn, TurnState


def status_caption(turn: Turn) -> str:
    """Return the line shown in place of an answer; "" once there is some text."""
    if turn.state is TurnState.DONE:
        return "" if turn.tool_calls or turn.content.strip() else _no_answer(turn)
    if turn.content or turn.reasoning or turn.tool_calls or turn.writing[0]:
        return ""
    return progress_caption(turn)


def _no_answer(turn: Turn) -> str:
    """Say why a reply has ended without an answer, perhaps after a long reasoning."""
    if turn.reason is FinishReason.LENGTH:
        return tr("The length limit was reached before the answer. Continue, or raise Max tokens.")
    return tr("The model gave no answer. Regenerate it, or change the question.")


def progress_caption(turn: Turn) -> str:
    """Return the progress of a reply before its next word; "" unless it grows."""
    if not turn.growing:
        return ""
    tool, characters = turn.writing
    if tool:
        text = tr("Writing a call to {tool}: {count} characters")
        return text.format(tool=tool, count=number(characters))
    if turn.waiting:
        return translated(turn.waiting)
    done, total, cached = turn.prefill
    if not total:
        return tr("Waiting…")
    text = tr("Processing the prompt: {done} of {total} tokens").format(
        done=number(done), total=number(total)
    )
    hit = tr("{count} cached").format(count=number(cached))
    return f"{text} · {hit}" if cached else text


def trimmed_caption(turn: Turn) -> str:
    if not turn.trimmed:
        return ""
    left_out = tr("{count} earlier message(s) omitted", "", turn.trimmed)
    return left_out.format(count=number(turn.trimmed))


def probabilities_caption(turn: Turn) -> str:
    count = number(len(turn.logprobs))
    if len(turn.logprobs) == MAX_LOGPROBS:
        return tr("Token probabilities · the first {count}").format(count=count)
    return tr("Token probabilities · {count}").format(count=count)


def reasoning_caption(turn: Turn, seconds: float) -> str:
    """Return how long a reply has reasoned. `seconds` was measured by the window; the engine's own
    timing is preferred."""
    if thinking(turn):
        return tr("Thinking… {time}").format(time=seconds_text(seconds))
    seconds = _reasoning_seconds(turn.usage, turn.timings) or seconds
    time = tr("Thought")
    if seconds:
        time = tr("Thought for {time}").format(time=duration_text(seconds))
    return f"{time} · {tokens_text(turn.usage.reasoning)}" if turn.usage.reasoning else time


def thinking(turn: Turn) -> bool:
    """Return True if the model still reasons: no answer or call has come yet."""
    written = turn.content or turn.tool_calls or turn.writing[0]
    return turn.growing and not written


def _reasoning_seconds(usage: Usage, timings: Timings) -> float:
    return timings.decode * usage.reasoning / usage.generated if usage.generated else 0.0
