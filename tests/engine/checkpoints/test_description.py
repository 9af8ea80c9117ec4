"""The facts that a model's files tell agree with the loaded model."""

import json
from pathlib import Path

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx.utils import tree_flatten

from engine.channels.format_markers import (
    REASONING,
    WITHOUT_TOOLS,
    template_calls,
    template_thinks,
)
from engine.channels.known_formats import FORMATS
from engine.checkpoints.description import describe, problem_of
from engine.checkpoints.folder_files import (
    licence_of,
    read_model_files,
    stripped_notes,
)
from engine.checkpoints.model_files import ModelFiles
from engine.checkpoints.template_files import template_of_settings
from engine.checkpoints.tensor_headers import Tensor
from engine.checkpoints.weight_bits import weight_bits
from engine.errors import Refused
from engine.models.loader import examine_model, load_model
from tests.kit.paths import DOT
from tests.kit.tiny_models import FAMILIES

WEIGHTS = Tensor("a.weight", "BF16", (4, 4), 32)


def files(config: dict | None = None, *names: str, template: str = "") -> ModelFiles:
    found = {"model_type": "qwen3"} if config is None else config
    listed = names or ("config.json", "model.safetensors", "tokenizer.json")
    return ModelFiles(found, [WEIGHTS], template, names=frozenset(listed))


@pytest.mark.parametrize("family", ["qwen3", "gpt_oss", "qwen2_5_vl", "gemma3", "gemma4"])
def test_the_facts_are_those_of_the_loaded_model(family: str, tmp_path: Path) -> None:
    FAMILIES[family](tmp_path)
    facts = describe(read_model_files(tmp_path))
    model = load_model(examine_model(str(tmp_path)))
    info = model.info
    assert facts.family == info.family
    assert (facts.vision, facts.video) == (info.vision, model.video)
    assert facts.thinking == info.thinking
    assert facts.context in (info.context, 0)
    assert facts.bits == 32
    assert facts.parameters * 4 == facts.weight_bytes
    assert problem_of(read_model_files(tmp_path)) == ""


def test_the_facts_of_dot() -> None:
    facts = describe(read_model_files(DOT))
    assert (facts.vision, facts.video, facts.thinking, facts.tools) == (True, True, True, True)
    assert facts.parameters == 4_750_272
    assert stripped_notes(DOT) == ()


def test_a_template_that_cannot_be_parsed_neither_thinks_nor_calls() -> None:
    whole = "{% generation %}{% if tools %}<think><tool_call>{% endif %}{% endgeneration %}"
    templates = (
        whole,
        "{% for a in b %}{% break %}{% endfor %}" + whole,
        whole[:-5],
        "{{" + "(" * 3000 + whole,
        "{{" + "9" * 5000 + "}}" + whole,
    )
    found = [describe(files(template=it)) for it in templates]
    assert [(it.thinking, it.tools) for it in found] == [(True, True)] * 2 + [(False, False)] * 3


@pytest.mark.parametrize(
    ("template", "thinks"),
    [
        ("{{ x | nope }}", False),
        ("{{ x is nope }}", False),
        ("{% if a %}{% for b in c %}{{ b | nope }}{% endfor %}{% endif %}", False),
        ("{% if a %}{% filter nope %}{% endfilter %}{% endif %}", False),
        ("{% if a %}{% block b %}{{ x | nope }}{% endblock %}{% endif %}", False),
        ("{% if a %}{% generation %}{{ x | nope }}{% endgeneration %}{% endif %}", False),
        ("{% if a %}{{ x | nope }}{% endif %}", True),
        ("{% if a %}{% call f(x | nope) %}{% endcall %}{% endif %}", True),
        ("{{ (x | nope) if a else x }}", True),
        ("{% if a %}{% for b in c | nope %}{% endfor %}{% endif %}", True),
        ("{{ 'x' * 10 ** 12 }}{{ x | tojson }}", True),
    ],
)
def test_a_template_that_cannot_be_compiled_does_not_think(template: str, thinks: bool) -> None:
    assert describe(files(template=f"<think>{template}")).thinking is thinks


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(64, 256)
        self.mlp = nn.Linear(256, 128, bias=False)
        self.lm_head = nn.Linear(256, 64, bias=False)
        self.norm = nn.RMSNorm(256)


def quantized_tensors(path: Path, **settings) -> list[Tensor]:
    net = Net()
    net.set_dtype(mx.bfloat16)
    nn.quantize(net, class_predicate=lambda name, _: settings.get(name, False))
    weights = dict(tree_flatten(net.parameters()))
    mx.save_safetensors(str(path / "model.safetensors"), weights)
    return list(read_model_files(path).tensors)


@pytest.mark.parametrize(
    ("settings", "bits"),
    [
        ({"bits": 4, "group_size": 64}, 4.5),
        ({"bits": 3, "group_size": 32}, 4.0),
        ({"bits": 6, "group_size": 128}, 6.25),
        ({"bits": 4, "group_size": 32, "mode": "mxfp4"}, 4.25),
        ({"bits": 8, "group_size": 32, "mode": "mxfp8"}, 8.25),
        ({"bits": 4, "group_size": 16, "mode": "nvfp4"}, 4.5),
    ],
)
def test_parameters_are_counted_before_quantization(settings, bits, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "x"}')
    tensors = quantized_tensors(tmp_path, embed_tokens=settings, mlp=settings, lm_head=settings)
    found = weight_bits({"quantization": settings}, tensors)
    assert found.parameters == 64 * 256 + 128 * 256 + 64 * 256 + 256
    assert dict(found.layer_bits)["Feed-forward"] == pytest.approx(bits, abs=0.01)


def test_mixed_bits_are_told_by_kind_of_module(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "x"}')
    four, eight = {"bits": 4, "group_size": 64}, {"bits": 8, "group_size": 32}
    tensors = quantized_tensors(tmp_path, mlp=four, lm_head=eight)
    named = {"quantization": four | {"lm_head": eight}}
    found = weight_bits(named, tensors)
    assert found.parameters == 64 * 256 + 128 * 256 + 64 * 256 + 256
    assert dict(found.layer_bits) == {
        "Feed-forward": 4.5,
        "Output": 9.0,
        "Embeddings": 16.0,
        "Other parts": 16.0,
    }
    assert found.layer_bits[0][0] == "Feed-forward"


def test_weights_packed_by_others_are_unpacked() -> None:
    tensors = [
        Tensor("mlp.experts.gate_up_proj_blocks", "U8", (2, 4, 2, 16), 256),
        Tensor("mlp.experts.gate_up_proj_scales", "U8", (2, 4, 2), 16),
        Tensor("mlp.up.qweight", "I32", (8, 32), 1024),
        Tensor("mlp.up.scales", "F16", (1, 256), 512),
        Tensor("mlp.up.qzeros", "I32", (1, 32), 128),
        Tensor("mlp.down.weight", "F8_E4M3", (16, 16), 256),
        Tensor("mlp.down.weight_scale_inv", "F32", (1, 1), 4),
    ]
    found = weight_bits({"quantization_config": {"bits": 4, "quant_method": "gptq"}}, tensors)
    assert found.parameters == 512 + 2048 + 256


@pytest.mark.parametrize("odd", [None, "x", [1], {"group_size": "x", "bits": [4]}, {"bits": 1e400}])
def test_odd_quantization_settings_break_nothing(odd) -> None:
    tensors = [Tensor("a.weight", "U32", (), 64), Tensor("a.scales", "BF16", (0,), 0)]
    assert weight_bits({"quantization": odd, "text_config": odd}, tensors).parameters == 128


def test_every_marker_of_reasoning_is_known_to_the_templates() -> None:
    for row in FORMATS.values():
        for start, _ in row.think:
            assert template_thinks(f"{{{{ '{start}' }}}}"), start
        if not (row.tools or row.headers or row.recipients):
            assert row.name in WITHOUT_TOOLS
    assert not template_thinks("{{ messages }}")
    assert all(isinstance(it, str) for it in REASONING)


def test_a_template_calls_only_if_it_has_tools_and_a_format() -> None:
    assert template_calls("{% if tools %}<tool_call>{% endif %}")
    assert not template_calls("<tool_call>")
    assert not template_calls("{% if tools %}{{ tools }}{% endif %}")


@pytest.mark.parametrize(
    ("found", "word"),
    [
        (files({}, "model-q4.gguf"), "GGUF"),
        (files(None, "config.json", "pytorch_model.bin"), "PyTorch"),
        (files(None, "config.json"), "no .safetensors"),
        (files({}, "model.safetensors"), "config.json"),
        (files({"model_type": "nonesuch"}), "nonesuch"),
        (files({"model_type": "nonesuch", "auto_map": {}}), "Python code"),
        (files({"model_type": "qwen3", "model_file": "x.py"}), "Python code"),
        (files(None, "config.json", "model.safetensors"), "tokenizer.json"),
        (files({"model_type": "bert"}), "does not chat"),
        (files({}, "adapter_config.json", "adapters.safetensors"), "LoRA"),
        (files(), ""),
    ],
)
def test_a_sentence_says_why_a_model_cannot_be_used(found: ModelFiles, word: str) -> None:
    problem = problem_of(found)
    assert (word in problem) if word else problem == ""


def test_the_notes_name_everything_that_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(
        json.dumps({"model_type": "x", "auto_map": {}, "deep": [{"ple_storage": "/etc/passwd"}]})
    )
    for name in ("modeling.py", "a.py", "pytorch_model.bin"):
        (tmp_path / name).write_bytes(b"x")
    assert stripped_notes(tmp_path) == (
        "2 program files in the folder: ignored for safety.",
        "1 PyTorch or pickle file: never opened, since such files can run code.",
        "Settings that ask to run code from the folder or the hub: removed.",
        "A setting that points to a file outside the folder was removed.",
    )


def test_the_licence_is_that_of_the_card() -> None:
    assert licence_of("---\ntags: [a]\nlicense: Apache-2.0\n---\nlicense: mit") == "apache-2.0"
    assert licence_of("license: mit") == ""


def test_the_default_template_of_several_counts() -> None:
    several = [{"name": "tool_use", "template": "b"}, {"name": "default", "template": "a"}, 3]
    assert template_of_settings({"chat_template": several}) == "a"
    assert template_of_settings({"chat_template": {"a": 1}}) == ""
    assert template_of_settings([]) == ""


def test_a_damaged_header_is_refused_with_a_sentence(tmp_path: Path) -> None:
    FAMILIES["qwen3"](tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"<html>404</html>" * 10)
    with pytest.raises(Refused, match="damaged"):
        read_model_files(tmp_path)
