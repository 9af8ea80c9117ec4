"""Charts of answers: where their time went, and how fast they were one after the other."""

from collections.abc import Sequence

from ui.charts.chart import Key, LineChart, LineRow, Part, PartsChart, PartsRow
from ui.charts.tones import TIME_TONES, model_tone
from ui.look.language import number, tr
from ui.look.numbers import speed_text
from ui.state.answer_stats import AnswerStats, NamedAnswer
from ui.state.figures import speed, time_figures, total_time

_AXIS_TEXTS = 6


def time_chart(answers: Sequence[NamedAnswer]) -> PartsChart | None:
    """Return where the time of answers to one question went, None if no time was measured."""
    rows = tuple(_row(it) for it in answers)
    if not any(row.parts for row in rows):
        return None
    return PartsChart(tr("Where the time went"), rows)


def speeds_chart(answers: Sequence[tuple[str, AnswerStats]]) -> LineChart | None:
    """Return the speeds of the answers of a chat in their order, each with the name of its model;
    None if fewer than two are known."""
    if sum(stats.generation_tps > 0 for _, stats in answers) < 2:
        return None
    models = {stats.model_id: name for name, stats in answers}
    lines = tuple(
        LineRow(Key(name, model_tone(model_id), index), _speeds(answers, model_id))
        for index, (model_id, name) in enumerate(models.items())
    )
    last = len(answers) - 1
    step = -(-last // _AXIS_TEXTS)
    axis = tuple((it / last, number(it + 1)) for it in dict.fromkeys([*range(0, last, step), last]))
    names = (tr("Answer {number}").format(number=number(it + 1)) for it in range(len(answers)))
    title = tr("{title} by answer").format(title=speed().title)
    return LineChart(title, lines, speed_text, tuple(names), axis, marked=True)


def _row(answer: NamedAnswer) -> PartsRow:
    stats = answer.stats
    parts = tuple(
        Part(it.title, TIME_TONES[it.key], it.seconds(stats), it.text(stats))
        for it in time_figures()
        if it.seconds(stats) > 0
    )
    return PartsRow(answer.name, parts, total_time().text(stats) if parts else "")


def _speeds(answers: Sequence[tuple[str, AnswerStats]], model_id: str) -> tuple[float | None, ...]:
    return tuple(
        stats.generation_tps if stats.model_id == model_id and stats.generation_tps else None
        for _, stats in answers
    )
