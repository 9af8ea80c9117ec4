"""Writes a conversation in any format. Slow: not for the Qt thread."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from app.attachments.kept_files import Files
from app.base.cancelling import Check, ShowProgress, no_progress
from app.base.disk import write_text
from app.transfer.bundle import Bundle
from app.transfer.exporting.chart_svg import svg
from app.transfer.exporting.comparison_rounds import rounds_of
from app.transfer.exporting.conversation_document import document_of
from app.transfer.exporting.csv_writer import as_csv
from app.transfer.exporting.document import Document
from app.transfer.exporting.embedded_images import data_uri
from app.transfer.exporting.file_pieces import Unread
from app.transfer.exporting.formula_drawings import drawn
from app.transfer.exporting.html_writer import HtmlWriter
from app.transfer.exporting.json_writer import as_json
from app.transfer.exporting.markdown_writer import as_markdown
from app.transfer.exporting.pdf_writer import Fonts, write_pdf
from app.transfer.exporting.sidecar_files import files_beside
from ui.markdown.math_syntax import Formula
from ui.markdown.safe_html import escaped
from ui.state.export_choice import ExportChoice, ExportFormat


def write_conversation(
    path: Path,
    bundle: Bundle,
    choice: ExportChoice,
    files: Files,
    fonts: Fonts,
    check: Check,
    show_progress: ShowProgress = no_progress,
) -> list[Unread]:
    """Replace `path` as a whole. Return the files that cannot be read and are left out. Raises
    OSError, Refused, or what `check` raises, and leaves nothing then."""
    unread: list[Unread] = []
    match choice.form:
        case ExportFormat.JSON:
            write_text(path, as_json([bundle], files, check, unread, show_progress))
        case ExportFormat.CSV:
            write_text(path, as_csv(rounds_of(bundle, files), check))
        case _:
            document = document_of(bundle, files, choice)
            _write_document(path, document, choice, fonts, check, show_progress, unread)
    return unread


def _write_document(
    path: Path,
    document: Document,
    choice: ExportChoice,
    fonts: Fonts,
    check: Check,
    show_progress: ShowProgress,
    unread: list[Unread],
) -> None:
    """Add the files that cannot be read and are left out to `unread`."""
    match choice.form:
        case ExportFormat.MARKDOWN:
            charts = document.all_charts
            with files_beside(
                path, document.files, choice.images, check, charts, show_progress, unread
            ) as links:
                write_text(path, as_markdown(document, links))
        case ExportFormat.HTML:
            write_text(path, _html(document, choice, check, show_progress))
        case ExportFormat.PDF:
            write_pdf(path, document, choice.images, fonts, check, show_progress)


def _html(
    document: Document, choice: ExportChoice, check: Check, show_progress: ShowProgress
) -> Iterator[str]:
    images = partial(data_uri, images=choice.images)
    total = document.pieces
    for number, piece in enumerate(HtmlWriter(document, images, _formula, svg).page()):
        check()
        show_progress(min(number, total), total)
        yield piece


def _formula(formula: Formula) -> str:
    found = drawn(formula)
    return found.svg if found else f"<code>{escaped(formula.source)}</code>"
