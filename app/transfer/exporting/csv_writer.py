"""A comparison as CSV."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from app.transfer.exporting.compared import Exported, ExportedAnswer, ExportedRound
from app.transfer.exporting.comparison_rows import numbers

# What a spreadsheet takes for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
CSV_TITLES = (
    "round", "question", "files", "pane", "model", "state", "vote", "ttft_s", "prompt_tps",
    "generation_tps", "prompt_tokens", "cached_tokens", "generated_tokens", "total_s", "seed",
    "temperature", "settings", "system_prompt", "answer", "reasoning", "error", "exported",
    "application",
)  # fmt: skip


def as_csv(data: Exported) -> Iterator[str]:
    """A row for each answer, as RFC 4180 has it. A text that a spreadsheet would take for a formula
    begins with an apostrophe."""
    # the mark by which Excel knows UTF-8
    yield "\ufeff"
    yield _csv_line(CSV_TITLES)
    for number, asked in enumerate(data.rounds, 1):
        for answer in asked.answers:
            yield _csv_line(_csv_row(data, number, asked, answer))


def _csv_row(
    data: Exported, number: int, asked: ExportedRound, answer: ExportedAnswer
) -> Iterable[str]:
    settings = dict(answer.settings)
    system = settings.pop("system_prompt", "")
    seed, temperature = settings.pop("seed", ""), settings.pop("temperature", "")
    words = "; ".join(f"{name}={value}" for name, value in settings.items())
    texts = (_safe(asked.question), _safe("; ".join(it.title for it in asked.pictures)))
    about = (_safe(answer.pane), _safe(answer.model), answer.stated, answer.vote)
    said = (_safe(answer.text), _safe(answer.reasoning), _safe(answer.error))
    end = (data.date, data.application)
    return (
        str(number), *texts, *about, *numbers(answer.numbers), seed, temperature, _safe(words),
        _safe(system), *said, *end,
    )  # fmt: skip


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def _csv_line(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
