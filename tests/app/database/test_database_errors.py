"""The reason why the database cannot be written, in words that can be translated."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.database.database_errors import cause, explanation
from engine.sentences import Sentence

PATH = Path("duologue.db")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "there was not enough memory"),
        (AssertionError(), "Duologue has a fault; see its log"),
        (TypeError("'x' is no int"), "Duologue has a fault; see its log"),
    ],
)
def test_a_fault_is_explained_in_words_of_ours(error: Exception, said: str) -> None:
    reason = explanation(error, PATH).values["error"]
    assert isinstance(reason, Sentence)
    assert reason == said


@pytest.mark.parametrize(
    ("command", "values"),
    [
        ("SELECT ?", (1, 2)),
        ("SELECT absent", ()),
        ("INSERT INTO word VALUES (NULL)", ()),
        ("SELECT ?", (object(),)),
    ],
)
def test_a_fault_that_sqlite_reports_is_named_without_its_text(
    command: str, values: tuple[object, ...]
) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE word (text TEXT NOT NULL)")
        with pytest.raises(sqlite3.Error) as raised:
            connection.execute(command, values)
    assert cause(raised.value) == "Duologue has a fault; see its log"


def test_a_disk_that_fails_is_named_with_its_reason() -> None:
    assert cause(sqlite3.OperationalError("disk I/O error")) == "disk I/O error"
    assert cause(OSError(5, "Input/output error")) == "Input/output error"
