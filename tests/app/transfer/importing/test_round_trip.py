"""Exports imported into another home give the same conversations."""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QImage

from app.attachments.kept_files import Files
from app.base.disk import write_text
from app.database.reader import Reader
from app.database.rows import ConversationRecord, MessageRecord
from app.database.store import Store
from app.records.drafts import LAST, SavedDraft, draft_of, draft_record
from app.records.folder_records import folder_json, folder_settings
from app.records.turns import turn_record
from app.transfer.bundle import Bundle, bundle_of, from_json, to_json
from app.transfer.exporting.json_writer import as_json
from app.transfer.exporting.zip_writer import write_everything
from app.transfer.importing.import_writer import ImportWriter
from app.transfer.importing.matching import Matcher
from app.transfer.importing.report import Report
from app.transfer.importing.sources import ImportSource
from engine.errors import Refused
from engine.messages import Media, MediaKind, Timings, ToolInvocation, Usage
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool, CallState
from ui.state.conversation_entry import Folder
from ui.state.folder_settings import FolderSettings
from ui.state.question import Question
from ui.state.turn import Turn, TurnState


class Home:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.store = Store(folder)
        self.files = Files(folder / "attachments")

    def close(self) -> None:
        assert self.store.close()
        self.files.close()

    def image_file(self, color: str, name: str) -> Attachment:
        data = f"an image in {color}".encode()
        path = self.files.put_bytes(data, name)
        image = QImage(4, 3, QImage.Format.Format_RGB32)
        image.fill(color)
        return Attachment(Media(MediaKind.IMAGE, path), image, name, "4 × 3", size=(4, 3))

    def save(self, record: ConversationRecord, turns: list[Turn], head: int) -> int:
        record = replace(record, conversation_id=self.store.next_id())
        conversation_id = record.conversation_id
        self.store.save_conversation(record)
        for turn in turns:
            turn.message_id = self.store.next_id()
            self.store.save_message(turn_record(turn, conversation_id, 0, self.files))
        if turns:
            self.store.set_head(conversation_id, 0, turns[head % len(turns)].message_id)
        return conversation_id

    def bundles(self) -> list[Bundle]:
        found = (bundle_of(self.store, it) for it in self.store.conversation_ids())
        return [it for it in found if it]

    def take(self, path: Path) -> Report:
        """Import a file on this thread."""
        report = Report()
        source = ImportSource(path, self.files, report, lambda: None)
        self.store.flush()
        reader = Reader(self.store.database_path)
        matcher = Matcher(reader, self.store.flush)
        writer = ImportWriter(self.store, Semaphore())
        for bundle in source.bundles():
            arrival = matcher.match(bundle)
            report.count(arrival)
            if arrival.changes:
                writer.save(arrival)
        for folder, found in source.folders.items():
            writer.local_folder(folder, found)
        reader.close()
        assert self.store.flush()
        return report


@contextmanager
def homes(count: int = 2) -> Iterator[list[Home]]:
    with tempfile.TemporaryDirectory() as name:
        made = [Home(Path(name) / f"home{number}") for number in range(count)]
        yield made
        for home in made:
            home.close()


def plain(bundle: Bundle) -> dict[str, Any]:
    """Number the ids by their order, since each home assigns its own."""
    value = to_json(bundle)
    order = {it.message_id: at for at, it in enumerate(bundle.messages, 1)}
    value["id"] = 0
    for message in value["messages"]:
        message["id"], message["parent"] = order[message["id"]], order.get(message["parent"], 0)
    for head in value["heads"]:
        head["message"], head["told_from"] = order.get(head["message"], 0), 0
    if value["folder"]:
        value["folder"]["id"] = 0
    if value["draft"] and value["draft"]["data"].get("editing"):
        value["draft"]["data"]["editing"] = order[value["draft"]["data"]["editing"]]
    return value


def contents(home: Home) -> dict[str, bytes]:
    files = (it for it in home.files.folder.glob("??/*/*") if ".views" not in it.parent.name)
    return {f"{it.parent.name}/{it.name}": it.read_bytes() for it in files}


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@st.composite
def trees(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Generate messages whose parent is an earlier message or none."""
    count = draw(st.integers(1, 6))
    return [
        {
            "parent": draw(st.integers(-1, at - 1)),
            "content": draw(TEXTS),
            "reasoning": draw(TEXTS),
            "picture": draw(st.sampled_from(["", "red", "blue"])),
            "state": draw(st.sampled_from([TurnState.DONE, TurnState.STOPPED, TurnState.FAILED])),
            "created": draw(st.floats(1, 1e10)),
        }
        for at in range(count)
    ]


def turns_from(home: Home, tree: list[dict[str, Any]]) -> list[Turn]:
    made: list[Turn] = []
    for at, it in enumerate(tree):
        turn = Turn("assistant" if at % 2 else "user", it["content"], it["reasoning"])
        turn.parent = made[it["parent"]] if it["parent"] >= 0 else None
        turn.state, turn.created = it["state"], it["created"]
        turn.usage, turn.timings = Usage(3, 1, at), Timings(ttft=0.25, decode=1.5)
        if it["picture"]:
            turn.attachments = (home.image_file(it["picture"], f"{it['picture']} {at}.png"),)
        if at == 1:
            call = ToolInvocation("add", '{"a": 1}', "c1")
            turn.tool_calls = [CalledTool(call, state=CallState.DONE, result="2")]
        made.append(turn)
    return made


@settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(tree=trees(), title=TEXTS, head=st.integers(0, 5), draft=TEXTS)
def test_a_round_trip_through_json_is_identical(
    qapp: QCoreApplication, tree: list[dict[str, Any]], title: str, head: int, draft: str
) -> None:
    with homes() as (first, second):
        folder = Folder(first.store.next_id(), "Work")
        first.store.save_folder(folder)
        record = ConversationRecord(
            0, title=title, created=5.5, updated=9.25, pinned=True, model="Dot",
            folder_id=folder.folder_id, settings='{"model_id": "/m", "other": 1}', named=True,
        )  # fmt: skip
        turns = turns_from(first, tree)
        conversation_id = first.save(record, turns, head)
        if draft:
            question = Question(draft, (first.image_file("green", "d.png"),))
            kept = draft_record(
                SavedDraft(question, turns[0].message_id), conversation_id, first.files
            )
            first.store.save_draft(kept)
        path = first.folder / "one.json"
        write_text(path, as_json(first.bundles(), first.files, lambda: None, []))
        # ids here are others
        second.store.next_id()
        report = second.take(path)
        assert (report.added, report.broken, report.files_missing) == (1, 0, 0)
        (before,), (after,) = first.bundles(), second.bundles()
        assert plain(after) == plain(before)
        assert contents(second) == contents(first)
        again = second.take(path)
        assert (again.added, again.grown, again.known) == (0, 0, 1)
        assert len(second.bundles()) == 1


@pytest.fixture
def two(qapp: QObject) -> Iterator[list[Home]]:
    with homes() as made:
        yield made


def export_everything(home: Home) -> Path:
    assert home.store.flush()
    reader = Reader(home.store.database_path)
    path = home.folder / "all.zip"
    write_everything(path, reader, home.files, home.folder, lambda *_: None, lambda: None)
    reader.close()
    return path


def test_a_full_export_fills_an_empty_installation(two: list[Home]) -> None:
    first, second = two
    empty = Folder(first.store.next_id(), "Empty")
    work, same = (Folder(first.store.next_id(), "Work") for _ in range(2))
    for folder in (empty, work, same):
        first.store.save_folder(folder)
    image_file = first.image_file("red", "red.png")
    plan = first.image_file("blue", "plan.png")
    settings = folder_json(FolderSettings("Be brief.", "Concise", (plan,)), first.files)
    first.store.save_folder_settings(empty.folder_id, settings)
    again = first.image_file("red", "another name.png")
    for number, folder in enumerate((work, same)):
        asked = Turn("user", f"What is it? {number}", created=2.0, attachments=(image_file, again))
        answer = Turn("assistant", "Red.", created=3.0, parent=asked)
        other = Turn("assistant", "A square.", created=4.0, parent=asked)
        record = ConversationRecord(
            0, title="Colours", created=1.0, updated=4.0, folder_id=folder.folder_id
        )
        first.save(record, [asked, answer, other], head=1)
    draft = first.save(ConversationRecord(0, created=7.0, updated=7.0), [], 0)
    first.store.save_draft(
        draft_record(SavedDraft(Question("half a quest", (image_file,))), draft, first.files)
    )
    second.take(export_everything(first))
    assert [plain(it) for it in second.bundles()] == [plain(it) for it in first.bundles()]
    assert contents(second) == contents(first)
    assert sorted(it.name for it in second.store.folders()) == ["Empty", "Work", "Work"]
    assert second.store.used_files() == first.store.used_files()
    found = next(it for it in second.store.folders() if it.name == "Empty")
    assert second.store.folder_settings(found.folder_id) == settings
    [kept] = folder_settings(settings, second.files).attachments
    assert not kept.lost and kept.media.path.name == "plan.png"


def test_an_older_export_adds_nothing_and_a_newer_one_adds_new_messages(two: list[Home]) -> None:
    first, second = two
    asked = Turn("user", "Why?", created=2.0)
    answer = Turn("assistant", "So.", created=3.0, parent=asked)
    conversation_id = first.save(ConversationRecord(0, created=1.0), [asked, answer], 1)
    older = export_everything(first).rename(first.folder / "older.zip")
    second.take(older)
    more = Turn("user", "And?", created=4.0, parent=answer)
    more.message_id = first.store.next_id()
    first.store.save_message(turn_record(more, conversation_id, 0, first.files))
    first.store.set_head(conversation_id, 0, more.message_id)
    report = second.take(export_everything(first))
    assert (report.added, report.grown) == (0, 1)
    assert [plain(it) for it in second.bundles()] == [plain(it) for it in first.bundles()]
    assert first.take(older).known == 1
    assert [it.content for it in first.bundles()[0].messages] == ["Why?", "So.", "And?"]


def test_a_deleted_conversation_is_restored_with_new_messages(two: list[Home]) -> None:
    first, second = two
    live = first.save(
        ConversationRecord(0, title="Live", created=9.0), [Turn("user", "Other", created=9.0)], 0
    )
    asked = Turn("user", "Why?", created=2.0)
    answer = Turn("assistant", "So.", created=3.0, parent=asked)
    record = ConversationRecord(0, title="Deleted", created=1.0)
    deleted = first.save(record, [asked, answer], 1)
    second.take(export_everything(first))
    [_, gone] = second.store.conversation_ids()
    second.store.delete_conversation(gone)
    assert [it.record.title for it in second.bundles()] == ["Live"], "an export leaves it out"
    more = Turn("user", "And?", created=4.0, parent=answer)
    more.message_id = first.store.next_id()
    first.store.save_message(turn_record(more, deleted, 0, first.files))
    first.store.delete_conversation(live)
    report = second.take(export_everything(first))
    assert (report.added, report.grown, report.restored) == (0, 0, 1)
    assert [it.content for it in second.store.messages(gone)] == ["Why?", "So.", "And?"]
    assert second.store.deleted_ids() == [] and len(second.store.conversation_ids()) == 2
    assert "restored from Recently Deleted" in report.sentence()


def test_a_chat_from_the_future_does_not_date_all_later_ones(two: list[Home]) -> None:
    first, second = two
    future = 90_000_000_000.0
    record = ConversationRecord(0, created=1.0, updated=future)
    first.save(record, [Turn("user", "Why?", created=1.0)], 0)
    second.take(export_everything(first))
    assert 1.0 < second.bundles()[0].record.updated < future


# --- what is damaged or hostile ----------------------------------------------------------


def message(message_id: int, parent: int, **fields: Any) -> dict[str, Any]:
    return {"id": message_id, "parent": parent, "role": "user", "content": "x", **fields}


def test_a_cycle_of_messages_gets_a_root() -> None:
    bundle = from_json({"messages": [message(1, 2), message(2, 1), message(3, 99), message(4, 4)]})
    order = [it.message_id for it in bundle.messages]
    assert sorted(order) == [1, 2, 3, 4]
    for at, it in enumerate(bundle.messages):
        assert it.parent_id == 0 or it.parent_id in order[:at]


@pytest.mark.parametrize(
    "broken", [None, message(0, 1), message(2, 1, branch="x")], ids=["null", "id", "branch"]
)
def test_a_broken_message_of_ours_loses_no_other(broken: dict[str, Any] | None) -> None:
    chat = {"messages": [message(1, 0), broken, message(3, 2)]}
    bundle = from_json(chat)
    assert [(it.message_id, it.parent_id) for it in bundle.messages] == [(1, 0), (3, 1)]
    assert bundle.broken_messages == 1


def test_a_broken_message_of_a_comparison_loses_none_of_its_pane() -> None:
    panes = {1: (1, 0, 1), 2: (2, 0, 2), 4: (4, 2, 2), 5: (5, 3, 1)}
    said = [message(it, parent, branch=pane) for it, parent, pane in panes.values()]
    bundle = from_json({"kind": "comparison", "messages": [*said[:2], None, *said[2:]]})
    assert {it.message_id: it.parent_id for it in bundle.messages} == {1: 0, 2: 0, 4: 2, 5: 1}


def test_a_chat_of_broken_messages_alone_is_broken() -> None:
    with pytest.raises(ValueError, match="no message"):
        from_json({"messages": [None, message(0, 1)]})
    draft = {"text": "And?"}
    assert from_json({"messages": [None], "draft": draft}).draft


@pytest.mark.parametrize(("version", "told"), [(2, "by a newer version"), (None, "is damaged")])
def test_a_file_of_ours_is_newer_only_if_it_says_so(
    two: list[Home], version: int | None, told: str
) -> None:
    path = two[0].folder / "odd.json"
    path.write_text(json.dumps({"format": "duologue", "version": version, "conversations": []}))
    with pytest.raises(Refused, match=told):
        two[0].take(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.update(created=1e400),
        lambda it: it.update(created=10**400),
        lambda it: it.update(content=["no text"]),
        lambda it: it.update(state="waiting"),
        lambda it: it.update(files=[{"sha256": "../../etc/passwd", "kind": "image"}]),
        lambda it: it.update(data={"attachments": [{"sha256": "../x", "name": "../../y"}]}),
        lambda it: it.update(data={"attachments": 7, "timings": {"ttft": 10**400}}),
        lambda it: it.update(data="[[["),
    ],
)
def test_odd_message_data_stops_nothing(
    two: list[Home], change: Callable[[dict[str, Any]], None]
) -> None:
    odd = message(1, 0)
    change(odd)
    path = two[0].folder / "odd.json"
    value = {
        "format": "duologue",
        "version": 1,
        "conversations": [{"created": 2, "messages": [odd, message(2, 1)]}, 7, {"messages": 3}],
    }
    path.write_text(json.dumps(value))
    report = two[0].take(path)
    assert (report.added, report.broken) == (1, 2)
    assert two[0].bundles()[0].messages[0].parent_id == 0
    assert not list(two[0].folder.parent.rglob("y"))


def test_records_are_the_same_after_json() -> None:
    record = MessageRecord(5, 0, 2, 0, "assistant", "a", "b", "failed", 2.5, '{"x": [1]}')
    bundle = Bundle(ConversationRecord(3, title="t"), (record,), {2: (5, 0)})
    assert from_json(json.loads(json.dumps(to_json(bundle)))) == bundle


def test_a_draft_beside_an_edited_question_keeps_its_files_and_place(two: list[Home]) -> None:
    first, second = two
    asked = Turn("user", "Why?", created=2.0)
    conversation_id = first.save(ConversationRecord(0, created=1.0), [asked], 0)
    kept = Question(
        "half", (first.image_file("red", "r.png"), first.image_file("red", "again.png"))
    )
    for place in (asked.message_id, LAST):
        draft = SavedDraft(Question("other", (first.image_file("blue", "b.png"),)), place, kept)
        first.store.save_draft(draft_record(draft, conversation_id, first.files))
        second.take(export_everything(first))
        (bundle,) = second.bundles()
        assert bundle.draft is not None
        found = draft_of(bundle.draft, second.files)
        assert [it.lost for it in (*found.question.attachments, *found.kept.attachments)] == [
            False
        ] * 3
        assert found.editing == (LAST if place == LAST else bundle.messages[0].message_id)
        second.store.purge(bundle.record.conversation_id)


def test_text_that_sqlite_rejects_does_not_lose_the_conversation(two: list[Home]) -> None:
    path = two[0].folder / "odd.json"
    value = {
        "format": "duologue",
        "version": 1,
        "conversations": [
            {
                "created": 2,
                "title": "\ud800",
                "messages": [message(1, 0, role="\udc00", content="\ud800 a\0b")],
                "heads": [{"branch": 10**30, "message": 0}, {"branch": True, "message": 1}],
            }
        ],
    }
    path.write_text(json.dumps(value))
    for known in (0, 1):
        report = two[0].take(path)
        assert (report.added, report.known, report.broken) == (1 - known, known, 0)
    (bundle,) = two[0].bundles()
    assert [it.content for it in bundle.messages] == ["? a\0b"]


def test_each_stored_chat_without_a_date_is_read_once(
    two: list[Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = two[0].folder / "undated.json"
    chats = [{"messages": [message(1, 0, content=str(number))]} for number in range(5)]
    path.write_text(json.dumps({"format": "duologue", "version": 1, "conversations": chats}))
    assert two[0].take(path).added == 5
    read: list[int] = []
    messages = Reader.messages
    monkeypatch.setattr(Reader, "messages", lambda self, it: read.append(it) or messages(self, it))
    assert two[0].take(path).known == 5
    assert len(read) == 5


@pytest.mark.parametrize("created", [0, 1.5])
def test_a_chat_that_a_file_has_twice_comes_once(two: list[Home], created: float) -> None:
    path = two[0].folder / "twice.json"
    contents = ("one", "two", "one", "three", "two", "two")
    chats = [
        {"created": created, "messages": [message(1, 0, content="Hi"), message(2, 1, content=it)]}
        for it in contents
    ]
    path.write_text(json.dumps({"format": "duologue", "version": 1, "conversations": chats}))
    report = two[0].take(path)
    assert (report.added, report.known) == (3, 3)
    assert [it.messages[1].content for it in two[0].bundles()] == ["one", "two", "three"]


def test_a_scroll_place_of_no_chat_is_left_out(two: list[Home]) -> None:
    writer = ImportWriter(two[0].store, Semaphore())
    writer.ids = {7: 9}
    writer.tabs = {"scroll": {"1" * 5000: {"at": 1}, "x": {"at": 1}, "7": {"at": 2}}}
    assert writer.local_tabs()["scroll"] == {"9": {"at": 2}}
