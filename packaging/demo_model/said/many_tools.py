"""Requests to an agent: one call among many tools with long descriptions, or none."""

import json
import random
from collections.abc import Sequence
from typing import Any

from demo_model.said.exchanges import Exchange, Message, question
from demo_model.said.filling import number
from demo_model.said.memory import invented_word
from demo_model.said.tool_results import failed, sample_fault
from demo_model.said.tool_use import ANSWERED, NEED, NO_TOOL
from demo_model.said.typed import sloppy

# In German the imperative, with what ends the sentence, and the infinitive.
VERBS = {
    "create": ("erstelle", "", "erstellen"), "delete": ("lösche", "", "löschen"),
    "find": ("suche", "", "suchen"), "send": ("sende", "", "senden"),
    "open": ("öffne", "", "öffnen"), "close": ("schließe", "", "schließen"),
    "rename": ("benenne", " um", "umbenennen"), "print": ("drucke", " aus", "ausdrucken"),
    "copy": ("kopiere", "", "kopieren"), "share": ("teile", "", "teilen"),
    "archive": ("archiviere", "", "archivieren"), "move": ("verschiebe", "", "verschieben"),
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
    True: ("{v} {n} {x}{end}.", "Bitte {v} {n} {x}{end}.", "Kannst du {n} {x} {i}?"),
}
# German requests whose verb comes last, in the other order than in a tool's name.
VERB_LAST = (
    "Kannst du {n} {x} {i}?",
    "Kannst du {n} {x} {i}?",
    "Könntest du bitte {n} {x} {i}?",
    "Bitte {n} {x} {i}.",
)
NAMED = {False: "Use {} for {}.", True: "Nimm {} für {}."}
WITHOUT = {False: " Do not call a tool.", True: " Rufe kein Werkzeug auf."}
WITH = {False: " Call a tool.", True: " Rufe ein Werkzeug auf."}
NO_CALL = {False: "I call no tool, as you asked.", True: "Ich rufe kein Werkzeug auf."}
AND = {False: (" and ", ". And ", "; "), True: (" und ", ". Und ", "; ")}
DONE = {False: "Done. The id is {}.", True: "Erledigt. Die Nummer ist {}."}

# Share of the requests for which no tool is offered.
NONE_SHARE = 0.33
MISSING = {
    False: "I need the tool {}, but it is not offered.",
    True: "Ich brauche das Werkzeug {}, aber es wird nicht angeboten.",
}
NEED_BOTH = {
    False: "I need the tools {} and {}.",
    True: "Ich brauche die Werkzeuge {} und {}.",
}

Deed = tuple[str, str]


def sample_deeds(rng: random.Random, count: int) -> list[Deed]:
    """Return different pairs of a verb and a noun, each of which one tool does."""
    return rng.sample([(verb, noun) for verb in VERBS for noun in NOUNS], count)


def few_deeds(rng: random.Random) -> list[Deed]:
    """Return half of all pairs of a few verbs and a few nouns: neither word alone tells whether
    there is a tool."""
    verbs, nouns = (rng.sample(list(words), rng.randint(2, 4)) for words in (VERBS, NOUNS))
    pairs = [(verb, noun) for verb in verbs for noun in nouns]
    return rng.sample(pairs, len(pairs) // 2)


def definition(rng: random.Random, deed: Deed, *, brief: bool = False) -> dict[str, Any]:
    verb, noun = deed
    advice = "" if brief else " ".join(rng.sample(ADVICE, rng.randint(0, 4)))
    properties: dict[str, Any] = {noun: {"type": "string", "description": f"Name of the {noun}."}}
    if not brief and rng.random() < 0.3:
        properties[invented_word(rng)] = {"type": rng.choice(("integer", "boolean", "string"))}
    function = {
        "name": f"{verb}_{noun}",
        "description": f"{verb.capitalize()} one {noun}. {advice}".strip(),
        "parameters": {"type": "object", "properties": properties, "required": [noun]},
    }
    return {"type": "function", "function": function}


def call_or_none(rng: random.Random, deeds: list[Deed], german: bool) -> Exchange:
    """Return a request, in German with its verb at the end, and a call or, as often, the answer
    that there is no such tool."""
    missing = rng.random() < 0.5
    deed = _missing(rng, deeds) if missing else rng.choice(deeds)
    asked, argument = _asked(rng, deed, german, VERB_LAST if german else ())
    name = "_".join(deed)
    if missing:
        return question(asked, NO_TOOL[german], MISSING[german].format(name), skill="agent_none")
    need, call = NEED[german].format(name), (name, {deed[1]: argument})
    return (
        Message("user", asked),
        Message("assistant", reasoning=need, call=call, skill="agent_call"),
    )


def request(rng: random.Random, deeds: list[Deed], german: bool) -> Exchange:
    """Return a request and what follows it, with `deeds` offered as tools."""
    if rng.random() < NONE_SHARE:
        missing = _missing(rng, deeds)
        asked, _ = _asked(rng, missing, german)
        reasoning = MISSING[german].format("_".join(missing))
        return question(asked, NO_TOOL[german], reasoning, skill="agent_none")
    kind = rng.random()
    deed = rng.choice(deeds)
    asked, argument = _asked(rng, deed, german)
    name = "_".join(deed)
    if kind < 0.09:
        return question(asked + WITHOUT[german], NO_CALL[german], NO_CALL[german],
                        skill="agent_none")  # fmt: skip
    if kind < 0.24:
        asked = NAMED[german].format(name, argument)
    elif kind < 0.41 and len(deeds) > 1:
        return _both(rng, deeds, german)
    elif kind < 0.49:
        asked += WITH[german]
    result, answer = _outcome(rng, german)
    need, answered = NEED[german].format(name), ANSWERED[german].format(name)
    call = (name, {deed[1]: argument})
    return (
        Message("user", asked),
        Message("assistant", reasoning=need, call=call, skill="agent_call"),
        Message("tool", result),
        Message("assistant", answer, reasoning=answered, skill="agent_answer"),
    )


def _missing(rng: random.Random, deeds: list[Deed]) -> Deed:
    """Return a deed that no tool does, mostly one whose verb and noun are those of two tools: both
    words stand among the tools then, and only together they do not."""
    if rng.random() < 0.6:
        verb, noun = rng.choice(deeds)[0], rng.choice(deeds)[1]
        if (verb, noun) not in deeds:
            return verb, noun
    return next(one for one in sample_deeds(rng, len(deeds) + 1) if one not in deeds)


def _both(rng: random.Random, deeds: list[Deed], german: bool) -> Exchange:
    """Return a request for two deeds, which are done by two calls at once."""
    pair = rng.sample(deeds, 2)
    (first, argument), (second, other) = (_asked(rng, deed, german) for deed in pair)
    joint = rng.choice(AND[german])
    # A sentence of its own keeps its capital letter.
    following = second if joint == "; " else second[0].lower() + second[1:]
    names = ["_".join(deed) for deed in pair]
    calls = [
        (name, {deed[1]: told})
        for name, deed, told in zip(names, pair, (argument, other), strict=True)
    ]
    outcomes = [_outcome(rng, german) for _ in pair]
    answered = " ".join(ANSWERED[german].format(name) for name in names)
    return (
        Message("user", first.rstrip("?.!… ") + joint + following),
        Message(
            "assistant",
            reasoning=NEED_BOTH[german].format(*names),
            call=calls[0],
            also=calls[1],
            skill="agent_both",
        ),
        *(Message("tool", result) for result, _ in outcomes),
        Message(
            "assistant",
            " ".join(answer for _, answer in outcomes),
            reasoning=answered,
            skill="agent_answer",
        ),
    )


def _asked(
    rng: random.Random, deed: Deed, german: bool, phrases: Sequence[str] = ()
) -> tuple[str, str]:
    argument = f"{invented_word(rng)}{rng.choice(('', '', f'-{number(rng)}'))}"
    if rng.random() < 0.5:
        argument = argument.capitalize()
    verb, end, infinitive = VERBS[deed[0]] if german else (deed[0], "", "")
    noun = NOUNS[deed[1]] if german else deed[1]
    blank = {"v": verb, "n": noun, "end": end, "i": infinitive, "x": "{}"}
    text = rng.choice(phrases or ASKED[german]).format(**blank)
    text = sloppy(rng, text[0].upper() + text[1:], openings=not german)
    return text.format(argument), argument


def _outcome(rng: random.Random, german: bool) -> tuple[str, str]:
    """Return the result of a call, and the answer."""
    if rng.random() < 0.15:
        found = failed(sample_fault(rng), german)
        return found.result, found.answer
    found = number(rng)
    return json.dumps({"status": "ok", "id": found}), DONE[german].format(found)
