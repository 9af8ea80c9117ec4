"""Told facts: answers quote the text, and what it does not say was not told."""

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from demo_model.said import told_facts
from demo_model.said.exchanges import Message

GERMAN_NOUNS = ("Code", "Hund", "Passwort")
languages = pytest.mark.parametrize("german", [False, True])


def asked(german: bool, times: int = 60) -> Iterator[tuple[str, str, Message]]:
    """Yield texts with a question and its answer."""
    for seed in range(times):
        told, questions = told_facts.reading(
            random.Random(seed), german, 1500, 8, at_once=seed % 2 == 0
        )
        text = "\n".join(user.text for user, _ in told)
        for user, said in questions:
            yield text, user.text, said


@languages
def test_answers_quote_the_text(german) -> None:
    found = Counter()
    for text, question, said in asked(german):
        if said.skill == "depth":
            assert said.text == answered(question, text, german)
            assert name_in(question) in said.text
        elif said.skill == "not_told":
            assert said.text == told_facts.NOT_TOLD[german]
            assert answered(question, text, german) is None
            known = re.search(rf"\b{name_in(question)}\b", text)
            found["of somebody" if known else "of nobody"] += 1
        found[said.skill] += 1
    assert found.keys() == {"depth", "not_told", "table", "of somebody", "of nobody"}
    assert min(found.values()) > 20


def answered(question: str, text: str, german: bool) -> str | None:
    """Return the sentence that answers, if the text has one."""
    name = name_in(question)
    for told, asked in told_facts.ABOUT[german]:
        if asked.format(name).rstrip("?") == question.rstrip("?"):
            sentence = re.escape(told).replace(r"\{0\}", name).replace(r"\{1\}", r"\S+?")
            found = re.search(rf"{sentence}(?=\s|$)", text)
            return found and found[0]
    raise AssertionError(question)


def name_in(question: str) -> str:
    """Return the name that a question is about."""
    words = re.findall(r"\w+", question)[1:]
    (name,) = (word for word in words if word[0].isupper() and word not in GERMAN_NOUNS)
    return name


@languages
def test_long_texts_are_rarely_asked_for_what_was_not_told(german) -> None:
    shares = []
    for letters in (1_500, 10_000):
        counts = Counter(
            said.skill
            for seed in range(30)
            for _, said in told_facts.reading(
                random.Random(seed), german, letters, 12, at_once=True
            )[1]
        )
        shares.append(counts["not_told"] / counts.total())
    short, long = shares
    assert 0.02 < long < short / 2


@languages
def test_cells_stand_in_the_row_and_under_the_column_of_the_question(german) -> None:
    found = 0
    for text, question, said in asked(german):
        if said.skill == "table":
            head, name = column_of(question, german)
            cells = table(text, german)
            assert cells[name][cells[told_facts.COLUMNS[german][0]].index(head)] == said.text
            found += 1
    assert found > 40


def column_of(question: str, german: bool) -> tuple[str, str]:
    """Return the column and the name that a question is about."""
    words = re.findall(r"\w+", question)
    column = next(word for word in words if word in told_facts.COLUMNS[german][1:])
    known = {"Table", "What", "TABLE", "WHAT", "Tabelle", "Was", column}
    return column, next(word for word in words if word.istitle() and word not in known)


def table(text: str, german: bool) -> dict[str, list[str]]:
    """Return the rows of the table in a text by their first cells."""
    separator = ";" if german else ","
    rows: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
        else:
            cells = line.split(separator) if " " not in line else []
        if len(cells) == 4:
            rows[cells[0]] = cells
    return rows


@languages
def test_prices_have_two_decimals(german) -> None:
    sign = "," if german else r"\."
    heads = [told_facts.COLUMNS[german][3]]
    prices = [
        cells[3]
        for text, *_ in asked(german, 30)
        for cells in table(text, german).values()
        if cells[3] not in (*heads, "---")
    ]
    assert len(prices) > 40
    assert all(re.fullmatch(rf"\d+{sign}\d\d", price) for price in prices)
