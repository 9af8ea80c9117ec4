"""The numbers of an exported comparison as rows of text."""

import re

from app.transfer.exporting.compared import Exported, ExportedRound
from ui.state.compared import AnswerNumbers

PANE_TITLES = (
    "Pane", "Model", "Wins", "Ties", "Whole answers", "Asked", "Stopped", "Failed", "First token s",
    "Read tok/s", "Decode tok/s", "Tokens", "Time s",
)  # fmt: skip
NUMBER_TITLES = (
    "First token s", "Read tok/s", "Decode tok/s", "Prompt tokens", "Reused", "Tokens", "Time s",
)  # fmt: skip
ROUND_TITLES = ("Pane", "State", "Vote", *NUMBER_TITLES)


def numbers(found: AnswerNumbers | None) -> tuple[str, ...]:
    """As texts without a thousands mark; empty where one is not known."""
    if found is None:
        return ("",) * len(NUMBER_TITLES)
    return (
        _float(found.ttft, 3),
        _float(found.prompt_tps, 1),
        _float(found.generation_tps, 1),
        str(found.prompt),
        str(found.cached),
        str(found.tokens),
        _float(found.seconds, 3),
    )


def _float(value: float, digits: int) -> str:
    return f"{value:.{digits}f}" if value else ""


def pane_rows(data: Exported) -> list[tuple[str, ...]]:
    return [
        (
            it.name,
            re.split(r"[/\\]", it.model_id)[-1],
            *(str(count) for count in (it.wins, it.ties, it.whole, it.asked)),
            *(str(count) for count in (it.stopped, it.failed)),
            _float(it.ttft, 3),
            _float(it.prompt_tps, 1),
            _float(it.generation_tps, 1),
            str(it.tokens),
            _float(it.seconds, 3),
        )
        for it in data.panes
    ]


def number_rows(asked: ExportedRound) -> list[tuple[str, ...]]:
    rows = []
    for it in asked.answers:
        cells = ("hidden",) * len(NUMBER_TITLES) if asked.hidden else numbers(it.numbers)
        rows.append((it.pane, it.stated, it.vote, *cells))
    return rows
