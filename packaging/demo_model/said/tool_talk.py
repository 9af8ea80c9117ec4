"""Questions that need tools: the calls, their results and the answer, or that a tool is missing."""

import random
from dataclasses import replace
from typing import Any

from demo_model.said import date_talk, file_talk, tool_steps, tool_use
from demo_model.said.arithmetic import Sum, following_sum, sample_sum
from demo_model.said.exchanges import Exchange, question
from demo_model.said.memory import Memory
from demo_model.said.tool_definitions import (
    CALCULATOR,
    FILE_TOOL,
    KINDS,
    Tool,
    kinds,
    sample_argument,
)
from demo_model.said.tool_results import (
    Outcome,
    failed,
    first_sentence,
    outcome,
    sample_fault,
)
from demo_model.said.tool_use import Use, maybe_declined
from demo_model.said.typed import sloppy

NO_CALCULATOR = "I cannot calculate by myself. Switch on the calculator and ask again."
NO_TOOL = "I have no tool for that."
LONGEST_RESULT = 8
# Shares of the questions for tools that are offered.
STEPS_SHARE = 0.16
DECLINED_SHARE = 0.13
PAIR_SHARE = 0.45
UNNAMED_SHARE = 0.25
ERROR_SHARE = 0.1


def exchange(rng: random.Random, memory: Memory, tools: list[Tool]) -> Exchange:
    """Return a question for some of `tools`, or at times for one that is not offered."""
    if tools and rng.random() < 0.8:
        if rng.random() < STEPS_SHARE:
            return steps(rng, memory, tools)
        return single(rng, memory, rng.choice(tools))
    missing = sorted({CALCULATOR, *KINDS} - kinds(tools))
    if CALCULATOR in missing and rng.random() < 0.5:
        return no_calculator(rng)
    return no_tool(rng, rng.choice([kind for kind in missing if kind != CALCULATOR]))


def single(rng: random.Random, memory: Memory, tool: Tool) -> Exchange:
    """Return one use of a tool: asked, called, answered; the person may not allow it."""
    if tool == FILE_TOOL and rng.random() < UNNAMED_SHARE:
        asked, uses = unnamed_file(rng)
    else:
        uses = [_calculation(rng, memory) if tool.kind == CALCULATOR else request(rng, tool)]
        asked = uses[0].asked
    told = maybe_declined(rng, uses, DECLINED_SHARE)
    _remember(memory, told)
    return tool_use.exchange(asked, told)


def steps(rng: random.Random, memory: Memory, tools: list[Tool]) -> Exchange:
    """Return a calculation in several steps, or two requests at once."""
    two = _two_uses(rng, tools)
    calculator = any(tool.kind == CALCULATOR for tool in tools)
    if two and (not calculator or rng.random() < PAIR_SHARE):
        asked, uses = tool_steps.both(rng, *two)
    elif calculator:
        asked, uses = tool_steps.chain(rng, calculation)
    else:
        return single(rng, memory, rng.choice(tools))
    told = maybe_declined(rng, uses, DECLINED_SHARE)
    _remember(memory, told)
    return tool_use.exchange(asked, told)


def calculation(asked: Sum) -> Use:
    """Return a use of the calculator."""
    result = asked.result
    if result.startswith("Error: "):
        answer = f"That could not be calculated: {first_sentence(result.removeprefix('Error: '))}."
        finding, word = "The calculator reports an error.", ""
    else:
        answer = f"{asked.expression} = {result}"
        finding, word = f"The calculator says {result}.", result
    call = CALCULATOR, {"expression": asked.expression}
    need = f"the calculator for {asked.expression}"
    return Use(asked.asked, call, need, result, finding, answer, word, CALCULATOR)


def request(rng: random.Random, tool: Tool) -> Use:
    """Return a use of another tool."""
    if tool.kind == "date":
        return _date(rng, tool)
    asked, argument = _filled(rng, tool.kind, rng.choice(KINDS[tool.kind].asked))
    if tool.kind == "file":
        return reading(rng, tool, asked, argument)
    found = failed(sample_fault(rng)) if rng.random() < ERROR_SHARE else outcome(rng, tool.kind)
    return _use_of(tool, asked, {tool.parameter: argument} if tool.parameter else {}, found)


def reading(rng: random.Random, tool: Tool, asked: str, name: str) -> Use:
    """Return a use of a tool that reads files."""
    if rng.random() < ERROR_SHARE:
        found = failed(file_talk.fault(rng, name, tool.own))
    else:
        found = Outcome(*file_talk.read(rng, name, tool.own))
    return _use_of(tool, asked, {tool.parameter: name}, found)


def unnamed_file(rng: random.Random) -> tuple[str, list[Use]]:
    """Return a question for the file or the files, without a name: they are listed first, and read
    if there is only one."""
    names = [] if rng.random() < 0.05 else file_talk.sample_names(rng)
    found = Outcome(file_talk.listing(rng, names), file_talk.listed(names))
    if rng.random() < 0.4:
        asked = sloppy(rng, rng.choice(file_talk.WHICH))
        return asked, [_use_of(FILE_TOOL, asked, {}, found)]
    asked = sloppy(rng, rng.choice(file_talk.UNNAMED))
    if len(names) == 1:
        listed = _use_of(FILE_TOOL, asked, {}, replace(found, answer=""))
        return asked, [listed, reading(rng, FILE_TOOL, "", names[0])]
    if names:
        found = replace(found, answer=f"Which one? {found.answer}")
    return asked, [_use_of(FILE_TOOL, asked, {}, found)]


def _date(rng: random.Random, tool: Tool) -> Use:
    asked = date_talk.ask(rng, timed=tool.own)
    if rng.random() < ERROR_SHARE:
        found = failed(sample_fault(rng))
    else:
        told = (
            date_talk.told_by_the_app(rng, asked.place)
            if tool.own
            else date_talk.told_by_another(rng)
        )
        found = Outcome(told.result, *told.answer(asked))
    return _use_of(tool, asked.text, asked.arguments, found)


def _use_of(tool: Tool, asked: str, arguments: dict[str, Any], found: Outcome) -> Use:
    return Use(
        asked,
        (tool.name, arguments),
        f"the tool {tool.name}",
        found.result,
        f"The tool {tool.name} has answered.",
        found.answer,
        found.word,
        tool.kind,
    )


def no_calculator(rng: random.Random) -> Exchange:
    """Return a calculation without a calculator."""
    asked = sample_sum(rng).asked
    return question(asked, NO_CALCULATOR, "I have no calculator.", skill="no_tool")


def no_tool(rng: random.Random, kind: str) -> Exchange:
    """Return a request for a kind of tool that is not offered."""
    asked, _ = _filled(rng, kind, rng.choice(KINDS[kind].asked))
    return question(asked, NO_TOOL, "There is no tool for this.", skill="no_tool")


def _calculation(rng: random.Random, memory: Memory) -> Use:
    """Return a calculation; at times it continues from the last result."""
    follows = memory.result and rng.random() < 0.35
    return calculation(following_sum(rng, memory.result) if follows else sample_sum(rng))


def _two_uses(rng: random.Random, tools: list[Tool]) -> tuple[Use, Use] | None:
    """Return two uses of the same tool or of two, without the same call twice."""
    first, second = (_use(rng, rng.choice(tools)) for _ in range(2))
    # A question for the date and the year at once needs only one call.
    silly = first.call[0] == second.call[0] and not (first.call[1] and second.call[1])
    return None if silly or first.call == second.call else (first, second)


def _use(rng: random.Random, tool: Tool) -> Use:
    return calculation(sample_sum(rng)) if tool.kind == CALCULATOR else request(rng, tool)


def _filled(rng: random.Random, kind: str, template: str) -> tuple[str, str]:
    """Return the question and its argument, which is spelled alike in both."""
    template = sloppy(rng, template)
    if "{}" not in template:
        return template, ""
    argument = sample_argument(rng, kind)
    if rng.random() < 0.15:
        argument = argument.lower()
    return template.format(argument), argument


def _remember(memory: Memory, uses: list[Use]) -> None:
    """Remember the last result, if it is one that somebody would calculate further with."""
    if not any(use.kind == CALCULATOR for use in uses):
        return
    last = uses[-1]
    declined = any(use.result == tool_use.DECLINED for use in uses)
    handy = last.kind == CALCULATOR and last.word and len(last.result) <= LONGEST_RESULT
    memory.result = last.result if handy and not declined else ""
