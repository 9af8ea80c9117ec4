"""A model in stages: each rank holds whole layers, for models whose layers cannot be split.

Only one rank computes at a time, so a token takes as long as on one machine: what a group gains is
memory. The last rank has the first layers, and rank 0 the last ones, as in mlx-lm.
"""

from typing import Any

from mlx import nn
from mlx_lm.models.cache import make_prompt_cache
from mlx_lm.models.pipeline import PipelineMixin


def keep_stage(model: nn.Module, mlx: Any) -> bool:
    """Leave the layers of this rank's stage in a model of mlx-lm. Return False, with nothing
    changed, if it cannot be cut into stages that are alike.

    The ranks decide by themselves, and alike, what of a prompt is cached and what fits: so all have
    to hold as many layers, with caches of the same kinds in the same order.
    """
    network = next((it for it in model.modules() if isinstance(it, PipelineMixin)), None)
    kinds = [type(it) for it in make_prompt_cache(model)]
    if network is None or kinds != kinds[: len(kinds) // mlx.size()] * mlx.size():
        return False
    network.pipeline(mlx)
    return True
