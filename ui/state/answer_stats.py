"""The numbers of one answer: the sums of its turns, of which there are several if it used tools."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.frozen import frozen
from engine.messages import NO_SKIM, Phase, RequestStats, SkimReport
from ui.state.draft_counts import drafts_sum
from ui.state.turn import Turn, sums


@frozen
class AnswerStats(RequestStats):
    """The numbers of an ended answer. `rate` is its speed, which cannot be computed from the sums:
    the first pass of each part took no decoding. `seconds` run from the question to the last
    token, without the time of tools. `context` is the length of the chat after the answer."""

    rate: float = 0.0
    seconds: float = 0.0
    context: int = 0

    @property
    def generation_tps(self) -> float:
        return self.rate


@frozen
class NamedAnswer:
    """The numbers of an answer, and the name of its pane; "" if it is the only one. The name of the
    answer that was asked about is `strong`."""

    name: str
    stats: AnswerStats
    strong: bool = False


AnswersBeside = Callable[[Turn], Sequence[NamedAnswer]]


def no_answers(_: Turn) -> Sequence[NamedAnswer]:
    return ()


def answer_stats(turns: Sequence[Turn]) -> AnswerStats:
    """Return the numbers of the answer with these turns, oldest first."""
    if not turns:
        return AnswerStats()
    first, last = turns[0], turns[-1]
    usage = sums([turn.usage for turn in turns])
    timings = sums([turn.timings for turn in turns])
    drafts = drafts_sum([turn.drafts for turn in turns])
    first_tokens = sum(turn.parts_with_tokens for turn in turns)
    decoded = usage.generated - first_tokens - drafts.at_once
    return AnswerStats(
        last.request_id,
        last.model_id,
        Phase.IDLE,
        sum(turn.read for turn in turns),
        usage,
        replace(timings, ttft=first.timings.ttft),
        timings.rate(decoded),
        timings.ttft + timings.decode,
        last.usage.prompt + last.usage.generated,
        read_again=next((turn.read_again for turn in turns if turn.read_again), ""),
        drafts=drafts,
        skim=skim_of([turn.skim for turn in turns]),
    )


def skim_of(parts: Sequence[SkimReport]) -> SkimReport:
    """Return what was read of the last prompt that was to be skimmed, with the time for all."""
    last = next((it for it in reversed(parts) if it.whole), NO_SKIM)
    return replace(last, seconds=sum(it.seconds for it in parts))


def stats_of_answer(last: Turn) -> AnswerStats:
    """Return the numbers of the answer that ends with a turn."""
    return answer_stats(turns_of_answer(last))


def turns_of_answer(last: Turn) -> list[Turn]:
    """Return the turns of the answer that ends with a turn: those before it called tools."""
    turns = [last]
    while (before := turns[0].parent) is not None and before.role == "assistant":
        turns.insert(0, before)
    return turns
