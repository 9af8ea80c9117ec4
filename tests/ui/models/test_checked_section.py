"""The page of a converted model shows how far it is from its original."""

from engine.messages import Divergence, ModelSpeed, PromptDivergence
from ui.history.sections import spoken_date
from ui.models.models_window import ModelsWindow
from ui.state.conversions import SavedCheck
from ui.state.workspace import Workspace

# 2026-11-20, at noon in Greenwich
NOON = 1_795_176_000.0


def saved_check(original: str, converted: str, agreed: int = 19) -> SavedCheck:
    prompt = PromptDivergence("Why?", 20, agreed, 0.01)
    return SavedCheck(Divergence(original, converted, (prompt,), ModelSpeed(), ModelSpeed()), NOON)


def test_the_page_of_a_converted_model_shows_its_newest_check(
    window: ModelsWindow, workspace: Workspace
) -> None:
    original, converted = workspace.library.models[:2]
    section = window.library.model.checked
    workspace.library.shown.emit(converted.model_id)
    assert section.isHidden()
    workspace.conversions.save_check(saved_check(original.model_id, converted.model_id))
    assert section.isVisible()
    about = section.about.text().replace("\u200b", "")
    assert about == f"Compared with {original.name}, {spoken_date(NOON)}"
    assert dict(section.result.figures.rows)["Same most likely token"] == "95.0% of 20 tokens"
    workspace.library.shown.emit(original.model_id)
    assert section.isHidden()
    workspace.conversions.forget_checks(converted.model_id)
    workspace.library.shown.emit(converted.model_id)
    assert section.isHidden()


def test_an_original_that_is_gone_is_named_after_its_repository(
    window: ModelsWindow, workspace: Workspace
) -> None:
    converted = workspace.library.models[0].model_id
    gone = "/models--maker--Owl/snapshots/0123abcd"
    workspace.conversions.fill_saved_checks({(gone, converted): saved_check(gone, converted)})
    workspace.library.shown.emit(converted)
    assert "Compared with Owl," in window.library.model.checked.about.text().replace("\u200b", "")
