"""The date and the time: questions, what tools return, and answers."""

import json
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from demo_model.said.own_tools import WEEKDAYS, in_words
from demo_model.said.typed import phrases, sloppy

FIRST, DAYS = datetime(2015, 1, 1), 25 * 365
MONTHS = phrases("""
January|February|March|April|May|June|July|August|September|October|November|December
""")[0]
TIMES = phrases("""
What time is it?|Tell me the time.|What is the time?|Do you know what time it is?|Can you tell me
the time?|How late is it?|Current time?|What's the time?|Time please|Is it late?|What time is it
now?|Look at the clock.|Which time is it?|I need to know the time.
""")[0]
# Questions by their subject.
ASKED = dict(
    zip(
        ("date", "weekday", "year", "month"),
        phrases("""
What is the date?|What is the date today?|What is today's date?|Which date is it?|Tell me the
date.|Today's date?|What's the date?|Can you tell me today's date?|Which date do we have today?|What
date is today?|Do you know the date?|I need the date.|What day is it?|What day is it today?|Which
day is it?|What day is today?|Tell me what day it is.|Look up the date.|Date please|What's today?|
Current date?|Give me the current date.|What is the current date?|What day do we have?|Which day is
today?

What day of the week is it?|Which weekday is it?|What weekday is today?|Which day of the week is
today?|Tell me the day of the week.|What is the weekday today?|Day of the week?

What year is it?|Which year is it?|What year do we have?|Tell me the year.|Which year is this?|What
is the current year?|In which year are we?|Do you know which year it is?

What month is it?|Which month is it?|What month do we have?|Tell me the month.|Which month is
this?|What is the current month?|In which month are we?
"""),
        strict=True,
    )
)
QUESTIONS = tuple(question for questions in ASKED.values() for question in questions)
ELSEWHERE = dict(
    zip(
        ("time", "date"),
        phrases("""
What time is it in {}?|What's the time in {}?|Tell me the time in {}.|How late is it in {}?|What is
the time in {}?|Current time in {}?|What time is it in {} now?|Which time is it in {}?

What is the date in {}?|Which day is it in {}?|What day is it in {}?|Tell me the date in {}.|What's
today's date in {}?
"""),
        strict=True,
    )
)
# Hours from UTC.
ZONES = {
    "Berlin": ("Europe/Berlin", 1),
    "London": ("Europe/London", 0),
    "Paris": ("Europe/Paris", 1),
    "Rome": ("Europe/Rome", 1),
    "Madrid": ("Europe/Madrid", 1),
    "Vienna": ("Europe/Vienna", 1),
    "Moscow": ("Europe/Moscow", 3),
    "Cairo": ("Africa/Cairo", 2),
    "Tokyo": ("Asia/Tokyo", 9),
    "Delhi": ("Asia/Kolkata", 5.5),
    "Sydney": ("Australia/Sydney", 10),
    "New York": ("America/New_York", -5),
}
LOCAL = tuple(ZONES.values()) + tuple(
    (name, hours)
    for name, hours in (("CET", 1), ("CEST", 2), ("UTC", 0), ("GMT", 0), ("EST", -5), ("PDT", -7))
    for _ in range(3)
)


@dataclass(frozen=True)
class Asked:
    """A question, its subject, the arguments that it needs, and the place that it asks about."""

    text: str
    after: str
    arguments: dict[str, str] = field(default_factory=dict)
    place: str = ""


@dataclass(frozen=True)
class Told:
    """The result of a tool; `weekday` and `time` are "" if it has none."""

    result: str
    day: str
    year: str
    month: str
    weekday: str = ""
    time: str = ""

    def answer(self, asked: Asked) -> tuple[str, str]:
        """Return Dot's answer, and the same in one word, "" if there is none."""
        words = {
            "weekday": self.weekday,
            "year": self.year,
            "month": self.month,
            "time": self.time,
        }
        where = f" in {asked.place}" if asked.place else ""
        if word := words.get(asked.after):
            return f"It is {word}{where}.", word
        return (f"In {asked.place} it" if where else "Today") + f" is {self.day}.", ""


def ask(rng: random.Random, timed: bool) -> Asked:
    """Return a question for a date tool; `timed` tools also know the time and the time zones."""
    if timed and rng.random() < 0.15:
        after = rng.choice(tuple(ELSEWHERE))
        place = rng.choice(tuple(ZONES))
        text = sloppy(rng, rng.choice(ELSEWHERE[after])).format(place)
        return Asked(text, after, {"timezone": ZONES[place][0]}, place)
    if timed and rng.random() < 0.2:
        return Asked(sloppy(rng, rng.choice(TIMES)), "time")
    after = rng.choice(("date", "date", "date", "weekday", "year", "month"))
    return Asked(sloppy(rng, rng.choice(ASKED[after])), after)


def told_by_the_app(rng: random.Random, place: str) -> Told:
    """Return a result as the app's own tool writes it."""
    zone, hours = ZONES[place] if place else rng.choice(LOCAL)
    moment = _moment(rng).replace(tzinfo=timezone(timedelta(hours=hours)))
    result = in_words(moment, zone)
    weekday, day, _ = result.split(", ", 2)
    return Told(
        result,
        f"{weekday}, {day}",
        day[:4],
        MONTHS[moment.month - 1],
        weekday,
        f"{moment:%H:%M}",
    )


def told_by_another(rng: random.Random) -> Told:
    """Return a result as one of many other tools might write it."""
    moment = _moment(rng)
    weekday, month = WEEKDAYS[moment.weekday()], MONTHS[moment.month - 1]
    day, year, iso = moment.day, str(moment.year), f"{moment:%Y-%m-%d}"
    kind = rng.randrange(7)
    if kind == 0:
        result = json.dumps({"weekday": weekday, "date": iso})
        return Told(result, f"{weekday}, {iso}", year, month, weekday)
    written = (
        iso,
        iso,
        f"{weekday}, {day} {month} {year}",
        f"{weekday}, {month} {day}, {year}",
        f"{month} {day}, {year}",
        f"{day} {month} {year}",
    )[kind - 1]
    result = json.dumps({"date": written}) if rng.random() < 0.1 else written
    return Told(result, written, year, month, weekday if weekday in written else "")


def _moment(rng: random.Random) -> datetime:
    return FIRST + timedelta(rng.randrange(DAYS), rng.randrange(24 * 3600))
