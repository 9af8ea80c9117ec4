"""Links of the scheme duologue: fill a chat or show a model; they send and read nothing."""

import os
import sys
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QFileOpenEvent, QImage
from pytestqt.qtbot import QtBot

from app.desktop.duologue_links import MAX_TEXT, AskLink, ModelLink, is_link, parse_link
from app.desktop.external_files import FROM_LINK, ExternalFiles
from app.desktop.file_events import OpenedFiles
from app.desktop.instance import Instance
from app.desktop.mac_services import mac_services
from engine.errors import Refused
from tests.kit.desk import Desk
from tests.kit.images import save_image
from ui.state.question import Question

ASK = "duologue://ask?text=What%20is%20this%3F%0A//two"


@pytest.mark.parametrize("link", [ASK, "DUOLOGUE://ASK/?text=What+is+this?%0A//two"])
def test_a_text_is_decoded(link: str) -> None:
    assert is_link(link)
    assert parse_link(link) == AskLink("What is this?\n//two")


def test_invisible_characters_are_left_out() -> None:
    assert parse_link("duologue://ask?text=a%E2%80%AEb%00%1B%5Bc%F3%A0%81%81") == AskLink("ab[c")


def test_a_text_cannot_be_hidden_in_variants_of_a_letter() -> None:
    hidden = "".join(chr(0xE0100 + it) for it in b"leak")
    text = f"Hello{hidden} ok\ufe0f\u3164\u2800"
    link = f"duologue://ask?text={quote(text)}"
    assert parse_link(link) == AskLink("Hello ok")


def test_a_model_is_named_by_its_repository() -> None:
    assert parse_link("duologue://open?model=org/name") == ModelLink("org/name")


@pytest.mark.parametrize(
    "link",
    [
        *("duologue:", "duologue://", "duologue://delete?all=1", "duologue://[x?text=a"),
        *("duologue://ask", "duologue://ask?text=%20", "duologue://ask?text=a&text=b"),
        *("duologue://ask?file=/etc/passwd", f"duologue://ask?text={'a' * (MAX_TEXT + 1)}"),
        *("duologue://open?model=../..", "duologue://open?model=/etc/passwd"),
        *("duologue://open?model=https://a/b", f"duologue://ask?{'a=1&' * 50}text=b"),
        f"duologue://ask?text={'%41' * 50_000}",
    ],
)
def test_any_other_link_is_refused(link: str) -> None:
    with pytest.raises(Refused):
        parse_link(link)


def test_a_link_fills_an_empty_chat_and_sends_nothing(desk: Desk) -> None:
    desk.ask(desk.tab, "Mine")
    sent = len(desk.generated())
    ExternalFiles(desk.window).open([ASK])
    chat = desk.workspace.conversations.front_chat
    assert chat is not None and chat is not desk.tab.chat
    assert chat.draft.question.text == "What is this?\n//two"
    assert desk.window.current_chat().composer.editor.toPlainText() == "What is this?\n//two"
    assert len(desk.generated()) == sent
    newest = desk.workspace.notices.newest
    assert newest is not None and newest.sentence == FROM_LINK


def test_files_leave_the_warning_about_a_link_until_its_text_is_gone(
    desk: Desk, tmp_path: Path
) -> None:
    desk.ask(desk.tab, "Mine")
    opener = ExternalFiles(desk.window)
    opener.open([ASK])
    chat = desk.workspace.conversations.front_chat
    assert chat is not None

    def warned() -> bool:
        newest = desk.workspace.notices.newest
        return newest is not None and newest.sentence == FROM_LINK

    opener.open([save_image(tmp_path / "map.png")])
    assert warned()
    desk.workspace.conversations.show(desk.tab.conversation)
    assert not warned(), "another chat is in front"
    desk.workspace.conversations.show(chat)
    assert warned()
    chat.draft.put(Question("Mine"))
    assert not warned()


def test_a_question_that_was_begun_is_kept(desk: Desk) -> None:
    desk.tab.composer.editor.insertPlainText("Begun")
    ExternalFiles(desk.window).open(["duologue://ask?text=New"])
    chat = desk.workspace.conversations.front_chat
    assert chat is not None and chat.draft.question.text == "New"
    assert desk.tab.conversation.draft.question.text == "Begun"


def test_a_model_is_shown_and_not_downloaded(desk: Desk) -> None:
    pages: list[str] = []
    started: list[str] = []
    desk.workspace.hub_requests.page_opened.disconnect()
    desk.workspace.hub_requests.page_opened.connect(pages.append)
    desk.workspace.download_requests.started.connect(lambda name, _: started.append(name))
    ExternalFiles(desk.window).open(["duologue://open?model=org/name"])
    assert pages == ["org/name"] and started == []


def test_a_refused_link_is_told(desk: Desk) -> None:
    ExternalFiles(desk.window).open(["duologue://ask?file=/etc/passwd"])
    newest = desk.workspace.notices.newest
    assert newest is not None and newest.kind == "error"
    assert desk.tab.conversation.draft.question.empty


@pytest.mark.parametrize("name", ["a" * 5000, "a\0b", "a\nb\u202e", "\udcff"])
def test_a_path_that_cannot_be_is_told(desk: Desk, name: str) -> None:
    ExternalFiles(desk.window).open([Path("/", name)])
    newest = desk.workspace.notices.newest
    assert newest is not None and newest.kind == "error" and "does not exist" in newest.sentence
    assert len(newest.sentence) < 1000 and "\u202e" not in newest.sentence


def test_links_of_the_system_wait_for_the_window(qtbot: QtBot) -> None:
    files = OpenedFiles()
    told: list[list[Path | str]] = []
    files.opened.connect(told.append)
    files.add(QFileOpenEvent(QUrl(ASK)))
    files.begin()
    [[link]] = told
    assert isinstance(link, str) and parse_link(link) == AskLink("What is this?\n//two")


def test_a_later_start_hands_its_link_over_unchanged(qtbot: QtBot, tmp_path: Path) -> None:
    first = Instance(tmp_path)
    assert first.begin([])
    opened: list[list[Path | str]] = []
    first.opened.connect(opened.append)
    first.listen()
    later = Thread(target=lambda: Instance(tmp_path).begin([ASK, Path("/a")]))
    later.start()
    qtbot.waitUntil(lambda: bool(opened))
    later.join()
    assert opened == [[ASK, Path("/a")]]
    first.close()


def test_a_selection_of_another_program_waits_in_an_empty_chat(qtbot: QtBot, desk: Desk) -> None:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    files = ExternalFiles(desk.window)
    files.take_selection("What is it?", image, [])
    chat = desk.workspace.conversations.front_chat
    assert chat is not None
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 1)
    assert chat.draft.question.text == "What is it?"
    files.take_selection("long " * MAX_TEXT, QImage(), [])
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 2)
    assert desk.generated() == []


def test_files_that_are_selected_in_the_finder_wait_in_an_empty_chat(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    image = save_image(tmp_path / "of the Finder.png")
    os.mkfifo(tmp_path / "pipe")
    desk.answer(desk.ask(desk.tab))
    ExternalFiles(desk.window).take_selection("", QImage(), [image, tmp_path / "pipe"])
    chat = desk.workspace.conversations.front_chat
    assert chat is not None
    assert chat is not desk.tab.chat
    qtbot.waitUntil(lambda: [it.title for it in chat.draft.attachments] == [image.name])
    newest = desk.workspace.notices.newest
    assert newest is not None
    assert "pipe" in newest.sentence


def test_the_services_menu_is_left_alone_on_other_systems() -> None:
    if sys.platform != "darwin":
        assert mac_services(lambda text, image, files: None) is None
