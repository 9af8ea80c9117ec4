"""The whole way through: the real window, the real thread, Dot."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.assembly import Assembly
from app.base.paths import DISK_CACHE, DOT
from engine.messages import (
    Channel,
    Delta,
    EngineStats,
    Finished,
    FinishReason,
    Overflow,
    SamplingParams,
    Timings,
    Usage,
)
from tests.kit import tiny_models
from tests.kit.images import save_image, save_small_video
from tests.kit.shown_windows import shown_windows
from tests.kit.tabs import chat_tabs, new_chat
from ui.state.called_tool import CallState, Decision
from ui.state.question import Question
from ui.state.turn import Turn, TurnState
from ui.tabs.chat_tab import ChatTab

WAIT = 30_000
# A model with random weights does not end by itself.
FEW = SamplingParams(max_tokens=8)


def model_name(parts: Assembly) -> str:
    model = parts.requests.models.current
    return model.name if model else ""


def drop_files(parts: Assembly, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    drop_mime(parts, mime)


def drop_mime(parts: Assembly, mime: QMimeData) -> None:
    keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    copy = Qt.DropAction.CopyAction
    QApplication.sendEvent(parts.window, QDragEnterEvent(QPoint(300, 300), copy, mime, *keys))
    QApplication.sendEvent(parts.window, QDropEvent(QPointF(300, 300), copy, mime, *keys))


def type_and_send(qtbot, tab: ChatTab, text: str) -> None:
    qtbot.keyClicks(tab.composer.editor, text)
    qtbot.keyClick(tab.composer.editor, Qt.Key.Key_Return)


def wait_for_reply(qtbot, tab: ChatTab) -> Turn:
    qtbot.waitUntil(lambda: bool(tab.transcript.turns) and not tab.transcript.busy, timeout=WAIT)
    return tab.transcript.turns[-1]


def wait_for_attachments(qtbot, tab: ChatTab, count: int = 1) -> None:
    qtbot.waitUntil(lambda: len(tab.conversation.draft.attachments) == count, timeout=WAIT)


def test_a_question_about_a_dropped_image_is_answered(qtbot, app: Assembly, tmp_path: Path) -> None:
    tab = app.window.current_chat()
    drop_files(app, save_image(tmp_path / "a.png", ("blue", "square", 0.5, 0.5)))
    wait_for_attachments(qtbot, tab)
    type_and_send(qtbot, tab, "What do you see?")
    assert wait_for_reply(qtbot, tab).content == "I see a blue square."
    type_and_send(qtbot, tab, "What color is it?")
    assert "blue" in wait_for_reply(qtbot, tab).content
    assert tab.conversation.draft.attachments == ()


def test_a_question_about_a_dropped_video_is_answered(qtbot, app: Assembly, tmp_path: Path) -> None:
    tab = app.window.current_chat()
    drop_files(app, save_small_video(tmp_path / "c.mp4", "red", "circle", "down"))
    wait_for_attachments(qtbot, tab)
    [video] = tab.conversation.draft.attachments
    assert (video.caption, video.preview.width()) == ("160 × 120 · 0:02", 160)
    type_and_send(qtbot, tab, "Which way does the circle move?")
    assert "moves down" in wait_for_reply(qtbot, tab).content


def test_pasted_and_dropped_image_data_is_attached(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    QGuiApplication.clipboard().setMimeData(image_data(Qt.GlobalColor.green))
    tab.composer.editor.paste()
    wait_for_attachments(qtbot, tab)
    assert tab.conversation.draft.attachments[0].media.path.exists()
    drop_mime(app, image_data(Qt.GlobalColor.red))
    wait_for_attachments(qtbot, tab, 2)


def image_data(color: Qt.GlobalColor) -> QMimeData:
    image = QImage(120, 80, QImage.Format.Format_RGB32)
    image.fill(color)
    mime = QMimeData()
    mime.setImageData(image)
    return mime


@pytest.mark.usefixtures("dot_read_once")
def test_the_shipped_weights_answer(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    type_and_send(qtbot, tab, "Hello")
    assert "Hello" in wait_for_reply(qtbot, tab).content


def test_every_sample_is_answered_correctly_in_one_window(qtbot, app: Assembly) -> None:
    answers = []
    with shown_windows() as shown:
        for sample in app.window.workspace.built_in.samples:
            tab = new_chat(app)
            tab.conversation.requests.sample_chosen.emit(sample)
            answers.append(wait_for_reply(qtbot, tab))
    assert shown == []
    assert [answer.content for answer in answers] == [
        "I see three shapes: a red circle, a yellow star and a blue square.",
        "There are three stars.",
        "The triangle is purple.",
        "The blue circle moves to the right.",
    ]
    # Folded beside the answer.
    assert "I see a green star, a green star and a green star." in answers[1].reasoning
    assert answers[1].usage.reasoning > 5


def press_button(qtbot, app: Assembly, name: str) -> None:
    """Click the newest shown button with this name."""
    buttons = [it for it in app.window.findChildren(QAbstractButton) if it.isVisible()]
    named = [it for it in buttons if it.text() == name or it.accessibleName() == name]
    assert named, [it.text() or it.accessibleName() for it in buttons]
    qtbot.mouseClick(named[-1], Qt.MouseButton.LeftButton)


def test_the_calculator_runs_after_reasoning_and_consent(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    tab.chat.options.change(tools=("calculator",))
    tab.chat.options.set_thinking(True)
    type_and_send(qtbot, tab, "What is 17 plus 25?")
    asked = wait_for_reply(qtbot, tab)
    (called,) = asked.tool_calls
    assert (called.state, called.title) == (CallState.PROPOSED, "Calculator")
    assert asked.reasoning
    assert not asked.content
    press_button(qtbot, app, "Run")
    qtbot.waitUntil(lambda: len(tab.transcript.turns) == 3, timeout=WAIT)
    assert wait_for_reply(qtbot, tab).content == "17 + 25 = 42"
    assert (called.state, called.result) == (CallState.DONE, "42")


def test_the_answer_uses_the_edited_arguments(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    tab.chat.options.change(tools=("calculator",))
    type_and_send(qtbot, tab, "What is 17 plus 25?")
    (called,) = wait_for_reply(qtbot, tab).tool_calls
    edited = '{"expression": "17 + 26"}'
    tab.chat.message_requests.call_decided.emit(called.call.call_id, Decision.ONCE, edited)
    qtbot.waitUntil(lambda: len(tab.transcript.turns) == 3, timeout=WAIT)
    assert "43" in wait_for_reply(qtbot, tab).content


def test_an_always_allowed_tool_runs_in_several_steps(qtbot, app: Assembly) -> None:
    """The first call is allowed for good; the second, made from its result, asks no more."""
    tab = app.window.current_chat()
    tab.chat.options.change(tools=("calculator", "current_date"))
    type_and_send(qtbot, tab, "What is 17 + 25, and that times 3?")
    wait_for_reply(qtbot, tab)
    press_button(qtbot, app, "Always")
    qtbot.waitUntil(lambda: len(tab.transcript.turns) == 4, timeout=WAIT)
    assert wait_for_reply(qtbot, tab).content == "17 + 25 = 42. 42 * 3 = 126."
    results = [called.result for turn in tab.transcript.turns for called in turn.tool_calls]
    assert results == ["42", "126"]


def test_the_model_reports_a_declined_call_that_did_not_run(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    tab.chat.options.change(tools=("calculator",))
    type_and_send(qtbot, tab, "What is 17 plus 25?")
    wait_for_reply(qtbot, tab)
    press_button(qtbot, app, "Don't run")
    qtbot.waitUntil(lambda: len(tab.transcript.turns) == 3, timeout=WAIT)
    assert wait_for_reply(qtbot, tab).content == "You did not let me use the calculator."


def test_a_picked_file_is_read_after_consent(qtbot, app: Assembly, tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    path.write_text("buy milk and bread")
    tab = app.window.current_chat()
    tab.chat.options.change(tools=("read_file",), files=(path,))
    type_and_send(qtbot, tab, "What does shopping.txt say?")
    wait_for_reply(qtbot, tab)
    press_button(qtbot, app, "Run")
    qtbot.waitUntil(lambda: len(tab.transcript.turns) == 3, timeout=WAIT)
    assert "buy milk and bread" in wait_for_reply(qtbot, tab).content


def test_what_a_chat_has_processed_is_saved_for_the_next_run(
    qtbot, app: Assembly, home: Path
) -> None:
    tab = app.window.current_chat()
    type_and_send(qtbot, tab, "Hello! " * 30)
    wait_for_reply(qtbot, tab)
    qtbot.waitUntil(lambda: any((home / DISK_CACHE).glob("*.safetensors")), timeout=WAIT)


def test_answers_of_two_chats_do_not_mix(qtbot, app: Assembly) -> None:
    first = app.window.current_chat()
    type_and_send(qtbot, first, "My name is Mira.")
    second = new_chat(app)
    type_and_send(qtbot, second, "What is my name?")
    assert "did not tell me" in wait_for_reply(qtbot, second).content
    wait_for_reply(qtbot, first)
    type_and_send(qtbot, first, "What is my name?")
    assert "Mira" in wait_for_reply(qtbot, first).content


def test_chats_answer_concurrently(qtbot, app: Assembly) -> None:
    """The answers are those of single chats, and the panel says how many there are."""
    seen: list[int] = []
    app.events.arrived.connect(
        lambda events: seen.extend(e.batch_size for e in events if isinstance(e, EngineStats))
    )
    tabs = [new_chat(app) for _ in range(2)]
    for tab in tabs:
        tab.conversation.requests.submitted.emit(Question("Count from 1 to 12."))
    counted = ", ".join(str(number) for number in range(1, 13)) + "."
    assert [wait_for_reply(qtbot, tab).content for tab in tabs] == [counted] * 2
    assert max(seen) > 1


def test_a_stopped_answer_is_continued(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    type_and_send(qtbot, tab, "Count from 1 to 20.")
    qtbot.waitUntil(lambda: bool(tab.transcript.turns[-1].content), timeout=WAIT)
    tab.conversation.requests.stopped.emit()
    half = wait_for_reply(qtbot, tab)
    assert half.state is TurnState.STOPPED
    assert half.content.startswith("1")
    first = half.usage.generated
    tab.conversation.requests.continued.emit()
    tab.conversation.requests.continued.emit()
    whole = wait_for_reply(qtbot, tab)
    assert whole.content == ", ".join(str(number) for number in range(1, 21)) + "."
    assert (whole.state, len(tab.transcript.turns)) == (TurnState.DONE, 2)
    assert whole.usage.generated > first
    type_and_send(qtbot, tab, "Thanks")
    assert wait_for_reply(qtbot, tab).state is TurnState.DONE


def test_an_answer_at_its_length_limit_is_continued(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    tab.chat.options.change(sampling=SamplingParams(max_tokens=15, top_logprobs=2))
    type_and_send(qtbot, tab, "Count from 1 to 12.")
    for _ in range(3):
        assert wait_for_reply(qtbot, tab).content.startswith("1, 2, 3")
        tab.conversation.requests.continued.emit()
    reply = wait_for_reply(qtbot, tab)
    assert reply.content.endswith("11, 12.")
    assert reply.usage.generated == 38
    assert len(reply.logprobs) >= 38


def test_the_oldest_messages_are_omitted_if_allowed(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    tab.transcript.add_question(Question("word " * 17_000))
    tab.transcript.begin_reply(-1)
    tab.transcript.apply(Delta(-1, Channel.CONTENT, "word " * 17_000))
    tab.transcript.apply(Finished(-1, FinishReason.STOP, Usage(), Timings()))
    type_and_send(qtbot, tab, "Hello")
    assert "(16,384)" in wait_for_reply(qtbot, tab).error
    tab.chat.options.change(overflow=Overflow.TRIM)
    qtbot.keyClick(tab.composer.editor, Qt.Key.Key_Return)
    reply = wait_for_reply(qtbot, tab)
    assert reply.trimmed > 0
    assert "Hello" in reply.content


def test_two_models_are_loaded_at_the_same_time(qtbot, app: Assembly, tmp_path: Path) -> None:
    tiny_models.qwen3(tmp_path / "Tiny")
    first = app.window.current_chat()
    app.window.workspace.model_requests.chosen.emit(str(tmp_path / "Tiny"))
    qtbot.waitUntil(lambda: model_name(app) == "Tiny", timeout=WAIT)
    menu = app.window.header.model_menu.menu()
    texts = [action.text() for action in menu.actions()]
    assert {"Unload Dot", "Unload Tiny"} <= set(texts)
    app.window.workspace.model_requests.chosen.emit(str(DOT))
    assert model_name(app) == "Dot", "it is there already"
    app.window.workspace.model_requests.unloaded.emit(str(tmp_path / "Tiny"))
    qtbot.waitUntil(
        lambda: "Unload Tiny" not in [action.text() for action in menu.actions()], timeout=WAIT
    )
    type_and_send(qtbot, first, "Hello")
    assert "Hello" in wait_for_reply(qtbot, first).content


def test_closing_a_chat_stops_its_answer(qtbot, app: Assembly) -> None:
    tab = app.window.current_chat()
    type_and_send(qtbot, tab, "Count from 1 to 29.")
    app.window.workspace.requests.closed.emit(tab.chat_id)
    assert [other.chat_id for other in chat_tabs(app.window)] != [tab.chat_id]
    type_and_send(qtbot, app.window.current_chat(), "Hello")
    assert "Hello" in wait_for_reply(qtbot, app.window.current_chat()).content


def test_bad_files_are_reported_as_sentences(qtbot, app: Assembly, tmp_path: Path) -> None:
    tab = app.window.current_chat()

    def drop_bad(name: str, content: bytes, says: str) -> None:
        (tmp_path / name).write_bytes(content)
        drop_files(app, tmp_path / name)
        qtbot.waitUntil(lambda: says in tab.composer.problem.sentence(), timeout=WAIT)
        assert tab.conversation.draft.attachments == ()

    drop_bad("notes.png", b"mi\0k", "notes.png is not an image")
    drop_bad("clip.mp4", b"\0\0\0\x10ftypisom", "clip.mp4 could not be read as a video")


def test_a_failed_question_returns_to_the_composer(qtbot, app: Assembly, tmp_path: Path) -> None:
    tab = app.window.current_chat()
    drop_files(app, save_image(tmp_path / "a.png", ("red", "circle", 0.5, 0.5)))
    wait_for_attachments(qtbot, tab)
    path = tab.conversation.draft.attachments[0].media.path
    path.unlink()
    type_and_send(qtbot, tab, "What do you see?")
    reply = wait_for_reply(qtbot, tab)
    assert "a.png" in reply.error
    assert tab.composer.editor.toPlainText() == "What do you see?"
    save_image(path, ("red", "circle", 0.5, 0.5))
    qtbot.keyClick(tab.composer.editor, Qt.Key.Key_Return)
    assert wait_for_reply(qtbot, tab).content == "I see a red circle."


def test_a_changed_and_lost_image_stays_in_the_chat(qtbot, app: Assembly, tmp_path: Path) -> None:
    """Even the loss of our copy does not stop the chat."""
    tab = app.window.current_chat()
    path = save_image(tmp_path / "a.png", ("red", "circle", 0.5, 0.5))
    drop_files(app, path)
    wait_for_attachments(qtbot, tab)
    copy = tab.conversation.draft.attachments[0].media.path
    save_image(path, ("blue", "square", 0.5, 0.5))
    type_and_send(qtbot, tab, "What do you see?")
    assert wait_for_reply(qtbot, tab).content == "I see a red circle."
    path.unlink()
    type_and_send(qtbot, tab, "What color is it?")
    assert "red" in wait_for_reply(qtbot, tab).content
    copy.unlink()
    type_and_send(qtbot, tab, "Thanks")
    assert wait_for_reply(qtbot, tab).state is TurnState.DONE


def test_unloading_the_old_model_leaves_the_new_one(qtbot, app: Assembly, tmp_path: Path) -> None:
    tiny_models.qwen3(tmp_path / "Tiny")
    app.window.workspace.model_requests.chosen.emit(str(tmp_path / "Tiny"))
    app.window.workspace.model_requests.unloaded.emit(str(DOT))
    tab = app.window.current_chat()
    tab.chat.options.change(sampling=FEW)
    type_and_send(qtbot, tab, "the fox")
    wait_for_reply(qtbot, tab)
    assert model_name(app) == "Tiny"


def test_switching_models_and_back_works(qtbot, app: Assembly, tmp_path: Path) -> None:
    folder = tmp_path / "Tiny"
    tiny_models.qwen3(folder)
    app.window.workspace.model_requests.chosen.emit(str(folder))
    tab = app.window.current_chat()
    tab.chat.options.change(sampling=FEW)
    # Asked while the model loads, the question is for it.
    type_and_send(qtbot, tab, "the fox")
    assert wait_for_reply(qtbot, tab).usage.generated > 0
    assert model_name(app) == "Tiny"
    app.window.workspace.model_requests.chosen.emit(str(DOT))
    qtbot.waitUntil(lambda: model_name(app) == "Dot", timeout=WAIT)
    assert str(folder) in (app.home / "recent.json").read_text()
    qtbot.waitUntil(lambda: app.workspace.library.find(str(folder)) is not None, timeout=WAIT)
    listed = app.workspace.library.find(str(folder))
    assert listed and listed.facts and listed.facts.family == "qwen3" and listed.last_used


def test_a_folder_without_a_model_keeps_the_model(qtbot, app: Assembly, tmp_path: Path) -> None:
    app.window.workspace.model_requests.chosen.emit(str(tmp_path))
    qtbot.waitUntil(lambda: "is not a model folder" in app.window.notice.label.text(), timeout=WAIT)
    tab = app.window.current_chat()
    type_and_send(qtbot, tab, "Hello")
    assert "Hello" in wait_for_reply(qtbot, tab).content


def test_the_next_question_loads_an_unloaded_model(qtbot, app: Assembly) -> None:
    app.window.workspace.model_requests.unloaded.emit(str(DOT))
    qtbot.waitUntil(lambda: not app.requests.models.in_memory(str(DOT)), timeout=WAIT)
    app.window.workspace.requests.new_chat.emit()
    tab = app.window.current_chat()
    type_and_send(qtbot, tab, "Hello")
    assert "Hello" in wait_for_reply(qtbot, tab).content


def test_quitting_is_possible_during_an_answer(qtbot, app: Assembly) -> None:
    type_and_send(qtbot, app.window.current_chat(), "Count from 1 to 29.")
    app.window.close()
