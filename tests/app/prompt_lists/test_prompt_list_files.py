"""Prompt lists as other programs write them, and broken ones."""

import os
from pathlib import Path

import pytest

from app.prompt_lists.prompt_files import read_prompts
from engine.errors import Refused


def prompt_file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def test_a_prompt_of_a_megabyte_is_read_from_every_format(tmp_path: Path) -> None:
    long = "word " * 200_000
    for name, text in (
        ("a.txt", f"\ufeff{long}\r\nshort\r\n"),
        ("a.csv", f'\ufeffprompt\r\n"{long}"\r\nshort\r\n'),
        ("a.jsonl", f'{{"prompt": "{long}"}}\r\n"short"\r\n'),
    ):
        prompts = read_prompts(prompt_file(tmp_path, name, text))
        assert [len(it.text) for it in prompts] == [len(long.strip()), len("short")]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("a.json", '[{"prompt": "x", "image": "~nobody-at-all/x.png"}]', "Prompt 1 of a.json"),
        ("a.json", '[{"prompt": "x", "image": "%s"}]' % ("n" * 5000), "Prompt 1 of a.json"),
        ("a.json", "[" + "9" * 5000 + "]", "a.json"),
        ("a.jsonl", "9" * 5000, "Line 1 of a.jsonl"),
        ("a.csv", 'prompt\n"never closed', "is not CSV"),
        ("a.csv", "prompt,image\nx,\udcff\n", "UTF-8"),
        ("a.txt", "\ufeff\r\n \r\n", "no prompt"),
        ("a.csv", "", "no prompt"),
    ],
)
def test_a_broken_list_is_refused_with_the_position(
    tmp_path: Path, name: str, text: str, sentence: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_prompts(prompt_file(tmp_path, name, text))
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 400


def test_a_lone_surrogate_is_replaced(tmp_path: Path) -> None:
    """No tokenizer accepts it."""
    [prompt] = read_prompts(prompt_file(tmp_path, "a.json", r'["half \ud800 of a pair"]'))
    prompt.text.encode()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_a_special_file_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")
    with pytest.raises(Refused, match="it is a device or a pipe, not a file"):
        read_prompts(tmp_path / "a.txt")
