"""The registry: which tools exist, and how models see them."""

import json
import re
from pathlib import Path

import pytest

from app.tools import names
from app.tools.events import ServersChanged
from app.tools.registry import Registry
from app.tools.tool import Tool, ToolContext, function_form
from ui.state.settings import ALWAYS, NEVER
from ui.state.tool_entry import ServerState, ServerStatus, ToolEntry

VALID = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")
EVERY = ("calculator", "current_date", "read_file")
FILES = ToolContext((Path("/tmp/notes.txt"), Path("/tmp/list.csv")))


def names_of(schemas: tuple[str, ...]) -> list[str]:
    return [json.loads(schema)["function"]["name"] for schema in schemas]


def test_built_in_tools_are_in_the_openai_format() -> None:
    registry = Registry()
    assert [tool.entry.tool_id for tool in registry.tools] == list(EVERY)
    for schema in map(json.loads, registry.offered(EVERY, (), FILES)):
        assert schema["type"] == "function"
        function = schema["function"]
        assert VALID.match(function["name"])
        assert function["description"]
        assert function["parameters"]["type"] == "object"


def test_only_wanted_and_permitted_tools_are_offered() -> None:
    registry = Registry()
    assert names_of(registry.offered((), ())) == []
    assert names_of(registry.offered(("calculator", "unknown"), ())) == ["calculator"]
    assert names_of(registry.offered(EVERY, (), FILES)) == list(EVERY)
    permissions = (("calculator", NEVER), ("current_date", ALWAYS))
    assert names_of(registry.offered(EVERY, permissions, FILES)) == [
        "current_date",
        "read_file",
    ]


def test_reading_files_is_offered_if_there_are_some_and_names_them() -> None:
    registry = Registry()
    assert names_of(registry.offered(EVERY, ())) == ["calculator", "current_date"]
    assert names_of(registry.offered(EVERY, (), ToolContext())) == [
        "calculator",
        "current_date",
    ]
    [schema] = registry.offered(("read_file",), (), FILES)
    assert "The files are: notes.txt, list.csv." in schema


def test_server_tools_come_and_go() -> None:
    registry = Registry()
    entry = ToolEntry("weather/now", "weather_now", "Now", "The weather now.", "weather")
    tool = Tool(entry, '{"type": "object"}', server_tool="now")
    status = ServerStatus("weather", ServerState.READY, (entry,))
    registry.update(ServersChanged((status,), (tool,)))
    assert registry.tools[-1] is tool
    assert registry.find("weather_now") is registry.with_id("weather/now") is tool
    assert registry.statuses == (status,)
    assert names_of(registry.offered(("weather/now",), ())) == ["weather_now"]
    registry.update(ServersChanged())
    assert registry.find("weather_now") is None
    assert registry.find("calculator") is registry.with_id("calculator")


@pytest.mark.parametrize(
    "pairs",
    [
        [("a", "search"), ("b", "search")],
        [("a_b", "c"), ("a", "b_c")],
        [("a b", "c"), ("a.b", "c"), ("a/b", "c"), ("a", "b/c")],
        [("Wetter", "größe"), ("Wetter", "gr__e"), ("日本", "語"), ("日", "本語")],
        [("s" * 100, "t"), ("s" * 100, "u"), ("s" * 64, "t")],
        [("current", "date"), ("read", "file"), ("", "")],
    ],
)
def test_names_are_valid_and_differ(pairs: list[tuple[str, str]]) -> None:
    found = names.model_names(pairs, EVERY)
    assert set(found) == {names.tool_id(*pair) for pair in pairs}
    assert len(found) == len(pairs)
    assert len({*found.values(), *EVERY}) == len(pairs) + len(EVERY)
    assert all(VALID.match(name) for name in found.values())


def test_a_name_does_not_depend_on_other_servers() -> None:
    alone = names.model_names([("b", "search")], EVERY)
    beside = names.model_names([("a", "search"), ("b", "search")], EVERY)
    assert alone["b/search"] == beside["b/search"] == "b_search"


def test_server_text_is_plain_and_bounded() -> None:
    assert names.printable_text("  a\x1b[31m\tb\u202e\nc ", 50) == "a [31m b \nc"
    assert names.printable_text("x" * 50, 50) == "x" * 50
    assert names.printable_text("x" * 51, 50) == "x" * 49 + "…"
    assert len(names.printable_text("x" * 10**6, 50)) == 50


def test_users_and_models_get_their_own_descriptions() -> None:
    tool = Registry().find("read_file")
    assert tool is not None
    assert "that the user picked" in tool.function()
    assert tool.entry.description == (
        "Reads the text files that you choose for this chat, and no others."
    )


def test_no_model_reads_the_dialect_of_a_schema() -> None:
    """TypeScript's SDKs name it in every tool."""
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}
    told = json.loads(function_form("add", "Adds.", schema))["function"]
    assert told == {"name": "add", "description": "Adds.", "parameters": {"type": "object"}}
