"""Texts, lists and code to be repeated, whole or with one change."""

import random
import re
from collections.abc import Callable

from demo_model.said.exchanges import Exchange, question
from demo_model.said.filling import code_line, odd_string, sentence
from demo_model.said.memory import invented_word
from demo_model.said.typed import sloppy

ASKED = {
    False: {
        "copy": ("Repeat this exactly:", "Copy this text:", "Write this again, word by word:"),
        "word": ('Replace "{}" with "{}":', "Change {} to {} in this:", "Write {1} for {0} here:"),
        "line": ("Remove line {}:", "Delete line {} of this:", "Write this without line {}:"),
        "change": ('Change line {} to "{}":', 'Line {} should be "{}":'),
        "add": ("Add {} to the list:", "Put {} at the end of this list:", "Append {}:"),
        "which": ("What is line {} of this?", "Quote line {}:", "Show only line {}:"),
        "take": ("Remove {} from the list:", "Take {} off this list:", "Delete {} from this list:"),
    },
    True: {
        "copy": ("Wiederhole genau:", "Schreibe diesen Text ab:", "Schreibe das noch einmal:"),
        "word": ('Ersetze "{}" durch "{}":', "Ändere {} in {}:", "Schreibe {1} statt {0}:"),
        "line": ("Entferne Zeile {}:", "Lösche Zeile {}:", "Schreibe das ohne Zeile {}:"),
        "change": ('Ändere Zeile {} in "{}":', 'Zeile {} soll "{}" lauten:'),
        "add": ("Füge {} zur Liste hinzu:", "Setze {} an das Ende der Liste:"),
        "which": ("Wie lautet Zeile {}?", "Zitiere Zeile {}:", "Zeige nur Zeile {}:"),
        "take": ("Entferne {} aus der Liste:", "Streiche {} von der Liste:"),
    },
}
# What names a line by its number, and the last number: nobody so small counts further.
NUMBERED = ("line", "change", "which")
LAST_NUMBER = 5
WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
REASONING = {False: "I copy it and change what is asked.", True: "Ich schreibe es ab."}
Line = Callable[[random.Random, bool], str]


def exchange(rng: random.Random, german: bool, count: int) -> Exchange:
    """Return a text of `count` lines to copy or to edit."""
    make = rng.choice(LINES)
    lines = [make(rng, german) for _ in range(count)]
    if make is _item:
        task = rng.choice(("copy", "add", "add", "take", "line"))
    else:
        task = rng.choice(("copy", "word", "word", "line", "change", "which"))
    if len(lines) == 1 and task in ("line", "which", "take"):
        task = "copy"
    blanks, changed = _edited(rng, task, lines, make, german)
    template = sloppy(rng, rng.choice(ASKED[german][task]), openings=False)
    asked = re.sub(r":[?!. ]+$", ":", template).format(*blanks)
    text, answer = "\n".join(lines), "\n".join(changed)
    if rng.random() < 0.3:
        text = f"```\n{text}\n```"
    skill = "copy" if task in ("copy", "which") else "edit"
    return question(f"{asked}\n\n{text}", answer, REASONING[german], skill=skill)


def _edited(
    rng: random.Random, task: str, lines: list[str], make: Line, german: bool
) -> tuple[tuple[object, ...], list[str]]:
    """Return what fills the blanks of the request, and the lines of the answer."""
    at = rng.randrange(len(lines))
    if task in NUMBERED:
        at = rng.randrange(min(len(lines), LAST_NUMBER))
    match task:
        case "word":
            old = rng.choice(WORD.findall(lines[at]) or [lines[at].strip()])
            new = invented_word(rng)
            return (old, new), [_replaced(line, old, new) for line in lines]
        case "line":
            return (at + 1,), lines[:at] + lines[at + 1 :]
        case "change":
            new = make(rng, german).strip()
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            return (at + 1, new), [*lines[:at], indent + new, *lines[at + 1 :]]
        case "take":
            return (lines[at].removeprefix("- "),), lines[:at] + lines[at + 1 :]
        case "add":
            new = invented_word(rng)
            return (new,), [*lines, f"- {new}"]
        case "which":
            return (at + 1,), [lines[at]]
    return (), lines


def _replaced(line: str, old: str, new: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, line)


def _item(rng: random.Random, german: bool) -> str:
    return f"- {invented_word(rng)}"


def _code(rng: random.Random, german: bool) -> str:
    return code_line(rng)


def _odd(rng: random.Random, german: bool) -> str:
    return odd_string(rng)


LINES: tuple[Line, ...] = (sentence, sentence, _item, _code, _code, _odd)
