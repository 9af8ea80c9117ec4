"""Writes a document as one HTML file, or in the part of HTML that QTextDocument knows."""

from collections.abc import Callable, Iterable, Iterator
from html import escape
from urllib.parse import unquote

from app.transfer.exporting.chart_svg import chart_style
from app.transfer.exporting.document import (
    Document,
    Message,
    Section,
    Table,
    call_heading,
    call_result,
)
from ui.charts.chart import Chart
from ui.look.language import tr
from ui.markdown.math_syntax import Formula
from ui.markdown.safe_html import CHARSET, POLICY, TABLE_LINES, SafeHtml, escaped
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool

_STYLE = """
:root { color-scheme: light dark; --line: #8885; --soft: #8881; --link: #1d62c4; }
@media (prefers-color-scheme: dark) {
  :root { --link: #7fb2ff; }
  body { background: #16171b; color: #e6e7ea; }
}
body { font: 16px/1.55 system-ui, sans-serif; max-width: 780px; margin: 2em auto; padding: 0 1em;
  overflow-wrap: anywhere; }
h1 { font-size: 1.5em; margin-bottom: .2em; }
.who { font-weight: 600; margin: 0 0 .4em; }
.about, .numbers, .date, summary { opacity: .72; font-size: .82em; font-weight: normal; }
article { border-top: 1px solid var(--line); padding: 1em 0; }
article.user { background: var(--soft); border: 0; border-radius: 12px; padding: .8em 1.1em;
  margin: 1em 0; }
body.wide { max-width: 1200px; }
.answers { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 1em; }
.answers article { border: 1px solid var(--line); border-radius: 8px; padding: .5em 1em; }
.answers article.won { border: 2px solid #1f8f3b; }
.plain { white-space: pre-wrap; margin: .4em 0; }
.quiet { white-space: pre-wrap; margin: .4em 0; opacity: .72; }
h1, h2, h3, h4, h5, h6, p, li, th, td { unicode-bidi: plaintext; }
pre { background: var(--soft); border-radius: 8px; padding: .7em 1em; overflow-x: auto;
  font: .86em/1.5 ui-monospace, "JetBrains Mono", monospace; white-space: pre-wrap; }
code { font-family: ui-monospace, "JetBrains Mono", monospace; font-size: .9em; }
pre code { font-size: 1em; }
table { border-collapse: collapse; margin: 1em 0; display: block; width: fit-content;
  max-width: 100%; overflow-x: auto; }
table:dir(rtl) { margin-left: auto; }
th, td { border: 1px solid var(--line); padding: 4px 10px; overflow-wrap: break-word; }
blockquote { border-inline-start: 3px solid var(--line); margin-inline-start: 0;
  padding-inline-start: 1em; }
img { max-width: 100%; max-height: 90vh; border-radius: 8px; }
a { color: var(--link); }
details { margin: .5em 0; }
p.formula { text-align: center; overflow-x: auto; }
svg { max-width: 100%; }
svg.chart { height: auto; }
@media print {
  body { max-width: none; margin: 0; background: none; color: #000; font-size: 11pt; }
  article.user, pre { border: 1px solid #8888; background: none; }
  h1, h2, h3, h4, h5, h6, .who, summary { break-after: avoid; }
  img, svg, tr { break-inside: avoid; }
  table { display: table; width: auto; }
  td { overflow-wrap: anywhere; }
  .wide th, .wide td { padding: 2px 4px; font-size: 8pt; overflow-wrap: break-word; }
  pre { overflow: visible; }
}
"""


class HtmlWriter:
    """`image` returns the address of a file's image, "" for none; `formula` and `chart` return the
    HTML of a formula or a chart. On `paper` nothing folds, and only the HTML that Qt knows is
    used."""

    def __init__(
        self,
        document: Document,
        image: Callable[[Attachment], str],
        formula: Callable[[Formula], str],
        chart: Callable[[Chart], str],
        *,
        paper: bool = False,
    ) -> None:
        self._document = document
        self._files = document.files
        self._image_source = image
        self._chart = chart
        self._paper = paper
        self._table_attributes = TABLE_LINES if paper else ""
        self._html = SafeHtml(self._named, formula, self._table_attributes, paper=paper)

    def page(self) -> Iterator[str]:
        """Yield one file that loads nothing and runs nothing, whatever the messages contain."""
        title = escaped(self._document.title)
        wide = any(it.answers for it in self._document.sections)
        body = '<body class="wide">' if wide else "<body>"
        style = chart_style() if self._document.all_charts else ""
        yield (
            f"<!DOCTYPE html>\n<html><head>{CHARSET}"
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>{title}</title>\n<style>{_STYLE}{style}</style></head>{body}\n"
        )
        yield from self.pieces()
        yield "</body></html>\n"

    def pieces(self) -> Iterator[str]:
        """Yield the body, a piece for each message."""
        document = self._document
        yield f"<h1>{escaped(document.title)}</h1>\n"
        yield f'<p class="about">{escaped(document.about)}</p>\n'
        if document.system_prompt:
            yield self._quiet(tr("System prompt"), document.system_prompt)
        yield from self._table(document.table, document.note)
        yield from self._charts(document.charts)
        for section in document.sections:
            yield from self._section(section)

    def _section(self, section: Section) -> Iterator[str]:
        if section.heading:
            yield f"<h1>{escaped(section.heading)}</h1>\n"
        for message in section.messages:
            yield "".join(self._message(message))
        if section.answers and not self._paper:
            answers = "".join(piece for it in section.answers for piece in self._message(it))
            yield f'<div class="answers">\n{answers}</div>\n'
        elif section.answers:
            yield from ("".join(self._message(it)) for it in section.answers)
        yield from self._table(section.table, section.note)
        yield from self._charts(section.charts)

    def _table(self, table: Table | None, note: str) -> Iterator[str]:
        if table:
            if self._paper and len(table.rows) < len(table.titles):
                # A page is too narrow for many columns: words would break.
                table = table.turned()
            rows = "".join(f"<tr>{_cells('td', it)}</tr>\n" for it in table.rows)
            head = f"<table{self._table_attributes}><tr>{_cells('th', table.titles)}</tr>"
            yield f"{head}\n{rows}</table>\n"
        if note:
            yield f"<p>{escaped(note)}</p>\n"

    def _charts(self, charts: Iterable[Chart]) -> Iterator[str]:
        for chart in charts:
            yield f'<p class="chart">{self._chart(chart)}</p>\n'

    def _message(self, message: Message) -> Iterator[str]:
        yield from self._head(message)
        for part in message.parts():
            if isinstance(part, Attachment):
                yield self._file(part)
            elif message.is_markdown:
                yield self._html.html(part)
            elif part.strip():
                yield f'<p class="plain">{_lines(part.strip())}</p>\n'
        for call in message.calls:
            yield self._call(call)
        yield f"<p><i>{escaped(message.ended)}</i></p>\n" if message.ended else ""
        for line in message.numbers.splitlines():
            yield f'<p class="numbers">{escaped(line)}</p>\n'
        yield from self._charts(message.charts)
        if message.summary:
            yield self._quiet(tr("Summary of earlier messages"), message.summary)
        yield "</article>\n"

    def _head(self, message: Message) -> Iterator[str]:
        date = f' <span class="date">{escaped(message.date)}</span>' if message.date else ""
        kind = "answer" if message.is_markdown else "user"
        won = " won" if message.won else ""
        yield f'<article class="{kind}{won}"><p class="who">{escaped(message.author)}{date}</p>\n'
        if message.about:
            yield f'<p class="about">{escaped(message.about)}</p>\n'
        if message.system_prompt:
            yield self._quiet(tr("System prompt"), message.system_prompt)
        if message.reasoning:
            yield self._quiet(tr("Reasoning"), message.reasoning)

    def _file(self, file: Attachment) -> str:
        """Show a text file in full, any other file as its image and name."""
        name = f'<p class="about">{escaped(file.title)}</p>\n'
        if file.is_text:
            return self._fold(file.title, file.text)
        source = self._image_source(file)
        return f"<p>{self._image(file, source)}</p>\n{name}" if source else name

    def _named(self, target: str, words: str) -> str:
        """Show the image that an answer names by its title or its number, as in `attachment:1`."""
        name = unquote(target).strip().removeprefix("attachment:").casefold()
        found = next((it for it in self._files if it.title.casefold() == name), None)
        if found is None and name.isdecimal() and 1 <= int(name[:9]) <= len(self._files):
            found = self._files[int(name[:9]) - 1]
        source = self._image_source(found) if found else ""
        return self._image(found, source) if found and source else escaped(words) if found else ""

    def _image(self, file: Attachment, source: str) -> str:
        return f'<img src="{source}" alt="{escape(file.title)}">'

    def _call(self, call: CalledTool) -> str:
        parts = (call.call.arguments, call_result(call))
        return self._fold(call_heading(call), "\n\n".join(it for it in parts if it))

    def _quiet(self, title: str, text: str) -> str:
        """Fold text that is not part of the conversation, but prose like it."""
        return self._folded(title, f'<p class="quiet">{escaped(text.strip())}</p>')

    def _fold(self, title: str, text: str) -> str:
        return self._folded(title, f"<pre>{escaped(text)}</pre>")

    def _folded(self, title: str, inside: str) -> str:
        if self._paper:
            return f'<p class="about">{escaped(title)}</p>\n{inside}\n'
        return f"<details><summary>{escaped(title)}</summary>{inside}</details>\n"


def _cells(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escaped(it)}</{tag}>" for it in texts)


def _lines(text: str) -> str:
    return escaped(text).replace("\n", "<br>\n")
