"""The numbers of a comparison as tables: of all rounds, and of each round."""

from collections.abc import Iterable

from app.base.paths import model_name
from app.transfer.exporting.document import Table
from ui.state.answer_words import state_text
from ui.state.compared import TIE, AnswerNumbers, AnswerState, ComparedRound
from ui.state.pane_summary import PaneSummary

PANE_TITLES = (
    "Pane", "Model", "Wins", "Ties", "Completed", "Asked", "Stopped", "Failed", "First token s",
    "Prompt tok/s", "Generation tok/s", "Tokens", "Time s",
)  # fmt: skip
NUMBER_TITLES = (
    "First token s", "Prompt tok/s", "Generation tok/s", "Prompt tokens", "Cached", "Tokens",
    "Time s",
)  # fmt: skip
ROUND_TITLES = ("Pane", "State", "Vote", *NUMBER_TITLES)


def pane_table(panes: Iterable[PaneSummary]) -> Table:
    return Table(PANE_TITLES, tuple(_pane_row(it) for it in panes))


def round_table(compared: ComparedRound) -> Table:
    return Table(
        ROUND_TITLES,
        tuple(
            (
                compared.name(it.pane.pane_id),
                state_text(it.seen),
                vote_word(compared, it.pane.pane_id),
                *_shown_numbers(compared, it.seen, it.numbers()),
            )
            for it in compared.shown()
        ),
    )


def number_cells(numbers: AnswerNumbers | None) -> tuple[str, ...]:
    """Return texts without thousands separators; "" for what is not known."""
    if numbers is None:
        return ("",) * len(NUMBER_TITLES)
    return (
        _decimal(numbers.ttft, 3),
        _decimal(numbers.prompt_tps, 1),
        _decimal(numbers.generation_tps, 1),
        str(numbers.prompt),
        str(numbers.cached),
        str(numbers.tokens),
        _decimal(numbers.seconds, 3),
    )


def vote_word(compared: ComparedRound, pane_id: int) -> str:
    vote = compared.vote
    if vote is None or vote.pane_id not in (TIE, pane_id):
        return ""
    word = "tie" if vote.pane_id == TIE else "won"
    return f"{word}, blind" if vote.blind else word


def _shown_numbers(
    compared: ComparedRound, state: AnswerState, numbers: AnswerNumbers
) -> tuple[str, ...]:
    if compared.hidden:
        return ("hidden",) * len(NUMBER_TITLES)
    return number_cells(None if state is AnswerState.FAILED else numbers)


def _pane_row(pane: PaneSummary) -> tuple[str, ...]:
    counts = (pane.wins, pane.ties, pane.whole, pane.asked, pane.stopped, pane.failed)
    return (
        pane.name,
        model_name(pane.model_id),
        *map(str, counts),
        _decimal(pane.ttft, 3),
        _decimal(pane.prompt_tps, 1),
        _decimal(pane.generation_tps, 1),
        str(pane.tokens),
        _decimal(pane.seconds, 3),
    )


def _decimal(value: float, digits: int) -> str:
    return f"{value:.{digits}f}" if value else ""
