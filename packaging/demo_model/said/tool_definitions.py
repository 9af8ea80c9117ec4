"""Tools that a conversation may offer, and what they are asked for."""

import json
import random
from dataclasses import dataclass
from typing import Any

from app import calculator
from demo_model.said.memory import invented_name, invented_word
from demo_model.said.refused import WORDS
from demo_model.said.typed import phrases

CALCULATOR = "calculator"


@dataclass(frozen=True)
class Kind:
    """A kind of tool. One of `names` and one of `parameters` (none: it takes no argument) makes a
    tool; `asked` has a {} where the argument stands, which is a word for `topic`."""

    names: tuple[str, ...]
    descriptions: tuple[str, ...]
    parameters: tuple[str, ...]
    asked: tuple[str, ...]
    topic: str = ""


KINDS = {
    "time": Kind(
        ("get_time", "get_time", "current_time", "clock"),
        ("Get the current time.", "Tell the time.", "The time now."),
        (),
        phrases("""
What time is it?|Tell me the time.|What is the time?|Do you know what time it is?|Can you tell me
the time?|How late is it?|Current time?|What's the time?|Time please|Is it late?|What time is it
now?|Look at the clock.|Which time is it?|I need to know the time.
""")[0],
    ),
    "weather": Kind(
        ("get_weather", "get_weather", "weather", "forecast"),
        ("Get the weather of a city.", "Weather for a city.", "Weather forecast."),
        ("city", "city", "place", "location"),
        phrases("""
What is the weather in {}?|How is the weather in {}?|Weather in {}?|What's the weather like in {}?|
Is it raining in {}?|How warm is it in {}?|Is it cold in {}?|Tell me the weather in {}.|Do I need
an umbrella in {}?|What is the temperature in {}?|Is the sun shining in {}?|Weather {}|Will it snow
in {}?|How hot is it in {} today?
""")[0],
        "place",
    ),
    "music": Kind(
        ("play_music", "play", "music_player"),
        ("Play a song.", "Play music.", "Start a song or an album."),
        ("song", "title", "name"),
        phrases("""
Play {}.|Play the song {}.|I want to hear {}.|Please play {}.|Put on {}.|Can you play {}?|Start the
song {}.|Let me hear {}.
""")[0],
        "word",
    ),
    "call": Kind(
        ("call_person", "phone", "make_call"),
        ("Call somebody.", "Make a phone call.", "Call a contact."),
        ("name", "person", "contact"),
        phrases("""
Call {}.|Please call {}.|Phone {}.|Ring up {}.|Make a call to {}.|Can you call {}?|I want to talk
to {}, call now.|Give {} a call.
""")[0],
        "name",
    ),
    "search": Kind(
        ("web_search", "search", "search_web"),
        ("Search the web.", "Find pages on the web.", "Web search."),
        ("query", "query", "text"),
        phrases("""
Search the web for {}.|Search for {}.|Look up {} on the web.|Find pages about {}.|Google {}.|Do a
web search for {}.|Look up {}.|Search {}
""")[0],
        "thing",
    ),
    "light": Kind(
        ("turn_on", "switch_on", "light_on"),
        ("Turn on a device.", "Switch something on.", "Switch on a lamp."),
        ("device", "name", "what"),
        phrases("""
Turn on the {}.|Switch on the {}.|Please turn on the {}.|Can you switch the {} on?|Turn the {} on.|
The {} should be on.
""")[0],
        "device",
    ),
    "open": Kind(
        ("open_app", "launch", "start_app"),
        ("Open an app.", "Start a program.", "Launch an app by its name."),
        ("app", "name", "program"),
        phrases("""
Open {}.|Start {}.|Launch {}.|Please open {}.|Can you start {}?|Open the app {}.|Run the program
{}.
""")[0],
        "app",
    ),
    "note": Kind(
        ("save_note", "write_note", "add_note"),
        ("Save a note.", "Write something down.", "Add a note."),
        ("text", "note", "content"),
        phrases("""
Make a note: {}|Write down: {}|Save a note: {}|Note: {}|Add a note: {}|Take a note: {}|Save this
note: {}
""")[0],
        "words",
    ),
}
DEVICES = phrases("lamp|light|heater|radio|TV|oven|fan|kitchen light|printer|coffee machine")[0]
APPS = phrases("Mail|Safari|Notes|Photos|Calendar|Music|Maps|Chess|Terminal|Preview|Finder")[0]


@dataclass(frozen=True)
class Tool:
    """One that a conversation offers; `parameter` is "" where it takes no argument."""

    kind: str
    name: str
    parameter: str
    definition: dict[str, Any]


CALCULATOR_TOOL = Tool(CALCULATOR, CALCULATOR, "expression", json.loads(calculator.SCHEMA))


def sample_tools(rng: random.Random) -> list[Tool]:
    """One to three; the app's calculator is mostly among them."""
    if rng.random() < 0.45:
        return [CALCULATOR_TOOL]
    likely = sorted({"time", "weather", *rng.sample(list(KINDS), 2)})
    chosen = rng.sample(likely, rng.choice((1, 1, 2)))
    tools = [sample_tool(rng, kind) for kind in chosen]
    if rng.random() < 0.5:
        tools.append(CALCULATOR_TOOL)
    rng.shuffle(tools)
    return tools


def sample_tool(rng: random.Random, kind: str) -> Tool:
    made = KINDS[kind]
    name = rng.choice(made.names)
    parameter = rng.choice(made.parameters) if made.parameters else ""
    function = {
        "name": name,
        "description": rng.choice(made.descriptions),
        "parameters": {
            "type": "object",
            "properties": {parameter: {"type": "string"}} if parameter else {},
            "required": [parameter] if parameter else [],
        },
    }
    return Tool(kind, name, parameter, {"type": "function", "function": function})


def sample_argument(rng: random.Random, kind: str) -> str:
    """What a tool of that kind may be asked about; at times something that nobody knows."""
    match KINDS[kind].topic:
        case "name":
            return invented_name(rng)
        case "device":
            return rng.choice(DEVICES)
        case "app":
            return rng.choice(APPS)
        case "word":
            return " ".join(invented_word(rng) for _ in range(rng.randint(1, 2))).title()
        case "words":
            return f"{rng.choice(('buy', 'call', 'find', 'bring'))} {rng.choice(WORDS['goods'])}"
        case "place" if rng.random() < 0.4:
            return invented_word(rng).capitalize()
        case topic:
            return rng.choice(WORDS[topic])
