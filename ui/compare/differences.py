"""The window that shows two answers of a round side by side and steps through their differences."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QWidget

from ui.compare.difference_view import DifferenceView
from ui.compare.vote_bar import VoteBar
from ui.compare.word_diff import Piece, as_text
from ui.look.language import number, tr
from ui.state.answer_words import answer_text, state_text
from ui.state.compared import AnswerState, PaneAnswer
from ui.state.comparison import Comparison
from ui.state.one_line_text import one_line
from ui.state.shortcuts import native
from ui.widgets.buttons import IconButton
from ui.widgets.combo_box import ComboBox
from ui.widgets.labels import ElidedLabel, plain_label, short_label, tooltip
from ui.widgets.layouts import hbox, resize_window, vbox
from ui.widgets.own_window import begin_window

SIZE = QSize(880, 600)


class DifferencesWindow(QDialog):
    """A modeless window that compares two answers of a round, at first the newest. Growing answers
    are shown once they have ended."""

    def __init__(self, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._index = max(0, len(comparison.rounds) - 1)
        self._lettered = False
        begin_window(self, tr("Differences"))
        resize_window(self, SIZE)
        self.earlier = IconButton("chevron-left", tr("Earlier question"), 15)
        self.later = IconButton("chevron-right", tr("Later question"), 15)
        self.question = ElidedLabel()
        self.pickers = _picker(tr("Answer on the left")), _picker(tr("Answer on the right"))
        self.view = DifferenceView()
        self.previous = IconButton("chevron-up", "", 15)
        self.next = IconButton("chevron-down", "", 15)
        self.place = short_label("inspect_note")
        self.copy_button = IconButton("copy", tr("Copy the differences as text"), 15)
        self.summary = plain_label("inspect_note")
        self.votes = VoteBar(comparison, self)
        self._lay_out()
        self._connect()
        self.show_round(self._index)
        self.pickers[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_round(self, index: int) -> None:
        """Show the first two answers of a round."""
        rounds = self._comparison.rounds
        if not rounds:
            self.summary.setText(tr("Nothing has been asked yet."))
            return
        self._index = min(max(index, 0), len(rounds) - 1)
        self.votes.set_round(self._index)
        self._name_round()
        self._fill(0, 1)

    def answers(self) -> list[PaneAnswer]:
        rounds = self._comparison.rounds
        return rounds[self._index].shown() if rounds else []

    def _name_round(self) -> None:
        rounds = self._comparison.rounds
        text = tr("Question {number} of {count}: {question}").format(
            number=number(self._index + 1),
            count=number(len(rounds)),
            question=one_line(rounds[self._index].question),
        )
        self.question.setText(text)
        self.question.setToolTip(tooltip(text))
        self.earlier.setEnabled(self._index > 0)
        self.later.setEnabled(self._index < len(rounds) - 1)

    def _fill(self, left: int, right: int) -> None:
        """Fill the pickers anew, as names become letters and letters names, and compare the chosen
        answers."""
        compared = self._comparison.rounds[self._index]
        self._lettered = compared.hidden
        for picker, chosen in zip(self.pickers, (left, right), strict=True):
            picker.blockSignals(True)
            picker.clear()
            for answer in compared.shown():
                name = compared.name(answer.pane.pane_id)
                done = answer.state is AnswerState.DONE
                picker.addItem(name if done else f"{name} ({state_text(answer.state)})")
            picker.setCurrentIndex(min(max(chosen, 0), picker.count() - 1))
            picker.blockSignals(False)
        self._compare()

    def _compare(self) -> None:
        answers = self.answers()
        places = [picker.currentIndex() for picker in self.pickers]
        if not answers or min(places) < 0:
            return
        names = self.pickers[0].currentText(), self.pickers[1].currentText()
        hidden = self._comparison.rounds[self._index].hidden
        left, right = (answer_text(answers[place], hidden=hidden) for place in places)
        self.view.show_texts(left, right, names)

    def _take_round(self, index: int) -> None:
        """Show the first round of all. Later ones can be stepped to."""
        if index == 0:
            self.show_round(index)
        else:
            self._name_round()

    def _refresh(self, index: int) -> None:
        """Show the changed answers of a round; the choice of answers stays."""
        if index != self._index or not self._comparison.rounds:
            return
        self._fill(*(picker.currentIndex() for picker in self.pickers))

    def _voted(self, index: int) -> None:
        """Keep the two answers after a vote, which shows their names and may reorder them."""
        if index != self._index:
            return
        compared = self._comparison.rounds[index]
        places = [picker.currentIndex() for picker in self.pickers]
        if self._lettered and not compared.hidden:
            ids = [answer.pane.pane_id for answer in compared.answers]
            places = [ids.index(compared.order[place]) for place in places]
        self._fill(*places)

    def _show_found(self) -> None:
        places = self.view.differences()
        several = bool(places)
        self.previous.setEnabled(several)
        self.next.setEnabled(several)
        self.copy_button.setEnabled(bool(self.view.found))
        if self.view.current in places:
            at = places.index(self.view.current) + 1
            text = tr("Difference {at} of {count}").format(at=number(at), count=number(len(places)))
        else:
            text = tr("%n difference(s)", "", len(places))
        self.place.setText(text)
        self.summary.setText(_summary(self.view.found, self.view.complete))

    def _copy(self) -> None:
        self.copy_button.copy_text(as_text(self.view.found))

    def _connect(self) -> None:
        for picker in self.pickers:
            picker.currentIndexChanged.connect(self._compare)
        self.earlier.clicked.connect(lambda: self.show_round(self._index - 1))
        self.later.clicked.connect(lambda: self.show_round(self._index + 1))
        self.copy_button.clicked.connect(self._copy)
        self.view.grown.connect(self._show_found)
        keys = QKeySequence.StandardKey
        steps = ((self.next, 1, keys.FindNext), (self.previous, -1, keys.FindPrevious))
        for button, by, key in steps:
            button.clicked.connect(lambda _=False, by=by: self.view.step(by))
            shortcut = QShortcut(self)
            shortcut.setKeys(key)
            shortcut.activated.connect(lambda by=by: self.view.step(by))
            words = tr("Next difference ({key})") if by > 0 else tr("Previous difference ({key})")
            button.setToolTip(words.format(key=native(shortcut.key())))
            button.setAccessibleName(button.toolTip())
        # methods, since lambdas would still be called once the window is closed
        self._comparison.answer_changed.connect(self._refresh)
        self._comparison.round_joined.connect(self._refresh)
        self._comparison.vote_changed.connect(self._voted)
        self._comparison.round_added.connect(self._take_round)

    def _lay_out(self) -> None:
        rounds = hbox(spacing=2)
        rounds.addWidget(self.earlier)
        rounds.addWidget(self.later)
        rounds.addSpacing(6)
        rounds.addWidget(self.question, 1)
        steps = hbox(spacing=2)
        steps.addWidget(self.summary, 1)
        for widget in (self.place, self.previous, self.next, self.copy_button):
            steps.addWidget(widget)
        pickers = hbox(spacing=10)
        for picker in self.pickers:
            pickers.addWidget(picker, 1)
        column = vbox(self, spacing=10, margins=(18, 14, 18, 12))
        for row in (rounds, pickers, steps):
            column.addLayout(row)
        column.addWidget(self.view, 1)
        column.addWidget(self.votes)
        self.votes.layout().setContentsMargins(0, 0, 0, 0)  # pyright: ignore[reportOptionalMemberAccess]


def _picker(name: str) -> ComboBox:
    picker = ComboBox()
    picker.setAccessibleName(name)
    picker.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return picker


def _summary(found: list[Piece], complete: bool) -> str:
    """Return the number of equal and different words in a sentence."""
    same = sum(piece.left_words for piece in found if piece.same)
    only_left = sum(piece.left_words for piece in found if not piece.same)
    only_right = sum(piece.right_words for piece in found if not piece.same)
    if not complete:
        return tr("Comparing…")
    if not only_left and not only_right:
        return tr("The answers are word for word the same.")
    first = found[0].left_words if found[0].same else 0
    begin = (
        tr("The first %n word(s) (is|are) the same", "", first)
        if first
        else tr("Different from the first word")
    )
    return " · ".join(
        (
            begin,
            tr("%n matching word(s)", "", same),
            tr("%n only on the left, struck through", "", only_left),
            tr("%n only on the right, underlined", "", only_right),
        )
    )
