"""The calls of a reply below each other, and a button for all that ask."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from ui.conversation.call_card import ToolCallCard
from ui.conversation.message_widget import ViewRequests
from ui.look.language import tr
from ui.state.called_tool import Decision
from ui.state.requests import MessageRequests
from ui.state.turn import Turn
from ui.widgets.push_button import push_button


class CallList(QWidget):
    def __init__(self, turn: Turn, requests: MessageRequests, view_requests: ViewRequests) -> None:
        super().__init__()
        self._turn = turn
        self._requests = requests
        self._view_requests = view_requests
        self.cards: list[ToolCallCard] = []
        self.run_all = push_button("", tr("Run all calls that ask, once each"))
        self.run_all.hide()
        self.run_all.clicked.connect(self._run_all)
        self._rest = QTimer(self, singleShot=True, interval=QApplication.doubleClickInterval())
        self._rest.timeout.connect(lambda: self._let_clicks_through(False))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addWidget(self.run_all, 0, Qt.AlignmentFlag.AlignLeft)
        requests.call_decided.connect(self._ignore_second_click)
        self.hide()

    @property
    def asking(self) -> list[ToolCallCard]:
        return [card for card in self.cards if card.asks]

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
        """A suggestion is decided about by itself."""
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
