"""Titles of conversations, by the rule and by the model, in any language."""

from dataclasses import replace

import pytest

from app.requests.title_words import LENGTH, title_for, written_title
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Timings,
    Usage,
)
from tests.kit.desk import Desk, model_info

OTHER = model_info("/models/other", "Other")
pytestmark = pytest.mark.model(OTHER)


@pytest.mark.parametrize(
    ("question", "answer", "title"),
    [
        (
            "How do whales sleep in the open sea?",
            "With half",
            "How do whales sleep in the open sea?",
        ),
        (
            "What do you see?",
            "A red circle. It is big.",
            "What do you see? – A red circle. It is big.",
        ),
        ("Count from 1 to 29.", "1, 2,", "Count from 1 to 29. – 1, 2"),
        ("What do you see?", "A red circle,", "What do you see? – A red circle"),
        ("", "A **red circle** on blue.", "A red circle on blue."),
        ("Hello", "", "Hello"),
        ("", "", ""),
        ("？！", "…", ""),
        (
            "Please explain to me in a few words what happens when water boils",
            "",
            "Please explain to me in a few words what…",
        ),
        ("## Explain `map()` in **Python** to me", "", "Explain map() in Python to me"),
        ("Fix this code for me please:\n```py\nx = 1\n```", "", "Fix this code for me please:"),
        ("```\nx = 1\n```", "", "x = 1"),
        (
            "[The manual](https://example.org) says little of tubes",
            "",
            "The manual says little of tubes",
        ),
        ("snake_case and __init__ in one sentence", "", "snake_case and __init__ in one sentence"),
        ("**Bold**, *it **both** it*, ~~gone~~, _so_", "", "Bold, it both it, gone, so"),
        ("**2 * 3 and `f(*a, *b)`** or ``x``", "", "2 * 3 and f(*a, *b) or x"),
        ("Compare **Python**/**C++** and **a**&**b**", "", "Compare Python/C++ and a&b"),
        ("请说明**重点**内容。", "", "请说明重点内容。"),
        ("| Name | **Age** |\n|---|---|\n| Ann | 4 or 5 |", "", "Name Age Ann 4 or 5"),
        ("这是什么？", "一只红色的猫。它在睡觉。", "这是什么？ – 一只红色的猫。它在睡觉。"),
        (
            "為什麼天空是藍色的？請用簡單的話說明一下這個道理，謝謝你的幫忙",
            "",
            "為什麼天空是藍色的？請用簡單的話說明一下這個道…",
        ),
        (
            "two\nlines\u202e and\x00 signs that nobody sees",
            "",
            "two lines and signs that nobody sees",
        ),
    ],
)
def test_the_rule_makes_a_title(question: str, answer: str, title: str) -> None:
    assert title_for(question, answer) == title


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("A", "What is it?"),
        ("A red circle. It is b", "What is it? – A red circle."),
        ("A red circle.", "What is it? – A red circle."),
        ("## Shapes\nA r", "What is it? – Shapes"),
        ("一只红", "What is it?"),
        ("A red circle on a blue backgr", "What is it? – A red circle on a blue backgr"),
    ],
)
def test_a_short_fragment_of_an_answer_that_was_cut_is_not_in_the_title(
    answer: str, title: str
) -> None:
    assert title_for("What is it?", answer, cut=True) == title


@pytest.mark.parametrize(
    "question",
    [
        "What is 12 * 13?",
        "What is 2*3*4 and 2**3**2?",
        "When is a || b true?",
        "Explain ls *.py | wc -l",
        "What is in ~/.bashrc?",
        "Does .*foo|bar.* match?",
        "Why f(*args, **kwargs)?",
        "Write **/*.py for _this and _that",
        "Is a * b* c right?",
        "|a| + |b| >= |a + b|",
    ],
)
def test_signs_that_mark_nothing_stay_in_the_title(question: str) -> None:
    assert title_for(question, "") == question


@pytest.mark.parametrize("part", ["*", "~", "_", "`", "|", " *a", " **a", " _a", "`a", "*a ~~b"])
def test_many_signs_end_in_a_title(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern that tries all pairs of signs would take hours here."""
    monkeypatch.setattr("app.requests.title_words._MAX_CHARACTERS", 100_000)
    assert title_for("x" + part * (100_000 // len(part)), "").startswith("x")


def test_one_long_word_is_cut() -> None:
    assert title_for("n" * 500, "") == "n" * (LENGTH - 1) + "…"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('"How whales sleep"\n', "How whales sleep"),
        ("Title: **Whales**", "Whales"),
        ("Here is a title:\nWhales", ""),
        ("<think>Hm", ""),
        ("", ""),
        ("“”", ""),
        ("word " * 40, ""),
        ("鯨魚如何睡覺", "鯨魚如何睡覺"),
    ],
)
def test_only_a_short_plain_answer_is_a_title(text: str, title: str) -> None:
    assert written_title(text) == title


def ask_titled(
    desk: Desk, question: str = "What do you see?", answer: str = "A red circle."
) -> None:
    desk.answer(desk.ask(desk.tab, question), answer)


def asked_for_a_title(desk: Desk) -> int:
    titles = desk.requests.titles
    assert titles.pause.isActive()
    titles.pause.timeout.emit()
    request = desk.last()
    assert isinstance(request, Generate) and "A red circle." in request.messages[0].content
    assert not request.sampling.thinking
    return request.request_id


def test_the_rule_gives_a_title_at_once_and_the_model_a_better_one(desk: Desk) -> None:
    ask_titled(desk)
    assert desk.tab.title == "What do you see? – A red circle."
    desk.answer(asked_for_a_title(desk), "Red circle")
    assert desk.tab.title == "Red circle" and not desk.tab.named
    assert [turn.role for turn in desk.tab.transcript.turns] == ["user", "assistant"]
    ask_titled(desk, "And now?", "A square.")
    assert desk.tab.title == "Red circle" and not desk.requests.titles.pause.isActive()


def test_other_versions_of_the_first_exchange_keep_the_title(desk: Desk) -> None:
    ask_titled(desk)
    desk.answer(asked_for_a_title(desk), "Red circle")
    again = desk.tab.message_actions
    again.regenerate(desk.tab.transcript.turns[1], 3)
    for reply in desk.tab.transcript.versions(1)[1:]:
        desk.answer(reply.request_id, "A triangle.")
    desk.requests.replies.take_back(desk.tab.transcript)
    ask_titled(desk, "What is there?", "A square.")
    assert desk.tab.title == "Red circle" and not desk.requests.titles.pause.isActive()


def test_the_first_answer_with_text_gives_the_title(desk: Desk) -> None:
    desk.say(Aborted(desk.ask(desk.tab, "Hello"), Usage(), Timings()))
    assert desk.tab.title == "Hello"
    desk.requests.replies.take_back(desk.tab.transcript)
    ask_titled(desk)
    assert desk.tab.title == "What do you see? – A red circle."


@pytest.mark.parametrize(
    "end",
    [
        Aborted(0),
        Failed(0, "No memory is left."),
        Finished(0, FinishReason.LENGTH, Usage(), Timings()),
    ],
)
def test_an_answer_that_broke_off_at_once_is_not_in_the_title(
    desk: Desk, end: Aborted | Failed | Finished
) -> None:
    request = desk.ask(desk.tab, "What do you see?")
    desk.say(Delta(request, Channel.CONTENT, "A r"), replace(end, request_id=request))
    assert desk.tab.title == "What do you see?"


def test_a_title_chosen_by_the_user_stays(desk: Desk) -> None:
    desk.tab.conversation.set_title("Mine", named=True)
    ask_titled(desk)
    assert desk.tab.title == "Mine" and not desk.requests.titles.pause.isActive()


def test_a_title_chosen_while_the_model_writes_one_stays(desk: Desk) -> None:
    ask_titled(desk)
    request = asked_for_a_title(desk)
    desk.tab.conversation.set_title("Mine", named=True)
    desk.answer(request, "Red circle")
    assert desk.tab.title == "Mine"


def test_no_title_delays_a_question(desk: Desk) -> None:
    ask_titled(desk)
    request = asked_for_a_title(desk)
    follow_up = desk.ask(desk.tab, "And now?")
    assert Abort(request) in desk.sent
    desk.say(Delta(request, Channel.CONTENT, "Red"), Aborted(request, Usage(), Timings()))
    assert not desk.requests.titles.pause.isActive()
    desk.answer(follow_up, "The same.")
    desk.answer(asked_for_a_title(desk), "Circle")
    assert desk.tab.title == "Circle"


def test_dot_writes_no_title(desk: Desk) -> None:
    desk.ready()
    ask_titled(desk)
    assert desk.tab.title.startswith("What do you see? – ")
    assert not desk.requests.titles.pause.isActive()


def test_a_closed_chat_gets_no_title(desk: Desk) -> None:
    ask_titled(desk)
    number = desk.tab.chat_id
    desk.window.workspace.requests.closed.emit(number)
    sent = len(desk.sent)
    desk.requests.titles.pause.timeout.emit()
    assert not any(isinstance(it, Generate) for it in desk.sent[sent:])


def test_no_title_is_written_once_the_settings_forbid_it(desk: Desk) -> None:
    ask_titled(desk)
    sent = len(desk.generated())
    desk.preferences.change(titles_by_model=False)
    desk.requests.titles.pause.timeout.emit()
    assert len(desk.generated()) == sent
