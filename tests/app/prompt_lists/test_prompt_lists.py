"""Valid and invalid prompt lists."""

from pathlib import Path

import pytest

from app.prompt_lists.prompt_files import MAX_PROMPTS, read_prompts
from engine.errors import Refused


def prompts_in(folder: Path, name: str, text: str) -> list[str]:
    path = folder / name
    path.write_bytes(text.encode())
    return [prompt.text for prompt in read_prompts(path)]


def refusal(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(Refused) as caught:
        read_prompts(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.txt", "One?\n\n  Two?  \r\nThree?", ["One?", "Two?", "Three?"]),
        ("a.txt", "\ufeffOne?", ["One?"]),
        ("a.md", "# One\nof two lines\n---\n\nTwo\n", ["# One\nof two lines", "Two"]),
        ("a.txt", "---\nOne\n-----\nTwo\n---\n", ["One", "Two"]),
        ("a.jsonl", '"One?"\n\n{"prompt": "Two?"}\n{"question": "Three?"}\n', None),
        ("a.json", '["One?", {"prompt": "Two?"}, {"text": "Three?"}]', None),
        ("a.json", '{"prompts": ["One?", "Two?", "Three?"]}', None),
        ("a.json", '"One?"\n"Two?"\n"Three?"\n', None),
        ("a.csv", "id,Prompt\n1,One?\n2,Two?\n3,Three?\n", None),
        ("a.csv", "prompt;id\nOne?;1\nTwo?;2\n;\nThree?;3\n", None),
        ("a.csv", 'prompt\n"One,\n""two""?"\n', ['One,\n"two"?']),
        ("a.tsv", "prompt\tid\nOne?\t1\n", ["One?"]),
    ],
)
def test_each_format_is_read(tmp_path: Path, name: str, text: str, found: list[str] | None) -> None:
    assert prompts_in(tmp_path, name, text) == (found or ["One?", "Two?", "Three?"])


def test_files_are_relative_to_the_list(tmp_path: Path) -> None:
    for name in ("cat.png", "dog.png"):
        (tmp_path / name).write_bytes(b"")
    whole = str(tmp_path / "dog.png").replace("\\", "/")
    lines = tmp_path / "a.jsonl"
    lines.write_text(f'{{"prompt": "Both?", "images": ["cat.png", "{whole}"]}}')
    table = tmp_path / "a.csv"
    table.write_text("prompt,images\nBoth?,cat.png; dog.png\n")
    files = (tmp_path / "cat.png", tmp_path / "dog.png")
    assert read_prompts(lines)[0].files == files
    assert read_prompts(table)[0].files == files


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.docx", "x", "a.docx is not a readable list of prompts. Choose a file"),
        ("a.txt", "\n \n", "a.txt contains no prompts."),
        ("a.txt", b"One\n\xff\xfe", "Line 2 of a.txt is not UTF-8 text."),
        (
            "a.jsonl",
            '"One?"\n{"prompt": }',
            "Line 2 of a.jsonl is not JSON: there is a mistake at character 12 of it.",
        ),
        ("a.jsonl", '"One?"\n7', "Line 2 of a.jsonl is not a prompt."),
        ("a.jsonl", '{"images": ["a.png"]}', "Line 1 of a.jsonl has no text."),
        ("a.jsonl", '{"prompt": "x", "images": 3}', "Line 1 of a.jsonl does not name its files."),
        ("a.json", '[\n"One?",\n}', "Line 3 of a.json is not JSON"),
        ("a.json", "3", "a.json is not a list of prompts."),
        ("a.json", '["One?", {}]', "Prompt 2 of a.json has no text."),
        ("a.json", "[" * 100_000, "a.json is nested too deeply"),
        ("a.csv", "id,title\n1,x\n", "The first line of a.csv has no column “prompt”."),
        ("a.csv", "id,prompt\n1,One?\n2,\n", "Line 3 of a.csv has an empty “prompt” column."),
        (
            "a.csv",
            'prompt\n"One',
            "Line 2 of a.csv is not CSV. Check the quotation marks up to there.",
        ),
        (
            "a.jsonl",
            '"One?"\n{"prompt": "x", "images": ["no.png"]}',
            "Line 2 of a.jsonl names no.png, which does not exist in",
        ),
        (
            "a.jsonl",
            '{"prompt": "x", "images": ["https://example.com/a.png"]}',
            "Line 1 of a.jsonl names https://example.com/a.png, but nothing is downloaded",
        ),
        ("a.txt", "x\n" * (MAX_PROMPTS + 1), "a.txt contains more than 5,000 prompts: line 5,001"),
    ],
)
def test_a_bad_list_is_refused_with_its_line(
    tmp_path: Path, name: str, content: str | bytes, sentence: str
) -> None:
    assert refusal(tmp_path, name, content).startswith(sentence)


def test_a_missing_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"none\.txt could not be read: No such file"):
        read_prompts(tmp_path / "none.txt")
