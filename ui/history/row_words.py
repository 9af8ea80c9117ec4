"""Texts of a row of the history."""

from datetime import date

from ui.history.sections import day_of, spoken_date, today, when
from ui.look.language import tr
from ui.state.conversation import Activity
from ui.state.conversation_entry import KEPT_DAYS, ConversationEntry, Folder

_BETWEEN = " · "


def title_of(entry: ConversationEntry) -> str:
    return entry.title or (tr("New comparison") if entry.comparison else tr("New chat"))


def subtitle_of(entry: ConversationEntry, today: date, folder: str = "") -> str:
    first = tr("Draft") if entry.draft else entry.model
    time = days_left(entry.updated, today) if entry.deleted else when(entry.updated, today)
    return _BETWEEN.join(it for it in (first, time, folder) if it)


def deleted_subtitle(folder: Folder, today: date) -> str:
    """Return how many chats are in Recently Deleted with a folder, if any, and until when."""
    return _BETWEEN.join(_deleted_words(folder, today))


def _deleted_words(folder: Folder, today: date) -> list[str]:
    chats = [tr("%n chat(s)", "", folder.chats)] if folder.chats else []
    return [*chats, days_left(folder.deleted, today)]


def days_left(deleted: float, today: date) -> str:
    """Return the number of days in which something deleted can be restored."""
    left = KEPT_DAYS - (today - day_of(deleted)).days
    return tr("%n day(s) left", "", min(max(left, 0), KEPT_DAYS))


def spoken_folder(folder: Folder, count: int, activity: Activity) -> str:
    """Return a folder for a screen reader, which adds by itself if it is open."""
    listed = [tr("%n chat(s)", "", count)]
    about = _deleted_words(folder, today()) if folder.deleted else listed
    parts = (folder.name, tr("Folder"), *about, _activity_words(activity))
    return ", ".join(it for it in parts if it)


def spoken(entry: ConversationEntry, activity: Activity) -> str:
    """Return the row for a screen reader, including its icons."""
    kind = tr("comparison") if entry.comparison else ""
    draft = tr("Draft") if entry.draft else ""
    state = days_left(entry.updated, today()) if entry.deleted else _activity_words(activity)
    parts = (title_of(entry), kind, draft, entry.model, spoken_date(entry.updated), state)
    return ", ".join(it for it in parts if it)


def _activity_words(activity: Activity) -> str:
    states = {Activity.ANSWERING: tr("answering"), Activity.ASKING: tr("tool call waiting")}
    return states.get(activity, "")
