"""Attention of packed rows, in which most tokens do not see each other.

On a GPU, blocks of scores in which no token sees another are skipped. In long rows most are.
Source: Dong et al., "Flex Attention: A programming model for optimized attention kernels" (2024).
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.attention.flex_attention import BlockMask, create_mask, flex_attention

# A function of row, head, and the places of a query and a key: whether the query sees the key.
Seen = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
# Queries, and keys, of a block.
BLOCK = 128
# More than a batch has of documents, and a document of branches.
MOST_DOCUMENTS, MOST_BRANCHES = 2**20, 2**10
_flex_attention = torch.compile(flex_attention, dynamic=False)


def sees(documents: Tensor, branches: Tensor) -> Seen:
    """Return the rule that a token sees earlier tokens of its own document, on the trunk (branch 0)
    or on its own branch; both are (rows, length)."""

    def seen(row: Tensor, head: Tensor, q: Tensor, k: Tensor) -> Tensor:
        same = documents[row, q] == documents[row, k]
        trunk = (branches[row, k] == 0) | (branches[row, q] == branches[row, k])
        return (q >= k) & same & trunk

    return seen


def as_mask(documents: Tensor, branches: Tensor) -> BlockMask | Tensor:
    """Return the mask of `sees`: one of blocks on a GPU, elsewhere a bias."""
    if documents.is_cuda:
        return block_mask(documents, branches)
    rows, length = documents.shape
    seen = sees(documents, branches)
    return as_bias(create_mask(seen, rows, None, length, length, documents.device))


def block_mask(documents: Tensor, branches: Tensor) -> BlockMask:
    """Return a mask that skips most of the blocks in which nothing is seen, and leaves the others
    to `sees`. PyTorch's `create_block_mask` would ask it for every pair of tokens in each step."""
    some, full = _blocks(documents, branches)
    length = documents.shape[1]
    return BlockMask.from_kv_blocks(
        *_ordered(some & ~full),
        *_ordered(full),
        BLOCK_SIZE=BLOCK,
        mask_mod=sees(documents, branches),
        seq_lengths=(length, length),
    )


def _blocks(documents: Tensor, branches: Tensor) -> tuple[Tensor, Tensor]:
    """Return the blocks in which something may be seen, and those in which all is, each (rows, 1,
    blocks of queries, blocks of keys), as the lowest and highest numbers in a block tell."""
    chats = documents * MOST_BRANCHES + branches
    trunks = branches == 0
    low, high = _bounds(documents)
    low_chat, high_chat = _bounds(chats)
    low_trunk, _ = _bounds(documents.where(trunks, MOST_DOCUMENTS))
    none_beside, high_trunk = _bounds(documents.where(trunks, -1))

    some = _meet(low_chat, high_chat, low_chat, high_chat)
    some |= _meet(low, high, low_trunk, high_trunk)
    # A query sees all keys of its own chat, and of the trunk of its document.
    full = _same(low_chat, high_chat, low_chat, high_chat)
    full |= _same(low, high, none_beside, high_trunk)
    # The last block of queries may end with the row.
    full[:, documents.shape[1] // BLOCK :] = False
    return some.tril()[:, None], full.tril(-1)[:, None]


def _bounds(numbers: Tensor) -> tuple[Tensor, Tensor]:
    """Return the lowest and the highest number of each block (rows, blocks)."""
    missing = -numbers.shape[1] % BLOCK
    whole = torch.cat([numbers, numbers[:, -1:].expand(-1, missing)], 1)
    return torch.aminmax(whole.unflatten(1, (-1, BLOCK)), dim=2)


def _meet(low: Tensor, high: Tensor, low_key: Tensor, high_key: Tensor) -> Tensor:
    """Return where a range of the queries' blocks overlaps with one of the keys' blocks."""
    return (low[:, :, None] <= high_key[:, None]) & (low_key[:, None] <= high[:, :, None])


def _same(low: Tensor, high: Tensor, low_key: Tensor, high_key: Tensor) -> Tensor:
    """Return where both ranges are the same single number."""
    alone = (low == high)[:, :, None] & (low_key == high_key)[:, None]
    return alone & (low[:, :, None] == low_key[:, None])


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
