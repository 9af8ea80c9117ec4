"""MCP servers over stdio, started for real."""

import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from app.tools import mcp_stdio, server_process
from app.tools.bounded_log import MAX_LOGGED, LibraryLog
from app.tools.mcp_stderr import StderrTail
from app.tools.tool import Tool
from tests.app.tools.odd_server import PAGES
from tests.kit.tool_desk import PATIENCE, ToolDesk, assert_running, everyday, is_running, odd
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerState

READY, FAILED, OFF, STARTING = (
    ServerState.READY,
    ServerState.FAILED,
    ServerState.OFF,
    ServerState.STARTING,
)

CHANGED = "Error: The tool pid has changed since it was offered. Ask the question again."


@pytest.fixture(scope="module")
def shared() -> Iterator[ToolDesk]:
    """The everyday server, started once."""
    desk = ToolDesk(everyday(environment=(("TOKEN", "secret"),)))
    desk.until_state("everyday", READY)
    yield desk
    assert desk.box.close(PATIENCE)


@pytest.fixture
def open_desk() -> Iterator[Callable[..., ToolDesk]]:
    desks: list[ToolDesk] = []

    def opened(*servers: McpServer, **options) -> ToolDesk:
        desks.append(ToolDesk(*servers, **options))
        return desks[-1]

    yield opened
    for desk in desks:
        assert desk.box.close(PATIENCE)


def function(tool: Tool) -> dict:
    return json.loads(tool.function())["function"]


# --- a server that works ----------------------------------------------------------------------


def test_tools_are_listed_for_the_user_and_the_model(shared: ToolDesk) -> None:
    entry = shared.tool("everyday/add").entry
    assert (entry.name, entry.title, entry.group) == ("everyday_add", "Add two numbers", "everyday")
    told = function(shared.tool("everyday/add"))
    assert told["name"] == "everyday_add"
    assert told["description"] == "Add two whole numbers."
    assert set(told["parameters"]["properties"]) == {"a", "b"}
    assert function(shared.tool("everyday/pid"))["parameters"]["properties"] == {}
    assert shared.box.registry.find("everyday_add") == shared.tool("everyday/add")
    assert shared.tool("everyday/add").entry in shared.status("everyday").tools


def test_a_call_gives_its_result(shared: ToolDesk) -> None:
    done = shared.call("everyday/add", '{"a": 2, "b": 40}')
    assert (done.text, done.error) == ("42", False)


def test_an_error_of_the_tool_is_reported(shared: ToolDesk) -> None:
    done = shared.call("everyday/divide", '{"a": 1, "b": 0}')
    assert done.error
    assert done.text.startswith("Error: ")
    assert "b must not be zero" in done.text


def test_an_exception_in_the_tool_leaves_the_server_running(shared: ToolDesk) -> None:
    done = shared.call("everyday/broken")
    assert done.error
    assert shared.call("everyday/add", '{"a": 1, "b": 1}').text == "2"


def test_arguments_are_checked_before_the_server_sees_them(shared: ToolDesk) -> None:
    assert "'b' is a required property" in shared.call("everyday/add", '{"a": 1}').text
    assert "'x' is not of type 'integer'" in shared.call("everyday/add", '{"a": "x", "b": 1}').text


def test_a_server_gets_only_the_configured_environment(shared: ToolDesk, monkeypatch) -> None:
    assert "PYTEST_CURRENT_TEST" in os.environ
    value, *names = shared.call("everyday/environment").text.split()
    assert value == "secret"
    assert {"TOKEN", "PATH"} <= set(names)
    assert not {name for name in names if name.startswith(("PYTEST", "QT", "VIRTUAL"))}


def test_parts_that_are_not_text_are_described(shared: ToolDesk) -> None:
    done = shared.call("everyday/mixed")
    assert not done.error
    assert done.text.splitlines() == [
        "Look:",
        "(An image, image/png, 4 kB, which is not shown to the model.)",
        "(A link to notes: file:///notes.txt)",
        "milk",
    ]


def test_a_result_is_bounded_and_says_so(shared: ToolDesk) -> None:
    text = shared.call("everyday/much").text
    assert text.endswith("\n(Cut: these are 64 kB of 200 kB.)")
    assert text.count("ä") == 32_000


def test_a_cancelled_call_ends_and_the_server_is_notified(shared: ToolDesk) -> None:
    shared.box.run("stopped", shared.tool("everyday/hang"), "{}")
    assert shared.call("everyday/hanging").text == "yes"
    shared.box.cancel("stopped")
    done = shared.end("stopped")
    assert (done.text, done.error) == ("Error: The call was stopped.", True)
    assert shared.call("everyday/was_cancelled").text == "yes"
    shared.box.cancel("stopped")
    assert shared.call("everyday/pid").error is False
    assert [event.run_id for event in shared.finished].count("stopped") == 1


def test_a_changed_list_of_tools_is_fetched_again(shared: ToolDesk) -> None:
    assert shared.call("everyday/grow").text == "grown"
    shared.until(lambda: shared.box.registry.with_id("everyday/grown") is not None)
    assert shared.call("everyday/grown").text == "new"


def test_a_crash_is_reported_and_the_next_call_restarts_the_server(
    shared: ToolDesk,
) -> None:
    """Runs near the end with the shared server, which is a new process afterwards."""
    first = int(shared.call("everyday/pid").text)
    done = shared.call("everyday/crash")
    assert done.text.startswith("Error: The server everyday ended unexpectedly. It wrote: ")
    assert done.text.endswith("out of cheese")
    assert shared.until_state("everyday", FAILED).problem == done.text.removeprefix("Error: ")
    assert shared.status("everyday").tools
    second = int(shared.call("everyday/pid").text)
    assert second != first
    assert_running([first], [False])
    assert shared.status("everyday").state is READY


def test_a_change_by_the_call_that_restarts_the_server_is_noticed(shared: ToolDesk) -> None:
    shared.call("everyday/crash")
    shared.until_state("everyday", FAILED)
    shared.call("everyday/grow")
    shared.until(lambda: shared.box.registry.with_id("everyday/grown") is not None)


def restart(desk: ToolDesk, server: McpServer) -> None:
    """Switch a server off and on again."""
    desk.box.use((replace(server, enabled=False),))
    desk.until_state(server.name, OFF)
    desk.box.use((server,))


# --- servers that misbehave --------------------------------------------------------------------


def test_a_missing_program_is_reported(open_desk) -> None:
    desk = open_desk(McpServer("gone", "/no/such/program"))
    status = desk.until_state("gone", FAILED)
    assert "The program “/no/such/program” of the server gone was not found." in status.problem
    assert status.tools == ()


def test_a_file_that_is_not_executable_is_reported(open_desk, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("milk")
    desk = open_desk(McpServer("notes", str(tmp_path / "notes.txt")))
    assert "may not be run" in desk.until_state("notes", FAILED).problem


def test_a_server_that_ends_at_its_start_is_reported(open_desk) -> None:
    problem = open_desk(odd("crash")).until_state("odd", FAILED).problem
    assert problem == "The server odd ended before it was ready. It wrote: no configuration"


def test_a_server_that_never_answers_is_reported(open_desk) -> None:
    desk = open_desk(odd("silent"), start_seconds=0.5)
    problem = desk.until_state("odd", FAILED).problem
    assert problem == "The server odd did not answer within 0.5 seconds."


def test_a_call_waits_for_a_server_that_starts_slowly(open_desk, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    server = odd("fifo", str(gate))
    desk = open_desk(server)
    gate.write_text("")
    desk.until_state("odd", READY)
    pid = desk.tool("odd/pid")
    restart(desk, server)
    desk.until_state("odd", STARTING)
    desk.box.run("early", pid, "{}")
    gate.write_text("")
    assert not desk.end("early").error
    assert desk.status("odd").state is READY


def test_all_pages_of_an_older_server_are_read_and_again_when_they_change(open_desk) -> None:
    desk = open_desk(odd("old"))
    names = [tool.name for tool in desk.until_state("odd", READY).tools]
    assert names == [f"odd_{name}" for page in PAGES for name in page]
    before = desk.tool("odd/pid").terms
    assert before is not None
    assert desk.call("odd/grow").text == "{}"
    desk.until(lambda: desk.box.registry.with_id("odd/grown") is not None)
    assert (before.description, desk.tool("odd/pid").terms) == (
        "One of 9.",
        replace(before, description="One of 10."),
    )


def test_an_unusable_schema_is_left_to_the_server(open_desk) -> None:
    desk = open_desk(odd("old"))
    desk.until_state("odd", READY)
    assert desk.call("odd/unknown", '{"n": 1}').text == '{"n": 1}'


def test_a_call_times_out_and_the_server_continues(open_desk) -> None:
    desk = open_desk(odd("old"), call_seconds=0.5)
    desk.until_state("odd", READY)
    assert desk.call("odd/hang").text == "Error: hang gave no result within 0.5 seconds."
    desk.take_rest()
    assert desk.status("odd").state is READY


def test_a_server_that_ends_between_calls_is_restarted(open_desk) -> None:
    desk = open_desk(odd("old"))
    desk.until_state("odd", READY)
    first = int(desk.call("odd/pid").text)
    os.kill(first, signal.SIGKILL)
    assert "ended unexpectedly" in desk.until_state("odd", FAILED).problem
    assert int(desk.call("odd/pid").text) != first
    assert desk.status("odd") == replace(desk.status("odd"), state=READY, problem="")


def test_a_tool_that_changed_at_the_restart_does_not_run(open_desk, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    desk = open_desk(odd("fifo", str(gate)))
    gate.write_text("")
    desk.until_state("odd", READY)
    allowed = desk.tool("odd/pid")
    os.kill(int(desk.call("odd/pid").text), signal.SIGKILL)
    desk.until_state("odd", FAILED)
    desk.box.run("again", allowed, "{}")
    gate.write_text("another")
    assert desk.end("again").text == CHANGED
    assert desk.tool("odd/pid").terms != allowed.terms
    assert not desk.call("odd/pid").error


def test_a_tool_that_changed_since_it_was_allowed_does_not_run(open_desk) -> None:
    """The window has not received the new list of tools yet."""
    desk = open_desk(odd("old"))
    desk.until_state("odd", READY)
    allowed = desk.tool("odd/pid")
    desk.call("odd/grow")
    desk.until(lambda: desk.box.registry.with_id("odd/grown") is not None)
    desk.box.run("late", allowed, "{}")
    assert desk.end("late").text == CHANGED


def test_a_server_is_restarted_only_a_few_times(open_desk) -> None:
    desk = open_desk(odd("old"))
    desk.until_state("odd", READY)
    for _ in range(4):
        assert "my last words" in desk.call("odd/exit").text
    assert "ended 3 times" in desk.call("odd/pid").text
    restart(desk, odd("old"))
    desk.until_state("odd", STARTING)
    desk.until_state("odd", READY)
    assert not desk.call("odd/pid").error


def test_a_disabled_server_ends_and_loses_its_tools(open_desk) -> None:
    desk = open_desk(odd("old"))
    desk.until_state("odd", READY)
    pid, tool = int(desk.call("odd/pid").text), desk.tool("odd/pid")
    desk.box.run("under way", desk.tool("odd/hang"), "{}")
    assert desk.call("odd/pid").text == str(pid)
    desk.box.use((odd("old", enabled=False),))
    desk.until_state("odd", OFF)
    assert desk.end("under way").text == "Error: The server odd was closed."
    assert desk.box.registry.with_id("odd/pid") is None
    desk.box.run("late", tool, "{}")
    assert desk.end("late").text == "Error: The server odd is switched off."
    assert desk.box.close(PATIENCE)
    assert_running([pid], [False])


def test_only_changed_servers_restart(open_desk) -> None:
    desk = open_desk(odd("old", name="a"), odd("old", name="b"))
    desk.until_state("a", READY)
    desk.until_state("b", READY)
    a, b = desk.call("a/pid").text, desk.call("b/pid").text
    terms = [desk.tool(f"{name}/pid").terms for name in "ab"]
    changed = odd("old", name="b", environment=(("X", "1"),))
    desk.box.use((odd("old", name="a", disabled_tools=("exit",)), changed))
    desk.until_state("b", STARTING)
    desk.until_state("b", READY)
    assert desk.call("a/pid").text == a
    assert desk.call("b/pid").text != b
    now = [desk.tool(f"{name}/pid").terms for name in "ab"]
    assert (now[0] == terms[0], now[1] == terms[1]) == (True, False)
    assert_running([int(b)], [False])
    assert desk.box.registry.with_id("a/exit") is None
    assert "a_exit" in [tool.name for tool in desk.status("a").tools]


def test_two_servers_may_have_the_same_tools(open_desk) -> None:
    desk = open_desk(odd("old", name="one"), odd("old", name="two"))
    desk.until_state("one", READY)
    desk.until_state("two", READY)
    assert desk.tool("one/pid").entry.name == "one_pid"
    assert desk.call("one/pid").text != desk.call("two/pid").text


@pytest.fixture
def impatient(monkeypatch) -> None:
    monkeypatch.setattr(server_process, "GRACE_SECONDS", 0.05)
    monkeypatch.setattr(server_process, "SIGNAL_SECONDS", 0.05)


@pytest.mark.usefixtures("impatient")
def test_closing_leaves_no_process(open_desk) -> None:
    """Covers servers that ignore the end of their input or SIGTERM, and a call that is running."""
    modes = ("stubborn", "deaf", "old")
    desk = open_desk(*(odd(mode, name=mode) for mode in modes))
    for mode in modes:
        desk.until_state(mode, READY)
    pids = [int(desk.call(f"{name}/pid").text) for name in modes]
    assert all(is_running(pid) for pid in pids)
    desk.box.run("open", desk.tool("old/hang"), "{}")
    assert desk.box.close(PATIENCE)
    assert_running(pids, [False] * len(pids))
    assert desk.end("open").error


def with_children(desk: ToolDesk) -> list[int]:
    desk.until_state("odd", READY)
    pids = json.loads(desk.call("odd/children").text)
    assert [is_running(pid) for pid in pids] == [True, True, True]
    return pids


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("how", ["close", "off"])
def test_child_processes_end_with_their_server(open_desk, how: str) -> None:
    desk = open_desk(odd("old"))
    pids = with_children(desk)
    if how == "off":
        restart(desk, odd("old"))
        desk.until_state("odd", READY)
    else:
        assert desk.box.close(PATIENCE)
    assert_running(pids, [False, False, False])


@pytest.mark.skipif(sys.platform != "linux", reason="sleep hides its environment on macOS")
@pytest.mark.usefixtures("impatient")
def test_child_processes_end_when_their_server_crashes(open_desk) -> None:
    """Nothing identifies the parent of the third process."""
    desk = open_desk(odd("old"))
    *found, lost = with_children(desk)
    assert "my last words" in desk.call("odd/exit").text
    desk.until_state("odd", FAILED)
    assert_running(found, [False, False])
    os.kill(lost, signal.SIGKILL)


def test_a_hanging_loop_leaves_no_process(open_desk) -> None:
    """The helpers outside the server's process group only get SIGTERM, and ignore it."""
    desk = open_desk(odd("deaf"))
    children = with_children(desk)
    pids = [int(desk.call("odd/pid").text), *children]
    hang = Event()
    desk.box._thread.post(hang.wait)
    assert not desk.box.close(0.1)
    try:
        assert_running(pids, [False, False, True, True])
    finally:
        kill(pids)
        hang.set()


@pytest.mark.usefixtures("impatient")
def test_a_helper_outside_the_process_group_is_not_killed(open_desk) -> None:
    desk = open_desk(odd("deaf"))
    pids = with_children(desk)
    assert desk.box.close(PATIENCE)
    try:
        assert_running(pids, [False, True, True])
    finally:
        kill(pids)


def kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


# --- servers that write too much ------------------------------------------------------------------


def test_lines_that_are_not_messages_are_counted_and_harmless(open_desk, caplog) -> None:
    caplog.set_level(logging.INFO)
    desk = open_desk(odd("chatty"))
    caplog.clear()
    desk.until_state("odd", READY)
    assert not desk.call("odd/pid").error
    assert desk.box.close(PATIENCE)
    assert len(caplog.records) < 10
    assert "server odd: 2001 lines of its output are not messages" in caplog.messages


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("mode", ["flood", "line", "ping"])
def test_a_server_that_writes_endlessly_is_stopped(open_desk, monkeypatch, mode: str) -> None:
    monkeypatch.setattr(mcp_stdio, "MAX_JUNK", 300_000)
    monkeypatch.setattr(mcp_stdio, "MAX_LINE", 300_000)
    monkeypatch.setattr(mcp_stdio, "MAX_UNANSWERED", 100)
    desk = open_desk(odd(mode))
    problem = desk.until_state("odd", FAILED).problem
    assert problem.startswith("The server odd was stopped because it writes too much")


def test_only_the_first_lines_are_logged(caplog) -> None:
    caplog.set_level(logging.INFO)
    tail = StderrTail("odd")
    tail.data_received(b"a line\n" * 5_000)
    assert len(caplog.records) == MAX_LOGGED + 1
    assert caplog.messages[-1] == "server odd: further output is not logged"
    assert tail.text() == "a line a line a line"


def test_the_log_of_a_library_is_bounded_and_has_no_tracebacks(caplog) -> None:
    caplog.set_level(logging.INFO)
    LibraryLog(logging.getLogger("app"), "noisy")
    logger = logging.getLogger("noisy.part")
    for _ in range(MAX_LOGGED + 5):
        logger.error("bad line", exc_info=ValueError("x" * 1_000))
    assert caplog.messages[0] == "noisy: ERROR bad line"
    assert caplog.messages[-1] == "noisy: further output is not logged"
    assert len(caplog.records) == MAX_LOGGED + 1
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("name", ["half", "deep"])
def test_an_unreadable_answer_is_reported_at_once(open_desk, name: str) -> None:
    desk = open_desk(odd("old"))
    desk.until_state("odd", READY)
    text = desk.call(f"odd/{name}").text
    assert text == "Error: The server odd refused: its answer is not valid JSON"


def test_results_are_not_matched_against_server_patterns(open_desk) -> None:
    """Each tool of this server has a result schema whose check never ends."""
    desk = open_desk(odd("old"))
    desk.until_state("odd", READY)
    assert not desk.call("odd/pid").error


def test_closing_while_servers_start_leaves_no_process(open_desk, tmp_path: Path) -> None:
    script = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid())); sys.stdin.read()"
    os.mkfifo(tmp_path / "pid")
    desk = open_desk(McpServer("odd", sys.executable, ("-c", script, str(tmp_path / "pid"))))
    pid = int((tmp_path / "pid").read_text())
    assert desk.box.close(PATIENCE)
    assert_running([pid], [False])


def test_closing_an_unused_toolbox_works() -> None:
    assert ToolDesk().box.close(0.0)
