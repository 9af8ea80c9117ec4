"""`ask`, as a person would type it; in this process but for one real one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app import calculator, cli
from tests.pictures import save_clip, save_picture


@pytest.fixture
def red(tmp_path: Path) -> Path:
    return save_picture(tmp_path / "red.png", ("red", "circle", 0.5, 0.5))


def test_an_answer_about_a_picture(red: Path, capsys) -> None:
    assert cli.ask(["--image", str(red), "What do you see?"]) == cli.OK
    assert capsys.readouterr().out == "I see a red circle.\n"


def test_an_answer_about_a_clip(tmp_path: Path, capsys) -> None:
    path = save_clip(tmp_path / "c.mp4", "blue", "circle", "left")
    assert cli.ask(["--video", str(path), "Which way does the circle move?"]) == cli.OK
    assert "to the left" in capsys.readouterr().out


def test_reasoning_goes_to_stderr(red: Path, capsys) -> None:
    cli.ask(["--think", "--image", str(red), "What do you see?"])
    shown = capsys.readouterr()
    assert "I look at the picture" in shown.err
    assert shown.out == "I see a red circle.\n"


def test_one_json_line_per_event(red: Path, capsys) -> None:
    assert cli.ask(["--json", "--image", str(red), "What do you see?"]) == cli.OK
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["event"] == "ModelReady"
    assert lines[-1]["event"] == "Finished"
    assert lines[-1]["reason"] == "stop"
    assert "".join(x["text"] for x in lines if x["event"] == "Delta") == "I see a red circle."


def test_sampling_options(capsys) -> None:
    story = ["Tell me a story about a red circle.", "--temperature", "2", "--max-tokens", "12"]
    told = []
    for seed in ("1", "1", "2"):
        assert cli.ask([*story, "--seed", seed]) == cli.OK
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]


def test_a_conversation_from_a_file(red: Path, capsys) -> None:
    parts = [{"type": "image", "image": "red.png"}, {"type": "text", "text": "What shape is it?"}]
    said = [
        {"role": "user", "content": parts},
        {"role": "assistant", "content": "It is a circle."},
    ]
    (red.parent / "chat.json").write_text(json.dumps(said))
    code = cli.ask(["--messages", str(red.parent / "chat.json"), "What color is it?"])
    assert (code, capsys.readouterr().out) == (cli.OK, "It is red.\n")


def test_tools_from_a_file(tmp_path: Path, capsys) -> None:
    asked = [{"role": "user", "content": "What is 17 plus 25?"}]
    chat = {"messages": asked, "tools": [json.loads(calculator.SCHEMA)]}
    (tmp_path / "chat.json").write_text(json.dumps(chat))
    assert cli.ask(["--messages", str(tmp_path / "chat.json")]) == cli.OK
    call = json.loads(capsys.readouterr().out)
    assert call == {"name": "calculator", "arguments": {"expression": "17 + 25"}}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([""], "question is empty"),
        (["--image", "/none.png", "hi"], "There is no file /none.png"),
        (["--model", "/none", "hi"], "There is no folder /none"),
        (["--temperature", "-1", "hi"], "temperature is -1"),
        (["--messages", "/none.json", "hi"], "could not be read: No such file"),
    ],
)
def test_bad_input(arguments: list[str], says: str, capsys) -> None:
    assert cli.ask(arguments) == cli.BAD_INPUT
    shown = capsys.readouterr()
    assert says in shown.err
    assert shown.out == ""


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "3",
        '[{"content": "hi"}]',
        '[{"role": "king", "content": "hi"}]',
        '[{"role": "user", "content": [{"type": "smell"}]}]',
    ],
)
def test_bad_messages(tmp_path: Path, content: str, capsys) -> None:
    (tmp_path / "chat.json").write_text(content)
    assert cli.ask(["--messages", str(tmp_path / "chat.json")]) == cli.BAD_INPUT
    assert "is not a list of messages" in capsys.readouterr().err


def test_as_a_process(red: Path) -> None:
    command = [sys.executable, "-m", "app", "ask", "--image", str(red), "What do you see?"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "I see a red circle.\n"), done.stderr
    done = subprocess.run([*command[:4], "--nonsense"], capture_output=True, text=True)
    assert done.returncode == cli.BAD_INPUT
