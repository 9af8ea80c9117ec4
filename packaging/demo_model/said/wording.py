"""Phrases with blanks, names of things and slips in typing, as all languages share them."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from demo_model.said.exchanges import Exchange, question
from demo_model.said.memory import invented_word
from demo_model.said.typed import bars, slip

OPPOSITE = {
    "left": "right",
    "right": "left",
    "up": "down",
    "down": "up",
    "above": "below",
    "below": "above",
}

# A choice within a phrasing, and the blanks that an empty one leaves.
CHOICE = re.compile(r"\[([^]]*)\]")
SPACE = re.compile(r" +( |[?.,:])")
# The place of an invented word, which the answer does not depend on.
UNKNOWN = "~"
# A phrasing with choices stands for many, so it is listed this often again.
OFTEN = 3
# Share of the questions with a slip in typing.
SLIPS = 0.06


@dataclass(frozen=True)
class Noun:
    """A thing such as "red star" in the forms that sentences need."""

    the: str
    the_acc: str
    the_dat: str
    a: str
    a_acc: str
    no: str
    no_acc: str
    one: str
    many: str
    the_many: str
    no_many: str
    it: str


@dataclass(frozen=True)
class Wording:
    """One language. `questions` are the phrasings of each kind of question, `phrases` the one form
    of each answer and reasoning; both are templates for `str.format`, the former with choices for
    `varied`. All languages have the same kinds.

    `noun` names a thing by (shape, color), each "" if it is left open. `numbers` start with none.
    `respelled` are (text, other text, probability) for typing, `openings` and `closings` stand
    around a question.
    """

    noun: Callable[[str, str], Noun]
    questions: Mapping[str, tuple[str, ...]]
    phrases: Mapping[str, str]
    words: Mapping[str, str]
    numbers: tuple[str, ...]
    respelled: tuple[tuple[str, str, float], ...]
    openings: tuple[str, ...]
    closings: tuple[str, ...]

    def typed(self, rng: random.Random, text: str) -> str:
        """Return `text` as people type it, with the same meaning."""
        for usual, other, probability in self.respelled:
            if usual in text and rng.random() < probability:
                text = text.replace(usual, other)
        around = rng.random()
        if around < 0.14:
            opening = varied(rng, self.openings[int(rng.random() * len(self.openings))])
            if around < 0.02:
                opening = f"{invented_word(rng).capitalize()}, "
            goes_on = opening[-2] not in ".!:?"
            text = opening + (text[0].lower() + text[1:] if goes_on else text)
        elif around < 0.2 and text[-1] in "?.":
            text += varied(rng, self.closings[int(rng.random() * len(self.closings))])
        text = text[0].upper() + text[1:]
        return _styled(rng, slip(rng, text) if rng.random() < SLIPS else text)

    def say(self, key: str, **blanks: Any) -> str:
        """Return a sentence of an answer or of reasoning."""
        text = self.phrases[key].format(**blanks)
        return text[0].upper() + text[1:]

    def all_of(self, parts: list[str]) -> str:
        """Return an enumeration."""
        if len(parts) < 2:
            return "".join(parts)
        return ", ".join(parts[:-1]) + f" {self.words['and']} " + parts[-1]

    def count(self, number: int, noun: Noun) -> str:
        """Return a sentence with the count."""
        if number == 1:
            return self.say("there_is_one", x=noun)
        if number == 0:
            return self.say("there_are_none", x=noun)
        return self.say("there_are", n=self.numbers[number], x=noun)

    def number_word(self, number: int) -> str:
        """Return the count in one word."""
        if number < 2:
            return self.words["one" if number else "none"]
        return self.numbers[number]

    def moves(self, directions: tuple[str, ...], stops: bool) -> str:
        """Return what a shape does: "moves to the left and then up"."""
        ways = [self.words["move_" + way] for way in turns(directions)]
        if not ways:
            return self.words["still"]
        moves = self.words["moves"] + " " + f" {self.words['and_then']} ".join(ways)
        return f"{moves} {self.words['and_stops']}" if stops else moves


def _styled(rng: random.Random, text: str) -> str:
    """Return `text` in small letters, in capital letters or without punctuation at times."""
    style = rng.random()
    if style < 0.17:
        return text.lower()
    if style < 0.30:
        return text.lower().rstrip("?.!")
    if style < 0.37:
        return text.rstrip("?.!")
    if style < 0.38:
        return text.upper()
    return text[:-1] + " ?" if style < 0.39 and text[-1] == "?" else text


@dataclass
class Asked:
    """The questions found for one image or video."""

    rng: random.Random
    wording: Wording
    exchanges: list[Exchange] = field(default_factory=list)

    def add(
        self,
        kind: str,
        answer: str,
        reasoning: str,
        skill: str,
        word: str = "",
        **blanks: Any,
    ) -> None:
        """Ask a question of that kind in one of its phrasings."""
        phrasings = self.wording.questions[kind]
        phrasing = varied(self.rng, phrasings[int(self.rng.random() * len(phrasings))])
        text = phrasing.format(**blanks)
        text = self.wording.typed(self.rng, text)
        self.exchanges.append(
            question(
                text,
                answer,
                reasoning if reasoning == answer else f"{reasoning} {answer}",
                skill=skill,
                word=word,
            )
        )


def varied(rng: random.Random, phrasing: str) -> str:
    """Return the phrasing with one of the parts in each [this/that/], and with a word that nobody
    knows for each ~; no part means no blank."""
    text = CHOICE.sub(lambda found: rng.choice(found[1].split("/")), phrasing)
    text = re.sub(UNKNOWN, lambda _: invented_word(rng), text)
    return SPACE.sub(r"\1", text)


def turns(directions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the directions without those that only continue after a rest."""
    return directions[:1] + tuple(b for a, b in pairwise(directions) if a != b)


def questions(text: str) -> dict[str, tuple[str, ...]]:
    """Return phrasings by kind: paragraphs that start with the kind and a colon."""
    found: dict[str, tuple[str, ...]] = {}
    for paragraph in text.strip().split("\n\n"):
        kind, _, phrasings = paragraph.partition(":")
        listed = bars(phrasings)
        found[kind.strip()] = listed + OFTEN * tuple(one for one in listed if "[" in one)
    return found
