"""Dot in PyTorch: a Qwen3-VL whose rows are packed with several conversations and images; and the
small models beside it that do not see.

The mathematics and the names of the weights are those of Qwen3-VL (transformers, mlx-vlm); of Qwen3
for Dash, and of Qwen3.5 for Dit.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.attention.flex_attention import BlockMask, and_masks

from demo_model.attention import Seen, as_bias, as_mask, attend, sees
from demo_model.dimensions import MERGE, Dimensions
from demo_model.shown.scenes import COLORS, SHAPES

# Projections back into the residual stream.
ENDS = ("o_proj", "out_proj", "down_proj", "attn.proj", "mlp.linear_fc2")


def rotate(x: Tensor, angles: Tensor) -> Tensor:
    """Apply rotary embedding to x (rows, heads, length, 2n) with angles (rows, 1, length, n)."""
    a, b = x.float().chunk(2, -1)
    cos, sin = angles.cos(), angles.sin()
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1).to(x.dtype)


class RMSNorm(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), self.weight.to(x.dtype), 1e-6)


class VisionAttention(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.heads = d.vision_heads
        self.qkv = nn.Linear(d.vision_hidden_size, 3 * d.vision_hidden_size)
        self.proj = nn.Linear(d.vision_hidden_size, d.vision_hidden_size)

    def forward(self, x: Tensor, angles: Tensor, mask: Tensor) -> Tensor:
        rows, length, size = x.shape
        split = self.qkv(x).view(rows, length, 3, self.heads, size // self.heads)
        q, k, v = split.permute(2, 0, 3, 1, 4)
        found = F.scaled_dot_product_attention(
            rotate(q, angles), rotate(k, angles), v, attn_mask=mask
        )
        return self.proj(found.transpose(1, 2).reshape(rows, length, size))


class VisionMLP(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.linear_fc1 = nn.Linear(d.vision_hidden_size, d.vision_intermediate_size)
        self.linear_fc2 = nn.Linear(d.vision_intermediate_size, d.vision_hidden_size)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear_fc2(F.gelu(self.linear_fc1(x), approximate="tanh"))


class VisionBlock(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(d.vision_hidden_size, eps=1e-6)
        self.norm2 = nn.LayerNorm(d.vision_hidden_size, eps=1e-6)
        self.attn = VisionAttention(d)
        self.mlp = VisionMLP(d)

    def forward(self, x: Tensor, angles: Tensor, mask: Tensor) -> Tensor:
        x = x + self.attn(self.norm1(x), angles, mask)
        return x + self.mlp(self.norm2(x))


class PatchMerger(nn.Module):
    """Makes one token of four patches. `shuffled`: the patches are joined before the norm."""

    def __init__(self, d: Dimensions, shuffled: bool) -> None:
        super().__init__()
        self.size = d.vision_hidden_size * MERGE**2
        self.norm = nn.LayerNorm(self.size if shuffled else d.vision_hidden_size, eps=1e-6)
        self.shuffled = shuffled
        self.linear_fc1 = nn.Linear(self.size, self.size)
        self.linear_fc2 = nn.Linear(self.size, d.hidden_size)

    def forward(self, x: Tensor) -> Tensor:
        joined = (*x.shape[:-2], -1, self.size)
        x = self.norm(x.reshape(joined)) if self.shuffled else self.norm(x).reshape(joined)
        return self.linear_fc2(F.gelu(self.linear_fc1(x)))


class PatchEmbed(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.proj = nn.Linear(d.patch_values, d.vision_hidden_size)

    def forward(self, pixels: Tensor) -> Tensor:
        return self.proj(pixels)


class Vision(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.d = d
        self.patch_embed = PatchEmbed(d)
        self.pos_embed = nn.Embedding(d.position_side**2, d.vision_hidden_size)
        self.blocks = nn.ModuleList(VisionBlock(d) for _ in range(d.vision_depth))
        self.merger = PatchMerger(d, shuffled=False)
        self.deepstack_merger_list = nn.ModuleList(PatchMerger(d, True) for _ in d.deepstack)
        n = d.vision_hidden_size // d.vision_heads // 4
        self.register_buffer("frequencies", 10_000.0 ** (-torch.arange(n) / n), persistent=False)

    def forward(
        self, pixels: Tensor, places: Tensor, sizes: Tensor, frames: Tensor
    ) -> tuple[Tensor, list[Tensor]]:
        """Return cells (rows, patches / 4, hidden), and what deepstack levels add to them.

        pixels (rows, patches, values) are uint8, the patches of a cell next to each other; places
        and sizes (rows, patches, 2) are row and column of a patch, and rows and columns of its
        frame; frames (rows, patches) number the frames of a row, which do not see each other.
        """
        x = self.patch_embed(pixels.float() / 127.5 - 1) + self._positions(places, sizes)
        angles = (places.float()[..., None] * self.frequencies).flatten(2)[:, None]
        mask = as_bias((frames[:, :, None] == frames[:, None, :])[:, None])
        mask = mask.expand(-1, self.d.vision_heads, -1, -1)
        levels = []
        for index, block in enumerate(self.blocks):
            x = block(x, angles, mask)
            if index in self.d.deepstack:
                merger = self.deepstack_merger_list[self.d.deepstack.index(index)]
                levels.append(merger(x))
        return self.merger(x), levels

    def _positions(self, places: Tensor, sizes: Tensor) -> Tensor:
        """Return the learned grid of positions, interpolated linearly to each frame's own grid."""
        side = self.d.position_side
        at = places.float() * (side - 1) / (sizes.float() - 1).clamp(min=1)
        low = at.floor()
        share = at - low
        low = low.long()
        high = (low + 1).clamp(max=side - 1)
        total = 0
        for row, row_share in ((low[..., 0], 1 - share[..., 0]), (high[..., 0], share[..., 0])):
            for column, column_share in (
                (low[..., 1], 1 - share[..., 1]),
                (high[..., 1], share[..., 1]),
            ):
                weight = (row_share * column_share)[..., None]
                total = total + self.pos_embed(row * side + column) * weight
        return total


class Sight(NamedTuple):
    """The inputs of attention that all layers share: the angles (rows, 1, length, pairs) of the
    tokens' positions; which tokens see which, as a rule and as a mask; and the places (rows,
    length) of the tokens before them. The first token of a conversation has its own place."""

    angles: Tensor
    seen: Seen
    mask: BlockMask | Tensor
    previous: Tensor

    @property
    def is_first(self) -> Tensor:
        return self.previous == torch.arange(self.previous.shape[1], device=self.previous.device)

    def before(self, x: Tensor) -> Tensor:
        """Return what x (rows, length, size) has for the token before each one; zeros for the first
        of a conversation."""
        found = x.gather(1, self.previous[..., None].expand_as(x))
        return found.masked_fill(self.is_first[..., None], 0)


class Attention(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.d = d
        # The rows of each head are those of its query, then those of its gate.
        query = d.head_dim * (2 if d.attn_output_gate else 1)
        self.q_proj = nn.Linear(d.hidden_size, d.num_attention_heads * query, bias=False)
        self.k_proj = nn.Linear(d.hidden_size, d.num_key_value_heads * d.head_dim, bias=False)
        self.v_proj = nn.Linear(d.hidden_size, d.num_key_value_heads * d.head_dim, bias=False)
        self.o_proj = nn.Linear(d.num_attention_heads * d.head_dim, d.hidden_size, bias=False)
        self.q_norm = RMSNorm(d.head_dim)
        self.k_norm = RMSNorm(d.head_dim)

    def forward(self, x: Tensor, sight: Sight) -> Tensor:
        rows, length, _ = x.shape
        split = (rows, length, -1, self.d.head_dim)
        q, *gate = (
            self.q_proj(x)
            .view(rows, length, self.d.num_attention_heads, -1)
            .split(self.d.head_dim, -1)
        )
        q = rotate(self.q_norm(q).transpose(1, 2), sight.angles)
        k = rotate(self.k_norm(self.k_proj(x).view(split)).transpose(1, 2), sight.angles)
        v = self.v_proj(x).view(split).transpose(1, 2)
        shared = self.d.num_attention_heads // self.d.num_key_value_heads
        k, v = k.repeat_interleave(shared, 1), v.repeat_interleave(shared, 1)
        found = attend(q.to(v.dtype), k.to(v.dtype), v, sight.mask).transpose(1, 2)
        if gate:
            found = found * gate[0].sigmoid()
        return self.o_proj(found.reshape(rows, length, -1))


class ForgetfulAttention(nn.Module):
    """Linear attention of a Qwen3.5 that forgets all at each token, so that only its convolution
    sees earlier ones: each branch of a conversation would need a memory of its own. The export
    adds what decides about the memory."""

    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.d = d
        self.in_proj_v = nn.Linear(d.hidden_size, d.linear_size, bias=False)
        self.in_proj_z = nn.Linear(d.hidden_size, d.linear_size, bias=False)
        self.taps = nn.Parameter(torch.empty(d.linear_size, d.linear_conv_kernel_dim))
        self.norm = RMSNorm(d.linear_value_head_dim)
        self.out_proj = nn.Linear(d.linear_size, d.hidden_size, bias=False)

    def forward(self, x: Tensor, sight: Sight) -> Tensor:
        v = self.in_proj_v(x)
        *earlier, last = self.taps.to(v.dtype).unbind(1)
        total = v * last
        for tap in reversed(earlier):
            v = sight.before(v)
            total = total + v * tap
        split = (*x.shape[:2], -1, self.d.linear_value_head_dim)
        # The memory takes a token by half (beta), and the product of query and key is one over the
        # root of their size. The norm makes up for both, but for its epsilon.
        found = F.silu(total).view(split) * (0.5 * self.d.linear_key_head_dim**-0.5)
        found = self.norm(found) * F.silu(self.in_proj_z(x).view(split))
        return self.out_proj(found.flatten(2))


class MLP(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(d.hidden_size, d.intermediate_size, bias=False)
        self.up_proj = nn.Linear(d.hidden_size, d.intermediate_size, bias=False)
        self.down_proj = nn.Linear(d.intermediate_size, d.hidden_size, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, d: Dimensions, *, linear: bool = False) -> None:
        super().__init__()
        if linear:
            self.linear_attn = ForgetfulAttention(d)
        else:
            self.self_attn = Attention(d)
        self.mlp = MLP(d)
        self.input_layernorm = RMSNorm(d.hidden_size)
        self.post_attention_layernorm = RMSNorm(d.hidden_size)
        self.linear = linear

    def forward(self, x: Tensor, sight: Sight) -> Tensor:
        attention = self.linear_attn if self.linear else self.self_attn
        x = x + attention(self.input_layernorm(x), sight)
        return x + self.mlp(self.post_attention_layernorm(x))


class Language(nn.Module):
    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.d = d
        self.embed_tokens = nn.Embedding(d.vocab_size, d.hidden_size)
        self.layers = nn.ModuleList(
            Layer(d, linear=d.is_linear(index)) for index in range(d.num_hidden_layers)
        )
        self.norm = RMSNorm(d.hidden_size)
        n = d.head_dim // 2
        self.register_buffer(
            "frequencies", d.rope_theta ** (-torch.arange(n) / n), persistent=False
        )
        # Interleaved mRoPE: the one of time, row and column that rotates each pair of values.
        axes = torch.zeros(n, dtype=torch.long)
        for axis in (1, 2):
            axes[axis : d.mrope_section[axis] * 3 : 3] = axis
        self.register_buffer("axes", axes, persistent=False)

    def sight(self, batch: dict[str, Tensor], positions: Tensor) -> Sight:
        """Return what tokens at positions (3, rows, length) see."""
        angles = positions.float()[self.axes].permute(1, 2, 0) * self.frequencies
        seen = sees(batch["documents"], batch["branches"])
        mask = as_mask(seen, batch["documents"])
        return Sight(angles[:, None], seen, mask, batch["previous"].long())

    def text_sight(self, batch: dict[str, Tensor]) -> Sight:
        """Return what tokens see if placeholders of images are words."""
        return self.sight(batch, batch["order"].expand(3, -1, -1))

    def forward(
        self, x: Tensor, sight: Sight, cells: Tensor | None = None, levels: Sequence[Tensor] = ()
    ) -> Tensor:
        for index, layer in enumerate(self.layers):
            x = layer(x, sight)
            if index < len(levels):
                x = scatter(x, cells, levels[index], add=True)
        return self.norm(x)

    def logits(self, hidden: Tensor) -> Tensor:
        return F.linear(hidden, self.embed_tokens.weight)


def scatter(x: Tensor, cells: Tensor, values: Tensor, *, add: bool) -> Tensor:
    """Put values (..., size) at the flat places `cells` of x (rows, length, size), or add them.
    Values at the place after the last, which are padding, are discarded."""
    flat = torch.cat([x.flatten(0, 1), x.new_zeros(1, x.shape[-1])])
    values = values.reshape(-1, x.shape[-1]).to(x.dtype)
    flat = flat.index_add(0, cells, values) if add else flat.index_copy(0, cells, values)
    return flat[:-1].view_as(x)


class Dot(nn.Module):
    """`cell_names` exists in training only: it names color and shape in each cell."""

    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.visual = Vision(d)
        self.language_model = Language(d)
        self.cell_names = nn.Linear(d.hidden_size, len(COLORS) + len(SHAPES) + 2)
        _initialize(self)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return hidden states (rows, length, hidden) and cell names of a batch of `batches`."""
        cells, levels = self.visual(
            batch["pixels"], batch["places"], batch["sizes"], batch["frames"]
        )
        where = batch["cells"].flatten()
        x = self.language_model.embed_tokens(batch["tokens"])
        x = scatter(x, where, cells, add=False)
        sight = self.language_model.sight(batch, batch["positions"])
        hidden = self.language_model(x, sight, where, levels)
        return hidden, self.cell_names(cells.float())


class Dash(nn.Module):
    """The language model of a Dot alone: it reads the placeholders of images as words."""

    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.language_model = Language(d)
        _initialize(self)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, None]:
        """Return hidden states (rows, length, hidden), and None: it has no auxiliary task."""
        x = self.language_model.embed_tokens(batch["tokens"])
        return self.language_model(x, self.language_model.text_sight(batch)), None


class Head(nn.Module):
    """The drafting head of a Qwen3.5 (MTP). From the hidden state of a token and the token after
    it, it predicts the one after both."""

    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.fc = nn.Linear(2 * d.hidden_size, d.hidden_size, bias=False)
        self.pre_fc_norm_embedding = RMSNorm(d.hidden_size)
        self.pre_fc_norm_hidden = RMSNorm(d.hidden_size)
        self.layers = nn.ModuleList([Layer(d)])
        self.norm = RMSNorm(d.hidden_size)

    def forward(self, x: Tensor, hidden: Tensor, sight: Sight) -> Tensor:
        """Return the states that predict the token after each of the embedded tokens x, from the
        model's hidden states of the tokens before them."""
        before = self.pre_fc_norm_hidden(sight.before(hidden))
        x = self.fc(torch.cat([self.pre_fc_norm_embedding(x), before], -1))
        # In the engine nothing is fed to the head for the first token of a conversation. Here no
        # other token sees it. Positions then begin at one and not at zero, which is the same to
        # attention.
        first = sight.is_first
        alike = and_masks(sight.seen, lambda row, head, q, k: first[row, q] == first[row, k])
        sight = sight._replace(mask=as_mask(alike, first))
        for layer in self.layers:
            x = layer(x, sight)
        return self.norm(x)


class Dit(nn.Module):
    """The language model of a Qwen3.5 and its drafting head."""

    def __init__(self, d: Dimensions) -> None:
        super().__init__()
        self.language_model = Language(d)
        self.mtp = Head(d)
        _initialize(self)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return the hidden states of the model and those of its head (rows, length, hidden). Both
        predict the token after each one, the head from the hidden state of the token before it."""
        x = self.language_model.embed_tokens(batch["tokens"])
        sight = self.language_model.text_sight(batch)
        hidden = self.language_model(x, sight)
        return hidden, self.mtp(x, hidden, sight)


Network = Dot | Dash | Dit


def compile_layers(model: nn.Module) -> None:
    """Have each kind of layer compiled when it is first called. The whole model as one graph would
    take minutes."""
    for module in model.modules():
        if isinstance(module, Layer | VisionBlock):
            module.compile(dynamic=False)


def _initialize(model: nn.Module) -> None:
    """Initialize the weights; projections back into the residual stream start at zero."""
    for name, weight in model.named_parameters():
        if weight.dim() < 2:
            if name.endswith("bias"):
                nn.init.zeros_(weight)
        elif "embed" in name and "patch" not in name:
            nn.init.normal_(weight, std=0.02)
        elif any(part in name for part in ENDS):
            nn.init.zeros_(weight)
        else:
            nn.init.normal_(weight, std=0.5 * weight.shape[1] ** -0.5)
