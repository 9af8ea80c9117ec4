"""The bar to vote on the answers of a round: a button for each, a tie, and blind mode."""

from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from ui.look.language import tr
from ui.state.answer_words import vote_text
from ui.state.compared import TIE, ComparedRound
from ui.state.comparison import Comparison
from ui.state.pane import letter
from ui.widgets.buttons import CheckBox, LinkButton
from ui.widgets.chip_button import ChipButton
from ui.widgets.labels import ElidedLabel, literal, tooltip
from ui.widgets.layouts import FlowLayout, hbox

# pixels, so that six buttons fit side by side
_WIDEST, _SPACING = 150, 8
# pixels between the buttons of answers, and between all parts where they have no room
_BETWEEN, _TIGHT = 6, 1


class VoteButton(ChipButton):
    """A button that votes for one answer. It is checked if the vote is for that answer, which a
    tick shows without color."""

    def __init__(self) -> None:
        super().__init__("vote", "", "")
        self.pane_id = TIE
        self._long = self._short = ""
        self.setCheckable(True)
        self.setMaximumWidth(_WIDEST)

    def set_choice(
        self, pane_id: int, name: str, short: str, *, chosen: bool, why_not: str
    ) -> None:
        """Set what a press votes for. `why_not` is why nobody can, or ""."""
        self.pane_id = pane_id
        self._long, self._short = name, short
        self.set_icon("check" if chosen else "vote")
        self.setChecked(chosen)
        about = tr("Vote for a tie") if pane_id == TIE else tr("Vote for {name}").format(name=name)
        if chosen:
            about = tr("Your vote: {name}").format(name=name)
        self.setAccessibleName(about)
        self.setEnabled(not why_not)
        self.setAccessibleDescription(why_not)
        self.setToolTip(tooltip(why_not or about))

    def shorten(self, short: bool) -> None:
        name, room = self._short if short else self._long, _WIDEST - 46
        shown = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self.set_caption(literal(shown))
        if short and not self.isChecked():
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            # in the middle of a padding that leaves room for an icon
            self.setText(f"{literal(name)} ")


class VoteBar(QFrame):
    """Votes on the newest round, or on the one that was set. Pressing a vote again undoes it. The
    button `rest` is for the rounds of a list that ran blind."""

    def __init__(self, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._twins = False
        self._round: int | None = None
        self._caption = ""
        self.buttons: list[VoteButton] = []
        self.label = ElidedLabel()
        self.undo = LinkButton(tr("Undo"), tr("Undo the vote"))
        self.show_names = LinkButton(tr("Show names"), tr("Reveal the models without voting"))
        self.rest = LinkButton("", tr("Vote on the questions of the list, one by one"))
        self.blind_box = CheckBox(tr("Blind"))
        self.blind_box.setToolTip(
            tooltip(
                tr(
                    "From the next question on, names, options and speeds are hidden and the "
                    "answers are shuffled until you vote"
                )
            )
        )
        self.blind_box.setAccessibleName(tr("Vote blind, without names"))
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row = FlowLayout(between_rows=4)
        self._row.setSpacing(_BETWEEN)
        self._lay_out()
        self._connect()
        self.refresh()

    def set_round(self, index: int | None) -> None:
        """Choose the round to vote on; None is always the newest."""
        self._round = index
        self.refresh()

    def refresh(self) -> None:
        self.blind_box.setChecked(self._comparison.blind)
        self.setVisible(len(self._comparison.panes) > 1 or len(self._comparison.rounds) > 0)
        compared = self._compared()
        self._set_buttons(compared)
        self._caption = _caption(compared)
        self.label.setAccessibleName(self._caption)
        self.label.setToolTip(tooltip(self._caption))
        self.undo.setVisible(compared is not None and compared.vote is not None)
        waiting = self.waiting()
        others = self._round is None and not self._comparison.busy and self._comparison.hidden_now
        covered = compared is not None and compared.ended and (compared.hidden or others)
        self.show_names.setVisible(covered)
        self.rest.setVisible(bool(waiting))
        self.rest.setText(tr("%n more to vote on…", "", len(waiting)))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def waiting(self) -> list[int]:
        """Return the rounds of a list that ran blind and can be voted on, without the newest."""
        if self._round is not None or self._comparison.busy:
            return []
        rounds = self._comparison.rounds
        covered = self._comparison.waiting_for_votes()
        return [it for it in covered if it != len(rounds) - 1 and rounds[it].votable]

    def _compared(self) -> ComparedRound | None:
        rounds = self._comparison.rounds
        index = len(rounds) - 1 if self._round is None else self._round
        return rounds[index] if 0 <= index < len(rounds) else None

    def _set_buttons(self, compared: ComparedRound | None) -> None:
        """Make a button for each answer and one for a tie; existing buttons keep the focus."""
        wanted = len(compared.answers) + 1 if compared and len(compared.answers) > 1 else 0
        while len(self.buttons) > wanted:
            gone = self.buttons.pop()
            self._row.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self.buttons) < wanted:
            button = VoteButton()
            button.clicked.connect(partial(self._press, button))
            self.buttons.append(button)
            self._row.addWidget(button)
            # the main window's Tab goes by the order of children
            button.stackUnder(self.undo)
        # twice, since Qt never moves the first of a window behind its last
        for before, after in pairwise([self.undo, *self.buttons, self.undo]):
            self.setTabOrder(before, after)
        if compared and wanted:
            self._show_answers(compared)

    def _show_answers(self, compared: ComparedRound) -> None:
        winner = compared.vote.pane_id if compared.vote else None
        why_not = _why_not(compared)
        models = [it.pane.model_id for it in compared.shown()]
        # Letters stand above the panes of the newest round alone.
        self._twins = self._round is None and len(set(models)) < len(models)
        for button, answer in zip(self.buttons, compared.shown(), strict=False):
            pane_id = answer.pane.pane_id
            name, short = compared.name(pane_id), self._letter(compared, pane_id)
            reason = why_not or ("" if answer.text else tr("This pane has no answer"))
            button.set_choice(pane_id, name, short, chosen=winner == pane_id, why_not=reason)
        tie = self.buttons[-1]
        tie.set_choice(TIE, tr("Tie"), tr("Tie"), chosen=winner == TIE, why_not=why_not)

    def _letter(self, compared: ComparedRound, pane_id: int) -> str:
        """Return the letter above a pane, or its name if it has none. While names are hidden, the
        letters of the newest round would tell who is who in it."""
        order = [] if self._comparison.hidden_now else self._comparison.shown_order()
        return letter(order.index(pane_id)) if pane_id in order else compared.name(pane_id)

    def _fit(self) -> None:
        """Show letters in place of names if two panes have the same or there is no room for names
        and the caption, and no caption if it does not fit whole even so."""
        caption = self.label.fontMetrics().horizontalAdvance(self._caption) + _SPACING
        room = -1 if self._twins else self._room(short=False)
        if room < caption:
            room = self._room(short=True)
        self.label.setText(self._caption if room >= caption else "")
        self._row.setSpacing(_BETWEEN if room >= 0 else _TIGHT)
        self._line.setSpacing(_SPACING if room >= 0 else _TIGHT)
        # the other parts below the buttons, which may then take the whole width
        below = room < -len(self.buttons) * (_SPACING - _TIGHT)
        direction = QBoxLayout.Direction
        self._line.setDirection(direction.TopToBottom if below else direction.LeftToRight)
        self.label.setHidden(below)

    def _room(self, *, short: bool) -> int:
        """Return the pixels that are left beside the buttons, with long or short names."""
        for button in self.buttons:
            button.shorten(short)
        # Qt shows new buttons later
        parts = [*self.buttons, *(it for it in self._others() if not it.isHidden())]
        return self.width() - sum(it.sizeHint().width() + _SPACING for it in parts)

    def _others(self) -> tuple[QWidget, ...]:
        return self.undo, self.rest, self.show_names, self.blind_box

    def _press(self, button: VoteButton) -> None:
        compared = self._compared()
        if compared is None:
            return
        index = self._comparison.rounds.index(compared)
        if compared.vote and compared.vote.pane_id == button.pane_id:
            self._comparison.take_back(index)
        else:
            self._comparison.vote(index, button.pane_id)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _take_back(self) -> None:
        compared = self._compared()
        if compared is not None:
            self._comparison.take_back(self._comparison.rounds.index(compared))

    def _reveal(self) -> None:
        if self._round is None:
            self._comparison.reveal_all()
        else:
            self._comparison.reveal(self._round)

    def _connect(self) -> None:
        it = self._comparison
        for signal in (it.round_added, it.round_joined, it.answer_changed, it.vote_changed):
            signal.connect(self.refresh)
        it.panes_changed.connect(self.refresh)
        it.mask_changed.connect(self.refresh)
        self.undo.clicked.connect(self._take_back)
        self.show_names.clicked.connect(self._reveal)
        self.blind_box.clicked.connect(it.set_blind)

    def _lay_out(self) -> None:
        row = self._line
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(_SPACING)
        row.addWidget(self.label, 1)
        row.addLayout(self._row)
        others = hbox(spacing=_SPACING)
        others.addStretch()
        for part in self._others():
            others.addWidget(part)
        row.addLayout(others)


def _caption(compared: ComparedRound | None) -> str:
    if compared is None or len(compared.answers) < 2:
        return ""
    if compared.vote:
        return tr("Your vote: {name}").format(name=vote_text(compared))
    return _why_not(compared) or tr("Which answer is best?")


def _why_not(compared: ComparedRound) -> str:
    """Return why nobody can vote on a round, or "" if a vote is possible."""
    if not compared.ended:
        return tr("You can vote once every pane has answered")
    return "" if compared.votable else tr("You can vote if at least two panes have an answer")
