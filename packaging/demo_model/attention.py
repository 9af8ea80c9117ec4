"""Attention of packed rows, in which most tokens do not see each other.

On a GPU, blocks of scores in which no token sees another are skipped. In long rows most are.
Source: Dong et al., "Flex Attention: A programming model for optimized attention kernels" (2024).
"""

from collections.abc import Callable
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.attention.flex_attention import BlockMask, create_mask, flex_attention

# A function of row, head, and the places of a query and a key: whether the query sees the key.
Seen = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
# Queries, and keys, of a block.
BLOCK = 128
_flex_attention = torch.compile(flex_attention, dynamic=False)


def sees(documents: Tensor, branches: Tensor) -> Seen:
    """Return the rule that a token sees earlier tokens of its own document, on the trunk (branch 0)
    or on its own branch; both are (rows, length)."""

    def seen(row: Tensor, head: Tensor, q: Tensor, k: Tensor) -> Tensor:
        same = documents[row, q] == documents[row, k]
        trunk = (branches[row, k] == 0) | (branches[row, q] == branches[row, k])
        return (q >= k) & same & trunk

    return seen


def as_mask(seen: Seen, tokens: Tensor) -> BlockMask | Tensor:
    """Return the mask of a rule for `tokens` (rows, length): one of blocks on a GPU, elsewhere a
    bias."""
    rows, length = tokens.shape
    if tokens.is_cuda:
        return block_mask(seen, rows, length, tokens.device)
    return as_bias(create_mask(seen, rows, None, length, length, tokens.device))


def block_mask(seen: Seen, rows: int, length: int, device: torch.device) -> BlockMask:
    """Return the same as PyTorch's `create_block_mask`, but compile only the counting: PyTorch 2.11
    takes minutes to compile the sorting of 128 blocks (its issue 182060)."""
    some, full = _blocks(seen, rows, length, device)
    return BlockMask.from_kv_blocks(
        *_ordered(some),
        *_ordered(full),
        BLOCK_SIZE=BLOCK,
        mask_mod=seen,
        seq_lengths=(length, length),
    )


@partial(torch.compile, dynamic=False)
def _blocks(seen: Seen, rows: int, length: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Return the blocks in which some tokens are seen, and those in which all are, each (rows, 1,
    blocks of queries, blocks of keys)."""
    mask = create_mask(seen, rows, None, length, length, device)
    pad = -length % BLOCK
    blocks = F.pad(mask, (0, pad, 0, pad)).unflatten(3, (-1, BLOCK)).unflatten(2, (-1, BLOCK))
    # One sum over both would become a kernel of 16,384 numbers at a time.
    number = blocks.sum(5, dtype=torch.int32).sum(3)
    full = number == BLOCK**2
    return (number > 0) & ~full, full


def _ordered(blocks: Tensor) -> tuple[Tensor, Tensor]:
    """Return the number of blocks for each block of queries, and their places, followed by those of
    the others."""
    places = blocks.int().argsort(dim=-1, descending=True, stable=True)
    return blocks.sum(-1, dtype=torch.int32), places.int()


def attend(q: Tensor, k: Tensor, v: Tensor, mask: BlockMask | Tensor) -> Tensor:
    """Return what attention finds, for tensors (rows, heads, length, size)."""
    if isinstance(mask, BlockMask):
        return _flex_attention(q, k, v, block_mask=mask)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask.expand(-1, q.shape[1], -1, -1))


def as_bias(mask: Tensor) -> Tensor:
    """Return what is added to attention scores. It is made once, since each layer would make it
    from a mask."""
    device = mask.device.type
    lowered = torch.is_autocast_enabled(device)
    dtype = torch.get_autocast_dtype(device) if lowered else torch.float32
    return torch.zeros(mask.shape, dtype=dtype, device=mask.device).masked_fill(~mask, -torch.inf)
