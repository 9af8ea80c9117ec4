"""The numbers of a comparison as tables: of all rounds, and of each round."""

from collections.abc import Iterable, Sequence

from app.transfer.exporting.document import Table
from engine.plain_names import model_name
from ui.look.language import number
from ui.look.numbers import NOTHING, duration_text, or_nothing, rate_text
from ui.state.answer_words import state_text
from ui.state.compared import TIE, AnswerNumbers, AnswerState, ComparedRound
from ui.state.pane_summary import PaneSummary

PANE_TITLES = (
    "Pane", "Model", "Wins", "Ties", "Completed", "Asked", "Stopped", "Failed", "First token",
    "Prompt tok/s", "Generation tok/s", "Tokens", "Time", "Tokens per pass",
)  # fmt: skip
NUMBER_TITLES = (
    "First token", "Prompt tok/s", "Generation tok/s", "Prompt tokens", "Cached", "Tokens",
    "Time", "Tokens per pass",
)  # fmt: skip
ROUND_TITLES = ("Pane", "State", "Vote", *NUMBER_TITLES)


def pane_table(panes: Iterable[PaneSummary]) -> Table:
    return _without_unused(PANE_TITLES, [_pane_row(it) for it in panes])


def round_table(compared: ComparedRound) -> Table:
    rows = [
        (
            compared.name(it.pane.pane_id),
            state_text(it.seen),
            vote_word(compared, it.pane.pane_id),
            *_number_cells(compared, it.seen, it.numbers()),
        )
        for it in compared.shown()
    ]
    return _without_unused(ROUND_TITLES, rows)


def vote_word(compared: ComparedRound, pane_id: int) -> str:
    vote = compared.vote
    if vote is None or vote.pane_id not in (TIE, pane_id):
        return ""
    word = "tie" if vote.pane_id == TIE else "won"
    return f"{word}, blind" if vote.blind else word


def _without_unused(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    """Return the table, without the tokens per pass, its last column, if nothing was drafted."""
    if any(row[-1] != NOTHING for row in rows):
        return Table(titles, tuple(rows))
    return Table(titles[:-1], tuple(row[:-1] for row in rows))


def _number_cells(
    compared: ComparedRound, state: AnswerState, numbers: AnswerNumbers
) -> tuple[str, ...]:
    if compared.hidden:
        return ("hidden",) * len(NUMBER_TITLES)
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
