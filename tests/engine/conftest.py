"""The model libraries are imported behind the loader."""

from engine.models import loader as loader
