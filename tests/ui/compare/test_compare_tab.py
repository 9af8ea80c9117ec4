"""A comparison: panes side by side, what is done with one and with all, and what heads say."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Drafting,
    EngineStats,
    Finished,
    FinishReason,
    ModelInfo,
    Overflow,
    Phase,
    PrefillProgress,
    RequestStats,
    SamplingParams,
    Timings,
    Usage,
    Waiting,
)
from ui.compare.compare_tab import CompareTab
from ui.compare.pane_settings import PaneSettingsPopup
from ui.compare.pane_view import NARROWEST, PaneView
from ui.compare.pane_words import settings_words
from ui.compare.scroll_link import spot_of, value_at
from ui.options.tools_popup import ToolsPopup
from ui.state.chat_options import ChatOptions
from ui.state.compared_chat import ComparedChat
from ui.state.pane import MOST_PANES, PaneSettings
from ui.state.question import Question
from ui.state.tool_entry import ToolEntry
from ui.widgets.menu import Menu

DOT = ModelInfo("/m/dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
BIG = ModelInfo("/m/big", "Big 12B", "big", True, False, True, 4096, 1, 0.1)
ALT = Qt.KeyboardModifier.AltModifier


def pane_settings(info: ModelInfo = DOT, **sampling) -> PaneSettings:
    return PaneSettings(info.model_id, ChatOptions(sampling=SamplingParams(**sampling)))


@pytest.fixture
def two_panes(qtbot: QtBot) -> CompareTab:
    """Return a comparison with two panes of Dot."""
    tab = CompareTab(ComparedChat(1))
    qtbot.addWidget(tab)
    tab.chat.set_names({DOT.model_id: DOT.name, BIG.model_id: BIG.name})
    for info in (DOT, BIG):
        tab.chat.learn(info)
    for seed in (1, 2):
        tab.add_pane(pane_settings(seed=seed))
    tab.chat.draft.set_model(DOT)
    tab.resize(900, 600)
    tab.show()
    tab.composer.take_focus()
    return tab


def test_captions_of_the_bar_are_whole_or_left_out(two_panes: CompareTab) -> None:
    bar = two_panes.bar_widget
    bar.offer_continue(1)
    assert [it.text().strip() for it in (bar.add, bar.go_on)] == ["Add pane", "Continue all"]
    two_panes.setMinimumWidth(0)
    bar.resize(bar.row.sizeHint().width() - 10, bar.height())
    assert [it.text().strip() for it in (bar.add, bar.go_on)] == ["Add pane", ""]
    assert bar.go_on.accessibleName() == "Continue all"


def ask_round(tab: CompareTab, text: str = "Hello", first_id: int = 100) -> None:
    """Ask all panes as the application does."""
    tab.chat.begin_round(Question(text))
    for number, pane in enumerate(tab.panes):
        pane.transcript.add_question(Question(text))
        pane.transcript.begin_reply(first_id + number, pane.settings.model_id)


def read_prompt(pane: PaneView, total: int = 200, cached: int = 0) -> None:
    reply = pane.transcript.reply
    assert reply is not None
    pane.transcript.apply(PrefillProgress(reply.request_id, total, total, cached))


def say_in(pane: PaneView, text: str = "word ") -> None:
    reply = pane.transcript.reply
    assert reply is not None
    pane.transcript.apply(Delta(reply.request_id, Channel.CONTENT, text))


def finish(pane: PaneView, generated: int = 11, seconds: float = 0.5) -> None:
    reply = pane.transcript.reply
    assert reply is not None
    usage, timings = Usage(200, 0, generated), Timings(0.1, decode=seconds)
    pane.transcript.apply(Finished(reply.request_id, FinishReason.STOP, usage, timings))


def stop(pane: PaneView) -> None:
    reply = pane.transcript.reply
    assert reply is not None
    pane.transcript.apply(Aborted(reply.request_id, Usage(), Timings()))


def captions(tab: CompareTab) -> list[str]:
    tab.runs.show()
    return [pane.header.caption.text() for pane in tab.shown_panes()]


def ids(tab: CompareTab) -> list[int]:
    return [pane.pane_id for pane in tab.panes]


def left_to_right(tab: CompareTab) -> list[int]:
    return [it.pane_id for it in sorted(tab.panes, key=lambda pane: pane.x())]


def menu_entry(tab: CompareTab, pane: PaneView, text: str):
    pane.header.menu.click()
    menu = next(it for it in pane.findChildren(QMenu) if it.isVisible())
    return next(it for it in menu.actions() if it.text().split("\t")[0] == text)


# --- panes --------------------------------------------------------------------------------


def test_panes_are_shown_before_their_messages(two_panes: CompareTab, qtbot: QtBot):
    ask_round(two_panes)
    again = CompareTab(two_panes.chat)
    qtbot.addWidget(again)
    again.resize(900, 600)
    again.show()
    assert not any(pane.view.column.live for pane in again.panes)
    qtbot.waitUntil(lambda: all(pane.view.column.live for pane in again.panes))


def test_a_question_appears_in_all_panes_and_names_the_tab(two_panes: CompareTab, qtbot: QtBot):
    assert two_panes.empty
    ask_round(two_panes, "What is this?")
    assert [pane.transcript.turns[0].content for pane in two_panes.panes] == ["What is this?"] * 2
    assert two_panes.title == "What is this?"
    assert two_panes.busy
    assert all(pane.view.isVisible() for pane in two_panes.panes)


def test_a_new_question_is_shown_in_all_panes(two_panes: CompareTab):
    ask_round(two_panes)
    bars = [pane.view.verticalScrollBar() for pane in two_panes.panes]
    for pane, bar in zip(two_panes.panes, bars, strict=True):
        say_in(pane, "A paragraph.\n\n" * 100)
        finish(pane)
        pane.view.show_changes()
        bar.setValue(0)
    two_panes.chat.requests.submitted.emit(Question("Another"))
    assert all(bar.value() == bar.maximum() > 0 for bar in bars)


def test_the_subtitle_counts_models_or_answers_of_one(two_panes: CompareTab):
    told = QSignalSpy(two_panes.detailed)
    assert two_panes.subtitle == "Comparing 2 answers"
    two_panes.set_settings(two_panes.panes[1], pane_settings(BIG))
    assert two_panes.subtitle == "Comparing 2 models"
    assert told.count() > 0


def test_a_comparison_has_two_to_six_panes(two_panes: CompareTab):
    two_panes.remove(two_panes.panes[0])
    assert len(two_panes.panes) == 2
    for _ in range(6):
        two_panes.add_pane(pane_settings())
    assert len(two_panes.panes) == MOST_PANES
    assert not two_panes.bar_widget.add.isEnabled()
    assert "at most 6" in two_panes.bar_widget.add.toolTip()
    two_panes.remove(two_panes.panes[0])
    assert two_panes.bar_widget.add.isEnabled()


def test_a_removed_pane_is_restored_at_its_place_with_its_answers(
    two_panes: CompareTab, qtbot: QtBot
):
    two_panes.add_pane(pane_settings(seed=3))
    ask_round(two_panes)
    say_in(two_panes.panes[1], "kept")
    before, pane = ids(two_panes), two_panes.panes[1]
    stopped = QSignalSpy(pane.state.message_requests.stopped)
    closed = QSignalSpy(two_panes.chat.pane_closed)
    two_panes.remove(pane)
    assert ids(two_panes) == [before[0], before[2]]
    assert stopped.count() == 1
    assert not pane.isVisible()
    undo = next(it for it in two_panes.undo.findChildren(QToolButton) if it.text() == "Undo")
    QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert ids(two_panes) == before
    assert pane.isVisible()
    assert pane.transcript.turns[-1].content == "kept"
    assert closed.count() == 0
    assert not two_panes.undo.isVisible()


def test_there_is_no_undo_without_room_for_the_removed_pane(two_panes: CompareTab):
    while len(two_panes.panes) < MOST_PANES:
        two_panes.add_pane(pane_settings())
    closed = QSignalSpy(two_panes.chat.pane_closed)
    two_panes.remove(two_panes.panes[0])
    assert two_panes.undo.isVisible()
    two_panes.add_pane(pane_settings(BIG))
    assert not two_panes.undo.isVisible()
    assert closed.count() == 1


@pytest.mark.parametrize("how", ["ask", "dismiss", "another"])
def test_a_removed_pane_is_closed_once_undo_is_gone(two_panes: CompareTab, how: str):
    for seed in (3, 4):
        two_panes.add_pane(pane_settings(seed=seed))
    closed = QSignalSpy(two_panes.chat.pane_closed)
    pane = two_panes.panes[0]
    two_panes.remove(pane)
    match how:
        case "ask":
            ask_round(two_panes)
        case "dismiss":
            two_panes.undo.end()
        case _:
            two_panes.remove(two_panes.panes[0])
    assert closed.count() == 1
    assert closed.at(0) == [pane.state]


@pytest.mark.styled
def test_keys_move_a_pane(two_panes: CompareTab, qtbot: QtBot):
    two_panes.add_pane(pane_settings(seed=3))
    first, second, third = ids(two_panes)
    ask_round(two_panes)
    two_panes.panes[0].take_focus()
    QTest.keyClick(two_panes.panes[0].view, Qt.Key.Key_Right, ALT)
    assert ids(two_panes) == [second, first, third]
    qtbot.waitUntil(lambda: left_to_right(two_panes) == [second, first, third])
    assert [pane.header.letter.text() for pane in two_panes.panes] == ["A", "B", "C"]
    QTest.keyClick(two_panes.panes[1].view, Qt.Key.Key_Left, ALT)
    QTest.keyClick(two_panes.panes[0].view, Qt.Key.Key_Left, ALT)
    assert ids(two_panes) == [first, second, third]


@pytest.mark.styled
def test_a_header_is_dragged_past_its_neighbours(two_panes: CompareTab, qtbot: QtBot):
    two_panes.add_pane(pane_settings(seed=3))
    qtbot.waitUntil(lambda: two_panes.panes[2].x() > two_panes.panes[1].x() > 0)
    first, second, third = ids(two_panes)
    header, target = two_panes.panes[0].header, two_panes.panes[2]
    start = QPoint(3, 5)
    over = header.mapFromGlobal(target.mapToGlobal(QPoint(target.width() - 5, 5)))
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(header, start + QPoint(1, 0))
    assert ids(two_panes) == [first, second, third]
    QTest.mouseMove(header, over)
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=over)
    assert ids(two_panes) == [second, third, first]


def test_a_copied_pane_has_the_conversation_and_opens_the_changed_setting(
    two_panes: CompareTab, qtbot: QtBot
):
    ask_round(two_panes)
    for pane in two_panes.panes:
        say_in(pane, "An answer.")
        finish(pane)
    two_panes.duplicate(two_panes.panes[0], two_panes.panes[0].settings, "temperature")
    first, copy, _ = two_panes.panes
    assert [turn.content for turn in copy.transcript.turns] == ["Hello", "An answer."]
    assert copy.transcript.turns[1] is not first.transcript.turns[1]
    popup = copy.findChildren(PaneSettingsPopup)[0]
    qtbot.waitUntil(popup.isVisible)
    assert popup.fields["temperature"].field.isAncestorOf(QApplication.focusWidget() or popup) or (
        popup.fields["temperature"].field is QApplication.focusWidget()
    )
    popup.changed.emit("temperature", 1.2)
    assert copy.settings.options.sampling.temperature == 1.2
    assert first.settings.options.sampling.temperature == 0.0
    popup.close()


def test_the_results_know_that_a_model_always_thinks(two_panes: CompareTab):
    info = replace(DOT, thinking_switch=False)
    two_panes.chat.learn(info)
    assert [it.options.thinking for it in two_panes.comparison.panes] == [True, True]


def test_the_settings_show_that_a_model_always_thinks(two_panes: CompareTab):
    popup = PaneSettingsPopup(ChatOptions(), replace(DOT, thinking_switch=False), two_panes)
    popup.set_value(ChatOptions(drafting=Drafting.OFF))
    assert popup.thinking.isChecked() and not popup.thinking.isEnabled()
    assert popup.thinking.accessibleDescription().startswith("This model always thinks")
    popup.set_model(DOT)
    assert not popup.thinking.isChecked() and popup.thinking.isEnabled()


def test_a_copy_of_an_answering_pane_omits_the_growing_answer(two_panes: CompareTab):
    ask_round(two_panes)
    say_in(two_panes.panes[0], "An")
    two_panes.duplicate(two_panes.panes[0], two_panes.panes[0].settings)
    assert two_panes.panes[1].transcript.turns == []
    assert not two_panes.panes[1].busy


def test_a_pane_with_the_highest_seed_can_be_duplicated(two_panes: CompareTab):
    """A preset of another program can have it."""
    two_panes.set_settings(two_panes.panes[0], pane_settings(seed=2**64 - 1))
    entry = menu_entry(two_panes, two_panes.panes[0], "Duplicate with")
    menu = entry.menu()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "Seed 0"


def test_the_menu_offers_copies_with_one_setting_changed(two_panes: CompareTab, qtbot: QtBot):
    entry = menu_entry(two_panes, two_panes.panes[0], "Duplicate with")
    copies = entry.menu()
    assert isinstance(copies, QMenu)
    named = {action.text(): action for action in copies.actions()}
    named["Seed 2"].trigger()
    assert two_panes.panes[1].settings.options.sampling.seed == 2
    named["Thinking on"].trigger()
    assert two_panes.panes[1].settings.options.thinking
    models = named["A different model"].menu()
    assert isinstance(models, Menu), "one of them is checked"
    next(it for it in models.actions() if it.text() == "Big 12B").trigger()
    assert two_panes.panes[1].settings.model_id == BIG.model_id
    assert len(two_panes.panes) == 5


def test_another_model_brings_its_recommended_settings(two_panes: CompareTab):
    warm = ModelInfo(
        "/m/warm", "Warm", "w", True, False, True, 9, 1, 0.1, SamplingParams(temperature=0.7)
    )
    two_panes.chat.learn(warm)
    pane = two_panes.panes[0]
    two_panes.set_settings(pane, PaneSettings(warm.model_id, pane.settings.options))
    assert pane.settings.options.sampling.temperature == 0.7
    assert pane.settings.options.sampling.seed == 1
    assert settings_words(pane.settings) == ["Seed 1"]
    plain = PaneSettings("m", ChatOptions(drafting=Drafting.OFF))
    assert settings_words(plain) == ["No drafting"]


def test_the_settings_of_a_pane_are_described_in_words():
    options = ChatOptions(
        tools=("a", "b"),
        system_prompt="Be brief.",
        sampling=SamplingParams(temperature=0.5, seed=7, thinking=True, top_k=3, min_p=0.1),
        overflow=Overflow.TRIM,
    )
    assert settings_words(PaneSettings("m", options)) == [
        "Think",
        "Temp 0.5",
        "Seed 7",
        "System prompt",
        "2 tools",
        "3 other options",
    ]


def test_a_pane_says_think_as_its_model_does(two_panes: CompareTab):
    chip = two_panes.panes[0].header.chip
    assert "Think" not in chip.accessibleName()
    two_panes.chat.learn(replace(DOT, thinking_switch=False))
    assert "Think" in chip.accessibleName()
    asked = PaneSettings("m", ChatOptions(sampling=SamplingParams(thinking=True)))
    assert settings_words(asked, BIG) == []


# --- how they run -------------------------------------------------------------------------


def test_panes_of_one_model_are_shown_as_one_batch_over_one_prompt(two_panes: CompareTab):
    two_panes.add_pane(pane_settings(seed=3))
    # narrow panes tell their settings here
    assert captions(two_panes) == [f"Seed {it} · Ready" for it in (1, 2, 3)]
    two_panes.resize(1600, 800)
    assert captions(two_panes) == ["Ready"] * 3
    ask_round(two_panes)
    assert captions(two_panes) == ["Preparing the prompt…"] * 3
    for pane, cached in zip(two_panes.panes, (0, 191, 191), strict=True):
        read_prompt(pane, cached=cached)
        say_in(pane)
    assert captions(two_panes) == [
        "Batched with B and C · prompt processed once for all",
        "Batched with A and C · prompt processed once for all",
        "Batched with A and B · prompt processed once for all",
    ]
    for pane in two_panes.panes:
        finish(pane)
    assert captions(two_panes)[0] == "Batched with B and C · prompt processed once for all"


def test_another_model_alternates_and_prefills_for_itself(two_panes: CompareTab):
    two_panes.set_settings(two_panes.panes[1], pane_settings(BIG))
    ask_round(two_panes)
    for pane in two_panes.panes:
        read_prompt(pane)
        say_in(pane)
    assert captions(two_panes) == ["Alternating with Big 12B", "Alternating with Dot"]


def test_a_cached_conversation_is_not_called_a_shared_prompt(two_panes: CompareTab):
    ask_round(two_panes)
    for pane in two_panes.panes:
        read_prompt(pane, total=300, cached=280)
        say_in(pane)
    assert captions(two_panes) == ["Batched with B", "Batched with A"]


def test_a_waiting_pane_gives_the_reason_and_sequential_panes_are_not_a_batch(
    two_panes: CompareTab,
):
    two_panes.set_settings(two_panes.panes[1], pane_settings(BIG))
    ask_round(two_panes)
    reason = "Waiting for running answers to end: needs 8 GB of memory, 4 GB is free."
    two_panes.panes[1].transcript.apply(Waiting(101, reason))
    read_prompt(two_panes.panes[0])
    say_in(two_panes.panes[0])
    assert captions(two_panes) == ["Answering alone", reason]
    finish(two_panes.panes[0])
    read_prompt(two_panes.panes[1])
    say_in(two_panes.panes[1])
    finish(two_panes.panes[1])
    assert captions(two_panes) == ["Answered alone", "Answered alone"]


def test_an_unknown_model_is_loaded_and_a_late_pane_shows_when_it_joins(
    two_panes: CompareTab,
):
    two_panes.chat.set_names({DOT.model_id: "Dot", "/m/new": "New 4B"})
    two_panes.set_settings(two_panes.panes[1], PaneSettings("/m/new"))
    ask_round(two_panes)
    assert captions(two_panes)[1] == "Loading New 4B…"
    two_panes.workspace.engine.set_loading({"/m/new": (2_000_000_000, 8_000_000_000)})
    two_panes.runs.show()
    assert captions(two_panes)[1] == "Loading New 4B… · 2 of 8 GB"
    late = two_panes.add_pane(pane_settings())
    assert late is not None
    assert captions(two_panes)[2] == "Joins at the next prompt"
    assert two_panes.behind(late)
    asked = QSignalSpy(two_panes.chat.asked_again)
    menu_entry(two_panes, late, "Ask the last prompt in this pane").trigger()
    assert asked.at(0) == [late.state]


def test_speeds_are_live_until_the_answer_ends(two_panes: CompareTab):
    ask_round(two_panes)
    stats = RequestStats(
        100, DOT.model_id, Phase.DECODE, 200, Usage(200, 0, 41), Timings(decode=1.0)
    )
    for pane in two_panes.panes:
        say_in(pane)
    two_panes.workspace.engine.set_stats(EngineStats(requests=(stats,)))
    assert two_panes.panes[0].header.speed.text() == "40.0 tok/s"
    assert not two_panes.panes[1].header.speed.isVisible()
    finish(two_panes.panes[0], generated=11, seconds=0.5)
    two_panes.workspace.engine.set_stats(EngineStats())
    assert two_panes.panes[0].header.speed.text() == "20.0 tok/s"


# --- stop and continue --------------------------------------------------------------------


@pytest.mark.parametrize("where", ["composer", "pane"])
def test_escape_stops_all(two_panes: CompareTab, where: str):
    ask_round(two_panes)
    stopped = QSignalSpy(two_panes.conversation.requests.stopped)
    focus = two_panes.composer.editor if where == "composer" else two_panes.panes[1].view
    focus.setFocus()
    QTest.keyClick(focus, Qt.Key.Key_Escape)
    assert stopped.count() == 1


def test_a_header_stops_its_own_answer(two_panes: CompareTab):
    first, second = (QSignalSpy(pane.state.message_requests.stopped) for pane in two_panes.panes)
    button = two_panes.panes[1].header.stop
    assert not button.isVisible()
    ask_round(two_panes)
    captions(two_panes)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (first.count(), second.count()) == (0, 1)


def test_continue_all_resumes_the_interrupted_answers(two_panes: CompareTab):
    ask_round(two_panes)
    for pane in two_panes.panes:
        say_in(pane)
    assert not two_panes.bar_widget.go_on.isVisible()
    stop(two_panes.panes[1])
    finish(two_panes.panes[0])
    assert two_panes.bar_widget.go_on.isVisible()
    wanted = QSignalSpy(two_panes.chat.requests.continued)
    QTest.mouseClick(two_panes.bar_widget.go_on, Qt.MouseButton.LeftButton)
    assert wanted.count() == 1 and two_panes.resumable() == [two_panes.panes[1]]


# --- keyboard, places ---------------------------------------------------------------------


@pytest.mark.styled
@pytest.mark.parametrize(("width", "scrolls"), [(1440, False), (700, False), (600, True)])
def test_six_panes_keep_a_readable_width(
    two_panes: CompareTab, qtbot: QtBot, width: int, scrolls: bool
):
    while two_panes.add_pane(pane_settings()):
        pass
    two_panes.resize(width, 700)
    qtbot.waitUntil(lambda: all(pane.width() >= NARROWEST for pane in two_panes.panes))
    bar = two_panes.row.horizontalScrollBar()
    qtbot.waitUntil(lambda: (bar.maximum() > 0) is scrolls)
    two_panes.focus.go_to(5)
    assert bar.value() == bar.maximum()


@pytest.mark.styled
@pytest.mark.parametrize(
    ("count", "width", "rows"),
    [(6, 1440, [3, 3]), (5, 1440, [3, 2]), (4, 1280, [4]), (4, 1279, [2, 2]), (6, 1920, [6])],
)
def test_panes_wrap_into_two_rows_where_one_is_too_narrow(
    two_panes: CompareTab, qtbot: QtBot, count: int, width: int, rows: list[int]
):
    while len(two_panes.panes) < count:
        two_panes.add_pane(pane_settings())
    two_panes.resize(width, 800)
    two_panes.grab()
    tops = [pane.y() for pane in two_panes.panes]
    assert [tops.count(top) for top in sorted(set(tops))] == rows
    assert tops == sorted(tops), "in the order of the letters"
    for pane in two_panes.panes:
        model = pane.header.model
        assert model.width() >= model.minimumSizeHint().width()


@pytest.mark.styled
def test_a_pane_is_dragged_into_the_other_row(two_panes: CompareTab, qtbot: QtBot):
    while len(two_panes.panes) < 6:
        two_panes.add_pane(pane_settings())
    two_panes.resize(1200, 800)
    two_panes.grab()
    first, fifth = two_panes.panes[0], two_panes.panes[4]
    target = fifth.mapToGlobal(fifth.rect().center() + QPoint(20, 0))
    first.header.dragged.emit(target)
    assert two_panes.panes[4] is first


def test_every_part_of_a_pane_has_an_accessible_name(two_panes: CompareTab):
    names = [pane.accessibleName() for pane in two_panes.panes]
    assert names == ["Pane A: Dot", "Pane B: Dot (2)"]
    for pane in two_panes.panes:
        for button in pane.header.findChildren(QToolButton):
            assert button.accessibleName()


def test_panes_with_one_model_have_the_names_of_the_results(two_panes: CompareTab):
    ask_round(two_panes)
    results = [it.pane.name for it in two_panes.comparison.rounds[0].answers]
    headers = [pane.header.model.accessibleName() for pane in two_panes.panes]
    assert (results, headers) == (["Dot", "Dot (2)"], ["Model: Dot", "Model: Dot (2)"])
    two_panes.chat.set_names({DOT.model_id: "Dot 1.5"})
    headers = [pane.header.model.accessibleName() for pane in two_panes.panes]
    assert headers == ["Model: Dot 1.5", "Model: Dot 1.5 (2)"]
    ask_round(two_panes)
    results = [it.pane.name for it in two_panes.comparison.rounds[1].answers]
    assert results == ["Dot 1.5", "Dot 1.5 (2)"]


# --- scrolling together -------------------------------------------------------------------


def test_linked_scrolling_keeps_the_share_of_the_round():
    tops = [0, 100, 400]
    other = [0, 300, 500]
    assert value_at(other, spot_of(tops, 50)) == 150
    assert value_at(other, spot_of(tops, 100)) == 300
    assert value_at(other, spot_of(tops, 400)) == 500
    # a pane that came for the second round
    assert value_at([0, 200], spot_of(tops, 250)) == 100
    assert value_at([0, 200], spot_of(tops, 20)) == 0


def fill_panes(tab: CompareTab) -> None:
    for number in range(3):
        ask_round(tab, f"Question {number}", first_id=100 + 10 * number)
        for index, pane in enumerate(tab.panes):
            say_in(pane, "A line of the answer.\n\n" * (12 + 14 * index))
            finish(pane)


@pytest.mark.styled
def test_panes_scroll_together_round_by_round(two_panes: CompareTab, qtbot: QtBot):
    fill_panes(two_panes)
    one, two = (pane.view.verticalScrollBar() for pane in two_panes.panes)
    qtbot.waitUntil(lambda: one.maximum() > 300 and two.maximum() > one.maximum())
    two_panes.bar_widget.together.click()
    one.triggerAction(one.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: two.value() == 0)
    one.setSliderPosition(two_panes.panes[0].view.top_of(2))
    qtbot.waitUntil(lambda: two.value() > 0)
    qtbot.waitUntil(lambda: abs(two.value() - two_panes.panes[1].view.top_of(2)) <= 2)
    at = one.value()
    two.triggerAction(two.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: one.value() == 0)
    assert at > 0
    two_panes.bar_widget.together.click()
    two.setSliderPosition(200)
    qtbot.wait(30)
    assert one.value() == 0


@pytest.mark.styled
def test_a_growing_answer_does_not_scroll_other_panes(two_panes: CompareTab, qtbot: QtBot):
    fill_panes(two_panes)
    one, two = (pane.view.verticalScrollBar() for pane in two_panes.panes)
    qtbot.waitUntil(lambda: one.maximum() > 300)
    two_panes.bar_widget.together.click()
    one.triggerAction(one.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: two.value() == 0)
    pane = two_panes.panes[1]
    pane.transcript.begin_reply(900)
    pane.transcript.apply(Delta(900, Channel.CONTENT, "more\n\n" * 40))
    qtbot.wait(80)
    assert one.value() == two.value() == 0


# --- blind --------------------------------------------------------------------------------


def shown_texts(widget: QWidget) -> str:
    found = [widget.accessibleName(), widget.toolTip()]
    for child in widget.findChildren(QWidget):
        if child.isVisibleTo(widget):
            found += [child.accessibleName(), child.toolTip(), child.accessibleDescription()]
            if isinstance(child, QLabel | QToolButton):
                found.append(child.text())
    return "\n".join(found)


def test_a_blind_round_hides_names_and_earlier_answers(two_panes: CompareTab, qtbot: QtBot):
    two_panes.set_settings(two_panes.panes[1], pane_settings(BIG))
    ask_round(two_panes, "First")
    for pane in two_panes.panes:
        say_in(pane, f"I am {pane.settings.model_id}.")
        finish(pane)
    two_panes.comparison.set_blind(True)
    assert not two_panes.masked
    ask_round(two_panes, "Second", first_id=200)
    for pane in two_panes.panes:
        read_prompt(pane)
        say_in(pane, "An answer.")
    two_panes.runs.show()
    assert two_panes.masked
    heads = [pane.header.letter.text() for pane in two_panes.shown_panes()]
    assert heads == ["Model A", "Model B"]
    for pane in two_panes.panes:
        assert [turn.content for turn in pane.shown.turns] == ["Second", "An answer."]
        assert "Dot" not in shown_texts(pane)
        assert "Big 12B" not in shown_texts(pane)
        assert not pane.header.speed.isVisible()
    for pane, seconds in zip(two_panes.panes, (0.25, 4.0), strict=True):
        finish(pane, seconds=seconds)
    texts = [shown_texts(pane) for pane in two_panes.shown_panes()]
    assert not any("tok/s" in text or "seconds" in text for text in texts)
    two_panes.comparison.reveal(1)
    assert not two_panes.masked
    qtbot.waitUntil(lambda: "tok/s" in shown_texts(two_panes.panes[0]))
    assert {pane.header.letter.text() for pane in two_panes.panes} == {"A", "B"}
    assert all(len(pane.shown.turns) == 4 for pane in two_panes.panes)
    assert "Big 12B" in shown_texts(two_panes.panes[1])


# --- tools --------------------------------------------------------------------------------


def test_a_pane_offers_its_own_tools(two_panes: CompareTab, qtbot: QtBot):
    entry = ToolEntry("calc", "calculate", "Calculator", "Calculates")
    two_panes.chat.tools.offer([entry], {})
    first, second = two_panes.panes
    menu_entry(two_panes, first, "Tools…").trigger()
    popup = first.findChildren(ToolsPopup)[0]
    popup.toggled.emit("calc", True)
    popup.close()
    assert first.settings.options.tools == ("calc",)
    assert second.settings.options.tools == ()
    late = two_panes.add_pane(pane_settings())
    assert late is not None
    assert late.settings.options.tools == ()


def test_the_menus_of_models_lead_to_the_library(two_panes: CompareTab):
    opened = QSignalSpy(two_panes.workspace.library_requests.window_opened)
    add, model = two_panes.bar_widget.add_menu, two_panes.panes[0].header.model.menu()
    for menu in (add, model):
        menu.aboutToShow.emit()
        assert menu.actions()[-1].text() == "Models…"
        menu.actions()[-1].trigger()
    assert [opened.at(it) for it in range(opened.count())] == [["library"]] * 2
