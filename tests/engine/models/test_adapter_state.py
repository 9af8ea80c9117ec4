"""Families that keep a prompt's positions, or their shift, on the module: prompts in turns."""

from typing import Any, cast

import mlx.core as mx
import pytest
from mlx.utils import tree_map
from mlx_vlm.generate.ar import generate_step
from mlx_vlm.models.falcon_ocr.config import ModelConfig as FalconConfig
from mlx_vlm.models.falcon_ocr.falcon_ocr import Model as FalconModel
from mlx_vlm.models.glm_ocr.config import ModelConfig
from mlx_vlm.models.glm_ocr.glm_ocr import Model

from engine.models.adapter import VisionAdapter

TOKENS, CHUNK = 24, 4
IMAGE, VIDEO, START, END = 5, 6, 3, 4


@pytest.fixture(scope="module")
def network() -> Any:
    mx.random.seed(0)
    size = {"hidden_size": 64, "intermediate_size": 128}
    heads = {"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16}
    rope = {"mrope_section": [4, 2, 2], "partial_rotary_factor": 1.0, "rope_theta": 10_000}
    text = {**size, **heads, "num_hidden_layers": 2, "vocab_size": 100, "rope_parameters": rope}
    config = ModelConfig(
        text_config=cast("Any", text),
        vision_config=cast("Any", {**size, "depth": 1, "num_heads": 4, "out_hidden_size": 64}),
        image_token_id=IMAGE,
        video_token_id=VIDEO,
        image_start_token_id=START,
        image_end_token_id=END,
    )
    return with_random_weights(Model(config))


def with_random_weights(network: Any) -> Any:
    parameters = network.parameters()
    network.update(
        tree_map(lambda v: mx.random.normal(v.shape) * 0.2 if v.ndim >= 2 else v, parameters)
    )
    return network


def with_image(height: int, width: int, tail: list[int]) -> tuple[list[int], dict[str, Any]]:
    """Token ids and arrays of a prompt with a random image of height x width patches."""
    pixels = mx.random.normal((height * width, 3 * 2 * 14 * 14), key=mx.random.key(height))
    tokens = [1, START, *[IMAGE] * (height * width // 4), END, *tail]
    return tokens, {"pixel_values": pixels, "image_grid_thw": mx.array([[1, height, width]])}


def library_tokens(network: Any, tokens: list[int], arrays: dict[str, Any]) -> list[int]:
    network.language_model._rope_deltas = network.language_model._position_ids = None
    options = {"max_tokens": TOKENS, "temperature": 0.0} | arrays
    pixels = options.pop("pixel_values", None)
    found = generate_step(mx.array([tokens]), network, pixels, None, **options)
    return [cast("int", token) for token, _ in found]


def test_alternating_prompts_keep_their_positions(network: Any) -> None:
    inputs = [
        with_image(4, 8, [7, 8, 9, 10]),
        with_image(8, 12, [17, 12]),
        ([20, 21, 22, 23, 24, 25], {}),
    ]
    expected = [library_tokens(network, *each) for each in inputs]
    assert tokens_in_turns(network, inputs, CHUNK) == expected


def test_alternating_prompts_keep_the_shift_of_their_positions() -> None:
    """Falcon OCR has one position for a whole image, and asks for the shift after it."""
    mx.random.seed(0)
    size = {"dim": 64, "ffn_dim": 128, "n_layers": 2, "vocab_size": 100, "max_seq_len": 128}
    heads = {"n_heads": 4, "n_kv_heads": 2, "head_dim": 16}
    image = {"img_id": IMAGE, "image_cls_token_id": START, "img_end_id": END}
    config = FalconConfig.from_dict(size | heads | image | {"spatial_patch_size": 2})
    network = with_random_weights(FalconModel(config))
    inputs: list[tuple[list[int], dict[str, Any]]] = []
    for height, width, tail in ((2, 3, [7, 8, 9]), (4, 5, [17, 12])):
        pixels = mx.random.normal((1, 2 * height, 2 * width, 3))
        tokens = [1, START, *[IMAGE] * (height * width), END, *tail]
        inputs.append((tokens, {"pixel_values": pixels, "image_grid_hw": [[height, width]]}))
    expected = [library_tokens(network, *each) for each in inputs]
    assert tokens_in_turns(network, inputs, 128) == expected


def tokens_in_turns(
    network: Any, inputs: list[tuple[list[int], dict[str, Any]]], chunk: int
) -> list[list[int]]:
    adapter = VisionAdapter(network)
    assert not adapter.batched
    prompts = [adapter.prompt(*each) for each in inputs]
    caches = [adapter.new_cache() for _ in prompts]
    logits = [mx.array([])] * len(prompts)
    for start in range(0, max(len(prompt.tokens) for prompt in prompts), chunk):
        for row, prompt in enumerate(prompts):
            if start < len(prompt.tokens):
                stop = min(start + chunk, len(prompt.tokens))
                logits[row] = adapter.prefill(prompt, start, stop, caches[row])
    replies: list[list[int]] = [[] for _ in prompts]
    for step in range(TOKENS):
        for row, prompt in enumerate(prompts):
            token = mx.argmax(logits[row], axis=-1)
            replies[row].append(cast("int", token.item()))
            position = len(prompt.tokens) + step
            block = adapter.decode_block(token[None], [position], [prompt], caches[row])
            logits[row] = block[:, -1]
    return replies
