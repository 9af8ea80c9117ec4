"""Exports and imports from the window, with their threads."""

import base64
import json
import os
import re
import resource
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QPageLayout, QPdfWriter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.base.chores import Chores
from app.base.mailbox import Mailbox
from app.database.reader import Reader
from app.database.rows import ConversationRecord, MessageRecord
from app.database.store import Store
from app.desktop.external_files import ExternalFiles
from app.models.download_folder import MARK
from app.models.stored_prompts_file import prompts_json
from app.records.turns import ROUNDS
from app.settings import settings_file as app_settings
from app.transfer.exchange import Exchange
from app.transfer.exporting import (
    conversation_document,
    conversation_writer,
    pdf_writer,
    zip_writer,
)
from app.transfer.exporting.document import Document
from app.transfer.exporting.file_pieces import Unread
from app.transfer.exporting.zip_writer import ATTACHMENTS, CONVERSATIONS, HEAD
from app.transfer.task import TransferTask
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    Generate,
    Timings,
    Usage,
)
from tests.kit.desk import Desk
from tests.kit.tabs import open_tab, show_tab
from ui.charts.chart import Key, SpreadChart, SpreadRow
from ui.compare.compare_tab import CompareTab
from ui.exchange.export_dialog import ExportDialog
from ui.look.numbers import speed_text
from ui.state.chat_options import ChatOptions
from ui.state.export_choice import ExportChoice, ExportFormat, ExportImages
from ui.state.preset import Preset
from ui.state.question import Question
from ui.state.settings import McpServer, Settings
from ui.state.stored_prompts import StoredPrompt
from ui.tabs.chat_tab import ChatTab

# The system refuses to read this one, whoever asks.
UNREADABLE = Path("/proc/self/mem")


@pytest.fixture
def exchange(desk: Desk) -> Iterator[Exchange]:
    made = Exchange(
        desk.workspace,
        desk.store,
        desk.controller.places,
        desk.files.folder.parent,
        desk.preferences,
        desk.workspace.presets,
        desk.settle,
    )
    made.imports.grown.connect(desk.controller.conversations.reload)
    made.imports.tabs_came.connect(desk.session.open_imported)
    yield made
    assert made.close(5)


def stored_chat(store: Store, title: str, *texts: str) -> int:
    conversation_id = store.next_id()
    store.save_conversation(
        ConversationRecord(conversation_id, title=title, created=conversation_id)
    )
    parent = 0
    for text in texts:
        message_id = store.next_id()
        store.save_message(MessageRecord(message_id, conversation_id, 0, parent, "user", text))
        parent = message_id
    store.set_head(conversation_id, 0, parent)
    return conversation_id


def ended_sentence(qtbot: QtBot, work: TransferTask | None) -> str:
    assert work is not None
    with qtbot.waitSignal(work.ended, timeout=20_000) as blocker:
        pass
    assert blocker.args
    return blocker.args[0].sentence


def test_several_conversations_are_exported_to_a_folder(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    ids = [stored_chat(desk.store, "Same/name", "one"), stored_chat(desk.store, "Same name", "two")]
    tips: list[str] = []
    desk.workspace.transfers.started.connect(lambda it: tips.append(it.cancel_tip))
    work = exchange.exports.write(ids, ExportChoice(), tmp_path)
    assert tips == ["Cancel and keep the files written so far"]
    assert "Exported" in ended_sentence(qtbot, work)
    texts = {it.name: it.read_text() for it in tmp_path.glob("*.md")}
    assert sorted(texts) == ["Same name 2.md", "Same name.md"]
    assert "one" in texts["Same name.md"]


def test_an_export_that_fails_midway_tells_what_was_written(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    texts = {"small": "x", "large": "x" * (2 << 20), "unwritten": "x"}
    ids = [stored_chat(desk.store, *it) for it in texts.items()]
    desk.store.flush()
    with small_files(1 << 20):
        task = exchange.exports.write(ids, ExportChoice(ExportFormat.MARKDOWN), tmp_path)
        found = ended_sentence(qtbot, task)
    assert found == (
        f"1 conversation exported to {tmp_path.name}. large.md could not be written: File too "
        "large. Choose another folder."
    )
    notice = desk.workspace.notices.newest
    assert notice is not None and notice.kind == "error"
    assert [it.name for it in tmp_path.glob("*.md")] == ["small.md"]


def test_the_progress_of_a_full_export_counts_the_bytes_of_attachments(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "long.txt"
    path.write_text("word " * 1_000_000)
    desk.tab.conversation.attachment_requests.files_offered.emit([path])
    draft = desk.tab.conversation.draft
    qtbot.waitUntil(lambda: len(draft.attachments) == 1, timeout=20_000)
    desk.ready()
    desk.tab.conversation.requests.submitted.emit(Question("Why?", draft.attachments))
    desk.settle()
    desk.store.flush()
    seen: list[tuple[int, int]] = []
    reader = Reader(desk.store.database_path)
    zip_writer.write_everything(
        tmp_path / "all.zip",
        reader,
        desk.files,
        tmp_path,
        lambda done, total: seen.append((done, total)),
        lambda: None,
    )
    reader.close()
    shares = [done / total for done, total in seen]
    assert shares[0] == 0 and shares[-1] == 1 and shares == sorted(shares)
    assert {total for _, total in seen} == {seen[0][1]} and seen[0][1] > path.stat().st_size


def test_a_full_export_has_a_file_that_is_older_than_zip_files_can_tell(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    desk.tab.conversation.attachment_requests.files_offered.emit([path])
    draft = desk.tab.conversation.draft
    qtbot.waitUntil(lambda: len(draft.attachments) == 1, timeout=20_000)
    [kept] = draft.attachments
    desk.ready()
    desk.tab.conversation.requests.submitted.emit(Question("Why?", draft.attachments))
    os.utime(kept.media.path, (0, 0))
    told = ended_sentence(qtbot, exchange.exports.write_everything(tmp_path / "all.zip"))
    assert told == "1 conversation exported to all.zip."
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        [name] = [it for it in archive.namelist() if it.startswith("attachments/")]
        assert archive.read(name) == b"old"


@pytest.mark.skipif(not UNREADABLE.exists(), reason="needs a file that fails for root too")
def test_a_full_export_names_settings_that_cannot_be_read(
    desk: Desk, exchange: Exchange, qtbot: QtBot, home: Path, tmp_path: Path
) -> None:
    stored_chat(desk.store, "Cats", "Why?", "So.")
    (home / "settings.json").symlink_to(UNREADABLE)
    (home / "presets.json").write_text("{}")
    os.mkfifo(home / "prompts.json")
    path = tmp_path / "all.zip"
    told = ended_sentence(qtbot, exchange.exports.write_everything(path))
    assert told == (
        "1 conversation exported to all.zip. settings.json could not be read and is not in the "
        "export: Input/output error."
    )
    assert "presets.json" in zipfile.ZipFile(path).namelist()


@pytest.fixture
def unreadable(desk: Desk, qtbot: QtBot, tmp_path: Path) -> int:
    """Return a chat with three text files, of which the first two cannot be read."""
    if not UNREADABLE.exists():
        pytest.skip("needs a file that fails for root too")
    offered = [tmp_path / f"{it}.txt" for it in "abc"]
    for it in offered:
        it.write_text(it.name)
    desk.tab.conversation.attachment_requests.files_offered.emit(offered)
    draft = desk.tab.conversation.draft
    qtbot.waitUntil(lambda: len(draft.attachments) == 3, timeout=20_000)
    desk.ready()
    desk.tab.conversation.requests.submitted.emit(Question("Why?", draft.attachments))
    for it in draft.attachments[:2]:
        it.media.path.unlink()
        it.media.path.symlink_to(UNREADABLE)
    return desk.tab.chat.chat_id


LEFT_OUT = r"[ab].txt could not be read and is not in the export: Input/output error. And 1 more."


def test_a_full_export_leaves_out_attachments_that_cannot_be_read(
    exchange: Exchange, qtbot: QtBot, tmp_path: Path, unreadable: int
) -> None:
    path = tmp_path / "all.zip"
    told = ended_sentence(qtbot, exchange.exports.write_everything(path))
    assert re.fullmatch(f"1 conversation exported to all.zip. {LEFT_OUT}", told)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        [kept] = [it for it in archive.namelist() if it.startswith("attachments/")]
        assert archive.read(kept) == b"c.txt"


@pytest.mark.parametrize("chats", [1, 2])
def test_an_export_with_files_leaves_out_those_that_cannot_be_read(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, unreadable: int, chats: int
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    ids = (unreadable, stored_chat(desk.store, "Cats", "Why?"))[:chats]
    choice = ExportChoice(ExportFormat.MARKDOWN, ExportImages.FULL)
    path = folder / "chat.md" if chats == 1 else folder
    told = ended_sentence(qtbot, exchange.exports.write(ids, choice, path))
    assert re.fullmatch(f"Exported to {path.name}. {LEFT_OUT}", told)
    [kept] = folder.glob("* files/*")
    assert kept.read_text() == "c.txt"
    text = next(it for it in folder.glob("*.md") if "c.txt" in it.read_text()).read_text()
    assert "(a.txt)" in text and f"[c.txt]({quote(str(kept.relative_to(folder)))})" in text


@pytest.mark.parametrize("chats", [1, 2])
def test_a_json_export_leaves_out_files_that_cannot_be_read(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, unreadable: int, chats: int
) -> None:
    ids = (unreadable, stored_chat(desk.store, "Cats", "Why?"))[:chats]
    path = tmp_path / "chat.json"
    told = ended_sentence(qtbot, exchange.exports.write(ids, ExportChoice(ExportFormat.JSON), path))
    assert re.fullmatch(f"Exported to chat.json. {LEFT_OUT}", told)
    [kept] = json.loads(path.read_text())["files"].values()
    assert base64.b64decode(kept["base64"]) == b"c.txt"


def test_an_export_without_a_readable_file_has_no_folder(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, unreadable: int
) -> None:
    [_, _, kept] = desk.tab.chat.transcript.turns[0].question.attachments
    kept.media.path.unlink()
    folder = tmp_path / "out"
    folder.mkdir()
    choice = ExportChoice(ExportFormat.MARKDOWN, ExportImages.FULL)
    told = ended_sentence(qtbot, exchange.exports.write((unreadable,), choice, folder / "chat.md"))
    assert re.fullmatch(f"Exported to chat.md. {LEFT_OUT}", told)
    assert list(folder.iterdir()) == [folder / "chat.md"]


@pytest.mark.parametrize(("chats", "action"), [(1, "Open chat"), (2, "Open the first")])
def test_the_notice_about_an_import_opens_the_first_chat(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, chats: int, action: str
) -> None:
    desk.workspace.requests.opened.connect(desk.controller.conversations.open)
    ids = [stored_chat(desk.store, f"Cats {number}", "Why?") for number in range(chats)]
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    ended_sentence(qtbot, exchange.imports.take(path))
    assert desk.window.notice.action_button.isHidden()
    for chat_id in ids:
        desk.store.delete_conversation(chat_id)
    ended_sentence(qtbot, exchange.imports.take(path))
    assert desk.window.notice.action_button.text() == action
    desk.window.notice.action_button.click()
    front = desk.workspace.conversations.front
    assert front and front.chat_id in ids


def test_the_notice_about_an_import_ends_with_the_chat_in_front(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    chat_id, other = stored_chat(desk.store, "Cats", "Why?"), stored_chat(desk.store, "Dogs", "?")
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    desk.store.delete_conversation(chat_id)
    ended_sentence(qtbot, exchange.imports.take(path))
    desk.controller.conversations.open(other)
    assert desk.window.notice.action_button.text() == "Open chat"
    desk.controller.conversations.open(chat_id)
    assert desk.workspace.notices.newest is None


def test_a_full_export_can_be_imported_again(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    first = stored_chat(desk.store, "Cats", "Why?", "So.")
    path = tmp_path / "all.zip"
    assert "1 conversation" in ended_sentence(qtbot, exchange.exports.write_everything(path))
    assert "1 chat was already in your history" in ended_sentence(
        qtbot, exchange.imports.take(path)
    )
    desk.store.delete_conversation(first)
    assert "restored from Recently Deleted" in ended_sentence(qtbot, exchange.imports.take(path))
    assert desk.store.conversation_ids() == [first]
    desk.store.purge(first)
    assert "1 chat imported" in ended_sentence(qtbot, exchange.imports.take(path))
    (found,) = desk.store.conversation_ids()
    assert found != first
    assert [it.content for it in desk.store.messages(found)] == ["Why?", "So."]
    assert desk.store.heads(found)[0][0] == desk.store.messages(found)[-1].message_id


def test_imported_settings_start_no_program(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "all.zip"
    server = McpServer("x", "/bin/sh", ("-c", "true"))
    value = Settings("info", servers=(server,), permissions=(("x/y", "always"),))
    app_settings.save_settings(tmp_path, value)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("duologue.json", json.dumps({"format": "duologue", "version": 1}))
        archive.write(tmp_path / "settings.json", "settings.json")
    ended_sentence(qtbot, exchange.imports.take(path))
    assert "off until you turn them on" in desk.window.notice.label.text()
    value = desk.preferences.value
    assert value.log_level == "info"
    assert value.servers == (replace(server, enabled=False),)
    assert value.permissions == ()
    # settings of one's own stay
    desk.preferences.change(log_level="error")
    ended_sentence(qtbot, exchange.imports.take(path))
    assert "were not changed" in desk.window.notice.label.text()
    assert desk.preferences.value.log_level == "error"


def write_settings(path: Path, files: dict[str, Any]) -> None:
    """Write a full export without conversations."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("duologue.json", json.dumps({"format": "duologue", "version": 1}))
        for name, value in files.items():
            archive.writestr(name, json.dumps(value))


def test_settings_are_restored_after_damage_and_strict_offline_stays_on(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.preferences.change(offline=True)
    path = tmp_path / "all.zip"
    # The folder for downloads is one of another computer.
    restored = {"system_prompt": "Be brief.", "models_folder": str(tmp_path)}
    write_settings(path, {"settings.json": restored})
    ended_sentence(qtbot, exchange.imports.take(path))
    assert desk.window.notice.label.text() == "0 chats imported."
    assert desk.preferences.value == Settings(offline=True, system_prompt="Be brief.")


def test_an_imported_folder_for_downloads_is_used_once_its_disk_has_answered(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / MARK).touch()
    folders: list[str] = []
    desk.workspace.settings.changed.connect(
        lambda: folders.append(desk.preferences.value.models_folder)
    )
    restored = {"system_prompt": "Be brief.", "models_folder": str(tmp_path)}
    write_settings(tmp_path / "all.zip", {"settings.json": restored})
    ended_sentence(qtbot, exchange.imports.take(tmp_path / "all.zip"))
    qtbot.waitUntil(lambda: folders == ["", str(tmp_path)])


def test_the_late_answer_about_an_imported_folder_does_not_undo_a_choice(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / MARK).touch()
    write_settings(tmp_path / "all.zip", {"settings.json": {"models_folder": str(tmp_path)}})
    chores = exchange.findChild(Chores)
    assert chores is not None
    mailbox = chores.findChild(Mailbox)
    assert mailbox is not None
    desk.workspace.settings.changed.connect(
        lambda: desk.preferences.change(models_folder="/chosen"),
        Qt.ConnectionType.SingleShotConnection,
    )
    with qtbot.waitSignal(mailbox.arrived):
        exchange.imports.take(tmp_path / "all.zip")
    assert desk.preferences.value.models_folder == "/chosen"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"settings.json": []}, "The settings in the file are damaged and were left out."),
        ({"presets.json": []}, "The presets in the file are damaged and were left out."),
        (
            {"presets.json": {"format": "duologue-presets", "version": 99}},
            "These presets were written by a newer Duologue",
        ),
        ({"prompts.json": []}, "The prompts in the file are damaged and were left out."),
        (
            {"prompts.json": {"format": "duologue-prompts", "version": 99}},
            "The prompts in the file were left out. They were written by a newer Duologue",
        ),
    ],
)
def test_what_is_left_out_of_a_full_export_is_told(
    desk: Desk,
    exchange: Exchange,
    qtbot: QtBot,
    tmp_path: Path,
    files: dict[str, Any],
    told: str,
) -> None:
    path = tmp_path / "all.zip"
    write_settings(path, files)
    ended_sentence(qtbot, exchange.imports.take(path))
    assert desk.window.notice.label.text().startswith(f"0 chats imported. {told}")


def test_an_export_without_presets_and_prompts_is_not_damaged(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "all.zip"
    presets = {"format": "duologue-presets", "version": 1, "presets": [], "defaults": {}}
    write_settings(path, {"presets.json": presets, "prompts.json": prompts_json(())})
    ended_sentence(qtbot, exchange.imports.take(path))
    assert desk.window.notice.label.text() == "0 chats imported."


def test_a_file_without_conversations_is_refused(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    path.write_text("[]")
    assert "x.json contains no conversations" in ended_sentence(qtbot, exchange.imports.take(path))
    assert desk.window.notice.isVisible()


def test_a_pasted_export_is_offered_for_import_and_other_files_are_attached(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    export, note = tmp_path / "chats.json", tmp_path / "note.txt"
    export.write_text(json.dumps({"format": "duologue", "version": 1, "conversations": []}))
    note.write_text("A note.")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(it)) for it in (export, note)])
    assert ExternalFiles(desk.window)
    desk.tab.composer.editor.insertFromMimeData(mime)
    draft = desk.tab.conversation.draft
    qtbot.waitUntil(lambda: not draft.pending, timeout=20_000)
    assert [it.title for it in draft.attachments] == ["note.txt"]
    notice = desk.workspace.notices.newest
    assert notice is not None and notice.action == "Import"
    assert notice.sentence == "chats.json contains conversations that can be imported."


def test_all_exports_of_a_drop_are_imported_although_one_is_damaged(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    talk = {"versions": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}
    paths = [tmp_path / f"{it}.conversation.json" for it in range(3)]
    for number, path in enumerate(paths, 1):
        value = {"name": path.name, "createdAt": 1000 * number, "messages": [talk]}
        path.write_text(json.dumps(value))
    paths[1].write_text("{")
    assert desk.workspace.transfers.offers_import([*paths, tmp_path]) == [tmp_path]
    notice = desk.workspace.notices.newest
    assert notice is not None and notice.do is not None
    assert notice.sentence == "3 files contain conversations that can be imported."
    task = notice.do()
    assert isinstance(task, TransferTask)
    assert ended_sentence(qtbot, task).startswith("2 chats imported. 1.conversation.json is ")


def test_chats_that_two_files_of_an_import_have_are_not_doubled(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The store of a desk waits for no disk.
    monkeypatch.delattr(type(desk.store), "when_saved")
    paths = [tmp_path / "older.json", tmp_path / "newer.json"]
    for count, path in enumerate(paths, 1):
        messages = [{"id": 1, "content": "Hi"}, {"id": 2, "parent": 1, "content": "More"}][:count]
        talks = [{"created": float(number), "messages": messages} for number in range(9)]
        value = {"format": "duologue", "version": 1, "conversations": talks}
        path.write_text(json.dumps(value))
    found = ended_sentence(qtbot, exchange.imports.take(*paths))
    assert found == "9 chats imported. 9 chats got new messages."
    assert len(desk.store.conversation_ids()) == 9


def import_talks(
    exchange: Exchange, qtbot: QtBot, path: Path, *texts: Sequence[str], created: float = 1.0
) -> str:
    """Import chats that began at the same time, each with these messages one after the other."""
    talks = []
    for talk in texts:
        said = [{"id": at, "parent": at - 1, "content": it} for at, it in enumerate(talk, 1)]
        talks.append({"created": created, "messages": said})
    path.write_text(json.dumps({"format": "duologue", "version": 1, "conversations": talks}))
    return ended_sentence(qtbot, exchange.imports.take(path))


def stored_texts(desk: Desk) -> list[list[str]]:
    ids = sorted(desk.store.conversation_ids())
    return [[it.content for it in desk.store.messages(each)] for each in ids]


def test_new_messages_of_equal_chats_in_one_file_are_not_doubled(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(type(desk.store), "when_saved")
    path = tmp_path / "chats.json"
    import_talks(exchange, qtbot, path, ["Hi"])
    talk = ["Hi", "More", "Still more"]
    import_talks(exchange, qtbot, path, talk[:2], talk[:2], talk)
    assert stored_texts(desk) == [talk]


def test_chats_without_a_date_that_begin_alike_stay_apart_when_they_come_again(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "chats.json"
    talks = ["Hi", "Tea?"], ["Hi", "Coffee?"]
    import_talks(exchange, qtbot, path, *talks, created=0.0)
    found = import_talks(exchange, qtbot, path, *talks, created=0.0)
    assert found == "2 chats were already in your history."
    assert stored_texts(desk) == [["Hi", "Tea?"], ["Hi", "Coffee?"]]


def test_a_deleted_chat_comes_back_rather_than_into_another_that_begins_alike(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "chats.json"
    talks = ["Hi", "Tea?"], ["Hi", "Coffee?"]
    import_talks(exchange, qtbot, path, *talks, created=0.0)
    desk.store.delete_conversation(max(desk.store.conversation_ids()))
    import_talks(exchange, qtbot, path, talks[1], created=0.0)
    assert stored_texts(desk) == [["Hi", "Tea?"], ["Hi", "Coffee?"]]


def test_an_import_of_files_that_are_all_damaged_has_failed(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{it}.json" for it in range(2)]
    for path in paths:
        path.write_text("{")
    ended = ended_sentence(qtbot, exchange.imports.take(*paths))
    assert all(path.name in ended for path in paths)
    assert "imported" not in ended
    notice = desk.workspace.notices.newest
    assert notice is not None and notice.kind == "error"


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """Let no file of this process grow larger, as on a full disk."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_an_import_that_fails_midway_is_told_as_an_error_with_what_came(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    sha256 = "a" * 64
    attached = {"attachments": [{"sha256": sha256, "name": "a.png"}]}
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(HEAD, json.dumps({"format": "duologue", "version": 1}))
        for created, data in enumerate([{}, attached]):
            talk = {"created": created, "messages": [{"id": 1, "content": "x", "data": data}]}
            archive.writestr(f"{CONVERSATIONS}/{created}.json", json.dumps(talk))
        archive.writestr(f"{ATTACHMENTS}/aa/{sha256}/a.png", bytes(2 << 20))
    with small_files(1 << 20):
        found = ended_sentence(qtbot, exchange.imports.take(path))
    assert found == (
        "1 chat imported. The rest of all.zip could not be imported: File too large. Import it "
        "again to get the rest."
    )
    notice = desk.workspace.notices.newest
    assert notice is not None and (notice.kind, notice.action) == ("error", "Open chat")


def test_damaged_rounds_and_messages_are_told(
    exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "odd.json"
    damaged = {"id": 1, "branch": ROUNDS, "role": "user", "content": "x", "data": {}}
    talk = {"created": 2, "messages": [damaged, None, damaged | {"id": 2, "branch": 0}]}
    path.write_text(json.dumps({"format": "duologue", "version": 1, "conversations": [talk]}))
    found = ended_sentence(qtbot, exchange.imports.take(path))
    assert found == "1 chat imported. 2 messages could not be read."


def test_nothing_is_imported_while_nothing_can_be_saved(
    desk: Desk, exchange: Exchange, tmp_path: Path
) -> None:
    desk.store.read_only = True
    assert exchange.imports.take(tmp_path / "x.json") is None
    assert "Nothing can be imported" in desk.window.notice.label.text()


def test_a_cancelled_import_keeps_the_imported_conversations(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    for number in range(30):
        stored_chat(desk.store, f"{number}", "x")
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    desk.store.purge_all()
    work = exchange.imports.take(path)
    assert work is not None
    work._cancelled.set()
    assert "Canceled" in ended_sentence(qtbot, work)
    assert len(desk.store.conversation_ids()) < 30


def test_an_import_ends_although_a_conversation_cannot_be_saved(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        stored_chat(desk.store, f"{number}", "x")
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    desk.store.purge_all()
    save = desk.store.save_whole

    def saved(conversation_id: int, record: ConversationRecord | None, *rest: Any) -> None:
        if record and record.title in {"3", "4"}:
            raise ValueError("no database takes it")
        save(conversation_id, record, *rest)

    monkeypatch.setattr(desk.store, "save_whole", saved)
    told = ended_sentence(qtbot, exchange.imports.take(path))
    assert "2 chats could not be saved." in told
    notice = desk.workspace.notices.newest
    assert notice is not None and notice.kind == "error"
    assert len(desk.store.conversation_ids()) == 10


def test_a_cancelled_export_reports_the_written_conversations(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [stored_chat(desk.store, f"{number}", "x") for number in range(3)]
    written = conversation_writer.write_conversation

    def cancelled_after_one(*arguments: object) -> list[Unread]:
        unread = written(*arguments)  # pyright: ignore[reportArgumentType]
        exchange.exports._tasks[0]._cancelled.set()
        return unread

    monkeypatch.setattr(conversation_writer, "write_conversation", cancelled_after_one)
    work = exchange.exports.write(ids, ExportChoice(), tmp_path)
    assert work is not None
    assert "Canceled: 1 conversation was exported" in ended_sentence(qtbot, work)
    assert [it.name for it in tmp_path.glob("*.md")] == ["0.md"]


def test_an_empty_chat_has_nothing_to_export(desk: Desk, exchange: Exchange) -> None:
    assert exchange.exports.offer(()) is None
    assert "nothing to export" in desk.window.notice.label.text()
    assert exchange.exports.offer_to_print() is None


def test_the_export_dialog_leads_to_a_file(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    conversation_id = stored_chat(desk.store, "Cats", "Why?")
    exchange.exports.offer((conversation_id,))
    (dialog,) = desk.window.findChildren(ExportDialog)
    dialog.form.setCurrentIndex(dialog.form.findData(ExportFormat.HTML))
    dialog.accept()
    (place,) = desk.window.findChildren(QFileDialog)
    assert place.defaultSuffix() == "html"
    place.fileSelected.emit(str(tmp_path / "out.html"))
    (work,) = exchange.exports._tasks
    ended_sentence(qtbot, work)
    assert "Why?" in (tmp_path / "out.html").read_text()
    place.reject()


@pytest.mark.parametrize(
    ("several", "typed", "written", "begin"),
    [
        (False, "chat.pdf", "chat.pdf", b"%PDF"),
        (False, "chat.HTML", "chat.HTML", b"<!DOCTYPE html>"),
        (False, "chat v1.2", "chat v1.2.json", b"{"),
        (False, "there.txt", "there.txt 2.json", b"{"),
        (True, "chat.pdf", "chat.pdf.json", b"{"),
    ],
)
def test_a_typed_suffix_chooses_the_format(
    desk: Desk,
    exchange: Exchange,
    qtbot: QtBot,
    tmp_path: Path,
    several: bool,
    typed: str,
    written: str,
    begin: bytes,
) -> None:
    (tmp_path / "there.txt.json").write_text("mine")
    ids = [stored_chat(desk.store, "Cats", "Why?"), stored_chat(desk.store, "Dogs", "How?")]
    exchange.exports.offer(ids if several else ids[:1])
    (dialog,) = desk.window.findChildren(ExportDialog)
    dialog.form.setCurrentIndex(dialog.form.findData(ExportFormat.JSON))
    dialog.accept()
    (place,) = desk.window.findChildren(QFileDialog)
    place.fileSelected.emit(str(tmp_path / typed))
    (work,) = exchange.exports._tasks
    ended_sentence(qtbot, work)
    assert (tmp_path / written).read_bytes().lstrip().startswith(begin)
    assert (tmp_path / "there.txt.json").read_text() == "mine"
    place.reject()


def test_the_front_conversation_is_printed(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.ask(desk.tab, "Is 3/4 half.")
    exchange.exports.offer_to_print()
    (dialog,) = desk.window.findChildren(QPrintDialog)
    assert dialog.isVisible()
    # the dialog makes the name of a file of it
    assert dialog.printer().docName() == "Is 3 4 half"
    assert dialog.printer().pageLayout().margins(QPageLayout.Unit.Millimeter).left() == 18
    dialog.printer().setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    dialog.printer().setOutputFileName(str(tmp_path / "out.pdf"))
    dialog.accepted.emit(dialog.printer())
    (work,) = exchange.exports._tasks
    assert ended_sentence(qtbot, work) == "Exported to out.pdf."
    assert desk.window.notice.action_button.text()
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
    desk.workspace.transfer_requests.printed.emit(QPdfWriter(str(tmp_path / "paper")), "")
    (work,) = exchange.exports._tasks
    assert "sent to the printer" in ended_sentence(qtbot, work)
    dialog.reject()


def print_into(desk: Desk, exchange: Exchange, qtbot: QtBot, name: str) -> tuple[TransferTask, str]:
    """Print a chat into a file, and return the work and the sentence at its end."""
    desk.ask(desk.tab, "Why?")
    exchange.exports.offer_to_print()
    (dialog,) = desk.window.findChildren(QPrintDialog)
    desk.workspace.transfer_requests.printed.emit(QPdfWriter(name), name)
    (work,) = exchange.exports._tasks
    sentence = ended_sentence(qtbot, work)
    dialog.reject()
    return work, sentence


def test_a_print_into_a_file_that_is_canceled_leaves_none(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document_of, name = conversation_document.document_of, str(tmp_path / "out.pdf")

    def canceled(*arguments: object) -> Document:
        (task,) = exchange.exports._tasks
        task._cancelled.set()
        return document_of(*arguments)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(conversation_document, "document_of", canceled)
    work, sentence = print_into(desk, exchange, qtbot, name)
    assert work._progress.cancel_tip == "Cancel and keep nothing"
    assert sentence == "Canceled. Nothing was kept."
    assert not Path(name).exists()


def test_a_print_into_a_file_that_is_not_written_whole_leaves_none(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_document, name = pdf_writer.print_document, str(tmp_path / "out.pdf")

    def on_a_full_disk(*arguments: Any) -> None:
        print_document(*arguments)
        os.truncate(name, 1000)

    monkeypatch.setattr(pdf_writer, "print_document", on_a_full_disk)
    _, sentence = print_into(desk, exchange, qtbot, name)
    assert "out.pdf could not be written" in sentence
    assert not Path(name).exists()


def test_open_tabs_are_restored_in_an_empty_home(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    ids = [stored_chat(desk.store, name, f"What of {name}?") for name in ("one", "two", "three")]
    for conversation_id in (ids[2], ids[0]):
        open_tab(desk, conversation_id)
    show_tab(desk.window, ids[2])
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    other = Desk(qtbot, tmp_path / "other")
    theirs = Exchange(
        other.workspace,
        other.store,
        other.controller.places,
        tmp_path / "other",
        other.preferences,
        other.workspace.presets,
        other.settle,
    )
    theirs.imports.tabs_came.connect(other.session.open_imported)
    # ids are others here
    stored_chat(other.store, "mine", "Mine?")
    without_tabs = tmp_path / "a.conversation.json"
    talk = {"versions": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}
    without_tabs.write_text(json.dumps({"name": "a", "messages": [talk]}))
    ended_sentence(qtbot, theirs.imports.take(path, without_tabs))
    qtbot.waitUntil(lambda: len(other.window.tabs()) == 2)
    assert [it.title for it in other.window.tabs()] == ["three", "one"]
    assert other.window.current_tab().title == "three"
    # what is open stays
    ended_sentence(qtbot, theirs.imports.take(path))
    assert [it.title for it in other.window.tabs()] == ["three", "one"]
    assert theirs.close(5)
    other.close()


def test_an_open_chat_shows_imported_messages(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    conversation_id = stored_chat(desk.store, "Cats", "Why?", "So.")
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    last = desk.store.messages(conversation_id)[-1]
    desk.store.delete_messages(conversation_id, [last.message_id])
    desk.store.set_head(conversation_id, 0, last.parent_id)
    tab = open_tab(desk, conversation_id)
    assert isinstance(tab, ChatTab)
    tab.composer.editor.setPlainText("half a quest")
    assert "got new messages" in ended_sentence(qtbot, exchange.imports.take(path))
    (tab,) = desk.window.tabs()
    assert isinstance(tab, ChatTab)
    assert [it.content for it in tab.transcript.turns] == ["Why?", "So."]
    assert tab.conversation.draft.question.text == "half a quest"


def test_exports_into_the_data_folder_are_refused(desk: Desk, exchange: Exchange) -> None:
    home = desk.files.folder.parent
    conversation_id = stored_chat(desk.store, "Cats", "Why?")
    assert exchange.exports.write_everything(desk.files.folder / "all.zip") is None
    assert exchange.exports.write([conversation_id], ExportChoice(), home / "x.md") is None
    assert str(home) in desk.window.notice.label.text().replace("\u200b", "")
    desk.ask(desk.tab, "Why?")
    exchange.exports.offer_to_print()
    name = str(home / "x.pdf")
    desk.workspace.transfer_requests.printed.emit(QPdfWriter(name), name)
    assert not exchange.exports._tasks
    assert not list(home.glob("x*"))


def test_an_unsaved_draft_is_exported(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.tab.composer.editor.setPlainText("half a quest")
    path = tmp_path / "all.zip"
    assert "1 conversation" in ended_sentence(qtbot, exchange.exports.write_everything(path))
    with zipfile.ZipFile(path) as archive:
        (entry,) = [it for it in archive.namelist() if it.startswith("conversations/")]
        assert json.loads(archive.read(entry))["draft"]["text"] == "half a quest"


def test_a_dropped_export_is_offered_for_import(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    first = stored_chat(desk.store, "Cats", "Why?")
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    desk.store.purge(first)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    drop = QDropEvent(QPointF(5, 5), copy, mime, button, Qt.KeyboardModifier.NoModifier)
    desk.window.dropEvent(drop)
    assert desk.tab.conversation.draft.question.empty
    assert not desk.store.conversation_ids()
    assert desk.window.notice.action_button.text() == "Import"
    desk.window.notice.action_button.click()
    qtbot.waitUntil(lambda: len(desk.store.conversation_ids()) == 1)
    qtbot.waitUntil(lambda: "imported" in desk.window.notice.label.text())


def test_imported_presets_are_added_to_existing_ones(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    presets = desk.workspace.presets
    same = Preset("Same", ChatOptions(system_prompt="Be brief."))
    presets.save(same, Preset("Mine", ChatOptions(system_prompt="theirs")))
    presets.set_default("/models/a", "Same")
    presets.set_default("/models/b", "Mine")
    path = tmp_path / "all.zip"
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    presets.delete("Same")
    presets.save(Preset("Mine", ChatOptions(system_prompt="mine")))
    presets.set_default("/models/b", "")
    ended_sentence(qtbot, exchange.imports.take(path))
    prompts = {it.name: it.options.system_prompt for it in presets.all()}
    assert prompts == {"Mine": "mine", "Mine 2": "theirs", "Same": "Be brief."}
    # the default is the preset that came, whatever it is called now
    assert presets.defaults == {"/models/a": "Same", "/models/b": "Mine 2"}
    ended_sentence(qtbot, exchange.imports.take(path))
    assert set(presets.defaults.values()) == {"Same", "Mine 2"}
    assert len(presets.all()) == 3


def test_imported_prompts_are_added_to_existing_ones(
    desk: Desk, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    prompts, path = desk.workspace.prompts, tmp_path / "all.zip"
    prompts.add(StoredPrompt("Same", "Be brief."), StoredPrompt("Mine", "theirs"))
    ended_sentence(qtbot, exchange.exports.write_everything(path))
    prompts.change("Mine", StoredPrompt("Mine", "mine"))
    for _ in range(2):
        ended_sentence(qtbot, exchange.imports.take(path))
        found = {it.name: it.text for it in prompts.all()}
        assert found == {"Mine": "mine", "Mine 2": "theirs", "Same": "Be brief."}


def test_a_full_export_warns_of_keys(
    desk: Desk, exchange: Exchange, qtbot: QtBot, home: Path, tmp_path: Path
) -> None:
    told = "may include keys"
    assert told not in ended_sentence(
        qtbot, exchange.exports.write_everything(tmp_path / "without.zip")
    )
    server = McpServer("notes", "notes-server", environment=(("NOTES_KEY", "secret"),))
    app_settings.save_settings(home, Settings(servers=(server,)))
    assert told in ended_sentence(qtbot, exchange.exports.write_everything(tmp_path / "with.zip"))
    (home / app_settings.NAME).write_text((home / app_settings.NAME).read_text() + "}")
    told = "They may include keys of your tool servers."
    assert told in ended_sentence(qtbot, exchange.exports.write_everything(tmp_path / "odd.zip"))


# --- comparisons -------------------------------------------------------------------------


def compared(desk: Desk, tab: CompareTab) -> None:
    """Ask one round and answer it in all panes."""
    desk.controller.comparisons.ask(tab.chat, Question("Why?"))
    for it in [it for it in desk.sent if isinstance(it, Generate)][-2:]:
        usage, timings = Usage(prompt=9, generated=3), Timings(ttft=0.1, prefill=0.1, decode=0.2)
        desk.say(Delta(it.request_id, Channel.CONTENT, "So."))
        desk.say(Finished(it.request_id, FinishReason.STOP, usage, timings))


@pytest.mark.parametrize("form", [it for it in ExportFormat if it is not ExportFormat.PDF])
def test_a_comparison_is_exported_in_each_format(
    desk: Desk,
    tab: CompareTab,
    exchange: Exchange,
    qtbot: QtBot,
    tmp_path: Path,
    form: ExportFormat,
) -> None:
    compared(desk, tab)
    path = tmp_path / f"out{form.value}"
    task = exchange.exports.write((tab.chat_id,), ExportChoice(form), path)
    assert ended_sentence(qtbot, task) == f"Exported to out{form.value}."
    assert desk.window.notice.label.text() == f"Exported to out{form.value}."
    assert desk.window.notice.action_button.text() == "Show in folder"
    text = path.read_text(encoding="utf-8")
    assert "Why?" in text
    assert text.count("So.") >= 2


def test_an_unwritable_comparison_is_reported(
    desk: Desk, tab: CompareTab, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    compared(desk, tab)
    path = tmp_path / "none" / "out.csv"
    task = exchange.exports.write((tab.chat_id,), ExportChoice(ExportFormat.CSV), path)
    told = "out.csv could not be written: No such file or directory. Choose another folder."
    assert ended_sentence(qtbot, task) == told
    assert desk.window.notice.label.text() == told


def test_the_export_button_of_a_comparison_offers_csv(
    desk: Desk, tab: CompareTab, exchange: Exchange, qtbot: QtBot, tmp_path: Path
) -> None:
    compared(desk, tab)
    tab.export_wanted.emit()
    (dialog,) = desk.window.findChildren(ExportDialog)
    dialog.form.setCurrentIndex(dialog.form.findData(ExportFormat.CSV))
    assert not dialog.images.isEnabled()
    dialog.accept()
    (place,) = desk.window.findChildren(QFileDialog)
    assert place.defaultSuffix() == "csv"
    place.fileSelected.emit(str(tmp_path / "chosen.csv"))
    (task,) = exchange.exports._tasks
    assert ended_sentence(qtbot, task) == "Exported to chosen.csv."
    place.reject()


def test_csv_is_for_comparisons_alone(desk: Desk, tab: CompareTab, exchange: Exchange) -> None:
    compared(desk, tab)
    chat = stored_chat(desk.store, "Cats", "Why?")
    desk.workspace.transfers.choice = ExportChoice(ExportFormat.CSV)
    for ids in ((chat,), (tab.chat_id, chat)):
        exchange.exports.offer(ids)
        dialog = desk.window.findChildren(ExportDialog)[-1]
        assert dialog.form.findData(ExportFormat.CSV) == -1
        assert dialog.value().form is ExportFormat.MARKDOWN
        dialog.reject()


def test_a_comparison_without_a_question_has_nothing_to_export(
    desk: Desk, tab: CompareTab, exchange: Exchange
) -> None:
    desk.settle()
    assert exchange.exports.offer(()) is None
    assert exchange.exports.offer((tab.chat_id,)) is None
    assert "nothing to export" in desk.window.notice.label.text()


def test_a_chart_is_saved_as_svg(
    exchange: Exchange, desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    chart = SpreadChart("Speed", (SpreadRow(Key("Dot", 0), (10.0,)),), speed_text)
    desk.workspace.transfer_requests.chart_saved.emit(chart, str(tmp_path / "speed"))
    place = tmp_path / "speed.svg"
    qtbot.waitUntil(place.is_file)
    assert "<title>Speed</title>" in place.read_text(encoding="utf-8")
    inside = desk.files.folder.parent / "speed.svg"
    assert exchange.exports.write_chart(chart, str(inside)) is None and not inside.exists()
