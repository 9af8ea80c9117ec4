"""Tests of the engine import the model libraries as it does: behind the loader's bounds."""

import engine.models.loader  # noqa: F401
