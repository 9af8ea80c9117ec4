"""A hostile or broken model folder costs one sentence: no fault, no wait, no gigabytes."""

import json
import os
import resource
from collections.abc import Callable
from pathlib import Path

import mlx.core as mx
import pytest

from engine.messages import Failed, LoadModel, ModelReady
from engine.models import loader
from tests.engine.checkpoints.test_guard import set_fields
from tests.kit import tiny_models

Damage = Callable[[Path], object]
NORM = "model.norm.weight"


def fifo_damage(name: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)

    return damage


def symlink_damage(name: str, target: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)

    return damage


def text_damage(name: str, text: str) -> Damage:
    return lambda folder: (folder / name).write_text(text)


def sparse_damage(name: str, size: int) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).write_bytes(b"")
        os.truncate(folder / name, size)

    return damage


def config(**changes) -> Damage:
    return lambda folder: set_fields(folder / "config.json", **changes)


def header_damage(text: bytes) -> Damage:
    def damage(folder: Path) -> None:
        data = len(text).to_bytes(8, "little") + text + bytes(1000)
        (folder / "model.safetensors").write_bytes(data)

    return damage


def missing(name: str) -> Damage:
    return lambda folder: (folder / name).unlink()


def nested_json(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


NOT_A_FILE = "damaged: it is a device or a pipe, not a file. Download the model again."
WHOLE = "is damaged or incomplete"

ATTACKS: dict[str, tuple[Damage, str]] = {
    "a pipe as config": (fifo_damage("config.json"), f"config.json in tiny is {NOT_A_FILE}"),
    "a pipe as index": (fifo_damage("model.safetensors.index.json"), NOT_A_FILE),
    "a pipe as weights": (fifo_damage("model.safetensors"), NOT_A_FILE),
    "a pipe as tokenizer": (fifo_damage("tokenizer.json"), NOT_A_FILE),
    "a pipe as template": (fifo_damage("chat_template.jinja"), NOT_A_FILE),
    "a pipe as generation config": (fifo_damage("generation_config.json"), NOT_A_FILE),
    "endless config": (symlink_damage("config.json", "/dev/zero"), NOT_A_FILE),
    "endless generation config": (
        symlink_damage("generation_config.json", "/dev/zero"),
        NOT_A_FILE,
    ),
    "endless weights": (symlink_damage("model.safetensors", "/dev/zero"), NOT_A_FILE),
    "a loop of links": (symlink_damage("config.json", "config.json"), "it has no config.json"),
    "a link to nothing": (
        symlink_damage("tokenizer.json", "nowhere"),
        "tokenizer.json is missing.",
    ),
    "a folder as tokenizer": (
        lambda folder: (missing("tokenizer.json")(folder), (folder / "tokenizer.json").mkdir()),
        "tokenizer.json is missing. Download the model again.",
    ),
    "no tokenizer": (missing("tokenizer.json"), "tokenizer.json is missing."),
    "a huge config": (sparse_damage("config.json", 200_000_000), "it is larger than 34 MB"),
    "a huge preset": (
        sparse_damage("generation_config.json", 200_000_000),
        "it is larger than 34 MB",
    ),
    "a huge tokenizer": (
        sparse_damage("tokenizer.json", 200_000_000),
        "larger than any model needs",
    ),
    "weights of zeros": (sparse_damage("model.safetensors", 1 << 40), WHOLE),
    "many values": (
        text_damage("config.json", "[" + "[]," * 1_000_001),
        "it contains too many values",
    ),
    "5,000 levels": (text_damage("config.json", nested_json(5_000)), "it is nested too deeply"),
    "600 levels": (text_damage("config.json", nested_json(600)), "it is nested too deeply"),
    "600 levels elsewhere": (
        text_damage("other.json", nested_json(600)),
        "it is nested too deeply",
    ),
    "a long number": (text_damage("config.json", "9" * 5_000), "a number with too many digits"),
    "no text": (lambda it: (it / "config.json").write_bytes(b"\xff"), "it is not UTF-8 text"),
    "no JSON": (text_damage("config.json", "{\n not"), "line 2 is not valid JSON"),
    "a deep header": (header_damage(nested_json(5_000).encode()), WHOLE),
    "a huge header": (header_damage(b" " * (33 << 20)), WHOLE),
    "a header of lists": (header_damage(b"[" + b"[]," * 1_000_001), WHOLE),
    "layers without end": (config(num_hidden_layers=10**8), "cannot be 100,000,000"),
    "layers of a tower": (config(vision_config={"depth": 10**8}), "depth cannot be 100,000,000"),
    "layers in a list": (config(vision_config={"depths": [1, 10**8]}), "depths cannot be"),
    "experts without end": (config(num_experts=10**8), "num_experts cannot be 100,000,000"),
    "layers without number": (config(num_hidden_layers=float("inf")), "cannot be inf"),
    "a head without end": (config(head_dim=10**8), "head_dim cannot be 100,000,000"),
    "a section that is none": (config(text_config="x"), "text_config cannot be 'x'"),
    "a module in a module": (config(model_type="olmo.x"), "to the family “olmo.x”"),
    "values that do not fit": (config(hidden_size=-64), "does not match its other files"),
    "an end that is no id": (config(eos_token_id={}), "does not match its other files"),
    "no heads": (config(num_attention_heads=0), "does not match its other files"),
    "patches of nothing": (
        text_damage("preprocessor_config.json", '{"patch_size": 0}'),
        "preprocessor_config.json in tiny is damaged: patch_size cannot be 0.",
    ),
    "huge images": (
        text_damage("preprocessor_config.json", '{"size": {"height": 1000000, "width": 1}}'),
        "height cannot be 1,000,000",
    ),
}


@pytest.mark.parametrize(("damage", "says"), ATTACKS.values(), ids=ATTACKS)
def test_a_hostile_folder_costs_one_sentence(
    bench, tiny_text: Path, damage: Damage, says: str
) -> None:
    damage(tiny_text)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    [failed] = bench.run(LoadModel(1, str(tiny_text)))
    assert isinstance(failed, Failed)
    assert says in failed.message
    assert failed.message.endswith(".")
    assert not failed.fault
    # In kB; 500 MB at most.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000


def resaved(change: Callable[[dict[str, mx.array]], object]) -> Damage:
    def damage(folder: Path) -> None:
        path = folder / "model.safetensors"
        tensors = mx.load(str(path))
        assert isinstance(tensors, dict)
        mx.eval(tensors)
        change(tensors)
        mx.save_safetensors(str(path), tensors)

    return damage


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda it: it.pop(NORM), f"the tensor {NORM} is missing from its weights, 1 in all."),
        (lambda it: it.update({NORM: mx.ones(3)}), f"the tensor {NORM} has the shape 3, but its "),
        (lambda it: it.update({"x.y": mx.ones(3)}), "its weights have a tensor x.y that its "),
    ],
    ids=["missing", "shape", "unknown"],
)
def test_a_tensor_that_does_not_fit_is_named(bench, tiny_text: Path, change, expected: str) -> None:
    resaved(change)(tiny_text)
    [failed] = bench.run(LoadModel(1, str(tiny_text)))
    assert expected in failed.message
    assert not failed.fault


def test_numbers_that_fail_only_in_a_forward_pass_are_refused(bench, tmp_path: Path) -> None:
    tiny_models.gpt_oss(tmp_path / "tiny")
    set_fields(tmp_path / "tiny" / "config.json", num_experts_per_tok=10**8)
    [failed] = bench.run(LoadModel(1, str(tmp_path / "tiny")))
    assert "does not match its other files" in failed.message
    assert not failed.fault


def test_an_unreadable_folder_is_refused(bench) -> None:
    [failed] = bench.run(LoadModel(1, "/" + "x" * 5_000))
    assert "cannot be read: File name too long." in failed.message
    assert not failed.fault


def test_a_config_with_too_many_modules_is_refused(bench, tiny_text: Path, monkeypatch) -> None:
    monkeypatch.setattr("engine.checkpoints.failed_load.MAX_MODULES", 10)
    [failed] = bench.run(LoadModel(1, str(tiny_text)))
    assert "does not match its other files" in failed.message


@pytest.mark.parametrize(
    "settings",
    [{"eos_token_id": {}}, {"eos_token_id": [{}, "x"]}, {"do_sample": True, "top_k": float("inf")}],
)
def test_unusable_settings_are_ignored(bench, tiny_text: Path, settings) -> None:
    (tiny_text / "generation_config.json").write_text(json.dumps(settings))
    [ready] = bench.run(LoadModel(1, str(tiny_text)))
    assert isinstance(ready, ModelReady)


def test_weights_that_the_index_does_not_name_are_not_read(bench, tiny_text: Path) -> None:
    weights = {"weight_map": {"a": "model.safetensors"}}
    (tiny_text / "model.safetensors.index.json").write_text(json.dumps(weights))
    (tiny_text / "model-2.safetensors").write_bytes(b"not checked")
    [ready] = bench.run(LoadModel(1, str(tiny_text)))
    assert isinstance(ready, ModelReady)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1000)


def replaced(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)


@pytest.mark.parametrize("change", [truncate, replaced, Path.unlink])
def test_a_folder_that_changes_while_it_is_loaded_is_refused(
    bench,
    tiny_text: Path,
    monkeypatch,
    change: Damage,
) -> None:
    load = loader.build_model

    def loaded(*arguments):
        change(tiny_text / "model.safetensors")
        return load(*arguments)

    monkeypatch.setattr(loader, "build_model", loaded)
    [failed] = bench.run(LoadModel(1, str(tiny_text)))
    assert "tiny changed while the model was loading." in failed.message
    assert not failed.fault


def test_no_library_writes_to_the_weights_of_a_model(bench, tmp_path: Path) -> None:
    """mlx-vlm changes the header of weights of a type that MLX does not know."""
    tiny_models.gemma3(tmp_path / "tiny")
    weights = tmp_path / "tiny" / "model.safetensors"
    data = weights.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    # its name makes the error one that mlx-vlm takes for an unknown type
    header["F8_E8M0"] = header["language_model.lm_head.weight"] | {"dtype": "F8_E8M0"}
    written = json.dumps(header).encode()
    weights.write_bytes(len(written).to_bytes(8, "little") + written + data[8 + size :])
    before = weights.stat()
    [failed] = bench.run(LoadModel(1, str(tmp_path / "tiny")))
    assert isinstance(failed, Failed)
    assert weights.stat().st_mtime_ns == before.st_mtime_ns


def test_every_tiny_family_is_within_the_bounds(tmp_path: Path) -> None:
    for name, make in tiny_models.FAMILIES.items():
        make(tmp_path / name)
        assert loader.examine_model(str(tmp_path / name)).name
