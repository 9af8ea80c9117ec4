"""The dialog that takes the prompts of a run as text, and shows how the text is split."""

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from ui.compare.run_dialog import prompt_view, write_prompts
from ui.look import theme
from ui.look.language import tr, translated
from ui.state.compared_chat import ComparedChat
from ui.state.prompt_list import ListedPrompt, Split
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import vbox
from ui.widgets.plain_field import FormField

SIZE = QSize(600, 560)
# Milliseconds without typing after which the text is split anew.
_PAUSE_MS = 250


class PasteDialog(QDialog):
    """Accepted with the `prompts` that the text was split into."""

    def __init__(self, chat: ComparedChat, parent: QWidget) -> None:
        super().__init__(parent)
        self._chat = chat
        self.prompts: tuple[ListedPrompt, ...] = ()
        self.setWindowTitle(tr("Paste a list of prompts"))
        self.resize(theme.px(SIZE.width()), theme.px(SIZE.height()))
        self.text = FormField(tr("Prompts as text"))
        self.split = ChoiceRow(tr("Split into prompts"), _splits())
        self.split.choose(Split.LINES.value)
        self.about = plain_label()
        self.problem = plain_label("option_problem")
        self.view = prompt_view()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go_on = self.buttons.addButton(tr("Continue…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._lay_out()
        self._connect()
        self._show(Split.LINES, (), "")
        self.text.setFocus()

    def _ask(self) -> None:
        self._pause.stop()
        if self.text.document().isEmpty():
            self._show(Split(self.split.value()), (), "")
        else:
            wanted = Split(self.split.value())
            self._chat.list_requests.pasted.emit(self.text.toPlainText(), wanted)

    def _wait(self) -> None:
        self.go_on.setEnabled(False)
        self._pause.start()

    def _show(self, kind: Split, prompts: tuple[ListedPrompt, ...], problem: str) -> None:
        """Show the prompts, and how the text was split."""
        self.prompts = prompts
        show_text(self.problem, breakable(translated(problem)))
        count = tr("%n prompt(s)", "", len(prompts))
        ways = {Split.JSON: tr("recognized as JSON"), Split.CSV: tr("recognized as a table")}
        self.split.setEnabled(kind not in ways)
        self.about.setText(f"{count}, {ways[kind]}" if kind in ways else count)
        write_prompts(self.view, prompts)
        self.go_on.setEnabled(bool(prompts))

    def _connect(self) -> None:
        self._pause.timeout.connect(self._ask)
        self.text.textChanged.connect(self._wait)
        self.split.changed.connect(self._ask)
        self._chat.paste_split.connect(self._show)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        self.text.setPlaceholderText(
            tr("Paste prompts: one per line, in blocks, as a table with a column “prompt”, or JSON")
        )
        column = vbox(self, spacing=10, margins=(18, 16, 18, 14))
        column.addWidget(self.text, 3)
        for part in (self.split, self.problem, self.about):
            column.addWidget(part)
        column.addWidget(self.view, 2)
        column.addWidget(self.buttons)


def _splits() -> dict[str, str]:
    return {Split.LINES.value: tr("One per line"), Split.BLOCKS.value: tr("At blank lines")}
