"""Inserts stored prompts into a question: typed after a slash, or chosen elsewhere."""

import re
from functools import partial

from PySide6.QtCore import QDate, QEvent, QLocale, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ui.composer import prompt_form, slash_list
from ui.composer.media_marks import OBJECT
from ui.composer.question_edit import QuestionEdit
from ui.look.language import tr
from ui.state import prompt_variables
from ui.state.conversation import Conversation
from ui.state.stored_prompts import LONGEST_TEXT, StoredPrompt
from ui.widgets.held_keys import held_keys
from ui.widgets.utf16 import utf16_units

# A slash at the beginning of a line, and what is typed after it. A path has a second slash.
_TYPED = re.compile(r"/([^/\s][^/]{0,60})?")
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)
_USED = (*_STEPS, *_TAKING, Qt.Key.Key_Escape)
# Characters of a line from its beginning to the cursor: more are no slash and a few letters.
_LONGEST_LINE = 100


class SlashPrompts(QObject):
    """Opens the list above `composer` while a line begins with a slash and prompts match. Escape
    closes the list, and the slash stays as text."""

    def __init__(self, conversation: Conversation, editor: QuestionEdit, composer: QWidget) -> None:
        super().__init__(composer)
        self._prompts = conversation.prompts
        self._requests = conversation.attachment_requests
        self._editor = editor
        self._composer = composer
        self._list: slash_list.SlashList | None = None
        # values of forms that were left, by the texts of their prompts
        self._begun: dict[str, dict[str, str]] = {}
        # the text after the slash for which the list was closed
        self._dismissed: str | None = None
        editor.installEventFilter(self)
        composer.installEventFilter(self)
        editor.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        editor.customContextMenuRequested.connect(self._open_menu)
        editor.textChanged.connect(self._follow)
        editor.cursorPositionChanged.connect(self._follow)
        editor.focus_changed.connect(self._follow)
        conversation.prompt_sought.connect(self.insert)

    @property
    def shown(self) -> bool:
        return self._list is not None and isValid(self._list) and not self._list.isHidden()

    def insert(self, prompt: StoredPrompt) -> None:
        """Insert a prompt at the cursor, after asking for its variables."""
        typed = self._dismissed = self._typed()
        self._hide()
        if asked := prompt_variables.variables(prompt.text):
            begun = self._begun.pop(prompt.text, {})
            form = prompt_form.PromptForm(prompt.name, asked, self._composer, begun)
            form.left.connect(partial(self._begun.__setitem__, prompt.text))
            form.filled.connect(partial(self._put, prompt.text, typed))
            at = self._composer.mapToGlobal(QPoint())
            form.show_above(QRect(at, self._composer.size()))
        else:
            self._put(prompt.text, typed, {})

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt may call this after the Python attributes are gone
        if watched is getattr(self, "_composer", None):
            if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.shown:
                self._placed_list().place()
            elif event.type() == QEvent.Type.Hide:
                self._hide()
            return False
        if isinstance(event, QKeyEvent) and self.shown and not held_keys(event):
            if event.type() == QEvent.Type.ShortcutOverride and event.key() in _USED:
                event.accept()
                return True
            return event.type() == QEvent.Type.KeyPress and self._press(Qt.Key(event.key()))
        return False

    def _press(self, key: Qt.Key) -> bool:
        """Return True if the key was used."""
        if self._editor.composing:
            return False
        if key in _STEPS:
            self._placed_list().step(_STEPS[key])
        elif key in _TAKING:
            self._placed_list().take()
        elif key == Qt.Key.Key_Escape:
            self._dismissed = self._typed()
            self._hide()
        return key in _USED

    def _follow(self) -> None:
        """Show the list, or hide it, after the text, the cursor or the focus has changed."""
        typed = self._typed()
        if typed is None:
            self._dismissed = None
        again = self._dismissed is None or (typed and not typed.startswith(self._dismissed))
        found = self._matching(typed) if again and self._editor.hasFocus() else []
        if found:
            self._placed_list().show_prompts(found)
        else:
            self._hide()

    def _matching(self, typed: str | None) -> list[StoredPrompt]:
        if typed is None or self._prompts is None:
            return []
        found = self._prompts.matching(typed)
        return found if typed else [*found, slash_list.MANAGE]

    def _typed(self) -> str | None:
        """Return the text between a slash at the beginning of the line and the cursor."""
        if self._editor.composing:
            return None
        cursor = self._editor.textCursor()
        if cursor.hasSelection() or cursor.positionInBlock() > _LONGEST_LINE:
            return None
        cursor.movePosition(cursor.MoveOperation.StartOfBlock, cursor.MoveMode.KeepAnchor)
        match = _TYPED.fullmatch(cursor.selectedText())
        return match and (match[1] or "")

    def _taken(self, prompt: StoredPrompt) -> None:
        if prompt != slash_list.MANAGE:
            self.insert(prompt)
        elif self._prompts is not None:
            self._editor.replace_before_cursor(1, "")
            self._prompts.page_wanted.emit("")

    def _put(self, text: str, typed: str | None, values: dict[str, str]) -> None:
        """Insert a prompt in place of the slash and what was `typed` after it, if they are still
        before the cursor."""
        count = 0
        if typed is not None and typed == self._typed():
            count = 1 + utf16_units(typed)
        known = prompt_variables.built_in(text)
        if prompt_variables.CLIPBOARD in known:
            values = values | {prompt_variables.CLIPBOARD: QGuiApplication.clipboard().text()}
        if prompt_variables.DATE in known:
            today = QLocale().toString(QDate.currentDate(), QLocale.FormatType.LongFormat)
            values = values | {prompt_variables.DATE: today}
        values = {name: self._short(value) for name, value in values.items()}
        self._editor.replace_before_cursor(count, prompt_variables.filled(text, values))
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _short(self, value: str) -> str:
        """Return the value of a variable, or nothing in place of a long one, which becomes a
        file."""
        if len(value) <= LONGEST_TEXT:
            return value
        self._requests.text_pasted.emit(value)
        return ""

    def _open_menu(self, at: QPoint) -> None:
        """Open the usual menu of the editor, with an entry that keeps the text as a prompt."""
        menu = self._editor.createStandardContextMenu(at)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._prompts is not None:
            menu.addSeparator()
            save = menu.addAction(tr("Save as prompt…"))
            save.setEnabled(bool(self._text_to_keep().strip()))
            save.triggered.connect(self._keep)
        menu.popup(self._editor.viewport().mapToGlobal(at))

    def _keep(self) -> None:
        if self._prompts is not None:
            self._prompts.keep(self._text_to_keep())

    def _text_to_keep(self) -> str:
        """Return the selected text, or all of it, without the places of images."""
        cursor = self._editor.textCursor()
        text = cursor.selection().toPlainText() or self._editor.toPlainText()
        return text.replace(OBJECT, "")

    def _placed_list(self) -> "slash_list.SlashList":
        """Return the list in the window that the composer is in now."""
        window = self._composer.window()
        if self._list is None or not isValid(self._list) or self._list.parent() is not window:
            self._list = slash_list.SlashList(self._composer)
            self._list.taken.connect(self._taken)
            self.destroyed.connect(self._list.deleteLater)
        return self._list

    def _hide(self) -> None:
        if self.shown:
            self._placed_list().hide()
