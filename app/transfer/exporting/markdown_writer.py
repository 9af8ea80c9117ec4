"""Writes a document as Markdown, with links to the files beside it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote

from app.transfer.exporting.document import Document, Message, Table, call_heading, call_result
from app.transfer.exporting.safe_markdown import closed, escaped_line, fenced, inert
from engine.messages import MediaKind
from ui.charts.chart import Chart, summary
from ui.look.language import tr
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool

_ATTACHMENT = re.compile(r"(!\[[^\]\n]*\]\()attachment:(\d{1,4})\)")

# Paths of files and charts relative to the text; a missing file has none.
Links = Mapping[Attachment | Chart, str]


def as_markdown(document: Document, links: Links) -> Iterator[str]:
    """Yield answers as they were written, except that nothing is loaded when the file is viewed. A
    fence that an answer leaves open is closed after it."""
    yield f"# {escaped_line(document.title)}\n\n{escaped_line(document.about)}\n"
    if document.system_prompt:
        heading = tr("System prompt")
        yield f"\n**{heading}**\n\n{fenced(document.system_prompt)}"
    yield from _table(document.table, document.note)
    yield from _charts(document.charts, links)
    files = document.files
    for section in document.sections:
        if section.heading:
            yield f"\n---\n\n# {escaped_line(section.heading)}\n"
        for message in (*section.messages, *section.answers):
            yield from _message(message, links, files)
        yield from _table(section.table, section.note)
        yield from _charts(section.charts, links)


def _table(table: Table | None, note: str) -> Iterator[str]:
    if table:
        rule = ("---",) * len(table.titles)
        lines = (_row(table.titles), f"| {' | '.join(rule)} |\n", *map(_row, table.rows))
        yield "\n" + "".join(lines)
    if note:
        yield f"\n{escaped_line(note)}\n"


def _charts(charts: Iterable[Chart], links: Links) -> Iterator[str]:
    for chart in charts:
        if link := links.get(chart):
            words = escaped_line(f"{chart.title}: {summary(chart)}")
            yield f"\n![{words}]({quote(link)})\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(escaped_line(it) for it in cells)} |\n"


def _message(message: Message, links: Links, files: Sequence[Attachment]) -> Iterator[str]:
    yield from _head(message)
    for part in message.parts():
        if isinstance(part, Attachment):
            yield f"{_file(part, links)}\n\n"
        elif part.strip():
            yield f"{closed(_with_images(inert(part), links, files))}\n\n"
    for call in message.calls:
        yield from _call(call)
    if message.ended:
        yield f"({escaped_line(message.ended)})\n\n"
    for text in message.numbers.splitlines():
        yield f"*{escaped_line(text)}*\n\n"
    yield from _charts(message.charts, links)
    if message.summary:
        yield _fold(tr("Summary of earlier messages"), message.summary)


def _head(message: Message) -> Iterator[str]:
    date = f" · {message.date}" if message.date else ""
    yield f"\n## {escaped_line(message.author)}{date}\n\n"
    if message.about:
        yield f"*{escaped_line(message.about)}*\n\n"
    if message.system_prompt:
        yield _fold(tr("System prompt"), message.system_prompt)
    if message.reasoning:
        yield _fold(tr("Reasoning"), message.reasoning)


def _fold(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{fenced(text)}\n</details>\n\n"


def _file(file: Attachment, links: Links) -> str:
    name, link = escaped_line(file.title), links.get(file, "")
    if not link:
        return f"({name})"
    mark = "!" if file.media.kind is MediaKind.IMAGE and not link.endswith(".pdf") else ""
    return f"{mark}[{name}]({quote(link)})"


def _with_images(text: str, links: Links, files: Sequence[Attachment]) -> str:
    """Make `attachment:1` in an answer link to the file beside the text."""

    def beside(found: re.Match[str]) -> str:
        number = int(found[2])
        link = links.get(files[number - 1], "") if 1 <= number <= len(files) else ""
        return f"{found[1]}{quote(link)})" if link else found[0]

    return _ATTACHMENT.sub(beside, text)


def _call(call: CalledTool) -> Iterator[str]:
    yield f"**{escaped_line(call_heading(call))}**\n\n{fenced(call.call.arguments)}\n"
    if result := call_result(call):
        yield f"{fenced(result)}\n"
