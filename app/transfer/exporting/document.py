"""A conversation as every writer for people gets it: plain values, ready for any thread."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from engine.frozen import frozen
from ui.charts.chart import Chart
from ui.look.language import tr
from ui.state.attachment import Attachment
from ui.state.call_words import call_title, dropped_caption
from ui.state.called_tool import CalledTool, CallState

Rows = tuple[tuple[str, ...], ...]


@frozen
class Table:
    titles: tuple[str, ...]
    rows: Rows

    def turned(self) -> "Table":
        """Return the table with a column for each row."""
        first, *others = zip(self.titles, *self.rows, strict=True)
        return Table(first, tuple(others))


@frozen
class Message:
    """`places` are the offsets of the files in the text; without them all files come first.
    `is_markdown` is False for what people wrote. `about` names model and settings, `ended` tells
    why an answer is incomplete. `summary` covers the conversation up to and with this message."""

    author: str
    text: str
    is_markdown: bool = False
    date: str = ""
    about: str = ""
    system_prompt: str = ""
    reasoning: str = ""
    files: tuple[Attachment, ...] = ()
    places: tuple[int, ...] = ()
    calls: tuple[CalledTool, ...] = ()
    ended: str = ""
    numbers: str = ""
    charts: tuple[Chart, ...] = ()
    summary: str = ""
    won: bool = False

    def parts(self) -> list[str | Attachment]:
        """Return text and files in reading order."""
        found: list[str | Attachment] = []
        done = 0
        places = self.places if len(self.places) == len(self.files) else (0,) * len(self.files)
        for place, file in zip(places, self.files, strict=True):
            found += [self.text[done:place], file]
            done = max(done, place)
        return [it for it in (*found, self.text[done:]) if it]


@frozen
class Section:
    """Messages under a heading, "" for the only section. `answers` to the last of them may stand
    side by side; `table`, `note` and `charts` follow them."""

    heading: str
    messages: tuple[Message, ...]
    answers: tuple[Message, ...] = ()
    table: Table | None = None
    note: str = ""
    charts: tuple[Chart, ...] = ()


@frozen
class Document:
    """`table`, `note` and `charts` stand before the sections."""

    title: str
    about: str
    system_prompt: str
    sections: tuple[Section, ...]
    table: Table | None = None
    note: str = ""
    charts: tuple[Chart, ...] = ()

    def messages(self) -> Iterator[Message]:
        for section in self.sections:
            yield from section.messages
            yield from section.answers

    @property
    def pieces(self) -> int:
        """About how many pieces a writer makes of it, to tell its progress."""
        return sum(len(it.messages) + len(it.answers) + 2 for it in self.sections)

    @property
    def files(self) -> list[Attachment]:
        """All files, in the order by which answers number them."""
        return [file for message in self.messages() for file in message.files]

    @property
    def all_charts(self) -> list[Chart]:
        """All charts, each once."""
        found = [
            *self.charts,
            *(it for section in self.sections for it in section.charts),
            *(it for message in self.messages() for it in message.charts),
        ]
        return list(dict.fromkeys(found))


def application() -> str:
    """Return name and version of this application."""
    name = QCoreApplication.applicationName() or "Duologue"
    return f"{name} {QCoreApplication.applicationVersion()}".strip()


def local_time(seconds: float) -> str:
    """Return local date and time, or "" if it is not known."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds)) if seconds > 0 else ""
    except (ValueError, OverflowError, OSError):
        return ""


def call_heading(called: CalledTool) -> str:
    """Return the tool's title, and what became of the call unless it simply ran."""
    edited = tr("Edited") if called.edited else ""
    return " · ".join(it for it in (call_title(called), edited, _outcome(called)) if it)


def call_result(called: CalledTool) -> str:
    """Return the result; "" for a declined call, which has only a sentence for the model."""
    return "" if called.state is CallState.DECLINED else called.result


def _outcome(called: CalledTool) -> str:
    match called.state:
        case CallState.DONE:
            return ""
        case CallState.FAILED:
            return tr("Failed")
        case CallState.DECLINED:
            return tr("Declined")
        case CallState.RUNNING:
            return tr("Running")
    return dropped_caption(called)
