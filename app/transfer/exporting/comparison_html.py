"""A comparison as one HTML file."""

from collections.abc import Iterable, Iterator

from app.transfer.exporting.compared import Exported, ExportedAnswer, ExportedPicture
from app.transfer.exporting.comparison_rows import PANE_TITLES, ROUND_TITLES, number_rows, pane_rows
from app.transfer.exporting.safe_html import POLICY, escaped

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
    title = escaped(data.title)
    yield (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style></head><body>\n"
        f'<h1>{title}</h1>\n<p class="about">{escaped(data.date)} · '
        f"{escaped(data.application)}</p>\n"
    )
    yield _html_table(PANE_TITLES, pane_rows(data))
    yield f"<p>{escaped(data.note)}</p>\n"
    for number, asked in enumerate(data.rounds, 1):
        yield f'<section><h2>{number}</h2><pre class="question">{escaped(asked.question)}</pre>\n'
        for picture in asked.pictures:
            yield _html_picture(picture)
        yield _html_table(ROUND_TITLES, number_rows(asked))
        yield f"<p>Vote: {escaped(asked.vote)}</p>\n" if asked.vote else ""
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
        f"<details><summary>Reasoning</summary><pre>{escaped(answer.reasoning)}</pre></details>"
        if answer.reasoning
        else ""
    )
    ended = "" if answer.state.whole else f"({answer.stated}) {answer.error}".strip()
    return (
        f'<div class="answer{won}"><h3>{escaped(answer.pane)}</h3>'
        f'<pre class="about">{escaped(about)}'
        f"</pre>{reasoning}<pre>{escaped(answer.text)}</pre><p>{escaped(ended)}</p></div>\n"
    )


def _html_table(titles: Iterable[str], rows: list[tuple[str, ...]]) -> str:
    head = "".join(f"<th>{escaped(title)}</th>" for title in titles)
    lines = "".join(
        f"<tr>{''.join(f'<td>{escaped(cell)}</td>' for cell in row)}</tr>\n" for row in rows
    )
    return f"<table><tr>{head}</tr>\n{lines}</table>\n"


def _html_picture(picture: ExportedPicture) -> str:
    uri = picture.data_uri()
    name = escaped(picture.title)
    return f'<p><img src="{uri}" alt="{name}"></p>\n' if uri else f"<p>({name})</p>\n"
