"""The tool calls of a reply: what each asks for, what a person decides, and the result."""

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFont
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ui.conversation.arguments_editor import ArgumentsEditor
from ui.conversation.message_widget import ViewRequests
from ui.look import theme
from ui.look.language import tr
from ui.state.call_words import (
    argument_text,
    call_name,
    call_note,
    call_title,
    changes_note,
    changes_text,
    result_text,
    state_caption,
)
from ui.state.called_tool import CalledTool, CallState, Decision
from ui.state.requests import MessageRequests
from ui.state.turn import Turn
from ui.widgets.buttons import explain, push_button
from ui.widgets.folded_text import FoldedText
from ui.widgets.labels import ElidedLabel, plain_label, short_label, show_text, tooltip
from ui.widgets.layouts import FlowLayout, hbox, tell_of_size, vbox
from ui.widgets.text_body import TextBody
from ui.widgets.tinted_icon import TintedIcon

_TICK_MS = 100
_ARGUMENT_LINES = 12
_CHANGE_LINES = 20
_RESULT_LINES = 3
_DESCRIPTION = 1000
# Laying out a longer line would block the window.
_MOST_EDITED = 20_000
_LOOKS = {
    CallState.DONE: ("check", "green"),
    CallState.FAILED: ("triangle-alert", "red"),
    CallState.DECLINED: ("x", "dim"),
    CallState.DROPPED: ("x", "dim"),
}


class CallButtons(QWidget):
    """The buttons to decide about a waiting call. For a suggestion, which the model wrote as text,
    there are no lasting decisions."""

    decided = Signal(object)
    edit_pressed = Signal()

    def __init__(self, suggestion: bool) -> None:
        super().__init__()
        self.run, self.always = push_button(tr("Run")), push_button(tr("Always"))
        self.decline, self.never = push_button(tr("Don't run")), push_button(tr("Never"))
        self.edit = push_button(tr("Edit"))
        self.run.setProperty("primary", True)
        decisions = {
            self.run: Decision.ONCE,
            self.always: Decision.ALWAYS,
            self.decline: Decision.DECLINE,
            self.never: Decision.NEVER,
        }
        rows = FlowLayout(parent=self)
        for button, decision in decisions.items():
            button.clicked.connect(lambda _=False, decision=decision: self.decided.emit(decision))
            self._place(rows, button)
        self.edit.clicked.connect(self.edit_pressed)
        self._place(rows, self.edit)
        self.always.setVisible(not suggestion)
        self.never.setVisible(not suggestion)
        self.hide()

    def offer_lasting(self, on: bool) -> None:
        """Enable the lasting decisions, which also apply to other calls of the tool."""
        self.always.setEnabled(on)
        self.never.setEnabled(on)

    def set_tool(self, title: str) -> None:
        """Name the tool in tooltips and for screen readers."""
        explain(self.run, tr("Run {tool} once").format(tool=title))
        explain(self.always, tr("Always run {tool} without asking").format(tool=title))
        explain(self.decline, tr("Don't run {tool}, and tell the model").format(tool=title))
        explain(self.never, tr("Never offer {tool} to a model again").format(tool=title))
        explain(self.edit, tr("Edit the arguments for {tool} first").format(tool=title))

    def _place(self, rows: FlowLayout, button: QPushButton) -> None:
        # Set the parent before the button is shown: it would be a window otherwise.
        button.setParent(self)
        rows.addWidget(button)


class ToolCallCard(QFrame):
    """`asks_changed` means that the buttons were shown, hidden, or replaced by the editor."""

    asks_changed = Signal()

    def __init__(
        self,
        called: CalledTool,
        turn: Turn,
        requests: MessageRequests,
        view_requests: ViewRequests,
    ) -> None:
        super().__init__()
        self.called = called
        self._turn = turn
        self._requests = requests
        self._view_requests = view_requests
        self._shown_arguments: str | None = None
        self._clock = QElapsedTimer()
        self._asked = False
        self._tick = QTimer(self, interval=_TICK_MS)
        self.icon = TintedIcon("wrench")
        self.title = _line("call_title")
        self.name = _line("call_name")
        self.state = short_label("call_state")
        self.note = plain_label("call_note")
        self.changes = FoldedText("call_changes", tr("What changed"), _CHANGE_LINES)
        self.arguments = FoldedText("call_arguments", tr("Arguments"), _ARGUMENT_LINES)
        self.editor = ArgumentsEditor()
        theme.set_font(self.title, 13, QFont.Weight.DemiBold)
        theme.set_font(self.name, 12, monospaced=True)
        self.result = FoldedText("call_result", tr("Result"), _RESULT_LINES)
        self.buttons = CallButtons(bool(called.written))
        self._lay_out()
        self._connect()
        self.refresh()

    @property
    def asks(self) -> bool:
        """True if the call waits for a decision."""
        return self.called.state is CallState.PROPOSED and not self._turn.growing

    @property
    def editing(self) -> bool:
        return not self.editor.isHidden()

    def refresh(self) -> None:
        self._follow_clock()
        if not self.asks:
            self.editor.hide()
        self._show_names()
        self._show_words()
        self.changes.set_text(changes_text(self.called.changes) if self.asks else "")
        self._show_arguments()
        self._show_result()
        if self.buttons.isHidden() == (self.asks and not self.editing):
            self.buttons.setVisible(self.asks and not self.editing)
            self.asks_changed.emit()
        if self.asks and not self._asked:
            self._asked = True
            # Later, because a call that always runs asks only for a moment.
            QTimer.singleShot(0, self, self._announce)

    @property
    def searched(self) -> list[FoldedText]:
        """The texts that can be searched, from top to bottom."""
        return [part for part in (self.arguments, self.result) if not part.isHidden()]

    def decide(self, decision: Decision) -> None:
        """Decide about the call, if it waits."""
        if self.asks:
            self._decide(decision, self.called.call.arguments)

    def focus(self) -> None:
        """Focus the button that runs the call."""
        button = self.editor.run if self.editing else self.buttons.run
        button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _decide(self, decision: Decision, arguments: str) -> None:
        call_id = self.called.call.call_id
        self._view_requests.focus_left.emit(call_id)
        self._requests.call_decided.emit(call_id, decision, arguments)

    def _run_edited(self, arguments: str) -> None:
        self.editor.hide()
        self._decide(Decision.ONCE, arguments)
        self.refresh()

    def _edit(self) -> None:
        self.editor.begin(self.called.call.arguments)
        self.refresh()
        tell_of_size(self.editor)
        self._view_requests.grown.emit()
        self._view_requests.revealed.emit(self, self.rect())

    def _end_editing(self) -> None:
        self.editor.hide()
        self.refresh()
        self.buttons.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _announce(self) -> None:
        if self.asks:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _follow_clock(self) -> None:
        if self.called.acts and not self._tick.isActive():
            self._clock.start()
            self._tick.start()
        elif not self.called.acts:
            self._tick.stop()

    def _show_names(self) -> None:
        """Show the names of the tool; its title is known only once the reply has ended."""
        tool, name = call_title(self.called), call_name(self.called)
        if tool == self.title.text():
            return
        self.title.setText(tool)
        self.title.setToolTip(tooltip(tool))
        self.name.setText(name)
        self.name.setToolTip(tooltip(name))
        self.name.setVisible(bool(name) and name != tool)
        self.buttons.set_tool(tool)
        self.editor.set_tool(tool)

    def _show_words(self) -> None:
        seconds = self._clock.elapsed() / 1000 if self._clock.isValid() else 0.0
        words = state_caption(self.called, self._turn.growing, seconds)
        self.state.setText(tr("Edited") + f" · {words}" if self.called.edited else words)
        note = call_note(self.called, self._turn)
        if self.asks:
            note = note or changes_note(self.called.changes)
        show_text(self.note, note)
        # A screen reader says a new name, so the running seconds are left out.
        said = tr("Running") if self.called.acts else self.state.text()
        name = tr("Tool call {tool}: {state}").format(tool=call_title(self.called), state=said)
        if name != self.accessibleName():
            self.setAccessibleName(name)
        self._show_look()

    def _show_arguments(self) -> None:
        arguments = self.called.call.arguments
        if arguments != self._shown_arguments:
            self._shown_arguments = arguments
            text = argument_text(arguments)
            self.arguments.set_text(text)
            self.setAccessibleDescription(text[:_DESCRIPTION])
            self.buttons.edit.setVisible(len(arguments) <= _MOST_EDITED)
        self.arguments.setHidden(self.editing or arguments in ("", "{}"))

    def _show_look(self) -> None:
        name, color = _LOOKS.get(self.called.state, ("wrench", "accent" if self.asks else "dim"))
        self.icon.set_look(name, color)
        if self.state.property("tone") != color:
            self.state.setProperty("tone", color)
            self.setProperty("asks", self.asks)
            for widget in (self.state, self):
                widget.style().unpolish(widget)
                widget.style().polish(widget)

    def _show_result(self) -> None:
        result = result_text(self.called)
        self.result.set_text(result)
        self._rule.setVisible(bool(result))

    def _connect(self) -> None:
        self._tick.timeout.connect(self._show_words)
        self.buttons.decided.connect(self.decide)
        self.buttons.edit_pressed.connect(self._edit)
        self.editor.accepted.connect(self._run_edited)
        self.editor.cancelled.connect(self._end_editing)
        for part in (self.changes, self.arguments, self.result):
            part.folded.connect(self._view_requests.folded)

    def _lay_out(self) -> None:
        self.setProperty("kind", "tool_call")
        head = hbox(spacing=9)
        head.addWidget(self.icon)
        head.addWidget(self.title)
        head.addWidget(self.name)
        head.addStretch(1)
        head.addWidget(self.state)
        self._rule = QFrame()
        self._rule.setObjectName("call_rule")
        self._rule.setFixedHeight(1)
        column = vbox(self, spacing=8, margins=(12, 9, 12, 10))
        column.addLayout(head)
        parts = (self.note, self.changes, self.arguments, self.editor)
        for part in (*parts, self._rule, self.result, self.buttons):
            column.addWidget(part)


def _line(name: str) -> ElidedLabel:
    label = ElidedLabel(name)
    label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    label.setMinimumWidth(24)
    return label


class CallList(QWidget):
    def __init__(self, turn: Turn, requests: MessageRequests, view_requests: ViewRequests) -> None:
        super().__init__()
        self._turn = turn
        self._requests = requests
        self._view_requests = view_requests
        self.cards: list[ToolCallCard] = []
        self.run_all = push_button("", tr("Run every waiting call once"))
        self.run_all.hide()
        self.run_all.clicked.connect(self._run_all)
        self._rest = QTimer(self, singleShot=True, interval=QApplication.doubleClickInterval())
        self._rest.timeout.connect(lambda: self._let_clicks_through(False))
        self._column = vbox(self, spacing=8)
        self._column.addWidget(self.run_all, 0, Qt.AlignmentFlag.AlignLeft)
        requests.call_decided.connect(self._ignore_second_click)
        self.hide()

    @property
    def asking(self) -> list[ToolCallCard]:
        return [card for card in self.cards if card.asks]

    def texts(self) -> list[TextBody]:
        return [part.write() for card in self.cards for part in card.searched]

    def reveal(self, text: TextBody) -> None:
        for part in (part for card in self.cards for part in card.searched):
            if part.isAncestorOf(text):
                part.open()

    def refresh(self) -> None:
        for card in self.cards:
            card.refresh()
        for called in self._turn.tool_calls[len(self.cards) :]:
            card = ToolCallCard(called, self._turn, self._requests, self._view_requests)
            card.asks_changed.connect(self._offer_all)
            self.cards.append(card)
            self._column.insertWidget(len(self.cards) - 1, card)
        self.setVisible(bool(self.cards))
        self._offer_all()

    def _ignore_second_click(self, call_id: str) -> None:
        """Ignore clicks for a moment after a decision: the next card may take the place of the
        decided one, and the second click of a double click must not decide about it."""
        if any(card.called.call.call_id == call_id for card in self.cards):
            self._let_clicks_through(True)
            self._rest.start()

    def _let_clicks_through(self, on: bool) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, on)

    def _together(self) -> list[ToolCallCard]:
        """Return the calls that can be run together: all but suggestions."""
        return [card for card in self.asking if not card.called.written]

    def _offer_all(self) -> None:
        """Offer to run all calls, but not next to an open editor, whose text would be lost."""
        count = len(self._together())
        self.run_all.setText(tr("Run all %n", "", count))
        editing = any(card.editing for card in self.asking)
        self.run_all.setVisible(count > 1 and not editing)
        for card in self.asking:
            card.buttons.offer_lasting(not editing)

    def _run_all(self) -> None:
        for card in self._together():
            card.decide(Decision.ONCE)
