"""A damaged model costs a sentence, in the library and in the loader."""

from pathlib import Path

from engine.checkpoints.description import describe, problem_of
from engine.checkpoints.folder_files import read_model_files
from engine.errors import Refused
from engine.models.loader import examine_model
from engine.sentences import Sentence
from tests.kit.model_folders import complete_files, damaged_copy
from tests.kit.tiny_models import FAMILIES


def problem(folder: Path) -> str:
    """Return the sentence that the library would show, "" for a model that seems whole."""
    try:
        files = read_model_files(folder)
        assert describe(files).weight_bytes >= 0
        return problem_of(files)
    except Refused as refusal:
        return refusal.args[0]


def refusal_of(folder: Path) -> str:
    try:
        examine_model(str(folder))
    except Refused as refusal:
        return refusal.args[0]
    return ""


def test_each_damaged_folder_gets_a_sentence_or_is_examined(tmp_path: Path) -> None:
    FAMILIES["qwen3"](tmp_path / "tiny")
    complete_files(tmp_path / "tiny")
    assert problem(tmp_path / "tiny") == refusal_of(tmp_path / "tiny") == ""
    found: list[str] = []
    for seed in range(60):
        name = damaged_copy(tmp_path / "tiny", tmp_path / "copy", f"loader {seed}")
        sentences = (problem(tmp_path / "copy"), refusal_of(tmp_path / "copy"))
        for sentence in filter(None, sentences):
            assert isinstance(sentence, Sentence) and sentence.endswith("."), (seed, name)
            assert len(sentence) < 400, (seed, name)
        # the library never lists a model as damaged that the loader takes
        assert sentences[1] or not sentences[0], (seed, name, sentences)
        found += filter(None, sentences[:1])
    assert 15 < len(found) < 60
