"""Results of tools, and the answers that Dot makes of them."""

import json
import random
from dataclasses import dataclass

from demo_model.said.memory import invented_word

SKIES = ("sunny", "cloudy", "rainy", "windy", "snowy", "foggy", "clear")
DONE = ("done", "ok", "Done.", "success", '{"status": "ok"}')
FAULTS = ("not found", "no connection", "the service does not answer", "access denied", "timeout")


@dataclass(frozen=True)
class Outcome:
    """A tool's result, Dot's answer, and the answer in one word, "" if there is none."""

    result: str
    answer: str
    word: str = ""


def outcome(rng: random.Random, kind: str) -> Outcome:
    """Return an outcome for a tool of that kind."""
    match kind:
        case "time":
            time = f"{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}"
            result = rng.choice((time, time, json.dumps({"time": time})))
            return Outcome(result, f"It is {time}.", time)
        case "weather":
            return _weather(rng)
        case "search":
            found = f"{rng.randint(0, 9999)} pages"
            return Outcome(found, f"The tool found {found}.")
    return Outcome(rng.choice(DONE), "Done.", "done")


def sample_fault(rng: random.Random) -> str:
    """Return a fault that may occur with any tool."""
    kind = rng.randrange(6)
    if kind == 0:
        return f"{invented_word(rng)} {rng.choice(('is missing', 'is busy', 'failed', 'is off'))}."
    if kind == 1:
        return f"The tool gave no answer within {rng.randint(1, 120)} seconds."
    return rng.choice(FAULTS)


def failed(why: str) -> Outcome:
    return Outcome(f"Error: {why}", f"The tool reports an error: {first_sentence(why)}.")


def first_sentence(text: str) -> str:
    """Return the first sentence, without the full stop."""
    return text.splitlines()[0].split(". ")[0].rstrip(".")


def _weather(rng: random.Random) -> Outcome:
    degrees, sky = rng.randint(-19, 42), rng.choice(SKIES)
    result = rng.choice(
        (
            json.dumps({"temperature": degrees, "sky": sky}),
            f"{degrees} degrees, {sky}",
            f"{sky}, {degrees} C",
        )
    )
    return Outcome(result, f"It is {degrees} degrees and {sky}.", sky)
