"""The date and the time: questions, what tools return, and answers."""

import json
import random
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone

from demo_model.said.own_tools import WEEKDAYS, in_words
from demo_model.said.tool_results import IT_IS
from demo_model.said.typed import bars, in_both, phrases, sloppy

FIRST, DAYS = datetime(2015, 1, 1), 25 * 365
MONTHS = phrases("""
January|February|March|April|May|June|July|August|September|October|November|December
""")[0]
# Weekdays and months as Dot says them in German.
GERMAN_WEEKDAYS = bars("Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag")
GERMAN_MONTHS = phrases("""
Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
""")[0]
TIMES = in_both("""
What time is it?|Tell me the time.|What is the time?|Do you know what time it is?|Can you tell me
the time?|How late is it?|Current time?|What's the time?|Time please|Is it late?|What time is it
now?|Look at the clock.|Which time is it?|I need to know the time.

Wie spät ist es?|Wie viel Uhr ist es?|Wie viel Uhr haben wir?|Sag mir die Uhrzeit.|Wie ist die
Uhrzeit?|Weißt du, wie spät es ist?|Kannst du mir sagen, wie spät es ist?|Aktuelle Uhrzeit?|Uhrzeit
bitte|Ist es schon spät?|Wie spät ist es jetzt?|Schau auf die Uhr.|Welche Uhrzeit haben wir?|Ich
muss wissen, wie spät es ist.|Wie spät haben wir es?|Kannst du mir die Uhrzeit sagen?|Ich brauche
die Uhrzeit.|Sag mir, wie viel Uhr es ist.
""")
SUBJECTS = ("date", "weekday", "year", "month")
# Questions by their subject, and by True if they are German.
ASKED = {
    False: dict(
        zip(
            SUBJECTS,
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
    ),
    True: dict(
        zip(
            SUBJECTS,
            phrases("""
Welches Datum ist heute?|Welches Datum haben wir?|Welches Datum haben wir heute?|Was ist heute für
ein Datum?|Was ist das heutige Datum?|Der Wievielte ist heute?|Den Wievielten haben wir heute?|Sag
mir das Datum.|Kannst du mir sagen, welches Datum heute ist?|Kannst du mir das Datum sagen?|Weißt
du, welches Datum heute ist?|Ich brauche das Datum.|Das heutige Datum?|Welcher Tag ist heute?|Was
ist heute für ein Tag?|Welchen Tag haben wir heute?|Sag mir, welcher Tag heute ist.|Datum bitte|
Heutiges Datum?|Gib mir das heutige Datum.|Nenn mir das Datum.|Ich möchte wissen, der Wievielte
heute ist.|Schau nach, welches Datum wir haben.|Wie lautet das Datum?|Welches Datum schreiben wir?

Welcher Wochentag ist heute?|Welchen Wochentag haben wir?|Was ist heute für ein Wochentag?|Sag mir
den Wochentag.|Wochentag bitte|Kannst du mir sagen, welcher Wochentag heute ist?|Weißt du, welcher
Wochentag heute ist?|Welcher Tag der Woche ist heute?

Welches Jahr haben wir?|Welches Jahr ist es?|In welchem Jahr sind wir?|Sag mir das Jahr.|In welchem
Jahr leben wir?|Was ist das aktuelle Jahr?|Welches Jahr schreiben wir?|Weißt du, welches Jahr wir
haben?|Kannst du mir sagen, welches Jahr wir haben?

Welchen Monat haben wir?|Welcher Monat ist es?|In welchem Monat sind wir?|Sag mir den Monat.|Was ist
der aktuelle Monat?|Welcher Monat ist gerade?|Weißt du, welchen Monat wir haben?|Kannst du mir
sagen, welchen Monat wir haben?
"""),
            strict=True,
        )
    ),
}
QUESTIONS = {
    german: tuple(question for questions in asked.values() for question in questions)
    for german, asked in ASKED.items()
}
ELSEWHERE = {
    "time": in_both("""
What time is it in {}?|What's the time in {}?|Tell me the time in {}.|How late is it in {}?|What is
the time in {}?|Current time in {}?|What time is it in {} now?|Which time is it in {}?

Wie spät ist es in {}?|Wie viel Uhr ist es in {}?|Sag mir die Uhrzeit in {}.|Wie ist die Uhrzeit in
{}?|Uhrzeit in {}?|Wie spät ist es gerade in {}?|Kannst du mir sagen, wie spät es in {} ist?|Weißt
du, wie spät es in {} ist?|Welche Uhrzeit ist in {}?
"""),
    "date": in_both("""
What is the date in {}?|Which day is it in {}?|What day is it in {}?|Tell me the date in {}.|What's
today's date in {}?

Welches Datum ist in {}?|Welcher Tag ist in {}?|Welchen Tag haben sie in {}?|Sag mir das Datum in
{}.|Welches Datum ist heute in {}?|Kannst du mir sagen, welches Datum in {} ist?|Welcher Tag ist
heute in {}?
"""),
}
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
# Places with another name in German.
GERMAN_PLACES = {
    "Rome": "Rom", "Vienna": "Wien", "Moscow": "Moskau", "Cairo": "Kairo", "Tokyo": "Tokio",
}  # fmt: skip
IN_PLACE = {False: "In {} it is {}.", True: "In {} ist {}."}
TODAY = {False: "Today is {}.", True: "Heute ist {}."}
LOCAL = tuple(ZONES.values()) + tuple(
    (name, hours)
    for name, hours in (("CET", 1), ("CEST", 2), ("UTC", 0), ("GMT", 0), ("EST", -5), ("PDT", -7))
    for _ in range(3)
)


@dataclass(frozen=True)
class Asked:
    """A question, its subject, the arguments that it needs, and the place that it asks about, as a
    key of ZONES."""

    text: str
    after: str
    arguments: dict[str, str] = field(default_factory=dict)
    place: str = ""
    german: bool = False

    @property
    def named_place(self) -> str:
        """Return the place as the question names it."""
        return GERMAN_PLACES.get(self.place, self.place) if self.german else self.place


@dataclass(frozen=True)
class Told:
    """The result of a tool, and what it tells in the words of the answer; `weekday` and `time` are
    "" if it has none."""

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
        place = asked.named_place
        if word := words.get(asked.after):
            return IT_IS[asked.german].format(f"{word} in {place}" if place else word), word
        if place:
            return IN_PLACE[asked.german].format(place, self.day), ""
        return TODAY[asked.german].format(self.day), ""


def ask(rng: random.Random, timed: bool, german: bool) -> Asked:
    """Return a question for a date tool; `timed` tools also know the time and the time zones."""
    if timed and rng.random() < 0.15:
        after = rng.choice(tuple(ELSEWHERE))
        place = rng.choice(tuple(ZONES))
        template = sloppy(rng, rng.choice(ELSEWHERE[after][german]), openings=not german)
        asked = Asked(template, after, {"timezone": ZONES[place][0]}, place, german)
        return replace(asked, text=template.format(asked.named_place))
    if timed and rng.random() < 0.2:
        text = sloppy(rng, rng.choice(TIMES[german]), openings=not german)
        return Asked(text, "time", german=german)
    after = rng.choice(("date", "date", "date", "weekday", "year", "month"))
    text = sloppy(rng, rng.choice(ASKED[german][after]), openings=not german)
    return Asked(text, after, german=german)


def told_by_the_app(rng: random.Random, place: str, german: bool) -> Told:
    """Return a result as the app's own tool writes it."""
    zone, hours = ZONES[place] if place else rng.choice(LOCAL)
    moment = _moment(rng).replace(tzinfo=timezone(timedelta(hours=hours)))
    result = in_words(moment, zone)
    weekday, month = _named(moment, german)
    day = f"{weekday}, {moment:%Y-%m-%d}"
    return Told(result, day, str(moment.year), month, weekday, f"{moment:%H:%M}")


def told_by_another(rng: random.Random, german: bool) -> Told:
    """Return a result as one of many other tools might write it."""
    moment = _moment(rng)
    weekday, month = _named(moment, german=False)
    said_weekday, said_month = _named(moment, german)
    day, year, iso = moment.day, str(moment.year), f"{moment:%Y-%m-%d}"
    kind = rng.randrange(7)
    if kind == 0:
        result = json.dumps({"weekday": weekday, "date": iso})
        return Told(result, f"{said_weekday}, {iso}", year, said_month, said_weekday)
    written = (
        iso,
        iso,
        f"{weekday}, {day} {month} {year}",
        f"{weekday}, {month} {day}, {year}",
        f"{month} {day}, {year}",
        f"{day} {month} {year}",
    )[kind - 1]
    result = json.dumps({"date": written}) if rng.random() < 0.1 else written
    told = written
    if german and written != iso:
        told = f"{day}. {said_month} {year}"
        told = f"{said_weekday}, {told}" if weekday in written else f"der {told}"
    return Told(result, told, year, said_month, said_weekday if weekday in written else "")


def _named(moment: datetime, german: bool) -> tuple[str, str]:
    """Return the weekday and the month."""
    weekdays, months = (GERMAN_WEEKDAYS, GERMAN_MONTHS) if german else (WEEKDAYS, MONTHS)
    return weekdays[moment.weekday()], months[moment.month - 1]


def _moment(rng: random.Random) -> datetime:
    return FIRST + timedelta(rng.randrange(DAYS), rng.randrange(24 * 3600))
