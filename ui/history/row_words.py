"""What a row of the history says."""

from datetime import date

from ui.history.sections import spoken_date, when
from ui.language import tr
from ui.state.conversation_entry import ConversationEntry

_BETWEEN = " · "


def title_of(entry: ConversationEntry) -> str:
    return entry.title or (tr("New comparison") if entry.comparison else tr("New chat"))


def subtitle_of(entry: ConversationEntry, today: date, folder: str = "") -> str:
    first = tr("Draft") if entry.draft else entry.model
    return _BETWEEN.join(it for it in (first, when(entry.updated, today), folder) if it)


def spoken(entry: ConversationEntry, *, active: bool) -> str:
    """For a screen reader: also what only the eye sees of a row."""
    kind = tr("comparison") if entry.comparison else ""
    draft = tr("Draft") if entry.draft else ""
    state = tr("answering") if active else ""
    parts = (title_of(entry), kind, draft, entry.model, spoken_date(entry.updated), state)
    return ", ".join(it for it in parts if it)
