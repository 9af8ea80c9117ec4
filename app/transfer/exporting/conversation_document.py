"""Turns a stored conversation into the document that people get: what the window shows of it."""

from collections.abc import Sequence
from itertools import zip_longest

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, Kind
from app.records.chat_settings import ChatSettings, read_fields
from app.records.rounds import ComparisonSettings
from app.records.turns import ROUNDS, turns_of
from app.transfer.bundle import Bundle
from app.transfer.exporting.comparison_document import comparison_document
from app.transfer.exporting.comparison_rounds import rounds_of
from app.transfer.exporting.document import Document, Message, Section, application, local_time
from engine.plain_names import model_name, plain_name
from ui.charts.chart import Chart
from ui.charts.time_chart import speeds_chart, time_chart
from ui.look.language import tr, translated
from ui.state.answer_stats import NamedAnswer, stats_of_answer
from ui.state.answer_words import numbers_text, skim_text
from ui.state.export_choice import ExportChoice
from ui.state.turn import Turn, TurnState


def document_of(bundle: Bundle, files: Files, choice: ExportChoice) -> Document:
    """Return the shown versions of a chat's messages, or the rounds of a comparison."""
    record = bundle.record
    title = plain_name(record.title) or tr("Conversation")
    if record.kind is Kind.CHAT:
        sections, prompt = _chat_section(bundle, files, choice)
    else:
        rounds = rounds_of(bundle, files)
        if rounds:
            return comparison_document(title, rounds, choice)
        sections, prompt = _pane_sections(bundle, files, choice), ""
    about = (local_time(record.created), record.model, application())
    charts = _charts(bundle, files) if choice.numbers and record.kind is Kind.CHAT else ()
    about_line = " · ".join(it for it in about if it)
    return Document(title, about_line, prompt, sections, charts=charts)


def _charts(bundle: Bundle, files: Files) -> tuple[Chart, ...]:
    """Return the speeds of the shown answers in their order."""
    turns = _shown_turns(bundle, 0, files)
    answers = [
        (_author(turn, bundle.record.model), stats_of_answer(turn))
        for turn, following in zip_longest(turns, turns[1:])
        if turn.role == "assistant" and (following is None or following.role != "assistant")
    ]
    chart = speeds_chart(answers)
    return (chart,) if chart else ()


def _chat_section(
    bundle: Bundle, files: Files, choice: ExportChoice
) -> tuple[tuple[Section, ...], str]:
    messages = _messages(_shown_turns(bundle, 0, files), bundle.record, choice)
    options = read_fields(ChatSettings, bundle.record.settings).options
    return (Section("", messages),), options.system_prompt.strip()


def _pane_sections(bundle: Bundle, files: Files, choice: ExportChoice) -> tuple[Section, ...]:
    """Return what each pane said, for a comparison whose rounds are all damaged."""
    names = {
        it.pane_id: it.name for it in read_fields(ComparisonSettings, bundle.record.settings).panes
    }
    present = {it.branch for it in bundle.messages if it.branch != ROUNDS}
    order = [*(it for it in names if it in present), *sorted(present - names.keys())]
    return tuple(
        Section(
            names.get(branch, str(branch)),
            _messages(_shown_turns(bundle, branch, files), bundle.record, choice),
        )
        for branch in order
    )


def _shown_turns(bundle: Bundle, branch: int, files: Files) -> list[Turn]:
    """Return the turns from the first to the head, or to the newest one if no head is known."""
    turns = turns_of((it for it in bundle.messages if it.branch == branch), files)
    by_id = {it.message_id: it for it in turns}
    head_id, _ = bundle.heads.get(branch, (0, 0))
    found: list[Turn] = []
    turn = by_id.get(head_id) or (turns[-1] if turns else None)
    while turn is not None:
        found.append(turn)
        turn = turn.parent
    return found[::-1]


def _messages(
    turns: Sequence[Turn], record: ConversationRecord, choice: ExportChoice
) -> tuple[Message, ...]:
    later = [turn.role for turn in turns[1:]]
    followed = [role == "assistant" for role in later] + [False]
    return tuple(
        _message(turn, record.model, choice, ends=not goes_on)
        for turn, goes_on in zip(turns, followed, strict=True)
    )


def _message(turn: Turn, model: str, choice: ExportChoice, *, ends: bool) -> Message:
    """Return a turn as a message. An answer that used tools has its numbers where it `ends`."""
    is_answer = turn.role == "assistant"
    with_numbers = is_answer and ends and choice.numbers
    return Message(
        _author(turn, model),
        turn.content,
        is_markdown=turn.role != "user",
        date=local_time(turn.created),
        reasoning=turn.reasoning if choice.reasoning else "",
        files=turn.attachments,
        places=turn.places,
        calls=tuple(turn.tool_calls),
        ended=_ended(turn) if is_answer else "",
        numbers=numbers_text(turn) if with_numbers else skim_text(turn.skim),
        charts=_time(turn) if with_numbers else (),
        summary=turn.summary,
    )


def _time(turn: Turn) -> tuple[Chart, ...]:
    chart = None if turn.growing else time_chart([NamedAnswer("", stats_of_answer(turn))])
    return (chart,) if chart else ()


def _author(turn: Turn, model: str) -> str:
    match turn.role:
        case "user":
            return tr("You")
        case "assistant":
            return model_name(turn.model_id) or model or tr("Model")
        case "system":
            return tr("System prompt")
        case _:
            return tr("Tool")


def _ended(turn: Turn) -> str:
    if turn.error:
        return translated(turn.error)
    return tr("Stopped before the end.") if turn.state is TurnState.STOPPED else ""
