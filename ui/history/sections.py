"""Section headings of the history, and dates as text."""

from datetime import date, datetime
from functools import lru_cache

from PySide6.QtCore import QDate, QDateTime, QLocale

from ui.look.language import tr
from ui.state.conversation_entry import ConversationEntry

_WEEK, _MONTH = 7, 30
# In every time zone, a day begins at a quarter of an hour.
_QUARTER = 900


def today() -> date:
    return datetime.now().date()


def section_of(entry: ConversationEntry, today: date) -> str:
    if entry.pinned:
        return tr("Pinned")
    return _heading(int(entry.updated // _QUARTER), today) if entry.updated else unknown_date()


@lru_cache(maxsize=1 << 16)
def _heading(quarter: int, today: date) -> str:
    day = day_of(quarter * _QUARTER)
    ago = (today - day).days
    # Also when the clock was set back.
    if ago <= 0:
        return tr("Today")
    if ago == 1:
        return tr("Yesterday")
    if ago < _WEEK:
        return tr("Last 7 days")
    if ago < _MONTH:
        return tr("Last 30 days")
    return month(day, today)


def month(day: date, today: date) -> str:
    """Return the month, without the year if it is this year."""
    name = QLocale().standaloneMonthName(day.month)
    name = name[:1].upper() + name[1:]
    return name if day.year == today.year else f"{name} {day.year}"


def when(seconds: float, today: date, *, days: int = 1) -> str:
    """Return the time, or the date if it is more than so many `days` ago."""
    if not seconds:
        return unknown_date()
    day = day_of(seconds)
    short = QLocale.FormatType.ShortFormat
    if (today - day).days <= days:
        return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(seconds)).time(), short)
    return QLocale().toString(QDate(day.year, day.month, day.day), short)


def spoken_date(seconds: float) -> str:
    if not seconds:
        return unknown_date()
    day = day_of(seconds)
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat)


def unknown_date() -> str:
    """Return what stands for the time 0, as of an imported chat whose dates cannot be read."""
    return tr("Unknown date")


def day_of(seconds: float) -> date:
    try:
        return datetime.fromtimestamp(seconds).date()
    except (OverflowError, OSError, ValueError):
        return date.fromtimestamp(0)
