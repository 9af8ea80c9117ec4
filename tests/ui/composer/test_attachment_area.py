"""Thumbnails: order, what can be done with them, what they cost, and what is too large."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QImage, QKeyEvent, QKeySequence
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from engine.messages import Choice, MediaCost, MediaKind, OverBudget
from tests.kit.attachments import (
    ALT,
    BLIND,
    SEEING,
    add_photos,
    attachment_titles,
    cost_line,
    lay_out,
    photo,
    press_on,
    thumbnail_of,
    use_model,
)
from ui.composer.attachment_strip import AttachmentStrip, InsertionMark
from ui.composer.composer import Composer
from ui.composer.over_budget_strip import MAX_HEIGHT, MIN_HEIGHT, OverBudgetStrip
from ui.composer.question_edit import MAX_LINES
from ui.composer.strip_edge import StripEdge
from ui.look import theme
from ui.state.question import Question
from ui.widgets.undo_strip import UndoStrip

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key
SMALL = MediaCost(1024, 768, 1, 788, 25_000_000)
CLIP = MediaCost(448, 252, 16, 1120, 9_000_000)
LARGE = OverBudget(
    "It is 200 million pixels. It is sent as 4,096 × 2,048.",
    (Choice.SHRINK, Choice.FULL, Choice.LEAVE_OUT),
)
LONG = OverBudget("It has 30 pages. The first 20 are sent.", (Choice.KEEP, Choice.LEAVE_OUT))


# --- order --------------------------------------------------------------------------------


@pytest.mark.styled
def test_attachments_keep_the_order_in_which_they_were_added(composer: Composer):
    add_photos(composer, "a", "b", "c")
    assert attachment_titles(composer) == "a b c"
    assert (
        thumbnail_of(composer, "a").x()
        < thumbnail_of(composer, "b").x()
        < thumbnail_of(composer, "c").x()
    )


@pytest.mark.styled
@pytest.mark.parametrize(
    ("title", "key", "order"),
    [("b", Key.Key_Left, "b a c"), ("b", Key.Key_Right, "a c b"), ("c", Key.Key_Right, "a b c")],
)
def test_alt_and_an_arrow_move_an_attachment_and_keep_the_focus(
    composer: Composer, title: str, key: Key, order: str
):
    add_photos(composer, "a", "b", "c")
    changed = QSignalSpy(composer.draft.attachments_changed)
    press_on(composer, title, key, ALT)
    assert attachment_titles(composer) == order
    assert thumbnail_of(composer, title).hasFocus()
    assert changed.count() == (order != "a b c")
    place = order.split().index(title) + 1
    assert thumbnail_of(composer, title).accessibleDescription().startswith(f"{place} of 3.")
    lay_out(composer)
    entries = [thumbnail_of(composer, it) for it in order.split()]
    gaps = {right.x() - left.geometry().right() - 1 for left, right in pairwise(entries)}
    assert (entries[0].x(), gaps) == (0, {8})


def test_arrows_and_tab_follow_the_order_of_attachments(composer: Composer):
    add_photos(composer, "a", "b", "c")
    press_on(composer, "a", Key.Key_Left)
    assert thumbnail_of(composer, "a").hasFocus()
    press_on(composer, "a", Key.Key_Right)
    assert thumbnail_of(composer, "b").hasFocus()
    press_on(composer, "b", Key.Key_Right, ALT)
    QTest.keyClick(thumbnail_of(composer, "a"), Key.Key_Tab)
    press_on(composer, "a", Key.Key_Tab)
    assert thumbnail_of(composer, "c").hasFocus()
    press_on(composer, "c", Key.Key_Tab)
    assert thumbnail_of(composer, "b").hasFocus()


@pytest.mark.styled
def test_a_moved_attachment_stays_visible(composer: Composer, qtbot: QtBot):
    add_photos(composer, *(str(number) for number in range(20)))
    bar = composer.findChildren(AttachmentStrip)[0].horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)
    entry = thumbnail_of(composer, "0")
    for key in (Key.Key_Right, Key.Key_Left):
        for _ in range(10):
            press_on(composer, "0", key, ALT)
            assert entry.visibleRegion().boundingRect() == entry.rect()
    assert attachment_titles(composer).startswith("0 1 2")


def test_keys_of_other_alphabets_do_nothing(composer: Composer):
    (sun,) = add_photos(composer, "sun")
    key, plain = 0x416, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(
        thumbnail_of(composer, "sun"), QKeyEvent(QEvent.Type.KeyPress, key, plain, "\u0436")
    )
    assert composer.draft.attachments == (sun,)


def drag_thumbnail(composer: Composer, title: str, *stations: QPoint) -> None:
    """Drag a thumbnail by its middle over positions of the composer, without releasing the
    button."""
    entry = thumbnail_of(composer, title)
    QTest.mousePress(entry, LEFT, pos=entry.rect().center())
    for station in stations:
        QTest.mouseMove(entry, entry.mapFrom(composer, station))


def drop_thumbnail(composer: Composer, title: str, at: QPoint) -> None:
    entry = thumbnail_of(composer, title)
    QTest.mouseRelease(entry, LEFT, pos=entry.mapFrom(composer, at))


def middle_of(composer: Composer, title: str, dx: int = 0) -> QPoint:
    entry = thumbnail_of(composer, title)
    return entry.mapTo(composer, entry.rect().center() + QPoint(dx, 0))


@pytest.mark.styled
def test_an_attachment_is_dropped_at_the_mark(composer: Composer):
    add_photos(composer, "a", "b", "c")
    lay_out(composer)
    mark = composer.findChildren(InsertionMark)[0]
    to = middle_of(composer, "c", dx=10)
    drag_thumbnail(composer, "a", middle_of(composer, "b", dx=-10), to)
    assert mark.isVisible()
    assert mark.x() > thumbnail_of(composer, "c").geometry().right()
    assert attachment_titles(composer) == "a b c"
    drop_thumbnail(composer, "a", to)
    assert attachment_titles(composer) == "b c a"
    assert not mark.isVisible()


@pytest.mark.styled
def test_a_drag_ends_without_effect_by_escape_or_elsewhere(composer: Composer):
    add_photos(composer, "a", "b")
    lay_out(composer)
    to = middle_of(composer, "b", dx=10)
    drag_thumbnail(composer, "a", to)
    QTest.keyClick(thumbnail_of(composer, "a"), Key.Key_Escape)
    assert not composer.findChildren(InsertionMark)[0].isVisible()
    drop_thumbnail(composer, "a", to)
    outside = QPoint(20, composer.height() - 8)
    drag_thumbnail(composer, "a", outside)
    assert not composer.findChildren(InsertionMark)[0].isVisible()
    drop_thumbnail(composer, "a", outside)
    assert attachment_titles(composer) == "a b"


def test_a_click_moves_nothing(composer: Composer):
    add_photos(composer, "a", "b")
    QTest.mouseClick(thumbnail_of(composer, "b"), LEFT)
    assert attachment_titles(composer) == "a b"
    assert thumbnail_of(composer, "b").hasFocus()


@pytest.mark.styled
def test_a_drag_at_the_edge_scrolls_to_hidden_attachments(composer: Composer, qtbot: QtBot):
    add_photos(composer, *(str(number) for number in range(20)))
    strip = composer.findChildren(AttachmentStrip)[0]
    bar = strip.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)
    bar.setValue(0)
    entry, edge = thumbnail_of(composer, "0"), strip.mapTo(composer, QPoint(strip.width() - 4, 20))
    drag_thumbnail(composer, "0", edge)
    begun = bar.value()
    # while the mouse rests
    qtbot.waitUntil(lambda: bar.value() > begun)
    for step in range(200):
        QTest.mouseMove(entry, entry.mapFrom(composer, edge + QPoint(step % 2, 0)))
    assert bar.value() == bar.maximum()
    drop_thumbnail(composer, "0", edge)
    assert attachment_titles(composer).endswith(" 18 19 0")


# --- what can be done -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        (Key.Key_Space, "opened"),
        (Key.Key_Return, "opened_outside"),
        (Key.Key_Enter, "opened_outside"),
    ],
)
def test_keys_preview_or_open_an_attachment(composer: Composer, key: Key, signal: str):
    _, moon = add_photos(composer, "sun", "moon")
    asked = QSignalSpy(getattr(composer.conversation.attachment_requests, signal))
    press_on(composer, "moon", key)
    assert asked.count() == 1
    assert asked.at(0)[0] is moon
    assert attachment_titles(composer) == "sun moon"


def test_a_click_previews_an_attachment_and_a_drag_does_not(composer: Composer):
    (sun,) = add_photos(composer, "sun")
    asked = QSignalSpy(composer.conversation.attachment_requests.opened)
    entry = thumbnail_of(composer, "sun")
    QTest.mouseClick(entry, LEFT)
    assert asked.count() == 1
    assert asked.at(0)[0] is sun
    QTest.mousePress(entry, LEFT)
    QTest.mouseMove(entry, entry.rect().center() + QPoint(60, 0))
    QTest.mouseRelease(entry, LEFT, pos=entry.rect().center() + QPoint(20, 0))
    QTest.mouseClick(entry, Qt.MouseButton.RightButton)
    assert asked.count() == 1


def menu_entries(composer: Composer, title: str) -> dict[str, QAction]:
    """The entries of the menu of a thumbnail, by their words."""
    reason = QContextMenuEvent.Reason.Keyboard
    event = QContextMenuEvent(reason, QPoint(), QPoint())
    QApplication.sendEvent(thumbnail_of(composer, title), event)
    opened = thumbnail_of(composer, title).findChildren(QMenu)[-1]
    assert opened.isVisible()
    return {action.text().partition("\t")[0]: action for action in opened.actions()}


def choose_action(action: QAction) -> None:
    """Choose a menu item with Return."""
    (opened,) = (it for it in action.associatedObjects() if isinstance(it, QMenu))
    opened.setActiveAction(action)
    QTest.keyClick(opened, Key.Key_Return)


def test_the_menu_offers_the_actions_of_the_attachment(composer: Composer):
    add_photos(composer, "a", "b")
    common = ["Preview", "Open in default app"]
    assert list(menu_entries(composer, "a")) == [
        *common,
        "Move right",
        "Insert into the text",
        "Remove",
        "Remove all",
    ]
    assert list(menu_entries(composer, "b")) == [
        *common,
        "Move left",
        "Insert into the text",
        "Remove",
        "Remove all",
    ]


def test_the_menu_runs_its_actions(composer: Composer):
    a, b = add_photos(composer, "a", "b")
    large, outside = (
        QSignalSpy(composer.conversation.attachment_requests.opened),
        QSignalSpy(composer.conversation.attachment_requests.opened_outside),
    )
    choose_action(menu_entries(composer, "b")["Preview"])
    choose_action(menu_entries(composer, "a")["Open in default app"])
    assert (large.at(0)[0], outside.at(0)[0]) == (b, a)
    choose_action(menu_entries(composer, "b")["Move left"])
    assert attachment_titles(composer) == "b a"
    choose_action(menu_entries(composer, "b")["Remove"])
    assert attachment_titles(composer) == "a"
    assert "Remove all" not in menu_entries(composer, "a")
    add_photos(composer, "c", "d")
    choose_action(menu_entries(composer, "c")["Remove all"])
    assert attachment_titles(composer) == ""


def test_the_place_among_very_many_attachments_has_separators(composer: Composer):
    add_photos(composer, "a")
    entry = thumbnail_of(composer, "a")
    entry.set_place(1000, 1200, False)
    assert entry.accessibleDescription().startswith("1,000 of 1,200.")


def test_a_right_click_opens_the_menu(composer: Composer):
    add_photos(composer, "a")
    entry = thumbnail_of(composer, "a")
    at = entry.rect().center()
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(entry, QContextMenuEvent(reason, at, entry.mapToGlobal(at)))
    (opened,) = entry.findChildren(QMenu)
    assert opened.isVisible()
    opened.close()


def undo_strip(composer: Composer) -> UndoStrip:
    assert composer.undo is not None
    return composer.undo


def test_undo_in_the_field_brings_back_what_was_removed_last(composer: Composer):
    a, b, c = add_photos(composer, "a", "b", "c")
    QTest.keyClicks(composer.editor, "Compare them")
    press_on(composer, "b", Key.Key_Delete)
    assert undo_strip(composer).accessibleName() == "1 file removed from the question."
    composer.editor.setFocus()
    QTest.keyClicks(composer.editor, "!")
    QTest.keySequence(composer.editor, QKeySequence.StandardKey.Undo)
    assert composer.draft.question == Question("Compare them", (a, c))
    QTest.keySequence(composer.editor, QKeySequence.StandardKey.Undo)
    assert composer.draft.question == Question("Compare them", (a, b, c))
    assert undo_strip(composer).isHidden()
    QTest.keySequence(composer.editor, QKeySequence.StandardKey.Undo)
    assert composer.draft.question == Question("", (a, b, c))


def test_undo_brings_all_removed_attachments_back_and_keeps_what_was_typed_since(
    composer: Composer,
):
    both = tuple(add_photos(composer, "a", "b"))
    choose_action(menu_entries(composer, "a")["Remove all"])
    assert undo_strip(composer).isVisible()
    QTest.keyClicks(composer.editor, "Hi")
    undo_strip(composer).go_back()
    assert composer.draft.question == Question("Hi", both)
    assert composer.editor.hasFocus()


def test_attachments_that_were_removed_one_by_one_come_back_one_by_one(composer: Composer):
    add_photos(composer, "a", "b", "c")
    place = composer.editor
    place.setPlainText("x")
    press_on(composer, "b", Key.Key_Down, ALT)
    for title in ("c", "b", "a"):
        press_on(composer, title, Key.Key_Delete)
    place.setFocus()
    found = []
    for _ in range(3):
        QTest.keySequence(place, QKeySequence.StandardKey.Undo)
        found.append(attachment_titles(composer))
    assert found == ["a", "a b", "a c b"]
    assert undo_strip(composer).isHidden()


def test_a_removed_attachment_comes_back_as_it_was_changed_meanwhile(composer: Composer):
    whole, other = add_photos(composer, "a", "b")
    part = photo("part")
    press_on(composer, "a", Key.Key_Delete)
    composer.draft.replace(whole, part)
    composer.conversation.attachment_replaced.emit(whole, part)
    undo_strip(composer).go_back()
    assert composer.draft.attachments == (part, other)


def test_a_sent_question_leaves_nothing_to_undo(composer: Composer):
    add_photos(composer, "a")
    QTest.keyClicks(composer.editor, "Hi")
    press_on(composer, "a", Key.Key_Delete)
    QTest.keyClick(composer.editor, Key.Key_Return)
    assert not undo_strip(composer).isVisible()
    QTest.keySequence(composer.editor, QKeySequence.StandardKey.Undo)
    assert composer.draft.question.empty


@pytest.mark.parametrize("placed", [True, False])
@pytest.mark.parametrize("by", ["key", "strip"])
def test_undo_takes_the_inserted_contents_of_a_file_out_again(
    composer: Composer, placed: bool, by: str
):
    note = photo("a.txt", MediaKind.TEXT, text="Buy milk.", characters=9)
    composer.draft.add(note)
    QTest.keyClicks(composer.editor, "Sum up: ")
    if placed:
        choose_action(menu_entries(composer, "a.txt")["Insert into the text"])
    before = composer.draft.question
    choose_action(menu_entries(composer, "a.txt")["Insert its contents"])
    expected = "Sum up: Buy milk." if placed else "Buy milk.\nSum up: "
    assert composer.draft.question == Question(expected)
    assert undo_strip(composer).accessibleName() == "The contents of a.txt were inserted."
    if by == "key":
        QTest.keySequence(composer.editor, QKeySequence.StandardKey.Undo)
    else:
        undo_strip(composer).go_back()
    assert composer.draft.question == before
    assert undo_strip(composer).isHidden()


def test_redo_takes_the_files_away_again_whose_contents_it_inserts(composer: Composer):
    for name in "ab":
        note = photo(f"{name}.txt", MediaKind.TEXT, text=f"Buy {name}.", characters=6)
        composer.draft.add(note)
    found = []
    for name in "ab":
        choose_action(menu_entries(composer, f"{name}.txt")["Insert its contents"])
        found.append(composer.draft.question)
    QTest.keyClicks(composer.editor, "Thanks")
    found.append(composer.draft.question)
    while composer.editor.document().isUndoAvailable():
        composer.editor.undo()
    assert (composer.editor.toPlainText(), attachment_titles(composer)) == ("", "a.txt b.txt")
    again = []
    while composer.editor.document().isRedoAvailable():
        composer.editor.redo()
        again.append(composer.draft.question)
    assert again == found
    assert undo_strip(composer).accessibleName() == "The contents of b.txt were inserted."
    composer.editor.undo()
    composer.editor.undo()
    assert attachment_titles(composer) == "b.txt"


def test_contents_that_were_typed_by_hand_have_nothing_to_do_with_the_file(composer: Composer):
    composer.draft.add(photo("a.txt", MediaKind.TEXT, text="Milk", characters=4))
    choose_action(menu_entries(composer, "a.txt")["Insert its contents"])
    editor = composer.editor
    editor.selectAll()
    QTest.keyClick(editor, Key.Key_Delete)
    QTest.keyClicks(editor, "Milk")
    editor.undo()
    assert (editor.toPlainText(), attachment_titles(composer)) == ("", "")
    editor.undo()
    editor.undo()
    assert (editor.toPlainText(), attachment_titles(composer)) == ("", "a.txt")
    QTest.keyClicks(editor, "Milk")
    editor.undo()
    editor.redo()
    assert (editor.toPlainText(), attachment_titles(composer)) == ("Milk", "a.txt")


def test_undo_brings_a_file_without_contents_back(composer: Composer):
    composer.draft.add(photo("a.txt", MediaKind.TEXT))
    choose_action(menu_entries(composer, "a.txt")["Insert its contents"])
    assert composer.draft.question.empty
    composer.editor.undo()
    assert attachment_titles(composer) == "a.txt"


def test_the_undo_of_the_sentence_is_that_of_the_field(composer: Composer):
    composer.draft.add(photo("a.txt", MediaKind.TEXT, text="Buy milk.", characters=9))
    QTest.keyClicks(composer.editor, "Sum up: ")
    before = composer.draft.question
    choose_action(menu_entries(composer, "a.txt")["Insert its contents"])
    inserted = composer.draft.question
    undo_strip(composer).go_back()
    assert composer.draft.question == before
    composer.editor.redo()
    assert composer.draft.question == inserted
    composer.editor.undo()
    composer.editor.undo()
    assert (composer.editor.toPlainText(), attachment_titles(composer)) == ("", "a.txt")


def test_redo_removes_files_again(composer: Composer):
    (a,) = add_photos(composer, "a")
    QTest.keyClicks(composer.editor, "Hi")
    press_on(composer, "a", Key.Key_Delete)
    composer.editor.undo()
    assert composer.draft.question == Question("Hi", (a,))
    composer.editor.redo()
    assert composer.draft.question == Question("Hi")
    assert undo_strip(composer).isVisible()
    composer.editor.undo()
    assert composer.draft.question == Question("Hi", (a,))


def test_undo_in_the_menu_of_the_field_brings_back_what_was_removed(composer: Composer):
    add_photos(composer, "a")
    press_on(composer, "a", Key.Key_Delete)
    editor = composer.editor
    editor.customContextMenuRequested.emit(editor.rect().center())
    menu = next(it for it in editor.findChildren(QMenu) if it.isVisible())
    menu.actions()[0].trigger()
    menu.close()
    assert attachment_titles(composer) == "a"


def test_one_undo_brings_all_removed_attachments_back_into_the_text(composer: Composer):
    add_photos(composer, "a", "b")
    for title in ("a", "b"):
        QTest.keyClicks(composer.editor, f"{title}: ")
        press_on(composer, title, Key.Key_Down, ALT)
    before = composer.draft.question
    choose_action(menu_entries(composer, "a")["Remove all"])
    composer.editor.setFocus()
    QTest.keySequence(composer.editor, QKeySequence.StandardKey.Undo)
    assert composer.draft.question == before


def test_deleted_contents_of_a_file_do_not_bring_the_file_back(composer: Composer):
    composer.draft.add(photo("a.txt", MediaKind.TEXT, text="Buy milk.", characters=9))
    choose_action(menu_entries(composer, "a.txt")["Insert its contents"])
    composer.editor.selectAll()
    QTest.keyClick(composer.editor, Key.Key_Delete)
    assert composer.draft.question.empty
    undo_strip(composer).go_back()
    assert attachment_titles(composer) == "a.txt"


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("word " * 20_000, True),
        ("=" * 100_000, False),
        ("a\n" * MAX_LINES, True),
        ("a\n" * (MAX_LINES + 1), False),
    ],
)
def test_the_contents_of_a_text_that_takes_long_to_insert_cannot_be_inserted(
    composer: Composer, text: str, offered: bool
):
    composer.draft.add(photo("a.txt", MediaKind.TEXT, text=text, characters=len(text)))
    assert ("Insert its contents" in menu_entries(composer, "a.txt")) == offered


def test_the_contents_are_measured_with_the_run_that_they_join(composer: Composer):
    text = "=" * 20_000
    composer.draft.add(photo("a.txt", MediaKind.TEXT, text=text, characters=len(text)))
    composer.editor.insertPlainText(text)
    assert "Insert its contents" in menu_entries(composer, "a.txt"), "on a line of its own"
    choose_action(menu_entries(composer, "a.txt")["Insert into the text"])
    assert "Insert its contents" not in menu_entries(composer, "a.txt")


@pytest.mark.parametrize(
    ("kind", "words", "wanted"),
    [
        (MediaKind.IMAGE, "Send as a video", MediaKind.VIDEO),
        (MediaKind.VIDEO, "Send the first frame", MediaKind.IMAGE),
    ],
)
def test_an_animated_image_can_be_sent_as_video_or_still(
    composer: Composer, kind: MediaKind, words: str, wanted: MediaKind
):
    waving = photo("waving.gif", kind, moves=True)
    waving = replace(waving, media=replace(waving.media, span=(0.0, 1.0)))
    composer.draft.add(waving)
    asked = QSignalSpy(composer.conversation.attachment_requests.media_changed)
    choose_action(menu_entries(composer, "waving.gif")[words])
    assert asked.at(0) == [waving, replace(waving.media, kind=wanted, span=None)]
    other = photo("other way")
    composer.draft.replace(waving, other)
    assert composer.draft.attachments == (other,)
    assert thumbnail_of(composer, "other way").accessibleName() == "other way"


def test_a_change_of_a_removed_attachment_is_ignored(composer: Composer):
    sun, _ = add_photos(composer, "sun", "moon")
    press_on(composer, "sun", Key.Key_Delete)
    composer.draft.replace(sun, photo("late"))
    composer.draft.set_cost(sun, SMALL)
    assert attachment_titles(composer) == "moon"
    composer.draft.replace(composer.draft.attachments[0], None)
    assert attachment_titles(composer) == ""


def test_every_change_is_announced(composer: Composer):
    changed = QSignalSpy(composer.draft.attachments_changed)
    (sun,) = add_photos(composer, "sun")
    assert changed.count() == 1
    composer.draft.replace(sun, photo("moon"))
    assert changed.count() == 2
    press_on(composer, "moon", Key.Key_Delete)
    assert changed.count() == 3


# --- costs ----------------------------------------------------------------------------------


def test_an_attachment_shows_its_cost(composer: Composer):
    (sun,) = add_photos(composer, "sun")
    assert cost_line(composer) == "measuring…"
    composer.draft.set_cost(sun, SMALL)
    words = "1,024 × 768 pixels · 1 image · 788 tokens · 25 MB"
    assert cost_line(composer) == words
    assert words in thumbnail_of(composer, "sun").toolTip()
    assert words in thumbnail_of(composer, "sun").accessibleDescription()
    composer.draft.set_cost(sun, None)
    assert cost_line(composer) == "measuring…"
    assert words not in thumbnail_of(composer, "sun").toolTip()


def test_the_tooltip_names_a_lost_file_once(composer: Composer):
    said = "sun is no longer there"
    composer.draft.add(replace(photo("sun"), caption=said, lost=True))
    assert thumbnail_of(composer, "sun").toolTip() == f"<qt>{said}</qt>"


@pytest.mark.styled
def test_a_video_shows_its_frames_and_that_it_is_sent_as_images(composer: Composer):
    video = photo("clip.mp4", MediaKind.VIDEO)
    composer.draft.add(video)
    composer.draft.set_cost(video, CLIP)
    assert cost_line(composer) == "16 frames of 448 × 252 · 1,120 tokens · 9 MB"
    composer.draft.set_cost(video, replace(CLIP, images=16))
    assert "16 frames of 448 × 252 · sent as 16 images · 1,120 tokens" in cost_line(composer)
    assert "sent as 16 images" in thumbnail_of(composer, "clip.mp4").toolTip()


@pytest.mark.styled
@pytest.mark.parametrize(("width", "height"), [(200, 30), (30, 200), (640, 480), (1, 1)])
def test_the_whole_image_is_shown_and_nothing_lies_on_it(
    composer: Composer, width: int, height: int
):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    shown = replace(photo("it"), preview=image)
    composer.draft.add(shown)
    composer.draft.add(photo("another", MediaKind.VIDEO))
    entry = thumbnail_of(composer, "it")
    found = entry.grab(entry.image_rect()).toImage()
    teal = [
        QPoint(x, y)
        for x in range(found.width())
        for y in range(found.height())
        if found.pixelColor(x, y) == QColor("teal")
    ]
    wide = max(it.x() for it in teal) - min(it.x() for it in teal) + 1
    high = max(it.y() for it in teal) - min(it.y() for it in teal) + 1
    # a few pixels of the corners are round
    assert len(teal) > 0.9 * wide * high
    assert wide / high == pytest.approx(width / height, rel=0.15)
    assert max(wide / (entry.width() - 4), high / (found.height() - 4)) > 0.9


@pytest.mark.parametrize(("count", "at"), [(30, 40), (5, 0)])
def test_a_narrower_window_leaves_the_row_where_it_is(
    composer: Composer, qtbot: QtBot, count: int, at: int
) -> None:
    add_photos(composer, *(f"{number}.png" for number in range(count)))
    bar = composer.findChildren(AttachmentStrip)[0].horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() and (bar.maximum() > 0) == (at > 0))
    bar.setValue(at)
    end = bar.maximum()
    composer.resize(composer.width() // 2, composer.height())
    qtbot.waitUntil(lambda: bar.maximum() > end)
    assert bar.value() == at


@pytest.mark.styled
def test_a_strip_that_overflows_says_how_many_are_out_of_sight(composer: Composer, qtbot: QtBot):
    add_photos(composer, *"abcdefghijkl")
    (strip,) = composer.findChildren(AttachmentStrip)
    qtbot.waitUntil(lambda: strip.horizontalScrollBar().maximum() > 0)
    left, right = sorted(composer.findChildren(StripEdge), key=lambda it: it.side)
    bar = strip.horizontalScrollBar()
    bar.setValue(0)
    assert not left.isVisible() and right.isVisible()
    shown = strip.viewport().width()
    hidden = sum(it.geometry().right() >= shown for it in strip.entries)
    assert right.button.accessibleName() == f"{hidden} more to the right"
    while right.isVisible():
        before = bar.value()
        QTest.mouseClick(right.button, LEFT)
        assert bar.value() > before
    assert bar.value() == bar.maximum() and left.isVisible()
    press_on(composer, "l", Key.Key_Home)
    assert thumbnail_of(composer, "a").hasFocus() and bar.value() == 0
    QTest.keyClick(thumbnail_of(composer, "a"), Key.Key_End)
    assert thumbnail_of(composer, "l").hasFocus() and not right.isVisible()


def test_a_total_is_shown_until_an_attachment_is_focused(composer: Composer, qtbot: QtBot):
    sun, moon, video = add_photos(composer, "sun", "moon", "clip")
    for attachment, cost in ((sun, SMALL), (video, CLIP)):
        composer.draft.set_cost(attachment, cost)
    assert cost_line(composer) == "3 images · measuring…"
    composer.draft.set_cost(moon, "It is cut off; copy it again.")
    assert cost_line(composer) == "3 images · 1,908 tokens · 34 MB · 1 cannot be read"
    thumbnail_of(composer, "moon").setFocus()
    assert cost_line(composer) == "It is cut off; copy it again."
    with qtbot.waitExposed(composer):
        lay_out(composer)
    QTest.mouseMove(composer.windowHandle(), middle_of(composer, "sun"))
    qtbot.waitUntil(lambda: cost_line(composer).startswith("1,024 × 768"))
    QTest.mouseMove(composer.windowHandle(), QPoint(1, 1))
    qtbot.waitUntil(lambda: cost_line(composer).startswith("It is cut off"))
    composer.take_focus()
    assert cost_line(composer).startswith("3 images")


def test_a_model_that_reads_only_text_measures_texts_alone(composer: Composer):
    use_model(composer, BLIND)
    notes = [photo(f"{it}.txt", MediaKind.TEXT) for it in "ab"]
    for attachment in (photo("sun"), *notes):
        composer.draft.add(attachment)
    for note in notes:
        composer.draft.set_cost(note, SMALL)
    assert cost_line(composer) == "2 texts · 1,576 tokens · 50 MB"
    thumbnail_of(composer, "sun").setFocus()
    assert cost_line(composer) == "2 texts · 1,576 tokens · 50 MB"
    press_on(composer, "a.txt", Key.Key_Delete)
    assert cost_line(composer) == "788 tokens · 25 MB"


@pytest.mark.parametrize(("tokens", "said"), [(2048, ""), (2049, "50%"), (8192, "200%")])
def test_a_large_share_of_the_context_is_shown(composer: Composer, tokens: int, said: str):
    sun, moon = add_photos(composer, "sun", "moon")
    composer.draft.set_cost(sun, replace(SMALL, tokens=tokens))
    composer.draft.set_cost(moon, replace(SMALL, tokens=0))
    expected = f"{said} of the model's context" if said else " MB"
    assert cost_line(composer).endswith(expected)


@pytest.mark.parametrize(
    ("images", "videos", "texts", "said"),
    [
        (6, 2, 1, "8 images and videos, 1 text"),
        (2, 0, 0, "2 images"),
        (0, 2, 2, "2 videos, 2 texts"),
        (0, 0, 3, "3 texts"),
        (1, 0, 1, "1 image, 1 text"),
    ],
)
def test_attachments_are_counted_by_kind(
    composer: Composer, images: int, videos: int, texts: int, said: str
):
    kinds = [MediaKind.IMAGE] * images + [MediaKind.VIDEO] * videos + [MediaKind.TEXT] * texts
    for number, kind in enumerate(kinds):
        # twice the same file is two thumbnails, and so are the pages of a document
        composer.draft.add(photo(f"{number // 2}.pdf", kind))
    assert cost_line(composer) == f"{said} · measuring…"


def test_costs_are_those_of_one_model(composer: Composer):
    (sun,) = add_photos(composer, "sun")
    composer.draft.set_cost(sun, SMALL)
    use_model(composer, replace(SEEING, load_seconds=9.0))
    assert "788 tokens" in cost_line(composer)
    use_model(composer, BLIND)
    assert cost_line(composer) == ""
    use_model(composer, SEEING)
    assert cost_line(composer) == "measuring…"


@pytest.mark.styled
def test_an_unreadable_attachment_has_a_red_line(composer: Composer):
    (sun,) = add_photos(composer, "sun")
    composer.draft.set_cost(sun, "It is cut off.")
    edge = thumbnail_of(composer, "sun").grab().toImage().pixelColor(40, 0)
    assert edge.red() > 180 > edge.green() + edge.blue() - 100
    assert edge != QColor(theme.colors().line)


# --- over the budget ------------------------------------------------------------------------


def choices(composer: Composer) -> dict[str, QToolButton]:
    """The buttons that are seen, by their accessible names."""
    strip = composer.findChildren(OverBudgetStrip)[0]
    buttons = strip.findChildren(QToolButton)
    return {it.accessibleName(): it for it in buttons if it.isVisible()}


def test_a_file_over_the_budget_shows_the_chosen_action(composer: Composer):
    composer.draft.add(photo("huge.png", over=LARGE))
    strip = composer.findChildren(OverBudgetStrip)[0]
    assert (
        strip.rows[Path("/media/huge.png")].label.text().replace("\N{NO-BREAK SPACE}", " ")
        == LARGE.sentence
    )
    assert {name: it.isChecked() for name, it in choices(composer).items()} == {
        "Shrink to fit: huge.png": True,
        "Send in full: huge.png": False,
        "Leave out: huge.png": False,
    }
    sent = QSignalSpy(composer.conversation.requests.submitted)
    QTest.keyClick(composer.editor, Key.Key_Return)
    assert not sent.at(0)[0].attachments[0].media.full
    assert choices(composer) == {}


def test_a_choice_stays_and_can_be_changed_again(composer: Composer):
    huge = photo("huge.png", over=LARGE)
    composer.draft.add(huge)
    asked = QSignalSpy(composer.conversation.attachment_requests.media_changed)
    button = choices(composer)["Send in full: huge.png"]
    button.setFocus()
    QTest.keyClick(button, Key.Key_Space)
    assert asked.at(0) == [huge, replace(huge.media, full=True)]
    told = OverBudget("It is sent in full.", LARGE.choices)
    full = replace(huge, media=replace(huge.media, full=True), over=told)
    composer.draft.replace(huge, full)
    assert choices(composer)["Send in full: huge.png"].isChecked()
    assert button.hasFocus()
    QTest.mouseClick(button, LEFT)
    assert asked.count() == 1
    QTest.mouseClick(choices(composer)["Shrink to fit: huge.png"], LEFT)
    assert asked.at(1) == [full, huge.media]


def test_a_choice_can_be_undone_before_it_is_applied(composer: Composer):
    huge = photo("huge.png", over=LARGE)
    composer.draft.add(huge)
    asked = QSignalSpy(composer.conversation.attachment_requests.media_changed)
    for words in ("Send in full: huge.png", "Shrink to fit: huge.png"):
        QTest.mouseClick(choices(composer)[words], LEFT)
    assert asked.at(1) == [huge, huge.media]


def test_a_failed_change_restores_the_former_choice(composer: Composer):
    huge = photo("huge.png", over=LARGE)
    composer.draft.add(huge)
    QTest.mouseClick(choices(composer)["Send in full: huge.png"], LEFT)
    composer.draft.replace(huge, huge)
    assert choices(composer)["Shrink to fit: huge.png"].isChecked()


def test_a_document_has_one_line_and_is_omitted_as_a_whole(composer: Composer):
    page = photo("a.pdf", over=LONG)
    composer.draft.add(page)
    composer.draft.add(replace(page, media=replace(page.media, page=1)))
    add_photos(composer, "sun")
    assert list(choices(composer)) == ["Keep: a.pdf", "Leave out: a.pdf"]
    QTest.mouseClick(choices(composer)["Leave out: a.pdf"], LEFT)
    assert attachment_titles(composer) == "sun"
    assert choices(composer) == {}


@pytest.mark.styled
def test_many_files_over_the_budget_take_little_space(composer: Composer, qtbot: QtBot):
    for number in range(9):
        composer.draft.add(photo(f"{number}.png", over=LARGE))
    strip = composer.findChildren(OverBudgetStrip)[0]
    assert len(strip.rows) == 9
    composer.resize(700, 400)
    qtbot.waitUntil(lambda: strip.height() == MAX_HEIGHT)
    composer.editor.setPlainText("\n" * 8)
    composer.setFixedHeight(320)
    qtbot.waitUntil(lambda: MIN_HEIGHT <= strip.height() < MAX_HEIGHT)
    below = composer.findChildren(AttachmentStrip)[0].geometry()
    assert strip.geometry().bottom() < below.top(), "they overlap"
    qtbot.waitUntil(lambda: strip.verticalScrollBar().maximum() > 0)
    press_on(composer, "3.png", Key.Key_Delete)
    assert Path("/media/3.png") not in strip.rows


@pytest.mark.styled
def test_the_choices_of_a_long_name_stay_visible(composer: Composer, qtbot: QtBot):
    over = OverBudget(f"{'n' * 250}.png is 200 million pixels.", LARGE.choices)
    composer.resize(700, 500)
    composer.draft.add(photo("huge.png", over=over))
    last = choices(composer)["Leave out: huge.png"]
    qtbot.waitUntil(lambda: last.visibleRegion().boundingRect() == last.rect())


@pytest.mark.styled
@pytest.mark.parametrize(("width", "below"), [(700, False), (420, True)])
def test_the_choices_are_below_the_sentence_in_a_narrow_window(
    composer: Composer, qtbot: QtBot, width: int, below: bool
):
    composer.resize(width, 300)
    composer.draft.add(photo("huge.png", over=LARGE))
    row = composer.findChildren(OverBudgetStrip)[0].rows[Path("/media/huge.png")]
    sentence, button = row.label, row.buttons[0]
    qtbot.waitUntil(lambda: (button.y() >= sentence.geometry().bottom()) == below)
    qtbot.waitUntil(lambda: button.visibleRegion().boundingRect() == button.rect())


def test_tab_leads_from_the_choices_over_the_thumbnails_to_the_question(composer: Composer):
    composer.draft.add(photo("huge.png", over=LARGE))
    add_photos(composer, "sun")
    strip = composer.findChildren(OverBudgetStrip)[0]
    buttons = strip.rows[Path("/media/huge.png")].buttons
    thumbnails = [thumbnail_of(composer, "huge.png"), thumbnail_of(composer, "sun")]
    order = [*buttons, *thumbnails, composer.editor]
    buttons[0].setFocus()
    for former, following in pairwise(order):
        QTest.keyClick(former, Key.Key_Tab)
        assert following.hasFocus()
    QTest.keyClick(composer.editor, Key.Key_Backtab)
    assert thumbnails[1].hasFocus()


@pytest.mark.styled
def test_thumbnails_are_numbered_if_there_are_several(composer: Composer):
    def beginning(title: str) -> QImage:
        entry = thumbnail_of(composer, title)
        return entry.grab(QRect(0, entry.height() - 18, 8, 18)).toImage()

    add_photos(composer, "sun")
    alone = beginning("sun")
    add_photos(composer, "moon")
    assert beginning("sun") != alone
    assert beginning("moon") != beginning("sun"), "another number"
