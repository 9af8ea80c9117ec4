"""Shows how an answer was generated: the prompt, its tokens, and their channels."""

from bisect import bisect_right

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QStackedWidget,
    QTextEdit,
    QWidget,
)

from engine.messages import Traced
from ui.inspect import token_table
from ui.look import theme
from ui.look.language import number, tr
from ui.options.format_choice import FormatChoice
from ui.state.answer_words import BETWEEN
from ui.state.requests import ModelRequests
from ui.state.turn import Turn
from ui.widgets.buttons import IconButton
from ui.widgets.folded_text import break_places, broken
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox, resize_window, vbox
from ui.widgets.own_window import begin_window
from ui.widgets.page_tab import page_tab
from ui.widgets.plain_field import PlainField, read_only_field
from ui.widgets.utf16 import utf16_units

SIZE = QSize(760, 580)


class InspectWindow(QDialog):
    """A modeless window; the chat continues meanwhile."""

    def __init__(
        self, turn: Turn, title: str, requests: ModelRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.model_id = turn.model_id
        self._traces = tuple(turn.traces)
        self._prompt = ""
        begin_window(self, tr("Inspect – {title}").format(title=title))
        resize_window(self, SIZE)
        self.tabs = [page_tab(name) for name in (tr("Prompt"), tr("Tokens"))]
        self.parts = [
            page_tab(tr("Part {number}").format(number=part + 1))
            for part in range(len(self._traces))
        ]
        self.prompt = _prompt_field()
        self.length = plain_label("inspect_note")
        self.copy_button = IconButton("copy", tr("Copy prompt"), 14)
        self.tokens = token_table.TokenTable()
        self.format = FormatChoice(turn.model_id, requests)
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self.show_page(0)
        self.show_part(len(self._traces) - 1)

    def set_formats(self, names: list[str], chosen: dict[str, str], detected: str) -> None:
        self.format.set_formats(names, chosen.get(self.model_id, ""), detected)

    def show_page(self, index: int) -> None:
        self._pages.setCurrentIndex(index)
        for position, tab in enumerate(self.tabs):
            tab.setChecked(position == index)

    def show_part(self, index: int) -> None:
        """Show one part of a continued reply; each part has its own prompt and tokens."""
        trace = self._traces[index]
        for position, part in enumerate(self.parts):
            part.setChecked(position == index)
        self._prompt = trace.prompt
        self.prompt.setPlainText(broken(trace.prompt))
        self.length.setText(_length(trace))
        self.prompt.setExtraSelections(_left_out(self.prompt, trace))
        self.tokens.show_trace(trace)
        self.format.set_used(trace.channel_format)

    def _copy(self) -> None:
        self.copy_button.copy_text(self._prompt)

    def _connect(self) -> None:
        for index, tab in enumerate(self.tabs):
            tab.clicked.connect(lambda _=False, index=index: self.show_page(index))
        for index, part in enumerate(self.parts):
            part.clicked.connect(lambda _=False, index=index: self.show_part(index))
        self.copy_button.clicked.connect(self._copy)

    def _lay_out(self) -> None:
        heads = hbox(spacing=4)
        for tab in self.tabs:
            heads.addWidget(tab)
        heads.addStretch()
        for part in self.parts:
            heads.addWidget(part)
            part.setVisible(len(self.parts) > 1)
        self._pages.addWidget(self._prompt_page())
        self._pages.addWidget(self.tokens)
        column = vbox(self, spacing=10, margins=(18, 14, 18, 16))
        column.addLayout(heads)
        column.addWidget(self._pages, 1)
        column.addWidget(self.format)

    def _prompt_page(self) -> QWidget:
        page = QWidget()
        head = QHBoxLayout()
        head.addWidget(self.length, 1)
        head.addWidget(self.copy_button)
        column = vbox(page, spacing=6)
        column.addLayout(head)
        column.addWidget(self.prompt, 1)
        return page


def _length(trace: Traced) -> str:
    prompt = trace.prompt
    if not prompt:
        return tr("The prompt is no longer kept because the conversation is very long.")
    length = tr("{count} character(s), before media became tokens", "", len(prompt)).format(
        count=number(len(prompt))
    )
    left_out = sum(stop - start for start, stop in trace.left_out)
    if not left_out:
        return length
    gray = tr("{count} character(s) not read, in gray", "", left_out)
    return BETWEEN.join([length, gray.format(count=number(left_out))])


def _left_out(field: PlainField, trace: Traced) -> list[QTextEdit.ExtraSelection]:
    """Return what was not read of the prompt in a field, in gray."""
    breaks, found = break_places(trace.prompt), []
    at = place = 0
    for start, stop in trace.left_out:
        selection = QTextEdit.ExtraSelection()
        selection.format.setForeground(QColor(theme.colors().faint))
        selection.format.setFontStrikeOut(True)
        cursor = selection.cursor = QTextCursor(field.document())
        for end in (start, stop):
            place += utf16_units(trace.prompt[at:end])
            place += bisect_right(breaks, end) - bisect_right(breaks, at)
            at = end
            moved = QTextCursor.MoveMode
            cursor.setPosition(place, moved.MoveAnchor if end == start else moved.KeepAnchor)
        selection.cursor = cursor
        found.append(selection)
    return found


def _prompt_field() -> PlainField:
    field = read_only_field(tr("Prompt as it was sent"))
    theme.set_font(field, 12, monospaced=True)
    return field
