"""Requests to an agent: one call among many tools with long descriptions, or none."""

import json
import random
from dataclasses import replace
from typing import Any

from demo_model.said.exchanges import Exchange, Message, question
from demo_model.said.filling import number
from demo_model.said.memory import invented_word
from demo_model.said.tool_results import failed, sample_fault
from demo_model.said.tool_use import Use, exchange
from demo_model.said.typed import sloppy

VERBS = {
    "create": "erstelle", "delete": "lösche", "find": "suche", "send": "sende",
    "open": "öffne", "close": "schließe", "rename": "benenne um:", "print": "drucke",
    "copy": "kopiere", "share": "teile", "archive": "archiviere", "move": "verschiebe",
}  # fmt: skip
NOUNS = {
    "invoice": "die Rechnung", "meeting": "das Treffen", "contact": "den Kontakt",
    "photo": "das Foto", "ticket": "das Ticket", "order": "die Bestellung",
    "folder": "den Ordner", "task": "die Aufgabe", "report": "den Bericht",
    "room": "den Raum", "page": "die Seite", "channel": "den Kanal", "branch": "den Zweig",
    "issue": "das Problem", "customer": "den Kunden", "backup": "die Sicherung",
}  # fmt: skip
ADVICE = (
    "Use this only if the user asks for it.",
    "Returns the id, or an error if it does not exist.",
    "The name must be spelled as the user spells it.",
    "Do not use it for anything else.",
    "Needs no confirmation.",
    "It takes a moment. Call it once and wait for its result.",
    "Part of the office server; the caller needs the rights of a member.",
)
ASKED = {
    False: ("{v} the {n} {x}.", "Please {v} the {n} {x}.", "Can you {v} the {n} {x}?"),
    True: ("{v} {n} {x}.", "Bitte {v} {n} {x}.", "Kannst du das tun: {v} {n} {x}?"),
}
NAMED = {False: "Use {} for {}.", True: "Nimm {} für {}."}
WITHOUT = {False: " Do not call a tool.", True: " Rufe kein Werkzeug auf."}
NO_CALL = {False: "I call no tool, as you asked.", True: "Ich rufe kein Werkzeug auf."}
NO_SUCH = {False: "I have no tool for that.", True: "Dafür habe ich kein Werkzeug."}
DONE = {False: "Done. The id is {}.", True: "Erledigt. Die Nummer ist {}."}
FAULTY = {False: "The tool reports an error: {}.", True: "Das Werkzeug meldet einen Fehler: {}."}

Deed = tuple[str, str]


def sample_deeds(rng: random.Random, count: int) -> list[Deed]:
    """Return different pairs of a verb and a noun, each of which one tool does."""
    return rng.sample([(verb, noun) for verb in VERBS for noun in NOUNS], count)


def definition(rng: random.Random, deed: Deed) -> dict[str, Any]:
    verb, noun = deed
    advice = " ".join(rng.sample(ADVICE, rng.randint(0, 4)))
    properties: dict[str, Any] = {noun: {"type": "string", "description": f"Name of the {noun}."}}
    if rng.random() < 0.3:
        properties[invented_word(rng)] = {"type": rng.choice(("integer", "boolean", "string"))}
    function = {
        "name": f"{verb}_{noun}",
        "description": f"{verb.capitalize()} one {noun}. {advice}".strip(),
        "parameters": {"type": "object", "properties": properties, "required": [noun]},
    }
    return {"type": "function", "function": function}


def request(rng: random.Random, deeds: list[Deed], german: bool) -> Exchange:
    """Return a request and what follows it, with `deeds` offered as tools."""
    kind = rng.random()
    if kind < 0.12:
        others = [one for one in sample_deeds(rng, 60) if one not in deeds]
        asked, _ = _asked(rng, others[0], german)
        return question(asked, NO_SUCH[german], NO_SUCH[german], skill="agent_none")
    deed = rng.choice(deeds)
    asked, argument = _asked(rng, deed, german)
    name = "_".join(deed)
    if kind < 0.2:
        return question(asked + WITHOUT[german], NO_CALL[german], NO_CALL[german],
                        skill="agent_none")  # fmt: skip
    if kind < 0.35:
        asked = NAMED[german].format(name, argument)
    made = exchange(asked, [_use(rng, name, deed[1], argument, german)])
    return tuple(_as_agent(message) for message in made)


def _asked(rng: random.Random, deed: Deed, german: bool) -> tuple[str, str]:
    argument = f"{invented_word(rng)}{rng.choice(('', '', f'-{number(rng)}'))}"
    if rng.random() < 0.5:
        argument = argument.capitalize()
    verb, noun = (VERBS[deed[0]], NOUNS[deed[1]]) if german else deed
    template = sloppy(rng, rng.choice(ASKED[german]), openings=not german)
    # A template in capital letters has its blanks in capitals, too.
    return template.replace("{V}", "{v}").replace("{N}", "{n}").replace("{X}", "{x}").format(
        v=verb, n=noun, x=argument), argument  # fmt: skip


def _use(rng: random.Random, name: str, noun: str, argument: str, german: bool) -> Use:
    need, finding = f"the tool {name}", f"The tool {name} has answered."
    if rng.random() < 0.15:
        why = sample_fault(rng)
        result, answer = failed(why).result, FAULTY[german].format(why.split(". ")[0].rstrip("."))
    else:
        found = number(rng)
        result, answer = json.dumps({"status": "ok", "id": found}), DONE[german].format(found)
    return Use(asked="", call=(name, {noun: argument}), need=need, result=result,
               finding=finding, answer=answer)  # fmt: skip


def _as_agent(message: Message) -> Message:
    skills = {"tool_call": "agent_call", "tool_answer": "agent_answer"}
    return replace(message, skill=skills.get(message.skill, message.skill))
