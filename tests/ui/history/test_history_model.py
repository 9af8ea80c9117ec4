"""The history as rows: sections, pages, and the fewest steps where something changes."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QSignalSpy

from tests.kit.history_source import ListSource, entry
from ui.history.history_model import COUNT, PAGE, SUBTITLE, HistoryModel
from ui.history.row_changes import Inserted, Moved, Removed, steps
from ui.history.row_words import spoken, subtitle_of
from ui.history.sections import section_of
from ui.state.conversation import Activity
from ui.state.conversation_entry import ConversationEntry, Folder, HistoryFilter
from ui.state.requests import HistoryRequests

ROOT = QModelIndex()
TODAY = date(2026, 11, 22)


def rows(model: HistoryModel) -> list[str]:
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def model_of(*entries: ConversationEntry, **fields) -> tuple[HistoryModel, ListSource]:
    source = ListSource(*entries, **fields)
    model = HistoryModel(HistoryRequests())
    model.set_source(source)
    return model, source


@given(
    st.lists(st.integers(0, 30), unique=True),
    st.lists(st.integers(0, 30), unique=True),
)
def test_steps_turn_the_old_list_into_the_new_one(old: list[int], new: list[int]) -> None:
    made = list(old)
    for step in steps(old, new):
        if isinstance(step, Removed):
            del made[step.first : step.last + 1]
        elif isinstance(step, Inserted):
            made[step.first : step.first] = new[step.first : step.last + 1]
        else:
            made.insert(step.to, made.pop(step.row))
    assert made == new


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ([3, 0, 1, 2, 4], [Moved(3, 0)]),
        ([1, 2, 3, 0, 4], [Moved(0, 3)]),
        ([0, 4], [Removed(1, 3)]),
        ([7, 8, 0, 1, 2, 3, 4], [Inserted(0, 1)]),
    ],
)
def test_usual_changes_are_one_step(new: list[int], expected: list) -> None:
    assert list(steps(range(5), new)) == expected


@pytest.mark.parametrize(
    ("days", "heading"),
    [
        (-1, "Today"),
        (0, "Today"),
        (1, "Yesterday"),
        (6, "Last 7 days"),
        (7, "Last 30 days"),
        (29, "Last 30 days"),
        (30, "October"),
        (400, "October 2025"),
    ],
)
def test_sections_are_days_weeks_and_months(days: int, heading: str) -> None:
    then = datetime(2026, 11, 22, 12) - timedelta(days=days)
    found = ConversationEntry(1, "A", updated=then.timestamp())
    assert section_of(found, TODAY) == heading


def test_a_chat_without_a_date_stands_last_under_a_heading_that_says_so() -> None:
    model, _ = model_of(replace(entry(1), updated=0.0), entry(2, days_ago=400))
    *_, heading, title = rows(model)
    assert (heading, title) == ("Unknown date", "Chat 1")
    undated = replace(entry(1), updated=0.0)
    assert subtitle_of(undated, TODAY) == "Dot · Unknown date"
    assert spoken(undated, Activity.IDLE) == "Chat 1, Dot, Unknown date"


def test_pinned_chats_come_first_under_their_heading() -> None:
    model, _ = model_of(entry(1), entry(2, days_ago=400, pinned=True), entry(3, days_ago=1))
    assert rows(model) == ["Pinned", "Chat 2", "Today", "Chat 1", "Yesterday", "Chat 3"]
    heading = model.index(0)
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert model.entry_at(heading) is None


def test_pages_are_read_as_they_are_needed() -> None:
    model, source = model_of(*(entry(n) for n in range(1, 2 * PAGE + 6)))
    assert model.rowCount() == PAGE + 1 and source.asked == [(0, PAGE)]
    for _ in range(2):
        assert model.has_more(ROOT)
        model.read_more(ROOT)
    assert not model.has_more(ROOT)
    assert rows(model)[1:] == [f"Chat {n}" for n in range(1, 2 * PAGE + 6)]


def test_a_change_reads_and_moves_one_row() -> None:
    model, source = model_of(*(entry(n) for n in range(1, 10)))
    moved, reset = QSignalSpy(model.rowsMoved), QSignalSpy(model.modelReset)
    source.put(5, updated=entry(0).updated + 1)
    source.asked.clear()
    model.refresh({5})
    assert rows(model)[:3] == ["Today", "Chat 5", "Chat 1"]
    assert (moved.count(), reset.count(), source.asked) == (1, 0, [])


def test_added_removed_and_renamed_chats_are_shown() -> None:
    model, source = model_of(entry(1), entry(2, days_ago=1))
    source.all[3] = entry(3, "New", days_ago=2)
    source.put(1, title="Renamed")
    del source.all[2]
    model.refresh({1, 2, 3})
    assert rows(model) == ["Today", "Renamed", "Last 7 days", "New"]
    source.put(1, archived=True)
    model.refresh({1})
    assert rows(model) == ["Last 7 days", "New"]
    model.set_filter(HistoryFilter(archived=True))
    assert rows(model) == ["Today", "Renamed"]


def test_chats_beyond_the_page_are_not_loaded_yet() -> None:
    model, source = model_of(*(entry(n) for n in range(1, PAGE + 3)))
    source.all[900] = entry(900)
    model.refresh({900})
    assert model.rowCount() == PAGE + 1
    model.read_more(ROOT)
    assert rows(model)[-1] == "Chat 900" and model.rowCount() == PAGE + 4


def test_many_changes_are_read_together() -> None:
    model, source = model_of(entry(1))
    source.all.update({n: entry(n) for n in range(2, 2 * PAGE)})
    model.refresh(set(range(2, 2 * PAGE)))
    assert rows(model)[:3] == ["Today", "Chat 1", "Chat 2"]
    assert model.has_more(ROOT) and model.rowCount() == PAGE + 1


def test_a_row_has_its_visible_and_accessible_text() -> None:
    model, _ = model_of(
        entry(1, "Why?", folder_id=7),
        entry(2, draft=True, comparison=True),
        folders=(Folder(7, "Trips"),),
    )
    folder, second = model.index(1), model.index(3)
    model.read_more(folder)
    first = model.index_of(1)
    assert first.parent() == folder and folder.data(COUNT) == 1
    assert str(folder.data(Qt.ItemDataRole.AccessibleTextRole)) == "Trips, Folder, 1 chat"
    assert str(first.data(SUBTITLE)).startswith("Dot · ")
    assert not str(first.data(SUBTITLE)).endswith(" · Trips")
    assert str(second.data(SUBTITLE)).startswith("Draft · ")
    model.set_activity(1, Activity.ANSWERING)
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert str(first.data(spoken)).startswith("Why?, Dot, ")
    assert str(first.data(spoken)).endswith(", answering")
    model.set_activity(1, Activity.ASKING)
    assert str(first.data(spoken)).endswith(", tool call waiting")
    assert "comparison" in str(second.data(spoken))
    model.set_filter(HistoryFilter(model="Dot"))
    assert str(model.index_of(1).data(SUBTITLE)).endswith(" · Trips"), "it has no folder above it"


def test_a_title_is_one_line_and_never_empty() -> None:
    model, _ = model_of(entry(1, "Why?"))
    renamed = QSignalSpy(model._requests.renamed)
    assert not model.setData(model.index(1), "  \n ")
    assert model.setData(model.index(1), "Why?")
    assert renamed.count() == 0
    assert model.setData(model.index(1), "  Two\nlines ")
    assert renamed.at(0) == [1, "Two lines"]
