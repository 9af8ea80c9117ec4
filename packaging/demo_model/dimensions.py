"""The sizes of Dot, and what its processor makes of images and videos."""

import math
from dataclasses import dataclass

from engine.media.frame_plan import FrameSampling, plan_frames

# One token stands for CELL x CELL pixels.
PATCH = 8
MERGE = 2
CELL = PATCH * MERGE
# The area of an image in pixels, and the pixels of all frames of a video together.
IMAGE_AREA = (144 * 144, 192 * 192)
VIDEO_VOLUME = (8 * 96 * 96, 16 * 96 * 96)
# Frames of a video per second, within bounds.
FRAME_RATE = 8
FRAMES = (4, 16)
CONTEXT = 16_384


@dataclass(frozen=True)
class Dimensions:
    """Named as in a Qwen3-VL's config.json, where the config has a name for it."""

    vocab_size: int = 1536
    hidden_size: int = 192
    intermediate_size: int = 512
    num_hidden_layers: int = 6
    num_attention_heads: int = 4
    num_key_value_heads: int = 2
    head_dim: int = 64
    rope_theta: float = 10_000.0
    mrope_section: tuple[int, int, int] = (12, 10, 10)
    # A Qwen3.5 has these: a gate multiplies what attention finds, and all layers but every so many
    # have linear attention.
    attn_output_gate: bool = False
    full_attention_interval: int = 1
    linear_num_value_heads: int = 2
    linear_num_key_heads: int = 1
    linear_value_head_dim: int = 64
    linear_key_head_dim: int = 32
    linear_conv_kernel_dim: int = 4
    vision_hidden_size: int = 128
    vision_intermediate_size: int = 384
    vision_depth: int = 6
    vision_heads: int = 4
    position_side: int = 16
    deepstack: tuple[int, ...] = (2,)

    @property
    def patch_values(self) -> int:
        """Return the number of values of a patch: three colors, two frames."""
        return 3 * 2 * PATCH * PATCH

    @property
    def linear_size(self) -> int:
        """Return the number of values of a token in linear attention."""
        return self.linear_num_value_heads * self.linear_value_head_dim

    def is_linear(self, layer: int) -> bool:
        return (layer + 1) % self.full_attention_interval != 0


# Dash, which drafts for Dot and does not see.
DASH = Dimensions(hidden_size=128, intermediate_size=384, num_hidden_layers=5)
# Dit, which does not see either. Its drafting head is one more layer.
DIT = Dimensions(
    hidden_size=128,
    intermediate_size=192,
    num_hidden_layers=6,
    attn_output_gate=True,
    full_attention_interval=2,
)


def image_grid(width: int, height: int) -> tuple[int, int]:
    """Return (rows, columns) of tokens for an image of that size in pixels.

    Source: `smart_resize` of Qwen2-VL's image processor.
    """
    return _grid(width, height, 1, IMAGE_AREA)


def video_grid(width: int, height: int, frames: int) -> tuple[int, int]:
    """Return (rows, columns) of tokens for each pair of a video's frames, an even number.

    Source: `smart_resize` of Qwen3-VL's video processor.
    """
    return _grid(width, height, frames, VIDEO_VOLUME)


def _grid(width: int, height: int, frames: int, bounds: tuple[int, int]) -> tuple[int, int]:
    least, most = bounds
    rows, columns = round(height / CELL), round(width / CELL)
    if frames * rows * columns * CELL * CELL > most:
        shrink = math.sqrt(frames * height * width / most)
        rows = max(1, math.floor(height / shrink / CELL))
        columns = max(1, math.floor(width / shrink / CELL))
    elif frames * rows * columns * CELL * CELL < least:
        grow = math.sqrt(least / (frames * height * width))
        rows, columns = math.ceil(height * grow / CELL), math.ceil(width * grow / CELL)
    return rows, columns


def frame_indices(total: int, rate: float) -> list[int]:
    """Return which of a video's `total` frames, at `rate` a second, the engine shows to Dot."""
    return list(plan_frames(total, rate, FrameSampling(FRAME_RATE, *FRAMES)).indices)
