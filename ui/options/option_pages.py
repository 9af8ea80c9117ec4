"""The pages of the options popup: the title, note and field of each option."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine.messages import ModelInfo, say
from ui.look.language import tr, translated
from ui.options.option_fields import (
    BiasField,
    CountField,
    DecimalField,
    DraftingField,
    OptionalCountField,
    OptionField,
    OverflowField,
    SchemaField,
    SeedField,
    SkimField,
    StopField,
    TextField,
)
from ui.state.option_names import OPTION_NAMES
from ui.widgets.labels import plain_label, show_text, tooltip
from ui.widgets.layouts import vbox
from ui.widgets.number_hint import NumberHint

# By the name of an option, its note and its field.
Rows = dict[str, tuple[str, Callable[[], OptionField]]]

BASIC: Rows = {
    "temperature": (
        say("0 always picks the most likely token; higher is more varied"),
        lambda: DecimalField(0, 2, 0.1),
    ),
    "top_p": (
        say("Lower values drop unlikely tokens"),
        lambda: DecimalField(0.01, 1, 0.05),
    ),
    "max_tokens": (
        say("Maximum length of an answer"),
        lambda: CountField(1, 1_000_000, 256),
    ),
    "seed": (say("Same seed, same answer"), SeedField),
    "system_prompt": (
        say("Sent before the conversation"),
        lambda: TextField(4),
    ),
    "overflow": (
        say("The system prompt and pinned images stay"),
        OverflowField,
    ),
    "skim": (
        say("Reads only parts that a draft model chooses"),
        SkimField,
    ),
}
SAMPLING: Rows = {
    "top_k": (
        say("Choose among the k most likely tokens"),
        lambda: CountField(0, 1_000_000, 5, tr("off")),
    ),
    "min_p": (
        say("Drops tokens far less likely than the best"),
        lambda: DecimalField(0, 1, 0.01, tr("off")),
    ),
    "repetition_penalty": (
        say("Above 1 discourages repetition"),
        lambda: DecimalField(0.01, 10, 0.05),
    ),
    "presence_penalty": (
        say("Above 0 avoids words that were already used"),
        lambda: DecimalField(-10, 10, 0.1),
    ),
    "frequency_penalty": (
        say("The same, but stronger for frequent words"),
        lambda: DecimalField(-10, 10, 0.1),
    ),
    "logit_bias": (
        say("One token ID: number per line, from -100 to 100"),
        lambda: BiasField(3, "42: -5"),
    ),
}
OUTPUT: Rows = {
    "thinking_budget": (
        say("Maximum reasoning tokens"),
        lambda: OptionalCountField(tr("unlimited"), 9),
    ),
    "top_logprobs": (
        say("Most likely tokens to show, up to 20"),
        lambda: CountField(0, 20, 1, tr("off")),
    ),
    "stop": (
        say("One per line; the answer ends before it"),
        lambda: StopField(3),
    ),
    "drafting": (
        say("Checks several guessed tokens at once; the answer is the same"),
        DraftingField,
    ),
    "json_schema": (say("The answer must match it"), SchemaField),
}
PAGES: dict[str, Rows] = {say("Basic"): BASIC, say("Sampling"): SAMPLING, say("Output"): OUTPUT}
FOR_THINKERS = ("thinking_budget",)
# What a server decides for its models.
OF_THIS_COMPUTER = ("skim", "drafting")


DETAILS = {
    "drafting": say(
        "Guesses the next tokens from the text so far and checks several at once. The answer "
        "is the same. Drafting pauses when it would not be faster."
    ),
    "skim": say(
        "For more than 8,000 new tokens: the draft model, chosen on the model's page, reads "
        "everything and picks the parts that the model reads. The answer comes sooner, but "
        "may miss what was left out."
    ),
}


class OptionRow(QWidget):
    """A title and a note, with a small field beside them or a large one below, and a problem."""

    def __init__(self, title: str, note: str, field: OptionField) -> None:
        super().__init__()
        self.field = field
        self._usual = note
        self._note = plain_label("option_note", note)
        field.setAccessibleName(title)
        field.setAccessibleDescription(note)
        self.problem = plain_label("option_problem")
        self.problem.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 9)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(0, 1)
        grid.addWidget(_head(title, field), 0, 0)
        grid.addWidget(self._note, 1, 0)
        if isinstance(field, TextField | OverflowField):
            grid.setVerticalSpacing(3)
            grid.addWidget(field, 2, 0, 1, 2)
        else:
            grid.addWidget(field, 0, 1, 2, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.problem, 3, 0, 1, 2)
        if isinstance(field, DecimalField | CountField):
            NumberHint(field).told.connect(self.show_problem)
        elif isinstance(field, OptionalCountField):
            sentence = tr("Type digits only, at most {count}.").format(count=field.digits)
            field.inputRejected.connect(lambda: self.show_problem(sentence))

    def explain(self, note: str) -> None:
        """Show this note, or with "" the usual one."""
        self._note.setText(note or self._usual)
        self.field.setAccessibleDescription(note or self._usual)

    def show_problem(self, sentence: str) -> None:
        show_text(self.problem, sentence)


class OptionPage(QWidget):
    """A page of options; `rows` are by option name. Options the model cannot use are hidden."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.rows: dict[str, OptionRow] = {}
        self._column = vbox(self, spacing=0)
        for name, (note, make) in PAGES[title].items():
            row = OptionRow(translated(OPTION_NAMES[name]), translated(note), make())
            self.rows[name] = row
            if name in DETAILS:
                row.setToolTip(tooltip(translated(DETAILS[name])))
            self._column.addWidget(row)

    def add(self, row: QWidget) -> None:
        """Add a row that is not an option of the chat."""
        self._column.addWidget(row)

    def set_model(self, model: ModelInfo | None) -> None:
        for name, row in self.rows.items():
            if name in FOR_THINKERS:
                row.setHidden(model is not None and not model.thinking)
            elif name in OF_THIS_COMPUTER:
                row.setHidden(model is not None and bool(model.address))
            if name == "skim":
                row.explain(translated(model.skim_note) if model else "")


def _head(title: str, field: OptionField) -> QWidget:
    """Return the label of `field`, also for screen readers."""
    if isinstance(field, SeedField):
        return field.fixed
    if isinstance(field, SkimField):
        return field.switch
    label = QLabel(title)
    label.setBuddy(field)
    return label
