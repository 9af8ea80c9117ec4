"""No code of a model folder runs, and an unusable folder is refused with a sentence."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest
from jinja2.exceptions import SecurityError

from engine.checkpoints import guard
from engine.messages import Delta, Generate, LoadModel, ModelReady, SamplingParams
from tests.kit import tiny_models
from tests.kit.images import ask


@pytest.fixture
def tiny_folder(tmp_path: Path) -> Path:
    tiny_models.qwen3(tmp_path / "tiny")
    return tmp_path / "tiny"


def set_fields(path: Path, **changes) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def no_config(folder: Path) -> None:
    (folder / "config.json").unlink()


def gguf(folder: Path) -> None:
    no_config(folder)
    (folder / "model.gguf").write_bytes(b"GGUF")


def broken_config(folder: Path) -> None:
    (folder / "config.json").write_text("{ not json")


def no_type(folder: Path) -> None:
    (folder / "config.json").write_text("{}")


def own_program(folder: Path) -> None:
    set_fields(folder / "config.json", model_file="model.py")


def no_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


def add_pickle(folder: Path) -> None:
    no_weights(folder)
    (folder / "pytorch_model.bin").write_bytes(b"\x80\x04")


def missing_shard(folder: Path) -> None:
    names = {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}
    (folder / "model.safetensors").rename(folder / names["a"])
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": names}))


def shard_outside(folder: Path) -> None:
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"a": "../../etc/passwd"}}))


def invalid_index(folder: Path) -> None:
    (folder / "model.safetensors.index.json").write_text("[]")


def index_of_numbers(folder: Path) -> None:
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"a": 3}}')


def folder_as_weights(folder: Path) -> None:
    no_weights(folder)
    (folder / "model.safetensors").mkdir()


def truncated(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1000])


def not_weights(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"<html>404</html>" * 10)


def unknown_family(folder: Path) -> None:
    set_fields(folder / "config.json", model_type="nonesuch")


def unknown_family_with_code(folder: Path) -> None:
    set_fields(folder / "config.json", model_type="nonesuch", auto_map={"AutoModel": "x.Y"})


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (no_config, "it has no config.json"),
        (gguf, "GGUF file, which MLX cannot read"),
        (broken_config, "config.json in tiny is damaged"),
        (no_type, "names no family"),
        (own_program, "never runs code from a model folder"),
        (no_weights, "has no .safetensors file"),
        (add_pickle, "format that can run code"),
        (missing_shard, "1 of 2 weight files are missing, the first is model-00002-of-00002"),
        (shard_outside, "1 of 1 weight files are missing"),
        (invalid_index, "index.json in tiny is damaged"),
        (index_of_numbers, "index.json in tiny is damaged"),
        (folder_as_weights, "has no .safetensors file"),
        (truncated, "damaged or incomplete"),
        (not_weights, "damaged or incomplete"),
        (unknown_family, "to the family “nonesuch”"),
        (unknown_family_with_code, "needs Python code from its own folder"),
    ],
)
def test_an_unusable_folder_is_refused_with_a_sentence(
    bench, tiny_folder: Path, damage: Callable[[Path], None], says: str
) -> None:
    damage(tiny_folder)
    [failed] = bench.run(LoadModel(1, str(tiny_folder)))
    assert says in failed.message
    assert failed.message.endswith(".")
    assert not failed.fault


def test_a_file_or_a_missing_folder_is_refused(bench, tiny_folder: Path) -> None:
    [failed] = bench.run(LoadModel(1, str(tiny_folder / "config.json")))
    assert "is a file" in failed.message
    [failed] = bench.run(LoadModel(1, str(tiny_folder / "none")))
    assert "was not found" in failed.message


def plant_code(folder: Path) -> Path:
    """Add Python code that leaves a mark when it runs, wherever a library looks for code."""
    mark = folder / "ran"
    code = f"open({str(mark)!r}, 'w').close()\nclass Mine: pass\n"
    (folder / "mine.py").write_text(code)
    auto_map = {"AutoConfig": "mine.Mine", "AutoTokenizer": ["mine.Mine", None]}
    set_fields(folder / "config.json", auto_map=auto_map | {"AutoModelForCausalLM": "mine.Mine"})
    set_fields(folder / "tokenizer_config.json", auto_map=auto_map, tokenizer_class="Mine")
    return mark


def test_code_in_a_model_folder_does_not_run_and_a_note_says_so(bench, tiny_folder: Path) -> None:
    mark = plant_code(tiny_folder)
    set_fields(tiny_folder / "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")
    [ready] = bench.run(LoadModel(1, str(tiny_folder)))
    assert isinstance(ready, ModelReady)
    assert "loaded the model without it" in ready.model.notice
    events = bench.run(
        Generate(2, str(tiny_folder), (ask("the fox"),), SamplingParams(max_tokens=8))
    )
    assert any(isinstance(event, Delta) for event in events)
    assert not mark.exists()


def test_a_tokenizer_that_is_code_does_not_run(bench, tiny_folder: Path) -> None:
    mark = plant_code(tiny_folder)
    bench.run(LoadModel(1, str(tiny_folder)))
    assert not mark.exists()


def test_the_view_holds_data_only(tiny_folder: Path) -> None:
    plant_code(tiny_folder)
    with guard.safe_view(tiny_folder) as view:
        assert not list(view.glob("*.py"))
        config = json.loads((view / "config.json").read_text())
        assert (view / "model.safetensors").stat().st_size > 1000
    assert config["model_type"] == "qwen3"
    assert "auto_map" not in config
    assert not view.exists()


def test_the_audit_hook_refuses_python_source_of_a_view(tiny_folder: Path) -> None:
    """Runs in a process of its own, because an audit hook cannot be removed."""
    script = (
        "from engine.checkpoints import guard; guard.seal()\n"
        f"source = '/tmp/{guard.VIEW_PREFIX}x/model.py'\n"
        "exec(compile('print(\"ran\")', source, 'exec'))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "ran" not in done.stdout
    assert "tried to run its own code" in done.stderr


@pytest.mark.parametrize(
    "template",
    ["{{ 'a' * 10**9 }}", "{{ 9 ** 9999999 }}", "{{ 10**9 * 'a' }}", "{{ [0] * 10**9 }}"],
)
def test_templates_are_bounded(template: str) -> None:
    guard.seal()
    with pytest.raises(SecurityError):
        jinja2.Template(template).render()


def test_templates_are_sandboxed(tmp_path: Path) -> None:
    guard.seal()
    attack = "{{ cycler.__init__.__globals__.os.system('touch " + str(tmp_path / "ran") + "') }}"
    with pytest.raises(SecurityError):
        jinja2.Environment().from_string(attack).render()
    assert not (tmp_path / "ran").exists()


def test_an_ordinary_template_still_works() -> None:
    guard.seal()
    assert jinja2.Template("{{ '-' * 3 }}{{ 2 ** 5 }}").render() == "---32"
