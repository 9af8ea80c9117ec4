"""Presets are saved to a file, exported and imported."""

import json
from pathlib import Path

import pytest

from app.models import choices_file
from app.models import presets as kept
from app.models.presets import NAME, PresetFile, read_preset_file
from engine.messages import Overflow, SamplingParams
from ui.state.chat_options import ChatOptions
from ui.state.one_line_text import LONGEST_NAME
from ui.state.preset import Preset, preset_of
from ui.window.main_window import MainWindow

OPTIONS = ChatOptions(
    tools=("calculator",),
    system_prompt="Be brief.",
    sampling=SamplingParams(temperature=0.5, stop=("END",), logit_bias=((3, -1.5),), seed=7),
    overflow=Overflow.SUMMARISE,
)
MINE = ChatOptions(OPTIONS.tools, (Path("/secret.txt"),), OPTIONS.system_prompt, kv_8bit=("/m",))


@pytest.fixture
def window(qtbot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    return window


def test_presets_survive_a_restart(window: MainWindow, tmp_path: Path) -> None:
    first = PresetFile(tmp_path, window.workspace).presets
    first.save(Preset("Brief", OPTIONS, "/models/dot"), preset_of("Mine", MINE))
    first.set_default("/models/dot", "Brief")
    text = (tmp_path / NAME).read_text()
    assert "secret" not in text and "kv_8bit" not in text
    again = PresetFile(tmp_path, window.workspace).presets
    assert again.all() == first.all()
    assert again.get("Brief") == Preset("Brief", OPTIONS, "/models/dot")
    assert again.defaults == {"/models/dot": "Brief"}


@pytest.mark.parametrize("name", ["x" * LONGEST_NAME, f"{'x' * (LONGEST_NAME - 6)} word"])
def test_presets_of_one_long_name_survive_a_restart(
    window: MainWindow, tmp_path: Path, name: str
) -> None:
    presets = PresetFile(tmp_path, window.workspace).presets
    _, second = presets.add(*[Preset(name)] * 2)
    presets.set_default("/models/dot", second.name)
    before = presets.all()
    assert len(before) == 2
    again = PresetFile(tmp_path, window.workspace).presets
    assert again.all() == before
    assert again.defaults == {"/models/dot": second.name}


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"format": "duologue-presets", "version": 1, "presets": [{"name": ""}]}'],
)
def test_a_broken_file_is_set_aside(window: MainWindow, tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    presets = PresetFile(tmp_path, window.workspace).presets
    assert presets.all() == ()
    presets.save(Preset("New"))
    assert (tmp_path / "presets.broken.json").read_text() == text


def test_earlier_damaged_files_are_kept_too(window: MainWindow, tmp_path: Path) -> None:
    for text in ("{", "[", '{"format": "duologue-presets", "version": 1, "presets": 3}'):
        (tmp_path / NAME).write_text(text)
        PresetFile(tmp_path, window.workspace)
    assert (tmp_path / "presets.broken.json").read_text() == "{"
    assert (tmp_path / "presets.broken2.json").read_text() == "["
    assert "presets.broken3.json" in window.notice.accessibleName()


def test_presets_of_a_newer_version_are_not_written_over(
    window: MainWindow, tmp_path: Path
) -> None:
    text = '{"format": "duologue-presets", "version": 99, "presets": []}'
    (tmp_path / NAME).write_text(text)
    presets = PresetFile(tmp_path, window.workspace).presets
    assert "version 99" in window.notice.label.text()
    window.notice.hide()
    presets.save(Preset("New"))
    assert window.notice.isVisibleTo(window)
    assert (tmp_path / NAME).read_text() == text and presets.get("New")


def test_defaults_without_a_preset_are_dropped(window: MainWindow, tmp_path: Path) -> None:
    found = kept.presets_json((Preset("A"),)) | {"defaults": {"m": ["A"], "n": "A", "o": "B"}}
    (tmp_path / NAME).write_text(json.dumps(found))
    assert PresetFile(tmp_path, window.workspace).presets.defaults == {"n": "A"}


def test_a_read_only_folder_is_reported(window: MainWindow, tmp_path: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(choices_file, "write_json", full)
    shared = tmp_path / "shared.json"
    shared.write_text(json.dumps(kept.presets_json((Preset("A"),))))
    file = PresetFile(tmp_path, window.workspace)
    for change in (lambda: file.presets.save(Preset("New")), lambda: file.take([str(shared)])):
        window.notice.hide()
        change()
        told = "presets.json: No space left on device. Check the disk"
        # A long path has places to break at, which depend on where the test runs.
        assert told in window.notice.label.text().replace("\u200b", "")


def test_several_presets_are_exported_and_imported(window: MainWindow, tmp_path: Path) -> None:
    file = PresetFile(tmp_path, window.workspace)
    out = tmp_path / "shared.json"
    file.write((Preset("Brief", OPTIONS), Preset("Plain")), str(out))
    assert read_preset_file(out) == (Preset("Brief", OPTIONS), Preset("Plain"))
    notice = window.workspace.notices.newest
    assert notice and notice.sentence == "Exported to shared.json." and notice.do
    file.presets.save(Preset("Plain", OPTIONS))
    file.take([str(out)])
    assert [it.name for it in file.presets.all()] == ["Brief", "Plain", "Plain 2"]
    assert window.notice.label.text() == "Added to the presets: Brief, Plain 2."


def test_an_lm_studio_preset_is_imported(tmp_path: Path) -> None:
    fields = {
        "systemPrompt": "Rhyme.",
        "temperature": 0.8,
        "topKSampling": 40,
        "topPSampling": {"checked": True, "value": 0.9},
        "minPSampling": {"checked": False, "value": 0.05},
        "repeatPenalty": {"checked": True, "value": 1.1},
        "maxPredictedTokens": {"checked": True, "value": 500},
        "stopStrings": ["END", ""],
        "structured": {"type": "json", "jsonSchema": {"type": "object"}},
        "contextOverflowPolicy": "rollingWindow",
        "llama.cpuThreads": 7,
    }
    path = tmp_path / "poet.preset.json"
    listed = [{"key": f"llm.prediction.{key}", "value": value} for key, value in fields.items()]
    path.write_text(json.dumps({"identifier": "@local:poet", "operation": {"fields": listed}}))
    (preset,) = read_preset_file(path)
    assert preset.name == "poet"
    assert preset.options == ChatOptions(
        system_prompt="Rhyme.",
        sampling=SamplingParams(
            max_tokens=500,
            temperature=0.8,
            top_p=0.9,
            top_k=40,
            repetition_penalty=1.1,
            stop=("END",),
            json_schema='{"type": "object"}',
        ),
        overflow=Overflow.TRIM,
    )


def test_a_preset_of_another_program_gets_a_short_name_and_whole_characters(
    tmp_path: Path,
) -> None:
    path = tmp_path / "it.preset.json"
    fields = [{"key": "llm.prediction.systemPrompt", "value": "a\ud83d"}]
    found = {"name": f"two\nlines{'x' * 500}", "operation": {"fields": fields}}
    path.write_text(json.dumps(found), encoding="utf-8-sig")
    (preset,) = read_preset_file(path)
    assert preset.name == f"two lines{'x' * (LONGEST_NAME - 9)}"
    assert preset.options.system_prompt == "a\ufffd"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no json", "it.json contains no presets. Choose a file written"),
        ('{"format": "duologue-presets", "version": 9}', "These presets were written by a newer"),
        (
            '{"operation": {"fields": [{"key": "llm.prediction.temperature", "value": 99}]}}',
            "it.json cannot",
        ),
        (
            '{"format": "duologue-presets", "version": 1, "presets": []}',
            "it.json contains no presets.",
        ),
    ],
)
def test_an_invalid_preset_file_is_reported(
    window: MainWindow, tmp_path: Path, text: str, sentence: str
) -> None:
    path = tmp_path / "it.json"
    path.write_text(text)
    file = PresetFile(tmp_path, window.workspace)
    file.take([str(path)])
    assert window.notice.label.text().startswith(sentence)
    assert file.presets.all() == ()
