"""The numbers of drafting: summed over the parts of an answer, stored, and shown if it gained."""

import pytest

from app.attachments.kept_files import Files
from app.records.turns import turn_record, turns_of
from engine.messages import Channel, Delta, DraftCounts, Finished, FinishReason, Timings, Usage, say
from ui.state.answer_stats import stats_of_answer
from ui.state.answer_words import line_parts
from ui.state.figures import drafted_from, drafts_kept, per_pass
from ui.state.turn import Turn

END = Finished(1, FinishReason.LENGTH, Usage(9, generated=7), Timings(0.1, decode=1.0))


def ended(*parts: DraftCounts) -> Turn:
    turn = Turn("assistant", request_id=1)
    for drafts in parts:
        turn.update(Delta(1, Channel.CONTENT, "Red."))
        turn.update(Finished(END.request_id, END.reason, END.usage, END.timings, drafts=drafts))
        turn.resume(1)
    turn.state, turn.reason = turn.state.DONE, FinishReason.STOP
    return turn


def test_the_parts_of_a_continued_answer_are_added() -> None:
    turn = ended(DraftCounts("lookup", 4, 2, 2), DraftCounts("grammar", 4, 4, 4))
    stats = stats_of_answer(turn)
    assert stats.drafts == DraftCounts("lookup+grammar", 8, 6, 6)
    assert (per_pass().text(stats), drafts_kept().text(stats)) == ("2.0 tok/pass", "6 of 8")
    assert drafted_from().text(stats) == "chat text, required format"
    assert line_parts(turn)[-1].text == "2.0 tok/pass"


def test_the_speed_of_an_answer_leaves_out_what_came_with_the_first_token_of_each_part() -> None:
    drafts = DraftCounts("lookup", 4, 4, 2, at_once=4)
    assert stats_of_answer(ended(drafts, drafts)).generation_tps == (14 - 2 * (1 + 4)) / 2.0


@pytest.mark.parametrize(
    "drafts", [DraftCounts("lookup", 4, 0, 6), DraftCounts("lookup", 4, 1, 100)]
)
def test_the_line_is_silent_about_drafts_without_a_gain(drafts: DraftCounts) -> None:
    turn = ended(drafts)
    assert per_pass().text(stats_of_answer(turn)) == "1.0 tok/pass"
    assert not [it for it in line_parts(turn) if "pass" in it.text]


@pytest.mark.parametrize("drafts", [DraftCounts(), DraftCounts(passes=6, note=say("Off."))])
def test_nothing_is_said_of_drafting_without_drafts(drafts: DraftCounts) -> None:
    turn = ended(drafts)
    stats = stats_of_answer(turn)
    assert {it.text(stats) for it in (per_pass(), drafts_kept(), drafted_from())} == {"–"}
    assert not [it for it in line_parts(turn) if "pass" in it.text]


def test_stored_counts_come_back_with_a_note_that_can_be_translated(tmp_path) -> None:
    turn = ended(DraftCounts("model", 4, 1, 3, say("Paused after {count} losses.", count=3)))
    files = Files(tmp_path)
    (found,) = turns_of([turn_record(turn, 1, 0, files)], files)
    assert found.drafts == turn.drafts
    assert getattr(found.drafts.note, "template", "") == "Paused after {count} losses."
