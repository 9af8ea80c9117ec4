"""A comparison as Markdown."""

import re
from collections.abc import Iterable, Iterator

from app.export.compared import Exported, ExportedAnswer, ExportedPicture
from app.export.comparison_rows import PANE_TITLES, ROUND_TITLES, number_rows, pane_rows

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")


def as_markdown(data: Exported) -> Iterator[str]:
    """Answers stand as they were written; a fence that one leaves open is closed after it."""
    yield f"# {_line(data.title)}\n\n{data.date} · {data.application}\n\n"
    yield _table(PANE_TITLES, pane_rows(data))
    yield f"\n{data.note}\n"
    for number, asked in enumerate(data.rounds, 1):
        yield f"\n---\n\n## {number}\n\n{_quoted(asked.question)}\n"
        for picture in asked.pictures:
            yield f"\n{_markdown_picture(picture)}\n"
        yield f"\n{_table(ROUND_TITLES, number_rows(asked))}"
        if asked.vote:
            yield f"\nVote: {_line(asked.vote)}\n"
        for answer in asked.answers:
            yield from _markdown_answer(answer)


def _markdown_answer(answer: ExportedAnswer) -> Iterator[str]:
    yield f"\n### {_line(answer.pane)}\n\n"
    words = ", ".join(f"{name} {value}" for name, value in answer.settings if "\n" not in value)
    about = " · ".join(part for part in (answer.model, words) if part)
    if about:
        yield f"*{_line(about)}*\n\n"
    if answer.reasoning:
        yield "<details><summary>Reasoning</summary>\n\n"
        yield f"{_fenced(answer.reasoning)}\n</details>\n\n"
    if answer.text:
        yield f"{_closed(answer.text)}\n"
    if not answer.state.whole:
        error = f": {answer.error}" if answer.error else ""
        yield f"\n({_line(answer.stated + error)})\n"


def _table(titles: Iterable[str], rows: list[tuple[str, ...]]) -> str:
    heads = list(titles)
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(_line(cell) for cell in line)} |\n" for line in lines)


def _line(text: str) -> str:
    """On one line, with nothing that Markdown would take for its own."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _fenced(text: str) -> str:
    """In a fence that is longer than any in it."""
    longest = max((len(it) for it in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}\n"


def _closed(text: str) -> str:
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if not found:
            continue
        mark, rest = found.groups()
        if not fence:
            fence = mark
        elif mark[0] == fence[0] and len(mark) >= len(fence) and not rest.strip():
            fence = ""
    return f"{text}\n{fence}" if fence else text


def _markdown_picture(picture: ExportedPicture) -> str:
    uri = picture.data_uri()
    name = _line(picture.title)
    return f"![{name}]({uri})" if uri else f"({name})"
