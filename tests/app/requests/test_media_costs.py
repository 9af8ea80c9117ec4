"""Requests for the costs of attachments, and where their answers are shown."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from engine.messages import (
    Abort,
    Aborted,
    Failed,
    Measure,
    Measured,
    Media,
    MediaCost,
    MediaKind,
    ModelReady,
    ModelUnloaded,
    Timings,
    Usage,
)
from tests.kit.desk import DOT_MODEL, Desk, model_info
from tests.kit.tabs import new_chat
from ui.state.attachment import Attachment

COST = MediaCost(640, 480, 1, 300, 1_000_000)


def small_photo(name: str) -> Attachment:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(0)
    return Attachment(Media(MediaKind.IMAGE, Path(name)), image, name, "40 × 30")


A, B = small_photo("a.png"), small_photo("b.png")


class CostDesk(Desk):
    @property
    def costs(self) -> dict[Attachment, MediaCost | str | None]:
        """The newest cost of each attachment of the first chat."""
        draft = self.tab.chat.draft
        return {it: draft.costs.get(it) for it in draft.attachments}


@pytest.fixture
def cost_desk(qtbot, tmp_path: Path) -> Iterator[CostDesk]:
    made = CostDesk(qtbot, tmp_path)
    yield made
    made.close()


def sent_measures(desk: Desk) -> list[Measure]:
    return [command for command in desk.sent if isinstance(command, Measure)]


def aborted(desk: Desk) -> list[int]:
    return [command.request_id for command in desk.sent if isinstance(command, Abort)]


def test_each_attachment_is_measured_once(cost_desk: CostDesk) -> None:
    cost_desk.ready()
    cost_desk.tab.conversation.draft.add(A)
    cost_desk.tab.conversation.draft.add(B)
    one, two = sent_measures(cost_desk)
    assert (one.model_id, one.media, two.media) == (DOT_MODEL.model_id, A.media, B.media)
    cost_desk.say(Measured(one.request_id, COST), Failed(two.request_id, "b.png is damaged."))
    assert cost_desk.costs == {A: COST, B: "b.png is damaged."}
    # a place in the text, or the same file again, needs no new cost
    cost_desk.tab.conversation.draft.attachments_changed.emit()
    cost_desk.tab.conversation.draft.add(small_photo("a.png"))
    assert len(sent_measures(cost_desk)) == 2 and aborted(cost_desk) == []
    assert list(cost_desk.costs.values()) == [COST, "b.png is damaged.", COST]


def test_a_removed_attachment_is_measured_no_longer(cost_desk: CostDesk) -> None:
    cost_desk.ready()
    cost_desk.tab.conversation.draft.add(A)
    (question,) = sent_measures(cost_desk)
    cost_desk.tab.conversation.draft.replace(A, B)
    assert aborted(cost_desk) == [question.request_id]
    assert [each.media for each in sent_measures(cost_desk)] == [A.media, B.media]
    cost_desk.say(Measured(question.request_id, COST))
    cost_desk.say(Aborted(sent_measures(cost_desk)[1].request_id, Usage(), Timings()))
    assert cost_desk.costs.get(B) is None


def test_a_model_is_asked_once_it_is_in_memory(cost_desk: CostDesk) -> None:
    cost_desk.tab.conversation.draft.add(A)
    assert sent_measures(cost_desk) == []
    cost_desk.ready()
    (question,) = sent_measures(cost_desk)
    cost_desk.say(Measured(question.request_id, COST))
    assert cost_desk.costs[A] == COST
    cost_desk.say(ModelUnloaded(0, DOT_MODEL.model_id))
    assert cost_desk.costs[A] is None
    assert len(sent_measures(cost_desk)) == 1
    cost_desk.say(ModelReady(0, DOT_MODEL))
    assert len(sent_measures(cost_desk)) == 2


def test_another_model_has_another_cost(cost_desk: CostDesk) -> None:
    other = model_info("/models/other", "Other")
    cost_desk.ready()
    cost_desk.tab.conversation.draft.add(A)
    cost_desk.window.workspace.model_requests.chosen.emit(other.model_id)
    cost_desk.say(ModelReady(cost_desk.last().request_id, other))
    first, second = sent_measures(cost_desk)
    assert (first.model_id, second.model_id) == (DOT_MODEL.model_id, other.model_id)
    assert aborted(cost_desk) == [first.request_id]
    cost_desk.say(Measured(first.request_id, COST))
    assert cost_desk.costs[A] is None
    larger = MediaCost(1280, 960, 1, 1200, 4_000_000)
    cost_desk.say(Measured(second.request_id, larger))
    assert cost_desk.costs[A] == larger


def test_a_text_only_model_is_not_asked_about_images(cost_desk: CostDesk) -> None:
    cost_desk.ready(replace(DOT_MODEL, vision=False))
    cost_desk.tab.conversation.draft.add(A)
    assert sent_measures(cost_desk) == []


def test_attachments_of_a_sent_or_closed_question_are_measured_no_longer(
    cost_desk: CostDesk,
) -> None:
    cost_desk.ready()
    second = new_chat(cost_desk)
    cost_desk.tab.conversation.draft.add(A)
    second.conversation.draft.add(B)
    one, two = sent_measures(cost_desk)
    cost_desk.window.workspace.requests.closed.emit(second.chat_id)
    assert aborted(cost_desk) == [two.request_id]
    cost_desk.tab.composer.editor.setPlainText("What is it?")
    cost_desk.tab.composer.editor.return_pressed.emit()
    assert set(aborted(cost_desk)) == {one.request_id, two.request_id}
    cost_desk.say(Measured(one.request_id, COST), Measured(two.request_id, COST))
    assert COST not in cost_desk.tab.chat.draft.costs.values()


def test_a_text_only_model_is_asked_about_text_files(cost_desk: CostDesk) -> None:
    blind = replace(DOT_MODEL, vision=False)
    cost_desk.ready(blind)
    notes = Attachment(Media(MediaKind.TEXT, Path("notes.txt")), A.preview, "notes.txt", "1 kB")
    cost_desk.tab.conversation.draft.add(A)
    cost_desk.tab.conversation.draft.add(notes)
    (question,) = sent_measures(cost_desk)
    assert question.media == notes.media
    cost_desk.say(Measured(question.request_id, MediaCost(0, 0, 0, 12, 34)))
    assert cost_desk.costs[notes] == MediaCost(0, 0, 0, 12, 34)


def test_a_comparison_measures_for_its_first_model_with_vision(cost_desk: CostDesk) -> None:
    seeing, other = model_info("/models/seeing", "Seeing"), model_info("/models/other", "Other")
    cost_desk.ready(replace(DOT_MODEL, vision=False))
    cost_desk.say(ModelReady(0, seeing), ModelReady(0, other))
    chat = cost_desk.controller.conversations.compare([DOT_MODEL.model_id, seeing.model_id])
    chat.draft.add(A)
    (first,) = sent_measures(cost_desk)
    assert first.model_id == seeing.model_id
    pane = chat.panes[1]
    chat.set_settings(pane, replace(pane.settings, model_id=other.model_id))
    assert sent_measures(cost_desk)[-1].model_id == other.model_id
