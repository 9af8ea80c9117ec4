"""The chosen options of a chat, and the tools that are left of them."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtTest import QSignalSpy

from engine.messages import SamplingParams
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions
from ui.state.chosen_options import ChosenOptions
from ui.state.preset import Preset
from ui.state.settings import ALWAYS, NEVER
from ui.state.tool_entry import ToolChoices, ToolEntry

CALCULATOR = ToolEntry("calculator", "calculator", "Calculator", "Calculates exactly.")
DATE = ToolEntry("date", "date", "Date", "Tells the date.")
CHOSEN = ChatOptions(
    tools=("calculator", "date", "gone"), sampling=SamplingParams(thinking=True, thinking_budget=9)
)


def chosen() -> ChosenOptions:
    options = ChosenOptions()
    options.tools.offer([CALCULATOR, DATE], {"calculator": ALWAYS, "date": NEVER})
    options.set(CHOSEN)
    return options


def test_missing_and_forbidden_tools_are_not_offered() -> None:
    options = chosen()
    assert options.usable == replace(CHOSEN, tools=("calculator",))
    assert options.value == CHOSEN


def test_a_preset_keeps_the_files() -> None:
    options, preset = chosen(), Preset("Wild", ChatOptions(system_prompt="Be wild."))
    options.change(files=(Path("a.txt"),))
    used = QSignalSpy(options.preset_chosen)
    options.use(preset)
    assert options.value == replace(preset.options, files=(Path("a.txt"),))
    assert used.at(0) == [preset]


def test_all_chats_choose_from_the_same_tools() -> None:
    tools = ToolChoices()
    chats = [Chat(number, tools) for number in (1, 2)]
    changed = QSignalSpy(chats[0].options.abilities_changed)
    for chat in chats:
        chat.options.change(tools=("date",))
    tools.offer([DATE], {})
    assert [chat.options.usable.tools for chat in chats] == [("date",), ("date",)]
    assert changed.count() == 1
