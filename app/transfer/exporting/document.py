"""What of a conversation is written to be read: plain values, for a thread that is not Qt's."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.base.paths import model_name
from app.database.rows import ConversationRecord
from engine.plain_names import plain_name
from ui.exchange.export_choice import ExportChoice
from ui.language import tr, translated
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool
from ui.state.turn import Turn, TurnState
from ui.stats.answer_numbers import numbers_text


@dataclass(frozen=True)
class ReadableMessage:
    """`places` are the offsets of the files in the text, where they do not all stand before it;
    `written` whether the text is markdown. `ended` says why it is no whole answer; a
    `summary` is of all that was said up to and with it."""

    who: str
    text: str
    written: bool = False
    date: str = ""
    reasoning: str = ""
    files: tuple[Attachment, ...] = ()
    places: tuple[int, ...] = ()
    calls: tuple[CalledTool, ...] = ()
    ended: str = ""
    numbers: str = ""
    summary: str = ""

    def parts(self) -> list[str | Attachment]:
        """Its text and files in the order in which they stand."""
        found: list[str | Attachment] = []
        done = 0
        places = self.places if len(self.places) == len(self.files) else (0,) * len(self.files)
        for place, file in zip(places, self.files, strict=True):
            found += [self.text[done:place], file]
            done = max(done, place)
        return [it for it in (*found, self.text[done:]) if it]


@dataclass(frozen=True)
class Section:
    """`heading` is "" where there is one alone."""

    heading: str
    messages: tuple[ReadableMessage, ...]


@dataclass(frozen=True)
class Readable:
    title: str
    about: str
    system_prompt: str
    sections: tuple[Section, ...]

    @property
    def files(self) -> list[Attachment]:
        """All of them, in the order by which answers number them."""
        messages = (message for section in self.sections for message in section.messages)
        return [file for message in messages for file in message.files]


def readable(
    record: ConversationRecord,
    sections: Iterable[tuple[str, Sequence[Turn]]],
    choice: ExportChoice,
    system_prompt: str = "",
) -> Readable:
    """`sections` are a heading and the turns of each path that is shown."""
    made = tuple(
        Section(heading, tuple(_message(turn, record.model, choice) for turn in turns))
        for heading, turns in sections
    )
    name = QCoreApplication.applicationName() or "Duologue"
    application = f"{name} {QCoreApplication.applicationVersion()}".strip()
    about = (dated(record.created), record.model, application)
    title = plain_name(record.title) or tr("Conversation")
    return Readable(title, " · ".join(it for it in about if it), system_prompt.strip(), made)


def dated(seconds: float) -> str:
    """By the clock of this place; empty where it is not known."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds)) if seconds > 0 else ""
    except (ValueError, OverflowError, OSError):
        return ""


def _message(turn: Turn, model: str, choice: ExportChoice) -> ReadableMessage:
    answer = turn.role == "assistant"
    return ReadableMessage(
        _who(turn, model),
        turn.content,
        written=turn.role != "user",
        date=dated(turn.created),
        reasoning=turn.reasoning if choice.reasoning else "",
        files=turn.attachments,
        places=turn.places,
        calls=tuple(turn.tool_calls),
        ended=_ended(turn) if answer else "",
        numbers=numbers_text(turn) if answer and choice.numbers else "",
        summary=turn.summary,
    )


def _who(turn: Turn, model: str) -> str:
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
    return tr("Stopped before its end.") if turn.state is TurnState.STOPPED else ""
