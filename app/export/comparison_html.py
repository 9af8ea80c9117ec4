"""A comparison as one HTML file."""

import re
from collections.abc import Iterable, Iterator
from html import escape

from app.export.compared import Exported, ExportedAnswer, ExportedPicture
from app.export.comparison_rows import PANE_TITLES, ROUND_TITLES, number_rows, pane_rows

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1200px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; font-size: 13px; }
th, td { border: 1px solid #8886; padding: 3px 9px; text-align: right; }
th:first-child, td:first-child { text-align: left; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .5em 0; }
.question { border-left: 3px solid #2f7de1; padding-left: 1em; }
.answers { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 1em; }
.answer { border: 1px solid #8886; border-radius: 8px; padding: .5em 1em; }
.about, summary, footer { opacity: .75; font-size: 13px; }
.won { border: 2px solid #1f8f3b; }
img { max-width: 320px; border-radius: 6px; }
section { border-top: 1px solid #8886; margin-top: 2em; }
"""


def as_html(data: Exported) -> Iterator[str]:
    """One file that fetches nothing and runs nothing, whatever is written in it."""
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    title = _html(data.title)
    yield (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style></head><body>\n"
        f'<h1>{title}</h1>\n<p class="about">{_html(data.date)} · {_html(data.application)}</p>\n'
    )
    yield _html_table(PANE_TITLES, pane_rows(data))
    yield f"<p>{_html(data.note)}</p>\n"
    for number, asked in enumerate(data.rounds, 1):
        yield f'<section><h2>{number}</h2><pre class="question">{_html(asked.question)}</pre>\n'
        for picture in asked.pictures:
            yield _html_picture(picture)
        yield _html_table(ROUND_TITLES, number_rows(asked))
        yield f"<p>Vote: {_html(asked.vote)}</p>\n" if asked.vote else ""
        yield '<div class="answers">\n'
        for answer in asked.answers:
            yield _html_answer(answer)
        yield "</div></section>\n"
    yield "</body></html>\n"


def _html_answer(answer: ExportedAnswer) -> str:
    won = " won" if answer.vote.startswith("won") else ""
    words = ", ".join(f"{name} {value}" for name, value in answer.settings)
    about = " · ".join(part for part in (answer.model, words) if part)
    reasoning = (
        f"<details><summary>Reasoning</summary><pre>{_html(answer.reasoning)}</pre></details>"
        if answer.reasoning
        else ""
    )
    ended = "" if answer.state.whole else f"({answer.stated}) {answer.error}".strip()
    return (
        f'<div class="answer{won}"><h3>{_html(answer.pane)}</h3><pre class="about">{_html(about)}'
        f"</pre>{reasoning}<pre>{_html(answer.text)}</pre><p>{_html(ended)}</p></div>\n"
    )


def _html_table(titles: Iterable[str], rows: list[tuple[str, ...]]) -> str:
    head = "".join(f"<th>{_html(title)}</th>" for title in titles)
    lines = "".join(
        f"<tr>{''.join(f'<td>{_html(cell)}</td>' for cell in row)}</tr>\n" for row in rows
    )
    return f"<table><tr>{head}</tr>\n{lines}</table>\n"


def _html_picture(picture: ExportedPicture) -> str:
    uri = picture.data_uri()
    name = _html(picture.title)
    return f'<p><img src="{uri}" alt="{name}"></p>\n' if uri else f"<p>({name})</p>\n"


def _html(text: str) -> str:
    return escape(_CONTROL.sub("\ufffd", text))
