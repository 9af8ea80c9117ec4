"""Temporary chats: in memory alone, until they are kept."""

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.assembly import Assembly
from app.attachments import temporary_files
from app.chats.session import Session
from app.recording.recorder import FLUSH_MS
from app.transfer.exporting.exports import Exports
from engine.messages import Aborted, Channel, Delta, Timings, Usage
from tests.kit.desk import Desk
from tests.kit.images import save_small_image
from tests.kit.tabs import fork
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.export_choice import ExportChoice, ExportFormat
from ui.state.prompt_list import ListedPrompt
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab

# In no file of ours, in no case.
SECRET = "Xanthoquery"
WAIT = 60_000


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a folder of the test as the one in memory."""
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr(temporary_files.sys, "platform", "linux")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


def files_in(folder: Path) -> list[Path]:
    return [it for it in folder.rglob("*") if it.is_file() and it.name != "lock"]


def traces(folder: Path, *needles: bytes) -> list[str]:
    """Return the files that have one of these bytes, in any case, in their name or content."""
    found = []
    for path in files_in(folder):
        data = path.name.encode().lower() + path.read_bytes().lower()
        found += [f"{path}: {it!r:.40}" for it in needles if it.lower() in data]
    return found


def opened(conversation: Conversation | None) -> Chat:
    assert isinstance(conversation, Chat)
    return conversation


def test_nothing_of_a_temporary_chat_is_on_the_disk(
    qtbot: QtBot, home: Path, tmp_path: Path, memory: Path, dot_in_float32: None
):
    """A real answer of Dot about an image, one that is stopped, a next message, a draft with a
    pasted image and a pasted text, a branch, a wish to duplicate it, an inspection and a crash's
    worth of saving: then a quit."""
    app = Assembly(home)
    qtbot.addWidget(app.window)
    app.show()
    qtbot.waitUntil(lambda: app.requests.models.current is not None, timeout=WAIT)
    app.preferences.change(titles_by_model=True)
    app.workspace.requests.new_temporary_chat.emit()
    chat = opened(app.workspace.conversations.front)
    image = save_small_image(tmp_path / f"{SECRET}.png", ("red", "circle", 0.5, 0.5))
    requests = chat.attachment_requests
    requests.files_offered.emit([image])
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 1, timeout=WAIT)
    chat.draft.write(Question(f"Hi! {SECRET}. What color is the circle?", chat.draft.attachments))
    chat.requests.submitted.emit(chat.draft.send())
    qtbot.waitUntil(lambda: not chat.busy, timeout=WAIT)
    said = chat.transcript.turns[-1].content
    assert "red" in said
    chat.requests.submitted.emit(Question(f"{SECRET}: tell me a story."))
    qtbot.waitUntil(lambda: bool(chat.transcript.turns[-1].content), timeout=WAIT)
    chat.next_messages.add(chat.as_next(Question(f"{SECRET} next")))
    chat.requests.stopped.emit()
    qtbot.waitUntil(lambda: not chat.busy, timeout=WAIT)
    requests.text_pasted.emit(f"{SECRET} " * 9)
    pasted = QImage(40, 30, QImage.Format.Format_RGB32)
    pasted.fill("teal")
    requests.image_pasted.emit(pasted)
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 2, timeout=WAIT)
    app.workspace.history_requests.renamed.emit(chat.chat_id, f"{SECRET} title")
    app.workspace.history_requests.duplicated.emit((chat.chat_id,))
    notice = app.workspace.notices.newest
    assert notice and "Keep it first, then duplicate it" in notice.sentence
    branch = app.controller.conversations.fork(chat, 1)
    assert branch.temporary
    branch.draft.write(Question(f"{SECRET} branch"))
    app.keep()
    needles = SECRET.encode(), image.read_bytes(), said.encode(), b"pasted image"
    assert traces(home, *needles) == []
    assert str(chat.chat_id) not in json.dumps(app.store.state("tabs"))
    assert files_in(memory)
    assert app.close(30)
    assert traces(home, *needles) == []
    assert files_in(memory) == []
    assert image.is_file()


def test_closing_asks_once_if_answers_would_be_lost(desk: Desk, memory: Path, qtbot: QtBot):
    conversations, requests = desk.workspace.conversations, desk.workspace.requests
    asked = QSignalSpy(conversations.discard_asked)
    empty = opened(desk.controller.conversations.new_temporary_chat())
    requests.closed.emit(empty.chat_id)
    assert (asked.count(), conversations.find(empty.chat_id)) == (0, None)

    chat = opened(desk.controller.conversations.new_temporary_chat())
    chat.requests.submitted.emit(Question("Hello"))
    desk.answer(desk.last().request_id)
    requests.closed.emit(chat.chat_id)
    assert asked.count() == 1
    assert conversations.find(chat.chat_id) is chat
    requests.discarded.emit(chat.chat_id)
    assert conversations.find(chat.chat_id) is None
    assert chat.chat_id not in conversations.reopenable
    assert desk.store.conversation(chat.chat_id) is None
    qtbot.waitUntil(lambda: not list(memory.glob("*/tmp*/*/")))


def test_a_kept_chat_is_an_ordinary_one_with_everything_in_it(
    desk: Desk, qtbot: QtBot, tmp_path: Path
):
    chat = opened(desk.controller.conversations.new_temporary_chat())
    image = save_small_image(tmp_path / "dot.png", ("red", "circle", 0.5, 0.5))
    chat.attachment_requests.files_offered.emit([image])
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 1, timeout=WAIT)
    chat.options.change(system_prompt="Be brief.")
    chat.requests.submitted.emit(Question("What is this?", chat.draft.send().attachments))
    desk.answer(desk.last().request_id, "A dot.")
    chat.requests.submitted.emit(Question("Sure?"))
    chat.draft.put(Question("half a thought"))
    chat.next_messages.add(chat.as_next(Question("And then?")))
    running = desk.last().request_id
    desk.workspace.requests.kept.emit(chat.chat_id)
    assert desk.workspace.conversations.find(chat.chat_id) is chat

    chat.requests.stopped.emit()
    desk.say(Aborted(running, Usage(), Timings()))
    qtbot.waitUntil(lambda: bool(desk.store.conversation_ids()), timeout=WAIT)
    kept = opened(desk.workspace.conversations.find(chat.chat_id))
    assert not kept.temporary
    assert [it.content for it in kept.transcript.turns] == ["What is this?", "A dot.", "Sure?", ""]
    [attachment] = kept.transcript.turns[0].attachments
    assert attachment.media.path.is_relative_to(desk.files.folder)
    assert attachment.media.path.read_bytes() == image.read_bytes()
    assert kept.options.value.system_prompt == "Be brief."
    assert kept.draft.question.text == "half a thought"
    assert [it.question.text for it in kept.next_messages] == ["And then?"]
    assert kept is desk.workspace.conversations.front


def test_a_file_that_changed_is_not_kept_as_what_was_added(
    desk: Desk, qtbot: QtBot, tmp_path: Path
):
    chat = opened(desk.controller.conversations.new_temporary_chat())
    image = save_small_image(tmp_path / "dot.png", ("red", "circle", 0.5, 0.5))
    chat.attachment_requests.files_offered.emit([image])
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 1, timeout=WAIT)
    save_small_image(image, ("blue", "square", 0.5, 0.5))
    desk.workspace.requests.kept.emit(chat.chat_id)
    qtbot.waitUntil(lambda: bool(desk.store.conversation_ids()), timeout=WAIT)
    notice = desk.workspace.notices.newest
    assert notice is not None
    assert "dot.png is missing" in notice.sentence
    assert opened(desk.workspace.conversations.front).draft.attachments[0].lost


def test_a_comparison_is_kept_once_its_list_has_ended(desk: Desk, qtbot: QtBot):
    desk.ready()
    chat = desk.controller.conversations.new_temporary_comparison()
    assert chat is not None
    chat.list_requests.started.emit((ListedPrompt("One"), ListedPrompt("Two")), True)
    qtbot.waitUntil(lambda: chat.busy, timeout=WAIT)
    chat.list_requests.pause_toggled.emit()
    for request_id in desk.generated_ids():
        desk.answer(request_id)
    desk.workspace.requests.kept.emit(chat.chat_id)
    qtbot.wait(20)
    assert chat.unasked_prompts == 1
    assert desk.store.conversation_ids() == []
    chat.list_requests.stopped.emit()
    qtbot.waitUntil(lambda: bool(desk.store.conversation_ids()), timeout=WAIT)


def test_an_empty_temporary_chat_is_kept_as_an_empty_chat(desk: Desk):
    chat = opened(desk.controller.conversations.new_temporary_chat())
    desk.workspace.requests.kept.emit(chat.chat_id)
    front = opened(desk.workspace.conversations.front)
    assert (front.empty, front.temporary) == (True, False)
    assert chat not in list(desk.workspace.conversations)


def test_new_chat_is_never_the_temporary_one(desk: Desk):
    chat = opened(desk.controller.conversations.new_temporary_chat())
    desk.workspace.requests.new_chat.emit()
    assert desk.workspace.conversations.front is not chat


def test_a_branch_of_a_temporary_chat_is_temporary_and_outlives_it(desk: Desk, qtbot: QtBot):
    chat = opened(desk.controller.conversations.new_temporary_chat())
    chat.attachment_requests.text_pasted.emit("words")
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 1, timeout=WAIT)
    chat.requests.submitted.emit(chat.draft.send())
    desk.answer(desk.last().request_id)
    tab = desk.window.tab(chat.chat_id)
    assert isinstance(tab, ChatTab)
    branch = fork(desk, tab, 1).chat
    assert branch.temporary
    desk.workspace.requests.discarded.emit(chat.chat_id)
    qtbot.wait(50)
    assert branch.transcript.turns[0].attachments[0].media.path.read_text() == "words"
    desk.settle()
    assert not desk.store.conversation_ids()


def test_a_temporary_comparison_is_exported_with_its_images(
    desk: Desk, qtbot: QtBot, tmp_path: Path, home: Path
):
    chat = desk.controller.conversations.new_temporary_comparison()
    assert isinstance(chat, ComparedChat)
    image = save_small_image(tmp_path / "dot.png", ("red", "circle", 0.5, 0.5))
    chat.attachment_requests.files_offered.emit([image])
    qtbot.waitUntil(lambda: len(chat.draft.attachments) == 1, timeout=WAIT)
    chat.requests.submitted.emit(Question("What is this?", chat.draft.send().attachments))
    for request_id in desk.generated_ids()[-2:]:
        desk.answer(request_id, "A dot.")
    exports = Exports(desk.workspace, desk.store, desk.controller.places, home, desk.settle)
    offer = exports.offer(())
    assert offer is not None
    path = tmp_path / "out.json"
    task = exports.write(offer.ids, ExportChoice(form=ExportFormat.JSON), path)
    assert task is not None
    qtbot.waitUntil(path.is_file, timeout=WAIT)
    assert exports.close(5)
    [made] = json.loads(path.read_text())["conversations"]
    assert [it["content"] for it in made["messages"]].count("A dot.") == 2
    assert len(json.loads(path.read_text())["files"]) == 1
    desk.settle()
    assert not desk.store.conversation_ids()


def test_the_session_does_not_know_temporary_tabs(desk: Desk):
    desk.controller.conversations.new_temporary_chat()
    assert isinstance(desk.session, Session)
    desk.settle()
    assert desk.store.state("tabs")["ids"] == [desk.tab.chat_id]


def test_an_answer_that_grows_at_the_end_is_not_written_to_a_closed_store(
    desk: Desk, qtbot: QtBot
) -> None:
    desk.ready()
    chat = opened(desk.controller.conversations.new_temporary_chat())
    chat.requests.submitted.emit(Question("Hello"))
    desk.say(Delta(desk.last().request_id, Channel.CONTENT, "Hi"))
    desk.controller.recorder.stop()
    desk.controller.places.close()
    # An exception in the event loop would fail the test.
    qtbot.wait(2 * FLUSH_MS)
