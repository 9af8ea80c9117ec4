"""Texts for an answer: its state, its numbers, and the vote of its round."""

from engine.messages import FinishReason, Usage
from ui.look.language import number, tr, translated
from ui.look.numbers import duration_text, short_tokens_text, speed_text, tokens_text
from ui.state.compared import TIE, AnswerState, ComparedRound, PaneAnswer
from ui.state.turn import Turn, TurnState

BETWEEN = " · "
# Seconds; a shorter wait needs no explanation.
SLOW = 0.5


def state_text(state: AnswerState) -> str:
    """Return the state of an answer, as the table of results and exports show it."""
    match state:
        case AnswerState.GROWING:
            return tr("answering")
        case AnswerState.DONE:
            return tr("answered")
        case AnswerState.LENGTH:
            return tr("cut at its length")
        case AnswerState.STOPPED:
            return tr("stopped")
    return tr("failed")


def answer_text(answer: PaneAnswer, *, hidden: bool = False) -> str:
    """Return the text of an answer, or its state in brackets. While names are `hidden`, the reason
    for a failure is omitted, since it could reveal the model."""
    if answer.text:
        return answer.text
    if answer.error and not hidden:
        return tr("(Failed: {reason})").format(reason=translated(answer.error))
    return "(" + state_text(answer.state) + ")"


def vote_text(compared: ComparedRound) -> str:
    """Return the winner of a round, or "" without a vote."""
    vote = compared.vote
    if vote is None:
        return ""
    name = tr("Tie") if vote.pane_id == TIE else compared.name(vote.pane_id)
    return tr("{name}, blind").format(name=name) if vote.blind else name


def numbers_line(turn: Turn, *, kinds: bool = True) -> str:
    """Return the numbers of an ended reply, with separate prompt and generation speeds. `kinds`
    also separates the tokens of reasoning and calls."""
    parts = []
    if turn.timings.ttft:
        parts.append(tr("{time} to first token").format(time=duration_text(turn.timings.ttft)))
    if turn.generation_tps:
        parts.append(speed_text(turn.generation_tps))
    if turn.usage.generated:
        parts.append(_generated(turn.usage, kinds=kinds))
    return BETWEEN.join([*parts, *_prompt(turn), *_end(turn)])


def short_line(turn: Turn) -> str:
    """Return the numbers of an ended reply for narrow places: the speed, the wait and the
    tokens."""
    parts = []
    if turn.generation_tps:
        parts.append(speed_text(turn.generation_tps))
    if turn.timings.ttft:
        parts.append(duration_text(turn.timings.ttft))
    if turn.usage.generated:
        parts.append(short_tokens_text(turn.usage.generated))
    return BETWEEN.join([*parts, *_end(turn)])


def slow_line(turn: Turn) -> str:
    """Return the reasons for a slow start of an ended reply, the longest wait first; "" if it was
    fast."""
    if turn.growing:
        return ""
    reasons = sorted(_reasons(turn), reverse=True)
    return BETWEEN.join(f"{duration_text(time)} {what}" for time, what in reasons if time >= SLOW)


def numbers_text(turn: Turn) -> str:
    """Return the numbers of an ended reply as one or two lines of plain text, "" if there are
    none."""
    if turn.growing:
        return ""
    return "\n".join(line for line in (numbers_line(turn), slow_line(turn)) if line)


def answer_with_numbers(turn: Turn) -> str:
    """Return the answer as Markdown, followed by its numbers."""
    lines = [f"*{line}*" for line in numbers_text(turn).split("\n") if line]
    return "\n\n".join([turn.content, "  \n".join(lines)] if lines else [turn.content])


def _generated(usage: Usage, *, kinds: bool) -> str:
    """Return the generated tokens, by kind if there was reasoning."""
    if not (usage.reasoning and kinds):
        return tokens_text(usage.generated)
    parts = [tr("{count} reasoning").format(count=number(usage.reasoning))]
    parts += [tr("{count} answer").format(count=number(usage.content))] if usage.content else []
    parts += [tr("{count} tool call").format(count=number(usage.tool_call))] * bool(usage.tool_call)
    return f"{tokens_text(usage.generated)} ({', '.join(parts)})"


def _prompt(turn: Turn) -> list[str]:
    usage, parts = turn.usage, []
    if read := usage.prompt - usage.cached:
        text = tr("{count} read").format(count=number(read))
        if turn.prompt_tps:
            text = tr("{count} read at {speed}").format(
                count=number(read), speed=speed_text(turn.prompt_tps)
            )
        parts.append(text)
    if usage.cached:
        parts.append(tr("{count} reused").format(count=number(usage.cached)))
    return parts


def _end(turn: Turn) -> list[str]:
    if turn.state is TurnState.STOPPED:
        return [tr("stopped")]
    return [tr("length limit reached")] if turn.reason is FinishReason.LENGTH else []


def _reasons(turn: Turn) -> list[tuple[float, str]]:
    """Return the times before the first token, each with its cause."""
    usage, timings = turn.usage, turn.timings
    return [
        (timings.loading, tr("loading the model")),
        (timings.memory, tr("waiting for memory")),
        (timings.waited, tr("queued")),
        (timings.prepare, tr("preparing the prompt")),
        (timings.looking, _looked(usage.looked)),
        (timings.prefill, _read(turn)),
    ]


def _looked(count: int) -> str:
    if count == 1:
        return tr("looking at an image")
    return tr("looking at {count} images and frames").format(count=number(count))


def _read(turn: Turn) -> str:
    read = tokens_text(turn.usage.prompt - turn.usage.cached)
    if not turn.read_again:
        return tr("reading {tokens}").format(tokens=read)
    why = translated(turn.read_again)
    return tr("reading {tokens} ({why})").format(tokens=read, why=why.rstrip("."))
