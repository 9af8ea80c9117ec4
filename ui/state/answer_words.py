"""Texts for an answer: its state, its numbers, and the vote of its round."""

from engine.frozen import frozen
from engine.messages import FinishReason, RequestStats, SkimReport, Usage, say
from ui.look.language import number, tr, translated
from ui.look.numbers import (
    cost_text,
    duration_text,
    per_pass_text,
    percent_text,
    short_tokens_text,
    speed_text,
    tokens_text,
)
from ui.state.answer_stats import stats_of_answer
from ui.state.compared import TIE, AnswerState, ComparedRound, PaneAnswer
from ui.state.draft_counts import tokens_per_pass
from ui.state.figures import (
    TimeFigure,
    cost,
    first_token,
    generated,
    per_pass,
    speed,
    time_figures,
)
from ui.state.turn import Turn, TurnState

BETWEEN = " · "
# Seconds; a shorter wait needs no explanation.
SLOW = 0.5
STATES = {
    AnswerState.GROWING: say("answering"),
    AnswerState.DONE: say("answered"),
    AnswerState.LENGTH: say("length limit reached"),
    AnswerState.STOPPED: say("stopped"),
    AnswerState.FAILED: say("failed"),
}


def state_text(state: AnswerState) -> str:
    """Return the state of an answer, as the table of results and documents show it."""
    return translated(STATES[state])


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


@frozen
class LinePart:
    """A number in the line under an answer, a `short` form of it for narrow places, and what it
    means."""

    text: str
    short: str
    about: str = ""


def line_parts(turn: Turn) -> list[LinePart]:
    """Return the most important numbers of the answer that ends with a turn."""
    stats, parts = stats_of_answer(turn), []
    if stats.generation_tps:
        text = speed_text(stats.generation_tps)
        parts.append(LinePart(text, text, speed().explained))
    if stats.timings.ttft:
        wait = duration_text(stats.timings.ttft)
        text = tr("{time} to first token").format(time=wait)
        parts.append(LinePart(text, wait, first_token().explained))
    if count := stats.usage.generated:
        parts.append(LinePart(tokens_text(count), short_tokens_text(count), generated().explained))
    text = per_pass_text(tokens_per_pass(stats.drafts))
    # Without a gain, there is nothing to say.
    if text not in (per_pass_text(0), per_pass_text(1)):
        parts.append(LinePart(text, text, per_pass().explained))
    if stats.usage.cost:
        text = cost_text(stats.usage.cost)
        parts.append(LinePart(text, text, cost().explained))
    return parts + [LinePart(text, text) for text in _end(turn)]


def numbers_line(turn: Turn) -> str:
    """Return the numbers of an ended answer as one line of plain text."""
    stats = stats_of_answer(turn)
    parts = [part.text for part in line_parts(turn)]
    ends = _end(turn)
    kinds = [_kinds(stats.usage)] if stats.usage.reasoning else []
    middle = len(parts) - len(ends)
    return BETWEEN.join([*parts[:middle], *kinds, *_prompt(stats), *ends])


def slow_line(turn: Turn) -> str:
    """Return the times that made an ended answer slow to start, the longest first; "" if it was
    fast."""
    if turn.growing:
        return ""
    stats = stats_of_answer(turn)
    found = [it for it in time_figures() if it.key != "generation" and it.seconds(stats) >= SLOW]
    found.sort(key=lambda it: it.seconds(stats), reverse=True)
    return BETWEEN.join(f"{it.title}: {it.text(stats)}" + _why(it, stats) for it in found)


def numbers_text(turn: Turn) -> str:
    """Return the numbers of the answer that ends with a turn as lines of plain text, "" if there
    are none."""
    if turn.growing:
        return ""
    skimmed = skim_text(stats_of_answer(turn).skim)
    return "\n".join(line for line in (numbers_line(turn), slow_line(turn), skimmed) if line)


def answer_with_numbers(turn: Turn) -> str:
    """Return the answer as Markdown, followed by its numbers."""
    lines = [f"*{line}*" for line in numbers_text(turn).split("\n") if line]
    return "\n\n".join([turn.content, "  \n".join(lines)] if lines else [turn.content])


def why_processed(stats: RequestStats) -> str:
    """Return why more of the prompt was processed than the new question, "" without a reason."""
    return translated(stats.read_again)


def why_not_drafted(stats: RequestStats) -> str:
    """Return why tokens were not drafted, or not at the end; "" without a reason."""
    return translated(stats.drafts.note)


def skim_text(skim: SkimReport) -> str:
    """Return how much of a prompt was read, or why it was not skimmed; "" if it should not be."""
    if skim.note:
        return tr("Not skimmed: {why}").format(why=translated(skim.note))
    if not skim.left_out:
        return ""
    counts = tr("Skimmed: {read} of {whole} tokens read ({share})").format(
        read=number(skim.read),
        whole=number(skim.whole),
        share=percent_text(100 * skim.read / skim.whole),
    )
    if not skim.seconds:
        return f"{counts}, " + tr("chosen by {model}").format(model=skim.chooser)
    time = duration_text(skim.seconds)
    return f"{counts}, " + tr("chosen by {model} in {time}").format(model=skim.chooser, time=time)


def _kinds(usage: Usage) -> str:
    """Return the generated tokens by kind."""
    kinds = [tr("{count} reasoning").format(count=number(usage.reasoning))]
    if usage.content:
        kinds.append(tr("{count} answer").format(count=number(usage.content)))
    if usage.tool_call:
        kinds.append(tr("{count} in tool calls").format(count=number(usage.tool_call)))
    if usage.markers:
        markers = tr("{count} marker(s)", "", usage.markers)
        kinds.append(markers.format(count=number(usage.markers)))
    return ", ".join(kinds)


def _prompt(stats: RequestStats) -> list[str]:
    usage, parts = stats.usage, []
    if processed := stats.read - usage.cached:
        text = tr("{count} processed").format(count=number(processed))
        if stats.prompt_tps:
            text = tr("{count} processed at {speed}").format(
                count=number(processed), speed=speed_text(stats.prompt_tps)
            )
        parts.append(text)
    if usage.cached:
        parts.append(tr("{count} cached").format(count=number(usage.cached)))
    if usage.restored:
        parts.append(tr("{count} restored from disk").format(count=number(usage.restored)))
    return parts


def _end(turn: Turn) -> list[str]:
    if turn.state is TurnState.STOPPED:
        return [tr("stopped")]
    return [tr("length limit reached")] if turn.reason is FinishReason.LENGTH else []


def _why(figure: TimeFigure, stats: RequestStats) -> str:
    why = why_processed(stats) if figure.key == "prompt" else ""
    return f" ({why.rstrip('.')})" if why else ""
