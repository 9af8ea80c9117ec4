"""A conversation in each form that it is exported in. Slow: not for the Qt thread."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from app.attachments.kept_files import Files
from app.base.cancelling import Check
from app.base.disk import write_text
from app.transfer.bundle import Bundle
from app.transfer.exporting.conversation_document import shown
from app.transfer.exporting.document import Readable
from app.transfer.exporting.embedded_images import data_uri
from app.transfer.exporting.formula_drawings import drawn
from app.transfer.exporting.html_writer import ChatHtml
from app.transfer.exporting.json_writer import as_json
from app.transfer.exporting.markdown_writer import as_markdown
from app.transfer.exporting.pdf_writer import Fonts, write_pdf
from app.transfer.exporting.safe_html import escaped
from app.transfer.exporting.sidecar_files import files_beside
from ui.conversation.math_syntax import Formula
from ui.exchange.export_choice import ExportChoice, Form


def write_chat(
    path: Path, bundle: Bundle, choice: ExportChoice, files: Files, fonts: Fonts, check: Check
) -> None:
    """Raises OSError, Refused, or what `check` raises; nothing is left then."""
    if choice.form is Form.JSON:
        write_text(path, as_json([bundle], files, check))
        return
    chat = shown(bundle, files, choice)
    match choice.form:
        case Form.MARKDOWN:
            with files_beside(path, chat.files, choice.pictures, check) as links:
                write_text(path, as_markdown(chat, links))
        case Form.HTML:
            write_text(path, _html(chat, choice, check))
        case Form.PDF:
            write_pdf(path, chat, choice.pictures, fonts, check)


def _html(chat: Readable, choice: ExportChoice, check: Check) -> Iterator[str]:
    for piece in ChatHtml(chat, partial(data_uri, pictures=choice.pictures), _formula).whole():
        check()
        yield piece


def _formula(formula: Formula) -> str:
    found = drawn(formula)
    return found.svg if found else f"<code>{escaped(formula.source)}</code>"
