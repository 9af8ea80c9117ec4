"""The built-in tools, called as a model calls them."""

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from app.tools import current_date, read_file
from app.tools.builtin import CALCULATOR, CURRENT_DATE
from app.tools.tool import Tool, ToolContext, ToolError
from tests.kit.tool_desk import PATIENCE, ToolDesk
from ui.state.tool_entry import ToolEntry


@pytest.fixture
def tool_desk() -> Iterator[ToolDesk]:
    desk = ToolDesk()
    yield desk
    assert desk.box.close(PATIENCE)


def waiting(run: Callable[[dict[str, Any], ToolContext], str]) -> Tool:
    return Tool(ToolEntry("wait", "wait", "Wait", "Wait."), '{"type": "object"}', run)


# --- running ------------------------------------------------------------------------------------


def test_the_calculator_answers(tool_desk: ToolDesk) -> None:
    done = tool_desk.call("calculator", '{"expression": "6*7"}')
    assert (done.text, done.error) == ("42", False)
    assert done.seconds >= 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ('{"expression": "1/0"}', "Error: Division by zero."),
        ("{}", "Error: The arguments do not fit the tool: 'expression' is a required property."),
        ("", "Error: The arguments do not fit the tool: 'expression' is a required property."),
        (
            '{"expression": 3}',
            "Error: The arguments do not fit the tool: 3 is not of type 'string' in 'expression'.",
        ),
        ("[1]", "Error: The arguments must be a JSON object, with a value for each name."),
        (
            '{"expression": NaN}',
            "Error: The arguments are not valid JSON: NaN is not a JSON number.",
        ),
    ],
)
def test_an_invalid_call_gets_the_reason(tool_desk: ToolDesk, arguments: str, problem: str) -> None:
    done = tool_desk.call("calculator", arguments)
    assert (done.text, done.error) == (problem, True)


@pytest.mark.parametrize(
    "arguments",
    ["{", "not json", "[" * 100_000, "\ud800", '{"expression": "\\ud800"}', '{"a": 1e999}'],
)
def test_invalid_json_arguments_are_refused(tool_desk: ToolDesk, arguments: str) -> None:
    assert tool_desk.call("calculator", arguments).text.startswith(
        "Error: The arguments are not valid"
    )


def test_a_tool_has_a_time_limit() -> None:
    desk, release = ToolDesk(call_seconds=0.2), Event()
    desk.box.run("slow", waiting(lambda *_: str(release.wait(PATIENCE))), "{}")
    assert desk.end("slow").text == "Error: Wait gave no result within 0.2 seconds."
    release.set()
    assert desk.box.close(PATIENCE)
    desk.take_rest()
    assert [event.run_id for event in desk.finished].count("slow") == 1


def test_calls_run_at_the_same_time_and_one_can_be_stopped(tool_desk: ToolDesk) -> None:
    begun, release = Event(), Event()

    def run(*_) -> str:
        begun.set()
        return str(release.wait(PATIENCE))

    tool_desk.box.run("slow", waiting(run), "{}")
    assert begun.wait(PATIENCE)
    assert tool_desk.call("calculator", '{"expression": "1+1"}').text == "2"
    with pytest.raises(ValueError, match="slow"):
        tool_desk.box.run("slow", CALCULATOR, "{}")
    tool_desk.box.cancel("slow")
    assert tool_desk.end("slow").text == "Error: The call was stopped."
    release.set()
    tool_desk.box.cancel("slow")
    tool_desk.box.cancel("unknown")
    tool_desk.box.run("slow", CALCULATOR, '{"expression": "2"}')  # the id is free again
    tool_desk.until(lambda: tool_desk.finished[-1].text == "2")
    assert [event.run_id for event in tool_desk.finished].count("slow") == 2


def test_a_call_stopped_at_once_still_ends(tool_desk: ToolDesk) -> None:
    for number in range(50):
        tool_desk.box.run(str(number), CURRENT_DATE, "{}")
        tool_desk.box.cancel(str(number))
    tool_desk.until(lambda: len(tool_desk.finished) == 50)
    assert {event.run_id for event in tool_desk.finished} == {str(number) for number in range(50)}


def test_a_fault_in_a_tool_is_reported(tool_desk: ToolDesk) -> None:
    tool_desk.box.run("fault", waiting(lambda *_: str(1 // 0)), "{}")
    done = tool_desk.end("fault")
    assert done.error
    assert done.text == "Error: Wait failed: integer division or modulo by zero"


def test_closing_ends_running_calls() -> None:
    desk, release = ToolDesk(), Event()
    desk.box.run("open", waiting(lambda *_: str(release.wait(PATIENCE))), "{}")
    assert desk.box.close(PATIENCE)
    assert desk.end("open").error
    desk.box.run("late", CALCULATOR, '{"expression": "1"}')
    assert desk.end("late").error
    release.set()


# --- the date -----------------------------------------------------------------------------------


def test_a_date_is_written_in_words() -> None:
    berlin = timezone(timedelta(hours=1))
    moment = datetime(2024, 2, 29, 23, 5, 7, tzinfo=berlin)
    assert current_date.in_words(moment, "CET") == "Thursday, 2024-02-29, 23:05:07 (UTC+01:00, CET)"
    moment = moment.astimezone(timezone(-timedelta(hours=9, minutes=30)))
    assert current_date.in_words(moment, "X") == "Thursday, 2024-02-29, 12:35:07 (UTC-09:30, X)"


@pytest.mark.parametrize(
    ("arguments", "zone"),
    [("{}", None), ('{"timezone": "Asia/Tokyo"}', "Asia/Tokyo"), ('{"timezone": "UTC"}', "UTC")],
)
def test_the_current_time_is_returned(
    tool_desk: ToolDesk, arguments: str, zone: str | None
) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    text = tool_desk.call("current_date", arguments).text
    day, clock, offset, name = re.fullmatch(r"\w+, (\S+), (\S+) \(UTC(\S+), (\S+)\)", text).groups()  # pyright: ignore[reportOptionalMemberAccess]
    assert before <= datetime.fromisoformat(f"{day}T{clock}{offset}") <= datetime.now(UTC)
    assert name == zone or zone is None


@pytest.mark.parametrize("zone", ["Mars", "Europe", "../etc/passwd", "/etc/localtime", "a\0b"])
def test_an_unknown_time_zone_is_refused(zone: str) -> None:
    with pytest.raises(ToolError, match="IANA"):
        current_date.run_current_date({"timezone": zone}, ToolContext())


# --- files --------------------------------------------------------------------------------------


def read_tool(context: ToolContext, **arguments) -> str:
    return read_file.run_read_file(arguments, context)


@pytest.fixture
def notes_folder(tmp_path: Path) -> Path:
    (tmp_path / "notes.md").write_text("# Milk\nEggs\n")
    (tmp_path / "secret.txt").write_text("do not read")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.md").write_text("other notes")
    return tmp_path


@pytest.fixture
def context(notes_folder: Path) -> ToolContext:
    return ToolContext((notes_folder / "notes.md", notes_folder / "other" / "notes.md"))


def test_a_file_is_read_by_its_name(context: ToolContext) -> None:
    assert read_tool(context, name="notes.md") == "notes.md:\n# Milk\nEggs\n"
    assert read_tool(context, name="notes (2).md") == "notes (2).md:\nother notes"


def test_a_name_is_found_in_any_unicode_form(tmp_path: Path) -> None:
    composed, apart = "Gr\u00f6\u00dfe.txt", "Gro\u0308\u00dfe.txt"
    (tmp_path / apart).write_text("42")
    context = ToolContext((tmp_path / apart,))
    assert read_tool(context, name=composed) == f"{composed}:\n42"
    assert read_tool(context, name=f" {apart} ") == f"{composed}:\n42"


def test_a_name_that_is_not_text_can_be_sent_to_a_model(tmp_path: Path) -> None:
    (tmp_path / "a\n\tb.txt").write_text("42")
    context = ToolContext((tmp_path / "a\n\tb.txt",))
    assert read_tool(context, name="a  b.txt") == "a  b.txt:\n42"
    note = read_file.files_note((*context.files, Path(os.fsdecode(b"c\xff.txt"))))
    assert note.encode() == b"The files are: a  b.txt, c .txt."


def test_without_a_name_the_files_are_listed(context: ToolContext) -> None:
    listing = "The files of this chat:\n- notes.md (12 bytes)\n- notes (2).md (11 bytes)"
    assert read_tool(context) == listing
    assert read_tool(ToolContext()) == "The user picked no files for this chat."
    with pytest.raises(ToolError) as raised:
        read_tool(context, name="milk.txt")
    assert str(raised.value) == f"There is no file called 'milk.txt'. {listing}"


def test_no_other_file_can_be_reached(notes_folder: Path, context: ToolContext) -> None:
    (notes_folder / "link.md").symlink_to(notes_folder / "secret.txt")
    wanted = [
        "secret.txt",
        "link.md",
        "./notes.md",
        "other/notes.md",
        "../x",
        "notes.md/../secret.txt",
    ]
    wanted += [
        str(notes_folder / "notes.md"),
        str(notes_folder / "secret.txt"),
        "/etc/passwd",
        "~/x",
        "a\0",
    ]
    for name in wanted:
        with pytest.raises(ToolError, match="There is no file called"):
            read_tool(context, name=name)


def test_a_picked_link_is_followed(notes_folder: Path) -> None:
    (notes_folder / "link.md").symlink_to(notes_folder / "notes.md")
    assert "Milk" in read_tool(ToolContext((notes_folder / "link.md",)), name="link.md")


def test_special_files_are_refused(notes_folder: Path) -> None:
    os.mkfifo(notes_folder / "pipe")
    (notes_folder / "loop").symlink_to(notes_folder / "loop")
    (notes_folder / "folder").symlink_to(notes_folder / "other")
    for name in ("pipe", "folder", "loop", "gone"):
        with pytest.raises(ToolError, match=name):
            read_tool(ToolContext((notes_folder / name,)), name=name)
    assert "gone (not there any more)" in read_tool(ToolContext((notes_folder / "gone",)))


def test_a_long_file_is_read_in_pages(tmp_path: Path) -> None:
    text = "".join(f"{number}: Größe 日本 😀\n" for number in range(3000))
    (tmp_path / "long.txt").write_text(text)
    context, read_on, found = ToolContext((tmp_path / "long.txt",)), 0, ""
    while True:
        page = read_tool(context, name="long.txt", offset=read_on)
        head, _, body = page.partition("\n")
        assert len(body) <= read_file.PAGE
        found += body
        more = re.search(r"read on with offset (\d+)", head)
        if not more:
            break
        read_on = int(more[1])
        assert read_on == len(found)
    assert found == text
    assert head.endswith("This is the end of the file.")
    past = read_tool(context, name="long.txt", offset=10**9)
    assert past == f"long.txt ends after {len(text)} characters."


def test_a_huge_file_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.write(b"a,b\n" * 20_000)
        file.truncate(read_file.MAX_BYTES)
    assert "There is more" in read_tool(ToolContext((path,)), name="huge.csv")
    os.truncate(path, read_file.MAX_BYTES + 1)
    with pytest.raises(ToolError, match="too large"):
        read_tool(ToolContext((path,)), name="huge.csv")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Größe".encode(), "Größe"),
        ("Größe".encode("utf-8-sig"), "Größe"),
        ("Größe".encode("utf-16"), "Größe"),
        ("Größe".encode("utf-32"), "Größe"),
        ("Größe – 5 €".encode("cp1252"), "Größe – 5 €"),
        (b"a\r\nb\rc", "a\nb\nc"),
        (b"x" * 65_535 + "ä".encode() + b"\n", "x" * 8_000),
    ],
)
def test_text_is_read_in_any_encoding(tmp_path: Path, data: bytes, text: str) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    assert read_tool(ToolContext((tmp_path / "a.txt",)), name="a.txt").partition("\n")[2] == text


def test_the_first_letters_beyond_ascii_tell_the_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 150_000 + "Größe".encode("cp1252"))
    page = read_tool(ToolContext((tmp_path / "a.txt",)), name="a.txt", offset=150_000)
    assert page.endswith("\nGröße")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\nx", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "an image"),
        (b"PK\x03\x04", "an archive or an office document"),
        (b"\x7fELF\0\0", "a binary file"),
        (bytes(range(1, 200)), "a binary file"),
    ],
)
def test_binary_files_are_refused_with_their_type(tmp_path: Path, data: bytes, kind: str) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    with pytest.raises(ToolError, match=f"a.txt is {kind}. Only plain text can be read."):
        read_tool(ToolContext((tmp_path / "a.txt",)), name="a.txt")


def test_an_empty_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    assert read_tool(ToolContext((tmp_path / "a.txt",)), name="a.txt") == "a.txt is empty."
