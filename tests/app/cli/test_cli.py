"""`ask` as a user would type it, mostly in this process."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pytest

from app.__main__ import _run_command, main_parser
from app.cli import ask, cluster, serve
from app.cli.ask_options import ask_parser, parse_ask, request, sampling
from app.tools import calculator
from engine.messages import Delta, Overflow, SamplingParams, Skim
from tests.kit import tiny_models
from tests.kit.images import save_small_image, save_small_video
from tests.kit.paths import ROOT

pytestmark = pytest.mark.usefixtures("dot_in_float32")


@pytest.fixture
def red_image(tmp_path: Path) -> Path:
    return save_small_image(tmp_path / "red.png", ("red", "circle", 0.5, 0.5))


def run_cluster(arguments: list[str]) -> int:
    return cluster.run_cluster(arguments, Path("unused"))


@pytest.mark.parametrize(
    ("run", "arguments", "command", "said"),
    [
        (ask.run_ask, "--top-k x", "duologue ask", 'argument --top-k: "x" is not a whole number'),
        (ask.run_ask, "--top-p x", "duologue ask", 'argument --top-p: "x" is not a number'),
        (
            ask.run_ask,
            "Hi there",
            "duologue ask",
            '"there" is left over; put the',
        ),
        (ask.run_ask, "Hi --no", "duologue ask", "ambiguous option: --no could match"),
        (ask.run_ask, "Hi you -x", "duologue ask", "unrecognized arguments: you -x"),
        (ask.run_ask, "--image= Hi", "duologue ask", "argument --image: the name is empty"),
        (
            serve.run_serve,
            "--port x",
            "duologue serve",
            'argument --port: "x" is not a port; choose',
        ),
        (run_cluster, "copy", "duologue cluster copy", "the following arguments are required: DIR"),
        (main_parser().parse_args, "--window", "duologue", "unrecognized arguments: --window"),
    ],
)
def test_a_wrong_option_is_named_without_the_usage(
    capsys, run: Callable[[list[str]], object], arguments: str, command: str, said: str
) -> None:
    with pytest.raises(SystemExit) as exited:
        run(arguments.split())
    assert exited.value.code == 2
    reason, more = capsys.readouterr().err.splitlines()
    assert reason.startswith(f"{command}: error: {said}")
    assert more == f"{command} --help lists the options."


def test_the_version_is_told(capsys) -> None:
    assert _run_command(["--version"]) == 0
    assert capsys.readouterr().out == f"Duologue {metadata.version('duologue')}\n"


def test_ask_answers_about_an_image(red_image: Path, capsys) -> None:
    assert ask.run_ask(["--image", str(red_image), "What do you see?"]) == ask.OK
    assert capsys.readouterr().out == "I see a red circle.\n"


def test_ask_answers_about_a_video(tmp_path: Path, capsys) -> None:
    path = save_small_video(tmp_path / "c.mp4", "blue", "circle", "left")
    assert ask.run_ask(["--video", str(path), "Which way does the circle move?"]) == ask.OK
    assert "to the left" in capsys.readouterr().out


def test_reasoning_goes_to_stderr(red_image: Path, capsys) -> None:
    ask.run_ask(["--think", "--image", str(red_image), "What do you see?"])
    shown = capsys.readouterr()
    assert shown.err.endswith("I see a red circle.\n\n")
    assert shown.out == "I see a red circle.\n"


def test_one_json_line_per_event(red_image: Path, capsys) -> None:
    assert ask.run_ask(["--json", "--image", str(red_image), "What do you see?"]) == ask.OK
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    # The first test in a process reads Dot.
    kinds = [line["event"] for line in lines]
    assert next(it for it in kinds if it != "LoadProgress") == "ModelReady"
    assert lines[-1]["event"] == "Finished"
    assert lines[-1]["reason"] == "stop"
    assert "".join(x["text"] for x in lines if x["event"] == "Delta") == "I see a red circle."


def test_sampling_options_are_accepted(capsys) -> None:
    joke = ["Tell me a joke.", "--temperature", "3", "--max-tokens", "12"]
    told = []
    for seed in ("1", "1", "7"):
        assert ask.run_ask([*joke, "--seed", seed]) == ask.OK
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert len(set(told)) > 1


def test_every_sampling_option_reaches_the_request() -> None:
    given = [
        *("--top-p", "0.9", "--top-k", "40", "--min-p", "0.05", "--repetition-penalty", "1.1"),
        *("--presence-penalty", "-0.5", "--frequency-penalty", "0.5", "--seed", "3"),
        *("--logit-bias", "42=-5", "--logit-bias", "7=2.5", "--stop", "END", "--stop", " x "),
        *("--logprobs", "2", "--json", "--think", "--thinking-budget", "100"),
        *("--json-schema", '{"type": "object"}', "--overflow", "trim", "--temperature", "0.7"),
        *("--max-tokens", "99", "hi"),
    ]
    made = request(ask_parser().parse_args(given), 1)
    assert made.overflow is Overflow.TRIM
    assert made.sampling == SamplingParams(
        max_tokens=99,
        temperature=0.7,
        top_p=0.9,
        top_k=40,
        min_p=0.05,
        repetition_penalty=1.1,
        presence_penalty=-0.5,
        frequency_penalty=0.5,
        logit_bias=((42, -5.0), (7, 2.5)),
        seed=3,
        stop=("END", " x "),
        top_logprobs=2,
        thinking=True,
        thinking_budget=100,
        json_schema='{"type": "object"}',
    )


def test_skimming_is_asked_for_with_a_share(capsys) -> None:
    def asked(*given: str) -> Skim | None:
        return request(parse_ask(["hi", *given]), 1).skim

    assert asked() is None
    assert asked("--skim") == asked("--ski") == Skim(0.3)
    assert asked("--skim", "20") == Skim(0.2)
    for wrong in ("--skim=half", "--skim=5", "--skim=200"):
        with pytest.raises(SystemExit):
            asked(wrong)
        share = wrong.partition("=")[2]
        assert f'"{share}" is not a percentage from 10 to 100' in capsys.readouterr().err
    for wrong in ("5", "30%"):
        with pytest.raises(SystemExit):
            asked("--skim", wrong)
        assert f'"{wrong}" is not a percentage from 10 to 100' in capsys.readouterr().err


def test_a_question_behind_skim_is_no_share() -> None:
    def asked(*given: str) -> tuple[str, Skim | None]:
        made = request(parse_ask([*given]), 1)
        return made.messages[-1].content, made.skim

    assert asked("--skim", "What is in it?") == ("What is in it?", Skim(0.3))
    assert asked("--skim", "3 of 4 boxes are empty.") == ("3 of 4 boxes are empty.", Skim(0.3))
    assert asked("--skim", "...") == ("...", Skim(0.3))
    assert asked("--skim", "20", "What?") == ("What?", Skim(0.2))
    assert asked("--json", "--skim", "--", "What?") == ("What?", Skim(0.3))
    assert asked("--", "--skim") == ("--skim", None)


def test_a_prompt_that_was_not_skimmed_says_why(tmp_path: Path, capsys) -> None:
    # More layers and heads would only take longer.
    small = {"num_hidden_layers": 1, "num_attention_heads": 1, "num_key_value_heads": 1}
    tiny_models.qwen3(tmp_path / "long", max_position_embeddings=32_000, **small)
    text = "".join(f"Box {number} is empty. " for number in range(600))
    assert (
        ask.run_ask(["--model", str(tmp_path / "long"), "--skim", "--max-tokens", "1", text])
        == ask.OK
    )
    assert "Not skimmed: " in capsys.readouterr().err


def test_omitted_options_have_their_defaults() -> None:
    made = request(ask_parser().parse_args(["hi"]), 1)
    assert (made.sampling, made.overflow) == (SamplingParams(), Overflow.REFUSE)


def test_a_schema_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text('{"type": "array"}')
    args = ask_parser().parse_args(["--json-schema", str(tmp_path / "schema.json"), "hi"])
    assert sampling(args).json_schema == '{"type": "array"}'


def test_a_stop_string_ends_the_answer(capsys) -> None:
    assert ask.run_ask(["--stop", "3", "Count from 1 to 29."]) == ask.OK
    assert capsys.readouterr().out == "1, 2, \n"


def test_json_lines_include_probabilities_and_progress(tiny_text: Path, capsys) -> None:
    ask.run_ask(["--model", str(tiny_text), "--json", "--logprobs", "2", "--max-tokens", "3", "a"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = [line["event"] for line in lines]
    assert kinds[0] == "LoadProgress"
    assert next(it for it in kinds if it != "LoadProgress") == "ModelReady"
    assert {"PrefillProgress", "Logprobs", "Finished"} <= set(kinds)
    assert "EngineStats" not in kinds
    logprobs = [line for line in lines if line["event"] == "Logprobs"]
    assert [len(line["top"]) for line in logprobs] == [2, 2, 2]


def test_the_oldest_messages_are_omitted_on_request(tmp_path: Path, capsys) -> None:
    long = [{"role": role, "content": "word " * 17_000} for role in ("user", "assistant")]
    (tmp_path / "chat.json").write_text(json.dumps(long))
    chat = ["--messages", str(tmp_path / "chat.json"), "Hello"]
    assert ask.run_ask(chat) == ask.BAD_INPUT
    shown = capsys.readouterr().err
    assert "more than the context of the model (16,384). Add --overflow trim" in shown
    assert ask.run_ask([*chat, "--overflow", "trim"]) == ask.OK
    assert "Oldest messages omitted" in capsys.readouterr().err


def test_an_answer_at_the_end_of_the_messages_is_continued(tmp_path: Path, capsys) -> None:
    begun = [
        {"role": "user", "content": "Tell me a story about a red circle."},
        {"role": "assistant", "content": "Once there was a red circle. It lived alone"},
    ]
    (tmp_path / "chat.json").write_text(json.dumps(begun))
    chat = ["--messages", str(tmp_path / "chat.json"), "--temperature", "0", "--max-tokens", "5"]
    assert ask.run_ask(chat) == ask.OK
    # The places of a story.
    assert capsys.readouterr().out.startswith((" on a ", " in a ", " behind ", " under ", " at "))


def test_too_little_memory_is_refused(capsys) -> None:
    assert ask.run_ask(["--memory-limit", "0.001", "hi"]) == ask.BAD_INPUT
    assert capsys.readouterr().err


def test_ctrl_c_keeps_the_answer_so_far(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C while text is being written."""
    written, before = ask._show_text, signal.getsignal(signal.SIGINT)

    def pressed(event) -> None:
        written(event)
        if isinstance(event, Delta):
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(ask, "_show_text", pressed)
    assert ask.run_ask(["Count from 1 to 29."]) == ask.INTERRUPTED
    assert capsys.readouterr().out == "1"
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_before_the_request_ends_without_a_traceback() -> None:
    """Press Ctrl-C while modules are imported, which Python would do at any place of theirs."""
    press = "app.own_home = lambda: os.kill(os.getpid(), signal.SIGINT)"
    # A process that is started in the background of a shell ignores Ctrl-C.
    heed = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"import os, signal; from app import __main__ as app; {heed}; {press}; app.main()"
    command = [sys.executable, "-c", code, "ask", "Hi"]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")


def test_a_conversation_is_read_from_a_file(red_image: Path, capsys) -> None:
    parts = [{"type": "image", "image": "red.png"}, {"type": "text", "text": "What shape is it?"}]
    said = [
        {"role": "user", "content": parts},
        {"role": "assistant", "content": "It is a circle."},
    ]
    (red_image.parent / "chat.json").write_text(json.dumps(said))
    code = ask.run_ask(["--messages", str(red_image.parent / "chat.json"), "What color is it?"])
    assert (code, capsys.readouterr().out) == (ask.OK, "The circle is red.\n")


def test_tools_are_read_from_a_file(tmp_path: Path, capsys) -> None:
    asked = [{"role": "user", "content": "What is 17 plus 25?"}]
    chat = {"messages": asked, "tools": [json.loads(calculator.SCHEMA)]}
    (tmp_path / "chat.json").write_text(json.dumps(chat))
    assert ask.run_ask(["--messages", str(tmp_path / "chat.json")]) == ask.OK
    call = json.loads(capsys.readouterr().out)
    assert call == {"name": "calculator", "arguments": {"expression": "17 + 25"}}


def called(arguments: str) -> str:
    call = {"function": {"name": "a", "arguments": arguments}}
    return json.dumps([{"role": "assistant", "tool_calls": [call]}])


def with_tool(tool: object) -> str:
    return json.dumps({"messages": [{"role": "user", "content": "hi"}], "tools": [tool]})


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([""], "question is empty"),
        (["--image", "/none.png", "hi"], "none.png was not found"),
        (["--model", "/none", "hi"], "The folder /none was not found"),
        (["--temperature", "-1", "hi"], "--temperature is -1.0; it must be a number, 0 to 5.\n"),
        (["--top-k", "-1", "hi"], "--top-k is -1; it must"),
        (["--thinking-budget", "-5", "hi"], "--thinking-budget is -5; it must"),
        (["--logit-bias", "42", "hi"], '--logit-bias is "42"; write ID=N'),
        (["--logit-bias=-5=1", "hi"], "A token ID of --logit-bias is -5"),
        (["--logit-bias", "42=900", "hi"], "--logit-bias of token 42 is 900"),
        (["--logit-bias", "99999=1", "hi"], "--logit-bias names token 99999, but this model"),
        (["--stop", "", "hi"], "--stop is empty. Write the text"),
        (["--json-schema", "{", "hi"], "--json-schema is not a JSON object"),
        (["--json-schema", "/none.json", "hi"], "neither a JSON object nor a readable file"),
        (["--json-schema", "", "hi"], "--json-schema is empty"),
        (["--json-schema", "/dev/null", "hi"], "it is a device or a pipe, not a file"),
        (["--logprobs", "2", "hi"], "Add --json"),
        (["--json", "--logprobs", "21", "hi"], "--logprobs is 21"),
        (["--memory-limit", "0", "hi"], "--memory-limit is 0"),
        (["--memory-limit", "nan", "hi"], "--memory-limit is nan"),
        (["--messages", "/none.json", "hi"], "could not be read: No such file"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], says: str, capsys) -> None:
    assert ask.run_ask(arguments) == ask.BAD_INPUT
    shown = capsys.readouterr()
    assert says in shown.err
    assert "---" not in shown.err
    assert shown.out == ""


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "is not valid JSON: there is a mistake in line 1. Write a list"),
        ("\udcff", "is not UTF-8 text."),
        ("3", "is not a list of messages."),
        ("[NaN]", "has a number that is too long, or one that JSON does not know, such as NaN."),
        (f"[{'1' * 5000}]", "has a number that is too long"),
        ('[{"role": "user", "name": 3}]', ", message 1: “name” is not a text."),
        ('[{"role": "user", "reasoning_content": 3}]', "“reasoning_content” is not a text."),
        ('[{"role": "tool", "tool_call_id": 3}]', "“tool_call_id” is not a text."),
        (called("{}").replace('"a"', "3"), "“name” is not a text."),
        ("{}", "is not a list of messages."),
        ('[{"content": "hi"}]', ", message 1: “role” is missing."),
        ('[{"role": "user", "content": "hi"}, 3]', ", message 2: this is not in the OpenAI format"),
        ('[{"role": "king", "content": "hi"}]', ', message 1: the role "king" is unknown; use'),
        ('[{"role": "user", "content": [{"type": "smell"}]}]', 'the part "smell" is unknown'),
        (called("x"), ", message 1: the arguments of a are not a JSON object."),
        (called("3"), ", message 1: the arguments of a are not a JSON object."),
        (called("[" * 100_000), ", message 1: the arguments of a are not a JSON object."),
        (with_tool("x"), ", tool 1: this is not in the OpenAI format."),
        (with_tool({"function": "x"}), ", tool 1: this is not in the OpenAI format."),
        (with_tool({"function": {"name": 3}}), ", tool 1: the name of the tool is not a text."),
    ],
)
def test_bad_messages_are_refused(tmp_path: Path, content: str, says: str, capsys) -> None:
    path = tmp_path / "chat.json"
    path.write_text(content, errors="surrogateescape")
    assert ask.run_ask(["--messages", str(path)]) == ask.BAD_INPUT
    shown = capsys.readouterr().err
    assert shown.startswith(str(path))
    assert says in shown


@pytest.mark.parametrize(
    ("to", "says"),
    [
        (">&-", "Nothing can be written: standard output is closed."),
        pytest.param(
            ">/dev/full",
            "Standard output could not be written: No space left on device.",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="only on Linux"),
        ),
        (">&- 2>&-", ""),
    ],
)
def test_an_unwritable_answer_is_reported_as_a_sentence(to: str, says: str) -> None:
    command = f"'{sys.executable}' -m app ask Hi {to}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (ask.FAULT, says and f"{says}\n")


def test_errors_without_stderr_are_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert ask.run_ask([]) == ask.BAD_INPUT
    with pytest.raises(SystemExit, match="2"):
        ask.run_ask(["--nonsense"])


def test_no_file_gets_the_number_of_a_closed_stream() -> None:
    code = (
        "import os; from app.__main__ import fill_standard_files; fill_standard_files(); "
        "print(os.open(os.devnull, os.O_RDONLY), os.get_inheritable(0), os.get_inheritable(2))"
    )
    command = f"'{sys.executable}' -c '{code}' <&- 2>&-"
    assert subprocess.check_output(command, shell=True) == b"3 True True\n"


@pytest.mark.parametrize("arguments", [["a\udcff"], ["--stop", "\udcff", "hi"]])
def test_a_question_that_is_not_text_is_refused(arguments: list[str], capsys) -> None:
    assert ask.run_ask(arguments) == ask.BAD_INPUT
    assert "is not UTF-8 text." in capsys.readouterr().err


def test_a_file_name_that_is_not_text_is_shown(tmp_path: Path, capsys) -> None:
    assert ask.run_ask(["--image", str(tmp_path / "a\udcff.png"), "hi"]) == ask.BAD_INPUT
    assert "a\\udcff.png" in capsys.readouterr().err


def test_the_program_answers_about_an_image_on_standard_input(red_image: Path) -> None:
    command = [sys.executable, "-m", "app", "ask", "--image", "/dev/stdin", "What do you see?"]
    with red_image.open() as image:
        done = subprocess.run(command, stdin=image, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "I see a red circle.\n"), done.stderr
    done = subprocess.run([*command[:4], "--nonsense"], capture_output=True, text=True)
    assert done.returncode == ask.BAD_INPUT


@pytest.fixture
def standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a file that is the standard input of this process."""
    path, kept = tmp_path / "input", os.dup(0)
    path.touch()
    with path.open() as file:
        os.dup2(file.fileno(), 0)
        monkeypatch.setattr(sys, "stdin", file)
        yield path
    os.dup2(kept, 0)
    os.close(kept)


def test_a_schema_is_read_from_standard_input(
    standard_input: Path, red_image: Path, capsys
) -> None:
    standard_input.write_text('{"enum": ["yes", "no"]}')
    options = ["--image", str(red_image), "--json-schema", "/dev/stdin"]
    assert ask.run_ask([*options, "Is there a red circle?"]) == ask.OK
    assert capsys.readouterr().out == '"yes"\n'


def test_text_is_read_from_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    end, start = os.pipe()
    os.write(start, b"Count from 1 to 5.\n")
    os.close(start)
    with open(end) as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        assert ask.run_ask([]) == ask.OK
    assert capsys.readouterr().out == "1, 2, 3, 4, 5.\n"
