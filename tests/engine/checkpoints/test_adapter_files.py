"""A hostile or damaged adapter costs a sentence, before a library reads it."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.checkpoints.adapter_files import check_base, read_adapter
from engine.checkpoints.tensor_headers import Tensor
from engine.errors import Refused

LORA = {"rank": 2, "scale": 8.0, "dropout": 0.0}
CONFIG = {"fine_tune_type": "lora", "num_layers": 2, "lora_parameters": LORA, "model": "org/base"}
Shapes = dict[str, list[int]]
SHAPES: Shapes = {
    "model.layers.0.self_attn.q_proj.lora_a": [16, 2],
    "model.layers.0.self_attn.q_proj.lora_b": [2, 32],
}


def save(folder: Path, config: Any = CONFIG, shapes: Shapes = SHAPES, **entry: Any) -> Path:
    """Save an adapter; `entry` changes what the header says of each tensor."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "adapter_config.json").write_text(json.dumps(config))
    header, at = {}, 0
    for name, shape in shapes.items():
        size = 4 * shape[0] * shape[1]
        offsets = [at, at + size]
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": offsets} | entry
        at += size
    data = json.dumps(header).encode()
    (folder / "adapters.safetensors").write_bytes(struct.pack("<Q", len(data)) + data + bytes(at))
    return folder


def changed(**values: Any) -> dict[str, Any]:
    return CONFIG | {"lora_parameters": LORA | values}


def test_an_adapter_is_read_with_the_name_of_its_base(tmp_path: Path) -> None:
    found = read_adapter(save(tmp_path / "a", CONFIG | {"auto_map": "evil.py", "test": True}))
    assert found.base == "base"
    assert not found.legacy
    assert found.nbytes == 4 * (16 * 2 + 2 * 32)
    # Nothing else reaches a library.
    assert set(found.settings) == {"fine_tune_type", "num_layers", "lora_parameters"}


@pytest.mark.parametrize(
    "config",
    [
        changed(rank=10**9),
        changed(rank="8"),
        changed(rank=True),
        changed(scale=float("nan")),
        changed(scale=1e300),
        changed(dropout=7),
        changed(keys=["__class__.__init__"]),
        changed(keys="q_proj"),
        changed(keys=["a" * 1000]),
        changed(keys=["layers..q"]),
        CONFIG | {"num_layers": 10**9},
        CONFIG | {"lora_parameters": []},
        CONFIG | {"fine_tune_type": "../../module"},
        {"rank": 0, "alpha": 1},
        {},
        [],
        "text",
    ],
)
def test_settings_out_of_bounds_are_refused(tmp_path: Path, config: Any) -> None:
    with pytest.raises(Refused, match=r"adapter_config\.json in a is damaged"):
        read_adapter(save(tmp_path / "a", config))


def pipe(folder: Path) -> None:
    import os  # noqa: PLC0415

    (folder / "adapters.safetensors").unlink()
    os.mkfifo(folder / "adapters.safetensors")


def cut(folder: Path) -> None:
    path = folder / "adapters.safetensors"
    path.write_bytes(path.read_bytes()[:-8])


def folder_of_weights(folder: Path) -> None:
    (folder / "adapters.safetensors").unlink()
    (folder / "adapters.safetensors").mkdir()


@pytest.mark.parametrize("harm", [pipe, cut, folder_of_weights])
def test_weights_that_are_no_whole_file_are_refused(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    harm(save(tmp_path / "a"))
    with pytest.raises(Refused, match=r"damaged|cannot be read"):
        read_adapter(tmp_path / "a")


@pytest.mark.parametrize(
    ("shapes", "entry"),
    [
        ({"model.embed.weight": [4, 4]}, {}),
        ({"model.x.lora_a": [4, 4]}, {}),
        ({"model.__class__.lora_a": [4, 4], "model.__class__.lora_b": [4, 4]}, {}),
        (SHAPES, {"shape": [1 << 40, 2]}),
        (SHAPES, {"dtype": "U8"}),
        ({}, {}),
    ],
)
def test_tensors_that_are_no_adapter_are_refused(
    tmp_path: Path, shapes: Shapes, entry: dict[str, Any]
) -> None:
    with pytest.raises(Refused, match="damaged, or not that of a LoRA adapter"):
        read_adapter(save(tmp_path / "a", shapes=shapes, **entry))


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (CONFIG | {"fine_tune_type": "full"}, "all weights of a fine-tuned model"),
        ({"peft_type": "LORA", "r": 8}, "adapter for PyTorch"),
    ],
)
def test_other_kinds_of_fine_tuning_are_named(
    tmp_path: Path, config: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        read_adapter(save(tmp_path / "a", config))


def test_a_folder_without_an_adapter_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"adapter_config\.json is missing"):
        read_adapter(tmp_path)


def test_the_base_is_checked_by_the_sizes_of_its_layers(tmp_path: Path) -> None:
    adapter = read_adapter(save(tmp_path / "models--org--a" / "snapshots" / "1f0c"))

    def weight(*shape: int, name: str = "language_model.model.layers.0.self_attn.q_proj") -> Tensor:
        return Tensor(f"{name}.weight", "F32", shape, 0)

    check_base(adapter, [weight(32, 16)], tmp_path / "base")
    check_base(adapter, [weight(9, 9), weight(32, 16)], tmp_path / "base")
    # A layer under another name is checked once the model is loaded.
    check_base(adapter, [weight(9, 9, name="other")], tmp_path / "base")
    with pytest.raises(Refused, match=r"^a does not belong to Dot.*trained on base"):
        check_base(adapter, [weight(32, 64)], tmp_path / "resources" / "dot")


def test_a_quantized_base_is_checked_by_what_comes_out_of_its_layers(tmp_path: Path) -> None:
    adapter = read_adapter(save(tmp_path / "a"))
    name = "model.layers.0.self_attn.q_proj"

    def packed(out: int) -> list[Tensor]:
        return [
            Tensor(f"{name}.weight", "U32", (out, 2), 0),
            Tensor(f"{name}.scales", "F16", (out, 1), 0),
        ]

    check_base(adapter, packed(32), tmp_path / "base")
    with pytest.raises(Refused, match="does not belong"):
        check_base(adapter, packed(33), tmp_path / "base")
