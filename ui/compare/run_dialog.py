"""The dialog that shows the prompts of a list and how they will be asked, before the run starts."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QRadioButton,
    QWidget,
)

from ui.look import theme
from ui.look.language import number, tr
from ui.state.one_line_text import one_line
from ui.state.prompt_list import ListedPrompt
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import vbox
from ui.widgets.plain_field import PlainField, read_only_field

SIZE = QSize(560, 460)
# Prompts of the list that are shown; nobody reads more.
_SHOWN = 200


class RunDialog(QDialog):
    """Shows the prompts of a list and asks how to run them. `fresh` is True if each prompt starts a
    new conversation."""

    def __init__(
        self,
        name: str,
        prompts: Sequence[ListedPrompt],
        panes: int,
        blind: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Run a list of prompts"))
        self.resize(theme.px(SIZE.width()), theme.px(SIZE.height()))
        self.about = plain_label(text=breakable(_about(name, prompts, panes)))
        self.list = prompt_view()
        write_prompts(self.list, prompts)
        self.apart = QRadioButton(tr("Start a new conversation for each prompt"))
        self.together = QRadioButton(tr("Ask all prompts in one conversation"))
        self.apart.setChecked(True)
        self._group = QButtonGroup(self)
        self.note = plain_label("inspect_note", _note(blind))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.start = self.buttons.addButton(tr("Start"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = vbox(self, spacing=10, margins=(18, 16, 18, 14))
        column.addWidget(self.about)
        column.addWidget(self.list, 1)
        for choice in (self.apart, self.together):
            self._group.addButton(choice)
            column.addWidget(choice)
        column.addWidget(self.note)
        column.addWidget(self.buttons)
        self.start.setFocus()

    @property
    def fresh(self) -> bool:
        return self.apart.isChecked()


def write_prompts(field: PlainField, prompts: Sequence[ListedPrompt]) -> None:
    lines = [f"{number(at)}. {_line(it)}" for at, it in enumerate(prompts[:_SHOWN], 1)]
    if more := len(prompts) - len(lines):
        lines.append(tr("And %n more.", "", more))
    field.setPlainText("\n".join(lines))


def prompt_view() -> PlainField:
    """Return a field that shows prompts and does not change them."""
    return read_only_field(tr("Prompts in the run"))


def _line(prompt: ListedPrompt) -> str:
    text = one_line(prompt.text)
    names = ", ".join(file.name for file in prompt.files)
    return f"{text}  ({names})" if names else text


def _about(name: str, prompts: Sequence[ListedPrompt], panes: int) -> str:
    files = sum(len(it.files) for it in prompts)
    count = tr("%n prompt(s)", "", len(prompts))
    if files:
        count += ", " + tr("%n file(s)", "", files)
    to = tr("%n pane(s)", "", panes)
    return tr("{name}: {count}, for {panes}.").format(name=name, count=count, panes=to)


def _note(blind: bool) -> str:
    note = tr(
        "The run needs no input: tools are off, and a failed prompt does not end it. You can "
        "pause or stop it above the composer."
    )
    if blind:
        note += " " + tr(
            "The answers have no names until you vote on each question, in Differences."
        )
    return note
