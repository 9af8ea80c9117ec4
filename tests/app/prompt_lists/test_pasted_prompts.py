"""Pasted text becomes the prompts of a run: lines, blocks, a table or JSON."""

import pytest

from app.prompt_lists.pasted_prompts import MOST_CHARACTERS, pasted_prompts
from engine.errors import Refused
from tests.kit.desk import Desk
from tests.kit.tabs import new_comparison
from ui.compare.paste_dialog import PasteDialog
from ui.compare.run_dialog import RunDialog
from ui.state.prompt_list import Split


@pytest.mark.parametrize(
    ("text", "split", "kind", "prompts"),
    [
        ("one\n\n two \r\nthree", Split.LINES, Split.LINES, ["one", "two", "three"]),
        ("one\nmore\n\n\ntwo\n", Split.BLOCKS, Split.BLOCKS, ["one\nmore", "two"]),
        ("id,prompt\n1,one\n2,two", Split.LINES, Split.CSV, ["one", "two"]),
        ("prompt\none\ntwo", Split.BLOCKS, Split.CSV, ["one", "two"]),
        ('{"prompt": "one"}\n{"prompt": "two"}', Split.LINES, Split.JSON, ["one", "two"]),
        ('["one", "two"]', Split.BLOCKS, Split.JSON, ["one", "two"]),
        ("Question, please\nAnother", Split.LINES, Split.LINES, ["Question, please", "Another"]),
        ("{{name}} is\nhere", Split.LINES, Split.LINES, ["{{name}} is", "here"]),
        ("[1] is a mark\n[x] too", Split.LINES, Split.LINES, ["[1] is a mark", "[x] too"]),
    ],
)
def test_text_is_split(text: str, split: Split, kind: Split, prompts: list[str]) -> None:
    found_kind, found = pasted_prompts("text", text, split)
    assert (found_kind, [it.text for it in found]) == (kind, prompts)


def test_bad_text_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="Line 2 of the pasted text is not JSON"):
        pasted_prompts("the pasted text", '{"prompt": "a"}\n{"prompt": ', Split.LINES)
    with pytest.raises(Refused, match="too long to paste"):
        pasted_prompts("text", "x" * (MOST_CHARACTERS + 1), Split.LINES)
    with pytest.raises(Refused, match=r"more than 5,000 prompts"):
        pasted_prompts("text", "x\n\n" * 5_001, Split.BLOCKS)


def test_the_dialog_shows_the_prompts_and_offers_them_to_run(desk: Desk) -> None:
    tab = new_comparison(desk)
    tab.paste_wanted.emit()
    [dialog] = tab.findChildren(PasteDialog)
    dialog.text.setPlainText("one\ntwo\n\nthree")
    assert not dialog.go_on.isEnabled()
    dialog._ask()
    assert (dialog.about.text(), len(dialog.prompts)) == ("3 prompts", 3)
    dialog.split.choose("blocks")
    dialog._ask()
    assert [it.text for it in dialog.prompts] == ["one\ntwo", "three"]
    dialog.text.setPlainText('{"prompt": 3}')
    dialog._ask()
    assert dialog.problem.isVisible() and not dialog.go_on.isEnabled()
    dialog.text.setPlainText('["a"]')
    dialog._ask()
    assert not dialog.split.isEnabled()
    dialog.go_on.click()
    [run] = tab.findChildren(RunDialog)
    assert "Pasted prompts: 1 prompt" in run.about.text()
