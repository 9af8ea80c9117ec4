"""The draft of a conversation, without any widget."""

from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy

from engine.messages import Counted, MediaCost, ModelInfo
from tests.kit.attachments import BLIND, SEEING, photo
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.draft import Draft
from ui.state.question import Question
from ui.state.turn import Turn

A, B, C = photo("a.png"), photo("b.png"), photo("c.png")
COST = MediaCost(640, 480, 1, 300, 1_000_000)
PLACED = Question("See x and y", (A, B), (4, 10))


@pytest.fixture
def draft() -> Draft:
    return Draft()


# --- attachments --------------------------------------------------------------------------


def test_an_attachment_is_added_at_the_end(draft: Draft) -> None:
    changed, files = QSignalSpy(draft.changed), QSignalSpy(draft.attachments_changed)
    draft.write(Question("What is this?"))
    draft.add(A)
    draft.add(B)
    assert draft.question == Question("What is this?", (A, B))
    assert (changed.count(), files.count()) == (3, 2)


def test_an_attachment_is_added_before_those_in_the_text(draft: Draft) -> None:
    draft.put(PLACED)
    draft.add(C)
    assert draft.question == Question(PLACED.text, (C, A, B), (0, 4, 10))


def test_a_replaced_attachment_keeps_its_place(draft: Draft) -> None:
    draft.put(PLACED)
    draft.replace(A, C)
    assert draft.question == Question(PLACED.text, (C, B), (4, 10))


def test_a_removed_attachment_leaves_the_other_places(draft: Draft) -> None:
    draft.put(PLACED)
    draft.replace(A, None)
    assert draft.question == Question(PLACED.text, (B,), (10,))
    draft.replace(B, None)
    assert draft.question == Question(PLACED.text)


def test_an_attachment_that_is_gone_is_not_replaced(draft: Draft) -> None:
    draft.add(A)
    changed = QSignalSpy(draft.changed)
    draft.replace(B, C)
    assert (draft.attachments, changed.count()) == ((A,), 0)


# --- sending and refusals -----------------------------------------------------------------


def test_a_sent_question_has_no_white_space_around_it(draft: Draft) -> None:
    draft.put(Question("  See x  ", (A,), (6,)))
    assert draft.send() == Question("See x", (A,), (4,))
    assert draft.question.empty


def test_a_refused_question_comes_back_before_what_was_begun(draft: Draft) -> None:
    draft.put(Question("And y", (B, C), (0, 4)))
    draft.restore(Question("See x", (A,), (4,)))
    assert draft.question == Question("See x\nAnd y", (B, A, C), (0, 4, 10))


def test_a_refused_question_comes_back_into_an_empty_draft(draft: Draft) -> None:
    draft.restore(PLACED)
    assert draft.question == PLACED


# --- editing an asked question ------------------------------------------------------------


def test_the_last_question_can_be_edited(draft: Draft) -> None:
    turn = Turn("user")
    draft.edit_last()
    assert not draft.editing, "there is none"
    draft.set_last(PLACED, turn)
    draft.write(Question("begun"))
    draft.edit_last()
    assert (draft.question, draft.edited, draft.kept) == (PLACED, turn, Question("begun"))
    assert draft.send() == PLACED
    assert (draft.question, draft.editing) == (Question("begun"), False)


def test_an_edit_that_goes_on_is_not_begun_again(draft: Draft) -> None:
    draft.set_last(Question("last"))
    draft.edit_last()
    draft.write(Question("changed"))
    draft.edit_last()
    assert draft.question == Question("changed")
    draft.cancel_edit()
    assert draft.question.empty


def test_a_file_goes_to_the_question_that_it_was_offered_for(draft: Draft) -> None:
    draft.write(Question("begun"))
    draft.add_pending(1)
    draft.edit(Question("asked"))
    draft.add_pending(1)
    for file in (A, B):
        draft.add(file)
        draft.add_pending(-1)
    assert (draft.question, draft.kept) == (Question("asked", (B,)), Question("begun", (A,)))
    draft.cancel_edit()
    assert draft.question == Question("begun", (A,))
    draft.add(C)
    assert draft.attachments == (A, C)


def test_a_file_is_replaced_in_the_question_that_waits_for_an_edit(draft: Draft) -> None:
    draft.add(A)
    draft.edit(Question("asked"))
    draft.replace(A, B)
    draft.cancel_edit()
    assert draft.attachments == (B,)


def test_a_chat_offers_its_last_question() -> None:
    chat = Chat(1)
    for text in ("one", "two"):
        chat.transcript.add_question(Question(text))
    chat.draft.edit_last()
    assert (chat.draft.question.text, chat.draft.edited) == ("two", chat.transcript.turns[1])
    chat.draft.cancel_edit()
    chat.transcript.delete(1)
    chat.draft.edit_last()
    assert chat.draft.edited is chat.transcript.turns[0]


def test_an_edit_ends_when_its_question_is_deleted() -> None:
    chat = Chat(1)
    for text in ("one", "two"):
        chat.transcript.add_question(Question(text))
    chat.draft.write(Question("begun"))
    chat.edit(chat.transcript.turns[0])
    chat.transcript.delete(1)
    assert chat.draft.editing
    chat.transcript.delete(0)
    assert (chat.draft.editing, chat.draft.question) == (False, Question("begun"))


def test_a_comparison_offers_the_question_of_its_last_round() -> None:
    comparison = ComparedChat(1)
    comparison.begin_round(Question("Who is better?"))
    comparison.draft.edit_last()
    assert (comparison.draft.question.text, comparison.draft.edited) == ("Who is better?", None)


# --- what is known about it ---------------------------------------------------------------


def test_sending_waits_for_pending_files(draft: Draft) -> None:
    changed = QSignalSpy(draft.status_changed)
    draft.add_pending(2)
    draft.add_pending(-1)
    assert (draft.pending, changed.count()) == (1, 2)
    draft.set_counts([Counted(1, 5, 0, 100), "It is too long."])
    assert draft.counts == (Counted(1, 5, 0, 100), "It is too long.")
    assert changed.count() == 3


def test_problems_of_one_action_are_collected_once(draft: Draft) -> None:
    draft.add_problem("a.png is damaged.")
    draft.add_problem("b.png is damaged.")
    draft.add_problem("a.png is damaged.")
    assert draft.problems == ("a.png is damaged.", "b.png is damaged.")
    draft.tell("No application opens a.png.")
    assert draft.problems == ("No application opens a.png.",)
    draft.end_problems()
    assert draft.problems == ()


@pytest.mark.parametrize(
    ("request_name", "offered"),
    [
        ("files_offered", [Path("a.png")]),
        ("files_pasted", [Path("a.png")]),
        ("image_pasted", A.preview),
        ("text_pasted", "A long text."),
    ],
)
def test_the_next_offer_ends_the_problems(request_name: str, offered: object) -> None:
    conversation = Conversation(1)
    conversation.draft.tell("b.png is damaged.")
    getattr(conversation.attachment_requests, request_name).emit(offered)
    assert conversation.draft.problems == ()


@pytest.mark.parametrize(("model", "cost"), [(BLIND, None), (None, None), (SEEING, COST)])
def test_costs_are_of_one_model(draft: Draft, model: ModelInfo | None, cost: object) -> None:
    draft.set_model(SEEING)
    draft.add(A)
    told = QSignalSpy(draft.cost_changed)
    draft.set_cost(A, COST)
    draft.set_cost(A, COST)
    assert told.count() == 1 and told.at(0) == [A, COST]
    draft.set_model(model)
    assert draft.costs.get(A) == cost


def test_the_draft_knows_if_it_is_on_the_screen(draft: Draft) -> None:
    changed = QSignalSpy(draft.shown_changed)
    for shown in (True, True, False):
        draft.set_shown(shown)
    assert (draft.shown, changed.count()) == (False, 2)
