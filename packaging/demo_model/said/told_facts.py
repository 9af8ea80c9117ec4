"""Facts told anywhere in a long text or a long talk, and asked for later."""

import random
from dataclasses import dataclass

from demo_model.said.exchanges import Exchange, Message, question
from demo_model.said.filling import number, odd_string, sentence
from demo_model.said.memory import invented_name, invented_word
from demo_model.said.typed import sloppy

# Each fact about a person, the question for it and the answer.
ABOUT = {
    False: (
        ("The code of {0} is {1}.", "What is the code of {0}?"),
        ("{0} lives in {1}.", "Where does {0} live?"),
        ("The dog of {0} is called {1}.", "What is the dog of {0} called?"),
        ("{0} paid {1} euros.", "How much did {0} pay?"),
        ("The password of {0} is {1}.", "What is the password of {0}?"),
    ),
    True: (
        ("Der Code von {0} ist {1}.", "Was ist der Code von {0}?"),
        ("{0} wohnt in {1}.", "Wo wohnt {0}?"),
        ("Der Hund von {0} heißt {1}.", "Wie heißt der Hund von {0}?"),
        ("{0} hat {1} Euro bezahlt.", "Wie viel hat {0} bezahlt?"),
        ("Das Passwort von {0} ist {1}.", "Was ist das Passwort von {0}?"),
    ),
}
OPENINGS = {
    False: ("Read this:", "Here is a text.", "Remember this:", "This is a report:", ""),
    True: ("Lies das:", "Hier ist ein Text.", "Merke dir das:", "Das ist ein Bericht:", ""),
}
READ = {False: "I have read it.", True: "Ich habe es gelesen."}
NOT_TOLD = {False: "That was not told.", True: "Das wurde nicht gesagt."}
FOUND = {False: "It says: {}", True: "Da steht: {}"}
NOTED = {False: "Noted.", True: "Notiert."}
COLUMNS = {False: ("name", "city", "code", "price"), True: ("Name", "Stadt", "Code", "Preis")}
ROW = {
    False: ("What is the {1} of {0} in the table?", "Table: {1} of {0}?"),
    True: ("Was steht in der Tabelle bei {0} unter {1}?", "Tabelle: {1} von {0}?"),
}
TABLE_SHARE = 0.4
# Share of the people of whom something is asked that was not told, though something else was.
HALF_KNOWN = 0.12
MOST_ROWS = 24
# In longer texts fewer questions are about what was not told: much is read past there, and "not
# told" is what is said by a model that did not find a fact.
LONG_LETTERS = 6_000
# Questions about nobody in the text, by True if it is long.
UNKNOWN = {False: 4, True: 1}
# Share of the texts that are one message.
AT_ONCE = 0.6
# Letters that a row of a table takes, roughly.
ROW_LETTERS = 40


@dataclass(frozen=True)
class Fact:
    """`told` is the sentence that answers, `asked` the question for it; `kind` its number."""

    told: str
    asked: str
    kind: int


def fact(rng: random.Random, german: bool, name: str, other_than: int | None = None) -> Fact:
    """Return something about `name`, of any kind but `other_than`."""
    kind = rng.choice([one for one in range(len(ABOUT[german])) if one != other_than])
    told, asked = ABOUT[german][kind]
    values = (number(rng), invented_word(rng).capitalize(), invented_name(rng), number(rng), "")
    value = values[kind] if kind < 4 else odd_string(rng).strip("./:?")
    return Fact(told.format(name, value), asked.format(name), kind)


def names(rng: random.Random, count: int) -> list[str]:
    """Return `count` different made-up names."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[invented_word(rng).capitalize()] = None
    return list(found)


def reading(
    rng: random.Random, german: bool, letters: int, most: int, *, at_once: bool
) -> tuple[list[Exchange], list[Exchange]]:
    """Return a long text, `at_once` or told bit by bit, and up to `most` questions.

    The text has roughly that many letters. Each question is the only one asked after it.
    """
    long = letters > LONG_LETTERS
    known = names(rng, UNKNOWN[long] + MOST_ROWS + most)
    unknown, others = known[: UNKNOWN[long]], known[UNKNOWN[long] :]
    listed, tellers = others[:MOST_ROWS], others[MOST_ROWS:]
    facts = [fact(rng, german, name) for name in tellers]
    asked = [_ask(rng, one, german) for one in facts]
    parts = [one.told for one in facts]
    rows = min(rng.randint(3, MOST_ROWS), letters // ROW_LETTERS)
    if rng.random() < TABLE_SHARE and rows:
        table, questions = _table(rng, german, listed[:rows])
        parts.append(table)
        asked += rng.sample(questions, min(most, len(questions)))
    length = sum(map(len, parts))
    while length < letters:
        parts.append(sentence(rng, german))
        length += len(parts[-1]) + 1
    rng.shuffle(parts)
    asked += [_not_told(rng, name, german) for name in unknown if rng.random() < 0.8]
    asked += [
        _not_told(rng, name, german, one.kind)
        for name, one in zip(tellers, facts, strict=True)
        if rng.random() < HALF_KNOWN / (2 if long else 1)
    ]
    rng.shuffle(asked)
    return _told(rng, parts, german, at_once), asked[:most]


def _told(rng: random.Random, parts: list[str], german: bool, at_once: bool) -> list[Exchange]:
    if at_once:
        text = rng.choice((" ", "\n")).join(parts)
        opening = rng.choice(OPENINGS[german])
        return [_heard(f"{opening}\n\n{text}".strip(), READ[german])]
    told = []
    while parts:
        count = rng.randint(1, 8)
        told.append(_heard(" ".join(parts[:count]), NOTED[german]))
        parts = parts[count:]
    return told


def _heard(text: str, answer: str) -> Exchange:
    return (Message("user", text), Message("assistant", answer))


def _ask(rng: random.Random, one: Fact, german: bool) -> Exchange:
    reasoning = FOUND[german].format(one.told)
    return question(_typed(rng, one.asked), one.told, reasoning, skill="depth")


def _not_told(
    rng: random.Random, name: str, german: bool, other_than: int | None = None
) -> Exchange:
    asked = _typed(rng, fact(rng, german, name, other_than).asked)
    return question(asked, NOT_TOLD[german], NOT_TOLD[german], skill="not_told")


def _typed(rng: random.Random, asked: str) -> str:
    return asked.rstrip("?") if rng.random() < 0.15 else asked


def _table(rng: random.Random, german: bool, listed: list[str]) -> tuple[str, list[Exchange]]:
    """Return a table with a line for each name, and the questions for its cells."""
    columns = COLUMNS[german]
    rows = [
        (name, invented_word(rng).capitalize(), str(number(rng)), _price(rng, german))
        for name in listed
    ]
    bars = rng.random() < 0.6
    lines = [_line(row, bars, german) for row in (columns, *rows)]
    if bars:
        lines.insert(1, _line(("---",) * 4, bars, german))
    asked = []
    for row in rows:
        for column, value in list(zip(columns, row, strict=True))[1:]:
            text = sloppy(rng, rng.choice(ROW[german]), openings=False).format(row[0], column)
            asked.append(question(text, value, f"{row[0]}: {value}", skill="table", word=value))
    return "\n" + "\n".join(lines) + "\n", asked


def _price(rng: random.Random, german: bool) -> str:
    return f"{number(rng)}{',' if german else '.'}{rng.randrange(100):02d}"


def _line(cells: tuple[str, ...], bars: bool, german: bool) -> str:
    """Return a row in Markdown or CSV; German CSV has semicolons, since prices have commas."""
    return f"| {' | '.join(cells)} |" if bars else (";" if german else ",").join(cells)
