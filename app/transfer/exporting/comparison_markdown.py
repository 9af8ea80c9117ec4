"""A comparison as Markdown."""

from collections.abc import Iterable, Iterator

from app.transfer.exporting.compared import Exported, ExportedAnswer, ExportedPicture
from app.transfer.exporting.comparison_rows import PANE_TITLES, ROUND_TITLES, number_rows, pane_rows
from app.transfer.exporting.safe_markdown import closed, fenced, one_line, quoted


def as_markdown(data: Exported) -> Iterator[str]:
    """Answers stand as they were written; a fence that one leaves open is closed after it."""
    yield f"# {one_line(data.title)}\n\n{data.date} · {data.application}\n\n"
    yield _table(PANE_TITLES, pane_rows(data))
    yield f"\n{data.note}\n"
    for number, asked in enumerate(data.rounds, 1):
        yield f"\n---\n\n## {number}\n\n{quoted(asked.question)}\n"
        for picture in asked.pictures:
            yield f"\n{_markdown_picture(picture)}\n"
        yield f"\n{_table(ROUND_TITLES, number_rows(asked))}"
        if asked.vote:
            yield f"\nVote: {one_line(asked.vote)}\n"
        for answer in asked.answers:
            yield from _markdown_answer(answer)


def _markdown_answer(answer: ExportedAnswer) -> Iterator[str]:
    yield f"\n### {one_line(answer.pane)}\n\n"
    words = ", ".join(f"{name} {value}" for name, value in answer.settings if "\n" not in value)
    about = " · ".join(part for part in (answer.model, words) if part)
    if about:
        yield f"*{one_line(about)}*\n\n"
    if answer.reasoning:
        yield "<details><summary>Reasoning</summary>\n\n"
        yield f"{fenced(answer.reasoning)}\n</details>\n\n"
    if answer.text:
        yield f"{closed(answer.text)}\n"
    if not answer.state.whole:
        error = f": {answer.error}" if answer.error else ""
        yield f"\n({one_line(answer.stated + error)})\n"


def _table(titles: Iterable[str], rows: list[tuple[str, ...]]) -> str:
    heads = list(titles)
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(one_line(cell) for cell in line)} |\n" for line in lines)


def _markdown_picture(picture: ExportedPicture) -> str:
    uri = picture.data_uri()
    name = one_line(picture.title)
    return f"![{name}]({uri})" if uri else f"({name})"
