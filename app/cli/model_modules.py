"""Imports every module of models of both libraries: the proof that a bundle lacks none of them."""

import importlib
import pkgutil
from dataclasses import dataclass, field

from engine.models import library_setup  # noqa: F401  first: it seals the model libraries

LIBRARIES = ("mlx_lm.models", "mlx_vlm.models")
# Modules that need a package which is not among those of uv.lock: a family that mlx-lm runs by
# other code, and two programs that convert PyTorch weights. A family for voice alone, which
# engine/checkpoints/families.py refuses, needs scipy, which a bundle leaves out.
NOT_INSTALLED = frozenset(
    {
        "mlx_lm.models.olmo",
        "mlx_vlm.models.nemotron_voicechat",
        "mlx_vlm.models.sam3_1.convert_weights",
        "mlx_vlm.models.sam3d_body.convert_weights",
    }
)


@dataclass
class Imported:
    """`missing` has the error of each module that should be there, by its name."""

    count: int = 0
    missing: dict[str, str] = field(default_factory=dict)


def import_models() -> Imported:
    """Import all modules of models. Takes half a minute."""
    result = Imported()
    for library in LIBRARIES:
        folder = importlib.import_module(library).__path__
        for found in pkgutil.walk_packages(folder, f"{library}.", onerror=lambda _: None):
            if found.name not in NOT_INSTALLED:
                _import(found.name, result)
    return result


def _import(name: str, result: Imported) -> None:
    try:
        importlib.import_module(name)
    except (Exception, SystemExit) as error:  # noqa: BLE001  whatever a library raises is the result
        result.missing[name] = f"{type(error).__name__}: {error}"
    else:
        result.count += 1
