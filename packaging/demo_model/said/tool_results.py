"""Results of tools, and the answers that Dot makes of them."""

import json
import random
from dataclasses import dataclass

from demo_model.said.memory import invented_word

# Skies, and what they are in German.
SKIES = {
    "sunny": "sonnig", "cloudy": "bewölkt", "rainy": "regnerisch", "windy": "windig",
    "snowy": "verschneit", "foggy": "neblig", "clear": "klar",
}  # fmt: skip
DONE = ("done", "ok", "Done.", "success", '{"status": "ok"}')
FAULTS = ("not found", "no connection", "the service does not answer", "access denied", "timeout")
# Answers, by True if they are German.
IT_IS = {False: "It is {}.", True: "Es ist {}."}
WEATHER = {False: "It is {degrees} degrees and {sky}.", True: "Es ist {sky} bei {degrees} Grad."}
FOUND = {False: "The tool found {} pages.", True: "Das Werkzeug hat {} Seiten gefunden."}
FINISHED = {False: "Done.", True: "Erledigt."}
FAULTY = {False: "The tool reports an error: {}.", True: "Das Werkzeug meldet einen Fehler: {}."}


@dataclass(frozen=True)
class Outcome:
    """A tool's result, Dot's answer, and the answer in one word, "" if there is none."""

    result: str
    answer: str
    word: str = ""


def outcome(rng: random.Random, kind: str, german: bool) -> Outcome:
    """Return an outcome for a tool of that kind."""
    match kind:
        case "time":
            time = f"{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}"
            result = rng.choice((time, time, json.dumps({"time": time})))
            return Outcome(result, IT_IS[german].format(time), time)
        case "weather":
            return _weather(rng, german)
        case "search":
            pages = rng.randint(0, 9999)
            return Outcome(f"{pages} pages", FOUND[german].format(pages))
    answer = FINISHED[german]
    return Outcome(rng.choice(DONE), answer, answer.rstrip(".").lower())


def sample_fault(rng: random.Random) -> str:
    """Return a fault that may occur with any tool."""
    kind = rng.randrange(6)
    if kind == 0:
        return f"{invented_word(rng)} {rng.choice(('is missing', 'is busy', 'failed', 'is off'))}."
    if kind == 1:
        return f"The tool gave no answer within {rng.randint(1, 120)} seconds."
    return rng.choice(FAULTS)


def failed(why: str, german: bool) -> Outcome:
    return Outcome(f"Error: {why}", FAULTY[german].format(first_sentence(why)))


def first_sentence(text: str) -> str:
    """Return the first sentence, without the full stop."""
    return text.splitlines()[0].split(". ")[0].rstrip(".")


def _weather(rng: random.Random, german: bool) -> Outcome:
    degrees, sky = rng.randint(-19, 42), rng.choice(list(SKIES))
    result = rng.choice(
        (
            json.dumps({"temperature": degrees, "sky": sky}),
            f"{degrees} degrees, {sky}",
            f"{sky}, {degrees} C",
        )
    )
    word = SKIES[sky] if german else sky
    return Outcome(result, WEATHER[german].format(degrees=degrees, sky=word), word)
