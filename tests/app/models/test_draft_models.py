"""A model page offers the models that can draft for it, and its choice goes to the engine."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.models.draft_models import DraftModels
from app.models.profiles import Profiles
from tests.kit import tiny_models
from tests.kit.paths import DASH, DOT
from tests.kit.tiny_heads import save_assistant, save_dflash
from ui.models.profile_section import ProfileSection
from ui.state.library_state import LibraryModel, Place
from ui.state.workspace import Workspace


def test_smaller_models_with_the_same_vocabulary_can_be_chosen(
    qtbot: QtBot, tmp_path: Path
) -> None:
    tiny_models.qwen3(tmp_path / "other")
    tiny_models.FAMILIES["gemma4"](tmp_path / "gemma")
    save_assistant(tmp_path / "assistant", tmp_path / "gemma")
    save_dflash(tmp_path / "dflash", tmp_path / "other")
    sizes = {DOT: 9_500_000, DASH: 2_900_000, tmp_path / "other": 100_000}
    workspace = Workspace()
    Profiles(tmp_path, workspace)
    drafting = DraftModels(workspace)
    models = [
        LibraryModel(str(folder), folder.name, Place.ADDED, size=size)
        for folder, size in sizes.items()
    ]
    gemma, assistant = (str(tmp_path / name) for name in ("gemma", "assistant"))
    models += [
        LibraryModel(gemma, "gemma", Place.ADDED, size=90_000),
        LibraryModel(assistant, "assistant", Place.ADDED, problem="It only drafts.", size=50_000),
    ]
    dflash = str(tmp_path / "dflash")
    models.append(LibraryModel(dflash, "dflash", Place.ADDED, problem="It drafts.", size=40_000))
    workspace.library.set_models(models)
    section = ProfileSection(workspace)
    qtbot.addWidget(section)
    section.show()
    choice = section.drafting.choice

    def offered(model: LibraryModel) -> list[str]:
        with qtbot.waitSignal(workspace.library.drafters_found):
            section.show_model(model)
        return [choice.itemText(number) for number in range(choice.count())]

    assert offered(models[1]) == ["None"]
    assert "None of your models" in section.drafting.about.text()
    assert offered(models[0]) == ["None", "dash · 2.9 MB"]
    assert offered(models[2]) == ["None", "gemma · 90 kB", "dflash · 40 kB"]
    assert offered(models[3]) == ["None", "assistant · 50 kB"]
    assert offered(models[0]) == ["None", "dash · 2.9 MB"]
    choice.setCurrentIndex(1)
    choice.activated.emit(1)
    assert workspace.library.profile(str(DOT)).draft_model == str(DASH)
    workspace.library.set_models([model for model in models if model.model_id != str(DASH)])
    offered(models[3])
    assert offered(models[0]) == ["None", "dash (not found)"]
    assert choice.currentIndex() == 1
    drafting.deleteLater()
