"""Exported comparisons, whatever models wrote."""

import csv
import re
from base64 import b64decode
from io import StringIO
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QLocale, QObject, Qt
from PySide6.QtGui import QImage

from app.base.disk import write_text
from app.transfer.exporting.chart_svg import svg
from app.transfer.exporting.comparison_document import comparison_document
from app.transfer.exporting.csv_writer import as_csv
from app.transfer.exporting.embedded_images import SMALL_SIDE, data_uri
from app.transfer.exporting.html_writer import HtmlWriter
from app.transfer.exporting.markdown_writer import as_markdown
from app.transfer.exporting.pdf_writer import Fonts, write_pdf
from engine.errors import no_check
from engine.messages import (
    NO_SKIM,
    Channel,
    Delta,
    Drafting,
    Media,
    MediaKind,
    Overflow,
    SamplingParams,
    SkimReport,
)
from tests.kit.comparisons import Panes
from tests.kit.html_tags import tags
from ui.look.language import write_numbers_as
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.compared import TIE
from ui.state.export_choice import ExportChoice, ExportImages
from ui.state.question import Question

SUFFIXES = (".md", ".csv", ".html")
SKIMMED = SkimReport(120, 50, "Dash", 1.5)
HOSTILE = '</pre><script>alert(1)</script><img src="https://example.com/x.png">"\'&\x00'


@pytest.fixture
def compared_panes(qapp: QObject) -> Panes:
    made = Panes("Dot")
    sampling = SamplingParams(temperature=0.7, seed=42, top_k=40)
    options = ChatOptions((), (), "Be\nbrief, as 2.0", sampling, Overflow.TRIM)
    made.add("Gemma", options)
    return made


def exported_text(panes: Panes, suffix: str, images: ExportImages = ExportImages.SMALL) -> str:
    """Return the exported text; Markdown has no files beside it."""
    rounds = panes.comparison.rounds
    if suffix == ".csv":
        return "".join(as_csv(rounds, no_check))
    document = comparison_document("Cats & dogs", rounds, ExportChoice())
    if suffix == ".md":
        return "".join(as_markdown(document, {}))
    html = HtmlWriter(document, lambda it: data_uri(it, images), lambda it: it.source, svg)
    return "".join(html.page())


def csv_rows(panes: Panes) -> list[dict[str, str]]:
    text = exported_text(panes, ".csv")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text[1:], newline="")))


def cat_photo() -> Attachment:
    preview = QImage(1280, 960, QImage.Format.Format_RGB32)
    preview.fill(Qt.GlobalColor.red)
    return Attachment(Media(MediaKind.IMAGE, Path("cat.png")), preview, "cat.png", "640 × 480")


# --- CSV ---------------------------------------------------------------------------------


def test_csv_has_an_unchanged_row_for_each_answer(compared_panes: Panes) -> None:
    compared_panes.ask("Why,\n“so”?", 'a "quoted", b\r\nc', "d")
    compared_panes.comparison.vote(0, 2)
    first, second = csv_rows(compared_panes)
    assert first["question"] == "Why,\n“so”?"
    assert first["answer"] == 'a "quoted", b\r\nc'
    assert (first["pane"], first["seed"], first["vote"]) == ("Dot", "random", "")
    assert (second["seed"], second["temperature"], second["vote"]) == ("42", "0.7", "won")
    assert second["system_prompt"] == "Be\nbrief, as 2.0"
    assert "top_k=40; overflow=leave out the oldest" in second["settings"]
    assert (first["ttft_s"], first["generation_tps"], first["cached_tokens"]) == (
        "0.500",
        "20.0",
        "20",
    )


def test_documents_name_settings_as_the_window_does(qapp: QObject) -> None:
    panes = Panes("Dot")
    panes.add(
        "Gemma",
        ChatOptions(
            sampling=SamplingParams(
                max_tokens=1_000_000,
                temperature=0.5,
                top_p=0.9,
                logit_bias=((1, 2.0), (7, -0.5)),
                stop=("end,", "\n"),
                thinking=True,
                thinking_budget=9,
                json_schema='{"type":\n"object"}',
            ),
            overflow=Overflow.SUMMARISE,
            drafting=Drafting.OFF,
            skim=20,
        ),
    )
    panes.ask("Why?", "a", "b")
    about = about_second(panes)
    assert about == (
        "Gemma, Temperature: 0.5, Seed: random, Max tokens: 1,000,000, Thinking on, Top p: 0.9, "
        'Token bias: 1: 2, 7: -0.5, Stop strings: "end,", "\\n", Thinking budget: 9, '
        'JSON schema: {"type": "object"}, '
        "Longer than the model's context: Summarize the oldest messages, No drafting, "
        "Skim long texts: 20 %"
    )
    write_numbers_as(QLocale(QLocale.Language.German))
    try:
        assert "Temperature: 0,5, Seed: random, Max tokens: 1.000.000" in about_second(panes)
    finally:
        write_numbers_as()
    settings = csv_rows(panes)[1]["settings"]
    assert settings.startswith("max_tokens=1000000; thinking=on; top_p=0.9; logit_bias=1: 2, 7")


def about_second(panes: Panes) -> str:
    document = comparison_document("Cats", panes.comparison.rounds, ExportChoice())
    return document.sections[0].answers[1].about


def test_csv_lines_end_as_in_rfc_4180(qapp: QObject) -> None:
    panes = Panes("Dot", "Gemma")
    panes.ask("Why?", "a", "b")
    text = exported_text(panes, ".csv")
    assert text.count("\r\n") == 3
    assert "\n" not in text.replace("\r\n", "")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_csv_has_no_spreadsheet_formulas(compared_panes: Panes, sign: str) -> None:
    compared_panes.ask(f"{sign}cmd|' /C calc'!A0", f"{sign}1+1", "b")
    row = csv_rows(compared_panes)[0]
    assert row["question"].startswith(f"'{sign}")
    assert row["answer"] == f"'{sign}1+1"


def test_csv_has_the_tokens_that_were_left_out(compared_panes: Panes) -> None:
    compared_panes.begin()
    compared_panes.say(1, "a")
    compared_panes.end(1, skim=SKIMMED)
    compared_panes.say(2, "b")
    compared_panes.end(2)
    rows = csv_rows(compared_panes)
    assert [(it["prompt_tokens"], it["left_out_tokens"]) for it in rows] == [
        ("120", "70"),
        ("120", "0"),
    ]


# --- Skimmed prompts ---------------------------------------------------------------------


@pytest.mark.parametrize("numbers", [True, False])
def test_a_document_says_what_was_skimmed_with_and_without_numbers(
    compared_panes: Panes, *, numbers: bool
) -> None:
    compared_panes.begin()
    for pane_id, skim in ((1, SKIMMED), (2, NO_SKIM)):
        compared_panes.say(pane_id, "so")
        compared_panes.end(pane_id, skim=skim)
    rounds = compared_panes.comparison.rounds
    document = comparison_document("t", rounds, ExportChoice(numbers=numbers))
    text = "".join(as_markdown(document, {}))
    assert text.count("Skimmed: 50 of 120 tokens read") == 1
    assert text.count("chosen by Dash in") == 1


# --- HTML --------------------------------------------------------------------------------


def test_html_runs_and_loads_nothing(qapp: QObject) -> None:
    panes = Panes(HOSTILE, "Gemma")
    panes.begin(HOSTILE)
    for pane_id in (1, 2):
        panes.transcripts[pane_id].apply(Delta(panes.request(pane_id), Channel.REASONING, HOSTILE))
        panes.say(pane_id, HOSTILE)
    panes.end(1)
    panes.fail(2, HOSTILE)
    text = exported_text(panes, ".html")
    found = tags(text)
    assert "script" not in {tag for tag, _ in found}
    assert "img" not in {tag for tag, _ in found}
    allowed = {"class", "charset", "http-equiv", "content", "name", "href", "rel"}
    # of charts; none of them runs or loads anything
    allowed |= {"xmlns", "role", "aria-label", "viewbox", "width", "height", "fill", "rx", "r", "d"}
    allowed |= {"x", "y", "cx", "cy", "text-anchor", "opacity"}
    allowed |= {"stroke-width", "stroke-linejoin", "stroke-dasharray"}
    assert {name for _, attributes in found for name in attributes} <= allowed
    links = [it["href"] or "" for tag, it in found if tag == "a"]
    assert all(it.startswith("https:") for it in links)
    assert "\x00" not in text
    assert "default-src 'none'" in text


def test_html_folds_reasoning_and_embeds_images(compared_panes: Panes) -> None:
    index = compared_panes.comparison.begin_round(Question("Why?", (cat_photo(),)))
    for pane_id in (1, 2):
        compared_panes.transcripts[pane_id].begin_reply(70 + pane_id)
        compared_panes.transcripts[pane_id].apply(Delta(70 + pane_id, Channel.REASONING, "hm"))
        compared_panes.say(pane_id, "a")
        compared_panes.end(pane_id)
    compared_panes.comparison.vote(index, 1)
    text = exported_text(compared_panes, ".html")
    found = tags(text)
    # Gemma has a system prompt too
    assert [tag for tag, _ in found].count("details") == 3
    assert text.count("<summary>Reasoning</summary>") == 2
    (image,) = [attributes for tag, attributes in found if tag == "img"]
    assert (image["src"] or "").startswith("data:image/jpeg;base64,")
    assert image["alt"] == "cat.png"
    assert ("article", {"class": "answer won"}) in found
    without = exported_text(compared_panes, ".html", ExportImages.NONE)
    assert "data:image" not in without
    assert "cat.png" in without


def test_images_are_made_small(compared_panes: Panes) -> None:
    compared_panes.comparison.begin_round(Question("Why?", (cat_photo(),)))
    (shown,) = [
        it["src"] or "" for tag, it in tags(exported_text(compared_panes, ".html")) if tag == "img"
    ]
    image = QImage.fromData(b64decode(shown.split(",")[1]))
    assert (image.width(), image.height()) == (SMALL_SIDE, SMALL_SIDE * 3 // 4)


# --- Markdown ----------------------------------------------------------------------------


def test_markdown_has_unchanged_answers_and_number_tables(compared_panes: Panes) -> None:
    compared_panes.ask("Why?\nSo?", "**bold**\n\n- a\n- b", "```python\nopen")
    compared_panes.comparison.vote(0, TIE)
    text = exported_text(compared_panes, ".md")
    assert "# Cats & dogs" in text
    assert "Why?\nSo?\n" in text
    assert "**bold**\n\n- a\n- b\n" in text
    # a fence that an answer leaves open is no fence around the rest
    assert "```python\nopen\n```\n" in text
    assert "Vote: Tie" in text
    assert "| Gemma | answered | tie | 500 ms | 250 | 20.0 | 120 | 20 | 41 | 2.5 s |" in text
    assert "Seed: 42" in text


def test_a_name_cannot_break_a_table(qapp: QObject) -> None:
    panes = Panes("a|b\n<c>", "Gemma")
    panes.ask("Why?", "a", "b")
    line = next(it for it in exported_text(panes, ".md").splitlines() if "a\\|b" in it)
    assert len(re.findall(r"(?<!\\)\|", line)) == 14


def test_reasoning_cannot_leave_its_fold(compared_panes: Panes) -> None:
    compared_panes.begin()
    inside = "```\n</details>\n# not a title"
    compared_panes.transcripts[1].apply(Delta(compared_panes.request(1), Channel.REASONING, inside))
    compared_panes.end(1)
    compared_panes.end(2)
    assert f"````\n{inside}\n````" in exported_text(compared_panes, ".md")


# --- all ---------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_hidden_rounds_reveal_no_name_and_no_number(compared_panes: Panes, suffix: str) -> None:
    compared_panes.comparison.set_blind(True)
    compared_panes.ask("Why?", "first", "second")
    text = exported_text(compared_panes, suffix)
    assert "first" in text
    assert "Gemma" not in text
    assert "Be\nbrief" not in text
    assert "0.500" not in text
    assert "500 ms" not in text
    compared_panes.comparison.vote(0, 2)
    assert "Gemma" in exported_text(compared_panes, suffix)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_failed_and_stopped_answers_say_so(compared_panes: Panes, suffix: str) -> None:
    compared_panes.begin()
    compared_panes.fail(1, "No memory is left.")
    compared_panes.say(2, "half")
    compared_panes.stop(2)
    text = exported_text(compared_panes, suffix)
    assert "failed" in text
    assert "No memory is left." in text
    assert "stopped" in text
    assert "half" in text


def test_an_export_replaces_the_whole_file(compared_panes: Panes, tmp_path: Path) -> None:
    compared_panes.ask("Why?", "a\ud800", "b")
    path = tmp_path / "out.md"
    path.write_text("before")
    write_text(path, iter([exported_text(compared_panes, ".md")]))
    assert "a?" in path.read_text(encoding="utf-8")
    assert [it.name for it in tmp_path.iterdir() if it.is_file()] == ["out.md"]


def test_a_failed_export_leaves_the_old_file(compared_panes: Panes, tmp_path: Path) -> None:
    compared_panes.ask("Why?", "a", "b")
    target = tmp_path / "out.md"
    target.mkdir()
    with pytest.raises(OSError):
        write_text(target, iter([exported_text(compared_panes, ".md")]))
    assert [it.name for it in tmp_path.iterdir() if it.name != "home"] == ["out.md"]


def test_words_of_the_numbers_are_whole_on_paper(compared_panes: Panes, tmp_path: Path) -> None:
    compared_panes.add("Qwen")
    compared_panes.ask("Hello", "Hi.", "Hi.", "Hi.")
    document = comparison_document("Numbers", compared_panes.comparison.rounds, ExportChoice())
    path = tmp_path / "numbers.pdf"
    write_pdf(path, document, ExportImages.SMALL, Fonts("Inter", "Inter"), no_check)
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
    words = set(text.split())
    assert document.table is not None
    assert {it for title in document.table.titles for it in title.split()} <= words
