"""What a tool gave back, in one dim line."""

from PySide6.QtWidgets import QWidget

from ui import theme
from ui.message_text import TextBody
from ui.message_widget import MessageWidget
from ui.turn import Turn


class ToolMessage(MessageWidget):
    def __init__(self, turn: Turn, tool: str, parent: QWidget | None = None) -> None:
        super().__init__(turn, f"Result of {tool}", parent)
        self.text = TextBody("tool_result", f"Result of {tool}", theme.mono(12))
        self.text.add_text(f"{tool} → {turn.content}")
        self.column.addWidget(self.text)
