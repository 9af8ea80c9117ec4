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
    GERMAN_DEVICES,
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
from demo_model.said.tool_use import ANSWERED, NEED, NO_TOOL, Use, maybe_declined
from demo_model.said.typed import sloppy

# Dot says this of the calculator and of missing tools, by True if it is German.
NO_CALCULATOR = {
    False: "I cannot calculate by myself. Switch on the calculator and ask again.",
    True: "Ich kann nicht selbst rechnen. Schalte den Taschenrechner ein und frag noch einmal.",
}
WITHOUT_CALCULATOR = {False: "I have no calculator.", True: "Ich habe keinen Taschenrechner."}
WITHOUT_TOOL = {False: "There is no tool for this.", True: "Dafür gibt es kein Werkzeug."}
NEED_CALCULATOR = {
    False: "I need the calculator for {}.",
    True: "Ich brauche den Taschenrechner für {}.",
}
CALCULATED = {False: "The calculator says {}.", True: "Der Taschenrechner sagt {}."}
NOT_CALCULATED = {
    False: "That could not be calculated: {}.",
    True: "Das lässt sich nicht berechnen: {}.",
}
CALCULATOR_FAULT = {
    False: "The calculator reports an error.",
    True: "Der Taschenrechner meldet einen Fehler.",
}
WHICH_FILE = {False: "Which one? {}", True: "Welche? {}"}
LONGEST_RESULT = 8
# Shares of the questions for tools that are offered.
STEPS_SHARE = 0.16
DECLINED_SHARE = 0.13
PAIR_SHARE = 0.45
UNNAMED_SHARE = 0.25
ERROR_SHARE = 0.1


def exchange(rng: random.Random, memory: Memory, tools: list[Tool], german: bool) -> Exchange:
    """Return a question for some of `tools`, or at times for one that is not offered."""
    if tools and rng.random() < 0.8:
        if rng.random() < STEPS_SHARE:
            return steps(rng, memory, tools, german)
        return single(rng, memory, rng.choice(tools), german)
    missing = sorted({CALCULATOR, *KINDS} - kinds(tools))
    if CALCULATOR in missing and rng.random() < 0.5:
        return no_calculator(rng, german)
    return no_tool(rng, rng.choice([kind for kind in missing if kind != CALCULATOR]), german)


def single(rng: random.Random, memory: Memory, tool: Tool, german: bool) -> Exchange:
    """Return one use of a tool: asked, called, answered; the person may not allow it."""
    if tool == FILE_TOOL and rng.random() < UNNAMED_SHARE:
        asked, uses = unnamed_file(rng, german)
    else:
        calculates = tool.kind == CALCULATOR
        uses = [_calculation(rng, memory, german) if calculates else request(rng, tool, german)]
        asked = uses[0].asked
    told = maybe_declined(rng, uses, DECLINED_SHARE)
    _remember(memory, told)
    return tool_use.exchange(asked, told)


def steps(rng: random.Random, memory: Memory, tools: list[Tool], german: bool) -> Exchange:
    """Return a calculation in several steps, or two requests at once."""
    two = _two_uses(rng, tools, german)
    calculator = any(tool.kind == CALCULATOR for tool in tools)
    if two and (not calculator or rng.random() < PAIR_SHARE):
        asked, uses = tool_steps.both(rng, *two)
    elif calculator:
        asked, uses = tool_steps.chain(rng, calculation, german)
    else:
        return single(rng, memory, rng.choice(tools), german)
    told = maybe_declined(rng, uses, DECLINED_SHARE)
    _remember(memory, told)
    return tool_use.exchange(asked, told)


def calculation(asked: Sum, german: bool) -> Use:
    """Return a use of the calculator."""
    result = asked.result
    if result.startswith("Error: "):
        answer = NOT_CALCULATED[german].format(first_sentence(result.removeprefix("Error: ")))
        finding, word = CALCULATOR_FAULT[german], ""
    else:
        answer = f"{asked.expression} = {result}"
        finding, word = CALCULATED[german].format(result), result
    call = CALCULATOR, {"expression": asked.expression}
    need = NEED_CALCULATOR[german].format(asked.expression)
    return Use(asked.asked, call, need, result, finding, answer, word, CALCULATOR, german)


def request(rng: random.Random, tool: Tool, german: bool) -> Use:
    """Return a use of another tool."""
    if tool.kind == "date":
        return _date(rng, tool, german)
    asked, argument = _filled(rng, tool.kind, german)
    if tool.kind == "file":
        return reading(rng, tool, asked, argument, german)
    if rng.random() < ERROR_SHARE:
        found = failed(sample_fault(rng), german)
    else:
        found = outcome(rng, tool.kind, german)
    arguments = {tool.parameter: argument} if tool.parameter else {}
    return _use_of(tool, asked, arguments, found, german)


def reading(rng: random.Random, tool: Tool, asked: str, name: str, german: bool) -> Use:
    """Return a use of a tool that reads files."""
    if rng.random() < ERROR_SHARE:
        found = failed(file_talk.fault(rng, name, tool.own), german)
    else:
        found = Outcome(*file_talk.read(rng, name, tool.own, german))
    return _use_of(tool, asked, {tool.parameter: name}, found, german)


def unnamed_file(rng: random.Random, german: bool) -> tuple[str, list[Use]]:
    """Return a question for the file or the files, without a name: they are listed first, and read
    if there is only one."""
    names = [] if rng.random() < 0.05 else file_talk.sample_names(rng)
    found = Outcome(file_talk.listing(rng, names), file_talk.listed(names, german))
    if rng.random() < 0.4:
        asked = sloppy(rng, rng.choice(file_talk.WHICH[german]), openings=not german)
        return asked, [_use_of(FILE_TOOL, asked, {}, found, german)]
    asked = sloppy(rng, rng.choice(file_talk.UNNAMED[german]), openings=not german)
    if len(names) == 1:
        listed = _use_of(FILE_TOOL, asked, {}, replace(found, answer=""), german)
        return asked, [listed, reading(rng, FILE_TOOL, "", names[0], german)]
    if names:
        found = replace(found, answer=WHICH_FILE[german].format(found.answer))
    return asked, [_use_of(FILE_TOOL, asked, {}, found, german)]


def _date(rng: random.Random, tool: Tool, german: bool) -> Use:
    asked = date_talk.ask(rng, timed=tool.own, german=german)
    if rng.random() < ERROR_SHARE:
        found = failed(sample_fault(rng), german)
    else:
        told = (
            date_talk.told_by_the_app(rng, asked.place, german)
            if tool.own
            else date_talk.told_by_another(rng, german)
        )
        found = Outcome(told.result, *told.answer(asked))
    return _use_of(tool, asked.text, asked.arguments, found, german)


def _use_of(tool: Tool, asked: str, arguments: dict[str, Any], found: Outcome, german: bool) -> Use:
    return Use(
        asked,
        (tool.name, arguments),
        NEED[german].format(tool.name),
        found.result,
        ANSWERED[german].format(tool.name),
        found.answer,
        found.word,
        tool.kind,
        german,
    )


def no_calculator(rng: random.Random, german: bool) -> Exchange:
    """Return a calculation without a calculator."""
    asked = sample_sum(rng, german).asked
    return question(asked, NO_CALCULATOR[german], WITHOUT_CALCULATOR[german], skill="no_tool")


def no_tool(rng: random.Random, kind: str, german: bool) -> Exchange:
    """Return a request for a kind of tool that is not offered."""
    asked, _ = _filled(rng, kind, german)
    return question(asked, NO_TOOL[german], WITHOUT_TOOL[german], skill="no_tool")


def _calculation(rng: random.Random, memory: Memory, german: bool) -> Use:
    """Return a calculation; at times it continues from the last result."""
    if memory.result and rng.random() < 0.35:
        return calculation(following_sum(rng, memory.result, german), german)
    return calculation(sample_sum(rng, german), german)


def _two_uses(rng: random.Random, tools: list[Tool], german: bool) -> tuple[Use, Use] | None:
    """Return two uses of the same tool or of two, without the same call twice."""
    first, second = (_use(rng, rng.choice(tools), german) for _ in range(2))
    # A question for the date and the year at once needs only one call.
    silly = first.call[0] == second.call[0] and not (first.call[1] and second.call[1])
    return None if silly or first.call == second.call else (first, second)


def _use(rng: random.Random, tool: Tool, german: bool) -> Use:
    if tool.kind == CALCULATOR:
        return calculation(sample_sum(rng, german), german)
    return request(rng, tool, german)


def _filled(rng: random.Random, kind: str, german: bool) -> tuple[str, str]:
    """Return a question of that kind and its argument, which is spelled alike in both."""
    template = sloppy(rng, rng.choice(KINDS[kind].asked[german]), openings=not german)
    if "{}" not in template:
        return template, ""
    argument = sample_argument(rng, kind, german)
    article = f"{GERMAN_DEVICES[argument]} " if argument in GERMAN_DEVICES else ""
    if rng.random() < 0.15:
        argument = argument.lower()
    return template.format(article + argument), argument


def _remember(memory: Memory, uses: list[Use]) -> None:
    """Remember the last result, if it is one that somebody would calculate further with."""
    if not any(use.kind == CALCULATOR for use in uses):
        return
    last = uses[-1]
    declined = any(use.result == tool_use.DECLINED for use in uses)
    handy = last.kind == CALCULATOR and last.word and len(last.result) <= LONGEST_RESULT
    memory.result = last.result if handy and not declined else ""
