"""A comparison as a document: a section for each round, and tables of numbers."""

import time
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from json import dumps, loads
from typing import Any

from app.transfer.exporting.comparison_tables import pane_table, round_table
from app.transfer.exporting.document import Document, Message, Section, application, local_time
from engine.messages import Drafting, Overflow, SamplingParams
from engine.plain_names import model_name
from engine.sentences import say
from ui.charts.chart import Chart
from ui.charts.result_charts import all_result_charts
from ui.charts.time_chart import time_chart
from ui.look.language import number, tr, translated
from ui.state.answer_stats import NamedAnswer, answer_stats, stats_of_answer
from ui.state.answer_words import numbers_text, skim_text, state_text, vote_text
from ui.state.chat_options import ChatOptions
from ui.state.compared import ComparedRound, PaneAnswer
from ui.state.export_choice import ExportChoice
from ui.state.option_names import OPTION_NAMES
from ui.state.pane_summary import hidden, summaries

_SETTINGS = {
    ("thinking", "on"): say("Thinking on"),
    ("thinking", "off"): say("Thinking off"),
    ("drafting", "off"): say("No drafting"),
    ("kv_bits", "8"): say("8-bit conversation cache"),
}
_VALUES = {
    "random": say("random"),
    Overflow.TRIM.value: say("Omit the oldest messages"),
    Overflow.SUMMARISE.value: say("Summarize the oldest messages"),
}


def comparison_document(
    title: str, rounds: Sequence[ComparedRound], choice: ExportChoice
) -> Document:
    """Return all rounds. Until a blind round is voted on, its answers have letters for names, and
    neither models, settings, numbers nor errors."""
    return Document(
        title,
        f"{local_time(time.time())} · {application()}",
        "",
        tuple(_section(number, it, choice) for number, it in enumerate(rounds, 1)),
        pane_table(summaries(rounds)) if choice.numbers else None,
        _note(rounds) if choice.numbers else "",
        tuple(all_result_charts(rounds)) if choice.numbers else (),
    )


def _note(rounds: Sequence[ComparedRound]) -> str:
    note = tr("Averages count completed answers only, not stopped or failed ones.")
    covered = hidden(rounds)
    if covered:
        note += " " + tr("%n question(s) not counted until you vote.", "", covered)
    return note


def _section(number: int, compared: ComparedRound, choice: ExportChoice) -> Section:
    question = Message(
        tr("You"),
        compared.question,
        date=local_time(_asked_at(compared)),
        files=compared.attachments,
        places=compared.places,
    )
    vote = vote_text(compared)
    return Section(
        str(number),
        (question,),
        tuple(_message(compared, it, choice) for it in compared.shown()),
        round_table(compared) if choice.numbers else None,
        tr("Vote: {name}").format(name=vote) if vote else "",
        _times(compared) if choice.numbers else (),
    )


def _times(compared: ComparedRound) -> tuple[Chart, ...]:
    """Return where the time of the answers went, beside each other; nothing until the vote."""
    if compared.hidden:
        return ()
    answers = [
        NamedAnswer(compared.name(it.pane.pane_id), answer_stats(it.turns))
        for it in compared.answers
        if it.turns
    ]
    chart = time_chart(answers)
    return (chart,) if chart else ()


def _asked_at(compared: ComparedRound) -> float:
    return min((it.turns[0].created for it in compared.answers if it.turns), default=0.0)


def _message(compared: ComparedRound, answer: PaneAnswer, choice: ExportChoice) -> Message:
    pane, covered = answer.pane, compared.hidden
    vote = compared.vote
    settings = {} if covered else dict(settings_of(pane.options, pane.model_id))
    system_prompt = settings.pop("system_prompt", "")
    about = [model_name(pane.model_id)] if settings else []
    about += [_setting(name, value) for name, value in settings.items()]
    return Message(
        compared.name(pane.pane_id),
        answer.text,
        is_markdown=True,
        about=", ".join(about),
        system_prompt=system_prompt,
        reasoning=answer.reasoning if choice.reasoning else "",
        calls=tuple(call for turn in answer.turns for call in turn.tool_calls),
        ended=_ended(answer, covered=covered),
        numbers="" if covered else _numbers(answer, choice),
        summary="" if covered else _summary(answer),
        won=bool(vote and vote.pane_id == pane.pane_id),
    )


def _setting(name: str, value: Any) -> str:
    """Return a setting of `settings_of` for people."""
    if words := _SETTINGS.get((name, value)):
        return translated(words)
    if not isinstance(value, str):
        said = number(value, None if isinstance(value, float) else 0)
    else:
        said = translated(_VALUES.get(value, value))
    return f"{translated(OPTION_NAMES[name])}: {said}"


def _ended(answer: PaneAnswer, *, covered: bool) -> str:
    """Return how an answer ended; without its error while `covered`, which may name the model."""
    if answer.seen.whole:
        return ""
    error = "" if covered else translated(answer.error)
    return f"{state_text(answer.seen)}: {error}" if error else state_text(answer.seen)


def _numbers(answer: PaneAnswer, choice: ExportChoice) -> str:
    """Return the numbers of an answer, or only that its prompt was skimmed."""
    if not answer.turns:
        return ""
    last = answer.turns[-1]
    return numbers_text(last) if choice.numbers else skim_text(stats_of_answer(last).skim)


def _summary(answer: PaneAnswer) -> str:
    return next((turn.summary for turn in reversed(answer.turns) if turn.summary), "")


@lru_cache(maxsize=64)
def settings_of(options: ChatOptions, model_id: str) -> tuple[tuple[str, Any], ...]:
    """Return names and values of the settings, without those that change nothing. Cached, since a
    list asks thousands of rounds with the same ones."""
    sampling, plain = options.sampling, SamplingParams()
    found: list[tuple[str, Any]] = [
        ("temperature", sampling.temperature),
        ("seed", "random" if sampling.seed is None else str(sampling.seed)),
        ("max_tokens", sampling.max_tokens),
        ("thinking", "on" if sampling.thinking else "off"),
    ]
    named = {name for name, _ in found}
    for it in fields(SamplingParams):
        value = getattr(sampling, it.name)
        if it.name not in named and value != getattr(plain, it.name):
            found.append((it.name, _readable(it.name, value)))
    if model_id in options.kv_8bit:
        found.append(("kv_bits", "8"))
    if options.overflow is not Overflow.REFUSE:
        found.append(("overflow", options.overflow.value))
    if options.drafting is not Drafting.AUTO:
        found.append(("drafting", str(options.drafting)))
    if options.skim:
        found.append(("skim", f"{options.skim} %"))
    if options.system_prompt.strip():
        found.append(("system_prompt", options.system_prompt.strip()))
    return tuple(found)


def _readable(name: str, value: Any) -> float | str:
    """Return the value of an option as a number, or as a text of one line."""
    match name:
        case "logit_bias":
            return ", ".join(f"{token}: {bias:g}" for token, bias in value)
        case "stop":
            return ", ".join(dumps(it, ensure_ascii=False) for it in value)
        case "json_schema":
            return dumps(loads(value), ensure_ascii=False)
        case _:
            return value
