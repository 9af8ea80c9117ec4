"""A conversation as Markdown, with its files beside it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from app.transfer.exporting.document import Readable, ReadableMessage
from app.transfer.exporting.safe_markdown import closed, fenced, inert, one_line
from engine.messages import MediaKind
from ui.language import tr
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool

_OURS = re.compile(r"(!\[[^\]\n]*\]\()attachment:(\d{1,4})\)")

# The path of each file, relative to the text; those that are not there have none.
Links = Mapping[Attachment, str]


def as_markdown(chat: Readable, links: Links) -> Iterator[str]:
    """Answers stand as they were written, but for what would be fetched when it is read; a fence
    that one leaves open is closed after it."""
    yield f"# {one_line(chat.title)}\n\n{one_line(chat.about)}\n"
    if chat.system_prompt:
        heading = tr("System prompt")
        yield f"\n**{heading}**\n\n{fenced(chat.system_prompt)}"
    files = chat.files
    for section in chat.sections:
        if section.heading:
            yield f"\n---\n\n# {one_line(section.heading)}\n"
        for message in section.messages:
            yield from _message(message, links, files)


def _message(message: ReadableMessage, links: Links, files: Sequence[Attachment]) -> Iterator[str]:
    date = f" · {message.date}" if message.date else ""
    yield f"\n## {one_line(message.who)}{date}\n\n"
    if message.reasoning:
        yield _fold(tr("Reasoning"), message.reasoning)
    for part in message.parts():
        if isinstance(part, Attachment):
            yield f"{_file(part, links)}\n\n"
        elif part.strip():
            yield f"{closed(_with_pictures(inert(part), links, files))}\n\n"
    for call in message.calls:
        yield from _call(call)
    if message.ended:
        yield f"({one_line(message.ended)})\n\n"
    for text in message.numbers.splitlines():
        yield f"*{one_line(text)}*\n\n"
    if message.summary:
        yield _fold(tr("Summary of what came before"), message.summary)


def _fold(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{fenced(text)}\n</details>\n\n"


def _file(file: Attachment, links: Links) -> str:
    name, link = one_line(file.title), links.get(file, "")
    if not link:
        return f"({name})"
    mark = "!" if file.media.kind is MediaKind.IMAGE and not link.endswith(".pdf") else ""
    return f"{mark}[{name}]({quote(link)})"


def _with_pictures(text: str, links: Links, files: Sequence[Attachment]) -> str:
    """What an answer says of `attachment:1` leads to the file beside it."""

    def beside(found: re.Match[str]) -> str:
        number = int(found[2])
        link = links.get(files[number - 1], "") if 1 <= number <= len(files) else ""
        return f"{found[1]}{quote(link)})" if link else found[0]

    return _OURS.sub(beside, text)


def _call(call: CalledTool) -> Iterator[str]:
    yield f"**{one_line(call.title or call.call.name)}**\n\n{fenced(call.call.arguments)}\n"
    if call.result:
        yield f"{fenced(call.result)}\n"
