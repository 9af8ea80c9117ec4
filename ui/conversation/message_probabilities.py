"""The probabilities of the tokens of an answer, folded behind one line."""

import json
import math

from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextOption

from engine.messages import Logprobs, TokenLogprob
from ui.conversation.message_captions import probabilities_caption
from ui.conversation.message_fold import Fold
from ui.look.language import tr
from ui.look.numbers import percent_text
from ui.state.turn import Turn
from ui.widgets.text_body import TextBody

_TOKEN_LENGTH = 16
_TABS = (150, 215)


class ProbabilityFold(Fold):
    """A line for each token: its text, its probability, and the other likely ones'.

    Nothing is written while it is closed.
    """

    def __init__(self) -> None:
        name = tr("Token probabilities")
        super().__init__(
            "chart-no-axes-column",
            name,
            lambda: TextBody("probabilities", name, 12, monospaced=True),
        )
        self._turn: Turn | None = None
        self._shown = 0
        self.header.toggled.connect(self._write)

    def refresh(self, turn: Turn) -> None:
        self._turn = turn
        self.header.set_caption(probabilities_caption(turn))
        self._write()

    def _write(self) -> None:
        if self._turn is None or not self.header.isChecked():
            return
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for entry in self._turn.logprobs[self._shown :]:
            if self._shown:
                cursor.insertBlock()
            cursor.setBlockFormat(_hanging())
            cursor.insertText(line(entry))
            self._shown += 1
        cursor.endEditBlock()
        self.text.updateGeometry()


def line(entry: Logprobs) -> str:
    """Token, probability and alternatives, with a tab between each."""
    others = [token for token in entry.top if token.token != entry.chosen.token]
    alternatives = "  ".join(f"{_text(token)} {_percent(token)}" for token in others)
    return f"{_text(entry.chosen)}\t{_percent(entry.chosen)}\t{alternatives}"


def _text(token: TokenLogprob) -> str:
    """Return the token in quotes, so that spaces and line ends are visible."""
    text = token.text if len(token.text) <= _TOKEN_LENGTH else f"{token.text[:_TOKEN_LENGTH]}…"
    return json.dumps(text, ensure_ascii=False)


def _percent(token: TokenLogprob) -> str:
    share = 100 * math.exp(min(token.logprob, 0.0))
    small = share < 0.05
    percent = percent_text(0.1 if small else share, 1)
    return f"<{percent}" if small else percent


def _hanging() -> QTextBlockFormat:
    """Return a format whose wrapped lines continue under the alternatives."""
    result = QTextBlockFormat()
    result.setLeftMargin(_TABS[-1])
    result.setTextIndent(-_TABS[-1])
    result.setTabPositions([QTextOption.Tab(at, QTextOption.TabType.LeftTab) for at in _TABS])
    return result
