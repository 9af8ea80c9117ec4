"""Tests of folders: moves with undo, settings, and new chats in a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.core import Core
from app.database.rows import ConversationRecord, MessageRecord
from app.requests.first_options import FROM_FOLDER, FROM_SETTINGS
from app.transfer.bundle import bundle_of
from tests.kit.images import save_image
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions, FirstPrompt
from ui.state.conversation_entry import Folder, HistoryFilter
from ui.state.folder_settings import FolderSettings
from ui.state.preset import Preset
from ui.state.question import Question


class Filed:
    """A core without a window and engine, with one folder."""

    def __init__(self, home: Path) -> None:
        self.core = Core(home)
        self.store, self.workspace = self.core.store, self.core.workspace
        self.asked = self.workspace.history_requests
        self.asked.folder_added.emit("Trips", ())
        [self.folder] = self.folders()

    def folders(self) -> list[Folder]:
        assert self.store.flush()
        return self.store.folders()

    def add(self, title: str, folder_id: int = 0) -> int:
        number = self.store.next_id()
        self.store.save_conversation(ConversationRecord(number, title=title, folder_id=folder_id))
        self.store.save_message(MessageRecord(self.store.next_id(), number, content="x"))
        return number

    def place(self, number: int) -> int:
        record = self.store.conversation(number)
        assert record
        return record.folder_id

    def begin(self) -> Chat:
        self.asked.chat_added.emit(self.folder.folder_id)
        chat = self.workspace.conversations.front_chat
        assert chat
        return chat


@pytest.fixture
def filed(home: Path, qapp: QCoreApplication) -> Iterator[Filed]:
    made = Filed(home)
    yield made
    made.core.close(5)


def test_a_move_is_undone_before_an_earlier_deletion(filed: Filed) -> None:
    one, two = filed.add("One"), filed.add("Two")
    trips = filed.folder.folder_id
    filed.asked.deleted.emit((two,))
    filed.asked.moved.emit((one, two), trips)
    assert filed.place(one) == trips and filed.workspace.history.can_undo
    filed.asked.undone.emit()
    assert filed.place(one) == 0 and filed.store.conversation(two) is None
    filed.asked.undone.emit()
    assert filed.place(two) == 0 and not filed.workspace.history.can_undo


def test_a_deleted_folder_comes_back_with_its_chats_and_settings(filed: Filed) -> None:
    trips = filed.folder.folder_id
    one = filed.add("One", trips)
    filed.asked.folder_settings_set.emit(trips, FolderSettings("Be brief."))
    filed.asked.folder_deleted.emit(trips, False)
    assert filed.folders() == [] and filed.place(one) == 0
    filed.asked.undone.emit()
    assert filed.folders() == [filed.folder] and filed.place(one) == trips
    assert "Be brief." in filed.store.folder_settings(trips)


def test_a_chat_of_a_folder_begins_with_its_instructions_preset_and_files(
    filed: Filed, qtbot: QtBot, tmp_path: Path
) -> None:
    trips, read = filed.folder.folder_id, filed.workspace.history.folder_files_read
    filed.workspace.presets.save(Preset("Warm", ChatOptions(system_prompt="Chat.")))
    with qtbot.waitSignal(read) as told:
        filed.asked.folder_files_offered.emit(trips, [save_image(tmp_path / "map.png")])
    assert told.args
    _, files, problem = told.args
    assert len(files) == 1 and not problem
    filed.asked.folder_settings_set.emit(trips, FolderSettings("Be brief.", "Warm", files))
    chat = filed.begin()
    assert chat.options.value.system_prompt == "Be brief." and chat.recommended is None
    assert [it.title for it in chat.draft.attachments] == ["map.png"]
    filed.asked.folder_settings_set.emit(trips, FolderSettings("", "Warm"))
    assert chat.options.value.system_prompt == "Be brief.", "it keeps its own"
    again = filed.begin()
    assert again.options.value.system_prompt == "Chat." and not again.draft.attachments
    assert len(filed.workspace.conversations) == 1, "the untouched one was replaced"


def test_a_file_that_is_offered_again_is_the_same(
    filed: Filed, qtbot: QtBot, tmp_path: Path
) -> None:
    trips, found = filed.folder.folder_id, []
    for _ in range(2):
        with qtbot.waitSignal(filed.workspace.history.folder_files_read) as told:
            filed.asked.folder_files_offered.emit(trips, [save_image(tmp_path / "map.png")])
        assert told.args
        found += told.args[1]
    assert found[0].media == found[1].media, "by this, the settings of the folder know it"


def test_a_chat_of_a_folder_is_kept_there_once_something_is_written(
    filed: Filed, qtbot: QtBot, tmp_path: Path
) -> None:
    trips = filed.folder.folder_id
    with qtbot.waitSignal(filed.workspace.history.folder_files_read) as told:
        filed.asked.folder_files_offered.emit(trips, [save_image(tmp_path / "map.png")])
    assert told.args
    _, files, _ = told.args
    filed.asked.folder_settings_set.emit(trips, FolderSettings(attachments=files))
    chat = filed.begin()
    filed.core.settle()
    assert filed.store.conversation(chat.chat_id) is None, "nobody has written anything"
    chat.draft.write(chat.draft.question.before(type(chat.draft.question)("Where?")))
    filed.core.settle()
    assert filed.place(chat.chat_id) == trips
    kept = filed.store.draft(chat.chat_id)
    assert kept and kept.text == "Where?" and len(kept.files) == 1
    assert {it.sha256 for it in kept.files} == filed.store.used_files()


def test_the_prompt_of_a_folder_comes_before_that_of_its_preset_and_of_the_settings(
    filed: Filed,
) -> None:
    filed.core.preferences.change(system_prompt="From settings.")
    trips = filed.folder.folder_id
    filed.workspace.presets.save(Preset("Warm", ChatOptions(system_prompt="Warm.")), Preset("Cool"))

    def begun(instructions: str, preset: str = "") -> tuple[str, str, bool]:
        filed.asked.folder_settings_set.emit(trips, FolderSettings(instructions, preset))
        options = filed.begin().options
        prompt = options.value.system_prompt
        return prompt, options.first_prompt.origin, prompt == options.first_prompt.text

    assert begun("Be brief.", "Warm") == ("Be brief.", FROM_FOLDER, True)
    assert begun("", "Warm") == ("Warm.", "From the preset “Warm”", True)
    assert begun("", "Cool") == ("From settings.", FROM_SETTINGS, True)
    begun("Be brief.")
    filed.core.preferences.change(system_prompt="Changed.")
    chat = filed.workspace.conversations.front_chat
    assert chat and chat.options.value.system_prompt == "Be brief."


def test_a_chat_says_after_a_restart_that_its_prompt_is_of_its_folder(filed: Filed) -> None:
    trips = filed.folder.folder_id
    filed.asked.folder_settings_set.emit(trips, FolderSettings("Be brief."))
    chat = filed.begin()
    chat.transcript.add_question(Question("Where?"))
    filed.core.settle()
    branch = filed.core.controller.conversations.fork(chat, 0)
    assert branch.folder_id == trips
    filed.core.settle()
    assert filed.place(branch.chat_id) == trips
    filed.core.controller.conversations.close(chat.chat_id)
    again = filed.core.controller.conversations.open(chat.chat_id)
    assert isinstance(again, Chat)
    assert again.options.value.system_prompt == again.options.first_prompt.text == "Be brief."
    assert again.options.first_prompt.origin == FROM_FOLDER


def test_a_folder_follows_the_new_name_of_its_preset(filed: Filed) -> None:
    trips, presets = filed.folder.folder_id, filed.workspace.presets
    presets.save(Preset("Warm", ChatOptions(system_prompt="Warm.")))
    filed.asked.folder_settings_set.emit(trips, FolderSettings("", "Warm"))
    open_one = filed.begin()
    presets.rename("Warm", "Cozy")
    assert open_one.folder_settings.preset == "Cozy"
    assert filed.begin().options.first_prompt.origin == "From the preset “Cozy”"


def test_a_moved_chat_says_where_its_prompt_is_from_now(filed: Filed) -> None:
    trips = filed.folder.folder_id
    filed.asked.folder_settings_set.emit(trips, FolderSettings("Be brief."))
    filed.core.preferences.change(system_prompt="From settings.")
    chat = filed.begin()
    chat.transcript.add_question(Question("Where?"))
    filed.core.settle()
    assert chat.options.first_prompt.origin == FROM_FOLDER
    filed.asked.moved.emit((chat.chat_id,), 0)
    assert chat.options.first_prompt == FirstPrompt("From settings.", FROM_SETTINGS)
    assert chat.folder_settings == FolderSettings()
    assert chat.options.value.system_prompt == "Be brief.", "it keeps its own"
    filed.asked.undone.emit()
    assert chat.options.first_prompt == FirstPrompt("Be brief.", FROM_FOLDER)


def test_open_and_deleted_chats_of_a_deleted_folder_stay_and_go_back_with_it(filed: Filed) -> None:
    trips = filed.folder.folder_id
    filed.asked.folder_settings_set.emit(trips, FolderSettings("Be brief."))
    chat = filed.begin()
    chat.transcript.add_question(Question("Where?"))
    filed.core.settle()
    gone, filed_away = filed.add("Gone", trips), filed.add("Filed away", trips)
    filed.asked.deleted.emit((gone,))
    filed.store.update_conversation(filed_away, archived=True)
    filed.asked.folder_deleted.emit(trips, False)
    assert [filed.place(it) for it in (chat.chat_id, filed_away)] == [0, 0]
    assert chat.folder_id == 0 and chat.options.first_prompt.origin == ""
    filed.asked.undone.emit()
    assert [filed.place(it) for it in (chat.chat_id, filed_away)] == [trips, trips]
    assert chat.folder_id == trips and chat.options.first_prompt.origin == FROM_FOLDER
    filed.asked.undone.emit()
    assert filed.place(gone) == trips


def restarted(filed: Filed, home: Path) -> None:
    """End the program, and begin it again with the same data."""
    filed.core.close(5)
    filed.core = Core(home)
    filed.store, filed.workspace = filed.core.store, filed.core.workspace
    filed.asked = filed.workspace.history_requests


def told(filed: Filed) -> str:
    notice = filed.workspace.notices.newest
    return notice.sentence if notice else ""


def test_a_deleted_folder_is_restored_after_a_restart(filed: Filed, home: Path) -> None:
    trips = filed.folder.folder_id
    one = filed.add("One", trips)
    filed.asked.folder_settings_set.emit(trips, FolderSettings("Be brief."))
    filed.asked.folder_deleted.emit(trips, False)
    restarted(filed, home)
    assert filed.folders() == [] and filed.place(one) == 0
    assert [(it.name, it.chats) for it in filed.store.deleted_folders()] == [("Trips", 0)]
    filed.asked.restored.emit((trips, one))
    assert told(filed) == "Restored the folder “Trips”."
    assert filed.folders() == [filed.folder] and filed.place(one) == trips
    assert filed.begin().options.value.system_prompt == "Be brief."
    assert filed.store.deleted_folders() == []


def test_a_folder_is_deleted_with_its_chats_whose_tabs_open_again(filed: Filed) -> None:
    trips = filed.folder.folder_id
    chat = filed.begin()
    chat.transcript.add_question(Question("Where?"))
    filed.core.settle()
    number, other = chat.chat_id, filed.add("Other", trips)
    filed.store.update_conversation(other, archived=True)
    filed.asked.folder_deleted.emit(trips, True)
    assert filed.workspace.conversations.find(number) is None
    assert told(filed).startswith("Deleted the folder “Trips” and 2 chats.")
    assert set(filed.store.deleted_ids()) == {number, other} and filed.folders() == []
    filed.asked.undone.emit()
    opened = filed.workspace.conversations.find(number)
    assert opened and opened.folder_id == trips == filed.place(other)
    assert filed.store.deleted_ids() == [] and filed.folders() == [filed.folder]


def test_an_empty_chat_of_a_folder_is_closed_with_the_others(filed: Filed) -> None:
    trips = filed.folder.folder_id
    chat, text = filed.begin(), Question("Where?")
    chat.draft.restore(text)
    filed.core.settle()
    chat.draft.restore(Question(""))
    filed.core.settle()
    filed.asked.folder_deleted.emit(trips, True)
    assert filed.workspace.conversations.find(chat.chat_id) is None


def test_an_unused_chat_of_a_deleted_folder_is_listed_outside(filed: Filed) -> None:
    trips = filed.folder.folder_id
    chat = filed.begin()
    filed.asked.folder_deleted.emit(trips, False)
    assert chat.folder_id == 0
    chat.transcript.add_question(Question("Where?"))
    filed.core.settle()
    assert filed.store.flush()
    outside = filed.store.entries(HistoryFilter(folder_id=0))
    assert [it.conversation_id for it in outside] == [chat.chat_id]


def test_a_folder_deleted_for_good_is_not_undone_and_its_files_go(
    filed: Filed, qtbot: QtBot, tmp_path: Path, home: Path
) -> None:
    trips = filed.folder.folder_id
    with qtbot.waitSignal(filed.workspace.history.folder_files_read) as read:
        filed.asked.folder_files_offered.emit(trips, [save_image(tmp_path / "map.png")])
    assert read.args
    filed.asked.folder_settings_set.emit(trips, FolderSettings(attachments=read.args[1]))
    one = filed.add("One", trips)
    filed.asked.folder_deleted.emit(trips, False)
    assert filed.store.flush() and list(home.glob("attachments/??/*"))
    filed.asked.purged.emit((trips,))
    assert filed.folders() == filed.store.deleted_folders() == []
    qtbot.waitUntil(lambda: not list(home.glob("attachments/??/*")))
    assert filed.place(one) == 0 and not filed.workspace.history.can_undo


def test_a_deleted_folder_follows_the_new_name_of_its_preset(filed: Filed) -> None:
    trips, presets = filed.folder.folder_id, filed.workspace.presets
    presets.save(Preset("Warm", ChatOptions(system_prompt="Warm.")))
    filed.asked.folder_settings_set.emit(trips, FolderSettings("", "Warm"))
    filed.asked.folder_deleted.emit(trips, False)
    assert filed.store.flush()
    presets.rename("Warm", "Cozy")
    filed.asked.restored.emit((trips,))
    assert filed.folders() and filed.begin().options.value.system_prompt == "Warm."


def test_a_chat_of_a_deleted_folder_is_exported_without_a_folder(filed: Filed) -> None:
    trips = filed.folder.folder_id
    one = filed.add("One", trips)
    filed.asked.folder_settings_set.emit(trips, FolderSettings("Be brief."))
    filed.asked.folder_deleted.emit(trips, False)
    assert filed.store.flush()
    bundle = bundle_of(filed.store, one)
    assert bundle and bundle.folder is None and bundle.folder_settings == "{}"


def test_a_chat_restored_after_its_folder_was_deleted_is_listed_outside(filed: Filed) -> None:
    trips = filed.folder.folder_id
    gone = filed.add("Gone", trips)
    filed.asked.deleted.emit((gone,))
    filed.asked.folder_deleted.emit(trips, False)
    filed.asked.restored.emit((gone,))
    assert filed.place(gone) == 0
    assert [it.title for it in filed.store.entries(HistoryFilter())] == ["Gone"]
    filed.asked.undone.emit()
    assert filed.folders() == [filed.folder] and filed.place(gone) == trips


def test_a_chat_deleted_after_its_folder_stays_deleted_when_that_comes_back(filed: Filed) -> None:
    trips = filed.folder.folder_id
    gone, other = filed.add("Gone", trips), filed.add("Other", trips)
    filed.asked.folder_deleted.emit(trips, False)
    filed.asked.deleted.emit((gone,))
    assert filed.store.flush()
    filed.asked.restored.emit((trips,))
    assert filed.store.deleted_ids() == [gone] and filed.place(other) == trips


def test_one_notice_tells_of_folders_and_chats_restored_together(filed: Filed) -> None:
    trips = filed.folder.folder_id
    one = filed.add("One")
    filed.asked.deleted.emit((one,))
    filed.asked.folder_deleted.emit(trips, False)
    assert filed.store.flush()
    filed.asked.restored.emit((trips, one))
    assert told(filed) == "2 items restored."
    assert filed.folders() == [filed.folder] and filed.place(one) == 0
