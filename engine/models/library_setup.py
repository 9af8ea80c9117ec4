"""Prepares the process for the model libraries: import this before any of them."""

import os

from engine.checkpoints import guard
from engine.models import transformers_index
from engine.system import blas

# The libraries must fetch nothing, and run no folder's code.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "error"
guard.seal()
transformers_index.use_index()
blas.prefer_openblas()
