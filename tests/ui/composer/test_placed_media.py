"""Images and videos that stand in the text of a question, as a person puts them there."""

import random

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeySequence, QTextCursor
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from tests.kit.attachments import (
    ALT,
    SEEING,
    add_photos,
    attachment_titles,
    lay_out,
    new_composer,
    photo,
    press_on,
    thumbnail_of,
    use_model,
)
from ui.composer.composer import Composer
from ui.composer.media_marks import OBJECT
from ui.conversation.message_attachments import SentImage
from ui.look import theme
from ui.state.chat import Chat
from ui.state.draft import Draft
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key
Standard = QKeySequence.StandardKey


def insert_text(composer: Composer, text: str) -> None:
    if text.isascii():
        QTest.keyClicks(composer.editor, text)
    else:
        composer.editor.insertPlainText(text)


def keys(composer: Composer, *sequence: QKeySequence.StandardKey) -> None:
    for each in sequence:
        QTest.keySequence(composer.editor, QKeySequence(each))


def place(composer: Composer, title: str) -> None:
    """Place an attachment at the cursor by keyboard."""
    press_on(composer, title, Key.Key_Down, ALT)


def write_parts(composer: Composer, *parts: str) -> None:
    """Type the parts; a title in brackets places that attachment."""
    for part in parts:
        if part.startswith("["):
            place(composer, part.strip("[]"))
        else:
            insert_text(composer, part)


def is_placed(composer: Composer, title: str) -> bool:
    return ", in the text." in thumbnail_of(composer, title).accessibleDescription()


def sent_question(composer: Composer) -> tuple[str, str, tuple[int, ...]]:
    """Press Return, and return the text, titles and places of the question it sends."""
    sent = QSignalSpy(composer.conversation.requests.submitted)
    QTest.keyClick(composer.editor, Key.Key_Return)
    assert sent.count() == 1
    (asked,) = sent.at(0)
    return asked.text, " ".join(it.title for it in asked.attachments), asked.places


# --- putting them there ---------------------------------------------------------------------


def test_alt_down_places_an_attachment_at_the_cursor(composer: Composer):
    add_photos(composer, "a", "b", "c")
    write_parts(composer, "Is ", "[c]", " like ", "[a]", "?")
    assert composer.editor.hasFocus()
    assert attachment_titles(composer) == "b c a"
    assert sent_question(composer) == ("Is  like ?", "b c a", (0, 3, 9))
    assert composer.editor.toPlainText() == ""
    assert composer.draft.attachments == ()


def test_without_marks_all_attachments_precede_the_text(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "What are they?")
    assert sent_question(composer) == ("What are they?", "a b", ())


def test_an_attachment_at_the_start_of_the_text_precedes_it(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "[a]", "like ", "[b]")
    assert sent_question(composer) == ("like", "a b", (0, 4))
    add_photos(composer, "a")
    write_parts(composer, "  ", "[a]", " what? ")
    assert sent_question(composer) == ("what?", "a", ())


def test_an_attachment_alone_needs_no_text(composer: Composer):
    add_photos(composer, "a")
    write_parts(composer, "[a]")
    assert sent_question(composer) == ("", "a", ())


def test_places_count_characters_not_code_units(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "\n 😀😀 ", "[a]", "é😀", "[b]", " ")
    assert sent_question(composer) == ("😀😀 é😀", "a b", (3, 5))


@pytest.mark.styled
def test_an_attachment_can_be_dragged_into_the_text(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "left right")
    lay_out(composer)
    entry, editor = thumbnail_of(composer, "b"), composer.editor
    cursor = editor.textCursor()
    cursor.setPosition(5)
    at = editor.viewport().mapTo(composer, editor.cursorRect(cursor).center())
    plain = editor.grab().toImage()
    QTest.mousePress(entry, LEFT, pos=QPoint(20, 20))
    QTest.mouseMove(entry, entry.mapFrom(composer, at))
    caret = editor.viewport().mapTo(editor, editor.cursorRect(cursor).center())
    assert editor.grab().toImage().pixelColor(caret) == QColor(theme.colors().accent)
    QTest.mouseRelease(entry, LEFT, pos=entry.mapFrom(composer, at))
    assert attachment_titles(composer) == "a b"
    assert plain.pixelColor(caret) != QColor(theme.colors().accent)
    assert sent_question(composer) == ("left right", "a b", (0, 5))


def test_a_moved_attachment_leaves_its_place(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "one ", "[a]", " two")
    write_parts(composer, "[a]")
    assert sent_question(composer) == ("one  two", "b a", (0, 8))


@pytest.mark.styled
def test_the_chips_have_the_numbers_of_the_thumbnails(composer: Composer):
    empty = composer.editor.height()
    add_photos(composer, "a", "b")
    write_parts(composer, "x ", "[b]", " y")
    height = composer.editor.height()
    assert height == empty
    image = composer.editor.grab().toImage()
    accent = QColor(theme.colors().accent)
    filled = [x for x in range(image.width()) if image.pixelColor(x, height // 2) == accent]
    assert len(filled) > 8
    assert thumbnail_of(composer, "b").accessibleDescription().startswith("2 of 2, in the text.")
    press_on(composer, "b", Key.Key_Up, ALT)
    assert thumbnail_of(composer, "b").accessibleDescription().startswith("2 of 2.")
    image = composer.editor.grab().toImage()
    assert all(image.pixelColor(x, height // 2) != accent for x in filled)


# --- taking them out ------------------------------------------------------------------------


def test_deleting_the_mark_moves_the_attachment_before_the_text(composer: Composer):
    add_photos(composer, "a", "b", "c")
    write_parts(composer, "x", "[a]")
    assert (attachment_titles(composer), composer.draft.question.places) == ("b c a", (0, 0, 1))
    QTest.keyClick(composer.editor, Key.Key_Backspace)
    assert (attachment_titles(composer), composer.draft.question.places) == ("b c a", ())
    assert sent_question(composer) == ("x", "b c a", ())


def test_alt_up_moves_the_attachment_before_the_text(composer: Composer):
    add_photos(composer, "a")
    write_parts(composer, "x ", "[a]")
    press_on(composer, "a", Key.Key_Up, ALT)
    assert composer.editor.toPlainText() == "x "
    assert attachment_titles(composer) == "a"


def test_undo_brings_a_removed_attachment_back_to_its_place(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "x ", "[a]", " y ", "[b]", " z")
    press_on(composer, "a", Key.Key_Delete)
    assert composer.editor.toPlainText() == f"x  y {OBJECT} z"
    composer.editor.setFocus()
    write_parts(composer, "!")
    keys(composer, Standard.Undo, Standard.Undo)
    assert composer.undo and composer.undo.isHidden()
    assert sent_question(composer) == ("x  y  z", "a b", (2, 5))


def test_undo_in_the_field_does_not_need_the_sentence_about_a_removal(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "x ", "[a]", " y ", "[b]", " z")
    press_on(composer, "a", Key.Key_Delete)
    assert composer.undo
    composer.undo.end()
    keys(composer, Standard.Undo)
    assert composer.undo.isHidden()
    assert sent_question(composer) == ("x  y  z", "a b", (2, 5))


def test_the_mark_of_a_file_that_could_not_be_read_is_not_sent_when_it_comes_back(
    composer: Composer,
):
    (a,) = add_photos(composer, "a")
    write_parts(composer, "x ", "[a]", " y")
    composer.draft.replace(a, None)
    keys(composer, Standard.Undo)
    assert composer.editor.toPlainText() == f"x {OBJECT} y"
    assert sent_question(composer) == ("x  y", "", ())


# --- order ----------------------------------------------------------------------------------


def test_reordering_attachments_reassigns_the_marks(composer: Composer):
    add_photos(composer, "a", "b", "c")
    write_parts(composer, "[c]", "x", "[b]", "y")
    assert attachment_titles(composer) == "a c b"
    press_on(composer, "b", Key.Key_Left, ALT)
    assert attachment_titles(composer) == "a b c"
    press_on(composer, "a", Key.Key_Right, ALT)
    assert attachment_titles(composer) == "b a c"
    assert sent_question(composer) == ("xy", "b a c", (0, 0, 1))


def test_a_new_attachment_precedes_placed_ones(composer: Composer):
    add_photos(composer, "a")
    write_parts(composer, "x ", "[a]")
    add_photos(composer, "b", "c")
    assert attachment_titles(composer) == "b c a"


def test_cutting_and_pasting_text_changes_the_order(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "x", "[a]", "y", "[b]")
    editor = composer.editor
    QTest.keyClick(editor, Key.Key_Home)
    for _ in range(2):
        QTest.keyClick(editor, Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    keys(composer, Standard.Cut)
    assert QGuiApplication.clipboard().text() == "x"
    assert attachment_titles(composer) == "a b"
    QTest.keyClick(editor, Key.Key_End)
    keys(composer, Standard.Paste)
    assert sent_question(composer) == ("yx", "b a", (1, 2))


# --- undo, copies, foreign marks --------------------------------------------------------------


def test_undo_and_redo_restore_the_places(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "x ", "[a]", " y")
    keys(composer, Standard.Undo, Standard.Undo)
    assert composer.editor.toPlainText() == "x "
    assert not is_placed(composer, "a")
    keys(composer, Standard.Redo)
    assert is_placed(composer, "a")
    keys(composer, Standard.SelectAll)
    QTest.keyClick(composer.editor, Key.Key_Delete)
    assert not is_placed(composer, "a")
    keys(composer, Standard.Undo)
    assert sent_question(composer) == ("x", "b a", (0, 1))


def test_pasting_a_mark_does_not_duplicate_it(composer: Composer):
    add_photos(composer, "a", "b")
    write_parts(composer, "x", "[a]", "y")
    keys(composer, Standard.SelectAll, Standard.Copy)
    assert QGuiApplication.clipboard().text() == "xy"
    QTest.keyClick(composer.editor, Key.Key_End)
    keys(composer, Standard.Paste)
    assert composer.editor.toPlainText() == f"x{OBJECT}yxy"
    assert sent_question(composer) == ("xyxy", "b a", (0, 1))


def test_pasting_over_the_copied_text_keeps_the_mark(composer: Composer):
    add_photos(composer, "a")
    write_parts(composer, "x", "[a]", "y")
    keys(composer, Standard.SelectAll, Standard.Copy, Standard.Paste)
    assert sent_question(composer) == ("xy", "a", (1,))


def test_text_copied_without_marks_has_none(composer: Composer):
    add_photos(composer, "a")
    write_parts(composer, "x", "[a]", "y")
    keys(composer, Standard.SelectAll, Standard.Copy)
    press_on(composer, "a", Key.Key_Up, ALT)
    keys(composer, Standard.SelectAll, Standard.Copy, Standard.Paste)
    assert sent_question(composer) == ("xy", "a", ())


def test_the_marks_of_another_question_are_text_only(composer: Composer, qtbot: QtBot):
    add_photos(composer, "a")
    write_parts(composer, "x", "[a]", "y")
    keys(composer, Standard.SelectAll, Standard.Cut)
    other = new_composer()
    qtbot.addWidget(other)
    use_model(other, SEEING)
    add_photos(other, "b")
    keys(other, Standard.Paste)
    assert other.editor.toPlainText() == "xy"
    assert attachment_titles(other) == "b"


def test_objects_of_web_pages_are_omitted(composer: Composer):
    add_photos(composer, "a")
    write_parts(composer, "x", "[a]")
    data = QMimeData()
    data.setText(f"{OBJECT}one{OBJECT} two{OBJECT}")
    QGuiApplication.clipboard().setMimeData(data)
    keys(composer, Standard.Paste)
    composer.draft.set_last(Question(f"{OBJECT}old"))
    assert composer.editor.toPlainText() == f"x{OBJECT}one two"
    assert sent_question(composer) == ("xone two", "a", (1,))
    QTest.keyClick(composer.editor, Key.Key_Up)
    assert composer.editor.toPlainText() == "old"


# --- coming back ------------------------------------------------------------------------------


def test_a_refused_question_comes_back_with_its_marks(composer: Composer):
    add_photos(composer, "a", "b", "c")
    write_parts(composer, "Is 😀", "[b]", " like ", "[a]", "?")
    sent = QSignalSpy(composer.conversation.requests.submitted)
    QTest.keyClick(composer.editor, Key.Key_Return)
    (refused,) = sent.at(0)
    add_photos(composer, "later", "last")
    write_parts(composer, "new ", "[later]", " one")
    composer.draft.restore(refused)
    assert composer.editor.toPlainText() == (f"Is 😀{OBJECT} like {OBJECT}?\nnew {OBJECT} one")
    assert sent_question(composer) == (
        "Is 😀 like ?\nnew  one",
        "c last b a later",
        (0, 0, 4, 10, 16),
    )


def test_a_restored_question_keeps_its_places(composer: Composer):
    one, two = photo("one"), photo("two")
    composer.draft.restore(Question("ab", (one, two), (0, 2)))
    assert sent_question(composer) == ("ab", "one two", (0, 2))
    composer.draft.restore(Question("", (one, two)))
    assert sent_question(composer) == ("", "one two", ())


@pytest.mark.parametrize("seed", range(5))
def test_text_and_marks_stay_consistent(composer: Composer, seed: int):
    """Random keys: every attachment is there once, places ascend and stay inside the text."""
    choice = random.Random(seed).choice
    add_photos(composer, "a", "b", "c")
    editor = composer.editor
    moves = [Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End]
    shortcuts = [Standard.Undo, Standard.Redo, Standard.Cut, Standard.Paste, Standard.Copy]
    for _ in range(150):
        match choice(["type", "place", "out", "move", "delete", "select", "shortcut", "order"]):
            case "type":
                editor.insertPlainText(choice(["x", " ", "😀", "\n"]))
            case "place":
                place(composer, choice("abc"))
            case "out":
                press_on(composer, choice("abc"), Key.Key_Up, ALT)
            case "move":
                QTest.keyClick(editor, choice(moves))
            case "delete":
                QTest.keyClick(editor, choice([Key.Key_Backspace, Key.Key_Delete]))
            case "select":
                editor.moveCursor(choice(list(QTextCursor.MoveOperation)[1:]), choice(_ANCHORS))
            case "shortcut":
                keys(composer, choice(shortcuts))
            case "order":
                press_on(composer, choice("abc"), choice(moves[:2]), ALT)
        text = editor.toPlainText()
        marked = [
            it
            for it in "abc"
            if ", in the text" in thumbnail_of(composer, it).accessibleDescription()
        ]
        assert sorted(attachment_titles(composer)) == sorted("a b c")
        assert text.count(OBJECT) == len(marked)
        assert attachment_titles(composer).replace(" ", "")[3 - len(marked) :] in _orders(marked)
    text = editor.toPlainText()
    sent, order, places = sent_question(composer)
    assert sent == text.replace(OBJECT, "").strip()
    assert sorted(order) == sorted("a b c")
    assert list(places) == sorted(places)
    assert all(0 <= it <= len(sent) for it in places)
    assert len(places) in (0, 3)


_ANCHORS = list(QTextCursor.MoveMode)


def _orders(letters: list[str]) -> set[str]:
    if not letters:
        return {""}
    return {a + rest for a in letters for rest in _orders([b for b in letters if b != a])}


# --- drafts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "marks", "stripped", "places"),
    [
        ("", (0, 0), "", (0, 0)),
        ("  a  ", (0, 1, 2, 3, 5), "a", (0, 0, 0, 1, 1)),
        ("a b", (1, 3), "a b", (1, 3)),
        (" \n ", (0, 2, 3), "", (0, 0, 0)),
    ],
)
def test_marks_keep_their_place_when_white_space_is_stripped(
    text: str, marks: tuple[int, ...], stripped: str, places: tuple[int, ...]
):
    question = Question(text, tuple(photo() for _ in marks), marks).stripped()
    assert question.text == stripped
    assert (question.places or (0,) * len(marks)) == places


def test_the_title_of_a_chat_names_the_files_within_its_first_words() -> None:
    a, b = photo("a.png"), photo("b.png")
    question = Question("Is it in  or not?", (a, b), (0, 9))
    asked, written = Chat(1), Chat(2)
    asked.transcript.add_question(question)
    written.draft.put(question)
    assert asked.title == written.title == "Is it in b.png or not?"


def test_a_sent_image_can_be_previewed(qtbot: QtBot) -> None:
    tab = ChatTab(Chat(1))
    qtbot.addWidget(tab)
    tab.show()
    sent = photo("a.png")
    tab.transcript.add_question(Question("What is it?", (sent,)))
    (small,) = tab.view.findChildren(SentImage)
    opened = []
    tab.chat.attachment_requests.opened.connect(opened.append)
    qtbot.mouseClick(small, LEFT)
    qtbot.keyClick(small, Key.Key_Space)
    assert opened == [sent, sent]


def test_a_draft_is_the_same_with_and_without_a_composer(qtbot: QtBot) -> None:
    a, b, c, d, e = (photo(f"{letter}.png") for letter in "abcde")
    composer = new_composer()
    qtbot.addWidget(composer)
    drafts = Draft(), composer.draft
    for draft in drafts:
        draft.put(Question("See x and y", (a, b), (4, 10)))
        draft.add(c)
        draft.replace(a, d)
        draft.restore(Question("See z", (e,), (4,)))
        draft.replace(b, None)
    alone, shown = (draft.question for draft in drafts)
    assert alone == Question("See z\nSee x and y", (c, e, d), (0, 4, 10))
    assert shown == alone
    assert attachment_titles(composer) == "c.png e.png d.png"
    assert composer.editor.marks.draft().text == alone.text


def test_a_composer_shows_a_draft_that_was_written_before(qtbot: QtBot) -> None:
    a, b = photo("a.png"), photo("b.png")
    chat = Chat(1)
    chat.draft.put(Question("See x", (a, b), (0, 4)))
    chat.draft.tell("c.png is damaged.")
    composer = Composer(chat, chat.options)
    qtbot.addWidget(composer)
    assert attachment_titles(composer) == "a.png b.png"
    assert [offset for offset, _ in composer.editor.marks.draft().marks] == [4]
    assert composer.problem.sentence() == "c.png is damaged."
    assert chat.draft.question == Question("See x", (a, b), (0, 4))
