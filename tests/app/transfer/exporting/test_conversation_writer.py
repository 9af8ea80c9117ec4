"""Exported conversations in every format, whatever they contain."""

import re
import resource
from pathlib import Path
from urllib.parse import quote

import pypdfium2
import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter, QTextBlockFormat, QTextCharFormat
from PySide6.QtWidgets import QApplication

from app.attachments.kept_files import Files
from app.base import disk
from app.base.cancelling import Cancelled
from app.database.rows import ConversationRecord
from app.records.turns import turn_record
from app.transfer.bundle import Bundle
from app.transfer.exporting import pdf_writer
from app.transfer.exporting.conversation_document import document_of
from app.transfer.exporting.conversation_writer import write_conversation
from app.transfer.exporting.document import Document, Message, Section
from app.transfer.exporting.embedded_images import encoded
from app.transfer.exporting.export_sentences import not_written
from app.transfer.exporting.formula_drawings import drawn
from app.transfer.exporting.safe_markdown import escaped_line, inert
from engine.messages import Media, MediaKind, Timings, ToolInvocation, Usage
from tests.kit.html_tags import tags
from tests.kit.markdown_texts import blocks
from tests.kit.translations import in_other_words
from ui.markdown.math_syntax import Formula
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool, CallState
from ui.state.export_choice import ExportChoice, ExportFormat, ExportImages
from ui.state.turn import Turn

HOSTILE = (
    '</pre><script>alert(1)</script><img src="https://example.com/x.png" onerror="x()">'
    "[a](javascript:x) [b](file:///etc/passwd) ![c](https://example.com/y.png) ![d](/etc/x.png)"
)
ANSWER = """**Bold** and `code`, [a link](https://example.com/a).

| a | b |
|---|---|
| 1 | $x^2$ |

```python
print(1 < 2)
```

- [x] done

![the first](attachment:1)
"""


def kept_photo(files: Files, name: str = "a cat?.png", side: int = 40) -> Attachment:
    image = QImage(side, side // 2, QImage.Format.Format_ARGB32)
    image.fill("red")
    path = files.put_bytes(encoded(image, side), name)
    found = Attachment(Media(MediaKind.IMAGE, path), image, name, "40 × 20")
    files.keep_views(found.media, image)
    return found


def bundle(files: Files, *turns: Turn, title: str = "Cats & dogs") -> Bundle:
    for number, turn in enumerate(turns, 1):
        turn.message_id = number
        if number > 1 and turn.parent is None:
            turn.parent = turns[number - 2]
    records = tuple(turn_record(turn, 1, 0, files) for turn in turns)
    record = ConversationRecord(1, title=title, created=1.7e9, model="Dot")
    return Bundle(record, records, {0: (len(turns), 0)})


def conversation(files: Files) -> Bundle:
    asked = Turn("user", "What is it?", attachments=(kept_photo(files),))
    answer = Turn("assistant", ANSWER, "I look.", model_id="/models/Gemma")
    answer.usage, answer.timings = Usage(100, 0, 50), Timings(ttft=0.3, decode=2.0)
    call = ToolInvocation("add", '{"a": 1}', "c1")
    answer.tool_calls = [CalledTool(call, state=CallState.DONE, result="42", title="Adding")]
    return bundle(files, asked, answer)


def write_export(
    files: Files,
    found: Bundle,
    path: Path,
    pictures: ExportImages = ExportImages.SMALL,
    **choice: bool,
) -> str:
    fonts = pdf_writer.Fonts("Inter", "JetBrains Mono")
    chosen = ExportChoice(ExportFormat(path.suffix), pictures, **choice)
    write_conversation(path, found, chosen, files, fonts, lambda: None)
    return path.read_text(encoding="utf-8") if path.suffix != ".pdf" else ""


# --- Markdown ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("![a](https://b.c/d)", "\\![a](https://b.c/d)"),
        ("![a][1]\n\n[1]: https://b.c", "\\![a][1]\n\n[1]: https://b.c"),
        ("![a](attachment:1)", "![a](attachment:1)"),
        ('<img\nsrc="x"> </a> <!-- x -->', '\\<img\nsrc="x"> \\</a> \\<!-- x -->'),
        ("<https://a.b> 1 < 2, $a<b$", "<https://a.b> 1 < 2, $a<b$"),
        ("`<b>` and ``a ` <b>`` <b>", "`<b>` and ``a ` <b>`` \\<b>"),
        ("`\n\n<b> ` \\`<b>`", "`\n\n\\<b> ` \\`\\<b>`"),
        ("```html\n<b>\n```\n<b>\n~~~\n<b>", "```html\n<b>\n```\n\\<b>\n~~~\n<b>"),
    ],
)
def test_markdown_loads_nothing(text: str, found: str) -> None:
    assert inert(text) == found


def test_markdown_links_to_files_next_to_the_document(files: Files, tmp_path: Path) -> None:
    text = write_export(files, conversation(files), tmp_path / "out.md", ExportImages.FULL)
    assert "# Cats & dogs" in text
    assert "## You" in text
    assert "## Gemma" in text
    assert "I look." in text
    assert "50 tokens" in text
    assert "42" in text
    (chart,) = (tmp_path / "out files").glob("*.svg")
    assert f"(out%20files/{quote(chart.name)})" in text
    (copy,) = set((tmp_path / "out files").iterdir()) - {chart}
    assert copy.name == "a cat_.png"
    original = next(files.folder.glob("??/*/a cat?.png"))
    assert copy.read_bytes() == original.read_bytes()
    # both where it was attached and where the answer names it
    assert text.count("(out%20files/a%20cat_.png)") == 2


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (CallState.DONE, "Adding · Edited"),
        (CallState.FAILED, "Adding · Edited · Failed"),
        (CallState.DECLINED, "Adding · Edited · Declined"),
        (CallState.DROPPED, "Adding · Edited · Not run"),
        (CallState.PROPOSED, "Adding · Edited · Not run"),
    ],
)
@pytest.mark.parametrize("ending", [".md", ".html"])
def test_a_document_tells_what_became_of_a_tool_call(
    files: Files, tmp_path: Path, state: CallState, said: str, ending: str
) -> None:
    answer = Turn("assistant", "Hm.")
    call = ToolInvocation("add", "{}", "c1")
    answer.tool_calls = [
        CalledTool(call, state=state, result="for the model", title="Adding", edited=True)
    ]
    path = tmp_path / f"out{ending}"
    text = write_export(files, bundle(files, Turn("user", "Add."), answer), path)
    assert f">{said}<" in text or f"**{said}**" in text
    assert ("for the model" in text) is (state is not CallState.DECLINED)


@pytest.mark.parametrize(
    ("name", "title"),
    [(" ", "Unnamed tool"), ("exe.\u202egpj", "exe.\\u202egpj"), ("x" * 999, f"{'x' * 199}…")],
)
@pytest.mark.parametrize("ending", [".md", ".html"])
def test_a_document_names_a_tool_as_the_window_does(
    files: Files, tmp_path: Path, name: str, title: str, ending: str
) -> None:
    answer = Turn("assistant", "Hm.")
    answer.tool_calls = [CalledTool(ToolInvocation(name, "{}", "c1"), state=CallState.DONE)]
    path = tmp_path / f"out{ending}"
    text = write_export(files, bundle(files, Turn("user", "Go."), answer), path)
    assert f">{title}<" in text or f"**{escaped_line(title)}**" in text
    assert "\u202e" not in text


def test_markdown_tells_how_many_files_are_copied(files: Files, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    write_conversation(
        tmp_path / "out.md",
        conversation(files),
        ExportChoice(ExportFormat.MARKDOWN, ExportImages.FULL),
        files,
        pdf_writer.Fonts("", ""),
        lambda: None,
        lambda done, total: seen.append((done, total)),
    )
    assert seen == [(1, 2), (2, 2)], "a photo and a chart"


def test_markdown_omits_parts_that_were_not_chosen(files: Files, tmp_path: Path) -> None:
    found = conversation(files)
    text = write_export(
        files, found, tmp_path / "out.md", ExportImages.NONE, reasoning=False, numbers=False
    )
    assert "I look." not in text
    assert "50 tokens" not in text
    assert "(a cat?.png)" in text
    assert not (tmp_path / "out files").exists()


def test_the_folder_of_an_export_is_named_in_the_language_of_the_window(
    qapp: QApplication, files: Files, tmp_path: Path
) -> None:
    with in_other_words({"{name} files": ("{name}-Dateien",)}):
        text = write_export(files, conversation(files), tmp_path / "{out}.md")
    assert list((tmp_path / "{out}-Dateien").iterdir())
    assert "(%7Bout%7D-Dateien/" in text


def test_an_existing_folder_is_not_touched(files: Files, tmp_path: Path) -> None:
    (tmp_path / "out files").mkdir()
    text = write_export(files, conversation(files), tmp_path / "out.md")
    assert "(out%20files%202/" in text
    assert not list((tmp_path / "out files").iterdir())


# --- HTML --------------------------------------------------------------------------------


def test_html_renders_markdown_and_embeds_the_image(files: Files, tmp_path: Path) -> None:
    text = write_export(files, conversation(files), tmp_path / "out.html")
    found = tags(text)
    names = [tag for tag, _ in found]
    assert {"strong", "code", "table", "pre", "ul", "svg", "details"} <= set(names)
    pictures = [it["src"] or "" for tag, it in found if tag == "img"]
    assert len(pictures) == 2
    assert all(it.startswith("data:image/jpeg;base64,") for it in pictures)
    assert [it["href"] for tag, it in found if tag == "a"] == ["https://example.com/a"]
    assert "print(1 &lt; 2)" in text
    assert "prefers-color-scheme: dark" in text


def test_html_draws_the_bar_of_a_quote_where_its_text_begins(files: Files, tmp_path: Path) -> None:
    answer = Turn("assistant", "> \u0627\u0642\u062a\u0628\u0627\u0633\n\n- \u0628\u0646\u062f\n")
    asked = Turn("user", "Quote.")
    text = write_export(files, bundle(files, asked, answer), tmp_path / "out.html")
    assert {tag for tag, it in tags(text) if it.get("dir") == "auto"} == {"blockquote", "ul"}
    assert "border-inline-start" in text
    assert "border-left" not in text


def test_html_marks_tasks_with_their_boxes_alone(files: Files, tmp_path: Path) -> None:
    answer = Turn("assistant", "- [ ] open\n- [x] done\n\n* point\n\n1. [x] numbered\n")
    text = write_export(files, bundle(files, Turn("user", "Go."), answer), tmp_path / "out.html")
    styles = [it.get("style") for tag, it in tags(text) if tag == "li"]
    assert styles == [*(2 * ["list-style: none"]), None, None]
    assert "<li>☑ numbered</li>" in text


def test_html_embeds_the_original_if_chosen(files: Files, tmp_path: Path) -> None:
    text = write_export(files, conversation(files), tmp_path / "out.html", ExportImages.FULL)
    assert "data:image/png;base64," in text
    assert "data:image/jpeg" not in text


def test_html_runs_and_loads_nothing(files: Files, tmp_path: Path) -> None:
    asked = Turn("user", HOSTILE, attachments=(kept_photo(files, '"><script>.png'),))
    answer = Turn("assistant", HOSTILE, HOSTILE, model_id=HOSTILE, error=HOSTILE)
    call = ToolInvocation(HOSTILE, HOSTILE, "c1")
    answer.tool_calls = [CalledTool(call, state=CallState.DONE, result=HOSTILE)]
    text = write_export(files, bundle(files, asked, answer, title=HOSTILE), tmp_path / "out.html")
    found = tags(text)
    assert "script" not in {tag for tag, _ in found}
    allowed = {"class", "charset", "http-equiv", "content", "name", "src", "alt", "href", "rel"}
    assert {name for _, attributes in found for name in attributes} <= allowed
    assert all((it["src"] or "").startswith("data:") for tag, it in found if tag == "img")
    assert all((it["href"] or "").startswith("https:") for tag, it in found if tag == "a")
    assert "default-src 'none'" in text


# --- pages -------------------------------------------------------------------------------


def pages_of_pdf(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    try:
        texts = (page.get_textpage().get_text_range() for page in document)
        # where there is no font of ours, its letters stand alone
        return ["".join(text.split()) for text in texts]
    finally:
        document.close()


def laid_out(document: Document) -> pdf_writer._Paper:
    fonts = pdf_writer.Fonts("Inter", "JetBrains Mono")
    page = QSizeF(600, 900)
    return pdf_writer._laid_out(document, ExportImages.NONE, fonts, page, lambda: None)


def for_paper(found: Bundle, files: Files) -> Document:
    return document_of(found, files, ExportChoice(ExportFormat.PDF))


def test_headings_stand_on_the_page_of_their_text(qapp: QApplication) -> None:
    answer = Message("Dot", "# One\n## Two\nText.", is_markdown=True)
    for count in range(30, 60):
        asked = Message("You", "\n".join("line" for _ in range(count)))
        paper = laid_out(Document("", "", "", (Section("", (asked,)), Section("2", (answer,)))))
        last, layout = paper.find("Text.").block().blockNumber(), paper.documentLayout()
        found = [paper.findBlockByNumber(last - back) for back in range(5)]
        tops = [layout.blockBoundingRect(it).top() + it.layout().lineAt(0).y() for it in found]
        assert len({int(top // 900) for top in tops}) == 1, count
        assert all(it.blockFormat().topMargin() > 20 for it in found[3:])


def test_reasoning_is_prose_and_not_code(files: Files, tmp_path: Path) -> None:
    paper = laid_out(for_paper(conversation(files), files))
    formats = {word: paper.find(word).charFormat() for word in ("I look.", "print(1")}
    assert "JetBrains Mono" in formats["print(1"].fontFamilies()
    assert "JetBrains Mono" not in (formats["I look."].fontFamilies() or [])
    assert formats["I look."].foreground().color().name() == "#666666"


def test_pdf_marks_tasks_with_their_boxes_alone(files: Files, tmp_path: Path) -> None:
    answer = Turn("assistant", "- [ ] open\n\n  more\n\n- [x] done\n- point\n\n1. [x] numbered")
    paper = laid_out(for_paper(bundle(files, Turn("user", "Go."), answer), files))
    markers = {
        it.text().strip(): it.blockFormat().marker() for it in blocks(paper) if it.textList()
    }
    marker = QTextBlockFormat.MarkerType
    assert markers == {
        "open": marker.Unchecked,
        "done": marker.Checked,
        "point": marker.NoMarker,
        "☑ numbered": marker.NoMarker,
    }


def test_pdf_has_all_lines_and_cuts_none(files: Files, tmp_path: Path) -> None:
    lines = "\n\n".join(f"The line with number {number}." for number in range(120))
    found = bundle(files, Turn("user", "Count."), Turn("assistant", lines))
    path = tmp_path / "out.pdf"
    write_export(files, found, path)
    texts = pages_of_pdf(path)
    assert len(texts) > 1
    assert texts[0].startswith("Cats&dogs")
    assert texts[-1].endswith(f"{len(texts)}/{len(texts)}")
    seen = [int(it) for text in texts for it in re.findall(r"Thelinewithnumber(\d+)\.", text)]
    assert seen == list(range(120))


def test_pages_load_no_files_and_no_urls(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    image = QImage(30, 30, QImage.Format.Format_RGB32)
    image.fill("#00ff00")
    image.save(str(secret))
    document = pdf_writer._Paper()
    document.setHtml(f'<img src="{secret}"><img src="file://{secret}"><img src="http://x/y.png">')
    page = QImage(200, 60, QImage.Format.Format_RGB32)
    page.fill("#ffffff")
    painter = QPainter(page)
    document.drawContents(painter)
    painter.end()
    assert {page.pixelColor(x, y).name() for x in range(200) for y in range(60)} == {"#ffffff"}


def test_formulas_stand_on_the_line_of_their_text(
    qapp: QApplication,
) -> None:
    middle = QTextCharFormat.VerticalAlignment.AlignMiddle
    for formula, alignment in (
        ("$g(x)$", QTextCharFormat.VerticalAlignment.AlignNormal),
        ("$\\sum_{i=1}^n i$", middle),
        ("$$x$$", middle),
    ):
        message = Message("Dot", formula, is_markdown=True)
        paper = laid_out(Document("", "", "", (Section("", (message,)),)))
        form = paper.find("\ufffc").charFormat().toImageFormat()
        assert form.verticalAlignment() is alignment
        height = paper.pictures.intrinsicSize(paper, 0, form).height()
        drawing = drawn(Formula(formula.strip("$"), formula, formula.startswith("$$")))
        assert drawing is not None
        scaled = (drawing.height - (0 if alignment is middle else drawing.depth)) * 13 / 16
        assert height == pytest.approx(scaled)


def test_pages_have_drawings_and_no_images_of_charts_and_formulas(
    files: Files, tmp_path: Path
) -> None:
    path = tmp_path / "out.pdf"
    write_export(files, conversation(files), path, ExportImages.NONE)
    (text,) = pages_of_pdf(path)
    assert "Wherethetimewent" in text
    document = pypdfium2.PdfDocument(path)
    raw, page = pypdfium2.raw, document[0]
    assert list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]))
    assert not list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]))
    document.close()


# --- as a whole or not at all ------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".md", ".html", ".pdf", ".json"])
def test_cancelling_leaves_nothing_behind(files: Files, tmp_path: Path, suffix: str) -> None:
    found = conversation(files)
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / f"x{suffix}").write_text("before")

    def check() -> None:
        raise Cancelled

    choice = ExportChoice(ExportFormat(suffix))
    with pytest.raises(Cancelled):
        write_conversation(
            folder / f"x{suffix}", found, choice, files, pdf_writer.Fonts("Inter", "Inter"), check
        )
    assert [it.name for it in folder.iterdir()] == [f"x{suffix}"]
    assert (folder / f"x{suffix}").read_text() == "before"


def test_a_full_disk_is_reported_and_leaves_nothing(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    found = conversation(files)
    folder = tmp_path / "out"
    folder.mkdir()
    monkeypatch.setattr(disk.os, "fsync", full)
    with pytest.raises(OSError) as raised:
        write_export(files, found, folder / "x.md", ExportImages.NONE)
    assert "the disk is full" in not_written("x.md", raised.value)
    assert not list(folder.iterdir())


def test_pages_have_images_whose_previews_are_missing(files: Files, tmp_path: Path) -> None:
    found = conversation(files)
    for views in files.folder.glob("??/*.views/*"):
        views.unlink()
    path = tmp_path / "out.pdf"
    write_export(files, found, path)
    document = pypdfium2.PdfDocument(path)
    # in the question, and where the answer names it
    images = document[0].get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])
    assert len(list(images)) >= 2
    document.close()


def test_a_truncated_pdf_leaves_the_old_file(files: Files, tmp_path: Path) -> None:
    path = tmp_path / "out.pdf"
    path.write_text("before")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            write_export(files, conversation(files), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == "before"
    assert [it.name for it in tmp_path.glob("*.pdf")] == ["out.pdf"]
    assert not list(tmp_path.glob(".out*"))


@pytest.mark.parametrize("pictures", [ExportImages.SMALL, ExportImages.FULL])
@pytest.mark.parametrize("name", ["\U00020000" * 90 + ".png", "a" * 300 + ".png", "..", "CON"])
def test_files_beside_get_valid_names(
    files: Files, tmp_path: Path, name: str, pictures: ExportImages
) -> None:
    asked = Turn(
        "user", "What is it?", attachments=(kept_photo(files, name), kept_photo(files, name))
    )
    write_export(files, bundle(files, asked), tmp_path / "out.md", pictures)
    found = list((tmp_path / "out files").iterdir())
    assert len(found) == (2 if pictures is ExportImages.SMALL else 1)
    assert all(it.stat().st_size for it in found)


def test_charts_are_in_every_readable_export(files: Files, tmp_path: Path) -> None:
    bundle = conversation(files)
    page = write_export(files, bundle, tmp_path / "out.html", ExportImages.NONE)
    assert page.count('class="chart" role') == 1 and "<title>Where the time went</title>" in page
    text = write_export(files, bundle, tmp_path / "out.md", ExportImages.NONE)
    (chart,) = (tmp_path / "out files").iterdir()
    assert chart.read_text(encoding="utf-8").startswith("<?xml") and quote(chart.name) in text
