"""The card of a model's page with its chat template: seen, replaced, and tried with a sample."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from engine.messages import NOBODY, ModelProfile, ProfileTried
from ui.look import theme
from ui.look.language import sentence_case, tr, translated
from ui.models.section import Section, button_row
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.folded_text import broken
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import hbox
from ui.widgets.plain_field import FormField

OWN, FAMILY, EDITED = "own", "family", "edited"
_EDITOR, _PROMPT = 190, 150
# Characters; templates have some ten thousand.
MAX_TEMPLATE = 1_000_000


class TemplateSection(Section):
    """`field` has the text that Test tries and Use keeps. An unused edit is lost with the page."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Chat template"))
        self._library = workspace.library
        self._requests = workspace.profile_requests
        self._profile = ModelProfile("")
        self._trial: ProfileTried | None = None
        self._filling = False
        # True while the field has a choice that is not in use.
        self._changed = False
        self.choice = CalmComboBox()
        self.field = _text_field(tr("Chat template"), _EDITOR)
        self.test = push_button(tr("Test"), tr("Render a sample conversation with this template"))
        self.use = push_button(tr("Use this template"))
        self.state = plain_label("settings_note")
        self.problem = plain_label("option_problem")
        self.rendered = plain_label("settings_note")
        self.prompt = _text_field(tr("The sample as the model receives it"), _PROMPT)
        self._lay_out()
        self.choice.activated.connect(self._choose)
        self.field.textChanged.connect(self._edited)
        self.test.clicked.connect(self._try)
        self.use.clicked.connect(self._use)
        self._library.tried.connect(self._on_tried)
        self._library.profile_changed.connect(self._on_profile)

    def show_model(self, model_id: str) -> None:
        self._profile = self._library.profile(model_id)
        self._trial = self._library.trials.get(model_id)
        self._changed = False
        self.choice.setEnabled(False)
        self._fill("")
        self._clear_result()
        self._show_state(tr("Reading the chat template…"))
        if self._trial is not None:
            self._begin(self._trial)

    # --- what a person does --------------------------------------------------------------------

    def _choose(self) -> None:
        texts = {OWN: self._own_text, FAMILY: self._family_text, EDITED: self.field.toPlainText()}
        self._changed = True
        self._fill(texts[self.choice.currentData()])
        self._clear_result()
        self._show_choice()

    def _edited(self) -> None:
        if not self._filling:
            self._changed = True
            self._clear_result()
            self._show_choice()

    def _try(self) -> None:
        self._clear_result()
        self.test.setEnabled(False)
        self._show_state(tr("Testing…"))
        self._requests.tried.emit(self._wanted, ())

    def _use(self) -> None:
        self._changed = False
        self._requests.changed.emit(self._wanted)

    # --- what is shown -------------------------------------------------------------------------

    @property
    def _own_text(self) -> str:
        """The template without a choice: the model's own, or what is used in its place."""
        trial = self._trial
        return (trial.own_template or trial.family_template) if trial else ""

    @property
    def _family_text(self) -> str:
        return self._trial.family_template if self._trial else ""

    @property
    def _wanted(self) -> ModelProfile:
        """The profile with the text of the field."""
        text = self.field.toPlainText()[:MAX_TEMPLATE]
        return replace(self._profile, chat_template="" if text == self._own_text else text)

    def _on_profile(self, model_id: str) -> None:
        if model_id == self._profile.model_id:
            self._profile = self._library.profile(model_id)
            self._show_choice()
            if self._trial is None:
                self._requests.tried.emit(self._profile, ())

    def _on_tried(self, model_id: str) -> None:
        if model_id != self._profile.model_id:
            return
        trial = self._library.trials[model_id]
        if self._trial is None:
            self._begin(trial)
        elif not trial.template or trial.template == self.field.toPlainText():
            self._show_result(trial)
            self._show_choice()

    def _begin(self, trial: ProfileTried) -> None:
        """Show the template in use, once it has been read; if that failed, the chosen one can still
        be replaced."""
        was_read = trial.request_id != NOBODY
        self._trial = trial if was_read else None
        self.choice.setEnabled(was_read or bool(self._profile.chat_template))
        self.field.setEnabled(self.choice.isEnabled())
        if not self._changed:
            self._fill(self._profile.chat_template or self._own_text)
        self._show_choice()
        if not was_read or trial.template == self.field.toPlainText():
            self._show_result(trial)

    def _show_choice(self) -> None:
        text = self.field.toPlainText()
        self.choice.clear()
        if self._trial is None or self._trial.own_template:
            self.choice.addItem(tr("The model's own"), OWN)
        if self._family_text:
            name = self._trial.family_name if self._trial else ""
            self.choice.addItem(tr("Built in, for {family}").format(family=name), FAMILY)
        known = {self._family_text: FAMILY, self._own_text: OWN}
        found = known.get(text, EDITED)
        if found is EDITED:
            self.choice.addItem(tr("Edited"), EDITED)
        index = self.choice.findData(found)
        self.choice.setCurrentIndex(max(0, index))
        in_use = self._wanted == self._profile
        self.use.setEnabled(self.choice.isEnabled() and not in_use)
        self.test.setEnabled(self.choice.isEnabled() and bool(text.strip()))
        if not text and in_use:
            self._show_state(tr("No template"))
        else:
            self._show_state(tr("In use") if in_use else tr("Not in use yet"))

    def _show_result(self, trial: ProfileTried) -> None:
        show_text(self.problem, breakable(sentence_case(translated(trial.problem))))
        self.rendered.setText(_result_words(trial))
        for part in (self.rendered, self.prompt):
            part.setVisible(bool(trial.prompt))
        self.prompt.setPlainText(broken(trial.prompt))
        if trial.line:
            self._mark_line(trial.line)

    def _clear_result(self) -> None:
        for part in (self.problem, self.rendered, self.prompt):
            part.hide()

    def _mark_line(self, number: int) -> None:
        """Select the line with the problem."""
        block = self.field.document().findBlockByNumber(number - 1)
        if block.isValid():
            cursor = QTextCursor(block)
            cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            self.field.setTextCursor(cursor)
            self.field.centerCursor()

    def _show_state(self, text: str) -> None:
        self.state.setText(text)

    def _fill(self, text: str) -> None:
        self._filling = True
        self.field.setPlainText(text)
        self._filling = False

    def _lay_out(self) -> None:
        self.choice.setAccessibleName(tr("Chat template to use"))
        self.choice.setMinimumWidth(theme.px(210))
        self.prompt.setReadOnly(True)
        flags = Qt.TextInteractionFlag
        self.prompt.setTextInteractionFlags(
            flags.TextSelectableByMouse | flags.TextSelectableByKeyboard
        )
        head = hbox(spacing=10)
        head.addWidget(self.choice)
        head.addWidget(self.state, 1)
        self.column.addLayout(head)
        self.column.addWidget(self.field)
        self.column.addLayout(button_row(self.test, self.use))
        for part in (self.problem, self.rendered, self.prompt):
            self.column.addWidget(part)


def _text_field(name: str, height: int) -> FormField:
    field = FormField(name)
    field.setFixedHeight(theme.px(height))
    theme.set_font(field, 12, monospaced=True)
    return field


def _result_words(trial: ProfileTried) -> str:
    """Return what the template can do, above the rendered sample."""
    thinking = (
        tr("thinking can be switched")
        if trial.thinking_switch
        else tr("thinking cannot be switched")
    )
    tools = tr("tools are offered") if trial.tools else tr("no tools")
    about = tr("Channel format {name}, {thinking}, {tools}.").format(
        name=trial.channel_format, thinking=thinking, tools=tools
    )
    sample = tr("The sample as the model receives it:")
    without = tr("The sample without its system prompt, as the model receives it:")
    return f"{about} {without if trial.problem else sample}"
