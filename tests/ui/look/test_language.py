"""Sentences of the engine are shown in the person's language, wherever they come from."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import Refused
from engine.media.file_kind import identify
from engine.media.worker_client import WorkerClient, page_job
from engine.messages import ChatMessage, Failed, Generate, Media, MediaKind
from engine.sentences import say, say_all
from tests.conftest import DOT, Bench
from tests.kit.images import draw_image, save_pages
from tests.kit.translations import in_other_words
from ui.conversation.message_reply import ErrorCard
from ui.look.language import sentence_case, tr, translated
from ui.state.notice import Notice, Notices
from ui.widgets.notice_bar import NoticeBar
from ui.widgets.problem_strip import ProblemStrip

WORDS = {
    "The document has only %n page(s). Add it again.": (
        "Das Dokument hat nur eine Seite.",
        "Das Dokument hat nur %n Seiten.",
    ),
    "{name} is {size}.": ("{size} groß ist {name}.",),
    "{size:,.0f} MB": ("{size:,.0f} Megabyte",),
    "{name} is a damaged PDF document. Try another copy.": ("„{name}“ ist beschädigt.",),
    "Broken {name}": ("Kaputt {nam}",),
}


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    with in_other_words(WORDS):
        yield


@pytest.mark.usefixtures("qapp")
def test_counts_have_separators() -> None:
    assert tr("%n only on the left, struck through", "", 1234).startswith("1,234 only")
    assert tr("{at} of %n file(s)", "", 12_345) == "{at} of 12,345 files"
    assert tr("%n only on the left, struck through", "", 999).startswith("999 only")


@pytest.mark.usefixtures("german")
def test_values_and_plurals_follow_the_translation() -> None:
    size = say("{size:,.0f} MB", size=1234.5)
    assert (
        translated(say("{name} is {size}.", name="{a}", size=size))
        == "1,234 Megabyte groß ist {a}."
    )
    for count, text in ((1, "nur eine Seite"), (3, "nur 3 Seiten")):
        said = say("The document has only %n page(s). Add it again.", "", count)
        assert text in translated(said)


@pytest.mark.usefixtures("german")
def test_untranslated_sentences_are_english() -> None:
    assert translated(say("%n image(s) of {name}", "", 1, name="A")) == "1 image of A"
    assert tr("%n image(s) of {name}", "", 2) == "2 images of {name}"
    assert translated("{plain}, %n text(s)") == "{plain}, %n text(s)"


@pytest.mark.usefixtures("german")
def test_each_part_of_joined_sentences_is_translated() -> None:
    both = say_all(["First.", say("{name} is {size}.", name="A", size="B")])
    assert translated(both) == "First. B groß ist A."


@pytest.mark.usefixtures("german")
def test_a_refusal_of_the_engine_is_translated(bench: Bench, tmp_path: Path) -> None:
    path = save_pages(tmp_path / "a.pdf", draw_image(("red", "circle", 0.5, 0.5)))
    wanted = Media(MediaKind.IMAGE, path, page=4)
    failed = bench.run(Generate(1, str(DOT), (ChatMessage("user", "What is it?", (wanted,)),)))[-1]
    assert isinstance(failed, Failed)
    assert failed.message == "The document has only 1 page. Add it again."
    assert translated(failed.message) == "Das Dokument hat nur eine Seite."


@pytest.mark.usefixtures("german")
def test_a_refusal_of_the_worker_process_is_translated(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7 and nothing else")
    with (
        WorkerClient(page_job(Media(MediaKind.IMAGE, path), identify(path))) as worker,
        pytest.raises(Refused) as refused,
    ):
        while not worker.poll(1.0):
            pass
    assert str(refused.value) == "a.pdf is a damaged PDF document. Try another copy."
    assert translated(str(refused.value)) == "„a.pdf“ ist beschädigt."


@pytest.mark.usefixtures("german")
def test_a_translation_with_a_wrong_name_does_not_hide_the_sentence() -> None:
    assert translated(say("Broken {name}", name="A")) == "Broken A"


@pytest.mark.usefixtures("german")
def test_every_view_translates_sentences(qtbot: QtBot) -> None:
    big = say("{name} is {size}.", name="a.png", size=say("{size:,.0f} MB", size=2000))
    notice, problem, card = NoticeBar(notices := Notices()), ProblemStrip(), ErrorCard(big)
    for strip in (notice, problem, card):
        qtbot.addWidget(strip)
    assert card.text.toPlainText() == "2,000 Megabyte groß ist a.png."
    notices.tell(Notice(big))
    assert notice.label.text() == notice.accessibleName() == "2,000 Megabyte groß ist a.png."
    problem.show_sentences([big])
    assert problem.accessibleName() == "2,000 Megabyte groß ist a.png."
    # Whoever told it finds it again.
    assert problem.sentence() == big


def test_a_sentence_begins_large_and_its_nouns_stay_large() -> None:
    assert sentence_case("in voller Größe senden") == "In voller Größe senden"
    assert sentence_case("") == ""
