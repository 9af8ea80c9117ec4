"""Writes a comparison as CSV, a row for each answer."""

import csv
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from io import StringIO

from app.base.cancelling import Check
from app.transfer.exporting.comparison_document import settings_of
from app.transfer.exporting.comparison_tables import vote_word
from app.transfer.exporting.document import application
from engine.plain_names import model_name
from ui.state.answer_words import STATES
from ui.state.compared import AnswerNumbers, AnswerState, ComparedRound, PaneAnswer

# A cell that starts with one of these is a formula to a spreadsheet.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
CSV_TITLES = (
    "round", "question", "files", "pane", "model", "state", "vote", "ttft_s", "prompt_tps",
    "generation_tps", "prompt_tokens", "cached_tokens", "generated_tokens", "total_s",
    "tokens_per_pass", "left_out_tokens", "seed", "temperature", "settings", "system_prompt",
    "answer", "reasoning", "error", "exported", "application",
)  # fmt: skip


def as_csv(rounds: Sequence[ComparedRound], check: Check) -> Iterator[str]:
    """Yield a line for each answer, as in RFC 4180. A text that a spreadsheet would take for a
    formula gets an apostrophe in front. Hidden rounds give away nothing."""
    # Excel needs the byte order mark to recognize UTF-8
    yield "\ufeff"
    yield _line(CSV_TITLES)
    exported = time.strftime("%Y-%m-%d %H:%M %z")
    for number, compared in enumerate(rounds, 1):
        check()
        for answer in compared.shown():
            yield _line((str(number), *_row(compared, answer), exported, application()))


def _row(compared: ComparedRound, answer: PaneAnswer) -> Iterable[str]:
    pane, covered = answer.pane, compared.hidden
    found = () if covered else settings_of(pane.options, pane.model_id)
    settings = {
        name: value if isinstance(value, str) else str(value).removesuffix(".0")
        for name, value in found
    }
    system_prompt = settings.pop("system_prompt", "")
    seed, temperature = settings.pop("seed", ""), settings.pop("temperature", "")
    unknown = covered or answer.seen is AnswerState.FAILED
    return (
        _safe(compared.question),
        _safe("; ".join(it.title for it in compared.attachments)),
        _safe(compared.name(pane.pane_id)),
        "" if covered else _safe(model_name(pane.model_id)),
        STATES[answer.seen],
        vote_word(compared, pane.pane_id),
        *_number_cells(None if unknown else answer.numbers()),
        seed,
        temperature,
        _safe("; ".join(f"{name}={value}" for name, value in settings.items())),
        _safe(system_prompt),
        _safe(answer.text),
        _safe(answer.reasoning),
        "" if covered else _safe(answer.error),
    )


def _number_cells(numbers: AnswerNumbers | None) -> tuple[str, ...]:
    """Return the numbers as programs read them, the same in every language; "" if unknown."""
    if numbers is None:
        return ("",) * len(fields(AnswerNumbers))
    return (
        _decimal(numbers.ttft, 3),
        _decimal(numbers.prompt_tps, 1),
        _decimal(numbers.generation_tps, 1),
        str(numbers.prompt),
        str(numbers.cached),
        str(numbers.tokens),
        _decimal(numbers.seconds, 3),
        _decimal(numbers.per_pass, 2),
        str(numbers.left_out),
    )


def _decimal(value: float, digits: int) -> str:
    return f"{value:.{digits}f}" if value else ""


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def _line(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
