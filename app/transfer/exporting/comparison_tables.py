"""The numbers of a comparison as tables: of all rounds, and of each round."""

from collections.abc import Iterable, Sequence

from app.transfer.exporting.document import Table
from engine.plain_names import model_name
from engine.sentences import say
from ui.look.language import number, tr, translated
from ui.look.numbers import NOTHING, duration_text, or_nothing, rate_text
from ui.state.answer_words import state_text
from ui.state.compared import TIE, AnswerNumbers, AnswerState, ComparedRound
from ui.state.pane_summary import PaneSummary

PANE_TITLES = (
    say("Pane"), say("Model"), say("Wins"), say("Ties"), say("Completed"), say("Asked"),
    say("Stopped"), say("Failed"), say("First token"), say("Prompt tok/s"), say("Generation tok/s"),
    say("Tokens"), say("Time"), say("Tokens per pass"),
)  # fmt: skip
NUMBER_TITLES = (
    say("First token"), say("Prompt tok/s"), say("Generation tok/s"), say("Prompt tokens"),
    say("Cached"), say("Tokens"), say("Time"), say("Tokens per pass"),
)  # fmt: skip
ROUND_TITLES = (say("Pane"), say("State"), say("Vote"), *NUMBER_TITLES)


def pane_table(panes: Iterable[PaneSummary]) -> Table:
    return _without_unused(PANE_TITLES, [_pane_row(it) for it in panes])


def round_table(compared: ComparedRound) -> Table:
    rows = [
        (
            compared.name(it.pane.pane_id),
            state_text(it.seen),
            translated(vote_word(compared, it.pane.pane_id)),
            *_number_cells(compared, it.seen, it.numbers()),
        )
        for it in compared.shown()
    ]
    return _without_unused(ROUND_TITLES, rows)


def vote_word(compared: ComparedRound, pane_id: int) -> str:
    """Return how the vote was for a pane, in English until it is translated."""
    vote = compared.vote
    if vote is None or vote.pane_id not in (TIE, pane_id):
        return ""
    word = say("tie") if vote.pane_id == TIE else say("won")
    return say("{name}, blind", name=word) if vote.blind else word


def _without_unused(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    """Return the table, without the tokens per pass, its last column, if nothing was drafted."""
    said = tuple(map(translated, titles))
    if any(row[-1] != NOTHING for row in rows):
        return Table(said, tuple(rows))
    return Table(said[:-1], tuple(row[:-1] for row in rows))


def _number_cells(
    compared: ComparedRound, state: AnswerState, numbers: AnswerNumbers
) -> tuple[str, ...]:
    if compared.hidden:
        return (tr("hidden"),) * len(NUMBER_TITLES)
    if state is AnswerState.FAILED:
        return (NOTHING,) * len(NUMBER_TITLES)
    return (
        or_nothing(duration_text, numbers.ttft),
        or_nothing(rate_text, numbers.prompt_tps),
        or_nothing(rate_text, numbers.generation_tps),
        or_nothing(number, numbers.prompt),
        or_nothing(number, numbers.cached),
        or_nothing(number, numbers.tokens),
        or_nothing(duration_text, numbers.seconds),
        or_nothing(_per_pass, numbers.per_pass),
    )


def _pane_row(pane: PaneSummary) -> tuple[str, ...]:
    counts = (pane.wins, pane.ties, pane.whole, pane.asked, pane.stopped, pane.failed)
    return (
        pane.name,
        model_name(pane.model_id),
        *map(number, counts),
        or_nothing(duration_text, pane.ttft),
        or_nothing(rate_text, pane.prompt_tps),
        or_nothing(rate_text, pane.generation_tps),
        or_nothing(number, pane.tokens),
        or_nothing(duration_text, pane.seconds),
        or_nothing(_per_pass, pane.per_pass),
    )


def _per_pass(tokens: float) -> str:
    return number(tokens, 1)
