"""A model as menus offer it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelEntry:
    """`path` is the folder of the model; `detail` is shown beside its name."""

    name: str
    path: str
    detail: str = ""
    built_in: bool = False
    available: bool = True
