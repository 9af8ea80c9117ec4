"""Prepares the process for the model libraries: import this before any of them."""

import os

from engine.checkpoints import guard
from engine.models import no_hub, transformers_index
from engine.system import blas

# The libraries must fetch nothing, and run no folder's code.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "error"
# On CUDA, MLX has cuDNN build a graph for each new number of keys. It keeps few of them, and raises
# an error after twice as many: a few long prompts.
os.environ.setdefault("MLX_CUDA_SDPA_CACHE_SIZE", "2048")
os.environ.setdefault("MLX_ENABLE_CACHE_THRASHING_CHECK", "0")
guard.seal()
no_hub.use_no_hub()
transformers_index.use_index()
blas.prefer_openblas()
