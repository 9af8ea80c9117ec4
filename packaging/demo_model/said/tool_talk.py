"""Questions that need a tool: the call, its result and the answer, or that the tool is missing."""

import json
import random

from demo_model.said.arithmetic import Sum, following_sum, sample_sum
from demo_model.said.exchanges import Exchange, Message, question
from demo_model.said.memory import Memory
from demo_model.said.tool_definitions import CALCULATOR, KINDS, Tool, sample_argument
from demo_model.said.typed import sloppy

NO_CALCULATOR = "I cannot calculate by myself. Switch on the calculator and ask again."
NO_TOOL = "I have no tool for that."
SKIES = ("sunny", "cloudy", "rainy", "windy", "snowy", "foggy", "clear")
DONE = ("done", "ok", "Done.", "success", '{"status": "ok"}')
FAULTS = ("not found", "no connection", "the service does not answer", "access denied", "timeout")
LONGEST_RESULT = 8


def exchange(rng: random.Random, memory: Memory, tools: list[Tool]) -> Exchange:
    """A question for one of `tools`, or at times for one that is not there."""
    if tools and rng.random() < 0.75:
        tool = rng.choice(tools)
        return calculation(rng, memory) if tool.kind == CALCULATOR else request(rng, tool)
    missing = sorted({CALCULATOR, *KINDS} - {tool.kind for tool in tools})
    if CALCULATOR in missing and rng.random() < 0.5:
        return no_calculator(rng)
    return no_tool(rng, rng.choice([kind for kind in missing if kind != CALCULATOR]))


def calculation(rng: random.Random, memory: Memory) -> Exchange:
    """Asked, called, answered; at times it goes on from the last result."""
    follows = memory.result and rng.random() < 0.35
    asked = following_sum(rng, memory.result) if follows else sample_sum(rng)
    result = asked.result
    memory.result = result if _handy(result) else ""
    return (
        Message("user", asked.asked),
        _call(CALCULATOR, "expression", asked.expression, f"the calculator for {asked.expression}"),
        Message("tool", result),
        _calculated(asked, result),
    )


def no_calculator(rng: random.Random) -> Exchange:
    """A calculation without a calculator."""
    asked = sample_sum(rng).asked
    return question(asked, NO_CALCULATOR, "I have no calculator.", skill="no_tool")


def no_tool(rng: random.Random, kind: str) -> Exchange:
    """A request for a kind of tool that is not there."""
    asked, _ = _request(rng, kind)
    return question(asked, NO_TOOL, "There is no tool for this.", skill="no_tool")


def request(rng: random.Random, tool: Tool) -> Exchange:
    """Asked, called, answered."""
    asked, argument = _request(rng, tool.kind)
    result, answer, word = _outcome(rng, tool.kind)
    return (
        Message("user", asked),
        _call(tool.name, tool.parameter, argument, f"the tool {tool.name}"),
        Message("tool", result),
        Message(
            "assistant",
            answer,
            reasoning=f"The tool {tool.name} has answered.",
            word=word,
            skill="tool_answer",
        ),
    )


def _request(rng: random.Random, kind: str) -> tuple[str, str]:
    """The question and the argument in it, which is spelled alike in both."""
    template = sloppy(rng, rng.choice(KINDS[kind].asked))
    if "{}" not in template:
        return template, ""
    argument = sample_argument(rng, kind)
    if rng.random() < 0.15:
        argument = argument.lower()
    return template.format(argument), argument


def _call(name: str, parameter: str, argument: str, need: str) -> Message:
    arguments = {parameter: argument} if parameter else {}
    reasoning = f"I need {need}."
    return Message("assistant", reasoning=reasoning, call=(name, arguments), skill="tool_call")


def _calculated(asked: Sum, result: str) -> Message:
    if result.startswith("Error: "):
        answer = f"That could not be calculated: {_fault(result)}."
        reasoning, word = "The calculator reports an error.", ""
    else:
        answer = f"{asked.expression} = {result}"
        reasoning, word = f"The calculator says {result}.", result
    return Message("assistant", answer, reasoning=reasoning, word=word, skill="tool_answer")


def _outcome(rng: random.Random, kind: str) -> tuple[str, str, str]:
    """A tool's result, what Dot says about it, and that in one word."""
    if rng.random() < 0.1:
        result = f"Error: {rng.choice(FAULTS)}"
        return result, f"The tool reports an error: {_fault(result)}.", ""
    if kind == "time":
        time = f"{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}"
        result = rng.choice((time, time, json.dumps({"time": time})))
        return result, f"It is {time}.", time
    if kind == "weather":
        degrees, sky = rng.randint(-19, 42), rng.choice(SKIES)
        result = rng.choice(
            (
                json.dumps({"temperature": degrees, "sky": sky}),
                f"{degrees} degrees, {sky}",
                f"{sky}, {degrees} C",
            )
        )
        return result, f"It is {degrees} degrees and {sky}.", sky
    if kind == "search":
        found = f"{rng.randint(0, 9999)} pages"
        return found, f"The tool found {found}.", ""
    return rng.choice(DONE), "Done.", "done"


def _fault(result: str) -> str:
    return result.removeprefix("Error: ").rstrip(".")


def _handy(result: str) -> bool:
    """Whether somebody would go on calculating with it."""
    return not result.startswith("Error") and len(result) <= LONGEST_RESULT
