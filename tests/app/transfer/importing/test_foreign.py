"""Imports of ChatGPT's and LM Studio's exports."""

import io
import json
import os
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from app.attachments.kept_files import Files
from app.records.chat_settings import ChatSettings, read_fields
from app.records.turns import turns_of
from app.transfer.bundle import FORMAT, Bundle
from app.transfer.exporting.zip_writer import CONVERSATIONS, HEAD
from app.transfer.importing import chatgpt as chatgpt_file
from app.transfer.importing.limited_reading import open_zip
from app.transfer.importing.report import Report
from app.transfer.importing.sources import ImportSource
from engine.errors import Refused
from engine.messages import MediaKind
from ui.state.called_tool import CallState
from ui.state.turn import Turn


def imported_bundles(path: Path, files: Files) -> tuple[list[Bundle], Report]:
    report = Report()
    return list(ImportSource(path, files, report, lambda: None).bundles()), report


def image_bytes() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (8, 6), "red").save(data, "PNG")
    return data.getvalue()


def path_of(turns: list[Turn], bundle: Bundle) -> list[Turn]:
    at: Turn | None = next(it for it in turns if it.message_id == bundle.heads[0][0])
    found = []
    while at:
        found.append(at)
        at = at.parent
    return found[::-1]


# --- ChatGPT -----------------------------------------------------------------------------


def node(key: str, parent: str | None, role: str = "", **fields: Any) -> dict[str, Any]:
    if not role:
        return {"id": key, "message": None, "parent": parent, "children": []}
    content = fields.pop("content", None) or {
        "content_type": "text",
        "parts": [fields.pop("text", "")],
    }
    message = {
        "id": key,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": 1_700_000_000.5,
        "content": content,
        "status": "finished_successfully",
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
        **fields,
    }
    return {"id": key, "message": message, "parent": parent, "children": []}


def chatgpt(*nodes: dict[str, Any], current: str = "", **fields: Any) -> dict[str, Any]:
    return {
        "title": "A red square",
        "create_time": 1_700_000_000.0,
        "update_time": 1_700_000_100.0,
        "mapping": {it["id"]: it for it in nodes},
        "current_node": current or nodes[-1]["id"],
        "conversation_id": "6553-abc",
        "is_archived": False,
        **fields,
    }


HIDDEN = {"is_visually_hidden_from_conversation": True}
THOUGHTS = {"content_type": "thoughts", "thoughts": [{"summary": "Look", "content": "I look."}]}
ASKED = {
    "content_type": "multimodal_text",
    "parts": [
        {
            "content_type": "image_asset_pointer",
            "asset_pointer": "sediment://file_00000000aa11",
            "width": 8,
            "height": 6,
        },
        "What is it?",
    ],
}


def a_conversation() -> dict[str, Any]:
    return chatgpt(
        node("root", None),
        node("sys", "root", "system", text="hidden", metadata=HIDDEN),
        node("ask", "sys", "user", content=ASKED),
        node("old", "ask", "assistant", text="A circle.", metadata={"model_slug": "gpt-4o"}),
        node("think", "ask", "assistant", content=THOUGHTS),
        node("recap", "think", "assistant", content={"content_type": "reasoning_recap"}),
        node(
            "new",
            "recap",
            "assistant",
            text="A square \ue200cite\ue202turn0\ue201.",
            metadata={"model_slug": "o3"},
        ),
        node(
            "code",
            "new",
            "assistant",
            content={"content_type": "code", "language": "python", "text": "1+1"},
            recipient="python",
        ),
        node(
            "out",
            "code",
            "tool",
            content={"content_type": "execution_output", "text": "2"},
        ),
        node("end", "out", "assistant", text="Two."),
        node("odd", "end", "assistant", content={"content_type": "sonic_webpage", "url": "x"}),
        current="odd",
    )


def test_chatgpts_zip_keeps_branches_images_and_reasoning(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([a_conversation(), {"title": "none"}]))
        archive.writestr("file_00000000aa11-sanitized.png", image_bytes())
        archive.writestr("../../evil.png", b"x")
    (bundle,), report = imported_bundles(path, files)
    turns = turns_of(bundle.messages, files)
    shown = path_of(turns, bundle)
    assert [it.content for it in shown] == ["What is it?", "A square .", "", "Two."]
    assert shown[1].reasoning == "I look."
    assert shown[1].model_id == "o3"
    (call,) = shown[2].tool_calls
    assert (call.call.name, call.result) == ("python", "2")
    assert json.loads(call.call.arguments) == {"code": "1+1"}
    (attached,) = shown[0].attachments
    assert attached.media.path.read_bytes() == image_bytes()
    assert (attached.media.kind, attached.lost) == (MediaKind.IMAGE, False)
    (other,) = [it for it in turns if it not in shown]
    assert (other.content, other.parent) == ("A circle.", shown[0])
    record = bundle.record
    assert (record.title, record.created, record.updated) == ("A red square", 1.7e9, 1.7e9 + 100)
    assert report.broken == 1
    assert report.not_understood == {"sonic_webpage": 1}
    assert "sonic_webpage (1)" in report.sentence()
    assert not any("evil.png" in names for _, _, names in os.walk(tmp_path.parent))


def test_content_without_a_kind_is_told_in_words(tmp_path: Path, files: Files) -> None:
    odd = {"content_type": "multimodal_text", "parts": [{"b": 1}, {"content_type": "sonic"}]}
    value = chatgpt(
        node("root", None),
        node("one", "root", "user", text="Hello"),
        node("two", "one", "assistant", content=odd),
        node("three", "one", "assistant", content={"url": "x"}),
    )
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([value]))
    _, report = imported_bundles(path, files)
    assert "Skipped, because their kind is unknown: sonic (1)." in report.sentence()
    assert "2 parts skipped, because the file does not say what they are." in report.sentence()


def pointer(address: str, **fields: Any) -> dict[str, Any]:
    part = {"content_type": "image_asset_pointer", "asset_pointer": address, **fields}
    return {"content_type": "multimodal_text", "parts": [part, ""]}


def test_files_are_found_by_every_kind_of_address(tmp_path: Path, files: Files) -> None:
    context = {"content_type": "user_editable_context", "user_profile": "I am a cat."}
    speech = {"content_type": "audio_transcription", "text": "Say it aloud", "direction": "in"}
    browsed = {"content_type": "tether_browsing_display", "result": "L0: A page", "summary": None}
    quote = {"content_type": "tether_quote", "url": "https://a.b", "text": "A quote"}
    value = chatgpt(
        node("client-created-root", None),
        node("context", "client-created-root", "user", content=context),
        node(
            "one", "context", "user", content=pointer("file-service://file-Ab1"), create_time=None
        ),
        node(
            "two", "one", "tool", content=pointer("file-service://file-Cd2", metadata={"dalle": 1})
        ),
        node(
            "three", "two", "user", content={"content_type": "multimodal_text", "parts": [speech]}
        ),
        node("four", "three", "tool", content=browsed),
        node("five", "four", "tool", content=quote),
        node("six", "five", "assistant", text="Done.", create_time=None),
    )
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations-000.json", json.dumps([value]))
        archive.writestr("conversations-001.json", json.dumps([{**value, "title": "Other"}]))
        archive.writestr("file-Ab1-cat.png", image_bytes())
        archive.writestr("dalle-generations/file-Cd2-5f3c.png", image_bytes())
    (bundle, other), report = imported_bundles(path, files)
    assert (report.files_missing, report.broken, report.not_understood) == (0, 0, {})
    turns = path_of(turns_of(bundle.messages, files), bundle)
    assert [(it.role, it.content) for it in turns] == [
        ("user", ""),
        ("assistant", ""),
        ("user", "Say it aloud"),
        ("assistant", "L0: A page"),
        ("assistant", "A quote"),
        ("assistant", "Done."),
    ]
    assert [len(it.attachments) for it in turns[:2]] == [1, 1]
    assert other.record.title == "Other"


def test_each_message_is_looked_at_once_however_many_are_empty(
    tmp_path: Path, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    thoughts = chatgpt_file._thoughts
    monkeypatch.setattr(chatgpt_file, "_thoughts", lambda it: looked.append(it) or thoughts(it))
    empty = [node(str(it), str(it - 1), "user") for it in range(1, 40)]
    nodes = [node("0", None, "user", text="Hi."), *empty]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([chatgpt(*nodes, node("end", "39", "assistant", text="Yes."))]))
    (bundle,), _ = imported_bundles(path, files)
    assert [it.content for it in bundle.messages] == ["Hi.", "Yes."]
    assert len(looked) == len(empty)


def test_thoughts_are_shown_once_however_many_answers_follow_them(
    tmp_path: Path, files: Files
) -> None:
    nodes = [node("ask", None, "user", text="Why?")]
    for at, above in enumerate(["ask", "think0", "think1"]):
        nodes.append(node(f"think{at}", above, "assistant", content=THOUGHTS))
        nodes.append(node(f"end{at}", f"think{at}", "assistant", text="So."))
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([chatgpt(*nodes)]))
    (bundle,), _ = imported_bundles(path, files)
    assert [it.reasoning for it in bundle.messages] == ["", "I look.", "I look.", "I look."]


def test_chatgpts_json_alone_reports_missing_images(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([a_conversation()]))
    (bundle,), report = imported_bundles(path, files)
    assert report.files_missing == 1
    assert bundle.messages[0].content == "What is it?"
    # unpacked beside it, it is found
    (tmp_path / "file_00000000aa11-sanitized.png").write_bytes(image_bytes())
    (bundle,), report = imported_bundles(path, files)
    assert report.files_missing == 0
    assert [it.kind for it in bundle.messages[0].files] == ["image"]


def test_a_cycle_in_a_mapping_ends(tmp_path: Path, files: Files) -> None:
    one, two = node("a", "b", "user", text="Why?"), node("b", "a", "assistant", text="So.")
    deep = [node(f"n{at}", f"n{at - 1}", "user", text="x") for at in range(3000)]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([chatgpt(one, two), chatgpt(*deep)]))
    (first, second), _ = imported_bundles(path, files)
    assert [it.content for it in first.messages] == ["Why?", "So."]
    assert len(second.messages) == 3000


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        [1, "x", None],
        {"messages": []},
        {"format": "duologue", "version": 99},
        "conversations",
    ],
)
def test_a_file_of_another_kind_is_refused_with_a_sentence(
    tmp_path: Path, files: Files, value: Any
) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value))
    with pytest.raises(Refused, match=r"x\.json"):
        imported_bundles(path, files)


@pytest.mark.parametrize("text", ["[" * 200_000, "{", "9" * 6000, "\x00", ""])
def test_invalid_json_is_refused_with_a_sentence(tmp_path: Path, files: Files, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(Refused, match=r"x\.json"):
        imported_bundles(path, files)


def test_a_truncated_list_yields_its_complete_items(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "conversations.json"
    text = json.dumps([a_conversation(), a_conversation()], indent=1)
    for encoded in (text[:-2000].encode(), text.encode("utf-8-sig")[:-2000]):
        path.write_bytes(encoded)
        found, report = imported_bundles(path, files)
        assert len(found) == 1
        (note,) = report.failures
        assert note.startswith("conversations.json is damaged, and the chats after its readable")
    path.write_text(text[:200])
    with pytest.raises(Refused, match="not a readable JSON file"):
        imported_bundles(path, files)


def test_wrong_types_break_only_their_conversation(tmp_path: Path, files: Files) -> None:
    odd = [
        {"mapping": {"a": 7, "b": {"message": "x", "parent": []}}, "create_time": "soon"},
        chatgpt(node("a", None, "user", content={"content_type": "text", "parts": {"x": 1}})),
        chatgpt(node("a", None, "user", text="Fine."), title=["x"], create_time=10**400),
    ]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(odd))
    bundles, _ = imported_bundles(path, files)
    assert [it.messages[0].content for it in bundles] == ["Fine."]
    assert bundles[0].record.title == ""


def test_a_zip_bomb_is_refused(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps([a_conversation()]))
        archive.writestr("file_00000000aa11.png", b"\0" * 21_000_000)
    (_,), report = imported_bundles(path, files)
    assert report.files_missing == 1


def test_a_damaged_zip_is_refused(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(b"PK\x03\x04" + b"x" * 99)
    with pytest.raises(Refused, match=r"export\.zip"):
        imported_bundles(path, files)


def spoiled(path: Path, ending: str, header: bytes = b"") -> None:
    """Overwrite the compressed data of the entry with that suffix, and maybe its header."""
    with zipfile.ZipFile(path) as archive:
        info = next(it for it in archive.infolist() if it.filename.endswith(ending))
    data = bytearray(path.read_bytes())
    start = info.header_offset + 30 + len(info.filename.encode())
    if header:
        central = data.rindex(info.filename.encode()) - 46
        # The flags and the method, in both headers.
        data[info.header_offset + 6 : info.header_offset + 10] = header
        data[central + 8 : central + 12] = header
    else:
        data[start : start + info.compress_size] = b"\xff" * info.compress_size
    path.write_bytes(data)


DEFLATED, LZMA, UNKNOWN, ENCRYPTED = b"", b"\0\0\x0e\0", b"\0\0\x63\0", b"\1\0\x08\0"


@pytest.mark.parametrize("header", [DEFLATED, LZMA, UNKNOWN, ENCRYPTED])
def test_a_damaged_part_of_an_export_breaks_no_other(
    tmp_path: Path, files: Files, header: bytes
) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            text = json.dumps([a_conversation() | {"create_time": number + 1}])
            archive.writestr(f"conversations-00{number}.json", text)
    spoiled(path, "-001.json", header)
    bundles, report = imported_bundles(path, files)
    assert [it.record.created for it in bundles] == [1, 3]
    assert (report.broken, report.broken_names) == (1, ["conversations-001.json"])
    assert "could not be read: conversations-001.json." in report.sentence()


@pytest.mark.parametrize(
    ("text", "broken"), [("[]", []), *((it, ["conversations-001.json"]) for it in ("", "{", "[{"))]
)
@pytest.mark.parametrize("packed", [True, False])
def test_a_part_of_an_export_without_chats_loses_no_other(
    tmp_path: Path, files: Files, text: str, broken: list[str], packed: bool
) -> None:
    first, last = (json.dumps([a_conversation() | {"create_time": it}]) for it in (1, 3))
    parts = {f"conversations-00{it}.json": data for it, data in enumerate((first, text, last))}
    path = tmp_path / "export.zip" if packed else tmp_path
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
            (tmp_path / name).write_text(data)
    bundles, report = imported_bundles(path, files)
    assert [it.record.created for it in bundles] == [1, 3]
    assert (report.broken, report.broken_names) == (len(broken), broken)


def test_a_zip_file_of_several_disks_is_refused(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([a_conversation()]))
    data = path.read_bytes()
    end = data.rindex(b"PK\5\6")
    several = struct.pack("<4sLQL", b"PK\6\7", 0, end, 2)
    path.write_bytes(data[:end] + bytes(56) + several + data[end:])
    with pytest.raises(Refused, match=r"export\.zip is not a readable \.zip file"):
        imported_bundles(path, files)


def test_a_folder_in_place_of_an_image_is_a_missing_file(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([a_conversation()]))
    (tmp_path / "file_00000000aa11").mkdir()
    (_,), report = imported_bundles(path, files)
    assert report.files_missing == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_encoding_of_json_is_read(
    tmp_path: Path, files: Files, encoding: str, end: str
) -> None:
    path = tmp_path / "conversations.json"
    text = json.dumps([a_conversation(), a_conversation()], indent=1).replace("\n", end)
    path.write_bytes((end + text).encode(encoding))
    bundles, _ = imported_bundles(path, files)
    assert len(bundles) == 2


def test_a_zip_file_may_have_the_separators_of_windows(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("export\\conversations.json", json.dumps([a_conversation()]))
        archive.writestr("export\\file_00000000aa11.png", image_bytes())
    (_,), report = imported_bundles(path, files)
    assert report.files_missing == 0


def test_a_full_export_can_be_unpacked_and_packed_again(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "all.zip"
    value = {"title": "a", "messages": [{"id": 1, "role": "user", "content": "a"}]}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("all/", "")
        archive.writestr(f"all/{HEAD}", json.dumps({"format": FORMAT, "version": 1}))
        archive.writestr(f"all/{CONVERSATIONS}/a.json", json.dumps(value))
        archive.writestr(f"__MACOSX/all/._{HEAD}", b"x")
    (bundle,), report = imported_bundles(path, files)
    assert bundle.record.title == "a"
    assert report.broken == 0


def test_a_damaged_conversation_of_a_full_export_breaks_no_other(
    tmp_path: Path, files: Files
) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(HEAD, json.dumps({"format": FORMAT, "version": 1}))
        archive.writestr("presets.json", json.dumps({"presets": ["x" * 99]}))
        for name in "abc":
            value = {"title": name, "messages": [{"id": 1, "role": "user", "content": name}]}
            archive.writestr(f"{CONVERSATIONS}/{name}.json", json.dumps(value))
    spoiled(path, "b.json")
    spoiled(path, "presets.json")
    bundles, report = imported_bundles(path, files)
    assert [it.record.title for it in bundles] == ["a", "c"]
    assert report.broken_names == ["b.json"]
    assert "presets.json in the .zip file is damaged." in report.sentence()


def test_a_json_bomb_is_refused(tmp_path: Path, files: Files) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", " " * 21_000_000)
    with pytest.raises(Refused, match="too large to import"):
        imported_bundles(path, files)


def test_a_huge_central_directory_is_refused(
    tmp_path: Path, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.transfer.importing.limited_reading._MOST_DIRECTORY", 100)
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(3):
            archive.writestr(f"conversations-00{number}.json", "[]")
    with pytest.raises(Refused, match="too large to import"):
        imported_bundles(path, files)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
def test_a_full_disk_is_not_reported_as_damage(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.png", image_bytes())

    class Full:
        def put_written(self, write: Callable[[Path], None], _: str) -> None:
            write(Path("/dev/full"))

    full: Any = Full()
    with open_zip(path) as packed, pytest.raises(OSError, match="No space left"):
        packed.put("a.png", full, "a.png")


# --- LM Studio ---------------------------------------------------------------------------


def block(text: str, **step: Any) -> dict[str, Any]:
    return {"type": "contentBlock", "content": [{"type": "text", "text": text}], **step}


def lmstudio() -> dict[str, Any]:
    asked = {
        "type": "singleStep",
        "role": "user",
        "content": [
            {"type": "text", "text": "What is it?"},
            {"type": "file", "fileIdentifier": "17-a.png", "fileType": "image", "sizeBytes": 9},
        ],
    }
    first = {"type": "multiStep", "role": "assistant", "steps": [block("A circle.")]}
    second = {
        "type": "multiStep",
        "role": "assistant",
        "senderInfo": {"senderName": "qwen3-vl-4b"},
        "steps": [
            block("I look.", style={"type": "thinking", "ended": True}, prefix="<think>"),
            {"type": "toolStatus", "callId": 1},
            {
                "type": "contentBlock",
                "content": [
                    {
                        "type": "toolCallRequest",
                        "callId": 1,
                        "name": "look",
                        "parameters": {"at": 1},
                    },
                    {"type": "toolCallResult", "toolCallRequestId": "1", "content": "red"},
                ],
            },
            block("A square."),
            {"type": "hologram"},
        ],
    }
    more = {"type": "singleStep", "role": "user", "content": [{"type": "text", "text": "And?"}]}
    return {
        "name": "Shapes",
        "pinned": True,
        "createdAt": 1_728_000_000_123,
        "systemPrompt": "Be brief.",
        "lastUsedModel": {"identifier": "qwen/qwen3-vl-4b"},
        "messages": [
            {"versions": [asked], "currentlySelected": 0},
            {"versions": [first, second], "currentlySelected": 1},
            {"versions": [more], "currentlySelected": 0},
        ],
    }


def test_lm_studios_folder_keeps_versions_files_and_folders(tmp_path: Path, files: Files) -> None:
    folder = tmp_path / "conversations"
    (folder / "Work" / "Deep").mkdir(parents=True)
    (tmp_path / "user-files").mkdir()
    (tmp_path / "user-files" / "17-a.png").write_bytes(image_bytes())
    (tmp_path / "user-files" / "17-a.png.metadata.json").write_text('{"originalName": "cat.png"}')
    place = folder / "Work" / "Deep" / "1728000000123.conversation.json"
    place.write_text(json.dumps(lmstudio()))
    (folder / "1.conversation.json").write_text("{}")
    (folder / "2.conversation.json").write_text("broken")
    (bundle,), report = imported_bundles(folder, files)
    turns = turns_of(bundle.messages, files)
    shown = path_of(turns, bundle)
    assert [it.content for it in shown] == ["What is it?", "A square.", "And?"]
    assert (shown[1].reasoning, shown[1].model_id) == ("I look.", "qwen3-vl-4b")
    assert shown[1].tool_calls[0].result == "red"
    assert [it.title for it in shown[0].attachments] == ["cat.png"]
    (other,) = [it for it in turns if it not in shown]
    assert (other.content, other.parent) == ("A circle.", shown[0])
    assert bundle.folder is not None
    assert bundle.folder.name == "Work/Deep"
    assert bundle.record.pinned
    assert bundle.record.created == pytest.approx(1_728_000_000.123)
    assert read_fields(ChatSettings, bundle.record.settings).options.system_prompt == "Be brief."
    assert report.not_understood == {"hologram": 1}
    assert report.broken == 1


def test_a_damaged_message_of_lm_studio_loses_no_other(tmp_path: Path, files: Files) -> None:
    value = lmstudio()
    value["messages"].insert(1, None)
    path = tmp_path / "1.conversation.json"
    path.write_text(json.dumps(value))
    (bundle,), report = imported_bundles(path, files)
    assert [it.content for it in path_of(turns_of(bundle.messages, files), bundle)][-1] == "And?"
    assert report.broken_messages == 1


def test_each_result_of_lm_studio_is_that_of_its_call(tmp_path: Path, files: Files) -> None:
    results = ["early", "", "red"]
    calls = [{"type": "toolCallRequest", "name": it, "parameters": {}} for it in "abc"]
    told = [{"type": "toolCallResult", "content": it} for it in results]
    version = {"role": "assistant", "content": [told[0], *calls, *told[1:]]}
    path = tmp_path / "1.conversation.json"
    path.write_text(json.dumps({"messages": [{"versions": [version]}]}))
    (bundle,), _ = imported_bundles(path, files)
    (turn,) = turns_of(bundle.messages, files)
    assert [(it.state, it.result) for it in turn.tool_calls] == [
        (CallState.DONE, ""),
        (CallState.DONE, "red"),
        (CallState.DROPPED, ""),
    ]


def test_lm_studios_damaged_metadata_loses_no_file(tmp_path: Path, files: Files) -> None:
    folder = tmp_path / "user-files"
    folder.mkdir()
    (folder / "17-a.png").write_bytes(image_bytes())
    (folder / "17-a.png.metadata.json").write_text("{")
    path = tmp_path / "1.conversation.json"
    path.write_text(json.dumps(lmstudio()))
    (bundle,), report = imported_bundles(path, files)
    assert turns_of(bundle.messages, files)[0].attachments[0].title == "17-a.png"
    assert report.files_missing == 0


@pytest.mark.parametrize("name", ["../secret.png", "x" * 300, ""])
def test_a_file_name_of_lm_studio_cannot_leave_its_folder(
    tmp_path: Path, files: Files, name: str
) -> None:
    value = lmstudio()
    value["messages"][0]["versions"][0]["content"][1]["fileIdentifier"] = name
    (tmp_path / "secret.png").write_bytes(image_bytes())
    (tmp_path / "user-files").mkdir()
    (tmp_path / "conversations").mkdir()
    path = tmp_path / "conversations" / "1.conversation.json"
    path.write_text(json.dumps(value))
    (bundle,), report = imported_bundles(path, files)
    assert report.files_missing == 1
    assert not any(it.files for it in bundle.messages)


@pytest.mark.parametrize("name", ["x" * 5000, "a\0.png", "\ud83d.png", "..", "", 7, None])
def test_a_file_that_cannot_exist_is_only_missing(
    tmp_path: Path, files: Files, name: object
) -> None:
    value = lmstudio()
    value["messages"][0]["versions"][0]["content"][1]["fileIdentifier"] = name
    path = tmp_path / "1.conversation.json"
    path.write_text(json.dumps(value))
    (_,), report = imported_bundles(path, files)
    assert report.files_missing == 1
