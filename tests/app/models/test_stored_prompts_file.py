"""Stored prompts are saved to a file, exported and imported."""

import json
from pathlib import Path

import pytest

from app.models.stored_prompts_file import NAME, StoredPromptsFile, read_stored_prompts
from engine.errors import Refused
from ui.state.one_line_text import LONGEST_NAME
from ui.state.stored_prompts import LONGEST_TEXT, MOST_PROMPTS, StoredPrompt
from ui.state.workspace import Workspace

PROMPTS = (StoredPrompt("Grüße", "Say {{word}}\ntwice"), StoredPrompt("Two", "2"))


@pytest.fixture
def workspace(qapp) -> Workspace:
    return Workspace()


def test_prompts_survive_a_restart(workspace: Workspace, tmp_path: Path) -> None:
    StoredPromptsFile(tmp_path, workspace)
    workspace.prompts.add(*PROMPTS)
    again = Workspace()
    StoredPromptsFile(tmp_path, again)
    assert again.prompts.all() == PROMPTS


def test_a_text_that_cannot_be_a_prompt_is_not_cut_and_the_reason_is_shown(
    workspace: Workspace, tmp_path: Path
) -> None:
    StoredPromptsFile(tmp_path, workspace)
    pages: list[str] = []
    workspace.prompts.page_wanted.connect(pages.append)
    workspace.prompts.keep("x" * (LONGEST_TEXT + 1))
    assert (workspace.prompts.all(), pages) == ((), [])
    notice = workspace.notices.newest
    assert notice and "it has 100,001 characters" in notice.sentence
    workspace.prompts.add(*(StoredPrompt(str(number), "x") for number in range(MOST_PROMPTS)))
    workspace.prompts.keep("one more")
    assert pages == []
    notice = workspace.notices.newest
    assert notice and "there are 1,000 prompts already" in notice.sentence


@pytest.mark.parametrize("text", ["{", "[1]", '{"format": "duologue-prompts", "version": 1}'])
def test_a_damaged_file_is_kept_aside(workspace: Workspace, tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    StoredPromptsFile(tmp_path, workspace)
    workspace.prompts.add(*PROMPTS)
    assert (tmp_path / "prompts.broken.json").read_text() == text
    notice = workspace.notices.newest
    assert notice is not None and "prompts.broken.json" in notice.sentence


def test_prompts_of_a_newer_version_are_not_written_over(
    workspace: Workspace, tmp_path: Path
) -> None:
    text = '{"format": "duologue-prompts", "version": 99, "prompts": []}'
    (tmp_path / NAME).write_text(text)
    StoredPromptsFile(tmp_path, workspace)
    workspace.prompts.add(*PROMPTS)
    assert (tmp_path / NAME).read_text() == text


def test_an_export_reads_well_and_is_imported_once(workspace: Workspace, tmp_path: Path) -> None:
    file, target = StoredPromptsFile(tmp_path, workspace), tmp_path / "out.json"
    file.write(PROMPTS, str(target))
    notice = workspace.notices.newest
    assert notice and notice.sentence == "Exported to out.json." and notice.do
    assert "Grüße" in target.read_text(encoding="utf-8")
    for _ in range(2):
        file.take([str(target)])
    assert workspace.prompts.all() == PROMPTS


def test_texts_and_lists_of_open_webui_are_imported(tmp_path: Path) -> None:
    text, listed = tmp_path / "Poem.md", tmp_path / "open-webui.json"
    text.write_text("Write a poem.\r\n")
    listed.write_text(json.dumps([{"command": "/sum", "title": "Sum", "content": "{{CLIPBOARD}}"}]))
    assert read_stored_prompts(text) == (StoredPrompt("Poem", "Write a poem."),)
    assert read_stored_prompts(listed) == (StoredPrompt("Sum", "{{CLIPBOARD}}"),)


def test_a_text_in_another_encoding_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "Gedicht.txt"
    path.write_bytes("Schöne Grüße".encode("latin-1"))
    with pytest.raises(Refused, match=r"^Gedicht\.txt is not UTF-8 text\. Save the file as UTF-8"):
        read_stored_prompts(path)
    path = tmp_path / "list.json"
    path.write_text('[{"name": "a", "content": "ä"}]', encoding="utf-8-sig")
    assert read_stored_prompts(path) == (StoredPrompt("a", "ä"),)


@pytest.mark.parametrize(
    "found",
    [
        [],
        {},
        3,
        ["text"],
        [{"name": "no text"}],
        [{"name": "long", "text": "x" * (LONGEST_TEXT + 1)}],
        [{"name": "a", "text": "b"}] * 1_001,
    ],
)
def test_what_is_no_list_of_prompts_is_refused(tmp_path: Path, found) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(found))
    with pytest.raises(Refused, match=r"bad\.json contains no prompts"):
        read_stored_prompts(path)


def test_folders_and_missing_files_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.txt"):
        with pytest.raises(Refused):
            read_stored_prompts(path)


def test_imported_names_are_short_and_differ(tmp_path: Path) -> None:
    path = tmp_path / "many.json"
    item = {"name": "n" * 500, "text": "lone \ud800 surrogate"}
    path.write_text(json.dumps([item, item | {"text": "other"}]))
    first, second = read_stored_prompts(path)
    assert first.name != second.name and len(first.name) <= LONGEST_NAME >= len(second.name)
    first.text.encode()
