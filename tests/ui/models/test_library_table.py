"""Rows of the models on this computer: their texts, order and filter."""

import pytest
from PySide6.QtCore import Qt

from tests.kit.library_models import library_model, model_facts, shelf
from ui.models.library_table import (
    ABILITIES,
    BITS,
    CONTEXT,
    FAVORITES,
    FILTERS,
    FIT,
    FITS,
    LICENSE,
    NAME,
    PARAMETERS,
    SECOND_LINE,
    SEES,
    SIZE,
    STAR,
    THINKS,
    USED,
    WATCHES,
    LibraryFilter,
    LibraryTable,
    second_line,
)
from ui.state.library_state import Place

QWEN = "Qwen3-VL-8B-Thinking-4bit"


@pytest.fixture
def table() -> LibraryTable:
    made = LibraryTable()
    made.set_models(shelf())
    return made


def names(table: LibraryTable) -> list[str]:
    rows = (table.model_at(row) for row in range(table.rowCount()))
    return [it.name for it in rows if it]


def texts(table: LibraryTable, name: str, *columns: int) -> list[str]:
    row = names(table).index(name)
    return [table.index(row, column).data() for column in columns]


def test_a_row_tells_the_facts_in_numbers_and_words(table):
    columns = (PARAMETERS, BITS, CONTEXT, SIZE, FIT, LICENSE)
    assert texts(table, QWEN, *columns) == [
        *("8.8 B", "4.8", "256k", "5.3 GB", "Fits, 7.7 of 11.4 GB", "apache-2.0"),
    ]
    assert texts(table, QWEN, ABILITIES) == ["sees images, watches videos, thinks, calls tools"]
    assert texts(table, "Qwen3-0.6B-8bit", STAR, USED) == ["favorite", "–"]


def test_the_second_line_has_family_and_place_or_the_reason():
    lines = {it.name: second_line(it) for it in shelf()}
    assert lines["gemma-3-12b-it-4bit"] == "gemma3 · Hugging Face cache"
    assert lines["Mistral-7B.Q4_K_M"] == "GGUF files do not run with MLX."
    assert lines["llava-1.6-mistral-7b"].startswith("The disk is not connected.")


def test_models_of_the_same_name_tell_where_they_come_from(table):
    twins = [
        library_model("/models/mlx-community/Qwen", place=Place.LM_STUDIO),
        library_model("/models/lmstudio-community/Qwen", place=Place.LM_STUDIO),
        library_model("/hub/snapshots/0815", "Qwen", repository="ada/Qwen"),
        library_model("/models/mlx-community/Gemma", place=Place.LM_STUDIO),
    ]
    table.set_models(twins)
    rows = range(table.rowCount())
    assert {table.index(row, NAME).data(SECOND_LINE) for row in rows} == {
        "qwen3_vl · LM Studio · mlx-community/Qwen",
        "qwen3_vl · LM Studio · lmstudio-community/Qwen",
        "qwen3_vl · Hugging Face cache · ada/Qwen",
        "qwen3_vl · LM Studio",
    }
    role = Qt.ItemDataRole.AccessibleTextRole
    spoken = {table.index(row, NAME).data(role) for row in rows}
    assert "Qwen, qwen3_vl · Hugging Face cache · ada/Qwen" in spoken


def test_models_that_cannot_be_used_are_greyed_and_last_in_either_order(table):
    last = {"Mistral-7B.Q4_K_M", "falcon-11b", "bert-base", "llava-1.6-mistral-7b"}
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        table.sort(NAME, order)
        assert set(names(table)[-4:]) == last
        grey = [table.index(row, NAME).data(Qt.ItemDataRole.ForegroundRole) for row in range(10)]
        assert [it is not None for it in grey] == [False] * 6 + [True] * 4
    about = table.index(names(table).index("falcon-11b"), NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert "The family falcon is not supported." in about


@pytest.mark.parametrize(
    ("column", "first"),
    [
        (STAR, "Qwen3-0.6B-8bit"),
        (NAME, "Dot"),
        (PARAMETERS, "Dot"),
        (BITS, "Qwen3-30B-A3B-4bit"),
        (CONTEXT, "Dot"),
        (ABILITIES, QWEN),
        (FIT, "Dot"),
        (SIZE, "Dot"),
        (USED, "Dot"),
    ],
)
def test_each_column_sorts(table, column, first):
    table.sort(column)
    assert names(table)[0] == first


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("qwen", "lm studio"), ["Qwen3-14B-MLX-5bit"]),
        (("watches",), [QWEN]),
        (("gemma3",), ["gemma-3-12b-it-4bit"]),
        (("nothing",), []),
    ],
)
def test_words_find_name_family_place_and_abilities(table, words, found):
    table.set_filter(LibraryFilter(words))
    assert names(table) == found


@pytest.mark.parametrize(
    ("kind", "count"), [(FITS, 4), (FAVORITES, 2), (SEES, 4), (WATCHES, 1), (THINKS, 6)]
)
def test_a_kind_leaves_the_others_out(table, kind, count):
    table.set_filter(LibraryFilter(kind=kind))
    assert table.rowCount() == count
    assert kind in FILTERS


def test_a_row_without_numbers_has_dashes(table):
    empty = library_model("/x", facts=model_facts(0, 0, context=0, licence=""), fit=None)
    table.set_models([empty])
    shown = texts(table, "x", PARAMETERS, BITS, CONTEXT, FIT, USED, LICENSE)
    assert shown == ["–"] * 6
