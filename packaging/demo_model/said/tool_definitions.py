"""Tools that a conversation may offer, and requests for them."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.tools import calculator
from demo_model.said import date_talk, file_talk, own_tools
from demo_model.said.memory import invented_name, invented_word
from demo_model.said.refused import WORDS
from demo_model.said.typed import bars, in_both, phrases

CALCULATOR = "calculator"


@dataclass(frozen=True)
class Kind:
    """A kind of tool. One of `names` and one of `parameters` (none: no argument) make a tool;
    `asked`, by True if it is German, has a {} in place of the argument, a word for `topic`."""

    names: tuple[str, ...]
    descriptions: tuple[str, ...]
    parameters: tuple[str, ...]
    asked: dict[bool, tuple[str, ...]]
    topic: str = ""


KINDS = {
    "time": Kind(
        ("get_time", "get_time", "current_time", "clock"),
        ("Get the current time.", "Tell the time.", "The time now."),
        (),
        date_talk.TIMES,
    ),
    "date": Kind(
        ("current_date", "current_date", "get_date", "today", "date", "get_current_date"),
        ("Get the current date.", "Tell today's date.", "The date of today.", "Today's date."),
        (),
        date_talk.QUESTIONS,
    ),
    "file": Kind(
        ("read_file", "read_file", "open_file", "get_file", "file_reader"),
        ("Read a file.", "Read a text file by its name.", "Return what is in a file."),
        ("name", "name", "filename", "path", "file"),
        file_talk.QUESTIONS,
        "file",
    ),
    "weather": Kind(
        ("get_weather", "get_weather", "weather", "forecast"),
        (
            "Get the weather of a city.",
            "Weather for a city.",
            "Weather forecast.",
            "Get the weather.",
        ),
        ("city", "city", "place", "location"),
        in_both("""
What is the weather in {}?|How is the weather in {}?|Weather in {}?|What's the weather like in {}?|
Is it raining in {}?|How warm is it in {}?|Is it cold in {}?|Tell me the weather in {}.|Do I need
an umbrella in {}?|What is the temperature in {}?|Is the sun shining in {}?|Weather {}|Will it snow
in {}?|How hot is it in {} today?

Wie ist das Wetter in {}?|Wie wird das Wetter in {}?|Wetter in {}?|Regnet es in {}?|Wie warm ist es
in {}?|Ist es kalt in {}?|Sag mir das Wetter in {}.|Brauche ich in {} einen Regenschirm?|Wie viel
Grad hat es in {}?|Scheint in {} die Sonne?|Das Wetter für {} bitte|Schneit es in {}?|Wie heiß ist
es heute in {}?|Kannst du mir sagen, wie das Wetter in {} ist?|Weißt du, ob es in {} regnet?
"""),
        "place",
    ),
    "music": Kind(
        ("play_music", "play", "music_player"),
        ("Play a song.", "Play music.", "Start a song or an album."),
        ("song", "title", "name"),
        in_both("""
Play {}.|Play the song {}.|I want to hear {}.|Please play {}.|Put on {}.|Can you play {}?|Start the
song {}.|Let me hear {}.

Spiel {}.|Spiel das Lied {}.|Ich möchte {} hören.|Bitte spiel {}.|Spiele {} ab.|Kannst du {}
spielen?|Starte das Lied {}.|Lass mich {} hören.
"""),
        "word",
    ),
    "call": Kind(
        ("call_person", "phone", "make_call"),
        ("Call somebody.", "Make a phone call.", "Call a contact."),
        ("name", "person", "contact"),
        in_both("""
Call {}.|Please call {}.|Phone {}.|Ring up {}.|Make a call to {}.|Can you call {}?|I want to talk
to {}, call now.|Give {} a call.

Ruf {} an.|Bitte ruf {} an.|Rufe {} an.|Kannst du {} anrufen?|Könntest du bitte {} anrufen?|Ich
möchte mit {} telefonieren.|Ich will {} anrufen.|Ruf mal {} an.
"""),
        "name",
    ),
    "search": Kind(
        ("web_search", "search", "search_web"),
        ("Search the web.", "Find pages on the web.", "Web search."),
        ("query", "query", "text"),
        in_both("""
Search the web for {}.|Search for {}.|Look up {} on the web.|Find pages about {}.|Google {}.|Do a
web search for {}.|Look up {}.|Search {}

Such im Internet nach {}.|Suche nach {}.|Schlag {} im Internet nach.|Finde Seiten über {}.|Google
mal {}.|Kannst du nach {} suchen?|Such im Netz nach {}.|Bitte such nach {}.
"""),
        "thing",
    ),
    "light": Kind(
        ("turn_on", "switch_on", "light_on"),
        ("Turn on a device.", "Switch something on.", "Switch on a lamp."),
        ("device", "name", "what"),
        in_both("""
Turn on the {}.|Switch on the {}.|Please turn on the {}.|Can you switch the {} on?|Turn the {} on.|
The {} should be on.

Schalte {} ein.|Schalt bitte {} ein.|Mach {} an.|Bitte schalte {} ein.|Kannst du {} einschalten?|
Könntest du bitte {} anmachen?
"""),
        "device",
    ),
    "open": Kind(
        ("open_app", "launch", "start_app"),
        ("Open an app.", "Start a program.", "Launch an app by its name."),
        ("app", "name", "program"),
        in_both("""
Open {}.|Start {}.|Launch {}.|Please open {}.|Can you start {}?|Open the app {}.|Run the program
{}.

Öffne {}.|Starte {}.|Bitte öffne {}.|Kannst du {} starten?|Öffne die App {}.|Starte das Programm
{}.|Mach {} auf.
"""),
        "app",
    ),
    "note": Kind(
        ("save_note", "write_note", "add_note"),
        ("Save a note.", "Write something down.", "Add a note."),
        ("text", "note", "content"),
        in_both("""
Make a note: {}|Write down: {}|Save a note: {}|Note: {}|Add a note: {}|Take a note: {}|Save this
note: {}

Mach eine Notiz: {}|Schreib auf: {}|Speichere eine Notiz: {}|Notiz: {}|Füge eine Notiz hinzu: {}|
Notiere: {}|Speichere diese Notiz: {}
"""),
        "words",
    ),
}
DEVICES = bars("lamp|light|heater|radio|TV|oven|fan|kitchen light|printer|coffee machine")
# Devices with their articles, which are no part of the argument.
GERMAN_DEVICES = {
    "Lampe": "die", "Licht": "das", "Heizung": "die", "Radio": "das", "Fernseher": "den",
    "Ofen": "den", "Ventilator": "den", "Küchenlicht": "das", "Drucker": "den",
    "Kaffeemaschine": "die",
}  # fmt: skip
APPS = in_both("""
Mail|Safari|Notes|Photos|Calendar|Music|Maps|Chess|Terminal|Preview|Finder

Mail|Safari|Notizen|Fotos|Kalender|Musik|Karten|Schach|Terminal|Vorschau|Finder
""")
# Things to do with goods.
DOING = in_both("buy|call|find|bring\n\nkaufen|holen|suchen|mitbringen")
GERMAN_WORDS: dict[str, tuple[str, ...]] = dict(
    zip(
        ("place", "thing", "goods"),
        phrases("""
Frankreich|Deutschland|Spanien|Italien|Japan|China|Indien|Brasilien|Kanada|Ägypten|Norwegen|Polen|
Griechenland|Portugal|Österreich|Schottland|Paris|London|Berlin|Rom|Tokio|New York|Madrid|Wien|
Moskau|Kairo|Delhi|Sydney|Köln|München|Zürich|Kalifornien

Schwerkraft|Photosynthese|Inflation|Demokratie|Quantenphysik|Evolution|Bitcoin|Elektrizität|
Klimawandel|Philosophie|Musik|Geschichte|Chemie|Grammatik|Logik|Python|Java|Linux|Docker|Git|MLX

Äpfel|Orangen|Stifte|Bücher|Münzen|Kekse|Eier|Murmeln|Ballons|Autos|Karten|Briefmarken|Bleistifte
"""),
        strict=True,
    )
)


# Optional parameters, and their types.
OPTIONAL = {
    "date": (("timezone", "string"), ("format", "string")),
    "time": (("timezone", "string"), ("seconds", "boolean")),
    "file": (("encoding", "string"), ("lines", "integer"), ("start", "integer")),
    "weather": (("unit", "string"), ("days", "integer")),
    "search": (("limit", "integer"), ("language", "string")),
    "music": (("volume", "number"),),
}
# Share of tools with others beside them, what those want to know, and tools that have no talk.
BESIDE_SHARE = 0.3
NARROWER: dict[str, dict[str, Any]] = {
    "day": {"enum": ["monday", "tuesday", "wednesday", "thursday", "friday"]},
    "month": {"enum": ["may", "june", "july", "august"]},
    "year": {"type": "integer"},
    "id": {"type": "integer"},
    "code": {"type": "string"},
    "week": {"type": "integer"},
    "user": {"type": "string"},
}
STRANGE = (
    ("add", ("a", "b")),
    ("convert", ("amount",)),
    ("area", ("width", "height")),
    ("resize", ("width",)),
    ("get_user", ("id",)),
    ("next_holiday", ("year",)),
)
SERVERS = bars("home|files|web|assistant|server|desk|tools|mac|everything|demo")


@dataclass(frozen=True)
class Tool:
    """A tool that a conversation offers; `parameter` is "" if a call has no argument. `own` tools
    come with the app. `beside` defines tools with names like this one's, that nobody asks for."""

    kind: str
    name: str
    parameter: str
    definition: dict[str, Any]
    own: bool = False
    beside: tuple[dict[str, Any], ...] = ()


CALCULATOR_TOOL = Tool(
    CALCULATOR, CALCULATOR, "expression", json.loads(calculator.SCHEMA), own=True
)
DATE_TOOL = Tool("date", "current_date", "", own_tools.DATE, own=True)
FILE_TOOL = Tool("file", "read_file", "name", own_tools.FILE, own=True)


def sample_tools(rng: random.Random) -> list[Tool]:
    """Return one to three tools; the app's calculator is mostly among them."""
    kind = rng.random()
    if kind < 0.2:
        return [CALCULATOR_TOOL]
    if kind < 0.55:
        return app_tools(rng)
    likely = sorted({"time", "weather", "date", "file", *rng.sample(list(KINDS), 2)})
    chosen = rng.sample(likely, rng.choice((1, 1, 2)))
    tools = [sample_tool(rng, kind) for kind in chosen]
    if rng.random() < 0.5:
        tools.append(CALCULATOR_TOOL)
    rng.shuffle(tools)
    return tools


def app_tools(rng: random.Random) -> list[Tool]:
    """Return some of the app's tools, mostly in its order."""
    tools = [CALCULATOR_TOOL, DATE_TOOL, FILE_TOOL]
    chosen = [tool for tool in tools if rng.random() < 0.7] or tools
    return rng.sample(chosen, len(chosen)) if rng.random() < 0.2 else chosen


def kinds(tools: Sequence[Tool]) -> set[str]:
    """Return what can be asked of the tools: the app's date tool has the time."""
    return {tool.kind for tool in tools} | ({"time"} if DATE_TOOL in tools else set())


def definitions(tools: Sequence[Tool]) -> tuple[dict[str, Any], ...]:
    return tuple(one for tool in tools for one in (tool.definition, *tool.beside))


def sample_tool(rng: random.Random, kind: str) -> Tool:
    """Return a tool as somebody else may define it."""
    made = KINDS[kind]
    name = rng.choice(made.names)
    # The app names the tools of a server like this.
    if rng.random() < 0.12:
        name = f"{rng.choice((*SERVERS, invented_word(rng)))}_{name}"
    parameter = rng.choice(made.parameters) if made.parameters else ""
    properties: dict[str, Any] = {parameter: {"type": "string"}} if parameter else {}
    if kind in OPTIONAL and rng.random() < 0.25:
        optional, type_name = rng.choice(OPTIONAL[kind])
        properties[optional] = {"type": type_name}
    required = [parameter] if parameter else []
    defined = _function(name, rng.choice(made.descriptions), properties, required)
    beside = ()
    if rng.random() < BESIDE_SHARE:
        beside = tuple(_named_alike(rng, name) for _ in range(rng.choice((1, 1, 2))))
    return Tool(kind, name, parameter, defined, beside=beside)


def _function(
    name: str, description: str, properties: dict[str, Any], required: list[str]
) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": required}
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


def _named_alike(rng: random.Random, name: str) -> dict[str, Any]:
    """Return a tool whose name begins with `name`, or that has nothing to do with it."""
    if rng.random() < 0.3:
        title, parameters = rng.choice(STRANGE)
    else:
        parameter = rng.choice(list(NARROWER))
        title, parameters = f"{name}_{rng.choice(('of', 'by', 'for'))}_{parameter}", (parameter,)
    properties = {one: NARROWER.get(one, {"type": "number"}) for one in parameters}
    told = title.replace("_", " ")
    return _function(title, f"Get the {told.removeprefix('get ')}.", properties, list(parameters))


def sample_argument(rng: random.Random, kind: str, german: bool) -> str:
    """Return an argument for a tool of that kind; at times something that nobody knows."""
    match KINDS[kind].topic:
        case "name":
            return invented_name(rng)
        case "file":
            return file_talk.sample_name(rng)
        case "device":
            return rng.choice(tuple(GERMAN_DEVICES) if german else DEVICES)
        case "app":
            return rng.choice(APPS[german])
        case "word":
            return " ".join(invented_word(rng) for _ in range(rng.randint(1, 2))).title()
        case "words":
            todo = rng.choice(DOING[german])
            goods = rng.choice((GERMAN_WORDS if german else WORDS)["goods"])
            return f"{goods} {todo}" if german else f"{todo} {goods}"
        case "place" if rng.random() < 0.4:
            return invented_word(rng).capitalize()
        case topic:
            return rng.choice((GERMAN_WORDS if german else WORDS)[topic])
