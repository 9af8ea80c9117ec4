"""The part of a model's page with its defaults, template, stop tokens and adapters."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from engine.messages import NOBODY, ModelProfile, ProfileTried, StopToken
from ui.models.profile_section import ProfileSection
from ui.models.template_section import EDITED, FAMILY, OWN
from ui.state.library_state import LibraryModel, Place
from ui.state.preset import Preset
from ui.state.workspace import Workspace

MODEL = "/models--maker--tiny/snapshots/0123abcd"
MADE = ModelProfile("/home/variants/tiny + voice", MODEL, "/adapters/voice")
TRIED = ProfileTried(
    1,
    MODEL,
    template="own {{ x }}",
    own_template="own {{ x }}",
    family_template="family",
    family_name="ChatML",
    prompt="the sample",
    channel_format="hermes",
    own_stops=(StopToken(2, "<|im_end|>"),),
)


class Page:
    def __init__(self, qtbot: QtBot) -> None:
        self.workspace = Workspace()
        self.library = self.workspace.library
        self.section = ProfileSection(self.workspace)
        qtbot.addWidget(self.section)
        self.emitted: list[tuple[Any, ...]] = []
        requests = self.workspace.profile_requests
        for signal in (requests.tried, requests.compared, requests.adapter_removed):
            self._note(signal)
        requests.changed.connect(self.library.set_profile)
        self.show(MODEL)

    def show(self, model_id: str) -> None:
        self.section.show_model(LibraryModel(model_id, "Tiny", Place.ADDED))

    def _note(self, signal: SignalInstance) -> None:
        signal.connect(lambda *values: self.emitted.append(values))

    @property
    def profile(self) -> ModelProfile:
        return self.library.profile(MODEL)


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[Page]:
    yield Page(qtbot)


def test_the_template_is_read_once_the_page_is_seen(page: Page, qtbot: QtBot) -> None:
    assert page.emitted == []
    page.section.show()
    qtbot.waitUntil(lambda: page.emitted == [(ModelProfile(MODEL), ())])
    page.library.set_trial(TRIED)
    template = page.section.template
    assert template.field.toPlainText() == "own {{ x }}"
    assert template.choice.currentData() == OWN
    assert template.prompt.toPlainText() == "the sample"
    assert not template.use.isEnabled()


def test_the_built_in_template_takes_the_place_of_the_models_own(page: Page) -> None:
    page.library.set_trial(TRIED)
    template = page.section.template
    template.choice.setCurrentIndex(template.choice.findData(FAMILY))
    template.choice.activated.emit(template.choice.currentIndex())
    assert page.profile.chat_template == ""
    template.use.click()
    assert page.profile.chat_template == "family"
    template.choice.setCurrentIndex(template.choice.findData(OWN))
    template.choice.activated.emit(template.choice.currentIndex())
    template.use.click()
    assert page.profile.chat_template == ""


def test_an_edit_is_tested_and_its_wrong_line_selected(page: Page) -> None:
    page.library.set_trial(TRIED)
    template = page.section.template
    template.field.setPlainText("one\ntwo\nthree")
    assert template.choice.currentData() == EDITED
    assert template.prompt.isHidden()
    template.test.click()
    edited = ModelProfile(MODEL, chat_template="one\ntwo\nthree")
    assert page.emitted[-1] == (edited, ())
    page.library.set_trial(
        ProfileTried(2, MODEL, template="one\ntwo\nthree", problem="line 2: wrong", line=2)
    )
    assert template.problem.text() == "Line 2: wrong"
    assert template.field.textCursor().selectedText() == "two"
    assert template.use.isEnabled() and template.test.isEnabled()


def test_an_edit_outlives_tests_that_fail(page: Page) -> None:
    page.library.set_profile(ModelProfile(MODEL, chat_template="endless"))
    page.show("/models/other")
    page.show(MODEL)
    failed = ProfileTried(NOBODY, MODEL, problem="It was stopped.")
    page.library.set_trial(failed)
    template = page.section.template
    assert template.field.toPlainText() == "endless"
    assert template.problem.text() == "It was stopped."
    template.field.setPlainText("better")
    template.test.click()
    page.library.set_trial(failed)
    assert template.field.toPlainText() == "better"
    template.use.click()
    assert page.profile.chat_template == "better"


def test_a_stop_token_is_looked_up_before_it_is_added(page: Page) -> None:
    page.library.set_trial(TRIED)
    stops = page.section.stops
    assert "<|im_end|> (2)" in stops.own.text()
    stops.line.setText("\\n")
    stops.add.click()
    assert page.emitted[-1] == (ModelProfile(MODEL), ("\\n",))
    assert not stops.add.isEnabled()
    page.library.set_trial(ProfileTried(2, MODEL, found_stops=(StopToken(7, "\n"),)))
    assert page.profile.stop_ids == (7,)
    assert stops.rows[7].accessibleName() == "Remove the stop token \\n (7)"
    stops.line.setText("two words")
    stops.add.click()
    page.library.set_trial(ProfileTried(3, MODEL, missing_stops=("two words",)))
    assert "“two words” is not one token" in stops.problem.text()
    assert page.profile.stop_ids == (7,)
    stops.rows[7].click()
    assert page.profile.stop_ids == ()


def test_a_model_with_an_adapter_is_compared_with_its_base(page: Page) -> None:
    adapters = page.section.adapters
    assert adapters.rows == {}
    page.library.set_profile(MADE)
    adapters.rows[MADE.model_id].compare.click()
    assert page.emitted == [((MODEL, MADE.model_id),)]
    # On its own page too, where no second adapter can be attached.
    page.show(MADE.model_id)
    assert list(adapters.rows) == [MADE.model_id]
    assert adapters.attach.isHidden()
    assert adapters.about.text() == "This model is tiny with a LoRA adapter."


def test_an_adapter_is_removed_after_a_question(page: Page) -> None:
    page.library.set_profile(MADE)
    adapters = page.section.adapters
    adapters.rows[MADE.model_id].remove.click()
    [box] = adapters.findChildren(QMessageBox)
    assert "stay where they are" in box.informativeText()
    next(it for it in box.buttons() if it.text() == "Remove").click()
    assert page.emitted == [(MADE.model_id,)]


def test_a_refused_adapter_says_why(page: Page) -> None:
    adapters = page.section.adapters
    adapters._attach("/adapters/wrong")
    assert not adapters.attach.isEnabled()
    page.library.adapter_answered.emit("/models/other", "", "Not for this page.")
    assert adapters.problem.isHidden()
    page.library.adapter_answered.emit(MODEL, "", "It does not belong to tiny.")
    assert adapters.problem.text() == "It does not belong to tiny."
    assert adapters.attach.isEnabled()


def test_new_chats_begin_with_the_chosen_preset(page: Page) -> None:
    defaults = page.section.defaults
    page.workspace.presets.save(Preset("Pirate"))
    defaults.preset.setCurrentIndex(defaults.preset.findData("Pirate"))
    defaults.preset.activated.emit(1)
    assert page.workspace.presets.defaults == {MODEL: "Pirate"}
    assert defaults.about.text().startswith("Temperature")


def test_the_channel_format_is_that_of_the_template_until_another_is_chosen(page: Page) -> None:
    engine, defaults = page.workspace.engine, page.section.defaults
    page.library.set_trial(TRIED)
    assert defaults.format.combo.currentText() == "Detected: hermes"
    engine.set_formats(["hermes", "llama"], {MODEL: "llama"})
    assert defaults.format.combo.currentData() == "llama"
    chosen: list[tuple[str, str]] = []
    page.workspace.model_requests.format_chosen.connect(lambda *it: chosen.append(it))
    defaults.format.combo.setCurrentIndex(0)
    defaults.format.combo.activated.emit(0)
    assert chosen == [(MODEL, "")]
