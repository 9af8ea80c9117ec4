"""A comparison: panes side by side, what is done with one and with all, and what heads say."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    EngineStats,
    Finished,
    FinishReason,
    ModelInfo,
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

DOT = ModelInfo("/m/dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
BIG = ModelInfo("/m/big", "Big 12B", "big", True, False, True, 4096, 1, 0.1)
ALT = Qt.KeyboardModifier.AltModifier


def settings(info: ModelInfo = DOT, **sampling) -> PaneSettings:
    return PaneSettings(info.model_id, ChatOptions(sampling=SamplingParams(**sampling)))


@pytest.fixture
def tab(qtbot: QtBot) -> CompareTab:
    """Two panes of Dot."""
    tab = CompareTab(ComparedChat(1))
    qtbot.addWidget(tab)
    tab.chat.set_names({DOT.model_id: DOT.name, BIG.model_id: BIG.name})
    for info in (DOT, BIG):
        tab.chat.learn(info)
    for seed in (1, 2):
        tab.add_pane(settings(seed=seed))
    tab.chat.draft.set_model(DOT)
    tab.resize(900, 600)
    tab.show()
    tab.composer.take_focus()
    return tab


def ask(tab: CompareTab, text: str = "Hello", first_id: int = 100) -> None:
    """Ask all panes as the application does."""
    tab.chat.begin_round(Question(text))
    for number, pane in enumerate(tab.panes):
        pane.transcript.add_question(Question(text))
        pane.transcript.begin_reply(first_id + number, pane.settings.model_id)


def read(pane: PaneView, total: int = 200, cached: int = 0) -> None:
    reply = pane.transcript.reply
    assert reply is not None
    pane.transcript.apply(PrefillProgress(reply.request_id, total, total, cached))


def say(pane: PaneView, text: str = "word ") -> None:
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


def test_a_question_appears_in_all_panes_and_names_the_tab(tab: CompareTab, qtbot: QtBot):
    assert tab.empty
    ask(tab, "What is this?")
    assert [pane.transcript.turns[0].content for pane in tab.panes] == ["What is this?"] * 2
    assert tab.title == "What is this?"
    assert tab.busy
    assert all(pane.view.isVisible() for pane in tab.panes)


def test_the_subtitle_counts_models_or_answers_of_one(tab: CompareTab):
    told = QSignalSpy(tab.detailed)
    assert tab.subtitle == "Comparing 2 answers"
    tab.set_settings(tab.panes[1], settings(BIG))
    assert tab.subtitle == "Comparing 2 models"
    assert told.count() > 0


def test_a_comparison_has_two_to_six_panes(tab: CompareTab):
    tab.remove(tab.panes[0])
    assert len(tab.panes) == 2
    for _ in range(6):
        tab.add_pane(settings())
    assert len(tab.panes) == MOST_PANES
    assert not tab.bar_widget.add.isEnabled()
    assert "at most 6" in tab.bar_widget.add.toolTip()
    tab.remove(tab.panes[0])
    assert tab.bar_widget.add.isEnabled()


def test_a_removed_pane_is_restored_at_its_place_with_its_answers(tab: CompareTab, qtbot: QtBot):
    tab.add_pane(settings(seed=3))
    ask(tab)
    say(tab.panes[1], "kept")
    before, pane = ids(tab), tab.panes[1]
    stopped = QSignalSpy(pane.state.message_requests.stopped)
    closed = QSignalSpy(tab.chat.pane_closed)
    tab.remove(pane)
    assert ids(tab) == [before[0], before[2]]
    assert stopped.count() == 1
    assert not pane.isVisible()
    undo = next(it for it in tab.undo.findChildren(QToolButton) if it.text() == "Undo")
    QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert ids(tab) == before
    assert pane.isVisible()
    assert pane.transcript.turns[-1].content == "kept"
    assert closed.count() == 0
    assert not tab.undo.isVisible()


@pytest.mark.parametrize("how", ["ask", "dismiss", "another"])
def test_a_removed_pane_is_closed_once_undo_is_gone(tab: CompareTab, how: str):
    for seed in (3, 4):
        tab.add_pane(settings(seed=seed))
    closed = QSignalSpy(tab.chat.pane_closed)
    pane = tab.panes[0]
    tab.remove(pane)
    match how:
        case "ask":
            ask(tab)
        case "dismiss":
            tab.undo.end()
        case _:
            tab.remove(tab.panes[0])
    assert closed.count() == 1
    assert closed.at(0) == [pane.state]


@pytest.mark.styled
def test_keys_move_a_pane(tab: CompareTab, qtbot: QtBot):
    tab.add_pane(settings(seed=3))
    first, second, third = ids(tab)
    ask(tab)
    tab.panes[0].take_focus()
    QTest.keyClick(tab.panes[0].view, Qt.Key.Key_Right, ALT)
    assert ids(tab) == [second, first, third]
    qtbot.waitUntil(lambda: left_to_right(tab) == [second, first, third])
    assert [pane.header.letter.text() for pane in tab.panes] == ["A", "B", "C"]
    QTest.keyClick(tab.panes[1].view, Qt.Key.Key_Left, ALT)
    QTest.keyClick(tab.panes[0].view, Qt.Key.Key_Left, ALT)
    assert ids(tab) == [first, second, third]


@pytest.mark.styled
def test_a_header_is_dragged_past_its_neighbours(tab: CompareTab, qtbot: QtBot):
    tab.add_pane(settings(seed=3))
    qtbot.waitUntil(lambda: tab.panes[2].x() > tab.panes[1].x() > 0)
    first, second, third = ids(tab)
    header, target = tab.panes[0].header, tab.panes[2]
    start = QPoint(3, 5)
    over = header.mapFromGlobal(target.mapToGlobal(QPoint(target.width() - 5, 5)))
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(header, start + QPoint(1, 0))
    assert ids(tab) == [first, second, third]
    QTest.mouseMove(header, over)
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=over)
    assert ids(tab) == [second, third, first]


def test_a_copied_pane_has_the_conversation_and_opens_the_changed_setting(
    tab: CompareTab, qtbot: QtBot
):
    ask(tab)
    for pane in tab.panes:
        say(pane, "An answer.")
        finish(pane)
    tab.duplicate(tab.panes[0], tab.panes[0].settings, "temperature")
    first, copy, _ = tab.panes
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


def test_a_copy_of_an_answering_pane_omits_the_growing_answer(tab: CompareTab):
    ask(tab)
    say(tab.panes[0], "An")
    tab.duplicate(tab.panes[0], tab.panes[0].settings)
    assert tab.panes[1].transcript.turns == []
    assert not tab.panes[1].busy


def test_the_menu_offers_copies_with_one_setting_changed(tab: CompareTab, qtbot: QtBot):
    entry = menu_entry(tab, tab.panes[0], "Duplicate with")
    copies = entry.menu()
    assert isinstance(copies, QMenu)
    named = {action.text(): action for action in copies.actions()}
    named["Seed 2"].trigger()
    assert tab.panes[1].settings.options.sampling.seed == 2
    named["Thinking on"].trigger()
    assert tab.panes[1].settings.options.thinking
    models = named["Another model"].menu()
    assert isinstance(models, QMenu)
    next(it for it in models.actions() if it.text() == "Big 12B").trigger()
    assert tab.panes[1].settings.model_id == BIG.model_id
    assert len(tab.panes) == 5


def test_another_model_brings_its_recommended_settings(tab: CompareTab):
    warm = ModelInfo(
        "/m/warm", "Warm", "w", True, False, True, 9, 1, 0.1, SamplingParams(temperature=0.7)
    )
    tab.chat.learn(warm)
    pane = tab.panes[0]
    tab.set_settings(pane, PaneSettings(warm.model_id, pane.settings.options))
    assert pane.settings.options.sampling.temperature == 0.7
    assert pane.settings.options.sampling.seed == 1
    assert settings_words(pane.settings) == ["Seed 1"]


def test_the_settings_of_a_pane_are_described_in_words():
    options = ChatOptions(
        tools=("a", "b"),
        system_prompt="Be brief.",
        sampling=SamplingParams(temperature=0.5, seed=7, thinking=True, top_k=3, min_p=0.1),
    )
    assert settings_words(PaneSettings("m", options)) == [
        "Think",
        "Temp 0.5",
        "Seed 7",
        "System prompt",
        "2 tools",
        "2 other options",
    ]


# --- how they run -------------------------------------------------------------------------


def test_panes_of_one_model_are_shown_as_one_batch_over_one_prompt(tab: CompareTab):
    tab.add_pane(settings(seed=3))
    assert captions(tab) == ["Ready"] * 3
    ask(tab)
    assert captions(tab) == ["Prepares the prompt…"] * 3
    for pane, cached in zip(tab.panes, (0, 191, 191), strict=True):
        read(pane, cached=cached)
        say(pane)
    assert captions(tab) == [
        "One batch with B and C · prompt read once for all",
        "One batch with A and C · prompt read once for all",
        "One batch with A and B · prompt read once for all",
    ]
    for pane in tab.panes:
        finish(pane)
    assert captions(tab)[0] == "One batch with B and C · prompt read once for all"


def test_another_model_alternates_and_prefills_for_itself(tab: CompareTab):
    tab.set_settings(tab.panes[1], settings(BIG))
    ask(tab)
    for pane in tab.panes:
        read(pane)
        say(pane)
    assert captions(tab) == ["Takes turns with Big 12B", "Takes turns with Dot"]


def test_a_cached_conversation_is_not_called_a_shared_prompt(tab: CompareTab):
    ask(tab)
    for pane in tab.panes:
        read(pane, total=300, cached=280)
        say(pane)
    assert captions(tab) == ["One batch with B", "One batch with A"]


def test_a_waiting_pane_gives_the_reason_and_sequential_panes_are_not_a_batch(tab: CompareTab):
    tab.set_settings(tab.panes[1], settings(BIG))
    ask(tab)
    reason = "Waiting for running answers to end: needs 8 GB of memory, 4 GB is free."
    tab.panes[1].transcript.apply(Waiting(101, reason))
    read(tab.panes[0])
    say(tab.panes[0])
    assert captions(tab) == ["Answers alone", reason]
    finish(tab.panes[0])
    read(tab.panes[1])
    say(tab.panes[1])
    finish(tab.panes[1])
    assert captions(tab) == ["Answered alone", "Answered alone"]


def test_an_unknown_model_is_loaded_and_a_late_pane_shows_when_it_joins(
    tab: CompareTab,
):
    tab.chat.set_names({DOT.model_id: "Dot", "/m/new": "New 4B"})
    tab.set_settings(tab.panes[1], PaneSettings("/m/new"))
    ask(tab)
    assert captions(tab)[1] == "Loads New 4B…"
    late = tab.add_pane(settings())
    assert late is not None
    assert captions(tab)[2] == "Takes part from the next prompt"
    assert tab.behind(late)
    asked = QSignalSpy(tab.chat.asked_again)
    menu_entry(tab, late, "Ask the last prompt here").trigger()
    assert asked.at(0) == [late.state]


def test_speeds_are_live_until_the_answer_ends(tab: CompareTab):
    ask(tab)
    stats = RequestStats(
        100, DOT.model_id, Phase.DECODE, 200, Usage(200, 0, 41), Timings(decode=1.0)
    )
    for pane in tab.panes:
        say(pane)
    tab.workspace.engine.set_stats(EngineStats(requests=(stats,)))
    assert tab.panes[0].header.speed.text() == "40.0 tok/s"
    assert not tab.panes[1].header.speed.isVisible()
    finish(tab.panes[0], generated=11, seconds=0.5)
    tab.workspace.engine.set_stats(EngineStats())
    assert tab.panes[0].header.speed.text() == "20.0 tok/s"


# --- stop and continue --------------------------------------------------------------------


@pytest.mark.parametrize("where", ["composer", "pane"])
def test_escape_stops_all(tab: CompareTab, where: str):
    ask(tab)
    stopped = QSignalSpy(tab.conversation.requests.stopped)
    focus = tab.composer.editor if where == "composer" else tab.panes[1].view
    focus.setFocus()
    QTest.keyClick(focus, Qt.Key.Key_Escape)
    assert stopped.count() == 1


def test_a_header_stops_its_own_answer(tab: CompareTab):
    first, second = (QSignalSpy(pane.state.message_requests.stopped) for pane in tab.panes)
    button = tab.panes[1].header.stop
    assert not button.isVisible()
    ask(tab)
    captions(tab)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (first.count(), second.count()) == (0, 1)


def test_continue_all_resumes_the_interrupted_answers(tab: CompareTab):
    ask(tab)
    for pane in tab.panes:
        say(pane)
    assert not tab.bar_widget.go_on.isVisible()
    stop(tab.panes[1])
    finish(tab.panes[0])
    assert tab.bar_widget.go_on.isVisible()
    wanted = QSignalSpy(tab.chat.requests.continued)
    QTest.mouseClick(tab.bar_widget.go_on, Qt.MouseButton.LeftButton)
    assert wanted.count() == 1 and tab.resumable() == [tab.panes[1]]


# --- keyboard, places ---------------------------------------------------------------------


@pytest.mark.styled
@pytest.mark.parametrize(("width", "scrolls"), [(1440, False), (900, True)])
def test_six_panes_keep_a_readable_width(tab: CompareTab, qtbot: QtBot, width: int, scrolls: bool):
    while tab.add_pane(settings()):
        pass
    tab.resize(width, 700)
    qtbot.waitUntil(lambda: all(pane.width() >= NARROWEST for pane in tab.panes))
    bar = tab.row.horizontalScrollBar()
    qtbot.waitUntil(lambda: (bar.maximum() > 0) is scrolls)
    tab.focus.go_to(5)
    assert bar.value() == bar.maximum()


def test_every_part_of_a_pane_has_an_accessible_name(tab: CompareTab):
    for pane in tab.panes:
        assert pane.accessibleName() in ("Pane A: Dot", "Pane B: Dot")
        for button in pane.header.findChildren(QToolButton):
            assert button.accessibleName()


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


def filled(tab: CompareTab) -> None:
    for number in range(3):
        ask(tab, f"Question {number}", first_id=100 + 10 * number)
        for index, pane in enumerate(tab.panes):
            say(pane, "A line of the answer.\n\n" * (12 + 14 * index))
            finish(pane)


@pytest.mark.styled
def test_panes_scroll_together_round_by_round(tab: CompareTab, qtbot: QtBot):
    filled(tab)
    one, two = (pane.view.verticalScrollBar() for pane in tab.panes)
    qtbot.waitUntil(lambda: one.maximum() > 300 and two.maximum() > one.maximum())
    tab.bar_widget.together.click()
    one.triggerAction(one.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: two.value() == 0)
    one.setSliderPosition(tab.panes[0].view.top_of(2))
    qtbot.waitUntil(lambda: two.value() > 0)
    qtbot.waitUntil(lambda: abs(two.value() - tab.panes[1].view.top_of(2)) <= 2)
    at = one.value()
    two.triggerAction(two.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: one.value() == 0)
    assert at > 0
    tab.bar_widget.together.click()
    two.setSliderPosition(200)
    qtbot.wait(30)
    assert one.value() == 0


@pytest.mark.styled
def test_a_growing_answer_does_not_scroll_other_panes(tab: CompareTab, qtbot: QtBot):
    filled(tab)
    one, two = (pane.view.verticalScrollBar() for pane in tab.panes)
    qtbot.waitUntil(lambda: one.maximum() > 300)
    tab.bar_widget.together.click()
    one.triggerAction(one.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: two.value() == 0)
    pane = tab.panes[1]
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


def test_a_blind_round_hides_names_and_earlier_answers(tab: CompareTab, qtbot: QtBot):
    tab.set_settings(tab.panes[1], settings(BIG))
    ask(tab, "First")
    for pane in tab.panes:
        say(pane, f"I am {pane.settings.model_id}.")
        finish(pane)
    tab.comparison.set_blind(True)
    assert not tab.masked
    ask(tab, "Second", first_id=200)
    for pane in tab.panes:
        read(pane)
        say(pane, "An answer.")
    tab.runs.show()
    assert tab.masked
    heads = [pane.header.letter.text() for pane in tab.shown_panes()]
    assert heads == ["Model A", "Model B"]
    for pane in tab.panes:
        assert [turn.content for turn in pane.shown.turns] == ["Second", "An answer."]
        assert "Dot" not in shown_texts(pane)
        assert "Big 12B" not in shown_texts(pane)
        assert not pane.header.speed.isVisible()
    for pane, seconds in zip(tab.panes, (0.25, 4.0), strict=True):
        finish(pane, seconds=seconds)
    texts = [shown_texts(pane) for pane in tab.shown_panes()]
    assert not any("tok/s" in text or "seconds" in text for text in texts)
    tab.comparison.reveal(1)
    assert not tab.masked
    qtbot.waitUntil(lambda: "tok/s" in shown_texts(tab.panes[0]))
    assert {pane.header.letter.text() for pane in tab.panes} == {"A", "B"}
    assert all(len(pane.shown.turns) == 4 for pane in tab.panes)
    assert "Big 12B" in shown_texts(tab.panes[1])


# --- tools --------------------------------------------------------------------------------


def test_a_pane_offers_its_own_tools(tab: CompareTab, qtbot: QtBot):
    entry = ToolEntry("calc", "calculate", "Calculator", "Calculates")
    tab.chat.tools.offer([entry], {})
    first, second = tab.panes
    menu_entry(tab, first, "Tools…").trigger()
    popup = first.findChildren(ToolsPopup)[0]
    popup.toggled.emit("calc", True)
    popup.close()
    assert first.settings.options.tools == ("calc",)
    assert second.settings.options.tools == ()
    late = tab.add_pane(settings())
    assert late is not None
    assert late.settings.options.tools == ()
