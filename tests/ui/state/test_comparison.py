"""The rounds of a comparison: answers, numbers, votes and hidden names."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QSignalSpy

from engine.messages import (
    FinishReason,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.kit.comparisons import TIMINGS, USAGE, Panes
from ui.state.chat_options import ChatOptions
from ui.state.compared import TIE, AnswerState, Vote
from ui.state.pane_summary import hidden, summaries
from ui.state.question import Question


@pytest.fixture
def panes(qapp: QObject) -> Panes:
    return Panes("Dot", "Gemma")


def test_replies_become_answers_of_the_newest_round(panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    panes.ask("Two?", "c", "d")
    rounds = panes.comparison.rounds
    assert [it.question for it in rounds] == ["One?", "Two?"]
    assert [[answer.text for answer in it.answers] for it in rounds] == [["a", "b"], ["c", "d"]]


def test_a_round_ends_with_its_last_answer(panes: Panes) -> None:
    ended: list[int] = []
    panes.comparison.round_ended.connect(ended.append)
    panes.begin()
    assert panes.comparison.busy
    panes.end(1)
    assert not ended
    panes.fail(2)
    assert ended == [0]
    assert not panes.comparison.busy
    assert [it.state for it in panes.comparison.rounds[0].answers] == [
        AnswerState.DONE,
        AnswerState.FAILED,
    ]


def test_only_changes_of_state_are_announced(panes: Panes) -> None:
    told: list[tuple[int, int]] = []
    panes.begin()
    panes.comparison.answer_changed.connect(lambda *it: told.append(it))
    panes.say(2, "a")
    panes.say(2, "b")
    assert told == []
    panes.stop(2)
    assert told == [(0, 2)]


def test_a_continued_answer_grows_again_and_ends_again(panes: Panes) -> None:
    panes.begin()
    panes.end(2)
    panes.say(1, "a")
    panes.end(1, reason=FinishReason.LENGTH)
    answer = panes.comparison.rounds[0].answers[0]
    assert answer.state is AnswerState.LENGTH
    ended: list[int] = []
    panes.comparison.round_ended.connect(ended.append)
    panes.transcripts[1].resume_reply(99)
    assert panes.comparison.busy
    panes.end(1, Usage(generated=9), Timings(decode=1.0))
    assert ended == [0]
    assert answer.numbers().tokens == 50


def test_an_answer_with_a_waiting_call_is_not_complete(panes: Panes) -> None:
    panes.begin()
    panes.end(2)
    call = ToolInvocation("clock", "{}", "call-1")
    panes.transcripts[1].apply(ToolCall(panes.request(1), call))
    panes.end(1, reason=FinishReason.TOOL_CALLS)
    assert panes.comparison.busy
    panes.transcripts[1].drop_calls()
    assert not panes.comparison.busy


def test_calls_of_an_unattended_round_do_not_wait(panes: Panes) -> None:
    panes.begin(unattended=True)
    panes.end(2)
    call = ToolInvocation("clock", "{}", "call-1")
    panes.transcripts[1].apply(ToolCall(panes.request(1), call))
    panes.end(1, reason=FinishReason.TOOL_CALLS)
    assert not panes.comparison.busy


def test_numbers_separate_prefill_and_decoding(panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    numbers = panes.comparison.rounds[0].answers[0].numbers()
    assert numbers.ttft == 0.5
    assert numbers.prompt_tps == pytest.approx(100 / 0.4)
    assert numbers.generation_tps == pytest.approx(40 / 2.0)
    assert (numbers.tokens, numbers.cached, numbers.seconds) == (41, 20, 2.5)


def test_a_round_does_not_wait_for_a_removed_pane(panes: Panes) -> None:
    panes.begin()
    panes.end(1)
    panes.comparison.remove_pane(2)
    assert not panes.comparison.busy
    assert panes.comparison.rounds[0].answers[1].state is AnswerState.STOPPED
    transcript = panes.transcripts[2]
    panes.comparison.add_pane(2, transcript, "Gemma", ChatOptions())
    panes.ask("Again?", "a", "b")
    answer = panes.comparison.rounds[1].answer(2)
    assert answer is not None
    assert answer.text == "b"


@pytest.mark.parametrize(
    ("end", "state"), [(Panes.end, AnswerState.DONE), (Panes.stop, AnswerState.STOPPED)]
)
def test_a_pane_that_comes_back_has_the_end_of_its_answer(
    panes: Panes, end: Callable[[Panes, int], None], state: AnswerState
) -> None:
    panes.begin()
    panes.comparison.remove_pane(2)
    panes.say(2, "so far")
    end(panes, 2)
    panes.comparison.add_pane(2, panes.transcripts[2], "Gemma", ChatOptions())
    answer = panes.comparison.rounds[0].answers[1]
    assert (answer.seen, answer.numbers().tokens) == (state, USAGE.generated)


def test_the_numbers_of_a_removed_pane_come_with_the_end_of_its_answer(panes: Panes) -> None:
    panes.begin()
    panes.end(1)
    panes.say(2, "so far")
    ended = QSignalSpy(panes.comparison.round_ended)
    panes.comparison.remove_pane(2)
    changed = QSignalSpy(panes.comparison.answer_changed)
    panes.stop(2)
    assert panes.comparison.rounds[0].answers[1].numbers().tokens == USAGE.generated
    assert (changed.count(), ended.count()) == (1, 1)


def test_a_removed_pane_has_no_round_once_another_began(panes: Panes) -> None:
    panes.begin()
    panes.comparison.remove_pane(2)
    assert panes.comparison.round_of(2) == 0
    panes.begin()
    assert panes.comparison.round_of(2) is None


def test_a_round_does_not_wait_for_a_withdrawn_question(panes: Panes) -> None:
    panes.begin()
    panes.say(1, "so far")
    for transcript in panes.transcripts.values():
        transcript.take_back()
    assert not panes.comparison.busy
    answers = panes.comparison.rounds[0].answers
    assert [(it.text, it.state) for it in answers] == [
        ("so far", AnswerState.STOPPED),
        ("", AnswerState.STOPPED),
    ]


def test_an_earlier_version_that_is_shown_again_is_no_part_of_the_newest_answer(panes: Panes):
    panes.ask("One?", "a", "b")
    first = panes.transcripts[1].turns[-1]
    for transcript in panes.transcripts.values():
        transcript.take_back()
    panes.ask("Two?", "c", "d")
    panes.transcripts[1].show_turn(first)
    assert [it.text for it in panes.comparison.rounds[1].answers] == ["c", "d"]


def test_rounds_keep_their_settings(panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    panes.comparison.set_pane(1, "Qwen", ChatOptions(system_prompt="Be brief."), "qwen")
    panes.ask("Two?", "a", "b")
    first, second = (it.answers[0].pane for it in panes.comparison.rounds)
    assert (first.name, first.options.system_prompt) == ("Dot", "")
    assert (second.name, second.options.system_prompt) == ("Qwen", "Be brief.")


def test_panes_of_one_model_have_different_names(qapp: QObject) -> None:
    panes = Panes("Dot", "Dot", "Dot")
    assert [it.name for it in panes.comparison.panes] == ["Dot", "Dot (2)", "Dot (3)"]


def test_names_are_numbered_from_left_to_right_before_there_is_an_answer(qapp: QObject) -> None:
    panes = Panes("Gemma", "Dot", "Dot")
    told: list[None] = []
    panes.comparison.panes_changed.connect(lambda: told.append(None))
    for _ in range(2):
        panes.comparison.set_pane(1, "Dot", ChatOptions(), "Dot")
    assert [it.name for it in panes.comparison.panes] == ["Dot", "Dot (2)", "Dot (3)"]
    assert len(told) == 1
    panes.comparison.set_order([3, 1, 2])
    assert [it.name for it in panes.comparison.panes] == ["Dot", "Dot (2)", "Dot (3)"]
    panes.comparison.remove_pane(3)
    assert [it.name for it in panes.comparison.panes] == ["Dot", "Dot (2)"]


def test_a_pane_with_an_answer_keeps_its_name(panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    panes.comparison.set_pane(2, "Dot", ChatOptions(), "Dot")
    panes.comparison.set_order([2, 1])
    assert [it.name for it in panes.comparison.panes] == ["Dot (2)", "Dot"]


def test_a_late_pane_joins_the_newest_round(panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    panes.add("Late")
    panes.comparison.join_round(3)
    panes.transcripts[3].begin_reply(77)
    panes.say(3, "c")
    panes.end(3)
    assert [it.text for it in panes.comparison.rounds[0].answers] == ["a", "b", "c"]


# --- votes -------------------------------------------------------------------------------


def test_a_vote_can_be_changed_and_undone(panes: Panes) -> None:
    panes.ask("Why?", "a", "b")
    panes.comparison.vote(0, 2)
    panes.comparison.vote(0, TIE)
    assert panes.comparison.rounds[0].vote == Vote(TIE)
    panes.comparison.vote(0, 77)
    assert panes.comparison.rounds[0].vote == Vote(TIE)
    panes.comparison.take_back(0)
    assert panes.comparison.rounds[0].vote is None


def test_a_blind_round_has_letters_in_another_order_until_the_vote(panes: Panes) -> None:
    masks: list[bool] = []
    comparison = panes.comparison
    comparison.mask_changed.connect(lambda: masks.append(comparison.hidden_now))
    comparison.set_blind(True)
    assert not comparison.hidden_now
    panes.ask("Why?", "of Dot", "of Gemma")
    assert comparison.hidden_now
    assert comparison.shown_order() == [2, 1]
    assert [comparison.shown_name(it) for it in (2, 1)] == ["A", "B"]
    assert [it.text for it in comparison.rounds[0].shown()] == ["of Gemma", "of Dot"]
    comparison.vote(0, 1)
    assert not comparison.hidden_now
    assert comparison.shown_order() == [1, 2]
    assert comparison.shown_name(1) == "Dot"
    assert comparison.rounds[0].vote == Vote(1, blind=True)
    assert masks[-2:] == [True, False]


def test_a_vote_changed_after_the_reveal_is_not_blind(panes: Panes) -> None:
    panes.comparison.set_blind(True)
    panes.ask("Why?", "a", "b")
    panes.comparison.vote(0, 1)
    panes.comparison.vote(0, 2)
    assert panes.comparison.rounds[0].vote == Vote(2)
    panes.comparison.take_back(0)
    assert not panes.comparison.hidden_now


def test_without_blind_mode_nothing_is_hidden(panes: Panes) -> None:
    panes.comparison.set_blind(True)
    panes.begin("One?", unattended=True)
    panes.begin("Two?", unattended=True)
    panes.comparison.set_blind(False)
    assert not panes.comparison.hidden_now
    assert not any(it.hidden for it in panes.comparison.rounds)


def test_a_new_question_skips_the_vote_of_the_round(panes: Panes) -> None:
    panes.comparison.set_blind(True)
    panes.ask("One?", "a", "b")
    panes.ask("Two?", "a", "b")
    assert [it.hidden for it in panes.comparison.rounds] == [False, True]
    panes.comparison.vote(0, 1)
    assert panes.comparison.rounds[0].vote == Vote(1)


def test_the_questions_of_a_list_wait_for_their_votes(panes: Panes) -> None:
    """Panes hide names while a round waits for its vote, as they show its answers too."""
    comparison = panes.comparison
    comparison.set_blind(True)
    for question in ("One?", "Two?"):
        panes.begin(question, unattended=True)
        for pane_id in (1, 2):
            panes.say(pane_id, "a")
            panes.end(pane_id)
    assert comparison.waiting_for_votes() == [0, 1]
    comparison.vote(1, 1)
    assert comparison.hidden_now
    assert comparison.shown_name(1) == "B"
    comparison.vote(0, 1)
    assert not comparison.hidden_now
    assert [it.vote for it in comparison.rounds] == [Vote(1, blind=True)] * 2


def test_the_last_vote_reveals_questions_that_cannot_be_voted_on(panes: Panes) -> None:
    comparison = panes.comparison
    comparison.set_blind(True)
    stopped = panes.begin("One?", unattended=True)
    panes.stop(1)
    panes.stop(2)
    answered = panes.begin("Two?", unattended=True)
    for pane_id in (1, 2):
        panes.say(pane_id, "a")
        panes.end(pane_id)
    growing = panes.begin("Three?", unattended=True)
    comparison.vote(answered, 1)
    assert comparison.waiting_for_votes() == [stopped, growing]
    panes.stop(1)
    panes.stop(2)
    comparison.vote(answered, 2)
    assert not comparison.hidden_now


def test_a_single_answer_is_not_blind(panes: Panes) -> None:
    panes.comparison.set_blind(True)
    panes.comparison.begin_round(Question("Only you?"), pane_ids=[1])
    assert not panes.comparison.hidden_now


# --- sums --------------------------------------------------------------------------------


def test_averages_omit_incomplete_answers_and_state_so(panes: Panes) -> None:
    panes.ask("One?", "a", "b")
    panes.begin("Two?")
    panes.say(1, "a")
    panes.end(1, USAGE, Timings(ttft=1.5, prefill=0.4, decode=2.0))
    panes.stop(2)
    panes.begin("Three?")
    panes.fail(1)
    panes.end(2, USAGE, TIMINGS)
    panes.comparison.vote(0, 1)
    panes.comparison.vote(1, TIE)
    dot, gemma = summaries(panes.comparison.rounds)
    assert (dot.asked, dot.whole, dot.stopped, dot.failed) == (3, 2, 0, 1)
    assert (gemma.asked, gemma.whole, gemma.stopped, gemma.failed) == (3, 2, 1, 0)
    assert (dot.ttft, gemma.ttft) == (1.0, 0.5)
    assert (dot.wins, dot.ties, gemma.wins, gemma.ties) == (1, 1, 0, 1)
    assert (dot.tokens, dot.seconds, dot.reused) == (82, 6.0, 2)


@pytest.mark.parametrize("prompt", [147, 20])
def test_an_answer_whose_prompt_has_a_few_cached_tokens_used_no_cached_prompt(
    panes: Panes, prompt: int
) -> None:
    panes.begin("One?")
    panes.end(1, replace(USAGE, prompt=prompt, cached=3), TIMINGS)
    panes.end(2, replace(USAGE, prompt=147, cached=138), TIMINGS)
    assert [it.reused for it in summaries(panes.comparison.rounds)] == [0, 1]


def test_hidden_rounds_are_not_counted(panes: Panes) -> None:
    panes.comparison.set_blind(True)
    panes.ask("Why?", "a", "b")
    assert summaries(panes.comparison.rounds) == []
    assert hidden(panes.comparison.rounds) == 1
    panes.comparison.reveal(0)
    assert [it.whole for it in summaries(panes.comparison.rounds)] == [1, 1]
