"""Votes, differences, tables and the strip of a list, as a person uses them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QObject, QRect, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.transfer.exporting.comparison_tables import round_table
from app.transfer.exporting.csv_writer import as_csv
from engine.messages import DraftCounts
from tests.kit.comparisons import Panes
from tests.kit.shown_windows import shown_windows
from ui.compare.answer_tables import AnswerTable, PaneTable
from ui.compare.differences import DifferencesWindow
from ui.compare.results_window import ResultsWindow
from ui.compare.run_dialog import RunDialog
from ui.compare.run_strip import RunStrip
from ui.compare.vote_bar import VoteBar, VoteButton
from ui.conversation import message_focus
from ui.look import theme
from ui.look.appearance import Appearance
from ui.state.compared import TIE, Vote
from ui.state.notice import Notices
from ui.state.pane_summary import summaries
from ui.state.prompt_list import ListedPrompt, PromptProgress, RunState
from ui.state.requests import TransferRequests
from ui.widgets.notice_bar import NoticeFoot

LEFT = "The red cat sleeps on the mat."
RIGHT = "The blue cat sleeps on a mat."


@pytest.fixture
def panes(qapp: QObject) -> Panes:
    return Panes("Dot", "Gemma")


def show_widget(qtbot: QtBot, widget: QWidget) -> Any:
    qtbot.addWidget(widget)
    widget.show()
    return widget


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


# --- votes -------------------------------------------------------------------------------


def names(bar: VoteBar) -> list[str]:
    return [button.accessibleName() for button in bar.buttons]


def test_buttons_without_room_for_names_show_letters(qtbot: QtBot, panes: Panes) -> None:
    around = show_widget(qtbot, QWidget())
    bar = VoteBar(panes.comparison, around)
    bar.show()
    panes.begin()
    bar.resize(900, 40)
    assert [it.text().strip() for it in bar.buttons] == ["Dot", "Gemma", "Tie"]
    bar.resize(150, 40)
    assert [it.text().strip() for it in bar.buttons] == ["A", "B", "Tie"]
    assert names(bar)[0] == "Vote for Dot"


@pytest.mark.parametrize(("short", "text"), [(False, "Qwen && co"), (True, "Q&&c")])
def test_a_button_shows_the_ampersand_of_a_name(qtbot: QtBot, short: bool, text: str) -> None:
    button = VoteButton()
    qtbot.addWidget(button)
    button.set_choice(1, "Qwen & co", "Q&c", chosen=False, why_not="")
    button.shorten(short)
    assert button.text().strip() == text


def test_a_vote_is_possible_once_all_panes_have_answered(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.begin()
    panes.say(1, "a")
    panes.end(1)
    assert not any(button.isEnabled() for button in bar.buttons)
    panes.say(2, "b")
    panes.end(2)
    assert names(bar) == ["Vote for Dot", "Vote for Gemma", "Vote for a tie"]
    assert all(button.isEnabled() for button in bar.buttons)


def test_tab_goes_through_the_votes_as_they_stand(qtbot: QtBot, panes: Panes) -> None:
    """By the order of the main window, and by that of Qt, which its other windows have."""
    around = show_widget(qtbot, QWidget())
    bar = VoteBar(panes.comparison, around)
    bar.show()
    panes.ask("Why?", "a", "b")
    bar.buttons[0].click()
    qtbot.waitUntil(bar.buttons[0].isVisible)
    expected = [*bar.buttons, bar.undo, bar.blind_box]
    met, chain = [around], [around]
    for _ in expected:
        following = message_focus.after(met[-1], forwards=True)
        assert following is not None
        met.append(following)
    while (following := chain[-1].nextInFocusChain()) is not around:
        chain.append(following)
    assert met[1:] == expected
    assert [it for it in chain if it in expected] == expected


def test_a_vote_by_keyboard_is_announced_and_can_be_undone(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    bar.resize(700, 40)
    panes.ask("Why?", "a", "b")
    bar.buttons[1].setFocus()
    QTest.keyClick(bar.buttons[1], Qt.Key.Key_Space)
    assert panes.comparison.rounds[0].vote == Vote(2)
    assert bar.label.text() == "Your vote: Gemma"
    assert bar.buttons[1].isChecked()
    QTest.keyClick(bar.buttons[1], Qt.Key.Key_Space)
    assert panes.comparison.rounds[0].vote is None
    assert not bar.buttons[1].isChecked()


def test_undo_removes_the_vote(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.ask("Why?", "a", "b")
    bar.buttons[-1].click()
    assert panes.comparison.rounds[0].vote == Vote(TIE)
    bar.undo.click()
    assert panes.comparison.rounds[0].vote is None
    assert not bar.undo.isVisible()


def test_a_failed_answer_cannot_be_voted_for(qtbot: QtBot, panes: Panes) -> None:
    panes.add("Owl")
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.begin()
    for pane_id in (1, 3):
        panes.say(pane_id, "a")
        panes.end(pane_id)
    panes.fail(2)
    assert [button.isEnabled() for button in bar.buttons] == [True, False, True, True]
    assert bar.buttons[1].accessibleDescription() == "This pane has no answer"


@pytest.mark.parametrize("ending", [Panes.stop, Panes.fail])
def test_fewer_than_two_answers_cannot_be_voted_on(
    qtbot: QtBot, panes: Panes, ending: Callable[[Panes, int], None]
) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    results = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    panes.ask("One?", "a", "b")
    panes.begin("Two?")
    panes.say(1, "a")
    panes.end(1)
    ending(panes, 2)
    why = "You can vote if at least two panes have an answer"
    assert not any(button.isEnabled() for button in bar.buttons)
    assert [why in button.toolTip() for button in bar.buttons] == [True] * 3
    assert bar.label.accessibleName() == why
    results.show_charts()
    results.charts.choice.button("votes").click()
    assert "1 prompt without a vote." in results.charts.by_pane.note.text()


def test_names_of_answers_without_a_vote_can_still_be_shown(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.comparison.set_blind(True)
    for _ in range(2):
        panes.begin(unattended=True)
        panes.stop(1)
        panes.stop(2)
    assert not bar.rest.isVisible() and bar.show_names.isVisible()
    bar.show_names.click()
    assert not panes.comparison.hidden_now and not bar.show_names.isVisible()


def all_words(widget: QWidget) -> str:
    """Whatever a person or a screen reader could find in it."""
    found = []
    for it in (widget, *widget.findChildren(QWidget)):
        found += [it.accessibleName(), it.accessibleDescription(), it.toolTip(), it.windowTitle()]
        for name in ("text", "placeholderText", "toPlainText"):
            if callable(text := getattr(it, name, None)):
                found.append(str(text()))
        if callable(item := getattr(it, "itemText", None)):
            found += [str(item(index)) for index in range(it.count())]  # type: ignore[attr-defined]
    return "\n".join([*found, *(action.text() for action in widget.findChildren(QAction))])


@pytest.mark.styled
def test_buttons_of_votes_wrap_where_they_have_no_room(qtbot: QtBot) -> None:
    panes = Panes(*"ABCDEF")
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.ask("Why?", *"abcdef")
    bar.resize(200, bar.heightForWidth(200))
    qtbot.waitUntil(lambda: bar.buttons[-1].y() > bar.buttons[0].y())
    assert all(it.width() >= it.sizeHint().width() for it in bar.buttons)
    assert bar.blind_box.geometry().bottom() < bar.height()


def test_the_caption_of_a_vote_is_shown_whole_or_not_at_all(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.ask("Why?", "a", "b")
    bar.resize(700, 40)
    assert bar.label.text() == "Which answer is best?"
    assert bar.buttons[0].text().strip() == "Dot"
    wide = sum(it.sizeHint().width() for it in bar.buttons)
    bar.resize(wide + bar.blind_box.sizeHint().width() + 120, 40)
    assert bar.label.text() == "" or bar.buttons[0].text().strip() == "A"
    bar.resize(wide, 40)
    assert bar.label.text() == "" and bar.label.accessibleName() == "Which answer is best?"


def test_a_blind_vote_uses_letters_and_then_reveals_the_names(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    bar.resize(700, 40)
    bar.blind_box.click()
    panes.ask("Why?", "of Dot", "of Gemma")
    assert names(bar) == ["Vote for A", "Vote for B", "Vote for a tie"]
    assert "Gemma" not in all_words(bar)
    bar.buttons[0].click()
    assert panes.comparison.rounds[0].vote == Vote(2, blind=True)
    assert bar.label.text() == "Your vote: Gemma, blind"
    assert names(bar) == ["Vote for Dot", "Your vote: Gemma", "Vote for a tie"]


def test_names_can_be_revealed_without_a_vote(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.comparison.set_blind(True)
    panes.ask("Why?", "a", "b")
    bar.show_names.click()
    assert names(bar)[0] == "Vote for Dot"
    bar.buttons[0].click()
    assert panes.comparison.rounds[0].vote == Vote(1)


def test_the_rest_of_a_list_is_voted_on_one_by_one(qtbot: QtBot, panes: Panes) -> None:
    bar = show_widget(qtbot, VoteBar(panes.comparison))
    panes.comparison.set_blind(True)
    for question in ("One?", "Two?", "Three?"):
        panes.begin(question, unattended=True)
        for pane_id in (1, 2):
            panes.say(pane_id, "a")
            panes.end(pane_id)
    assert bar.rest.text() == "2 more to vote on…"
    assert bar.waiting() == [0, 1]
    panes.comparison.vote(0, TIE)
    assert bar.waiting() == [1]
    assert bar.rest.text() == "1 more to vote on…"
    bar.show_names.click()
    assert not bar.rest.isVisible()
    assert not panes.comparison.hidden_now


def test_no_window_reveals_a_name_before_the_vote(qtbot: QtBot, panes: Panes) -> None:
    panes.comparison.set_blind(True)
    panes.ask("Why?", "first", "second")
    differences = show_widget(qtbot, DifferencesWindow(panes.comparison))
    results = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    words = all_words(differences) + all_words(results) + results.tsv()
    assert "Gemma" not in words
    assert "Dot" not in words
    # a speed would tell them apart as well
    assert "20.0" not in words


# --- differences -------------------------------------------------------------------------


def settled(qtbot: QtBot, window: DifferencesWindow) -> None:
    qtbot.waitUntil(lambda: window.view.complete)


def test_no_part_of_the_differences_is_a_window_while_they_are_made(
    qtbot: QtBot, panes: Panes
) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    with shown_windows() as shown:
        settled(qtbot, show_widget(qtbot, DifferencesWindow(panes.comparison)))
    assert shown == ["DifferencesWindow"]


def test_the_votes_below_the_differences_name_answers_as_the_pickers_above_do(
    qtbot: QtBot,
) -> None:
    """No letters stand in this window."""
    panes = Panes("Dot", "Dot")
    panes.ask("Why?", LEFT, RIGHT)
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    picker = window.pickers[0]
    above = [picker.itemText(place) for place in range(picker.count())]
    assert [it.text().strip() for it in window.votes.buttons] == [*above, "Tie"]


def test_the_differences_begin_at_the_first_picker(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    window = DifferencesWindow(panes.comparison)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    assert window.focusWidget() is window.pickers[0]


def test_differences_are_marked_without_colour_too(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    settled(qtbot, window)
    left, right = window.view.sides
    assert (left.toPlainText(), right.toPlainText()) == (LEFT, RIGHT)
    assert marked_parts(left, "fontStrikeOut") == ["red", "the"]
    assert marked_parts(right, "fontUnderline") == ["blue", "a"]


def marked_parts(side: Any, how: str) -> list[str]:
    found = []
    block = side.document().begin()
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        if getattr(fragment.charFormat(), how)():
            found.append(fragment.text())
        iterator += 1
    return found


def test_a_key_steps_through_the_differences(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    settled(qtbot, window)
    assert window.place.text() == "2 differences"
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F3)
    assert window.place.text() == "Difference 1 of 2"
    assert window.view.sides[1].textCursor().position() == RIGHT.index("blue")
    QTest.keyClick(window, Qt.Key.Key_F3)
    QTest.keyClick(window, Qt.Key.Key_F3)
    assert window.place.text() == "Difference 1 of 2"
    QTest.keyClick(window, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert window.place.text() == "Difference 2 of 2"


def test_the_summary_counts_words(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    settled(qtbot, window)
    assert window.summary.text() == (
        "The first 1 word is the same · 5 matching words"
        " · 2 only on the left, struck through · 2 only on the right, underlined"
    )
    panes.ask("And?", "the same\nwords", "the same words")
    window.show_round(1)
    settled(qtbot, window)
    assert window.summary.text() == "The answers are word for word the same."


def test_differences_are_copied_as_text(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    settled(qtbot, window)
    window.copy_button.click()
    assert clipboard() == "The [-red-]{+blue+} cat sleeps on [-the-]{+a+} mat."


def test_markup_of_a_model_is_shown_as_text(qtbot: QtBot, panes: Panes) -> None:
    hostile = "<img src='file:///etc/passwd'> <b>bold</b>"
    panes.ask("<i>Why?</i>", hostile, "x")
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    settled(qtbot, window)
    assert window.view.sides[0].toPlainText() == hostile


def test_other_answers_and_rounds_can_be_chosen(qtbot: QtBot) -> None:
    panes = Panes("Dot", "Gemma", "Qwen")
    panes.ask("One?", "a", "b", "c")
    panes.ask("Two?", "d", "e", "f")
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    assert window.question.text() == "Question 2 of 2: Two?"
    window.pickers[1].setCurrentIndex(2)
    settled(qtbot, window)
    assert [it.toPlainText() for it in window.view.sides] == ["d", "f"]
    window.earlier.click()
    settled(qtbot, window)
    assert [it.toPlainText() for it in window.view.sides] == ["a", "b"]
    assert not window.earlier.isEnabled()


def test_a_late_answer_is_shown_when_it_ends(qtbot: QtBot, panes: Panes) -> None:
    panes.begin()
    panes.say(1, "a")
    panes.end(1)
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    panes.fail(2, "No memory is left.")
    settled(qtbot, window)
    assert window.view.sides[1].toPlainText() == "(Failed: No memory is left.)"
    assert window.pickers[1].currentText() == "Gemma (failed)"


def test_revealing_names_keeps_the_chosen_answers(qtbot: QtBot) -> None:
    panes = Panes("Dot", "Gemma", "Qwen")
    panes.comparison.set_blind(True)
    panes.ask("Why?", "of Dot", "of Gemma", "of Qwen")
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    settled(qtbot, window)
    before = [it.toPlainText() for it in window.view.sides]
    assert before == ["of Qwen", "of Gemma"]
    window.votes.buttons[0].click()
    settled(qtbot, window)
    assert [it.toPlainText() for it in window.view.sides] == before
    assert [it.currentText() for it in window.pickers] == ["Qwen", "Gemma"]


@pytest.mark.styled
def test_another_scheme_repaints_the_marks(qtbot: QtBot, panes: Panes, qapp: QApplication) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    settled(qtbot, window)
    theme.apply(qapp, Qt.ColorScheme.Dark)
    settled(qtbot, window)
    assert [it.toPlainText() for it in window.view.sides] == [LEFT, RIGHT]


def test_a_window_without_rounds_shows_a_note(qtbot: QtBot, panes: Panes) -> None:
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    assert window.summary.text() == "Nothing has been asked yet."


def test_a_window_that_was_opened_too_early_compares_the_first_round(
    qtbot: QtBot, panes: Panes
) -> None:
    window = show_widget(qtbot, DifferencesWindow(panes.comparison))
    panes.ask("Why?", LEFT, RIGHT)
    settled(qtbot, window)
    assert [it.currentText() for it in window.pickers] == ["Dot", "Gemma"]
    assert window.question.text() == "Question 1 of 1: Why?"
    assert [it.toPlainText() for it in window.view.sides] == [LEFT, RIGHT]


# --- tables ------------------------------------------------------------------------------


def cells(model: Any, row: int) -> list[str]:
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_the_item_models_follow_qts_rules_during_changes(qtmodeltester: Any, panes: Panes) -> None:
    answers, sums = AnswerTable(panes.comparison), PaneTable()
    panes.ask("One?", "a", "b")
    qtmodeltester.check(answers)
    panes.begin("Two?")
    panes.fail(1)
    panes.stop(2)
    answers.sort(7, Qt.SortOrder.DescendingOrder)
    panes.comparison.vote(0, 2)
    qtmodeltester.check(answers)
    sums.show_panes(summaries(panes.comparison.rounds))
    qtmodeltester.check(sums)


def test_a_row_has_the_numbers_of_its_answer(panes: Panes) -> None:
    table = AnswerTable(panes.comparison)
    panes.ask("Why\nso?", "a", "b")
    panes.comparison.vote(0, 2)
    assert cells(table, 0) == [
        *("1", "Why so?", "Dot", "answered", "500 ms", "250 tok/s", "20 tok"),
        *("20.0 tok/s", "–", "41 tok", "2.5 s", ""),
    ]
    assert cells(table, 1)[-1] == "won"


def place_of(table: QAbstractItemModel, title: str) -> int:
    titles = (table.headerData(it, Qt.Orientation.Horizontal) for it in range(table.columnCount()))
    return list(titles).index(title)


def test_tokens_per_pass_are_the_same_in_both_tables_and_in_exports(panes: Panes) -> None:
    panes.begin("Repeat this.")
    panes.end(1, drafts=DraftCounts("lookup", drafted=20, accepted=15, passes=10))
    panes.end(2)
    rounds = panes.comparison.rounds
    table, sums = AnswerTable(panes.comparison), PaneTable()
    sums.show_panes(summaries(rounds))
    titles = [column.title for column in sums.columns]
    at = titles.index("Tokens per pass")
    assert [cells(table, row)[8] for row in range(2)] == ["2.5 tok/pass", "–"]
    assert [cells(sums, row)[at] for row in range(2)] == ["2.5 tok/pass", "–"]
    assert [row[-1] for row in round_table(rounds[0]).rows] == ["2.5", "–"]
    _, head, first, second, *_ = as_csv(rounds, lambda: None)
    column = head.split(",").index("tokens_per_pass")
    assert [line.split(",")[column] for line in (first, second)] == ["2.50", ""]


def test_votes_appear_once_there_is_one(panes: Panes, qtbot: QtBot) -> None:
    panes.ask("Why?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    at = place_of(window.answers.model(), "Vote")
    assert window.answers.isColumnHidden(at) and "Vote" not in window.tsv()
    panes.comparison.vote(0, 2)
    window.refresh()
    assert not window.answers.isColumnHidden(at) and "won" in window.tsv()


def test_tokens_per_pass_appear_once_something_was_drafted(panes: Panes, qtbot: QtBot) -> None:
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    panes.ask("Why?", "a", "b")
    window.refresh()
    tables = window.panes, window.answers
    at = [place_of(view.model(), "Tokens per pass") for view in tables]
    assert all(view.isColumnHidden(it) for view, it in zip(tables, at, strict=True))
    assert "Tokens per pass" not in window.tsv()
    assert "Tokens per pass" not in round_table(panes.comparison.rounds[0]).titles
    window.answers.sortByColumn(at[1] - 1, Qt.SortOrder.AscendingOrder)
    qtbot.keyClick(window.answers, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert window.answers.horizontalHeader().sortIndicatorSection() == at[1] + 1
    panes.begin("Repeat this.")
    panes.end(1, drafts=DraftCounts("lookup", drafted=20, accepted=15, passes=10))
    panes.end(2)
    window.refresh()
    assert not any(view.isColumnHidden(it) for view, it in zip(tables, at, strict=True))
    assert window.tsv().count("Tokens per pass") == 2


def test_prompts_keep_some_width_in_a_narrow_window_and_get_the_rest_of_a_wide_one(
    panes: Panes, qtbot: QtBot
) -> None:
    panes.ask("Which of these shapes is not there twice?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    view = window.answers
    others = view.horizontalHeader().length() - view.columnWidth(1)
    for width in (others + 80, others + 400, others + 80):
        window.resize(width, 400)
        window.layout().activate()
        assert view.columnWidth(1) == max(140, view.viewport().width() - others)
    view.setColumnWidth(1, 300)
    window.refresh()
    assert view.columnWidth(1) == 300
    cell = view.model().index(0, 1)
    assert "twice" in cell.data(Qt.ItemDataRole.ToolTipRole)


def test_incomplete_answers_are_marked(panes: Panes) -> None:
    table = AnswerTable(panes.comparison)
    panes.begin()
    assert cells(table, 0)[3:5] == ["answering", "–"]
    panes.fail(1)
    panes.say(2, "b")
    panes.stop(2)
    assert cells(table, 0)[3:5] == ["failed", "–"]
    assert cells(table, 1)[3:5] == ["stopped", "500 ms"]


def test_a_sorted_table_keeps_the_selection(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("b", "a", "b")
    panes.ask("a", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    view = window.answers
    view.selectRow(0)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert [cells(view.model(), row)[0] for row in range(4)] == ["2", "2", "1", "1"]
    assert view.currentIndex().row() == 2
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert [cells(view.model(), row)[0] for row in range(4)] == ["1", "1", "2", "2"]


def test_rows_are_copied_with_their_titles(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why\tso?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    window.answers.selectRow(1)
    window.answers.setFocus()
    QTest.keyClick(window.answers, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    titles, row = clipboard().splitlines()
    assert titles.split("\t")[:3] == ["#", "Prompt", "Pane"]
    assert row.split("\t")[:3] == ["1", "Why so?", "Gemma"]
    window.copy_button.click()
    assert len(clipboard().splitlines()) == 3 + 1 + 3


@pytest.mark.styled
def test_every_pane_is_in_sight_at_any_zoom(qapp: QApplication, qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    # several, because Qt tells widgets of a new style in no order
    windows = [ResultsWindow(panes.comparison, TransferRequests(), Notices()) for _ in range(4)]
    for window in windows:
        show_widget(qtbot, window)
    windows[0].resize(500, 400)
    for percent in (100, 150, 80):
        theme.wear(qapp, Appearance(zoom=percent))
        for table in (it.panes for it in windows):
            two, three = 2 * table.rowHeight(0), 3 * table.rowHeight(0)
            qtbot.waitUntil(lambda it=table, least=two: it.viewport().height() >= least)
            assert table.viewport().height() < three


@pytest.mark.styled
def test_columns_follow_the_zoom(qapp: QApplication, qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    window.resize(500, 400)
    window.panes.setColumnWidth(3, 200)
    theme.wear(qapp, Appearance("dark"))
    assert window.panes.columnWidth(3) == 200
    before = [window.answers.columnWidth(at) for at in range(5)]
    theme.wear(qapp, Appearance("dark", zoom=200))
    assert [window.answers.columnWidth(at) for at in range(5)] == [2 * it for it in before]


@pytest.mark.styled
def test_the_arrow_of_the_order_covers_no_letter_of_a_title(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    view, header = window.answers, window.answers.horizontalHeader()
    for at, right in ((2, False), (4, True)):
        title = view.model().headerData(at, Qt.Orientation.Horizontal)
        width, room = header.fontMetrics().horizontalAdvance(title), header.sectionSize(at)
        area = QRect(header.sectionViewportPosition(at), 0, room, header.height())
        letters = QRect(room - width - 6 if right else 6, 0, width, header.height())
        without = header.grab(area).toImage()
        view.sortByColumn(at, Qt.SortOrder.DescendingOrder)
        found = header.grab(area).toImage()
        assert found != without and found.copy(letters) == without.copy(letters)


@pytest.mark.styled
def test_the_arrow_of_the_order_stays_in_a_narrow_column(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    view, header = window.answers, window.answers.horizontalHeader()
    for at, beside in ((2, 3), (4, 3)):
        view.setColumnWidth(at, header.minimumSectionSize())
        own, other = (
            QRect(header.sectionViewportPosition(it), 0, header.sectionSize(it), header.height())
            for it in (at, beside)
        )
        before = [header.grab(it).toImage() for it in (own, other)]
        view.sortByColumn(at, Qt.SortOrder.DescendingOrder)
        found = [header.grab(it).toImage() for it in (own, other)]
        assert found[0] != before[0] and found[1] == before[1]


def test_return_opens_the_round(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    panes.ask("Two?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    opened: list[int] = []
    window.answers.opened.connect(lambda row: opened.append(window.round_at(row)))
    window.answers.selectRow(2)
    window.answers.setFocus()
    QTest.keyClick(window.answers, Qt.Key.Key_Return)
    assert opened == [1]


def test_the_totals_state_what_they_omit(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    panes.begin("Two?")
    panes.fail(1)
    panes.stop(2)
    panes.comparison.set_blind(True)
    panes.ask("Three?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    assert window.note.text() == (
        "1 stopped answer not in the averages · 1 failed answer not in the averages"
        " · 2 answers used a cached prompt"
        " · 1 question not counted until you vote"
    )
    assert cells(window.panes.model(), 0)[:4] == ["Dot", "0", "0", "1 / 2"]


def test_the_results_window_follows_new_rounds(qtbot: QtBot, panes: Panes) -> None:
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    panes.ask("One?", "a", "b")
    qtbot.waitUntil(lambda: window.panes.model().rowCount() == 2)
    assert window.answers.model().rowCount() == 2


def test_a_pane_that_joins_a_round_is_counted_at_once(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    panes.add("Late")
    panes.comparison.join_round(3)
    qtbot.waitUntil(lambda: window.panes.model().rowCount() == 3)


def test_a_pane_that_is_asked_again_stays_in_its_row(qtbot: QtBot, panes: Panes) -> None:
    panes.begin("One?")
    panes.fail(2)
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    panes.comparison.join_round(2)
    assert window.answers.model().rowCount() == 2


# --- lists -------------------------------------------------------------------------------


def test_the_dialog_shows_the_prompts_to_be_asked(qtbot: QtBot) -> None:
    prompts = [ListedPrompt("One?"), ListedPrompt("Two?", (Path("/x/cat.png"),))]
    dialog = show_widget(qtbot, RunDialog("list.txt", prompts, 3))
    assert dialog.about.text() == "list.txt: 2 prompts, 1 file, for 3 panes."
    assert dialog.list.toPlainText() == "1. One?\n2. Two?  (cat.png)"
    assert "tools are off" in dialog.note.text()
    assert dialog.fresh
    dialog.together.click()
    assert not dialog.fresh


def test_the_strip_shows_the_progress_of_the_run(qtbot: QtBot) -> None:
    strip = RunStrip()
    qtbot.addWidget(strip)
    strip.show_progress(PromptProgress(RunState.RUNNING, 2, 20, text="Why?"))
    assert strip.label.text() == "Prompt 3 of 20 · Why?"
    assert strip.bar.value() == strip.bar.maximum() // 10
    strip.show_progress(PromptProgress(RunState.PAUSED, 3, 20, failed=1))
    assert strip.label.text() == "Paused after 3 of 20 · 1 with a failed answer"
    assert strip.pause_button.text() == "Resume"
    strip.show_progress(PromptProgress(RunState.DONE, 20, 20, 1, ("Line 4: no file.",)))
    assert strip.label.text() == ("Finished: 20 prompts · 1 with a failed answer · 1 not asked")
    assert not strip.stop_button.isVisible()
    assert "Line 4" in strip.label.toolTip()
    assert strip.results_button.isVisible()


@pytest.mark.parametrize(
    "made", [lambda it: ResultsWindow(it, TransferRequests(), Notices()), DifferencesWindow]
)
def test_a_closed_window_gets_no_more_rounds(
    qapp: QApplication, qtbot: QtBot, panes: Panes, made: Any
) -> None:
    panes.ask("Why?", LEFT, RIGHT)
    window = made(panes.comparison)
    window.show()
    with qtbot.waitSignal(window.destroyed):
        window.close()
        window.deleteLater()
    panes.ask("And now?", RIGHT, LEFT)
    panes.comparison.vote(1, 1)
    assert [it.question for it in panes.comparison.rounds] == ["Why?", "And now?"]


def test_charts_follow_the_comparison_and_hide_what_is_blind(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    window.show_charts()
    card = window.charts.by_prompt
    assert card.view.isVisible() and "Gemma 20.0 tok/s" in card.view.accessibleDescription()
    panes.comparison.set_blind(True)
    index = panes.ask("Two?", "a", "b")
    window.refresh()
    said = card.view.accessibleDescription()
    assert "Prompt 2: hidden until you vote" in said and said.count("Gemma") == 1
    window.charts.choice.button("votes").click()
    assert card.title.text() == "Wins after each prompt" and not card.view.isVisible()
    panes.comparison.vote(index, 1)
    window.refresh()
    assert card.view.isVisible() and "1 question" not in card.note.text()


def test_the_results_show_what_became_of_their_export(qtbot: QtBot, panes: Panes) -> None:
    notices = Notices()
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), notices))
    foot = window.findChild(NoticeFoot)
    assert not foot.isVisible()
    notices.show("Exported to cats.csv.")
    assert foot.isVisible() and foot.label.text() == "Exported to cats.csv."


def test_charts_without_votes_say_so_in_one_sentence(qtbot: QtBot, panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    window.show_charts()
    window.charts.choice.button("votes").click()
    by_pane, by_prompt = window.charts.by_pane, window.charts.by_prompt
    assert by_pane.empty.text() == "There are no votes yet." and not by_prompt.isVisible()
    panes.comparison.vote(0, TIE)
    window.refresh()
    assert by_pane.view.isVisible() and by_prompt.empty.text() == "Every vote is a tie."


def test_charts_without_answers_say_so(qtbot: QtBot, panes: Panes) -> None:
    window = show_widget(qtbot, ResultsWindow(panes.comparison, TransferRequests(), Notices()))
    window.show_charts()
    assert window.charts.by_pane.empty.isVisible()
    assert not window.charts.by_pane.menu_button.isEnabled()
