"""Stands in for `huggingface_hub.hf_api`: the model libraries name its classes when they are
imported, and may fetch nothing here. The module takes a tenth of the time to import them all.
"""

import sys

MODULE = "huggingface_hub.hf_api"


class Unreachable:
    """Each class and function of the module. A call fails as all others do while the libraries are
    offline."""

    def __init__(self, *_: object, **__: object) -> None:
        from huggingface_hub.errors import OfflineModeIsEnabled  # noqa: PLC0415  seldom needed

        raise OfflineModeIsEnabled("the model libraries fetch nothing")


def use_no_hub() -> None:
    """Let the libraries find this instead of the module; call this before they are imported."""
    sys.modules.setdefault(MODULE, sys.modules[__name__])


def __getattr__(name: str) -> type[Unreachable]:
    if name.startswith("__"):
        raise AttributeError(name)
    return Unreachable
