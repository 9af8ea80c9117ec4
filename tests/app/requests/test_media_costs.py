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
from tests.kit.desk import DOT_MODEL, Desk, model
from tests.kit.tabs import new_chat
from ui.state.attachment import Attachment

COST = MediaCost(640, 480, 1, 300, 1_000_000)


def photo(name: str) -> Attachment:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(0)
    return Attachment(Media(MediaKind.IMAGE, Path(name)), image, name, "40 × 30")


A, B = photo("a.png"), photo("b.png")


class CostDesk(Desk):
    @property
    def costs(self) -> dict[Attachment, MediaCost | str | None]:
        """The newest cost of each attachment of the first chat."""
        draft = self.tab.chat.draft
        return {it: draft.costs.get(it) for it in draft.attachments}


@pytest.fixture
def desk(qtbot, tmp_path: Path) -> Iterator[CostDesk]:
    made = CostDesk(qtbot, tmp_path)
    yield made
    made.close()


def asked(desk: Desk) -> list[Measure]:
    return [command for command in desk.sent if isinstance(command, Measure)]


def aborted(desk: Desk) -> list[int]:
    return [command.request_id for command in desk.sent if isinstance(command, Abort)]


def test_each_attachment_is_measured_once(desk: CostDesk) -> None:
    desk.ready()
    desk.tab.conversation.draft.add(A)
    desk.tab.conversation.draft.add(B)
    one, two = asked(desk)
    assert (one.model_id, one.media, two.media) == (DOT_MODEL.model_id, A.media, B.media)
    desk.say(Measured(one.request_id, COST), Failed(two.request_id, "b.png is damaged."))
    assert desk.costs == {A: COST, B: "b.png is damaged."}
    # a place in the text, or the same file again, needs no new cost
    desk.tab.conversation.draft.attachments_changed.emit()
    desk.tab.conversation.draft.add(photo("a.png"))
    assert len(asked(desk)) == 2 and aborted(desk) == []
    assert list(desk.costs.values()) == [COST, "b.png is damaged.", COST]


def test_a_removed_attachment_is_measured_no_longer(desk: CostDesk) -> None:
    desk.ready()
    desk.tab.conversation.draft.add(A)
    (question,) = asked(desk)
    desk.tab.conversation.draft.replace(A, B)
    assert aborted(desk) == [question.request_id]
    assert [each.media for each in asked(desk)] == [A.media, B.media]
    desk.say(Measured(question.request_id, COST))
    desk.say(Aborted(asked(desk)[1].request_id, Usage(), Timings()))
    assert desk.costs.get(B) is None


def test_a_model_is_asked_once_it_is_in_memory(desk: CostDesk) -> None:
    desk.tab.conversation.draft.add(A)
    assert asked(desk) == []
    desk.ready()
    (question,) = asked(desk)
    desk.say(Measured(question.request_id, COST))
    assert desk.costs[A] == COST
    desk.say(ModelUnloaded(0, DOT_MODEL.model_id))
    assert desk.costs[A] is None
    assert len(asked(desk)) == 1
    desk.say(ModelReady(0, DOT_MODEL))
    assert len(asked(desk)) == 2


def test_another_model_has_another_cost(desk: CostDesk) -> None:
    other = model("/models/other", "Other")
    desk.ready()
    desk.tab.conversation.draft.add(A)
    desk.window.workspace.model_requests.chosen.emit(other.model_id)
    desk.say(ModelReady(desk.last().request_id, other))
    first, second = asked(desk)
    assert (first.model_id, second.model_id) == (DOT_MODEL.model_id, other.model_id)
    assert aborted(desk) == [first.request_id]
    desk.say(Measured(first.request_id, COST))
    assert desk.costs[A] is None
    larger = MediaCost(1280, 960, 1, 1200, 4_000_000)
    desk.say(Measured(second.request_id, larger))
    assert desk.costs[A] == larger


def test_a_text_only_model_is_not_asked_about_images(desk: CostDesk) -> None:
    desk.ready(replace(DOT_MODEL, vision=False))
    desk.tab.conversation.draft.add(A)
    assert asked(desk) == []


def test_attachments_of_a_sent_or_closed_question_are_measured_no_longer(desk: CostDesk) -> None:
    desk.ready()
    second = new_chat(desk)
    desk.tab.conversation.draft.add(A)
    second.conversation.draft.add(B)
    one, two = asked(desk)
    desk.window.workspace.requests.closed.emit(second.chat_id)
    assert aborted(desk) == [two.request_id]
    desk.tab.composer.editor.setPlainText("What is it?")
    desk.tab.composer.editor.return_pressed.emit()
    assert set(aborted(desk)) == {one.request_id, two.request_id}
    desk.say(Measured(one.request_id, COST), Measured(two.request_id, COST))
    assert COST not in desk.tab.chat.draft.costs.values()


def test_a_text_only_model_is_asked_about_text_files(desk: CostDesk) -> None:
    blind = replace(DOT_MODEL, vision=False)
    desk.ready(blind)
    notes = Attachment(Media(MediaKind.TEXT, Path("notes.txt")), A.preview, "notes.txt", "1 kB")
    desk.tab.conversation.draft.add(A)
    desk.tab.conversation.draft.add(notes)
    (question,) = asked(desk)
    assert question.media == notes.media
    desk.say(Measured(question.request_id, MediaCost(0, 0, 0, 12, 34)))
    assert desk.costs[notes] == MediaCost(0, 0, 0, 12, 34)
