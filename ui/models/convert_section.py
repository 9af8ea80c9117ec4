"""The part of a model's page that quantizes it into a new folder."""

from engine.messages import Recipe
from ui.look.language import tr, translated
from ui.look.numbers import part_text, share_text
from ui.models.check_result import CheckResult
from ui.models.recipe_choice import RecipeChoice
from ui.models.recipe_words import recipe_text, usual_recipe
from ui.models.section import Section, button_row
from ui.models.work_row import WorkRow
from ui.state.conversions import Check, Conversion, Offers
from ui.state.library_state import LibraryModel
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.labels import breakable, plain_label, show_text


class ConvertSection(Section):
    """`show_model` is called with the model of the page, and again when it changes."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Convert"))
        self._workspace = workspace
        self._state = workspace.conversions
        self._requests = workspace.conversion_requests
        self._model: LibraryModel | None = None
        self._model_id = ""
        self.note = plain_label("settings_note")
        self.look = push_button(tr("Show options"), tr("Find out what it can be converted to"))
        self.choice = RecipeChoice()
        self.conversion = WorkRow()
        self.problem = plain_label("model_problem")
        self.saved = plain_label("settings_line")
        self.open_page = push_button(tr("Open page"))
        self.check = push_button(tr("Check against the original"))
        self.compare = push_button(tr("Compare side by side"))
        self.checking = WorkRow()
        self.result = CheckResult()
        self._lay_out()
        self._connect()

    def show_model(self, model: LibraryModel) -> None:
        self._model, self._model_id = model, model.model_id
        self._show(model.model_id)

    def _show(self, model_id: str) -> None:
        if self._model is None or model_id != self._model.model_id:
            return
        conversion = self._state.conversions.get(model_id)
        self._show_offers(self._model, self._state.offers.get(model_id), conversion)
        self._show_conversion(conversion)
        check = self._state.checks.get(model_id)
        self._show_check(check)
        problems = (it.problem for it in (conversion, check) if it and it.problem)
        show_text(self.problem, breakable(translated(next(problems, ""))))

    def _show_offers(
        self, model: LibraryModel, offers: Offers | None, conversion: Conversion | None
    ) -> None:
        running = conversion is not None and conversion.running
        ready = offers is not None and offers.ready and not offers.problem
        self.note.setText(_note(offers))
        self.note.setVisible(not running)
        self.look.setVisible(offers is None or bool(offers.problem))
        self.look.setEnabled(model.available and not model.problem)
        self.choice.setVisible(ready and not running)
        if ready and offers is not None:
            facts = model.facts
            usual = (
                usual_recipe(facts.vision, facts.parameters) if facts else usual_recipe(False, 0)
            )
            self.choice.show_offers(offers.recipes, usual, facts.weight_bytes if facts else 0)

    def _show_conversion(self, conversion: Conversion | None) -> None:
        running = conversion is not None and conversion.running
        finished = conversion is not None and conversion.finished
        self.conversion.setVisible(running)
        if conversion is not None and running:
            text = _progress(conversion)
            self.conversion.show_work(text, conversion.done, conversion.total)
        self.saved.setVisible(finished)
        for button in (self.open_page, self.check, self.compare):
            button.setVisible(finished)
        if conversion is not None and finished:
            saved = tr("Saved in {folder}").format(folder=conversion.target)
            self.saved.setText(breakable(saved))

    def _show_check(self, check: Check | None) -> None:
        running = check is not None and check.running
        self.check.setEnabled(not running)
        self.checking.setVisible(running)
        if check is not None and running:
            self.checking.show_work(_check_progress(check), check.done, check.total)
        found = check.divergence if check is not None else None
        self.result.setVisible(found is not None)
        if found is not None:
            self.result.show_divergence(found)

    # --- what is pressed ---------------------------------------------------------------------

    def _connect(self) -> None:
        self._state.changed.connect(self._show)
        self.look.clicked.connect(self._want_offers)
        self.choice.chosen.connect(self._start)
        self.conversion.cancel.clicked.connect(self._cancel)
        self.checking.cancel.clicked.connect(self._cancel_check)
        self.open_page.clicked.connect(self._open_page)
        self.check.clicked.connect(self._check)
        self.compare.clicked.connect(self._compare)

    def _want_offers(self) -> None:
        self._requests.offers_wanted.emit(self._model_id)

    def _start(self, recipe: Recipe) -> None:
        self._requests.started.emit(self._model_id, recipe)

    def _cancel(self) -> None:
        self._requests.cancelled.emit(self._model_id)

    def _cancel_check(self) -> None:
        self._requests.check_cancelled.emit(self._model_id)

    def _open_page(self) -> None:
        if target := self._target():
            self._workspace.library_requests.page_opened.emit(target[1])

    def _check(self) -> None:
        if target := self._target():
            self._requests.check_started.emit(*target)

    def _compare(self) -> None:
        if target := self._target():
            self._requests.compared.emit(*target)

    def _target(self) -> tuple[str, str] | None:
        """Return the ids of the model and of its conversion."""
        conversion = self._state.conversions.get(self._model_id)
        return (self._model_id, conversion.target) if conversion and conversion.finished else None

    def _lay_out(self) -> None:
        column = self.column
        column.addWidget(self.note)
        column.addLayout(button_row(self.look))
        for part in (self.choice, self.conversion, self.problem, self.saved):
            column.addWidget(part)
        column.addLayout(button_row(self.open_page, self.check, self.compare))
        column.addWidget(self.checking)
        column.addWidget(self.result)


def _note(offers: Offers | None) -> str:
    if offers is None:
        return tr(
            "Fewer bits per weight make a model smaller and faster, but a little less "
            "accurate. The result is a new folder; the original is not changed."
        )
    if not offers.ready:
        return tr("Working out the sizes…")
    return translated(offers.problem) or tr(
        "The result is a new folder; the original stays as it is."
    )


def _progress(conversion: Conversion) -> str:
    if conversion.waiting:
        return translated(conversion.waiting)
    recipe = recipe_text(conversion.recipe)
    if not conversion.total:
        return tr("Converting to {recipe}…").format(recipe=recipe)
    done = share_text(conversion.done, conversion.total)
    return tr("Converting to {recipe}: {done}").format(recipe=recipe, done=done)


def _check_progress(check: Check) -> str:
    if check.waiting:
        return translated(check.waiting)
    return tr("Comparing the predictions of both models: {done}").format(
        done=part_text(check.done, check.total)
    )
